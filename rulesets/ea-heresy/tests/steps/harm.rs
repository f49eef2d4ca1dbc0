//! Harm, with numbers worked out by hand.

use crate::staged::Staged;
use umpire_core::game::Game;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_ea_heresy::position::action::{Action, Target, Way};
use umpire_ea_heresy::position::state::Whereabouts;
use umpire_ea_heresy::position::units;
use umpire_ea_heresy::rules::shooting::weapons;
use umpire_ea_heresy::steps::shooting::candidates;
use umpire_ea_heresy::tables::rule::Rule;

/// The wolves hold and shoot at the orks with the weapons that `which` keeps, by their names.
fn fired(a: &str, b: &str, more: &str, which: &str) -> Staged {
    let more = format!("begins: {{order: {{formation: wolves, order: hold}}}}\n{more}");
    let mut staged = Staged::of(&[a], &[b], &more);
    staged.act(&Action::Choose(Way::Shoot));
    let (wolves, orks) = (staged.formation("wolves"), staged.formation("orks"));
    let target = Target::Formation(orks);
    let fire = candidates::default_fire(&staged.game, &staged.state, wolves, target, false);
    let mut fire = fire.expect("they may fire");
    fire.volleys.retain(|volley| {
        let (gun, _) = weapons::mode_of(&staged.game, &staged.state, volley).expect("a weapon");
        staged.catalog().weapon(gun.mount.weapon).key == which
    });
    fire.templates.clear();
    staged.act(&Action::Shoot(fire));
    staged
}

fn markers(staged: &Staged) -> u8 {
    staged.state.formation(staged.formation("orks")).markers
}

#[test]
fn those_aboard_a_wreck_save_and_come_out_near_it() {
    let mut staged = fired(
        "{name: wolves, units: {lance_infantry: 1}, from: [20, 20]}",
        "{name: orks, units: {carrier: 1, infantry: 6}, at: [[20, 40], aboard orks 1, \
         aboard orks 1, [24, 40], [27, 40], [30, 40], [33, 40]]}",
        "",
        "lance_gun",
    );
    staged.roll(&[4]).roll(&[1]);
    assert_eq!(staged.groups(), [1, 1], "both passengers save");
    staged.roll(&[5, 4]);
    let survivor = staged.unit("orks 2");
    assert_eq!(staged.asked(), (Seat(1), Rule::TransportDestroyed));
    let place = |x: i32, y: i32| Action::Place {
        unit: survivor,
        at: Point::new(x * CM, y * CM),
        facing: None,
    };
    assert_eq!(staged.ruling(&place(20, 50)).broken, [Rule::TransportDestroyed]);
    for listed in staged.listed() {
        assert!(staged.ruling(&listed).holds(), "{listed:?}");
    }
    staged.act(&place(20, 42));
    assert_eq!(staged.state.unit(survivor).place, Whereabouts::Table(Point::new(20 * CM, 42 * CM)));
    assert!(!staged.state.unit(staged.unit("orks 3")).alive());
    assert_eq!(markers(&staged), 3, "the fire, the carrier, a passenger");
    assert!(staged.state.wrecks.is_empty() && staged.state.wounds.is_empty());
}

#[test]
fn those_aboard_a_popped_up_skimmer_die_with_it() {
    let mut staged = fired(
        "{name: wolves, units: {lance_infantry: 1}, from: [20, 20]}",
        "{name: orks, units: {grav_carrier: 1, infantry: 6}, popped_up: [1], at: [[20, 40], \
         aboard orks 1, aboard orks 1, [24, 40], [27, 40], [30, 40], [33, 40]]}",
        "",
        "lance_gun",
    );
    staged.roll(&[4]).roll(&[1]);
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 4);
    assert_eq!(markers(&staged), 4, "the fire, three units");
}

#[test]
fn a_titan_killer_rolls_its_damage_and_a_die_for_each_point() {
    let mut staged = fired(
        "{name: wolves, units: {great_titan: 1}, from: [20, 20]}",
        "{name: orks, units: {super_heavy_tank: 1}, from: [20, 50]}",
        "",
        "doom_cannon",
    );
    staged.roll(&[2]);
    assert_eq!(staged.groups(), [1]);
    staged.roll(&[3]);
    assert_eq!(staged.groups(), [2], "3 on a D6 is 2 on a D3; no save of any kind");
    staged.roll(&[5, 1]);
    assert_eq!(staged.state.unit(staged.unit("orks")).damage, 2);
    assert_eq!(markers(&staged), 3);
}

#[test]
fn a_critical_hit_destroys_a_super_heavy_tank() {
    let mut staged = fired(
        "{name: wolves, units: {great_titan: 1}, from: [20, 20]}",
        "{name: orks, units: {super_heavy_tank: 2}, from: [20, 50], step: [6, 0]}",
        "",
        "doom_cannon",
    );
    staged.roll(&[2]).roll(&[1]).roll(&[6]);
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 1);
}

#[test]
fn a_hit_that_disrupts_marks_and_its_casualty_does_not() {
    let orks = "{name: orks, units: {infantry: 4}, from: [20, 40], step: [3, 1]}";
    let wolves = "{name: wolves, units: {shock_infantry: 1}, from: [20, 20]}";
    for (save, left) in [(5, 4), (4, 3)] {
        let mut staged = fired(wolves, orks, "", "shock_gun");
        staged.roll(&[4]).roll(&[save]);
        assert_eq!(staged.state.members(staged.formation("orks")).count(), left);
        assert_eq!(markers(&staged), 2);
    }
}

#[test]
fn a_rad_hit_marks_and_kills_nobody_and_a_pulse_rolls_its_markers() {
    let orks = "{name: orks, units: {infantry: 6}, from: [20, 40], step: [3, 1]}";
    let mut rad =
        fired("{name: wolves, units: {rad_infantry: 1}, from: [20, 20]}", orks, "", "rad_gun");
    rad.roll(&[4]);
    assert_eq!(markers(&rad), 2);
    let mut pulse =
        fired("{name: wolves, units: {pulse_infantry: 1}, from: [20, 20]}", orks, "", "pulse_gun");
    pulse.roll(&[4]).roll(&[3]).roll(&[6]);
    assert_eq!(markers(&pulse), 4);
}

#[test]
fn an_ion_shield_ignores_what_a_lance_does_to_armour() {
    let mut staged = fired(
        "{name: wolves, units: {lance_infantry: 1}, from: [20, 20]}",
        "{name: orks, units: {ion_tank: 2}, from: [20, 40], step: [4, 0]}",
        "",
        "lance_gun",
    );
    staged.roll(&[4]).roll(&[4]);
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 2);
}

#[test]
fn a_lance_denies_the_second_roll_of_reinforced_armour() {
    let mut staged = fired(
        "{name: wolves, units: {lance_infantry: 1}, from: [20, 20]}",
        "{name: orks, units: {tank: 2}, from: [20, 40], step: [4, 0]}",
        "",
        "lance_gun",
    );
    staged.roll(&[4]).roll(&[3]);
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 1);
    assert!(staged.game.check_invariants(&staged.state).is_ok());
}

#[test]
fn a_ruin_hits_all_inside_at_plus_one() {
    let mut staged = fired(
        "{name: wolves, units: {light_tank: 1}, from: [20, 20]}",
        "{name: orks, units: {infantry: 4}, in: hold}",
        "pieces:\n  - {name: hold, terrain: small_stronghold, rect: [18, 40, 26, 48]}\n\
         strongholds: {hold: {damage: 3}}",
        "cannon",
    );
    staged.roll(&[4]).roll(&[1]).roll(&[1]);
    assert_eq!(staged.groups(), [1, 1, 1, 1], "everybody inside saves");
    staged.roll(&[4, 4, 3, 4]);
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 3);
    assert!(units::is_ruined(&staged.game, &staged.state, staged.piece("hold")));
    assert_eq!(markers(&staged), 3, "the fire, the damage, the casualty");
}
