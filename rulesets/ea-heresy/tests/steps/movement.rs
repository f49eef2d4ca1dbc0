//! Moves on staged positions: lengths, zones, ground, buildings, coherency.

use crate::staged::Staged;
use umpire_core::game::Game;
use umpire_core::table::{Length, Point};
use umpire_ea_heresy::position::action::{Action, Ending, UnitMove};
use umpire_ea_heresy::position::state::{Body, PieceNo, Stopped, UnitNo, Whereabouts};
use umpire_ea_heresy::position::step::{MoveKind, MoveStep, Step};
use umpire_ea_heresy::steps;
use umpire_ea_heresy::tables::rule::Rule;

fn cm(x: f64, y: f64) -> Point {
    Point::new((x * 1000.0) as Length, (y * 1000.0) as Length)
}

/// A formation of side A that goes on with an order against side B.
fn ordered(a: &[&str], b: &[&str], order: &str, more: &str) -> Staged {
    let name = a[0].split("name: ").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or("?");
    let begins = format!("begins: {{order: {{formation: {name}, order: {order}}}}}\n{more}");
    Staged::of(a, b, &begins)
}

fn way(staged: &Staged, unit: &str, path: &[(f64, f64)]) -> UnitMove {
    UnitMove {
        unit: staged.unit(unit),
        path: path.iter().map(|(x, y)| cm(*x, *y)).collect(),
        facing: None,
        cautious: false,
        ends: None,
    }
}

fn to(staged: &Staged, unit: &str, path: &[(f64, f64)]) -> Action {
    Action::Move(vec![way(staged, unit, path)])
}

fn place(staged: &Staged, unit: &str) -> Whereabouts {
    staged.state.unit(staged.unit(unit)).place
}

/// Refused by that rule; what is offered instead is legal.
fn refused(staged: &Staged, action: &Action, rule: Rule) {
    let ruling = staged.ruling(action);
    assert!(ruling.broken.contains(&rule), "{action:?}: {:?}, expected {rule:?}", ruling.broken);
    for remedy in ruling.remedies() {
        if let Some(instead) = &remedy.action {
            let instead: Action = serde_json::from_value(instead.clone()).expect("an action");
            let again = staged.ruling(&instead);
            assert!(again.holds(), "{instead:?} instead of {action:?}: {:?}", again.broken);
        }
    }
}

const ORKS: &str = "{name: orks, units: {infantry: 2}, from: [20, 110]}";

#[test]
fn a_way_is_as_long_as_the_speed() {
    let mut staged =
        ordered(&["{name: wolves, units: {infantry: 1}, from: [20, 20]}"], &[ORKS], "advance", "");
    let far = to(&staged, "wolves", &[(20.0, 35.01)]);
    refused(&staged, &far, Rule::Moves);
    let bent = to(&staged, "wolves", &[(26.0, 28.0), (26.0, 33.0)]);
    staged.act(&bent);
    assert_eq!(place(&staged, "wolves"), Whereabouts::Table(cm(26.0, 33.0)));
    let twice =
        ordered(&["{name: wolves, units: {infantry: 1}, from: [20, 20]}"], &[ORKS], "double", "");
    let mut twice = twice;
    let north = to(&twice, "wolves", &[(20.0, 35.0)]);
    twice.act(&north);
    assert_eq!(twice.asked().1, Rule::Moves, "the second move of a double");
}

#[test]
fn units_that_go_too_far_together_may_go_less_far_together() {
    let staged =
        ordered(&["{name: wolves, units: {infantry: 2}, from: [20, 20]}"], &[ORKS], "advance", "");
    let all =
        [way(&staged, "wolves 1", &[(20.0, 60.0)]), way(&staged, "wolves 2", &[(24.0, 60.0)])];
    let far = Action::Move(all.to_vec());
    refused(&staged, &far, Rule::Moves);
    let ruling = staged.ruling(&far);
    // One unit's refusal is told, the other's hangs on it; and both go as far as they may.
    let told =
        ruling.remedies().iter().filter_map(|remedy| remedy.action.clone()).collect::<Vec<_>>();
    let near =
        [way(&staged, "wolves 1", &[(20.0, 35.0)]), way(&staged, "wolves 2", &[(24.0, 35.0)])];
    assert_eq!(told, [serde_json::to_value(Action::Move(near.to_vec())).expect("an action")]);
}

#[test]
fn moves_that_mean_nothing_are_refused_together_as_alone() {
    let staged =
        ordered(&["{name: wolves, units: {infantry: 2}, from: [20, 20]}"], &[ORKS], "advance", "");
    let near = way(&staged, "wolves 1", &[(20.0, 30.0)]);
    let nobody = UnitMove { unit: UnitNo(u16::MAX), ..near.clone() };
    let nowhere = UnitMove { path: vec![Point::new(i32::MIN, i32::MAX)], ..near.clone() };
    for (wrong, rule) in [(nobody, Rule::Formations), (nowhere, Rule::Board)] {
        for ways in
            [vec![wrong.clone()], vec![wrong.clone(), near.clone()], vec![near.clone(), wrong]]
        {
            refused(&staged, &Action::Move(ways), rule);
        }
    }
}

#[test]
fn roads_add_to_moves_that_stay_on_them() {
    let road = "pieces:\n  - {terrain: road, line: {points: [[5, 20], [120, 20]], width: 4}}";
    let tank = "{name: tanks, units: {tank: 1}, from: [20, 20]}";
    let staged = ordered(&[tank], &[ORKS], "advance", road);
    assert!(staged.ruling(&to(&staged, "tanks", &[(50.0, 20.0)])).holds());
    refused(&staged, &to(&staged, "tanks", &[(50.1, 20.0)]), Rule::Moves);
    refused(
        &staged,
        &to(&staged, "tanks", &[(40.0, 20.0), (40.0, 25.0), (42.0, 25.0)]),
        Rule::Moves,
    );
}

#[test]
fn zones_are_closed_and_keep_out() {
    let orks = "{name: orks, units: {infantry: 1}, from: [20, 40]}";
    let wolves = "{name: wolves, units: {infantry: 1}, from: [20, 20]}";
    let staged = ordered(&[wolves], &[orks], "advance", "");
    // Bases of radius 1: at 33 they are 5 apart, within the zone; at 32.998 not.
    refused(&staged, &to(&staged, "wolves", &[(20.0, 33.0)]), Rule::ZoneOfControl);
    assert!(staged.ruling(&to(&staged, "wolves", &[(20.0, 32.997)])).holds());
    let broken = "{name: orks, units: {infantry: 1}, from: [20, 40], broken: true}";
    let staged = ordered(&[wolves], &[broken], "advance", "");
    assert!(staged.ruling(&to(&staged, "wolves", &[(20.0, 34.0)])).holds());
}

#[test]
fn who_starts_in_a_zone_moves_out_and_comes_no_nearer() {
    let orks = "{name: orks, units: {infantry: 1}, from: [20, 24]}";
    let wolves = "{name: wolves, units: {infantry: 1}, from: [20, 20]}";
    let mut staged = ordered(&[wolves], &[orks], "advance", "");
    refused(&staged, &Action::Done, Rule::StartingInZone);
    refused(&staged, &to(&staged, "wolves", &[]), Rule::StartingInZone);
    refused(&staged, &to(&staged, "wolves", &[(20.0, 18.0)]), Rule::StartingInZone);
    refused(&staged, &to(&staged, "wolves", &[(20.0, 21.0), (20.0, 10.0)]), Rule::StartingInZone);
    assert!(staged.listed().iter().all(|action| staged.ruling(action).holds()));
    let out = to(&staged, "wolves", &[(20.0, 10.0)]);
    staged.act(&out);
}

#[test]
fn difficult_ground_asks_twice_and_the_rest_is_offered() {
    let scrub = "pieces:\n  - {terrain: scrub, rect: [30, 10, 60, 30]}";
    let tank = "{name: tanks, units: {tank: 1}, from: [20, 20]}";
    let mut staged = ordered(&[tank], &[ORKS], "advance", scrub);
    let before = staged.state.clone();
    let action = to(&staged, "tanks", &[(44.0, 20.0)]);
    staged.act(&action);
    assert_eq!(staged.groups(), [1]);
    assert_eq!(place(&staged, "tanks"), Whereabouts::Table(cm(30.0, 20.0)));
    staged.roll(&[1]).roll(&[4]);
    let rest = staged.game.rest(&before, &action, &staged.state).expect("there is a rest");
    assert_eq!(rest, to(&staged, "tanks", &[(44.0, 20.0)]));
    refused(&staged, &to(&staged, "tanks", &[(45.2, 20.0)]), Rule::Moves);
    staged.act(&rest);
    assert_eq!(place(&staged, "tanks"), Whereabouts::Table(cm(44.0, 20.0)));
}

#[test]
fn cautious_units_and_walkers_do_not_test_for_difficult_ground() {
    let scrub = "pieces:\n  - {terrain: scrub, rect: [22, 10, 60, 30]}";
    let tank = "{name: tanks, units: {tank: 1}, from: [20, 20]}";
    let mut staged = ordered(&[tank], &[ORKS], "advance", scrub);
    let careful = |x: f64, staged: &Staged| {
        Action::Move(vec![UnitMove { cautious: true, ..way(staged, "tanks", &[(x, 20.0)]) }])
    };
    refused(&staged, &careful(25.1, &staged), Rule::CautiousMove);
    let fits = careful(25.0, &staged);
    staged.act(&fits);
    assert_eq!(place(&staged, "tanks"), Whereabouts::Table(cm(25.0, 20.0)));
    let walker = "{name: walkers, units: {walker_tank: 1}, from: [20, 20]}";
    let mut staged = ordered(&[walker], &[ORKS], "advance", scrub);
    let action = to(&staged, "walkers", &[(40.0, 20.0)]);
    staged.act(&action);
    assert_eq!(place(&staged, "walkers"), Whereabouts::Table(cm(40.0, 20.0)));
}

#[test]
fn walkers_roll_dangerous_ground_again() {
    let woods = "pieces:\n  - {terrain: woods, rect: [30, 10, 60, 30]}";
    let walker = "{name: walkers, units: {walker_tank: 1}, from: [20, 20]}";
    let mut staged = ordered(&[walker], &[ORKS], "advance", woods);
    let action = to(&staged, "walkers", &[(40.0, 20.0)]);
    staged.act(&action).roll(&[1]);
    assert_eq!(staged.groups(), [1], "the die is rolled again");
    staged.roll(&[2]);
    assert_eq!(staged.asked().1, Rule::Moves);
}

#[test]
fn impassable_ground_stops_every_part_of_a_base() {
    let lake = "pieces:\n  - {terrain: lake_deep_river, rect: [30, 10, 40, 30]}";
    let wolves = "{name: wolves, units: {infantry: 1}, from: [20, 20]}";
    let staged = ordered(&[wolves], &[ORKS], "advance", lake);
    refused(&staged, &to(&staged, "wolves", &[(29.1, 20.0)]), Rule::ImpassableTerrain);
    assert!(staged.ruling(&to(&staged, "wolves", &[(29.0, 20.0)])).holds());
    let skimmers = "{name: gravs, units: {grav_tank: 1}, from: [20, 20]}";
    let staged = ordered(&[skimmers], &[ORKS], "advance", lake);
    assert!(staged.ruling(&to(&staged, "gravs", &[(50.0, 20.0)])).holds());
    refused(&staged, &to(&staged, "gravs", &[(38.0, 20.0)]), Rule::ImpassableTerrain);
    let bridge = "pieces:\n  - {terrain: lake_deep_river, rect: [30, 10, 40, 30]}\n  \
                  - {terrain: road, line: {points: [[10, 20], [60, 20]], width: 3}}";
    let staged = ordered(&[wolves], &[ORKS], "advance", bridge);
    assert!(staged.ruling(&to(&staged, "wolves", &[(35.0, 20.0)])).holds());
}

#[test]
fn vehicles_do_not_pass_vehicles_and_nobody_passes_enemies() {
    let tanks = "{name: tanks, units: {tank: 2}, at: [[20, 20], [24, 20]]}";
    let staged = ordered(&[tanks], &[ORKS], "advance", "");
    refused(&staged, &to(&staged, "tanks 1", &[(30.0, 20.0)]), Rule::ThroughFriends);
    let wolves = "{name: wolves, units: {infantry: 2}, at: [[20, 20], [23, 20]]}";
    let staged = ordered(&[wolves], &[ORKS], "advance", "");
    assert!(staged.ruling(&to(&staged, "wolves 1", &[(27.0, 20.0)])).holds());
    refused(&staged, &to(&staged, "wolves 1", &[(22.0, 20.0)]), Rule::Bases);
    let broken = "{name: orks, units: {infantry: 1}, from: [28, 20], broken: true}";
    let staged = ordered(&[wolves], &[broken], "advance", "");
    refused(&staged, &to(&staged, "wolves 2", &[(35.0, 20.0)]), Rule::NotThroughEnemies);
}

#[test]
fn a_stronghold_takes_eight_and_whoever_enters_stops() {
    let keep = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 10, 40, 30]}";
    let wolves = "{name: wolves, units: {infantry: 2}, at: [[20, 18], [20, 22]]}";
    let mut staged = ordered(&[wolves], &[ORKS], "double", keep);
    let keep = staged.piece("keep");
    let go = |staged: &Staged, unit: &str, path: &[(f64, f64)]| {
        let ends = Some(Ending::Enter(keep));
        Action::Move(vec![UnitMove { ends, ..way(staged, unit, path) }])
    };
    refused(&staged, &go(&staged, "wolves 1", &[(27.0, 18.0)]), Rule::EnteringAndLeaving);
    refused(&staged, &to(&staged, "wolves 1", &[(32.0, 18.0)]), Rule::EnteringAndLeaving);
    let (one, two) =
        (go(&staged, "wolves 1", &[(29.0, 18.0)]), go(&staged, "wolves 2", &[(29.0, 22.0)]));
    staged.act(&one).act(&two);
    assert_eq!(place(&staged, "wolves 1"), Whereabouts::Inside(keep));
    assert_ne!(staged.asked().1, Rule::Moves, "nobody is left to make the second move");
    let out = "{name: wolves, units: {infantry: 1}, in: keep}";
    let more = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 10, 40, 30]}";
    let mut staged = ordered(&[out], &[ORKS], "advance", more);
    refused(&staged, &to(&staged, "wolves", &[(25.0, 20.0)]), Rule::EnteringAndLeaving);
    assert!(staged.listed().len() > 2);
    let action = to(&staged, "wolves", &[(29.0, 20.0), (14.0, 20.0)]);
    staged.act(&action);
    assert_eq!(place(&staged, "wolves"), Whereabouts::Table(cm(14.0, 20.0)));
}

#[test]
fn transports_take_their_own_and_set_them_down() {
    let wolves = "{name: wolves, units: {infantry: 1, carrier: 1}, at: [[20, 20], [24, 20]]}";
    let mut staged = ordered(&[wolves], &[ORKS], "double", "");
    let ends = Some(Ending::Embark(staged.unit("wolves 2")));
    let aboard = UnitMove { ends, ..way(&staged, "wolves 1", &[(22.0, 20.0)]) };
    let drive = way(&staged, "wolves 2", &[(54.0, 20.0)]);
    staged.act(&Action::Move(vec![aboard, drive]));
    assert_eq!(place(&staged, "wolves 1"), Whereabouts::Aboard(staged.unit("wolves 2")));
    refused(&staged, &to(&staged, "wolves 1", &[(54.0, 28.0)]), Rule::Transport);
    let off = to(&staged, "wolves 1", &[(54.0, 26.0)]);
    staged.act(&off);
    assert_eq!(place(&staged, "wolves 1"), Whereabouts::Table(cm(54.0, 26.0)));
}

#[test]
fn strays_are_lost_and_their_owner_says_which_part_stays() {
    let wolves = "{name: wolves, units: {infantry: 3}, at: [[20, 20], [23, 20], [26, 20]]}";
    let mut staged = ordered(&[wolves], &[ORKS], "advance", "");
    let away = to(&staged, "wolves 3", &[(41.0, 20.0)]);
    staged.act(&away).act(&Action::Done);
    assert_eq!(staged.asked().1, Rule::OutOfCoherency);
    assert_eq!(staged.listed().len(), 2);
    let stay = Action::Pick(Body::Unit(staged.unit("wolves 2")));
    staged.act(&stay);
    assert_eq!(place(&staged, "wolves 3"), Whereabouts::Destroyed);
    assert_eq!(staged.state.formation(staged.formation("wolves")).markers, 1);
}

#[test]
fn listed_moves_are_legal_wherever_they_lead() {
    let a = "{name: wolves, units: {infantry: 3, tank: 2}, from: [30, 30], step: [4, 0]}";
    let b = "{name: orks, units: {infantry: 3, walker_tank: 1}, from: [30, 60], step: [4, 0]}";
    let more = "pieces:\n  - {terrain: woods, rect: [20, 40, 45, 50]}\n  \
                - {terrain: scrub, rect: [46, 36, 60, 44]}\n  \
                - {name: keep, terrain: small_stronghold, rect: [10, 30, 20, 40]}";
    let mut next = umpire_core::testing::splitmix(7);
    for order in ["advance", "double", "march"] {
        for _ in 0..8 {
            let mut staged = ordered(&[a], &[b], order, more);
            for _ in 0..60 {
                if staged.groups().len() == 1 {
                    let die = 1 + next(6) as u8;
                    staged.roll(&[die]);
                    continue;
                }
                if !matches!(staged.state.steps.last(), Some(Step::Movement(_))) {
                    break;
                }
                let listed = staged.listed();
                assert!(!listed.is_empty());
                for action in &listed {
                    assert!(staged.ruling(action).holds(), "{action:?}");
                }
                let action = listed[next(listed.len() as u32) as usize].clone();
                staged.act(&action);
            }
        }
    }
}

/// Side A's wolves charge side B's orks.
fn charging(a: &[&str], b: &[&str], more: &str) -> Staged {
    let mut staged = ordered(a, b, "advance", more);
    let (wolves, orks) = (staged.formation("wolves"), staged.formation("orks"));
    let assault = umpire_ea_heresy::position::step::Assault {
        attackers: vec![wolves],
        defenders: vec![orks],
        ..Default::default()
    };
    (staged.state.assault, staged.state.moving) = (Some(assault), None);
    let begin = MoveStep::Begin { formation: wolves, kind: MoveKind::Charge };
    staged.state.replace_step(Step::Movement(begin));
    steps::settle(&staged.game, &mut staged.state, &mut umpire_core::game::Deaf);
    assert_eq!(staged.asked().1, Rule::ChargeMove);
    staged
}

#[test]
fn a_charge_that_enters_a_zone_ends_in_contact_with_the_nearest() {
    let wolves = "{name: wolves, units: {infantry: 1}, from: [20, 20]}";
    let orks = "{name: orks, units: {infantry: 2}, at: [[20, 34], [24, 36]]}";
    let mut staged = charging(&[wolves], &[orks], "");
    refused(&staged, &to(&staged, "wolves", &[(20.0, 30.0)]), Rule::Charge);
    // Past the first one into contact with the second: the first zone it enters is the first's.
    refused(&staged, &to(&staged, "wolves", &[(23.0, 32.0), (24.0, 34.0)]), Rule::Charge);
    let near = |at: &Point| at.distance_to(cm(20.0, 32.0)) < 4;
    let touches =
        |action: &Action| matches!(action, Action::Move(ways) if ways[0].path.iter().any(near));
    assert!(staged.listed().iter().any(touches));
    let contact = to(&staged, "wolves", &[(20.0, 32.0)]);
    staged.act(&contact);
    assert_eq!(place(&staged, "wolves"), Whereabouts::Table(cm(20.0, 32.0)));
}

#[test]
fn a_charge_keeps_out_of_the_zones_of_others_and_infiltrators_pass_those_they_charge() {
    let orks = "{name: orks, units: {infantry: 2}, at: [[20, 36], [23, 40]]}";
    let goblins = "{name: goblins, units: {infantry: 1}, from: [16, 29]}";
    let wolves = "{name: wolves, units: {assault_infantry: 1}, from: [20, 20]}";
    let staged = charging(&[wolves], &[orks, goblins], "");
    refused(&staged, &to(&staged, "wolves", &[(20.0, 34.0)]), Rule::Charge);
    // Blitz adds 5: 20 cm of way, clear of the goblins.
    let round = to(&staged, "wolves", &[(23.2, 26.0), (23.2, 32.0), (21.5, 34.678)]);
    let ruling = staged.ruling(&round);
    assert!(!ruling.broken.contains(&Rule::ChargeMove), "{:?}", ruling.broken);
    let sneaks = "{name: wolves, units: {infiltrators: 1}, from: [20, 20]}";
    let staged = charging(&[sneaks], &[orks], "");
    assert!(staged.ruling(&to(&staged, "wolves", &[(24.0, 33.0), (24.0, 38.0)])).holds());
    assert!(
        staged
            .ruling(&to(&staged, "wolves", &[(20.0, 50.0)]))
            .broken
            .contains(&Rule::NotThroughEnemies)
    );
}

#[test]
fn invaders_go_into_a_held_stronghold_in_a_charge_only() {
    let more = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 10, 40, 30]}";
    let wolves = "{name: wolves, units: {infantry: 6}, from: [22, 12], step: [0, 3]}";
    let orks = "{name: orks, units: {infantry: 2}, in: keep}";
    let mut staged = charging(&[wolves], &[orks], more);
    let keep = staged.piece("keep");
    let ends = Some(Ending::Invade(keep));
    let enter = Some(Ending::Enter(keep));
    let go = |staged: &Staged, n: usize, ends| {
        let y = 12.0 + 3.0 * (n as f64 - 1.0);
        UnitMove { ends, ..way(staged, &format!("wolves {n}"), &[(29.0, y)]) }
    };
    refused(&staged, &Action::Move(vec![go(&staged, 1, enter)]), Rule::StrongholdOwner);
    for n in 1..=4 {
        let action = Action::Move(vec![go(&staged, n, ends)]);
        staged.act(&action);
    }
    refused(&staged, &Action::Move(vec![go(&staged, 5, ends)]), Rule::Invaders);
    let outside = Action::Move(vec![go(&staged, 5, None)]);
    assert!(staged.ruling(&outside).holds());
    let staged = ordered(&[wolves], &[orks], "advance", more);
    refused(&staged, &Action::Move(vec![go(&staged, 1, enter)]), Rule::StrongholdOwner);
}

#[test]
fn whoever_goes_in_is_exempt_from_zones_that_reach_the_walls() {
    let more = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 10, 40, 30]}";
    let wolves = "{name: wolves, units: {infantry: 1}, from: [20, 20]}";
    let orks = "{name: orks, units: {infantry: 1}, from: [28, 26]}";
    let staged = ordered(&[wolves], &[orks], "advance", more);
    let keep = staged.piece("keep");
    refused(&staged, &to(&staged, "wolves", &[(29.0, 20.0)]), Rule::ZoneOfControl);
    let ends = Some(Ending::Enter(keep));
    let inside = UnitMove { ends, ..way(&staged, "wolves", &[(29.0, 20.0)]) };
    assert!(staged.ruling(&Action::Move(vec![inside])).holds());
}

#[test]
fn the_contract_holds_while_armies_move() {
    let a = [
        "{name: w0, units: {infantry: 3, carrier: 2}, from: [30, 40], step: [4, 0]}",
        "{name: w1, units: {assault_infantry: 3}, from: [70, 40], step: [3, 0]}",
        "{name: w2, units: {grav_tank: 2, super_heavy_tank: 1}, from: [100, 40], step: [7, 0]}",
    ];
    let b = [
        "{name: o0, units: {infantry: 4, tank: 2}, from: [30, 80], step: [4, 0]}",
        "{name: o1, units: {infantry: 3}, in: keep}",
        "{name: o2, units: {cavalry: 2, jumpers: 2}, from: [120, 80], step: [4, 0]}",
    ];
    let more = "begins: turn\nvictory: last_stand\npieces:\n  - {terrain: woods, rect: [20, 50, 45, 60]}\n  - {terrain: scrub, rect: [60, 50, 80, 64]}\n  - {name: keep, terrain: small_stronghold, rect: [85, 50, 95, 60]}\n  - {terrain: marsh, rect: [120, 50, 140, 70]}\n";
    let staged = Staged::of(&a, &b, more);
    for seed in 0..3 {
        let mut next = umpire_core::testing::splitmix(seed);
        let (game, setup) = (&staged.game, &staged.setup);
        let checked = umpire_core::testing::rules_hold_in_random_play(game, setup, &mut next, 200);
        let looked = [checked.legal, checked.refused, checked.rolls];
        assert!(looked.iter().all(|count| *count > 10), "{looked:?}");
    }
}

#[test]
fn a_unit_remembers_each_piece_it_has_tested_for() {
    let mut stopped = Stopped::before(UnitNo(0), false);
    let tested = [0, 5, 127, 128, 999].map(PieceNo);
    stopped.tested = tested.into_iter().collect();
    assert_eq!(stopped.tested.iter().collect::<Vec<_>>(), tested);
    let written = serde_json::to_string(&stopped).expect("plain fields");
    assert_eq!(serde_json::from_str::<Stopped>(&written).ok(), Some(stopped));
}
