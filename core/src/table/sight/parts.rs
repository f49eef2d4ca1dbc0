//! What sight is asked about: pieces of ground, the bodies that look, and the rules they look by.

use super::super::base::Base;
use super::super::outline::Outline;
use super::super::point::{Bounds, Length, Point};
use super::between::Between;
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
    /// Lines stop at its edge, wherever they begin.
    Solid,
}

/// A piece of ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Piece {
    /// Where it is.
    pub outline: Outline,
    /// How it bears on sight.
    pub class: Class,
    /// Pieces of one class with one number other than 0 are one piece where depth is measured.
    pub merged: u16,
}

impl Piece {
    /// A piece that stands alone.
    pub fn new(outline: Outline, class: Class) -> Piece {
        Piece { outline, class, merged: 0 }
    }
}

/// The area from which, or at any part of which, a party is seen.
#[derive(Debug, Clone, Copy)]
pub enum Body<'a> {
    /// A convex base.
    Base(&'a Base),
    /// An outline, which need not be convex.
    Outline(&'a Outline),
}

impl<'a> Body<'a> {
    /// The corners, counter-clockwise.
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

impl<'a> From<&'a Base> for Body<'a> {
    fn from(base: &'a Base) -> Body<'a> {
        Body::Base(base)
    }
}

impl<'a> From<&'a Outline> for Body<'a> {
    fn from(outline: &'a Outline) -> Body<'a> {
        Body::Outline(outline)
    }
}

/// What a piece of ground is to two who look at each other, as the rules of a game have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// It bears on nothing between them.
    Ignored,
    /// It may stop their lines.
    Blocks,
    /// It stops no line, but what is seen only across it counts as hidden by it.
    Hides,
    /// It may not stop their lines, for they see over it.
    Overseen,
}

/// What a game believes about sight. Core finds the lines; the game says how deep they go and what may stop them.
pub trait SightRules {
    /// How deep a line may go into a piece of class [`Class::Area`].
    fn depth(&self) -> Length;

    /// What a piece is to the two who look. Must not depend on which of them asks. The plain answer is that every
    /// piece may stop every line.
    fn bearing(&self, between: &Between) -> Bearing {
        let _ = between;
        Bearing::Blocks
    }
}

/// The plainest sight: lines go so deep into areas, and every piece may stop them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainSight {
    /// How deep a line may go into a piece of class [`Class::Area`].
    pub depth: Length,
}

impl SightRules for PlainSight {
    fn depth(&self) -> Length {
        self.depth
    }
}
