//! The form of scenario and battlefield files: what each field is called and may hold.

use crate::action::Order;
use crate::catalog::Sight;
use crate::edition::EditionFields;
use crate::game::Victory;
use crate::state::Stance;
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use umpire_core::data::in_order;
use umpire_core::edition::HouseRules;
use umpire_core::table::{Length, Point};

/// A scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    #[serde(default)]
    pub game: Option<String>,
    #[serde(default, rename = "scenario")]
    pub _name: Option<String>,
    #[serde(default, rename = "says")]
    pub _says: Option<String>,
    #[serde(default)]
    pub edition: Option<String>,
    /// Fields of the edition that this scenario changes.
    #[serde(default)]
    pub fields: EditionFields,
    /// Files of house rules.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// The name of a battlefield; what stands under `size`, `pieces` and `objectives` comes on top.
    #[serde(default)]
    pub battlefield: Option<String>,
    #[serde(default)]
    pub size: Option<Spot>,
    #[serde(default)]
    pub pieces: Vec<PieceRow>,
    #[serde(default)]
    pub objectives: Vec<ObjectiveRow>,
    #[serde(default)]
    pub victory: Option<Victory>,
    /// The main scenario of EA-Heresy, in which strongholds are compulsory (EA-6.1.2, EA-13.3).
    #[serde(default)]
    pub urban_assault: bool,
    #[serde(default)]
    pub free_table: bool,
    #[serde(default)]
    pub turn: Option<u8>,
    #[serde(default)]
    pub begins: Option<BeginsRow>,
    /// The side that won the last strategy roll.
    #[serde(default)]
    pub initiative: Option<String>,
    /// Whether forces and objectives are checked; by default where a battle begins with deployment.
    #[serde(default)]
    pub check_forces: Option<bool>,
    #[serde(deserialize_with = "in_order")]
    pub sides: Vec<(String, SideRow)>,
    #[serde(default, deserialize_with = "in_order")]
    pub strongholds: Vec<(String, StrongholdRow)>,
    #[serde(default, deserialize_with = "in_order")]
    pub points: Vec<(String, u8)>,
}

/// A battlefield in a file of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BattlefieldFile {
    #[serde(default, rename = "game")]
    pub _game: Option<String>,
    pub battlefield: String,
    #[serde(default, rename = "says")]
    pub _says: Option<String>,
    /// The edition whose table its terrain is named by.
    #[serde(default)]
    pub edition: Option<String>,
    #[serde(default)]
    pub size: Option<Spot>,
    #[serde(default)]
    pub pieces: Vec<PieceRow>,
    #[serde(default)]
    pub objectives: Vec<ObjectiveRow>,
}

/// A file of house rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HouseRulesFile {
    pub house_rules: String,
    #[serde(default, rename = "says")]
    pub _says: Option<String>,
    #[serde(default)]
    pub fields: EditionFields,
    /// Changes of rows of the tables; read with them.
    #[serde(default, rename = "terrain")]
    pub _terrain: Option<IgnoredAny>,
    #[serde(default, rename = "fortifications")]
    pub _fortifications: Option<IgnoredAny>,
    #[serde(default, rename = "special_rules")]
    pub _special_rules: Option<IgnoredAny>,
    #[serde(default, rename = "actions")]
    pub _actions: Option<IgnoredAny>,
    #[serde(default, rename = "barrage")]
    pub _barrage: Option<IgnoredAny>,
    #[serde(default, rename = "results")]
    pub _results: Option<IgnoredAny>,
    #[serde(default, rename = "bases")]
    pub _bases: Option<IgnoredAny>,
}

impl HouseRules for HouseRulesFile {
    type Fields = EditionFields;

    fn name(&self) -> &str {
        &self.house_rules
    }

    fn fields(&self) -> &EditionFields {
        &self.fields
    }
}

/// A piece of ground. Its outline is one of `outline`, `rect`, `line`, `disc`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceRow {
    #[serde(default)]
    pub name: Option<String>,
    pub terrain: String,
    /// Corners.
    #[serde(default)]
    pub outline: Vec<Spot>,
    /// Two opposite corners: `[x1, y1, x2, y2]`.
    #[serde(default)]
    pub rect: Option<[Centimetres; 4]>,
    #[serde(default)]
    pub line: Option<LineRow>,
    #[serde(default)]
    pub disc: Option<DiscRow>,
    #[serde(default)]
    pub on_hill: Option<String>,
    /// Sides that nobody climbs, each from corner to corner.
    #[serde(default)]
    pub steep: Vec<[Spot; 2]>,
    #[serde(default)]
    pub merge: bool,
    /// How it blocks sight, where its row of the terrain table does not say (EA-5.11).
    #[serde(default)]
    pub sight: Option<Sight>,
}

/// A strip along a line.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRow {
    pub points: Vec<Spot>,
    pub width: Centimetres,
}

/// A round piece.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiscRow {
    pub at: Spot,
    pub radius: Centimetres,
}

/// An objective.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectiveRow {
    pub at: Spot,
    pub half: Half,
    #[serde(default)]
    pub blitz: bool,
    /// To whom it belongs now; by default to the side of its half.
    #[serde(default)]
    pub held: Option<String>,
}

/// A half of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Half {
    Near,
    Far,
}

/// A side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideRow {
    #[serde(default)]
    pub army: Option<String>,
    #[serde(default)]
    pub strategy: Option<u8>,
    /// Special rules of the whole army, in place of its list's.
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub half: Option<Half>,
    #[serde(default)]
    pub titan_points: Option<u8>,
    #[serde(default)]
    pub ally_points: Option<u8>,
    /// Formations that break its spirit when destroyed; by default the most costly.
    #[serde(default)]
    pub spirit: Vec<String>,
    #[serde(default)]
    pub formations: Vec<FormationRow>,
}

/// A formation: of a list, or put together freely, and where it stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormationRow {
    pub name: String,
    #[serde(default)]
    pub detachment: Option<String>,
    /// Units that upgrades of the list put in: `captain`, or `2 land_raider`.
    #[serde(default)]
    pub upgrades: Vec<String>,
    #[serde(default, deserialize_with = "in_order")]
    pub units: Vec<(String, u8)>,
    /// Characters, each with the number of the unit it joins.
    #[serde(default, deserialize_with = "in_order")]
    pub characters: Vec<(String, u16)>,
    /// Weapons chosen for hard points, by the unit's id.
    #[serde(default, deserialize_with = "in_order")]
    pub weapons: Vec<(String, Vec<String>)>,
    #[serde(default)]
    pub initiative: Option<u8>,
    #[serde(default)]
    pub cost: Option<u16>,
    #[serde(default)]
    pub garrison: Option<bool>,
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
    #[serde(default)]
    pub step: Option<Spot>,
    #[serde(default)]
    pub facing: Option<i32>,
    #[serde(default)]
    pub markers: u8,
    #[serde(default)]
    pub broken: bool,
    #[serde(default)]
    pub rallied: bool,
    #[serde(default)]
    pub stance: Option<StanceRow>,
    /// Damage taken, by the number of the unit.
    #[serde(default, deserialize_with = "in_order")]
    pub damage: Vec<(String, u8)>,
    #[serde(default, deserialize_with = "in_order")]
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
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StanceRow {
    Ready,
    /// It has acted; by default with an advance.
    Acted,
    /// It has acted with this order.
    Did(Order),
    /// It went on overwatch this turn.
    Overwatch,
    /// It went on overwatch last turn and may act.
    Waiting,
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
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct StrongholdRow {
    pub damage: u8,
    pub ruined: bool,
}

/// With what the game begins.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BeginsRow {
    Deployment,
    Turn,
    EndPhase,
    Free,
    /// This side is to act.
    Act(String),
    /// This side is to act, and may retain the initiative.
    Retain(String),
    /// A formation goes on with an order, its test passed.
    Order(OrderRow),
}

/// A formation and its order.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderRow {
    pub formation: String,
    pub order: Order,
}

/// Centimetres with up to three decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Centimetres(pub Length);

/// No coordinate or length of a table is longer: ten metres.
const LONGEST: f64 = 1000.0;

impl<'de> Deserialize<'de> for Centimetres {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Centimetres, D::Error> {
        let given = f64::deserialize(from)?;
        let length = (given * 1000.0).round();
        let exact = given.abs() <= LONGEST && (length / 1000.0 - given).abs() < 1e-9;
        if exact {
            Ok(Centimetres(length as Length))
        } else {
            let problem = "expected centimetres up to 1000, with three decimals at most";
            Err(D::Error::custom(problem))
        }
    }
}

/// A place: `[x, y]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot(pub Point);

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Spot, D::Error> {
        let [x, y] = <[Centimetres; 2]>::deserialize(from)?;
        Ok(Spot(Point::new(x.0, y.0)))
    }
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
