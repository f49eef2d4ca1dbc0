//! The form of battlefield files: pieces of ground with their outlines, objectives, places in centimetres.

use super::reading::FOLDER;
use super::terrain::Sight;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use umpire_core::data::{Source, Tree, Written};
use umpire_core::schema::FileForm;
use umpire_core::table::{Length, Point};

/// A battlefield in a file of its own.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BattlefieldFile {
    /// The game's name.
    #[serde(default, rename = "game")]
    pub _game: Option<String>,
    /// What it is called.
    pub battlefield: String,
    /// What it is about, for people.
    #[serde(default, rename = "says")]
    pub _says: Option<String>,
    /// House rules it is built by: files of rows of ground that are not in the tables.
    #[serde(default, rename = "house_rules")]
    #[schemars(extend("x-suggests" = "house_rules/*"))]
    pub _house_rules: Vec<String>,
    /// The edition whose table its terrain is named by.
    #[serde(default)]
    #[schemars(extend("x-names" = "editions/*#/edition/name"))]
    pub edition: Option<String>,
    /// How wide the table is, and how deep, in centimetres.
    #[serde(default)]
    pub size: Option<Spot>,
    /// Pieces of ground.
    #[serde(default)]
    pub pieces: Vec<PieceRow>,
    /// Objectives.
    #[serde(default)]
    pub objectives: Vec<ObjectiveRow>,
}

/// A piece of ground. Its outline is one of `outline`, `rect`, `line`, `disc`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceRow {
    /// What it is called, if not as its terrain.
    #[serde(default)]
    pub name: Option<String>,
    /// What it is made of.
    #[schemars(extend("x-suggests" = "terrain#/terrain/*/id"))]
    pub terrain: String,
    /// Corners.
    #[serde(default)]
    pub outline: Vec<Spot>,
    /// Two opposite corners: `[x1, y1, x2, y2]`.
    #[serde(default)]
    pub rect: Option<[Centimetres; 4]>,
    /// A strip along a line.
    #[serde(default)]
    pub line: Option<LineRow>,
    /// A round piece.
    #[serde(default)]
    pub disc: Option<DiscRow>,
    /// The hill it stands on.
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
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineRow {
    /// Its places, two or more.
    pub points: Vec<Spot>,
    /// How wide it is.
    pub width: Centimetres,
}

/// A round piece.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscRow {
    /// Its middle.
    pub at: Spot,
    /// Its radius.
    pub radius: Centimetres,
}

/// An objective.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveRow {
    /// Where it is.
    pub at: Spot,
    /// In whose half it is.
    pub half: Half,
    /// Whether it is the one of the Blitz goal.
    #[serde(default)]
    pub blitz: bool,
    /// To whom it belongs now; by default to the side of its half.
    #[serde(default)]
    pub held: Option<String>,
}

/// A half of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Half {
    /// That at low y.
    Near,
    /// That at high y.
    Far,
}

impl Half {
    /// 0 for the near one, 1 for the far one.
    pub(crate) fn number(self) -> u8 {
        match self {
            Half::Near => 0,
            Half::Far => 1,
        }
    }
}

/// Centimetres with up to three decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Centimetres(pub Length);

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

impl JsonSchema for Centimetres {
    fn schema_name() -> Cow<'static, str> {
        "Centimetres".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Centimetres, with three decimals at most.",
            "type": "number",
            "minimum": -LONGEST,
            "maximum": LONGEST,
        })
    }
}

/// A place: `[x, y]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot(pub Point);

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Spot, D::Error> {
        let [x, y] = <[Centimetres; 2]>::deserialize(from)?;
        Ok(Spot(Point::new(x.0, y.0)))
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> Cow<'static, str> {
        "Spot".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <[Centimetres; 2]>::json_schema(generator);
        schema.insert("description".into(), "A place: `[x, y]`.".into());
        schema
    }
}

/// What battlefields look like.
pub(crate) fn battlefield_form() -> FileForm {
    let files = [format!("{}/battlefields/*.yaml", FOLDER)];
    FileForm::of::<BattlefieldFile>("battlefield", "a table with its ground and objectives", &files)
}

/// The text of a battlefield as the beginning of a scenario, to which more fields are added. Its lines stay where they
/// are, so that faults are told there, unless it is written in braces.
pub(crate) fn as_scenario(battlefield: &Source) -> String {
    let is_name = |line: &str| line.starts_with("battlefield:");
    if battlefield.text.lines().any(is_name) {
        let lines = battlefield.text.lines().map(|line| match line.strip_prefix("battlefield:") {
            Some(name) => format!("scenario:{name}\n"),
            None => format!("{line}\n"),
        });
        return lines.collect();
    }
    let Ok(tree) = Tree::parse(battlefield) else { return battlefield.text.to_string() };
    let Written::Row(fields) = tree.written() else { return battlefield.text.to_string() };
    let line = |(name, value): (String, Written)| {
        let name = if name == "battlefield" { "scenario" } else { &name };
        format!("{name}: {value}\n")
    };
    fields.into_iter().map(line).collect()
}
