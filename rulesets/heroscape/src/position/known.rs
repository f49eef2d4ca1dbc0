//! Sights and ways that were found before, remembered: looking ahead asks for the same ones at every roll.

use crate::position::footprint::Footprint;
use crate::tables::catalog::Size;
use smallvec::SmallVec;
use std::sync::Arc;
use umpire_core::Known;
use umpire_core::hex::{Body, SpaceId};

/// Which part of a figure has to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Its Hit Zone (HS-7.4.1).
    HitZone,
    /// Any part of it (HS-7.3.1).
    Any,
}

/// What stands in the way of a line of sight: mostly a few figures.
pub(crate) type Bodies = SmallVec<[Body; 6]>;

/// All that a line of sight depends on, besides the edition and the ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SightAsked {
    /// Where one stands who looks, and how tall it is.
    pub from: (Footprint, i16),
    /// Where one stands who is looked at, how tall and how big it is.
    pub to: (Footprint, i16, Size),
    /// Which part of it has to be seen.
    pub part: Part,
    /// What stands in the way.
    pub bodies: Bodies,
}

/// All that ways over the ground depend on, besides the ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct WaysAsked {
    /// How tall one is who walks.
    pub height: i16,
    /// How many levels it climbs at most, and one.
    pub climb: i16,
    /// The numbers of the spaces it walks to.
    pub goals: Box<[u32]>,
    /// Spaces in which a shut door stands, and how many points more it takes to get past it.
    pub doors: Box<[(SpaceId, u16)]>,
    /// Tiles laid during the game, and their rows.
    pub laid: Box<[(SpaceId, u16)]>,
}

/// Answers of one game, whose ground never changes. A copy of the game starts with none.
#[derive(Debug, Default, Clone)]
pub(crate) struct KnownAnswers {
    /// Whether there is a clear line.
    pub sights: Known<SightAsked, bool, 16_384>,
    /// How many points of Move each space is from the nearest goal.
    pub ways: Known<WaysAsked, Arc<[u16]>, 256>,
}
