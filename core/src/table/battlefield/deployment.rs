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
    /// ```
    /// # use umpire_core::data::Source;
    /// # use umpire_core::pieces::{Piece, PieceId, Pieces};
    /// # use umpire_core::table::{Battlefield, DeploymentRules, Footprint, Map, Placed, Point, inches};
    /// # use umpire_core::{Broken, Seat, Silent};
    /// # struct Waiting;
    /// # impl Piece for Waiting {
    /// #     fn side(&self) -> Seat { Seat(0) }
    /// #     fn kind(&self) -> Option<usize> { Some(0) }
    /// #     fn stands(&self) -> bool { false }
    /// #     fn is_gone(&self) -> bool { false }
    /// #     fn has_acted(&self) -> bool { false }
    /// # }
    /// # impl Placed for Waiting {
    /// #     fn at(&self) -> Option<Point> { None }
    /// # }
    /// # let text = "battlefield: yard\nunit: inches\nsize: [24, 24]\ndeployment: {A: {rect: [0, 0, 24, 8]}}\n";
    /// # let map = Map::read(&Source::new("yard.yaml", text), &[]).expect("a map");
    /// # let field = Battlefield::new(map, [Footprint::round(25)]);
    /// umpire_core::rules! { pub enum Rule { Standing = "G-1", Zone = "G-2", Apart = "G-3" } }
    /// let rules = DeploymentRules { standing: Rule::Standing, in_zone: Rule::Zone, apart: Rule::Apart };
    /// let figures: Pieces<Waiting> = [Waiting].into_iter().collect();
    /// let id = figures.waiting(Seat(0)).next().expect("it waits");
    /// let may = |to| {
    ///     let called = (inches(1), |_| String::new());
    ///     field.require_deployment(&figures, (id, to), rules, called, |fact| fact, &mut Silent)
    /// };
    /// assert_eq!(may(Point::new(inches(12), inches(12))), Err(Broken(Rule::Zone)));
    /// let places = field.places_in_zone("A", &|at| may(at).is_ok());
    /// assert!(places.contains(&Point::new(inches(1), inches(1))));
    /// ```
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
