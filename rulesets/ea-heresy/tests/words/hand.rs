//! What a hand on a board picks: charges by the enemy or the walls pointed at.

use crate::staged::Staged;
use umpire_core::game::Game;
use umpire_core::host::Hosted;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_ea_heresy::position::action::Action;
use umpire_ea_heresy::position::state::Whereabouts;
use umpire_ea_heresy::rules::assault::melee;

const REDS: &str = "{name: reds, units: {jumpers: 3}, initiative: 1, from: [20, 20]}";
const KEEP: &str = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [20, 32, 28, 40]}";

/// The formation reds charges blues.
fn charging(blues: &str, more: &str) -> Staged {
    let more = format!("begins: {{order: {{formation: reds, order: engage}}}}\n{more}");
    let mut staged = Staged::of(&[REDS], &[blues], &more);
    if let Ok(action) = staged.game.parse(&staged.state, Seat(0), "engage blues") {
        let _ = staged.try_act(&action);
    }
    staged
}

/// What may be picked, each with the things it is about, by its second pick.
fn picked(staged: &Staged, first: &str, second: &str) -> Vec<Action> {
    let mut offered = Vec::new();
    staged.game.offered(&staged.state, Seat(0), &mut offered);
    let legal =
        |action: &Action| staged.game.check(&staged.state, Seat(0), action, &mut Silent).is_ok();
    let is_meant = |action: &Action| {
        let about = staged.game.about(&staged.state, action);
        about.iter().map(|(_, thing)| thing.as_str()).eq([first, second])
    };
    let found: Vec<Action> =
        offered.into_iter().filter(|action| legal(action) && is_meant(action)).collect();
    let mut unlike: Vec<Action> = Vec::new();
    found.into_iter().for_each(|it| {
        if !unlike.contains(&it) {
            unlike.push(it);
        }
    });
    unlike
}

#[test]
fn whoever_picks_a_unit_and_an_enemy_charges_it() {
    let mut staged = charging("{name: blues, units: {infantry: 3}, from: [20, 30]}", "");
    for (unit, enemy) in [("reds 1", "blues 1"), ("reds 3", "blues 3"), ("reds 2", "blues 2")] {
        let ways = picked(&staged, unit, enemy);
        assert_eq!(ways.len(), 1, "{unit} {enemy}: {ways:?}");
        staged.act(&ways[0]);
        let touched = melee::touched_units(&staged.game, &staged.state, staged.unit(unit));
        assert!(touched.contains(&staged.unit(enemy)), "{unit} {enemy}");
    }
}

#[test]
fn whoever_picks_a_formation_and_an_enemy_charges_with_all() {
    let mut staged = charging("{name: blues, units: {infantry: 3}, from: [20, 30]}", "");
    let ways = picked(&staged, "reds", "blues");
    assert_eq!(ways.len(), 1, "{ways:?}");
    staged.act(&ways[0]);
    for unit in ["reds 1", "reds 2", "reds 3"] {
        let touched = melee::touched_units(&staged.game, &staged.state, staged.unit(unit));
        assert!(!touched.is_empty(), "{unit}");
    }
}

#[test]
fn whoever_picks_a_stronghold_invades_it() {
    let mut staged = charging("{name: blues, units: {infantry: 3}, in: keep}", KEEP);
    let all = picked(&staged, "reds", "keep");
    assert_eq!(all.len(), 1, "{all:?}");
    let one = picked(&staged, "reds 2", "keep");
    assert_eq!(one.len(), 1, "{one:?}");
    staged.act(&one[0]);
    let place = staged.state.unit(staged.unit("reds 2")).place;
    assert_eq!(place, Whereabouts::Inside(staged.piece("keep")));
}

#[test]
fn each_unit_may_still_be_sent_to_a_place_in_a_charge() {
    let staged = charging("{name: blues, units: {infantry: 3}, from: [20, 30]}", "");
    let mut offered = Vec::new();
    staged.game.offered(&staged.state, Seat(0), &mut offered);
    for unit in ["reds 1", "reds 2", "reds 3"] {
        let goes = |action: &Action| {
            let about = staged.game.about(&staged.state, action);
            matches!(&about[..], [(_, who), (_, to)] if who == unit && staged.game.drawn_at(to).is_some())
        };
        assert!(offered.iter().any(goes), "{unit}");
    }
}

#[test]
fn a_charge_too_far_is_refused_by_whom_it_is_meant_for() {
    let staged = charging("{name: blues, units: {infantry: 12}, from: [20, 34]}", "");
    let charge = staged.game.parse(&staged.state, Seat(0), "reds 1 charges blues 12");
    let ruling = staged.ruling(&charge.expect("it is understood"));
    let says = ruling.cited(|_| String::new()).lines(9).join("\n");
    assert!(says.contains("the way into contact with `blues 12` is "), "{says}");
}
