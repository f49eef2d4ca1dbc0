//! Units held over battlefields that are drawn, and what lies beside a bare one.

use crate::tables::{Catalog, Skirmish};
use umpire_core::data::{Files, Source, Written};
use umpire_core::host::{Held, HeldAt, HeldFigure, HeldTable, Holdable, Hosted};
use umpire_core::ruleset::{GameTables, Row};

/// What may be asked of units held over a map: name, meaning, words, how many are held.
const HELD: [(&str, &str, &str, u8); 3] = [
    ("reach", "how far it can go, and whom it may charge", "reach UNIT", 1),
    ("line of sight", "whether one sees the other, and the cover", "los UNIT OTHER", 2),
    ("shooting", "what may come of shooting", "odds UNIT shoots OTHER", 2),
];

/// The units, and what may be asked of them.
pub fn holdable(data: &Files) -> (Vec<Holdable>, Vec<Held>) {
    let units = Catalog::read(data).map(|catalog| {
        let mut units: Vec<&crate::tables::Unit> = catalog.units.rows.iter().collect();
        // Whoever is held first is asked whom it shoots, too.
        units.sort_by_key(|unit| !unit.weapons.iter().any(|weapon| weapon.range.is_some()));
        let holdable = |unit: &&crate::tables::Unit| Holdable {
            name: unit.id.clone(),
            says: unit.name.clone(),
        };
        units.iter().map(holdable).collect()
    });
    (units.unwrap_or_default(), Held::rows(&HELD))
}

/// A table on a battlefield where units stand as somebody holds them.
pub fn holding(
    data: &Files,
    file: &Source,
    held: &[HeldAt],
) -> Result<(Source, Vec<String>), String> {
    let catalog = Catalog::read(data).map_err(|_| "the tables are faulty")?;
    let table = HeldTable::of(file, held, catalog.units.rows.iter().map(Row::id))?;
    let figure = |figure: &HeldFigure| {
        let at = figure.at.clone().map(|at| ("at", at));
        (figure.name.clone(), Written::row([at.unwrap_or(("gone", Written::word(true)))]))
    };
    let figures = Written::Row(table.figures().iter().map(figure).collect());
    let position = Written::row([("turn", table.turn()), ("figures", figures)]);
    let sides = table.sides(|figure| Written::word(&figure.unit));
    Ok(table.scenario(Skirmish::NAME, [("sides", sides), ("position", position)]))
}

/// What lies beside a bare battlefield, to be put down.
pub const AT_HAND: &str = "sides:
  A: [hedda, tolman, bolt, bolt, old-merrin]
  B: [gurth, reed, reed, slinger, slinger, boar]
";
