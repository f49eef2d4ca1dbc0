//! A game of dice under cups: each rolls in secret, then A claims to have more, passes, or shows a die that is thrown against nobody's.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::command::{Names, Row, Vocabulary};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::host::{Hosted, Loaded, Slip};
use umpire_core::row;
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::scene::Scene;
use umpire_core::seat::{Seat, Seats};

umpire_core::rules! {
    pub enum Rule {
        // Each side rolls a die under its cup.
        UnderTheCup = "CUP-1",
        // A says whether its die is higher.
        Claim = "CUP-2",
        // The judge may turn a die.
        JudgesWord = "CUP-3",
        // A die of four or more may be shown, and a six is: it is thrown against a die of nobody's.
        Shown = "CUP-4",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Claim,
    Pass,
    Show(u8),
}

umpire_core::nouns! {
    pub enum Thing, Noun {
        Seat(Seat) = "seat",
        Count(u8) = "number",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub seat: Seat,
    pub shows: u8,
}

/// What lies under each cup from 1, 0 where that is not known or nothing does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub cups: [u8; 2],
    rolled: u8,
    /// What A showed, 0 where it did not.
    shown: u8,
    over: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    Fell(Seat, u8),
    Shown(u8),
    Claimed(bool),
}

pub struct Cups {
    dice: Dice,
    mistake: Option<Mistake>,
}

/// What an author may get wrong, for the contract to find.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mistake {
    /// The dice fall in the open.
    Open,
    /// All hear what fell.
    Overheard,
    /// What B's roll tells hangs on what lies under A's cup.
    Told,
    /// So do the dice that B rolls.
    Asked,
    /// So does why A may not act.
    Ruled,
    /// All faces count for the same.
    Worth,
    /// B is asked beside A where A's die is high.
    Sought,
}

pub fn cups() -> Cups {
    cups_with(None)
}

/// The game with a mistake of its author's.
pub fn cups_with(mistake: Option<Mistake>) -> Cups {
    Cups { dice: Dice(vec![Die::numbered("d6", 6)]), mistake }
}

impl Cups {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }
}

fn die_of(seat: Seat) -> DiceGroup {
    DiceGroup { seat, die: DieId(0), count: 1, purpose: 0, subject: None }
}

impl Game for Cups {
    type Setup = ();
    type State = State;
    type Action = Action;
    type Amendment = Turn;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, (): &()) -> Result<State, Vec<Refusal<Rule>>> {
        Ok(State { cups: [0; 2], rolled: 0, shown: 0, over: None })
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let wrong = state.cups.iter().any(|shows| *shows > 6);
        let fault = || vec![Refusal::at(Rule::JudgesWord, "cups", "a die shows 6 at most")];
        if wrong { Err(fault()) } else { Ok(()) }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, _: &mut E) -> Pending<Rule> {
        match (state.over, state.rolled) {
            (Some(outcome), _) => Pending::Over(outcome),
            (None, at @ 0..2) => {
                let seat = Seat(at);
                let count = if self.is(Mistake::Asked) && state.cups[0] > 3 { 2 } else { 1 };
                let group = DiceGroup { count, ..die_of(seat) };
                let request = RollRequest::one(Rule::UnderTheCup, group);
                Pending::Roll(match self.is(Mistake::Open) {
                    true => request,
                    false => request.secret_to(seat),
                })
            }
            _ if state.shown > 0 => {
                Pending::Roll(RollRequest::one(Rule::Shown, die_of(Seat::NOBODY)))
            }
            _ => {
                let is_sought = self.is(Mistake::Sought) && state.cups[0] > 3;
                let seats = Seats::first_of(if is_sought { 2 } else { 1 });
                let about = Rule::Claim;
                Pending::Choice(Choice { seats, about, subject: None, sealed: false })
            }
        }
    }

    fn legal(&self, state: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        let own = state.cups[0];
        into.extend([Action::Claim, Action::Pass].into_iter().filter(|_| own < 6));
        into.extend((own >= 4).then_some(Action::Show(own)));
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let asked =
            state.over.is_none() && state.rolled == 2 && state.shown == 0 && seat == Seat(0);
        if self.is(Mistake::Ruled) {
            why.need(Rule::Claim, true, || Fact::says(format!("{} is under B's", state.cups[1])))?;
        }
        why.need(Rule::Claim, asked, || Fact::says("A claims once both have rolled"))?;
        let own = state.cups[0];
        let may = match action {
            Action::Claim | Action::Pass => own < 6,
            Action::Show(shows) => *shows == own && own >= 4,
        };
        why.need(Rule::Shown, may, || Fact::says("a die of four or more may be shown, a six is"))
    }

    fn apply<O: Observe<Event>>(&self, state: &mut State, _: Seat, action: &Action, out: &mut O) {
        if let Action::Show(shows) = action {
            state.shown = *shows;
            out.tell(|| Event::Shown(*shows));
            return;
        }
        let claims = *action == Action::Claim;
        let is_higher = state.cups[0] > state.cups[1];
        state.over = Some(Outcome { winners: Seats::only(Seat(u8::from(claims != is_higher))) });
        out.tell(|| Event::Claimed(claims));
    }

    fn worth(&self, _: &State, _: &DiceGroup, face: Face) -> Worth {
        if self.is(Mistake::Worth) { Worth::Adds(0) } else { Worth::Each(face) }
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], out: &mut O) {
        if state.shown > 0 {
            let wins = state.shown > faces[0] + 1;
            state.over = Some(Outcome { winners: Seats::only(Seat(u8::from(!wins))) });
            out.tell(|| Event::Fell(Seat::NOBODY, faces[0] + 1));
            return;
        }
        let seat = Seat(state.rolled);
        state.cups[seat.index()] = faces[0] + 1;
        state.rolled += 1;
        out.tell(|| Event::Fell(seat, faces[0] + 1));
        if self.is(Mistake::Told) && seat == Seat(1) {
            out.tell(|| Event::Claimed(state.cups[0] > 3));
        }
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Turn,
        _: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let mut changed = state.clone();
        let none = || vec![Refusal::at(Rule::JudgesWord, "", "there is no such seat")];
        *changed.cups.get_mut(change.seat.index()).ok_or_else(none)? = change.shows;
        self.check_invariants(&changed).map(|()| *state = changed)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, _: Stop, out: &mut O) {
        state.over = Some(Outcome { winners: Seats::NONE });
        out.tell(|| Event::Claimed(false));
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        if state.over.is_none() {
            (0..2).filter(|at| *at != seat.index()).for_each(|at| seen.cups[at] = 0);
        }
        seen
    }

    fn audible(&self, _: &State, event: &Event, seat: Seat) -> bool {
        let is_others = |whose: &Seat| *whose != seat && whose.is_players();
        self.is(Mistake::Overheard) || !matches!(event, Event::Fell(whose, _) if is_others(whose))
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Fell(Seat::NOBODY, _) => Rule::Shown,
            Event::Fell(..) => Rule::UnderTheCup,
            Event::Shown(_) => Rule::Shown,
            Event::Claimed(_) => Rule::Claim,
        }
    }

    fn clock(&self, state: &State) -> u32 {
        (state.rolled + state.shown).into()
    }
}

impl Vocabulary for Cups {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Cups, Action>] {
        &[
            row!("claim" => Action::Claim, "yours is higher"),
            row!("pass" => Action::Pass, "not"),
            row!("show {shows:number}" => Action::Show(shows), "your die"),
        ]
    }

    fn amendments() -> &'static [Row<Cups, Turn>] {
        &[row!("turn {seat} to {shows:number}" => Turn { seat, shows }, "turn a die")]
    }

    fn thing(&self, _: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        let none =
            || Slip::new(format!("`{text}` is no {}", umpire_core::command::Noun::word(noun)));
        match noun {
            Noun::Seat => {
                let mut seats = Names::of("seat");
                Seat::SIDES.into_iter().for_each(|seat| seats.add(seat.lettered(), seat));
                seats.find(text).map(Thing::Seat)
            }
            Noun::Count => text.parse().map(Thing::Count).map_err(|_| none()),
        }
    }

    fn say_thing(&self, _: &State, thing: &Thing) -> String {
        match thing {
            Thing::Seat(seat) => seat.lettered(),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn things(&self, _: &State, _: Seat, _: Noun) -> Option<Vec<String>> {
        None
    }
}

impl Hosted for Cups {
    const NAME: &'static str = "cups";

    fn load(_: &Files, scenario: &Source) -> Result<Loaded<Cups>, Vec<DataError>> {
        Ok(Loaded {
            game: cups(),
            setup: (),
            edition: "only".into(),
            house_rules: Vec::new(),
            scenario: scenario.path.clone(),
            sources: Files::default(),
            warnings: Vec::new(),
        })
    }

    fn say_event(&self, _: &State, event: &Event) -> Option<String> {
        Some(match event {
            Event::Fell(seat, shows) => format!("{}'s die shows {shows}", seat.lettered()),
            Event::Shown(shows) => format!("A shows {shows}"),
            Event::Claimed(true) => "A claims".to_string(),
            Event::Claimed(false) => "A passes".to_string(),
        })
    }

    umpire_core::spoken_by_rows!();

    /// The careless words that an author writes.
    fn say_choice(&self, state: &State, _: &Choice<Rule>) -> String {
        format!("with {} against {}: claim or pass", state.cups[0], state.cups[1])
    }

    fn say_group(&self, _: &State, group: &DiceGroup) -> String {
        format!("under the cup of {}", group.seat.lettered())
    }

    fn appraise<'g>(&'g self, _: &'g State, _: Seat) -> impl Fn(&State) -> f64 + 'g {
        |state| f64::from(state.cups[0])
    }

    fn scene(&self, _: &State) -> Scene {
        Scene::default()
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        let cup = |(seat, shows): (Seat, &u8)| (seat.lettered(), shows.to_string());
        Seat::SIDES.into_iter().zip(&state.cups).map(cup).collect()
    }
}
