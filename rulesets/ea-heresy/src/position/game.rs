//! The rules with their tables, edition and battlefield: what one game is played with.

use crate::position::board::Board;
use crate::position::known_sights::KnownSights;
use crate::position::model::Model;
use crate::position::sheets::{FormationSheet, SideSheet};
use crate::tables::catalog::{Catalog, Terrain};
use crate::tables::edition::Edition;
use std::sync::Arc;
use umpire_core::seat::Seat;

/// How a battle is won (EA-13).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// Goals at the end of turn 3 or 4 (EA-13.10).
    Netea,
    /// Battle Line (EA-13.11).
    BattleLine,
    /// Fire the Beacons (EA-13.12).
    FireTheBeacons,
    /// Nobody is ahead before one side is gone: a skirmish, or a table to ask questions at.
    LastStand,
}

/// EA-Heresy: the rules, with the tables, the edition and the battlefield of one game.
#[derive(Debug, Clone)]
pub struct EaHeresy {
    /// Every table.
    pub catalog: Arc<Catalog>,
    /// The edition with its house rules.
    pub edition: Edition,
    /// The edition's name.
    pub edition_name: String,
    /// Rows of the terrain tables as the edition has them, by their ids.
    pub terrain: Vec<Terrain>,
    /// The battlefield.
    pub board: Board,
    /// How the battle is won.
    pub victory: Victory,
    /// Models that take part.
    pub models: Vec<Model>,
    /// Handles of units, such as `tacticals 2`.
    pub unit_names: Vec<String>,
    /// What formations are and are called.
    pub sheets: Vec<FormationSheet>,
    /// What the sides are and are called.
    pub sides: [SideSheet; 2],
    /// Whether nobody's turn it is: a referee's table.
    pub free: bool,
    /// Sights found out before.
    pub(crate) known_sights: KnownSights,
}

impl EaHeresy {
    /// What a side is called.
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.sides[seat.index().min(1)].name
    }
}
