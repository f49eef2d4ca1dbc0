//! Figures and the army cards they were fielded with.

use super::powers::PowerRef;
use crate::position::event::Harm;
use crate::position::footprint::Footprint;
use crate::tables::catalog::CardId;
use serde::{Deserialize, Serialize};
use umpire_core::number_set::NumberSet;
use umpire_core::seat::Seat;

umpire_core::numbered! {
    /// A figure's number in the game.
    pub struct FigureId(u8);
    /// Number of an army card that is fielded: one copy of a printed card.
    pub struct CopyId(u8);
}

/// The most figures a game may hold.
pub const MAX_FIGURES: usize = 128;

/// The most army cards a game may hold.
pub const MAX_COPIES: usize = 64;

/// A set of figures.
pub type FigureSet = NumberSet<FigureId, { MAX_FIGURES.div_ceil(64) }>;

/// Where a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the battlefield: the space its leading end entered last, and the other one.
    Board(Footprint),
    /// Not placed yet.
    Reserve,
    /// It did not fit at set-up (HS-2.2.1).
    LeftOut,
    /// Destroyed, lying on that card (HS-7.5.13).
    Destroyed(CopyId),
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// The card it was fielded with.
    pub copy: CopyId,
    /// Its number among figures of its name, from 1; 0 where it is the only one.
    pub number: u8,
    /// Who fielded it.
    pub owner: Seat,
    /// Who decides and rolls for it now.
    pub controller: Seat,
    /// Wound markers it has.
    pub wounds: u8,
    /// Special attacks of once a game that it has made, a bit each.
    pub spent: u8,
    /// Where it is.
    pub place: Place,
}

/// A figure that was destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fallen {
    /// Who.
    pub figure: FigureId,
    /// Where it stood.
    pub stood: Footprint,
    /// What destroyed it.
    pub by: Harm,
}

/// An army card that is fielded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fielded {
    /// What is printed on it.
    pub card: CardId,
    /// Its number among copies of it, from 1; 0 where it is the only one.
    pub number: u8,
    /// Who fielded it.
    pub owner: Seat,
    /// Who takes turns with it now.
    pub controller: Seat,
    /// Order markers on it that are known: bits 0 to 2 for 1 to 3, bit 3 for X.
    pub markers: u8,
    /// Those of its known markers that have been turned up for all to see.
    pub shown: u8,
    /// Order markers on it that the viewer does not know; 0 but in views.
    pub hidden: u8,
    /// Destroyed figures lying on it.
    pub casualties: u8,
    /// Power markers on it.
    pub counters: u8,
    /// Whether its X marker was turned up to make a power work for the round.
    pub active: bool,
    /// Whether its powers are negated.
    pub negated: bool,
    /// The card that it chose at the start of the game.
    pub chosen: Option<CopyId>,
    /// The power that gave it other words.
    pub becomes: Option<PowerRef>,
    /// Powers used in this round, a bit for each ability.
    pub used_in_round: u32,
    /// Powers used in this game.
    pub used_in_game: u32,
}

impl Fielded {
    /// A card as it is fielded.
    pub fn new(card: CardId, seat: Seat) -> Fielded {
        Fielded {
            card,
            number: 0,
            owner: seat,
            controller: seat,
            markers: 0,
            shown: 0,
            hidden: 0,
            casualties: 0,
            counters: 0,
            active: false,
            negated: false,
            chosen: None,
            becomes: None,
            used_in_round: 0,
            used_in_game: 0,
        }
    }

    /// Whether any order marker lies on it.
    pub fn has_markers(&self) -> bool {
        self.markers != 0 || self.hidden != 0
    }

    /// How many order markers lie on it.
    pub fn marker_count(&self) -> u8 {
        self.markers.count_ones() as u8 + self.hidden
    }

    /// How many of them are not turned up.
    pub fn unrevealed(&self) -> u8 {
        (self.markers & !self.shown).count_ones() as u8 + self.hidden
    }
}
