//! What a game starts from: seats and their armies, and a position where one is stated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::schema::exactly;

/// A seat and its army.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    /// Ids of army cards; one entry a copy.
    #[serde(default)]
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    pub cards: Vec<String>,
    /// Seats of one team are friends; by default each is its own.
    #[serde(default)]
    pub team: Option<u8>,
    /// The letter of its start zone; by default that of its place at the table, or a teammate's.
    #[serde(default)]
    pub zone: Option<char>,
    /// The most points of its army, where seats differ.
    #[serde(default)]
    pub point_limit: Option<u32>,
}

/// Where a figure begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(transform = exactly)]
pub enum FigureAt {
    /// The names of its spaces, one, two or six, or `dead`, `out` or `reserve`.
    Words(String),
    /// Spaces and more.
    Full(FigureSetup),
}

/// Where a figure begins, and its wounds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(transform = exactly)]
pub struct FigureSetup {
    /// The names of its spaces, one, two or six, or `dead`, `out` or `reserve`.
    pub at: String,
    /// Wound markers.
    pub wounds: u8,
    /// The card a dead figure lies on, where it is not its own.
    pub on: Option<String>,
    /// The seat that controls it, where it is not its owner.
    pub controller: Option<String>,
}

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnSetup {
    /// The card whose marker was revealed.
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    pub card: String,
    /// Its number, 1 to 3.
    #[serde(default = "first_marker")]
    pub marker: u8,
}

fn first_marker() -> u8 {
    1
}

/// A position stated directly.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PositionSetup {
    /// The round; markers are placed first if there is no `turn`.
    pub round: Option<u8>,
    /// Figures by name; those not named are out of the game.
    pub figures: BTreeMap<String, FigureAt>,
    /// Markers by seat: `1`, `2`, `3` and `X` to the card they lie on.
    pub markers: BTreeMap<String, BTreeMap<String, String>>,
    /// Who won the initiative; by default whose turn it is.
    pub first: Option<String>,
    /// Whose turn it is.
    pub turn: Option<TurnSetup>,
    /// Whether moving is over in that turn.
    pub attacking: bool,
}

/// What a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seats in clockwise order, with their names.
    pub seats: Vec<(String, SeatSetup)>,
    /// A position; without one armies are placed first.
    #[serde(default)]
    pub position: Option<PositionSetup>,
}
