//! The form of scenario and battlefield files: what each field is called and may hold.

use crate::position::action::Order;
use crate::position::game::Victory;
use crate::position::state::Stance;
use crate::tables::catalog::battlefield_rows::{Centimetres, Half, ObjectiveRow, PieceRow, Spot};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use umpire_core::data::in_order;
use umpire_core::schema::exact;
use umpire_core::table::Point;

/// What scenarios of EA-Heresy say beyond what all scenarios say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// The name of a battlefield; what stands under `size`, `pieces` and `objectives` comes on top.
    #[serde(default)]
    pub(super) battlefield: Option<String>,
    /// How wide the table is, and how deep, in centimetres.
    #[serde(default)]
    pub(super) size: Option<Spot>,
    /// Pieces of ground.
    #[serde(default)]
    pub(super) pieces: Vec<PieceRow>,
    /// Objectives.
    #[serde(default)]
    pub(super) objectives: Vec<ObjectiveRow>,
    /// How the battle is won.
    #[serde(default)]
    pub(super) victory: Option<Victory>,
    /// The main scenario of EA-Heresy, in which strongholds are compulsory (EA-6.1.2, EA-13.3).
    #[serde(default)]
    pub(super) urban_assault: bool,
    /// The turn.
    #[serde(default)]
    pub(super) turn: Option<u8>,
    /// With what the game begins; by default with deployment.
    #[serde(default)]
    pub(super) begins: Option<BeginsRow>,
    /// The side that won the last strategy roll.
    #[serde(default)]
    pub(super) initiative: Option<String>,
    /// Whether forces and objectives are checked; by default where a battle begins with deployment.
    #[serde(default)]
    pub(super) check_forces: Option<bool>,
    /// The two sides, by name.
    #[serde(deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, SideRow>")]
    pub(super) sides: Vec<(String, SideRow)>,
    /// What strongholds suffered, by name.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, StrongholdRow>")]
    pub(super) strongholds: Vec<(String, StrongholdRow)>,
    /// Victory points so far, by side.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, u8>")]
    pub(super) points: Vec<(String, u8)>,
}

/// A side.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SideRow {
    /// Its list.
    #[serde(default)]
    #[schemars(extend("x-names" = "armies/*#/army"))]
    pub army: Option<String>,
    /// Its strategy rating, in place of its list's.
    #[serde(default)]
    pub strategy: Option<u8>,
    /// Special rules of the whole army, in place of its list's.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Its half of the table.
    #[serde(default)]
    pub half: Option<Half>,
    #[serde(default)]
    pub titan_points: Option<u8>,
    #[serde(default)]
    pub ally_points: Option<u8>,
    /// Formations that break its spirit when destroyed; by default the most costly.
    #[serde(default)]
    pub spirit: Vec<String>,
    /// Its formations.
    #[serde(default)]
    pub formations: Vec<FormationRow>,
}

/// A formation: of a list, or put together freely, and where it stands.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FormationRow {
    /// What it is called.
    pub name: String,
    /// The detachment of the list.
    #[serde(default)]
    pub detachment: Option<String>,
    /// Units that upgrades of the list put in: `captain`, or `2 land_raider`; where several put in the same one,
    /// `replace 2 breacher` or `add 2 breacher`.
    #[serde(default)]
    pub upgrades: Vec<String>,
    /// Units by id, with how many there are.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, u8>")]
    pub units: Vec<(String, u8)>,
    /// Characters, each with the number of the unit it joins.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, u16>")]
    pub characters: Vec<(String, u16)>,
    /// Weapons chosen for hard points, by the unit's id.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub weapons: Vec<(String, Vec<String>)>,
    /// Its initiative, in place of its list's.
    #[serde(default)]
    pub initiative: Option<u8>,
    /// Its points, in place of its list's.
    #[serde(default)]
    pub cost: Option<u16>,
    /// Whether it garrisons.
    #[serde(default)]
    pub garrison: Option<bool>,
    /// Where each unit is.
    #[serde(default)]
    pub at: Vec<PlaceRow>,
    /// A stronghold that all its units are in.
    #[serde(default, rename = "in")]
    pub inside: Option<String>,
    /// A transport that all its units ride in.
    #[serde(default)]
    pub aboard: Option<String>,
    /// Where the first unit stands; the others follow by `step`.
    #[serde(default)]
    pub from: Option<Spot>,
    /// How far apart they stand, `[x, y]`.
    #[serde(default)]
    pub step: Option<Spot>,
    /// Degrees to which they face.
    #[serde(default)]
    pub facing: Option<i32>,
    /// Its blast markers.
    #[serde(default)]
    pub markers: u8,
    /// Whether it is broken.
    #[serde(default)]
    pub broken: bool,
    /// Whether it rallied.
    #[serde(default)]
    pub rallied: bool,
    /// What it did this turn.
    #[serde(default)]
    pub stance: Option<StanceRow>,
    /// Damage taken, by the number of the unit.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, u8>")]
    pub damage: Vec<(String, u8)>,
    /// Void shields that are down, by the number of the unit.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, u8>")]
    pub shields_down: Vec<(String, u8)>,
    /// Numbers of units that are popped up.
    #[serde(default)]
    pub popped_up: Vec<u16>,
    /// Numbers of units that are destroyed.
    #[serde(default)]
    pub destroyed: Vec<u16>,
    /// Whether its units may be out of coherency, as after losses.
    #[serde(default)]
    pub scattered: bool,
}

/// What a formation did this turn.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StanceRow {
    /// It has not acted.
    Ready,
    /// It has acted; by default with an advance.
    Acted,
    /// It has acted with this order.
    Did(Order),
    /// It went on overwatch this turn.
    Overwatch,
    /// It went on overwatch last turn and may act.
    Waiting,
    /// It lost its action.
    Lost,
}

impl StanceRow {
    pub fn stance(self) -> Stance {
        match self {
            StanceRow::Ready => Stance::Ready,
            StanceRow::Acted => Stance::Acted(Order::Advance),
            StanceRow::Did(order) => Stance::Acted(order),
            StanceRow::Overwatch => Stance::Overwatch { acted: true },
            StanceRow::Waiting => Stance::Overwatch { acted: false },
            StanceRow::Lost => Stance::Lost,
        }
    }
}

/// What a stronghold suffered.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct StrongholdRow {
    /// Damage taken.
    pub damage: u8,
    /// Whether it is a ruin.
    pub ruined: bool,
}

/// With what the game begins.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BeginsRow {
    /// With deployment.
    Deployment,
    /// With a turn.
    Turn,
    /// With the end phase.
    EndPhase,
    /// A referee's table without turns.
    Free,
    /// This side is to act.
    Act(String),
    /// This side is to act, and may retain the initiative.
    Retain(String),
    /// A formation goes on with an order, its test passed.
    Order(OrderRow),
}

/// A formation and its order.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderRow {
    /// Which formation.
    pub formation: String,
    /// Its order.
    pub order: Order,
}

/// Where a unit is: `[x, y]`, `[x, y, facing]`, `in keep`, `aboard rhino 1`, `off`, `destroyed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlaceRow {
    At(Point, Option<i32>),
    Words(String),
}

impl<'de> Deserialize<'de> for PlaceRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PlaceRow, D::Error> {
        struct Place;
        impl<'de> Visitor<'de> for Place {
            type Value = PlaceRow;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("`[x, y]`, `[x, y, facing]`, `in STRONGHOLD`, `aboard UNIT` or `off`")
            }
            fn visit_str<E: Error>(self, words: &str) -> Result<PlaceRow, E> {
                Ok(PlaceRow::Words(words.to_string()))
            }
            fn visit_bool<E: Error>(self, on: bool) -> Result<PlaceRow, E> {
                Ok(PlaceRow::Words(if on { "on" } else { "off" }.to_string()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<PlaceRow, A::Error> {
                let short = || A::Error::custom("expected `[x, y]` or `[x, y, facing]`");
                let x = row.next_element::<Centimetres>()?.ok_or_else(short)?;
                let y = row.next_element::<Centimetres>()?.ok_or_else(short)?;
                let facing = row.next_element::<i32>()?;
                if row.next_element::<IgnoredAny>()?.is_some() {
                    return Err(short());
                }
                Ok(PlaceRow::At(Point::new(x.0, y.0), facing))
            }
        }
        from.deserialize_any(Place)
    }
}

impl JsonSchema for PlaceRow {
    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (words, number) = (exact(), generator.subschema_for::<Centimetres>());
        let facing = generator.subschema_for::<i32>();
        json_schema!({
            "description": "`[x, y]`, `[x, y, facing]`, `in keep`, `aboard rhino 1`, `off`, `destroyed`.",
            "anyOf": [
                words,
                { "type": "boolean" },
                {
                    "type": "array",
                    "prefixItems": [number, number, facing],
                    "minItems": 2,
                    "maxItems": 3,
                },
            ],
        })
    }
}
