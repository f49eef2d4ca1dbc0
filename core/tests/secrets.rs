//! Dice under cups: what one seat alone may know is told nobody else, by dice, questions, lines, a judge's word and the record.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use umpire_core::command::{Names, Row, Vocabulary};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::host::{Asked, Hosted, Line, Loaded, Slip, Table};
use umpire_core::row;
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::scene::Scene;
use umpire_core::seat::{Seat, Seats};
use umpire_core::session::{Replaying, Session};
use umpire_core::testing::{header, holds_in_random_play, replays_and_undoes, splitmix};
use umpire_core::transcript::{FaceSource, Input};

umpire_core::rules! {
    enum Rule {
        // Each side rolls a die under its cup.
        UnderTheCup = "CUP-1",
        // A says whether its die is higher.
        Claim = "CUP-2",
        // The judge may turn a die.
        JudgesWord = "CUP-3",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Claim,
    Pass,
}

umpire_core::nouns! {
    enum Thing, Noun {
        Seat(Seat) = "seat",
        Count(u8) = "number",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Turn {
    seat: Seat,
    shows: u8,
}

/// What lies under each cup from 1, 0 where that is not known or nothing does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    cups: [u8; 2],
    rolled: u8,
    over: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
enum Event {
    Fell(Seat, u8),
    Claimed(bool),
}

struct Cups {
    dice: Dice,
    mistake: Option<Mistake>,
}

/// What an author may get wrong, for the contract to find.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mistake {
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
}

fn cups() -> Cups {
    Cups { dice: Dice(vec![Die::numbered("d6", 6)]), mistake: None }
}

impl Cups {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }
}

impl Game for Cups {
    type Setup = ();
    type State = State;
    type Action = Action;
    type Amendment = Turn;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, (): &()) -> Result<State, Vec<Refusal<Rule>>> {
        Ok(State { cups: [0; 2], rolled: 0, over: None })
    }

    fn sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
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
                let group = DiceGroup { seat, die: DieId(0), count, purpose: 0, subject: None };
                let request = RollRequest::one(Rule::UnderTheCup, group);
                Pending::Roll(match self.is(Mistake::Open) {
                    true => request,
                    false => request.secret_to(seat),
                })
            }
            _ => {
                let (seats, about) = (Seats::only(Seat(0)), Rule::Claim);
                Pending::Choice(Choice { seats, about, subject: None, sealed: false })
            }
        }
    }

    fn legal(&self, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.extend([Action::Claim, Action::Pass]);
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        _: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let asked = state.over.is_none() && state.rolled == 2 && seat == Seat(0);
        if self.is(Mistake::Ruled) {
            why.need(Rule::Claim, true, || Fact::says(format!("{} is under B's", state.cups[1])))?;
        }
        why.need(Rule::Claim, asked, || Fact::says("A claims once both have rolled"))
    }

    fn apply<O: Observe<Event>>(&self, state: &mut State, _: Seat, action: &Action, out: &mut O) {
        let claims = *action == Action::Claim;
        let is_higher = state.cups[0] > state.cups[1];
        state.over = Some(Outcome { winners: Seats::only(Seat(u8::from(claims != is_higher))) });
        out.tell(|| Event::Claimed(claims));
    }

    fn worth(&self, _: &State, _: &DiceGroup, face: Face) -> Worth {
        if self.is(Mistake::Worth) { Worth::Adds(0) } else { Worth::Each(face) }
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], out: &mut O) {
        let seat = Seat(state.rolled);
        state.cups[seat.index()] = faces[0] + 1;
        state.rolled += 1;
        out.tell(|| Event::Fell(seat, faces[0] + 1));
        if self.is(Mistake::Told) && seat == B {
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
        self.sound(&changed).map(|()| *state = changed)
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
        self.is(Mistake::Overheard) || !matches!(event, Event::Fell(whose, _) if *whose != seat)
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Fell(..) => Rule::UnderTheCup,
            Event::Claimed(_) => Rule::Claim,
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.rolled.into()
    }
}

impl Vocabulary for Cups {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Cups, Action>] {
        &[row!("claim" => Action::Claim, "yours is higher"), row!("pass" => Action::Pass, "not")]
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

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn session() -> Session<Cups> {
    let setup = serde_json::Value::Null;
    Session::new(cups(), header("cups", setup)).expect("a sound setup")
}

fn rolled() -> Session<Cups> {
    let mut session = session();
    for (face, salt) in [(4, "salt of A"), (1, "salt of B")] {
        Session::roll(&mut session, &[face], FaceSource::Typed, salt).expect("a face of six");
    }
    session
}

/// What a seat reads of the last line.
fn last(session: &Session<Cups>, seat: Seat) -> Line {
    let lines = session.log_seen_by(Some(seat), session.len() - 1);
    let line = lines.into_iter().next().expect("a line");
    line.heard(|known_by| match seat {
        Seat::NOBODY => [A, B].into_iter().all(|seat| known_by.contains(seat)),
        seat => known_by.contains(seat),
    })
}

#[test]
fn a_game_with_secret_dice_keeps_the_contract() {
    for seed in 0..40 {
        let checked = holds_in_random_play(&cups(), &(), &mut splitmix(seed), 40);
        assert!(checked.ended);
        assert!(replays_and_undoes(cups, &(), &mut splitmix(seed), 40) > 1);
    }
}

#[test]
fn the_contract_finds_what_an_author_gets_wrong() {
    for (mistake, says) in [
        (Mistake::Open, "does not see what fell in the open"),
        (Mistake::Overheard, "sees or hears what falls in secret"),
        (Mistake::Told, "hears a secret"),
        (Mistake::Asked, "sees no reason for these dice"),
        (Mistake::Ruled, "a ruling tells Seat(0) a secret"),
        (Mistake::Worth, "count for the same by `worth` and lead to other positions"),
    ] {
        let game = Cups { mistake: Some(mistake), ..cups() };
        let play = |seed| holds_in_random_play(&game, &(), &mut splitmix(seed), 40);
        let failed = (0..40).find_map(|seed| catch_unwind(AssertUnwindSafe(|| play(seed))).err());
        let told = failed.and_then(|told| told.downcast::<String>().ok());
        let told = told.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        assert!(told.contains(says), "{mistake:?}: {told}");
    }
}

#[test]
fn dice_that_one_seat_may_know_are_sealed_and_told_it_alone() {
    let session = rolled();
    let inputs: Vec<&Input> = session.counted().map(|(counted, _)| &counted.input).collect();
    assert!(inputs.iter().all(|input| matches!(input, Input::SecretRoll { .. })));
    assert_eq!(inputs[0].fallen(), Some((vec![4], FaceSource::Typed)));
    let own = last(&session, B);
    assert_eq!(
        (own.says.as_str(), own.told[0].says.as_str()),
        ("B rolls in secret: 2", "B's die shows 2")
    );
    for other in [A, Seat::NOBODY] {
        let read = last(&session, other);
        assert_eq!((read.says.as_str(), read.told.len()), ("B rolls in secret", 0));
    }
    let record = session.saved();
    assert_eq!(record.verify(), Ok(()));
    let seen = record.seen_by(B, false);
    assert_eq!(seen.verify(), Ok(()));
    assert!(seen.is_closed() && seen.entries[0].input.fallen().is_none());
    assert_eq!(seen.entries[1].input.fallen(), Some((vec![1], FaceSource::Typed)));
    let text = serde_json::to_string(&seen).expect("records are JSON");
    assert!(!text.contains("salt of A") && text.contains("salt of B"), "{text}");
    // Another's secret dice are not put in open, nor one's own for others.
    let mut again = self::session();
    again.put_again(inputs[0]).expect("as it was rolled");
    assert!(again.put_again(inputs[0]).is_err(), "B's die is asked for");
    assert!(again.put_again(&seen.entries[0].input).is_err(), "it is not opened");
}

#[test]
fn a_secret_roll_is_put_right_in_secret() {
    let mut session = rolled();
    Table::correct(&mut session, 1, "6").expect("a face");
    assert_eq!(session.state().cups, [6, 2]);
    let record = session.saved();
    let text = serde_json::to_string(&record.seen_by(B, false)).expect("records are JSON");
    assert!(!text.contains("salt of A"), "{text}");
    assert!(Table::correct(&mut session, 1, "7").is_err());
}

#[test]
fn a_question_is_put_to_each_in_words_of_what_they_see() {
    let session = rolled();
    let says = |viewer| match session.pending_seen_by(viewer) {
        Asked::Choice { says, .. } => says,
        other => panic!("A is asked, not {other:?}"),
    };
    assert_eq!(says(None), "with 5 against 2: claim or pass");
    assert_eq!(says(Some(A)), "with 5 against 0: claim or pass");
    assert_eq!(says(Some(B)), "with 0 against 2: claim or pass");
    assert_eq!(says(Some(Seat::NOBODY)), "with 0 against 0: claim or pass");
}

#[test]
fn a_judges_word_is_read_by_those_whose_sight_it_changed() {
    let mut session = rolled();
    assert!(!session.withholds(A) && !session.withholds(B) && !session.withholds(Seat::NOBODY));
    session.amend(&Turn { seat: A, shows: 1 }, "it fell off the table").expect("a change");
    assert_eq!(last(&session, A).says, "judge: turn A to 1 (it fell off the table)");
    for other in [B, Seat::NOBODY] {
        assert_eq!(last(&session, other).says, "judge: a change that others know of");
        assert!(session.withholds(other));
    }
    assert!(!session.withholds(A));
    session.undo(2).expect("an input");
    assert!(session.withholds(B), "it stays in the record");
    let replaying = Replaying::whole(&|_, _, _| Vec::new());
    let again = Session::replay(cups(), &session.saved(), replaying, None);
    assert!(again.is_ok_and(|again| again.withholds(B) && !again.withholds(A)));
}
