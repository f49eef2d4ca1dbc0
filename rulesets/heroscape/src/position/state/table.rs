//! What lies on the table beside figures: glyphs, treasures, doors, goals held, sights ruled by eye.

use super::figures::FigureId;
use crate::position::action::DoorChange;
use crate::tables::catalog::GlyphId;
use serde::{Deserialize, Serialize};
use umpire_core::hex::SpaceId;
use umpire_core::seat::Seats;

/// A treasure glyph that a figure carries (HS-6.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carried {
    /// Who.
    pub figure: FigureId,
    /// Which.
    pub glyph: GlyphId,
    /// Whether its power of once a game has been used, by whomever: another of its kind has its own (HS-6.2.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used: bool,
}

/// A glyph on the battlefield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaidGlyph {
    /// Where.
    pub space: SpaceId,
    /// Which; unknown in views while it lies hidden.
    pub kind: Option<GlyphId>,
    /// Whether all may read it.
    pub face_up: bool,
    /// Whether it is a treasure, which all see even while they may not read it.
    pub treasure: bool,
    /// Whether its power of once a game was used by who carried it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used: bool,
}

/// What a judge saw with their own eyes, until either figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seen {
    /// Who looks.
    pub from: FigureId,
    /// At whom.
    pub to: FigureId,
    /// Whether it is seen.
    pub clear: bool,
}

/// A door of the battlefield (HS-5.8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct DoorState {
    /// Wound markers on it.
    pub wounds: u8,
    /// Whether it stands open.
    pub open: bool,
    /// Whether its bar is down.
    pub barred: bool,
}

impl DoorState {
    /// Opens, shuts, bars or unbars it; a bar falls off an open door.
    pub fn change(&mut self, change: DoorChange) {
        match change {
            DoorChange::Open => (self.open, self.barred) = (true, false),
            DoorChange::Shut => self.open = false,
            DoorChange::Bar => (self.open, self.barred) = (false, true),
            DoorChange::Unbar => self.barred = false,
        }
    }
}

/// How a goal stands that is not reached by one act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds in a row at whose end it was held.
    pub rounds: u8,
    /// By whom; of a card to be destroyed, the team whose figure destroyed the last one so far.
    pub seats: Seats,
}
