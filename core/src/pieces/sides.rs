//! What scenarios write of the sides of a game, each by its letter.

use super::MOST;
use crate::command::all_of;
use crate::data::{DataError, Places, in_order};
use crate::seat::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use std::borrow::Cow;

/// The letters of as many sides as a game may have.
const LETTERS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// The letters of the first sides, eight at most.
fn letters(sides: usize) -> &'static [&'static str] {
    &LETTERS[..sides.min(LETTERS.len())]
}

/// One of the sides of a game by its letter, of two where nothing else is said; A, where a scenario says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Side<const SIDES: usize = 2>(Seat);

impl<const SIDES: usize> From<Side<SIDES>> for Seat {
    fn from(side: Side<SIDES>) -> Seat {
        side.0
    }
}

impl<'de, const SIDES: usize> Deserialize<'de> for Side<SIDES> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Side<SIDES>, D::Error> {
        let name = Cow::<str>::deserialize(from)?;
        let side = letters(SIDES).iter().position(|letter| *letter == name);
        let unknown = || D::Error::unknown_variant(&name, letters(SIDES));
        side.map(|number| Side(Seat(number as u8))).ok_or_else(unknown)
    }
}

impl<const SIDES: usize> JsonSchema for Side<SIDES> {
    fn schema_name() -> Cow<'static, str> {
        format!("SideOf{SIDES}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A side by its letter.", "type": "string", "enum": letters(SIDES) })
    }
}

/// The pieces of the sides as a scenario writes them: `{A: [...], B: [...]}`, of two where nothing else is said, eight at most. How many a scenario
/// has, and so how many play, is [`Sides::count`].
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent, bound = "F: Deserialize<'de>")]
pub struct Sides<F, const SIDES: usize = 2>(
    #[serde(deserialize_with = "in_order")] Vec<(String, Vec<F>)>,
);

impl<F, const SIDES: usize> Default for Sides<F, SIDES> {
    fn default() -> Sides<F, SIDES> {
        Sides(Vec::new())
    }
}

impl<F, const SIDES: usize> Sides<F, SIDES> {
    /// How many sides there are up to the last that is written, and two at least.
    pub fn count(&self) -> u8 {
        let last = self.0.iter().filter_map(|(name, _)| Self::number(name)).max();
        last.map_or(2, |last| (last + 1).max(2)) as u8
    }

    fn number(name: &str) -> Option<usize> {
        letters(SIDES).iter().position(|letter| *letter == name)
    }

    /// Each piece with its side and its field, such as `sides.A[0]`, where the sides stand under `field`; a side that is none
    /// is told, and its pieces are left out.
    pub fn each(
        &self,
        field: &str,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> Vec<(Seat, String, &F)> {
        self.each_of(SIDES as u8, field, places, faults)
    }

    /// As [`Sides::each`], of so many sides: for what else they have, such as cards, where [`Sides::count`] of their pieces says how many play.
    pub fn each_of(
        &self,
        count: u8,
        field: &str,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> Vec<(Seat, String, &F)> {
        let mut all: Vec<(Seat, String, &F)> = Vec::new();
        for (name, forms) in &self.0 {
            let field = format!("{field}.{name}");
            let side = Self::number(name).filter(|number| *number < count.into());
            match side.map(|number| Seat(number as u8)) {
                Some(side) => {
                    let forms = forms.iter().enumerate();
                    all.extend(forms.map(|(at, form)| (side, format!("{field}[{at}]"), form)));
                }
                None => {
                    let letters = letters(SIDES.min(count.into()));
                    let known = all_of(letters, "and");
                    let problem = format!("there is no side `{name}`, there are {known}");
                    faults.push(places.key_fault(&field, problem));
                }
            }
        }
        if let Some((_, field, _)) = all.get(MOST) {
            let problem = format!("{} pieces, {MOST} are the most of all sides", all.len());
            faults.push(places.fault(field, problem));
            all.truncate(MOST);
        }
        all
    }
}

impl<F: JsonSchema, const SIDES: usize> JsonSchema for Sides<F, SIDES> {
    fn schema_name() -> Cow<'static, str> {
        match SIDES {
            2 => format!("SidesOf{}", F::schema_name()).into(),
            many => format!("{many}SidesOf{}", F::schema_name()).into(),
        }
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let form = generator.subschema_for::<F>();
        let those = |letter: &&str| {
            let says = format!("Those of {letter}.");
            let those = json!({ "description": says, "type": "array", "items": form.clone() });
            (letter.to_string(), those)
        };
        let properties: serde_json::Map<_, _> = letters(SIDES).iter().map(those).collect();
        json_schema!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}
