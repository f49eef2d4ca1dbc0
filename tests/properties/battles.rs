//! EA-Heresy positions drawn at random: any units, in the open, in strongholds, aboard, shaken or not.

use std::fmt::Write;
use umpire_core::testing::Die;

/// Units worth meeting, with how many of them a formation has at most.
const KINDS: &[(&str, u32)] = &[
    ("infantry", 6),
    ("guard", 6),
    ("conscripts", 8),
    ("heavy_infantry", 4),
    ("cavalry", 5),
    ("jumpers", 5),
    ("skirmishers", 4),
    ("scouts", 4),
    ("infiltrators", 4),
    ("assault_infantry", 4),
    ("snipers", 3),
    ("fearless_infantry", 4),
    ("steadfast_infantry", 4),
    ("dauntless_infantry", 4),
    ("veterans", 4),
    ("daemons", 4),
    ("ponderous_infantry", 3),
    ("charge_infantry", 4),
    ("shock_infantry", 3),
    ("rad_infantry", 3),
    ("pulse_infantry", 3),
    ("flame_infantry", 3),
    ("melta_infantry", 3),
    ("rocket_infantry", 3),
    ("lance_infantry", 3),
    ("leader_infantry", 3),
    ("buggy", 4),
    ("light_walker", 4),
    ("light_skimmer", 4),
    ("tank", 4),
    ("light_tank", 4),
    ("casemate_tank", 3),
    ("siege_tank", 2),
    ("titan_hunter_tank", 2),
    ("graviton_tank", 2),
    ("shield_tank", 2),
    ("slow_tank", 2),
    ("ion_tank", 2),
    ("walker_tank", 3),
    ("nimble_tank", 3),
    ("grav_tank", 3),
    ("howitzer_battery", 3),
    ("rocket_carrier", 3),
    ("super_heavy_tank", 2),
    ("shield_engine", 1),
    ("field_engine", 1),
    ("scout_titan", 1),
    ("titan", 1),
    ("great_titan", 1),
];

/// Formations of a side.
const FORMATIONS: i32 = 4;

/// A battle at a moment of its first turns.
pub fn position(number: u64, die: Die) -> String {
    let edition = ["seed-2025-06", "head-2026-04"][die(2) as usize];
    let victory = ["netea", "battle_line", "fire_the_beacons", "last_stand"][die(4) as usize];
    let order = ["engage", "double", "march", "sustained_fire", "overwatch"][die(5) as usize];
    let ordered = format!("{{order: {{formation: red{}, order: {order}}}}}", die(4));
    let begins = ["turn", "{act: A}", "{act: B}", "{retain: A}", "end_phase", &ordered, &ordered]
        [die(7) as usize];
    let mut text = format!(
        "game: ea-heresy\nscenario: drawn-{number}\nedition: {edition}\nbattlefield: crossroads\n\
         victory: {victory}\nturn: 1\nbegins: {begins}\ncheck_forces: false\nsides:\n"
    );
    for side in 0..2 {
        let _ = writeln!(text, "  {}:\n    formations:", ["A", "B"][side]);
        for at in 0..FORMATIONS {
            text.push_str(&formation(side, at, die));
        }
        text.push_str(&garrison(side, die));
        text.push_str(&carried(side, die));
    }
    text
}

/// Kinds whose bases fit beside the table's edge.
const SMALL: [&str; 5] = ["infantry", "guard", "conscripts", "snipers", "veterans"];

/// Characters that may join a formation.
const CHARACTERS: [&str; 4] = ["captain_of_training", "sergeant", "preacher", "general"];

/// A formation in a row on its own ground, now and then at the very edge of the table, with a
/// character, markers or on overwatch.
fn formation(side: usize, at: i32, die: Die) -> String {
    let (kind, most) = KINDS[die(KINDS.len() as u32) as usize];
    let count = 1 + die(most);
    let (x, facing) = (12 + at * 42, if side == 0 { 90 } else { 270 });
    let infantry = SMALL.contains(&kind);
    let deep = if infantry { [2, 4, 8, 14][die(4) as usize] } else { 8 + die(2) as i32 * 6 };
    let y = if side == 0 { deep } else { 120 - deep };
    let name = format!("{}{at}", ["red", "blue"][side]);
    let mut line = format!(
        "      - {{name: {name}, units: {{{kind}: {count}}}, from: [{x}, {y}], step: [4.8, 0], facing: {facing}, initiative: {}",
        1 + die(3)
    );
    if die(3) == 0 {
        let _ = write!(line, ", markers: {}", die(count + 1));
    }
    if die(6) == 0 {
        line.push_str(", stance: waiting");
    }
    if die(3) == 0 {
        let _ = write!(line, ", characters: {{{}: 1}}", CHARACTERS[die(4) as usize]);
    }
    line.push_str("}\n");
    line
}

/// A formation in a stronghold, where its side has one to itself.
fn garrison(side: usize, die: Die) -> String {
    let stronghold = [["mill", "granary"], ["keep", "citadel"]][side][die(2) as usize];
    if die(2) == 0 {
        return String::new();
    }
    let name = ["redguard", "blueguard"][side];
    format!(
        "      - {{name: {name}, units: {{infantry: {}}}, in: {stronghold}, initiative: 2}}\n",
        1 + die(6)
    )
}

/// Infantry aboard its carriers, and some on foot beside them.
fn carried(side: usize, die: Die) -> String {
    let carrier = ["carrier", "grav_carrier", "walker_carrier", "heavy_carrier"][die(4) as usize];
    let (name, y) = ([("redriders", 26), ("blueriders", 94)])[side];
    let aboard = 2 - die(2);
    let mut at = vec![format!("[20, {y}]"), format!("[26, {y}]")];
    at.extend((0..3).map(|unit| {
        if unit < aboard {
            format!("aboard {name} {}", unit + 1)
        } else {
            format!("[{}, {}]", 19 + 3 * unit, y + 4)
        }
    }));
    format!(
        "      - {{name: {name}, units: {{{carrier}: 2, infantry: 3}}, at: [{}], initiative: 1}}\n",
        at.join(", ")
    )
}
