//! Lengths in thousandths of a centimetre, and how people write them.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A length in 0.001 cm.
pub type Length = i32;

/// One centimetre.
pub const CM: Length = 1000;

/// Longest length that data may state: 100 m.
const LONGEST: f64 = 10_000.0;

/// Centimetres with up to three decimals as a [`Length`]; `None` for anything else.
pub fn from_centimetres(centimetres: f64) -> Option<Length> {
    if !(0.0..=LONGEST).contains(&centimetres) {
        return None;
    }
    let length = (centimetres * f64::from(CM)).round();
    ((length / f64::from(CM) - centimetres).abs() < 1e-9).then_some(length as Length)
}

/// As people read it: `15 cm`, `3.2 cm`.
pub fn centimetres(length: Length) -> String {
    format!("{} cm", f64::from(length) / f64::from(CM))
}

/// What a field that is written in centimetres looks like.
pub(crate) fn in_centimetres_form(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "number", "minimum": 0, "maximum": LONGEST })
}

/// Reads a field that is written in centimetres.
pub(crate) fn in_centimetres<'de, D: Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    let centimetres = f64::deserialize(from)?;
    from_centimetres(centimetres).ok_or_else(|| {
        D::Error::custom("expected centimetres, 0 to 10000, with three decimals at most")
    })
}
