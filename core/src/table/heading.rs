//! Directions as people say them: by the names of the compass, or in degrees clockwise from north, as a compass counts.

use super::facing::Facing;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// Directions in whole degrees, alike on both sides of north and of east, counterclockwise from the right of the map.
pub(super) const COMPASS: [(&str, i32); 16] = [
    ("E", 0),
    ("ENE", 22),
    ("NE", 45),
    ("NNE", 68),
    ("N", 90),
    ("NNW", 112),
    ("NW", 135),
    ("WNW", 158),
    ("W", 180),
    ("WSW", 202),
    ("SW", 225),
    ("SSW", 248),
    ("S", 270),
    ("SSE", 292),
    ("SE", 315),
    ("ESE", 338),
];

impl Facing {
    /// As people say it: `NE` where the compass has a name for it, else `030`, degrees clockwise from north, which is up the map.
    ///
    /// ```
    /// use umpire_core::table::Facing;
    ///
    /// assert_eq!(Facing::degrees(45).said(), "NE");
    /// assert_eq!(Facing::degrees(60).said(), "030");
    /// assert_eq!(Facing::read("ne"), Some(Facing::degrees(45)));
    /// assert_eq!(Facing::read("30"), Some(Facing::degrees(60)));
    /// ```
    pub fn said(self) -> String {
        let named = COMPASS.iter().find(|(_, degrees)| Facing::degrees(*degrees) == self);
        match named {
            Some((name, _)) => name.to_string(),
            None => {
                format!("{:03}", Facing::degrees(90 - i32::from(self.to_degrees())).to_degrees())
            }
        }
    }

    /// The direction that somebody means: a name of the compass, or 0 to 360 degrees clockwise from north.
    pub fn read(text: &str) -> Option<Facing> {
        let text = text.trim();
        let named = COMPASS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let number = || {
            let digits = text.strip_suffix('°').unwrap_or(text);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<i32>().ok().filter(|number| is_number && *number <= 360)
        };
        match named {
            Some((_, degrees)) => Some(Facing::degrees(*degrees)),
            None => number().map(|number| Facing::degrees(90 - number)),
        }
    }
}

/// A direction as scenarios write it: `NE`, or `30`, degrees clockwise from north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Heading(pub Facing);

impl<'de> Deserialize<'de> for Heading {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Heading, D::Error> {
        let text = String::deserialize(from)?;
        Facing::read(&text).map(Heading).ok_or_else(|| {
            let such = "such as `NE`, or degrees clockwise from north up to 360";
            D::Error::custom(format!("expected a direction {such}, found `{text}`"))
        })
    }
}

impl JsonSchema for Heading {
    fn schema_name() -> Cow<'static, str> {
        "Heading".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = COMPASS.map(|(name, _)| name);
        json_schema!({
            "description": "A direction: `NE`, or degrees clockwise from north.",
            "anyOf": [
                { "enum": names },
                { "type": "integer", "minimum": 0, "maximum": 360 },
            ],
        })
    }
}
