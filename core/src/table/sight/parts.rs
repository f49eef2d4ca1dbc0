//! What sight is asked about: pieces of ground, the parties that look, and the rules they look by.

use super::super::base::Base;
use super::super::outline::Outline;
use super::super::point::{Bounds, CM, Length, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a piece of ground bears on sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It never blocks nor obscures.
    #[default]
    None,
    /// Lines go into it and out of it for a certain depth, never through it.
    Area,
    /// Lines stop at its edge, unless they begin or end inside it.
    Complete,
    /// Lines stop at its edge, unless a party stands on it.
    Hill,
}

/// A piece of ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Piece {
    /// Where it is.
    pub outline: Outline,
    /// How it bears on sight.
    pub class: Class,
    /// Nobody sees over it.
    pub tall: bool,
    /// The number of the piece it stands on, which makes it tall.
    pub on: Option<u16>,
    /// Pieces of one class with one number other than 0 are one piece where depth is measured.
    pub merged: u16,
}

impl Piece {
    /// A piece that stands alone on the ground and may be seen over.
    pub fn new(outline: Outline, class: Class) -> Piece {
        Piece { outline, class, tall: false, on: None, merged: 0 }
    }
}

/// The area from which, or at any part of which, a party is seen.
#[derive(Debug, Clone, Copy)]
pub enum Body<'a> {
    /// A convex base.
    Base(&'a Base),
    /// An outline, which may be hollow at its sides.
    Outline(&'a Outline),
}

impl<'a> Body<'a> {
    /// The corners, against the clock.
    pub fn corners(self) -> &'a [Point] {
        match self {
            Body::Base(base) => base.corners(),
            Body::Outline(outline) => outline.corners(),
        }
    }

    /// The rectangle around it.
    pub fn bounds(self) -> Bounds {
        match self {
            Body::Base(base) => base.bounds(),
            Body::Outline(outline) => outline.bounds(),
        }
    }
}

/// One who sees or is seen.
#[derive(Debug, Clone, Copy)]
pub struct Party<'a> {
    /// Any point of it may begin or end a line of sight.
    pub base: Body<'a>,
    /// Raised above the ground: sees, and is seen, over pieces that are not tall.
    pub high: bool,
    /// In the air: sees and is seen over everything.
    pub airborne: bool,
    /// Obscured by tall pieces only, and never by a piece that is as near to both.
    pub tall_only: bool,
    /// Numbers of the pieces that never block it: what it stands on, what it is inside of.
    pub in_pieces: &'a [u16],
}

impl<'a> Party<'a> {
    /// A party on the ground, in no piece.
    pub fn ground(base: &'a Base) -> Party<'a> {
        let base = Body::Base(base);
        Party { base, high: false, airborne: false, tall_only: false, in_pieces: &[] }
    }
}

/// To which part of a piece distances are measured where someone raised sees over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeeOver {
    /// The part between the two parties.
    #[default]
    AlongLine,
    /// The whole piece.
    Shortest,
}

/// What becomes tall where a piece that blocks stands on a hill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeatureTall {
    /// That piece.
    #[default]
    Feature,
    /// That piece and the whole hill.
    WholeHill,
}

/// What differs between editions and tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SightRules {
    /// How deep a line may go into a piece of class area.
    pub depth: Length,
    /// How distances are measured to see over a piece.
    pub see_over: SeeOver,
    /// Whether a hill hides what lies close under it from those who stand on it.
    pub dead_ground: bool,
    /// What a piece on a hill makes tall.
    pub feature_makes_tall: FeatureTall,
}

impl Default for SightRules {
    fn default() -> SightRules {
        SightRules {
            depth: 10 * CM,
            see_over: SeeOver::AlongLine,
            dead_ground: false,
            feature_makes_tall: FeatureTall::Feature,
        }
    }
}
