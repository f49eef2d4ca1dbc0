//! Pieces put down in the zone of their side, and apart from enemies.

use super::{Battlefield, Placed};
use crate::pieces::{PieceId, Pieces};
use crate::ruling::{Explain, Fact, RuleId, Verdict};
use crate::table::distance::within;
use crate::table::point::{Length, Point};

/// The rules by which a piece is put down, a premise each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeploymentRules<R> {
    /// That it can stand there.
    pub standing: R,
    /// That it is wholly in the zone of its side, where its side has one.
    pub in_zone: R,
    /// That it is no nearer to an enemy than it may be.
    pub apart: R,
}

impl Battlefield {
    /// Requires of a place what a piece that is put down there has to keep to, `apart` from enemies; `name` says what pieces are called, and
    /// `instead` adds to a fact what could be done instead. Where there are such places, [`Map::places_in_zone`](super::Map::places_in_zone)
    /// tells.
    ///
    /// # Errors
    /// The first premise that does not hold, where nobody listens.
    pub fn require_deployment<P: Placed, R: RuleId>(
        &self,
        pieces: &Pieces<P>,
        (id, to): (PieceId, Point),
        rules: DeploymentRules<R>,
        (apart, name): (Length, impl Fn(PieceId) -> String),
        instead: impl Fn(Fact) -> Fact,
        why: &mut impl Explain<R>,
    ) -> Verdict<R> {
        let (base, side) = (self.base_at(pieces[id].base(), to), pieces[id].side().lettered());
        let found = self.hindrance(pieces, id, &base);
        why.require(rules.standing, found.is_none(), || {
            let says = found.map(|found| self.say_hindrance(found, id, &name));
            instead(Fact::says(says.unwrap_or_default()).held("the place is free"))
        })?;
        why.require(rules.in_zone, self.is_in_zone(&side, &base), || {
            let zone = format!("wholly in the zone of {side}");
            instead(Fact::that("it", &format!("is {zone}"), &format!("has to be {zone}")))
        })?;
        // As near as that it may stand, but for rounding to the grid.
        let is_near = |foe: &PieceId| within(&base, &self.base(pieces, *foe), apart - 2);
        let near = pieces.enemies(id).find(is_near);
        why.require(rules.apart, near.is_none(), || {
            let (apart, foe) = (self.about(apart), near.map_or(String::new(), &name));
            instead(Fact::says(format!("it would be less than {apart} from {foe}")))
                .held(format!("no enemy is nearer than {apart}"))
        })
    }
}
