//! Rows of footprints: the usual ones by type of unit, and those that units state.

use super::length::{in_centimetres, in_centimetres_form};
use super::{Footprint, Length, Traits, UnitType};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document};

/// `bases.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BaseFile {
    bases: Vec<BaseRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BaseRow {
    #[serde(rename = "type")]
    kind: UnitType,
    /// Least damage capacity.
    #[serde(default)]
    from: u8,
    /// A trait that the unit has.
    #[serde(default)]
    rule: Option<String>,
    base: FootprintRow,
}

/// A footprint in centimetres.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FootprintRow {
    Disc(DiscRow),
    Ellipse(EllipseRow),
    Rectangle(RectangleRow),
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DiscRow {
    #[serde(deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    radius: Length,
    corners: u8,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EllipseRow {
    #[serde(deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    long: Length,
    #[serde(deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    wide: Length,
    corners: u8,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RectangleRow {
    #[serde(deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    long: Length,
    #[serde(deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    wide: Length,
}

impl FootprintRow {
    /// The footprint, or why it is none.
    pub fn footprint(self) -> Result<Footprint, &'static str> {
        let (footprint, least, corners) = match self {
            FootprintRow::Disc(DiscRow { radius, corners }) => {
                (Footprint::Disc { radius, corners }, radius, corners)
            }
            FootprintRow::Ellipse(EllipseRow { long, wide, corners }) => {
                (Footprint::Ellipse { long, wide, corners }, long.min(wide), corners)
            }
            FootprintRow::Rectangle(RectangleRow { long, wide }) => {
                (Footprint::Rectangle { long, wide }, long.min(wide), 4)
            }
        };
        if least <= 0 {
            return Err("a footprint is larger than 0 cm");
        }
        if !(4..=64).contains(&corners) {
            return Err("expected 4 to 64 corners");
        }
        Ok(footprint)
    }
}

/// The usual footprints.
pub(super) struct Bases {
    rows: Vec<(UnitType, u8, Traits, Footprint)>,
}

impl Bases {
    /// The usual footprint of a unit: that of the last row that fits.
    pub fn of(&self, kind: UnitType, damage_capacity: u8, traits: Traits) -> Option<Footprint> {
        let fits = |row: &&(UnitType, u8, Traits, Footprint)| {
            row.0 == kind && row.1 <= damage_capacity && traits.has(row.2)
        };
        self.rows.iter().rev().find(fits).map(|row| row.3)
    }
}

/// The rows, and what is wrong with them.
pub(super) fn resolve(document: &Document<BaseFile>, faults: &mut Vec<DataError>) -> Bases {
    let places = &document.places;
    let mut rows = Vec::new();
    for (at, row) in document.value.bases.iter().enumerate() {
        let traits = match &row.rule {
            None => Traits::NONE,
            Some(key) => Traits::named(key).unwrap_or_else(|| {
                let known = Traits::ALL.iter().map(|(_, key)| *key);
                faults.push(places.unknown(&format!("bases[{at}].rule"), "trait", key, known));
                Traits::NONE
            }),
        };
        match row.base.footprint() {
            Ok(footprint) => rows.push((row.kind, row.from, traits, footprint)),
            Err(problem) => faults.push(places.fault(&format!("bases[{at}].base"), problem)),
        }
    }
    for kind in UnitType::ALL {
        let is_usual = |row: &BaseRow| row.kind == kind && row.from == 0 && row.rule.is_none();
        if !document.value.bases.iter().any(is_usual) {
            let problem = format!("no row gives the usual base of every {}", kind.short());
            faults.push(places.fault("bases", problem));
        }
    }
    Bases { rows }
}
