//! EA-Heresy drawn at random: tables of any size and ground, forces of any lists and units, deployed or to be deployed.

use std::fmt::Write;
use umpire_core::testing::Die;
use umpire_ea_heresy::tables::catalog::{
    CM, Catalog, Ground, Sight, TableName, Terrain, Unit, UnitType,
};

/// The side of a square of table that holds a piece of ground, a formation, or both.
const SQUARE: u32 = 30;
/// Units of the largest formation.
const MOST_UNITS: u32 = 9;

/// Squares in the middle of which a formation may stand, and names of the strongholds.
#[derive(Default)]
struct Free {
    squares: Vec<(u32, u32)>,
    strongholds: Vec<String>,
}

/// A battle; its number decides about edition and how it begins.
pub fn position(catalog: &Catalog, number: u64, die: Die) -> String {
    let edition = ["seed-2025-06", "head-2026-04", "netea", "ragnarok"][(number % 4) as usize];
    let victory = ["netea", "battle_line", "fire_the_beacons", "last_stand"][die(4) as usize];
    let deploys = die(4) == 0;
    let begins = ["turn", "{act: A}", "{act: B}", "{retain: B}", "end_phase"][die(5) as usize];
    let (begins, turn) = if deploys { ("deployment", 0) } else { (begins, die(3)) };
    let (columns, rows) = (3 + die(4), 3 + die(2));
    let mut text = format!(
        "game: ea-heresy\nscenario: drawn-{number}\nedition: {edition}\nvictory: {victory}\n\
         size: [{}, {}]\nturn: {turn}\nbegins: {begins}\ncheck_forces: false\npieces:\n",
        columns * SQUARE,
        rows * SQUARE
    );
    let offered = catalog.terrain_offered(&catalog.editions[edition]);
    let offered: Vec<&Terrain> = offered.collect();
    let mut free = lay(&offered, (columns, rows), die, &mut text);
    text.push_str("objectives:\n");
    for at in 0..2 + die(5) {
        let (x, y) = (5 + die(columns * SQUARE - 10), 5 + die(rows * SQUARE - 10));
        let half = ["near", "far"][(at % 2) as usize];
        let _ = writeln!(text, "  - {{at: [{x}, {y}], half: {half}}}");
    }
    text.push_str("sides:\n");
    for side in 0..2 {
        let army = &catalog.armies[die(catalog.armies.len() as u32) as usize].key;
        let _ = writeln!(text, "  {}:\n    army: {army}\n    formations:", ["A", "B"][side]);
        for at in 0..1 + die(5) {
            let name = format!("{}{at}", ["red", "blue"][side]);
            let units = units(catalog, army, die);
            let place = if deploys { String::new() } else { place(&units, &mut free, die) };
            text.push_str(&formation(catalog, &name, &units, &place, die));
        }
    }
    text
}

/// Ground of any kind in most squares, and a road or a river across the table.
fn lay(offered: &[&Terrain], (columns, rows): (u32, u32), die: Die, text: &mut String) -> Free {
    let mut free = Free::default();
    for square in 0..columns * rows {
        let (x, y) = (square % columns * SQUARE, square / columns * SQUARE);
        let row = offered[die(offered.len() as u32) as usize];
        let closed =
            row.movement.iter().any(|it| matches!(it, Ground::Impassable | Ground::Stronghold));
        let many = row.stronghold.is_some() && free.strongholds.len() == 4;
        if die(3) == 0 || many {
            free.squares.push((x, y));
            continue;
        }
        let name = format!("piece {square}");
        let (outline, most) = outline((x, y), row, die);
        let seen = ["none", "area", "complete", "hill"][die(4) as usize];
        let seen =
            if row.table == TableName::Netea { format!(", sight: {seen}") } else { String::new() };
        let _ = writeln!(text, "  - {{name: {name}, terrain: {}{outline}{seen}}}", row.key);
        if row.sight == Sight::Hill && most > 12 {
            let row = offered[die(offered.len() as u32) as usize];
            let rect =
                format!("[{}, {}, {}, {}]", x + 12, y + 12, x + 14 + die(4), y + 14 + die(4));
            if row.stronghold.is_none() && row.effects.at_most.is_none() {
                let _ =
                    writeln!(text, "  - {{terrain: {}, on_hill: {name}, rect: {rect}}}", row.key);
            }
        } else if row.stronghold.is_some() {
            free.strongholds.push(name);
        } else if !closed {
            free.squares.push((x, y));
        }
    }
    let lines: Vec<&&Terrain> =
        offered.iter().filter(|row| row.movement == [Ground::Free; 3] || row.road).collect();
    for _ in 0..die(3) {
        let key = &lines[die(lines.len() as u32) as usize].key;
        let (wide, deep) = (columns * SQUARE, rows * SQUARE);
        let (from, bend, to) = (die(deep), (wide / 2, die(deep)), die(deep));
        let points = format!("[[0, {from}], [{}, {}], [{wide}, {to}]]", bend.0, bend.1);
        let _ = writeln!(
            text,
            "  - {{terrain: {key}, line: {{points: {points}, width: {}}}}}",
            2 + die(5)
        );
    }
    free
}

/// The outline of a piece within its square, and its longest side.
fn outline((x, y): (u32, u32), row: &Terrain, die: Die) -> (String, u32) {
    let most = row.effects.at_most.map_or(28, |most| (most / CM).max(2) as u32);
    let (wide, deep) = ((4 + die(25)).min(most), (4 + die(25)).min(most));
    let (x, y) = (x + 1 + die(29 - wide), y + 1 + die(29 - deep));
    let (far, top) = (x + wide, y + deep);
    let words = match die(4) {
        _ if row.sight == Sight::Hill && wide.min(deep) > 20 => {
            let steep =
                if die(2) == 0 { "" } else { &format!(", steep: [[[{x}, {y}], [{far}, {y}]]]") };
            format!(", outline: [[{x}, {y}], [{far}, {y}], [{far}, {top}], [{x}, {top}]]{steep}")
        }
        0 if row.stronghold.is_none() => {
            let radius = wide.min(deep) / 2;
            format!(", disc: {{at: [{}, {}], radius: {radius}}}", x + wide / 2, y + deep / 2)
        }
        1 => {
            let (left, right) = (x + die(wide / 2), x + wide / 2 + die(wide / 2));
            format!(", outline: [[{x}, {y}], [{right}, {y}], [{far}, {top}], [{left}, {top}]]")
        }
        2 => format!(", line: {{points: [[{}, {y}], [{}, {top}]], width: 2}}", x + 1, far - 1),
        _ => format!(", rect: [{x}, {y}, {far}, {top}]"),
    };
    (words, wide.min(deep))
}

/// A formation's units: those of a list, or some of one or two kinds.
fn units<'c>(catalog: &'c Catalog, army: &str, die: Die) -> Vec<(&'c Unit, u32)> {
    let id = catalog.army_named(army).expect("the list is one of the tables");
    let lists = catalog.detachments.iter().filter(|row| row.army == id);
    let lists: Vec<_> = lists.map(|row| &row.units).collect();
    let fit = |unit: &&Unit| match unit.kind {
        UnitType::Infantry | UnitType::LightVehicle | UnitType::ArmouredVehicle => true,
        kind => kind == UnitType::WarEngine,
    };
    let listed = lists[die(lists.len() as u32) as usize];
    let listed = listed.iter().map(|(unit, count)| (catalog.unit(*unit), u32::from(*count)));
    let listed: Vec<_> = listed.filter(|(unit, _)| fit(unit)).collect();
    let count = listed.iter().map(|(_, count)| count).sum::<u32>();
    if (1..=MOST_UNITS).contains(&count) && die(2) == 0 {
        return listed;
    }
    let all: Vec<&Unit> = catalog.units.iter().filter(fit).collect();
    let mut units = Vec::new();
    for _ in 0..1 + die(2) {
        let unit = all[die(all.len() as u32) as usize];
        let most = if unit.kind == UnitType::WarEngine { 1 } else { MOST_UNITS / 2 };
        units.push((unit, 1 + die(most)));
    }
    units.dedup_by_key(|(unit, _)| unit.key.clone());
    units
}

/// Where a formation stands: in a stronghold, or in rows in the middle of a free square.
fn place(units: &[(&Unit, u32)], free: &mut Free, die: Die) -> String {
    let infantry = units.iter().all(|(unit, _)| unit.kind == UnitType::Infantry);
    if infantry && !free.strongholds.is_empty() && die(2) == 0 {
        let stronghold = free.strongholds.remove(die(free.strongholds.len() as u32) as usize);
        return format!(", in: {stronghold}");
    }
    let count: u32 = units.iter().map(|(_, count)| count).sum();
    if free.squares.is_empty() {
        return format!(", at: [{}]", vec!["off"; count as usize].join(", "));
    }
    let (x, y) = free.squares.remove(die(free.squares.len() as u32) as usize);
    let engines = units.iter().any(|(unit, _)| unit.kind == UnitType::WarEngine);
    let step = if engines { 9 } else { 5 };
    let at = (0..count).map(|unit| {
        let (column, row) = (unit % 3, unit / 3);
        format!("[{}, {}]", x + 6 + step * column, y + 6 + step * row)
    });
    let at: Vec<String> = at.collect();
    format!(", at: [{}], facing: {}", at.join(", "), die(360))
}

/// A formation with markers, a stance, a character, damage, or none of them.
fn formation(
    catalog: &Catalog,
    name: &str,
    units: &[(&Unit, u32)],
    place: &str,
    die: Die,
) -> String {
    let count: u32 = units.iter().map(|(_, count)| count).sum();
    let words = units.iter().map(|(unit, count)| format!("{}: {count}", unit.key));
    let words = words.collect::<Vec<_>>().join(", ");
    let initiative = 1 + die(3);
    let mut line =
        format!("      - {{name: {name}, units: {{{words}}}{place}, initiative: {initiative}");
    if die(3) == 0 {
        let of = catalog.units.iter().filter(|unit| unit.kind == UnitType::Character);
        let of: Vec<_> = of.collect();
        let character = &of[die(of.len() as u32) as usize].key;
        let _ = write!(line, ", characters: {{{character}: {}}}", 1 + die(count));
    }
    if !place.is_empty() {
        let _ = match die(8) {
            0 => write!(line, ", markers: {}", die(count + 1)),
            1 => write!(line, ", broken: true"),
            2 => write!(line, ", stance: waiting"),
            3 => write!(line, ", stance: {{did: march}}"),
            _ => Ok(()),
        };
    }
    line.push_str("}\n");
    line
}
