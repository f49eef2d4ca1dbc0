//! What scenarios write of the two sides of a game, each by its letter.

use super::MOST;
use crate::data::{DataError, Places, in_order};
use crate::seat::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::borrow::Cow;

/// A side by its letter; A, where nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum Side {
    /// The first.
    #[default]
    A,
    /// The second.
    B,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        Seat::SIDES[side as usize]
    }
}

/// The pieces of both sides as a scenario writes them: `{A: [...], B: [...]}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent, bound = "F: Deserialize<'de>")]
pub struct Sides<F>(#[serde(deserialize_with = "in_order")] Vec<(String, Vec<F>)>);

impl<F> Sides<F> {
    /// Each piece with its side and its field, such as `sides.A[0]`, where the sides stand under `field`; a side that is none
    /// is told, and its pieces are left out.
    pub fn each(
        &self,
        field: &str,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> Vec<(Seat, String, &F)> {
        let mut all: Vec<(Seat, String, &F)> = Vec::new();
        for (name, forms) in &self.0 {
            let field = format!("{field}.{name}");
            match Seat::SIDES.into_iter().find(|side| side.lettered() == *name) {
                Some(side) => {
                    let forms = forms.iter().enumerate();
                    all.extend(forms.map(|(at, form)| (side, format!("{field}[{at}]"), form)));
                }
                None => {
                    let problem = format!("there is no side `{name}`, there are A and B");
                    faults.push(places.key_fault(&field, problem));
                }
            }
        }
        if let Some((_, field, _)) = all.get(MOST) {
            let problem = format!("{} pieces, {MOST} are the most of both sides", all.len());
            faults.push(places.fault(field, problem));
            all.truncate(MOST);
        }
        all
    }
}

impl<F: JsonSchema> JsonSchema for Sides<F> {
    fn schema_name() -> Cow<'static, str> {
        format!("SidesOf{}", F::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let form = generator.subschema_for::<F>();
        let those = |side: Seat| {
            let says = format!("Those of {}.", side.lettered());
            json_schema!({ "description": says, "type": "array", "items": form.clone() })
        };
        let [a, b] = Seat::SIDES.map(those);
        json_schema!({
            "type": "object",
            "properties": { "A": a, "B": b },
            "additionalProperties": false,
        })
    }
}
