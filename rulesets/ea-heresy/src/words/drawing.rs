//! Battlefields drawn by hand, and units held over them.

use crate::position::game::EaHeresy;
use crate::position::state::State;
use crate::position::units;
use crate::rules::sight;
use crate::tables::catalog::battlefield_rows::as_scenario;
use crate::tables::catalog::{Catalog, Column, Ground, Unit, UnitType};
use crate::words::scene::ground_colour;
use umpire_core::data::{Files, Source, Tree, Written};
use umpire_core::host::{Held, HeldAt, Holdable, Recipe, Survey};
use umpire_core::odds::Budget;
use umpire_core::ruleset::GameTables;
use umpire_core::table::{
    Bounds, CM, Facing, Footprint, GroundAsked, GroundKind, MapKit, ObjectivesForm, Point, said,
};

/// The text of a battlefield to begin with.
pub const BLANK: &str = "game: ea-heresy\nbattlefield: new-field\nsize: [180, 120]\n";
/// How wide and how deep a table is that does not say.
const SIZE: (u16, u16) = (180, 120);

/// What may be asked of units held over a map.
pub const HELD: &[Held] = &[
    Held::one("reach", "where it can go in one move", "reach UNIT"),
    Held::one("zone of control", "what it bars to others", "zones"),
    Held::two(
        "line of sight",
        "who sees whom, what is in the way, who is in cover",
        "los UNIT OTHER",
    ),
    Held::two("cover", "what cover the second has from the first", "cover OTHER from UNIT"),
    Held::two("fire", "the odds of fire of the first at the second", "odds UNIT shoots OTHER"),
    Held::two(
        "assault",
        "the odds of an assault of the first on the second",
        "odds UNIT engages OTHER",
    ),
];

/// What battlefields are drawn with, under the edition that a file names.
pub fn kit(data: &Files, file: &Source) -> Result<MapKit, String> {
    let catalog = Catalog::read(data).map_err(|_| "the tables are faulty")?;
    let tree = Tree::parse(file).ok();
    let named = tree.as_ref().and_then(|tree| tree.word("edition"));
    let edition = catalog.editions.get(named.unwrap_or(Catalog::DEFAULT_EDITION));
    let edition = edition.or_else(|| catalog.editions.get(Catalog::DEFAULT_EDITION));
    let edition = edition.ok_or("there is no edition")?;
    let rows = catalog.terrain_in(edition);
    let kinds = catalog.terrain_entries(edition).into_iter().map(|entry| {
        let row = rows.iter().find(|row| row.key == entry.name);
        let effects = entry.effects.iter().map(|(words, rule)| format!("{words} ({rule})"));
        GroundKind {
            colour: row.map(|row| ground_colour(row).to_string()),
            strewn: row.and_then(|row| row.strewn),
            says: effects.collect::<Vec<_>>().join("; "),
            id: entry.name,
        }
    });
    Ok(MapKit {
        kinds: kinds.collect(),
        corners: "outline",
        inside: true,
        objectives: ObjectivesForm::Listed,
        zones: &[],
        unit: "cm",
        size: SIZE,
    })
}

/// The units of all lists.
pub fn held_units(catalog: &Catalog) -> Vec<Holdable> {
    let holdable = |unit: &Unit| Holdable { name: unit.key.clone(), says: unit.name.clone() };
    // Characters are no models of their own (EA-1.3), and the parts of some have no name.
    let stands = |unit: &&Unit| unit.kind != UnitType::Character && !unit.key.is_empty();
    catalog.units.iter().filter(stands).map(holdable).collect()
}

/// A table on a battlefield where units stand as somebody holds them, each a formation of its own.
pub fn holding(
    data: &Files,
    file: &Source,
    held: &[HeldAt],
) -> Result<(Source, Vec<String>), String> {
    let catalog = Catalog::read(data).map_err(|_| "the tables are faulty")?;
    let whole = Tree::parse(file).map_err(|_| "the text has to be mended first")?.written();
    let deep = match whole.field("size") {
        Some(size) => size.values().get(1).and_then(|deep| deep.as_word()?.parse().ok()),
        None => Some(f32::from(SIZE.1)),
    };
    let deep = deep.ok_or("`size` is not a width and a depth")?;
    let mut text = as_scenario(file);
    text.push_str("free_table: true\nsides:\n");
    let mut names = vec![String::new(); held.len()];
    for seat in 0..2u8 {
        text.push_str(&format!("  {}:\n    formations:", char::from(b'A' + seat)));
        let mut any = false;
        for (at, it) in held.iter().enumerate().filter(|(_, it)| it.seat == seat) {
            if catalog.unit_named(&it.unit).is_none() {
                return Err(format!("there is no unit `{}`", it.unit));
            }
            let alike = held.iter().filter(|other| other.unit == it.unit).count() > 1;
            let counted = if alike { format!(" {}", at + 1) } else { String::new() };
            names[at] = format!("{}{counted}", it.unit.replace('_', " "));
            let row = Written::row([
                ("name", Written::word(&names[at])),
                ("units", Written::row([(it.unit.as_str(), Written::word(1))])),
                ("initiative", Written::word(2)),
                ("from", Written::list([it.at.0, deep - it.at.1].map(Written::tenths))),
                ("facing", Written::word(if seat == 0 { 90 } else { 270 })),
            ]);
            text.push_str(&format!("\n      - {row}"));
            any = true;
        }
        text.push_str(if any { "\n" } else { " []\n" });
    }
    Ok((Source::new(&file.path, text), names))
}

/// A battlefield drawn at random: six objectives, three in either half.
pub fn drawn(
    data: &Files,
    recipe: &Recipe,
    die: &mut dyn FnMut(u32) -> u32,
) -> Result<String, String> {
    let (wide, deep) = recipe.size.unwrap_or(SIZE);
    if !(90..=300).contains(&wide) || !(90..=300).contains(&deep) {
        return Err("tables of 90 to 300 cm are drawn".to_string());
    }
    let (aside, near) = (wide / 6, deep / 3);
    let mut begun =
        format!("game: ea-heresy\nbattlefield: new\nsize: [{wide}, {deep}]\nobjectives:\n");
    for (x, y, half, blitz) in [
        (wide / 2, 2, "near", true),
        (aside, near, "near", false),
        (wide - aside, near, "near", false),
        (wide - wide / 2, deep - 2, "far", true),
        (wide - aside, deep - near, "far", false),
        (aside, deep - near, "far", false),
    ] {
        let blitz = if blitz { ", blitz: true" } else { "" };
        begun.push_str(&format!("  - {{at: [{x}, {y}], half: {half}{blitz}}}\n"));
    }
    let file = Source::new("map.yaml", begun.as_str());
    kit(data, &file)?.sown(&begun, recipe, 10, die)
}

/// What the rules say of a battlefield, for a unit of infantry that moves 15 cm.
pub fn survey(game: &EaHeresy, state: &State, budget: &Budget) -> Survey {
    let base = Footprint::Disc { radius: 1250, corners: 12 };
    let at = |place: Point| base.at(place, Facing::default());
    let ground = |place: Point| {
        let lies = game.board.all().filter(|piece| game.board.piece(*piece).outline.holds(place));
        lies.map(|piece| units::terrain_of(game, state, piece).ground(Column::Infantry)).last()
    };
    let size = game.board.size;
    let asked = GroundAsked {
        bounds: Bounds { low: Point::default(), high: size },
        stands: &|place| ground(place) != Some(Ground::Impassable),
        slows: &|_| false,
        sees: &|from, to| sight::bases_see(game, state, &at(from), &at(to)),
        drawn: &|place| game.board.spot(place),
        said: &|place| format!("({}, {})", said(place.x), said(place.y)),
    };
    let edge =
        |low: i32, high: i32| Bounds { low: Point::new(0, low), high: Point::new(size.x, high) };
    let starts =
        [("A".to_string(), edge(0, 15 * CM)), ("B".to_string(), edge(size.y - 15 * CM, size.y))];
    let goals: Vec<_> =
        (1..).zip(&state.objectives).map(|(n, it)| (format!("objective {n}"), it.at)).collect();
    let mover = "a unit of infantry that moves 15 cm".to_string();
    Survey { per_turn: 150, mover, ..asked.survey(CM, &starts, &goals, budget) }
}
