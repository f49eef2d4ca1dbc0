//! A charge at a stronghold, played on the contract: paths, interrupts, allocation, an opposed roll.
//!
//! Left out of the assault: counter charge, support, critical hits, forgone attacks, hack-downs.
//! Bases are points, places whole numbers of 0.001 cm.

#[path = "stronghold_charge/assault.rs"]
mod assault;
#[path = "stronghold_charge/geometry.rs"]
mod geometry;
#[path = "stronghold_charge/paths.rs"]
mod paths;
#[path = "stronghold_charge/position.rs"]
mod position;
#[path = "stronghold_charge/rules.rs"]
mod rules;

use position::{Action, Amendment, Charge, Event, Path, Rule, Setup, State, Step};
use std::collections::BTreeMap;
use umpire_core::data::Files;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Listing, Outcome, Pending};
use umpire_core::odds::{Share, enumerate};
use umpire_core::ruling::{Node, RuleId, Ruling, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::session::Session;
use umpire_core::testing::{random_game, splitmix};
use umpire_core::transcript::{FORMAT, FaceSource, Header};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn begun() -> (Charge, State) {
    let game = Charge::new();
    let state = game.start(&Setup { markers: [0, 1] }).expect("a sound setup");
    (game, state)
}

fn path(unit: u8, legs: &[(i32, i32)]) -> Path {
    Path { unit, legs: legs.iter().map(|(x, y)| geometry::Point { x: *x, y: *y }).collect() }
}

fn act(game: &Charge, state: &mut State, seat: Seat, action: Action) -> Vec<Event> {
    let mut events = Vec::new();
    game.act(state, seat, &action, &mut events).expect("a legal action");
    let text = serde_json::to_string(state).expect("states have string keys");
    let read: State = serde_json::from_str(&text).expect("a saved state can be read");
    assert_eq!(read, *state, "a state survives writing and reading");
    events
}

/// Rolls numbers as printed on the dice.
fn roll(game: &Charge, state: &mut State, numbers: &[u8]) -> Vec<Event> {
    let faces: Vec<Face> = numbers.iter().map(|number| number - 1).collect();
    let mut events = Vec::new();
    game.roll(state, &faces, &mut events).expect("faces fit");
    events
}

fn groups(game: &Charge, state: &State) -> Vec<(u8, u8, Option<u16>)> {
    match game.pending(state, &mut Silent) {
        Pending::Roll(request) => {
            request.groups.iter().map(|g| (g.seat.0, g.count, g.subject)).collect()
        }
        other => panic!("no roll: {other:?}"),
    }
}

/// Units 0 and 1 go straight in, 2 goes round the mountain; 3 and 4 stay and shoot.
fn three_charge() -> Action {
    Action::Charge(vec![
        path(0, &[(-4000, -5000)]),
        path(1, &[(-2000, -5000)]),
        path(2, &[(1000, -14_000), (1000, -5000)]),
    ])
}

#[test]
fn a_whole_assault_with_dictated_faces() {
    let (game, mut state) = begun();
    let told = act(&game, &mut state, A, three_charge());
    let stopped = geometry::Point { x: -2000, y: -12_000 };
    assert_eq!(told.last(), Some(&Event::Moved(1, stopped)), "toxic ground cuts the move off");
    assert_eq!(groups(&game, &state), [(0, 1, Some(1))]);
    assert_eq!(roll(&game, &mut state, &[2]), [Event::Tested(1, true)]);
    let rest = [path(1, &[(-2000, -5000)]), path(2, &[(1000, -14_000), (1000, -5000)])];
    act(&game, &mut state, A, Action::Charge(rest.to_vec()));
    act(&game, &mut state, A, Action::Invade(0b011));

    let mut ties = Vec::new();
    assert_eq!(game.legal(&state, B, &mut ties), Listing::Complete);
    assert_eq!(ties.len(), 4, "two invaders, three occupants: 2 or 3 tied, C(3,2) + C(3,3)");
    act(&game, &mut state, B, Action::Tie(0b0110_0000));
    let asked = [(0, 2, None), (0, 1, None), (0, 2, None), (1, 2, None), (1, 1, None)];
    assert_eq!(groups(&game, &state), asked);
    let told = roll(&game, &mut state, &[3, 2, 6, 5, 6, 4, 1, 5]);
    let hits =
        [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)].map(|(group, hits)| Event::Hits(group, hits));
    assert_eq!(told, hits);
    assert_eq!(roll(&game, &mut state, &[4, 2, 5]), [], "two failed saves are rolled again");
    assert_eq!(roll(&game, &mut state, &[3, 5]), [Event::Cracked(3)]);
    let mut who = Vec::new();
    game.legal(&state, B, &mut who);
    assert_eq!(who, [0b0010_0000, 0b0100_0000, 0b1000_0000].map(Action::Allot));
    act(&game, &mut state, B, Action::Allot(0b1000_0000));
    assert_eq!(roll(&game, &mut state, &[2]), [Event::Fell(7, Rule::Cover)]);
    act(&game, &mut state, A, Action::Allot(0b001));
    assert_eq!(roll(&game, &mut state, &[4]), [], "4+ saves an invader");
    act(&game, &mut state, A, Action::Allot(0b100));
    assert_eq!(roll(&game, &mut state, &[3]), [Event::Fell(2, Rule::Armour)]);

    let mut ruling = Ruling::default();
    game.pending(&state, &mut ruling);
    let sum = |nodes: &[Node<Rule>]| -> i32 {
        let amount =
            |node: &Node<Rule>| if let Node::Modifier { amount, .. } = node { *amount } else { 0 };
        nodes.iter().map(amount).sum()
    };
    let sums: Vec<i32> = ruling
        .nodes
        .iter()
        .map(|node| match node {
            Node::Group { nodes, .. } => sum(nodes),
            _ => 0,
        })
        .collect();
    assert_eq!(
        sums,
        [4, 2],
        "2 damage, no marker, more markers against it | 1 damage, 6 against 4"
    );
    let told = roll(&game, &mut state, &[1, 3, 5, 2]);
    assert_eq!(told, [Event::Totals([7, 7])], "a tie: they fight on");
    assert!(matches!(state.steps.last(), Some(Step::Strike)), "two are tied by necessity, unasked");
    assert_eq!(groups(&game, &state), [(0, 2, None), (0, 2, None), (1, 2, None)]);
    roll(&game, &mut state, &[1, 1, 1, 1, 1, 1]);
    let told = roll(&game, &mut state, &[1, 3, 1, 1]);
    assert_eq!(told, [Event::Totals([7, 3]), Event::Ended(Seats::only(A))]);
    assert_eq!(
        game.pending(&state, &mut Silent),
        Pending::Over(Outcome { winners: Seats::only(A) })
    );
}

#[test]
fn a_ruin_in_mid_assault_hits_everyone_inside() {
    let (game, mut state) = begun();
    state.wall = 1;
    state.dealt = [3, 0];
    assert_eq!(game.sound(&state), Ok(()));
    let near = [path(0, &[(-4000, -5000)]), path(3, &[(4000, -5000)])];
    act(&game, &mut state, A, Action::Charge(near.to_vec()));
    act(&game, &mut state, A, Action::Invade(0b1));
    act(&game, &mut state, B, Action::Tie(0b0010_0000));
    assert_eq!(groups(&game, &state).len(), 5);
    let told = roll(&game, &mut state, &[1, 3, 1, 1, 4, 1, 1]);
    assert_eq!(
        told[3],
        Event::Hits(3, 1),
        "the occupant's hit waits until the wall has been saved"
    );
    roll(&game, &mut state, &[1]);
    assert_eq!(roll(&game, &mut state, &[4]), [Event::Cracked(0), Event::Ruined]);
    let inside = [(0, 1, Some(0)), (1, 1, Some(5)), (1, 1, Some(6)), (1, 1, Some(7))];
    assert_eq!(groups(&game, &state), inside, "invaders too");
    let told = roll(&game, &mut state, &[3, 2, 3, 1]);
    assert_eq!(told, [Event::Fell(5, Rule::RuinHits), Event::Fell(7, Rule::RuinHits)]);
    assert_eq!(state.dealt, [6, 0], "the wall and two units");
    assert_eq!(groups(&game, &state), [(0, 1, Some(0))], "the simultaneous hit still counts");
    assert_eq!(roll(&game, &mut state, &[1]), [Event::Fell(0, Rule::Armour)]);
    assert_eq!(groups(&game, &state), [(0, 2, None), (1, 2, None)]);
}

/// The rules a refused action breaks, the numbers of the first, and its remedy, which passes.
fn refused(
    game: &Charge,
    state: &State,
    seat: Seat,
    action: &Action,
) -> (Vec<&'static str>, Option<(i64, i64)>, Action) {
    assert!(game.check(state, seat, action, &mut Silent).is_err());
    let ruling = game.ruling(state, seat, action);
    let numbers = ruling.nodes.iter().find_map(|node| match node {
        Node::Premise { holds: false, fact, .. } => fact.found.zip(fact.needed),
        _ => None,
    });
    let remedies = ruling.remedies();
    let value = remedies[0].action.clone().expect("the remedy is an action");
    let instead: Action = serde_json::from_value(value).expect("and one of this game");
    assert_eq!(game.check(state, seat, &instead, &mut Silent), Ok(()), "{instead:?}");
    (ruling.broken.iter().map(|rule| rule.id()).collect(), numbers, instead)
}

#[test]
fn refusals_say_why_and_what_else() {
    let (game, mut state) = begun();
    let good = path(0, &[(-4000, -5000)]);
    let of = |bad: Path| Action::Charge(vec![good.clone(), bad]);
    let round = path(2, &[(1000, -14_000), (1000, -5000)]);
    let through = refused(&game, &state, A, &of(path(2, &[(2000, -5000)])));
    assert_eq!(through, (vec!["EA-5.3"], None, of(round.clone())));
    let long = refused(&game, &state, A, &of(path(2, &[(-4000, -19_000), (-4000, -5000)])));
    assert_eq!(long, (vec!["EA-3.1"], Some((20_000, 15_000)), of(round.clone())));
    let lurks = refused(&game, &state, A, &of(path(2, &[(1000, -14_000), (1000, -10_000)])));
    assert_eq!(lurks, (vec!["EA-3.4.7"], None, of(round.clone())), "5.0 cm away is in the zone");
    let legal = of(path(2, &[(1000, -14_000), (1000, -10_001)]));
    assert_eq!(game.check(&state, A, &legal, &mut Silent), Ok(()));
    let both = refused(&game, &state, A, &of(path(2, &[(2000, 0)])));
    assert_eq!(both, (vec!["EA-3.1", "EA-5.3", "EA-6.3.1"], Some((19_000, 15_000)), of(round)));
    assert!(game.check(&state, B, &Action::Charge(Vec::new()), &mut Silent).is_err());

    let mut listed = Vec::new();
    assert_eq!(game.legal(&state, A, &mut listed), Listing::Candidates);
    assert_eq!(listed.len(), 7, "hold, all, each alone");
    assert_eq!(listed[0], Action::Charge(Vec::new()));
    act(&game, &mut state, A, listed[1].clone());
    roll(&game, &mut state, &[6]);
    listed.clear();
    game.legal(&state, A, &mut listed);
    act(&game, &mut state, A, listed[1].clone());
    let many = refused(&game, &state, A, &Action::Invade(0b11111));
    assert_eq!(many, (vec!["EA-8.8.4"], Some((5, 4)), Action::Invade(0b01111)));
    act(&game, &mut state, A, Action::Invade(0b00001));
    let none = refused(&game, &state, B, &Action::Tie(0));
    assert_eq!(none, (vec!["EA-8.8.7"], Some((0, 1)), Action::Tie(0b0010_0000)));
    let three = refused(&game, &state, B, &Action::Tie(0b1110_0000));
    assert_eq!(three.1, Some((3, 2)), "at most two for each invader");
}

fn session() -> Session<Charge> {
    let header = Header {
        format: FORMAT,
        version: String::new(),
        ruleset: "charge".into(),
        edition: String::new(),
        house_rules: Vec::new(),
        data: String::new(),
        setup: serde_json::to_value(Setup { markers: [0, 1] }).expect("string keys"),
        scenario: String::new(),
        sources: Files::default(),
        players: Vec::new(),
        seed: None,
        seed_seal: None,
        secret: None,
    };
    Session::new(Charge::new(), header).expect("a sound setup")
}

#[test]
fn what_was_cut_off_is_offered_again() {
    let mut session = session();
    session.act(A, &three_charge(), "").expect("legal");
    assert_eq!(session.rest().map(|_| ()), None, "a die is waited for");
    session.roll(&[5], FaceSource::Dictated).expect("one die");
    let rest = vec![path(1, &[(-2000, -5000)]), path(2, &[(1000, -14_000), (1000, -5000)])];
    let offered = session.rest().map(|(seat, action)| (seat, action.clone()));
    assert_eq!(offered, Some((A, Action::Charge(rest))));

    session.undo(1).expect("the die is taken back");
    session.roll(&[0], FaceSource::Dictated).expect("one die");
    let rest = vec![path(2, &[(1000, -14_000), (1000, -5000)])];
    let offered = session.rest().map(|(seat, action)| (seat, action.clone()));
    assert_eq!(offered, Some((A, Action::Charge(rest.clone()))), "the fallen unit has no rest");
    session.act(A, &Action::Charge(rest), "").expect("the rest is legal");
    assert_eq!(session.rest().map(|_| ()), None);
    assert!(matches!(session.state().steps.last(), Some(Step::Invade)));
    let saved = session.saved();
    let again =
        Session::replay(Charge::new(), &saved, None, &|_, _, _| Vec::new()).expect("the same game");
    assert_eq!(again.state(), session.state());
}

#[test]
fn the_judge_sees_what_the_geometry_does_not() {
    let (game, mut state) = begun();
    let only = vec![path(0, &[(-4000, -5000)])];
    act(&game, &mut state, A, Action::Charge(only));
    let mut blind = state.clone();
    act(&game, &mut blind, A, Action::Invade(0));
    assert_eq!(groups(&game, &blind)[1], (0, 3, None), "unit 2 stands behind the mountain");
    game.amend(&mut state, &Amendment::Sees(2, true), &mut Deaf).expect("a sound change");
    act(&game, &mut state, A, Action::Invade(0));
    assert_eq!(groups(&game, &state)[1], (0, 4, None));
}

#[test]
fn the_odds_of_the_opposed_roll_are_exact() {
    let (game, mut state) = begun();
    state.steps = [Step::Result].into_iter().collect();
    for dealt in [[0, 0], [0, 2], [3, 0]] {
        state.units.iter_mut().for_each(|unit| unit.alive = true);
        state.dealt = dealt;
        let modifiers = game.modifiers(&state, &mut Silent);
        let mut counted: BTreeMap<i32, u32> = BTreeMap::new();
        for raw in 0..6i32.pow(4) {
            let die = |at: u32| raw / 6i32.pow(at) % 6 + 1;
            let [a, b] = [die(0).max(die(1)) + modifiers[0], die(2).max(die(3)) + modifiers[1]];
            *counted.entry((a - b).signum()).or_default() += 1;
        }
        let rolled = |state: &State| !matches!(state.steps.last(), Some(Step::Result));
        let winner = |state: &State| match state.ended {
            Some(outcome) if outcome.winners.contains(A) => 1,
            Some(_) => -1,
            None => 0,
        };
        let exact = enumerate(&game, &state, 10_000, rolled, |_, _| None, winner).expect("few");
        let known: BTreeMap<i32, _> =
            exact.iter().map(|(who, share)| (*who, share.in_lowest_terms())).collect();
        let brute: BTreeMap<i32, _> = counted
            .iter()
            .map(|(who, count)| (*who, Share::of(*count, 1296u32).in_lowest_terms()))
            .collect();
        assert_eq!(known, brute, "{dealt:?} {modifiers:?}");
    }
}

#[test]
fn random_play_ends_and_loses_nobody() {
    let (game, begun) = begun();
    let (mut ruins, mut wins) = (0, [0; 2]);
    for seed in 0..2000 {
        let mut state = begun.clone();
        state.wall = if seed % 2 == 0 { 4 } else { 1 };
        state.dealt[0] = 4 - state.wall;
        let inputs = random_game(&game, &mut state, &mut Vec::new(), splitmix(seed), 400);
        assert!(inputs < 400, "seed {seed} does not end: {:?}", state.steps);
        assert_eq!(game.sound(&state), Ok(()), "seed {seed}: {state:?}");
        ruins += u32::from(state.wall == 0);
        let outcome = state.ended.expect("it ended");
        (0..2)
            .filter(|at| outcome.winners.contains(Seat(*at)))
            .for_each(|at| wins[usize::from(at)] += 1);
    }
    assert!(ruins > 100 && wins[0] > 200 && wins[1] > 200, "{ruins} ruins, {wins:?} wins");
}
