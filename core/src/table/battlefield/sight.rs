//! What bases see of each other past the ground of a map, and what gives one cover from the other.

use super::Battlefield;
use crate::ruling::{Explain, Fact, RuleId, Ruling};
use crate::table::base::Base;
use crate::table::distance::within_outline;
use crate::table::point::{FARTHEST, Length};
use crate::table::sight::{Bearing, Between, Class, PlainSight, Sight, SightRules};

/// Lines go into ground and out of it as deep as they like, never through.
const SIGHT: PlainSight = PlainSight { depth: FARTHEST };

/// The same past some of the pieces of ground alone.
struct Past<F>(F);

impl<F: Fn(u16) -> bool> SightRules for Past<F> {
    fn depth(&self) -> Length {
        SIGHT.depth
    }

    fn bearing(&self, between: &Between) -> Bearing {
        if (self.0)(between.number()) { Bearing::Blocks } else { Bearing::Ignored }
    }
}

impl Battlefield {
    /// Whether one base sees another: lines go into ground and out of it, never through what blocks sight.
    pub fn sees(&self, from: &Base, to: &Base) -> bool {
        self.seen_past.sees(from, to, &SIGHT)
    }

    /// The same with the line, or the piece of ground that blocks it.
    pub fn sight_between(&self, from: &Base, to: &Base) -> Sight {
        self.seen_past.sight(from, to, &SIGHT)
    }

    /// The fact of a sight, with the line drawn: what blocks it in the words for the piece of ground, or that a line is free.
    pub fn fact_of_sight(&self, found: &Sight, blocked: impl FnOnce(&str) -> String) -> Fact {
        let says = match found {
            Sight::Blocked { by, .. } => blocked(self.called(*by)),
            Sight::Clear { .. } => "a line is free".to_string(),
        };
        Fact::says(says).held("a line is free").drawn(self.drawn_sight(found))
    }

    /// Whether one base sees another, as a premise by a rule: the ruling holds where it does, and takes what bears on it besides, such as cover.
    pub fn ruling_on_sight<R: RuleId>(&self, rule: R, from: &Base, to: &Base) -> Ruling<R> {
        let (mut ruling, found) = (Ruling::default(), self.sight_between(from, to));
        // Whether it holds is asked of the ruling.
        let _ = ruling.require(rule, found.is_clear(), || {
            self.fact_of_sight(&found, |ground| format!("{ground} is between them"))
        });
        ruling
    }

    /// The piece of ground that gives a base cover from another: one with cover that its middle is in, wherever the other
    /// is; else what hides a part of it, of the pieces that screen by `screens`.
    pub fn cover(&self, from: &Base, to: &Base, screens: impl Fn(u16) -> bool) -> Option<u16> {
        let mut covering = self.pieces_that(|terrain| terrain.cover);
        let around = covering.find(|(_, piece)| piece.outline.holds(to.centre()));
        if let Some((number, _)) = around {
            return Some(number);
        }
        let rules = Past(screens);
        match self.screens.sight(from, to, &rules) {
            Sight::Blocked { by, .. } => Some(by),
            Sight::Clear { .. } => self.screens.obscured(from, to, &rules).map(|hidden| hidden.by),
        }
    }

    /// Low ground with cover that a base touches: what does not bear on sight, and what a shooter there leans over.
    pub fn leant_over(&self, base: &Base) -> impl Iterator<Item = u16> {
        let low = self.pieces_that(|terrain| terrain.cover && terrain.sight == Class::None);
        low.filter(|(_, piece)| within_outline(base, &piece.outline, 0)).map(|(number, _)| number)
    }

    /// Whether a piece of ground gives cover.
    pub fn covers(&self, number: u16) -> bool {
        let piece = self.pieces.get(usize::from(number));
        piece.is_some_and(|piece| self.terrain_of(piece).cover)
    }
}
