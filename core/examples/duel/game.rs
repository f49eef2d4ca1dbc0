//! The contract in one file: a duel with secret stances and dice.
//!
//! 1. Write the rules down as an enum; each variant is a statement with a stable id.
//! 2. Say what a position is (`State`), what starts one (`Setup`), what players do (`Action`), what
//!    the judge may change (`Amendment`) and what happens (`Event`).
//! 3. Fill in `Game`: `pending` says what is waited for, `check` decides and explains, `apply` and
//!    `resolve` carry out. Never roll: ask for faces.
//! 4. Fill in `Vocabulary` (what may be typed, a row an action) and `Hosted` (loading, words, a picture). Save files, undo, odds,
//!    bots come for nothing.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::command::{Names, Row, Vocabulary};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::host::{Hosted, Loaded, Slip};
use umpire_core::row;
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::scene::{self, Layer, Paint, Scene, Shape, Span, seat_colour};
use umpire_core::seat::{Seat, Seats};

umpire_core::rules! {
    /// Step 1: every statement of the rulebook.
    pub enum Rule {
        // Both choose a stance in secret, once a bout.
        SecretStances = "DUEL-1",
        // A thrust rolls three dice, a feint two, a guard one.
        StanceDice = "DUEL-2",
        // One life left: too tired to thrust.
        TiredDuellistsDoNotThrust = "DUEL-3",
        // A five or six hits; a guard turns one hit aside.
        Hits = "DUEL-4",
        // Nobody fights with more than nine lives, and nobody starts with none.
        Lives = "DUEL-5",
        // Twenty bouts without a winner are a draw.
        TwentyBouts = "DUEL-6",
    }
}

/// Step 2: a stance is all a player ever decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Three dice.
    Thrust,
    /// Two dice.
    Feint,
    /// One die, and one hit turned aside.
    Guard,
}

umpire_core::nouns! {
    /// What a command may name.
    pub enum Thing, Noun {
        /// A seat.
        Seat(Seat) = "seat",
        /// A number.
        Count(u8) = "number",
    }
}

const STANCES: [(Stance, &str, u8); 3] =
    [(Stance::Thrust, "thrust", 3), (Stance::Feint, "feint", 2), (Stance::Guard, "guard", 1)];

fn words(stance: Stance) -> (&'static str, u8) {
    STANCES.iter().find(|(s, ..)| *s == stance).map_or(("", 0), |(_, name, dice)| (name, *dice))
}

/// What a duel starts from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// Lives of each seat, 1 to 9.
    pub lives: [u8; 2],
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    lives: [u8; 2],
    stances: [Option<Stance>; 2],
    bout: u32,
    ended: Option<Outcome>,
}

/// The judge sets a seat's lives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetLives {
    seat: Seat,
    lives: u8,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    /// A seat took a stance; the others do not hear it.
    Chose(Seat, Stance),
    /// A seat lost lives.
    Hit(Seat, u8),
    /// The duel ended, by that rule.
    Ended(Seats, Rule),
}

/// Step 3: the rules. This game has no tables, so it holds only its dice.
pub struct Duel {
    dice: Dice,
}

impl Duel {
    /// The game.
    pub fn new() -> Duel {
        Duel { dice: Dice(vec![Die::numbered("d6", 6)]) }
    }

    fn end<O: Observe<Event>>(
        &self,
        state: &mut State,
        winners: Seats,
        because: Rule,
        events: &mut O,
    ) {
        state.ended = Some(Outcome { winners });
        events.tell(|| Event::Ended(winners, because));
    }
}

impl Game for Duel {
    type Setup = Setup;
    type State = State;
    type Action = Stance;
    type Amendment = SetLives;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let state = State { lives: setup.lives, stances: [None; 2], bout: 0, ended: None };
        self.check_invariants(&state).map(|()| state)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let wrong = |(at, lives): (usize, &u8)| {
            let sound = (1..=9).contains(lives) || state.ended.is_some();
            let place = format!("lives[{at}]");
            (!sound).then(|| Refusal::at(Rule::Lives, place, format!("{lives} lives")))
        };
        let refusals: Vec<_> = state.lives.iter().enumerate().filter_map(wrong).collect();
        if refusals.is_empty() { Ok(()) } else { Err(refusals) }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> Pending<Rule> {
        if let Some(outcome) = state.ended {
            return Pending::Over(outcome);
        }
        let waiting: Seats =
            (0..2).map(Seat).filter(|seat| state.stances[seat.index()].is_none()).collect();
        if !waiting.is_empty() {
            let about = Rule::SecretStances;
            return Pending::Choice(Choice { seats: waiting, about, subject: None, sealed: true });
        }
        let group = |(seat, stance): (u8, &Option<Stance>)| {
            let (name, count) = words((*stance)?);
            why.modifier(Rule::StanceDice, count.into(), || name.to_string());
            Some(DiceGroup { seat: Seat(seat), die: DieId(0), count, purpose: 0, subject: None })
        };
        let groups = (0..).zip(&state.stances).filter_map(group).collect();
        Pending::Roll(RollRequest::of(Rule::StanceDice, groups))
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Stance>) -> Listing {
        let fresh = STANCES.iter().map(|(stance, ..)| *stance);
        into.extend(fresh.filter(|s| *s != Stance::Thrust || state.lives[seat.index()] > 1));
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Stance,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let asked = state.ended.is_none() && state.stances.get(seat.index()) == Some(&None);
        why.need(Rule::SecretStances, asked, || Fact::says("this seat is asked for a stance"))?;
        let lives = state.lives[seat.index()];
        let fit = *action != Stance::Thrust || lives > 1;
        why.require(Rule::TiredDuellistsDoNotThrust, fit, || {
            Fact::says("more than one life is needed to thrust")
                .at_least(lives, 2)
                .instead("guard", &Stance::Guard)
        })
    }

    fn apply<O: Observe<Event>>(&self, state: &mut State, seat: Seat, a: &Stance, out: &mut O) {
        state.stances[seat.index()] = Some(*a);
        out.tell(|| Event::Chose(seat, *a));
    }

    fn worth(&self, _: &State, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face >= 4))
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        let mut faces = faces.iter();
        let mut hits = [0u8; 2];
        for (at, stance) in state.stances.iter().enumerate() {
            let dice = stance.map_or(0, |stance| words(stance).1);
            hits[at] = faces.by_ref().take(dice.into()).filter(|face| **face >= 4).count() as u8;
        }
        for at in 0..2 {
            let guard = u8::from(state.stances[at] == Some(Stance::Guard));
            let lost = hits[1 - at].saturating_sub(guard).min(state.lives[at]);
            state.lives[at] -= lost;
            if lost > 0 {
                events.tell(|| Event::Hit(Seat(at as u8), lost));
            }
        }
        state.stances = [None; 2];
        state.bout += 1;
        let living: Seats = (0..2).map(Seat).filter(|s| state.lives[s.index()] > 0).collect();
        if living.len() < 2 {
            self.end(state, living, Rule::Hits, events);
        } else if state.bout == 20 {
            self.end(state, Seats::NONE, Rule::TwentyBouts, events);
        }
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &SetLives,
        _: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let SetLives { seat, lives } = *change;
        let mut changed = state.clone();
        let no_seat = || vec![Refusal::at(Rule::Lives, "", "there is no such seat")];
        *changed.lives.get_mut(seat.index()).ok_or_else(no_seat)? = lives;
        self.check_invariants(&changed).map(|()| *state = changed)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        let winners = match stop {
            Stop::Concede(seat) => Seats::first_of(2).without(seat),
            Stop::Draw | Stop::Time => Seats::NONE,
        };
        self.end(state, winners, Rule::Lives, events);
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        if state.stances.contains(&None) {
            (0..2).filter(|at| *at != seat.index()).for_each(|at| seen.stances[at] = None);
        }
        seen
    }

    fn audible(&self, _: &State, event: &Event, seat: Seat) -> bool {
        !matches!(event, Event::Chose(who, _) if *who != seat)
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Chose(..) => Rule::SecretStances,
            Event::Hit(..) => Rule::Hits,
            Event::Ended(_, because) => *because,
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.bout
    }
}

/// Step 4: how it is typed, a row an action. The rows are read, said, helped with and completed by the core.
impl Vocabulary for Duel {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Duel, Stance>] {
        &[
            row!("thrust" => Stance::Thrust, "three dice"),
            row!("feint" => Stance::Feint, "two dice"),
            row!("guard" => Stance::Guard, "one die, and one hit turned aside"),
        ]
    }

    fn amendments() -> &'static [Row<Duel, SetLives>] {
        &[row!("lives {seat} {lives:number}" => SetLives { seat, lives }, "set lives")]
    }

    fn thing(&self, _: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        match noun {
            Noun::Seat => {
                let mut seats = Names::of("seat");
                (0..2).map(Seat).for_each(|seat| seats.add(seat.lettered(), seat));
                seats.find(text).map(Thing::Seat)
            }
            Noun::Count => {
                let number = text.parse().map_err(|_| Slip::new(format!("`{text}` is no number")));
                number.map(Thing::Count)
            }
        }
    }

    fn say_thing(&self, _: &State, thing: &Thing) -> String {
        match thing {
            Thing::Seat(seat) => seat.lettered(),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn things(&self, _: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        Some(match noun {
            Noun::Seat => vec!["A".to_string(), "B".to_string()],
            Noun::Count => (1..=9).map(|lives: u8| lives.to_string()).collect(),
        })
    }
}

/// What programs need to host it.
impl Hosted for Duel {
    const NAME: &'static str = "duel";

    fn load(_: &Files, scenario: &Source) -> Result<Loaded<Duel>, Vec<DataError>> {
        let document = umpire_core::data::read::<Setup>(scenario)?;
        Ok(Loaded {
            game: Duel::new(),
            setup: document.value,
            edition: "only".into(),
            house_rules: Vec::new(),
            scenario: scenario.path.clone(),
            sources: Files::from_pairs([(scenario.path.as_str(), scenario.text.as_str())]),
            warnings: Vec::new(),
        })
    }

    fn say_event(&self, _: &State, event: &Event) -> Option<String> {
        Some(match event {
            Event::Chose(seat, stance) => {
                format!("{} chooses {}", seat.lettered(), words(*stance).0)
            }
            Event::Hit(seat, lost) => format!("{} loses {lost}", seat.lettered()),
            Event::Ended(winners, _) => match winners.first() {
                Some(seat) => format!("{} wins", seat.lettered()),
                None => "nobody wins".into(),
            },
        })
    }

    umpire_core::spoken_by_rows!();

    fn say_choice(&self, _: &State, _: &Choice<Rule>) -> String {
        "choose a stance".into()
    }

    fn say_group(&self, _: &State, group: &DiceGroup) -> String {
        format!("the hits of {}", group.seat.lettered())
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        let (own, other) = (seat.index(), 1 - seat.index());
        move |state| f64::from(state.lives[own]) - f64::from(state.lives[other])
    }

    fn scene(&self, state: &State) -> Scene {
        let line = format!("A {} : {} B", state.lives[0], state.lives[1]);
        let mut scene = Scene { lines: vec![vec![Span::plain(line)]], ..Scene::default() };
        for (seat, lives) in (0..).map(Seat).zip(&state.lives) {
            let thing = scene::Thing {
                id: seat.lettered(),
                layer: Layer::Pieces,
                words: format!("{} with {lives} lives", seat.lettered()),
                owner: Some(seat),
                heights: (0.0, 1.0),
                ..scene::Thing::default()
            };
            let centre = (f32::from(seat.0) * 3.0, 0.0);
            scene.thing(thing, |shapes| {
                let paint = Paint::filled(seat_colour(seat), "#333333", 0.05);
                shapes.push(Shape::Circle { centre, radius: 1.0, paint });
                let (words, colour) = (lives.to_string(), "#ffffff".to_string());
                shapes.push(Shape::Text { at: centre, size: 0.9, words, colour });
            });
        }
        scene
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        let lives = |(seat, lives): (&str, &u8)| (format!("{seat}.lives"), lives.to_string());
        ["A", "B"].into_iter().zip(&state.lives).map(lives).collect()
    }
}
