//! Set-up with small forces: every limit at once, secrets, ties, the Frontier, distances.

use crate::tables::catalog::catalog;
use serde_json::json;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::{RuleId, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::pieces::{Army, PieceSet, Place};
use umpire_dragon_dice::position::setup::Setup;
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::rules::force;
use umpire_dragon_dice::steps::setup::divide;
use umpire_dragon_dice::tables::rule::Rule;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn game(edition: &str, seats: &[&str]) -> DragonDice {
    let catalog = catalog();
    let rules = catalog.editions[edition].clone();
    let names = seats.iter().map(ToString::to_string).collect();
    DragonDice::new(catalog.kept_to(&rules).into(), rules, edition.to_string(), names)
}

fn setup(value: serde_json::Value) -> Setup {
    serde_json::from_value(value).expect("it has the form of a setup")
}

/// Six points of Treefolk, undivided.
fn six(frontier: &str) -> serde_json::Value {
    json!({
        "terrains": {"home": "swampland-tower", "frontier": frontier},
        "force": ["oak", "pine", "2 oakling"],
        "dragons": ["green-wyrm"],
    })
}

fn broken(game: &DragonDice, value: serde_json::Value) -> Vec<(&'static str, String)> {
    let refusals = game.start(&setup(value)).expect_err("it breaks limits");
    refusals.into_iter().map(|refusal| (refusal.rule.id(), refusal.says)).collect()
}

/// Answers for a seat with the first listed action.
fn answer(game: &DragonDice, state: &mut State, seat: Seat, action: Action) {
    game.act(state, seat, &action, &mut Deaf).expect("the action is legal");
}

/// Throws faces for the pending roll.
fn throw(game: &DragonDice, state: &mut State, faces: &[Face]) {
    game.roll(state, faces, &mut Deaf).expect("the faces fit");
}

fn divided(game: &DragonDice) -> State {
    let seats = json!({"seats": [["A", six("coastland-city")], ["B", six("highland-city")]]});
    let mut state = game.start(&setup(seats)).expect("both forces are legal");
    for seat in [A, B] {
        let division = divide::divisions(game, &state, seat)[0];
        answer(game, &mut state, seat, division);
    }
    state
}

#[test]
fn every_limit_is_told_at_once() {
    let game = game("classic", &["A", "B"]);
    let seat = json!({
        "terrains": {"home": "swampland-tower", "frontier": "coastland-city"},
        // 9 points of which 5 make magic, where 8 are agreed and 4 may.
        "armies": {"home": ["2 dryad", "hamadryad"], "campaign": ["2 oakling"], "horde": ["oak"]},
        "dragons": ["green-wyrm", "red-wyrm"],
        "minor_terrains": ["5 coastland-bridge"],
        "dragonkin": ["3 water-dragonfoal"],
    });
    let found =
        broken(&game, json!({"total": 8, "seats": [["A", seat], ["B", six("coastland-city")]]}));
    let ids: Vec<&str> = found.iter().map(|(id, _)| *id).collect();
    for id in ["DD-3.2", "DD-3.4", "DD-3.5", "DD-3.8", "DD-3.9", "DD-3.10"] {
        assert!(ids.contains(&id), "{id} is missing: {found:?}");
    }
    let says = |id: &str| {
        let of = found.iter().find(|(known, _)| *known == id);
        of.map_or("", |(_, says)| says.as_str()).to_string()
    };
    assert_eq!(says("DD-3.2"), "A brings 9 health points, and 8 are agreed");
    assert_eq!(says("DD-3.4"), "5 points can make magic, and at most 4 may");
    assert_eq!(says("DD-3.9"), "A brings 3 health of Dragonkin, at most 2");
    assert_eq!(says("DD-3.10"), "the home army has 5 points, and at most 4 are allowed");
}

#[test]
fn white_dragons_fill_two_places_now_and_one_before() {
    let white = |mut seat: serde_json::Value| {
        seat["dragons"] = json!(["white-wyrm"]);
        seat
    };
    let seats = json!([["A", white(six("coastland-city"))], ["B", six("coastland-city")]]);
    let found = broken(&game("current", &["A", "B"]), json!({"seats": seats}));
    assert_eq!(found[0].0, "DD-3.5");
    assert!(game("classic", &["A", "B"]).start(&setup(json!({"seats": seats}))).is_ok());
}

#[test]
fn an_advanced_terrain_is_no_home_now() {
    let game = game("current", &["A", "B"]);
    let seats = json!({"seats": [["A", six("coastland-castle")], ["B", six("highland-city")]]});
    let state = game.start(&setup(seats)).expect("the forces are legal");
    let homes = |seat| -> Vec<u8> {
        let dies = divide::divisions(&game, &state, seat).into_iter().map(|action| match action {
            Action::Assemble { home_die, .. } => home_die,
            other => panic!("{other:?} divides nothing"),
        });
        dies.collect()
    };
    assert!(homes(A).iter().all(|die| *die == 0));
    assert!(homes(B).contains(&1));
    let Action::Assemble { home, campaign, .. } = divide::divisions(&game, &state, A)[0] else {
        return;
    };
    let swapped = Action::Assemble { home_die: 1, home, campaign };
    let ruling = game.ruling(&state, A, &swapped);
    assert_eq!(ruling.broken.iter().map(|rule| rule.id()).collect::<Vec<_>>(), ["DD-3.7"]);
    let all_at_home =
        Action::Assemble { home_die: 0, home: state.at(A, Place::OUT), campaign: PieceSet::NONE };
    assert!(game.ruling(&state, A, &all_at_home).broken.len() > 2, "all faults are told");
}

#[test]
fn medium_equipment_is_cheaper_in_pairs() {
    let game = game("current", &["A", "B"]);
    let kind = |name: &str| game.catalog.kind_named(name).expect("there is such a die");
    let (blade, shield) = (kind("water-dawn-blade"), kind("earth-steel-buckler"));
    assert_eq!(force::points_of(&game, [blade]), 2);
    assert_eq!(force::points_of(&game, [blade, shield]), 3);
    assert_eq!(force::points_of(&game, [blade, shield, blade]), 5);
    assert_eq!(force::points_of(&game, [blade, shield, blade, kind("oak")]), 7);
}

#[test]
fn forces_are_secret_until_all_are_divided() {
    let game = game("current", &["A", "B"]);
    let seats = json!({"seats": [["A", six("coastland-city")], ["B", six("highland-city")]]});
    let mut state = game.start(&setup(seats)).expect("both forces are legal");
    let before = game.view(&state, B);
    let division = divide::divisions(&game, &state, A)[0];
    answer(&game, &mut state, A, division);
    let mut view = game.view(&state, B);
    assert!(view.roster.force(A).members().is_empty());
    assert_eq!(game.pending(&view, &mut Silent), game.pending(&state, &mut Silent));
    let assembling = view.assembling.as_mut().expect("it goes on");
    assembling.done = Seats::NONE;
    assert_eq!(view, before, "how A divided shows nowhere");
    let imagined = game.sample(&game.view(&state, B), &mut |_| 0);
    assert_eq!(game.view(&imagined, B), game.view(&state, B));
    assert!(game.check_invariants(&imagined).is_ok());
    let division = divide::divisions(&game, &state, B)[0];
    answer(&game, &mut state, B, division);
    assert_eq!(game.view(&state, B), state, "everything lies open");
}

#[test]
fn ties_are_rolled_again_and_the_second_gets_the_other_choice() {
    let game = game("current", &["A", "B"]);
    let mut state = divided(&game);
    let dice = |state: &State| match game.pending(state, &mut Silent) {
        Pending::Roll(request) => request.dice(),
        other => panic!("dice are rolled: {other:?}"),
    };
    let each = dice(&state) / 2;
    assert!(each > 0);
    // IDs all round: both armies count their health.
    let (a, b) = (state.muster(A).expect("A"), state.muster(B).expect("B"));
    let health = |seat: Seat, set| state.roster.force(seat).total_health(set);
    assert_eq!(health(A, a.horde()), health(B, b.horde()));
    throw(&game, &mut state, &vec![0; each * 2]);
    assert_eq!(dice(&state), each * 2, "a tie is rolled again");
    // Only B shows IDs; the other faces of these dice show no maneuver on face 2.
    let faces: Vec<Face> = (0..each * 2).map(|die| Face::from(die < each)).collect();
    throw(&game, &mut state, &faces);
    let Pending::Choice(choice) = game.pending(&state, &mut Silent) else { panic!("B chooses") };
    assert!(choice.seats.contains(B));
    answer(&game, &mut state, B, Action::First { first: true });
    assert_eq!(state.marching, B);
    answer(&game, &mut state, A, Action::Frontier(B));
    // Two players have no choice of places; three terrain dice fall.
    assert_eq!(dice(&state), 3);
    let at = |owner, place| state.exists(Army { owner, place: Place(place) });
    assert!([(A, 0), (A, 1), (A, 2), (B, 0), (B, 1), (B, 2)].iter().all(|(s, p)| at(*s, *p)));
    throw(&game, &mut state, &[6, 7, 2]);
    assert_eq!(dice(&state), 1, "the 8 is rolled again");
    throw(&game, &mut state, &[0]);
    let shown: Vec<u8> = state.grounds.iter().map(|ground| ground.face).collect();
    assert_eq!(shown, [6, 1, 3], "a 7 becomes a 6");
    assert_eq!(state.turn, 1);
    assert!(state.assembling.is_none());
}

#[test]
fn three_players_choose_where_their_armies_go() {
    let game = game("current", &["A", "B", "C"]);
    let seat = |frontier| {
        json!({
            "terrains": {"home": "swampland-tower", "frontier": frontier},
            "armies": {"home": ["oak"], "campaign": ["pine"], "horde": ["willow"]},
            "dragons": ["green-wyrm"],
        })
    };
    let all = [["A", "B", "C"].map(|name| json!([name, seat("coastland-city")]))];
    let mut state = game.start(&setup(json!({"seats": all[0]}))).expect("the forces are legal");
    // Willows: face 3 shows 2 maneuver, an ID 2; A and C tie for the best, B is out of it.
    throw(&game, &mut state, &[0, 1, 2]);
    let Pending::Roll(request) = game.pending(&state, &mut Silent) else { panic!("a tie") };
    let seats: Vec<Seat> = request.groups.iter().map(|group| group.seat).collect();
    assert_eq!(seats, [A, Seat(2)]);
    throw(&game, &mut state, &[1, 0]);
    answer(&game, &mut state, Seat(2), Action::First { first: true });
    // All propose one die, so nobody is asked; C places first.
    let wrong = Action::Go(Place(2));
    let ruling = game.ruling(&state, Seat(2), &wrong);
    assert_eq!(ruling.broken, [Rule::Placement]);
    answer(&game, &mut state, Seat(2), Action::Go(Place(1)));
    assert_eq!(game.ruling(&state, Seat(2), &Action::Go(Place(1))).broken, [Rule::Placement]);
    answer(&game, &mut state, Seat(2), Action::Go(Place(0)));
    let Pending::Choice(choice) = game.pending(&state, &mut Silent) else { panic!("A places") };
    assert!(choice.seats.contains(A), "turn order goes round the seats");
}
