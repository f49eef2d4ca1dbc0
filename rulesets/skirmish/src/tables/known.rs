//! Answers found out before, remembered: whoever looks ahead asks for the same sights and moves at every roll.

use super::Gait;
use smallvec::SmallVec;
use umpire_core::Known;
use umpire_core::table::Point;

/// A kind of figure, and where its middle is.
pub type Stand = (u16, Point);

/// What was found out before. It hangs on what is asked about and on the ground alone, and the ground never changes.
#[derive(Debug, Clone, Default)]
pub struct KnownAnswers {
    pub seen: Known<[Stand; 2], bool>,
    pub cover: Known<[Stand; 2], Option<u16>>,
    /// Whether a figure may go to a place.
    pub may: Known<WayAsked, bool, MOST_WAYS>,
    /// How far it may go towards one.
    pub towards: Known<WayAsked, Option<Point>, MOST_WAYS>,
    /// Where it may come into contact with a figure at one.
    pub contact: Known<WayAsked, Option<Point>, MOST_WAYS>,
}

/// The most answers of each sort about ways.
const MOST_WAYS: usize = 16_384;

/// All that a straight move hangs on, besides the ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WayAsked {
    /// Who goes, and from where.
    pub who: Stand,
    /// How it moves.
    pub gait: Gait,
    /// Whom it could come upon.
    pub near: SmallVec<[Near; 6]>,
    /// Where it would go, or where one stands with whom it would come into contact.
    pub to: Point,
}

/// A figure near to one that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Near {
    pub who: Stand,
    pub is_foe: bool,
}
