//! The three ways of writing start zones: a grid of seat letters, names of spaces for each seat, or a zone with name and colour.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use umpire_core::schema::exact;

/// What stands under `start`.
pub enum Start {
    /// A text grid.
    Grid(String),
    /// By seat.
    Zones(BTreeMap<String, Zone>),
}

impl Default for Start {
    fn default() -> Start {
        Start::Zones(BTreeMap::new())
    }
}

/// One zone as it is written.
#[derive(Default)]
pub struct Zone {
    pub name: String,
    pub colour: String,
    /// One text of many names, or a list of texts.
    pub texts: Vec<String>,
    pub is_list: bool,
    /// Written as a mapping, the spaces under `spaces`.
    pub is_detailed: bool,
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Start, D::Error> {
        deserializer.deserialize_any(StartVisitor)
    }
}

impl JsonSchema for Start {
    fn schema_name() -> Cow<'static, str> {
        "Start".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (grid, zones) = (exact(), generator.subschema_for::<BTreeMap<String, Zone>>());
        json_schema!({
            "description": "A grid of seat letters, or the spaces of each seat.",
            "anyOf": [grid, zones],
        })
    }
}

impl JsonSchema for Zone {
    fn schema_name() -> Cow<'static, str> {
        "Zone".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (names, list) = (exact(), generator.subschema_for::<Vec<String>>());
        let word = generator.subschema_for::<String>();
        json_schema!({
            "description": "Names of spaces, such as `A1 A2 B1`, or a zone with its name and colour.",
            "anyOf": [
                names,
                list,
                {
                    "type": "object",
                    "properties": {
                        "name": word,
                        "colour": word,
                        "spaces": { "anyOf": [names, list] },
                    },
                },
            ],
        })
    }
}

struct StartVisitor;

impl<'de> Visitor<'de> for StartVisitor {
    type Value = Start;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a grid of seat letters, or the spaces of each seat")
    }

    fn visit_str<E: Error>(self, grid: &str) -> Result<Start, E> {
        Ok(Start::Grid(grid.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Start, A::Error> {
        let mut zones = BTreeMap::new();
        while let Some((seat, zone)) = map.next_entry()? {
            zones.insert(seat, zone);
        }
        Ok(Start::Zones(zones))
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Zone, D::Error> {
        deserializer.deserialize_any(ZoneVisitor { is_inside: false })
    }
}

/// The value of `spaces`: names in one text, or a list of them.
struct Spaces(Zone);

impl<'de> Deserialize<'de> for Spaces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spaces, D::Error> {
        deserializer.deserialize_any(ZoneVisitor { is_inside: true }).map(Spaces)
    }
}

struct ZoneVisitor {
    is_inside: bool,
}

const FIELDS: &[&str] = &["name", "colour", "spaces"];

impl<'de> Visitor<'de> for ZoneVisitor {
    type Value = Zone;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("names of spaces, such as `A1 A2 B1`")
    }

    fn visit_str<E: Error>(self, names: &str) -> Result<Zone, E> {
        Ok(Zone { texts: vec![names.to_owned()], ..Zone::default() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Zone, A::Error> {
        let mut zone = Zone { is_list: true, ..Zone::default() };
        while let Some(names) = list.next_element()? {
            zone.texts.push(names);
        }
        Ok(zone)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Zone, A::Error> {
        if self.is_inside {
            return Err(Error::custom("expected names of spaces, found a mapping"));
        }
        let mut zone = Zone { is_detailed: true, ..Zone::default() };
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "name" => zone.name = map.next_value()?,
                "colour" => zone.colour = map.next_value()?,
                "spaces" => {
                    let Spaces(spaces) = map.next_value()?;
                    (zone.texts, zone.is_list) = (spaces.texts, spaces.is_list);
                }
                _ => return Err(Error::unknown_field(&key, FIELDS)),
            }
        }
        Ok(zone)
    }
}
