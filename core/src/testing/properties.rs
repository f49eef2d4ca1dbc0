//! The properties of the contract, asserted at every step of random games.

use crate::data::Files;
use crate::dice::{DiceGroup, Face, RollRequest};
use crate::game::{Deaf, Game, Listing, Pending};
use crate::host::Hosted;
use crate::odds::{classes_up_to, raw_rolls};
use crate::ruling::{Ruling, Silent};
use crate::scene::Scene;
use crate::seat::{Seat, Seats};
use crate::session::{Replaying, Session};
use crate::testing::judged::{try_amend, try_overrule, try_stop};
use crate::testing::random::Die;
use crate::testing::secrets::{
    PutIn, Worlds, assert_asked_alike, assert_falls_as_known, assert_plays_on_view, others, seats,
};
use crate::testing::worth::assert_equal_faces;
use crate::transcript::{FORMAT, FaceSource, Header, Input, Transcript, digest};
use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a run of the checks has looked at, so that a test can assert that it looked at something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Inputs played.
    pub inputs: usize,
    /// Actions found legal and checked both ways.
    pub legal: usize,
    /// Actions found illegal and checked both ways.
    pub refused: usize,
    /// Rolls whose classes were weighed.
    pub rolls: usize,
    /// Overruled actions played on from.
    pub overruled: usize,
    /// Whether the game came to its end.
    pub ended: bool,
}

/// How many actions of earlier positions are tried again in later ones.
const POOL: usize = 64;
/// Of how many of them one is tried in a position, those after it in the next ones.
const AT_ONCE: usize = 4;
/// How many of them are also ruled on in a position that whoever tries them cannot tell from this one.
const TRIED: usize = 8;
/// Of how many positions one is drawn: pictures take longer than inputs.
const DRAWN: usize = 16;

/// How many rolls of a record are put right after it was played.
const CORRECTIONS: usize = 6;

/// The most classes of a roll that are added up at once.
const CLASSES: usize = 20_000;

/// Plays one random game and asserts the properties of the contract at every step, and those of what
/// programs need: actions can be typed as they are said, sampled states fit the view.
///
/// # Panics
///
/// Where a property fails, naming it, the position and the action.
pub fn holds_in_random_play<G: Hosted>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
) -> Checked {
    play::<G, Hosting>(game, setup, die, limit)
}

/// Plays one random game and asserts the properties of the rules alone at every step.
///
/// # Panics
///
/// Where a property fails, naming it, the position and the action.
pub fn rules_hold_in_random_play<G: Game>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
) -> Checked {
    play::<G, RulesAlone>(game, setup, die, limit)
}

/// What is asserted beside the rules.
trait Beside<G: Game> {
    fn said(_game: &G, _state: &G::State, seat: Seat, action: &G::Action) -> String {
        format!("{}: {action:?}", seat.lettered())
    }
    fn assert_action(_game: &G, _state: &G::State, _seat: Seat, _action: &G::Action) {}
    fn assert_view(_game: &G, _view: &G::State, _seat: Seat, _die: Die) {}
    fn assert_picture(_game: &G, _state: &G::State) {}
    fn assert_ruled(_game: &G, _state: &G::State, _seat: Seat, _actions: &[&G::Action], _die: Die) {
    }
    fn assert_told(_: &G, _: &G::State, _seat: Seat, _die: Die, _put_in: PutIn<G>) {}
    fn assert_amended(_game: &G, _state: &G::State, _die: Die) {}
}

struct RulesAlone;

impl<G: Game> Beside<G> for RulesAlone {}

struct Hosting;

impl<G: Hosted> Beside<G> for Hosting {
    fn said(game: &G, state: &G::State, seat: Seat, action: &G::Action) -> String {
        format!("{}: {}", seat.lettered(), game.say_action(state, seat, action))
    }

    fn assert_action(game: &G, state: &G::State, seat: Seat, action: &G::Action) {
        let text = game.say_action(state, seat, action);
        assert!(!text.is_empty(), "actions have words: {action:?}");
        match game.parse(&game.view(state, seat), seat, &text) {
            Ok(read) => assert_eq!(read, *action, "what is said can be typed: `{text}`"),
            Err(slip) => panic!("`{text}` cannot be typed: {slip}"),
        }
        let picks = game.about(state, action);
        let named = picks.iter().all(|(slot, thing)| !slot.is_empty() && !thing.is_empty());
        assert!(named, "what `{text}` is about has names: {picks:?}");
    }

    fn assert_view(game: &G, view: &G::State, seat: Seat, die: Die) {
        let imagined = game.sample(view, die);
        assert_invariants(game, &imagined);
        assert!(game.view(&imagined, seat) == *view, "a sampled state gives the same view");
    }

    fn assert_picture(game: &G, state: &G::State) {
        seats(game, state).for_each(|seat| assert_scene(&game.scene(&game.view(state, seat))));
    }

    fn assert_ruled(game: &G, state: &G::State, seat: Seat, actions: &[&G::Action], die: Die) {
        if let Some(worlds) = Worlds::of(game, state, seat, die) {
            worlds.assert_ruled_alike(actions);
        }
    }

    fn assert_told(game: &G, state: &G::State, seat: Seat, die: Die, put_in: PutIn<G>) {
        if let Some(worlds) = Worlds::of(game, state, seat, die) {
            worlds.assert_told_alike(put_in);
        }
    }

    fn assert_amended(game: &G, state: &G::State, die: Die) {
        try_amend(game, state, die);
    }
}

/// Walks through a random game. Where a property fails, the steps that led there are told as a scenario has them, so that they
/// can be put into one.
fn play<G: Game, B: Beside<G>>(game: &G, setup: &G::Setup, die: Die, limit: usize) -> Checked {
    let mut steps = Vec::new();
    let walked =
        catch_unwind(AssertUnwindSafe(|| walk::<G, B>(game, setup, die, limit, &mut steps)));
    walked.unwrap_or_else(|panic| {
        panic!("{}\nafter {} steps:\n{}", said_by(&*panic), steps.len(), steps.join("\n"));
    })
}

/// What a panic said.
fn said_by(panic: &(dyn Any + Send)) -> &str {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    said.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}

/// Does something of a game; where a property fails, it is told of which.
pub(super) fn told_of<T>(game: &str, work: impl FnOnce() -> T) -> T {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|panic| panic!("{game}: {}", said_by(&*panic)))
}

fn walk<G: Game, B: Beside<G>>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
    steps: &mut Vec<String>,
) -> Checked {
    let mut state = started(game, setup);
    let mut checked = Checked::default();
    let mut pool: Vec<G::Action> = Vec::new();
    let mut clock = game.clock(&state);
    while checked.inputs < limit {
        assert_invariants(game, &state);
        let now = game.clock(&state);
        assert!(now >= clock, "the clock goes on: {clock}, then {now}");
        clock = now;
        if checked.inputs.is_multiple_of(DRAWN) {
            B::assert_picture(game, &state);
        }
        // Who listens whether it hears what it may not know: one after another.
        let count = usize::from(game.players(&state)) + 1;
        let listener = seats(game, &state).nth(checked.inputs % count).unwrap_or(Seat::NOBODY);
        match game.pending(&state, &mut Silent) {
            Pending::Over(outcome) => {
                let players = game.players(&state);
                let strangers = outcome.winners.iter().find(|seat| seat.0 >= players);
                assert_eq!(strangers, None, "winners sit at the table");
                checked.ended = true;
                return checked;
            }
            Pending::Choice(choice) => {
                assert!(!choice.seats.is_empty(), "somebody is asked: {choice:?}");
                let players = game.players(&state);
                let strangers =
                    choice.seats.iter().find(|seat| seat.0 >= players && *seat != Seat::JUDGE);
                assert_eq!(
                    strangers, None,
                    "who is asked sits at the table: `players` is {players}"
                );
                for seat in choice.seats.iter() {
                    let sealed = choice.sealed;
                    let chosen =
                        choose::<G, B>(game, &state, seat, sealed, &mut pool, die, &mut checked);
                    let said = B::said(game, &state, seat, &chosen);
                    steps.push(format!("  - do: {}", serde_json::Value::from(said)));
                    B::assert_told(game, &state, listener, die, &|state, told| {
                        game.act(state, seat, &chosen, told).is_ok()
                    });
                    game.act(&mut state, seat, &chosen, &mut Deaf)
                        .expect("listed actions are legal");
                }
            }
            Pending::Roll(request) => {
                try_stop(game, &state, die);
                let faces = throw(game, &request, die);
                steps.push(format!("  - roll: {}", request.said(game.dice(), &faces)));
                checked.rolls += usize::from(weigh(game, &state, &request));
                let mut longer = faces.clone();
                longer.push(0);
                let mut same = state.clone();
                let refused = game.roll(&mut same, &longer, &mut Deaf);
                assert!(refused.is_err() && same == state, "a die too many changes nothing");
                let others = throw(game, &request, die);
                assert_falls_as_known(game, &state, &request, [&faces, &others]);
                assert_asked_alike(game, &state, &request);
                assert_equal_faces(game, &state, &request, die);
                B::assert_told(game, &state, listener, die, &|state, told| {
                    game.roll(state, &faces, told).is_ok()
                });
                game.roll(&mut state, &faces, &mut Deaf).expect("thrown faces fit the request");
            }
        }
        checked.inputs += 1;
    }
    checked
}

/// Things of a picture have names of their own and shapes that are there, one after another.
fn assert_scene(scene: &Scene) {
    let mut known = BTreeSet::new();
    let mut drawn = 0;
    for thing in &scene.things {
        assert!(!thing.id.is_empty() && known.insert(&thing.id), "two things: `{}`", thing.id);
        let (first, end) = thing.shapes;
        assert!(drawn <= first && first < end && end <= scene.shapes.len(), "shapes of {thing:?}");
        assert!(thing.heights.0 <= thing.heights.1, "upside down: {thing:?}");
        drawn = end;
    }
}

pub(super) fn assert_invariants<G: Game>(game: &G, state: &G::State) {
    if let Err(refusals) = game.check_invariants(state) {
        panic!("an unsound position was reached: {refusals:?}\n{state:?}");
    }
}

fn throw<G: Game>(game: &G, request: &RollRequest<G::Rule>, die: Die) -> Vec<Face> {
    assert!(request.dice() > 0, "a roll of no dice is not asked for: {request:?}");
    let are_dice = request.groups.iter().all(|group| group.count > 0);
    assert!(are_dice, "a group has dice: {request:?}");
    let mut faces = Vec::new();
    request.throw(game.dice(), die, &mut faces);
    faces
}

/// Adds up the classes of a roll; says whether it has been looked at. Half a dozen dice of twenty faces of which each counts
/// by itself are 64 million classes: where there are so many, each group of dice is weighed by itself.
fn weigh<G: Game>(game: &G, state: &G::State, request: &RollRequest<G::Rule>) -> bool {
    if request.dice() > 6 {
        return false;
    }
    let Some(all) = classes_up_to::<G, u128>(game, state, request, CLASSES) else {
        let alone = |group: &DiceGroup| RollRequest::one(request.because, *group);
        return request.groups.len() > 1
            && request.groups.iter().all(|group| weigh(game, state, &alone(group)));
    };
    let whole: u128 = raw_rolls(game.dice(), request);
    let sum: u128 = all.iter().map(|(_, weight)| weight).sum();
    assert_eq!(sum, whole, "the classes of a roll are all its outcomes");
    true
}

/// Draws an answer, once everything about the choice has been asserted.
fn choose<G: Game, B: Beside<G>>(
    game: &G,
    state: &G::State,
    seat: Seat,
    sealed: bool,
    pool: &mut Vec<G::Action>,
    die: Die,
    checked: &mut Checked,
) -> G::Action {
    let mut actions = Vec::new();
    let listing = game.legal(state, seat, &mut actions);
    assert!(!actions.is_empty(), "whoever is asked has a legal answer: {seat:?}\n{state:?}");
    let open = sealed || listing == Listing::Candidates || actions.len() > 1;
    // Whoever is not asked tells those something who do not see why.
    let asked = || open || others(game, state, seat).any(|it| game.view(state, it) != *state);
    assert!(asked(), "a choice with one answer is not asked: {actions:?}");
    assert_view_agrees::<G, B>(game, state, seat, &actions, die);
    let sample = sampled(&actions, die);
    assert_plays_on_view(game, state, seat, &sample[..sample.len().min(2)]);
    for action in sample {
        assert_legal(game, state, seat, action);
        B::assert_action(game, state, seat, action);
        checked.legal += 1;
    }
    for action in pool.iter().skip(checked.inputs % AT_ONCE).step_by(AT_ONCE) {
        if judge_old(game, state, seat, action, listing, &actions) {
            checked.refused += 1;
        }
    }
    let tried: Vec<_> = pool.iter().rev().take(TRIED).chain(&actions[..1]).collect();
    B::assert_ruled(game, state, seat, &tried, die);
    checked.overruled += usize::from(try_overrule(game, state, seat, pool, die));
    B::assert_amended(game, state, die);
    try_stop(game, state, die);
    let chosen = &actions[die(actions.len() as u32) as usize];
    if pool.len() < POOL {
        pool.push(chosen.clone());
    } else {
        pool[die(POOL as u32) as usize] = chosen.clone();
    }
    chosen.clone()
}

fn sampled<'a, A>(actions: &'a [A], die: Die) -> Vec<&'a A> {
    let start = die(actions.len() as u32) as usize;
    actions.iter().cycle().skip(start).take(actions.len().min(12)).collect()
}

fn assert_legal<G: Game>(game: &G, state: &G::State, seat: Seat, action: &G::Action) {
    let silent = game.check(state, seat, action, &mut Silent);
    let ruling = game.ruling(state, seat, action);
    assert!(silent.is_ok(), "listed but refused: {action:?} by {silent:?}\n{state:?}");
    assert!(ruling.holds(), "a listening check refuses what a silent one allows: {ruling:?}");
}

/// Tries an action of an earlier position; says whether it was refused.
fn judge_old<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    listing: Listing,
    listed: &[G::Action],
) -> bool {
    let silent = game.check(state, seat, action, &mut Silent);
    let ruling = game.ruling(state, seat, action);
    assert_eq!(silent.is_ok(), ruling.holds(), "both checks agree on {action:?}: {ruling:?}");
    if silent.is_ok() {
        let known = listing == Listing::Candidates || listed.contains(action);
        assert!(known, "a complete list leaves out {action:?}\n{listed:?}");
        return false;
    }
    let mut after = state.clone();
    assert!(game.act(&mut after, seat, action, &mut Deaf).is_err());
    assert!(after == *state, "a refused action leaves the state untouched");
    for remedy in ruling.remedies() {
        let Some(value) = &remedy.action else { continue };
        let instead: G::Action =
            serde_json::from_value(value.clone()).expect("a remedy's action is one");
        let verdict = game.check(state, seat, &instead, &mut Silent);
        assert!(verdict.is_ok(), "a remedy passes: {instead:?} refused by {verdict:?}");
    }
    true
}

fn assert_view_agrees<G: Game, B: Beside<G>>(
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    die: Die,
) {
    let view = game.view(state, seat);
    assert!(game.view(&view, seat) == view, "a view of a view is the view");
    let mut seen = Vec::new();
    game.legal(&view, seat, &mut seen);
    assert!(seen == actions, "what is legal is legal in the view of {seat:?}");
    B::assert_view(game, &view, seat, die);
    let mut ruled = (Ruling::default(), Ruling::default());
    game.pending(state, &mut ruled.0);
    game.pending(&view, &mut ruled.1);
    assert!(ruled.0 == ruled.1, "explanations tell no secrets");
}

/// Plays one random game and asserts that at every step each seat's view waits for the same as the
/// state itself: a property of games whose secrets never show in what is asked. Returns how many
/// inputs it took.
///
/// # Panics
///
/// Where a view waits for something else, naming the seat and the position.
pub fn views_wait_for_the_same<G: Game>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
) -> usize {
    let mut state = started(game, setup);
    let mut scratch = Vec::new();
    for inputs in 0..limit {
        let pending = game.pending(&state, &mut Silent);
        for seat in (0..game.players(&state)).map(Seat) {
            let seen = game.pending(&game.view(&state, seat), &mut Silent);
            assert!(seen == pending, "{seat:?} sees {seen:?}, not {pending:?}\n{state:?}");
        }
        if crate::testing::random_game(game, &mut state, &mut scratch, &mut *die, 1) == 0 {
            return inputs;
        }
    }
    limit
}

/// Plays one random game and asserts that what actions name in some slots, or in all that a hand is asked to point at, is a thing of the
/// picture that whoever acts sees, or a whole that things are part of. Returns how many names were looked for.
///
/// # Panics
///
/// Where a hand would look for something in vain, naming it and the action.
pub fn picks_are_drawn<G: Hosted>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
    slots: Option<&[&str]>,
) -> usize {
    let mut state = started(game, setup);
    let (mut scratch, mut looked) = (Vec::new(), 0);
    for inputs in 0..limit {
        let seats = match game.pending(&state, &mut Silent) {
            Pending::Choice(choice) => choice.seats,
            _ => Seats::NONE,
        };
        for seat in seats.iter() {
            let mut actions = Vec::new();
            game.offered(&state, seat, &mut actions);
            let scene = game.scene(&game.view(&state, seat));
            let wholes = scene.things.iter().filter_map(|thing| thing.part_of.as_deref());
            let ids = scene.things.iter().map(|thing| thing.id.as_str());
            let drawn: BTreeSet<&str> = ids.chain(wholes).collect();
            assert!(!actions.is_empty(), "whoever is asked has something to pick: {seat:?}");
            for action in sampled(&actions, die) {
                let picks = game.about(&state, action);
                let asked = |slot: &str| slots.is_none_or(|slots| slots.contains(&slot));
                for (slot, name) in picks.iter().filter(|(slot, _)| asked(slot)) {
                    let says = game.say_action(&state, seat, action);
                    let is_there = drawn.contains(name.as_str());
                    // A place of an open table is typed, not drawn.
                    let is_place = game.drawn_at(name).is_some();
                    let told = "is not drawn; what no hand points at has an empty `asked_for`";
                    assert!(
                        is_there || is_place,
                        "after {inputs} inputs the {slot} of `{says}` {told}"
                    );
                    looked += 1;
                }
            }
        }
        if crate::testing::random_game(game, &mut state, &mut scratch, &mut *die, 1) == 0 {
            break;
        }
    }
    looked
}

pub(super) fn started<G: Game>(game: &G, setup: &G::Setup) -> G::State {
    match game.start(setup) {
        Ok(state) => state,
        Err(refusals) => panic!("the setup is refused: {refusals:?}"),
    }
}

/// The header of a record of which nothing but the game and its setup matters.
pub fn header(ruleset: &str, setup: serde_json::Value) -> Header {
    Header {
        format: FORMAT,
        version: String::new(),
        ruleset: ruleset.to_string(),
        edition: String::new(),
        house_rules: Vec::new(),
        data: String::new(),
        setup,
        scenario: String::new(),
        sources: Files::default(),
        players: Vec::new(),
        seed: None,
        seed_seal: None,
        secret: None,
    }
}

/// Plays a random game through a session, with undos and corrections, and asserts that saving, loading and
/// replaying give the same positions. Returns how many inputs counted.
///
/// # Panics
///
/// Where a property fails, naming it.
pub fn replays_and_undoes<G, F>(load: F, setup: &G::Setup, die: Die, limit: usize) -> usize
where
    G: Hosted,
    F: Fn() -> G,
{
    let setup = serde_json::to_value(setup).expect("setups have string keys");
    let mut session = Session::new(load(), header(G::NAME, setup)).expect("the setup is sound");
    for turn in 0..limit {
        if !step(&mut session, die) {
            break;
        }
        if turn % 17 == 16 {
            let keep = session.len() - 1 - die(3.min(session.len() as u32)) as usize;
            let before = digest(session.state_after(keep).expect("kept inputs have states"));
            session.undo(keep).expect("there is something to take back");
            assert_eq!(digest(session.state()), before, "undo is a shorter record");
        }
    }
    replays_as_saved(&load, &session);
    let state = serde_json::to_string(session.state()).expect("states have string keys");
    let read: G::State = serde_json::from_str(&state).expect("a saved state can be read");
    assert!(read == *session.state(), "a state survives writing and reading");
    let counted = session.len();
    for _ in 0..CORRECTIONS {
        corrects(&load, &mut session, die);
    }
    replays_as_saved(&load, &session);
    counted
}

/// Asserts that a record is the same once saved and read, and leads to the same position.
fn replays_as_saved<G: Hosted>(load: &impl Fn() -> G, session: &Session<G>) {
    let saved = serde_json::to_string(&session.saved()).expect("records have string keys");
    let loaded: Transcript = serde_json::from_str(&saved).expect("a saved record can be read");
    assert_eq!(loaded, session.saved(), "save then load is the identity");
    let replayed = Session::replay(load(), &loaded, Replaying::whole(&|_, _, _| Vec::new()), None)
        .map_err(|e| e.to_string());
    let replayed = replayed.unwrap_or_else(|e| panic!("a replay differs: {e}"));
    assert!(replayed.state() == session.state(), "a replay gives the same state");
}

/// Puts a roll right, half of the time to what it was, and asserts that all is as if what counts had
/// been played anew.
fn corrects<G: Hosted>(load: &impl Fn() -> G, session: &mut Session<G>, die: Die) {
    let counted = (0..).zip(session.counted());
    let rolls = counted.filter_map(|(at, (counted, _))| match &counted.input {
        Input::Roll { faces, source } => Some((at, counted.number, faces.clone(), *source)),
        _ => None,
    });
    let mut rolls: Vec<_> = rolls.collect();
    if rolls.is_empty() {
        return;
    }
    let (at, number, mut faces, source) = rolls.swap_remove(die(rolls.len() as u32) as usize);
    let before = session.state_after(at).expect("an input has a position before it");
    if let Pending::Roll(request) = session.game.pending(before, &mut Silent)
        && die(2) == 0
    {
        faces = throw(&*session.game, &request, die);
    }
    session.correct(number, Input::Roll { faces, source }).expect("thrown faces fit");
    let anew = session.begun_again(session.len()).expect("so many inputs count");
    let anew = Session::replay(load(), &anew, Replaying::whole(&|_, _, _| Vec::new()), None);
    let anew = anew.map_err(|differs| differs.to_string()).expect("what counts can be played");
    assert!(anew.state() == session.state(), "a correction is as if played anew");
    assert_eq!(anew.counted().count(), session.counted().count(), "each input is told of");
}

fn step<G: Hosted>(session: &mut Session<G>, die: Die) -> bool {
    match session.game.pending(session.state(), &mut Silent) {
        Pending::Over(_) => return false,
        Pending::Choice(choice) => {
            for seat in choice.seats.iter() {
                let mut actions = Vec::new();
                session.game.legal(session.state(), seat, &mut actions);
                let chosen = actions.swap_remove(die(actions.len() as u32) as usize);
                session.act(seat, &chosen, "salt").expect("listed actions are legal");
            }
        }
        Pending::Roll(request) => {
            let faces = throw(&*session.game, &request, die);
            session.roll(&faces, FaceSource::Dictated, "salt").expect("thrown faces fit");
        }
    }
    true
}
