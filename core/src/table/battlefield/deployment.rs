//! Pieces put down in the zone of their side, and apart from enemies.

use super::{Battlefield, Placed};
use crate::pieces::{PieceId, Pieces};
use crate::ruling::{Explain, Fact, RuleId, Silent, Verdict};
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

/// A piece that is put down: which rules every place for it has to keep, and where there are such places.
pub struct Deployment<'a, P, R> {
    field: &'a Battlefield,
    pieces: &'a Pieces<P>,
    id: PieceId,
    rules: DeploymentRules<R>,
    apart: Length,
}

impl Battlefield {
    /// A piece that is put down in the zone of its side, `apart` from enemies.
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
    /// let deployment = field.deployment(&figures, id, rules, inches(1));
    /// let outside = Point::new(inches(12), inches(12));
    /// let ruled = deployment.require(outside, |_| String::new(), |fact, _| fact, &mut Silent);
    /// assert_eq!(ruled, Err(Broken(Rule::Zone)));
    /// assert!(deployment.places().contains(&Point::new(inches(1), inches(1))));
    /// assert!(deployment.nearest(outside).is_some_and(|at| deployment.may(at)));
    /// ```
    pub fn deployment<'a, P, R>(
        &'a self,
        pieces: &'a Pieces<P>,
        id: PieceId,
        rules: DeploymentRules<R>,
        apart: Length,
    ) -> Deployment<'a, P, R> {
        Deployment { field: self, pieces, id, rules, apart }
    }
}

impl<P: Placed, R: RuleId> Deployment<'_, P, R> {
    /// Requires of a place what the rules say; `name` says what pieces are called, and `instead` adds to a fact the nearest place that would do,
    /// where there is one.
    ///
    /// # Errors
    /// The first premise that does not hold, where nobody listens.
    pub fn require(
        &self,
        to: Point,
        name: impl Fn(PieceId) -> String,
        instead: impl Fn(Fact, Point) -> Fact,
        why: &mut impl Explain<R>,
    ) -> Verdict<R> {
        let Deployment { field, pieces, id, rules, apart } = *self;
        let instead = |fact: Fact| match self.nearest(to) {
            Some(near) => instead(fact, near),
            None => fact,
        };
        let (base, side) = (field.base_at(pieces[id].base(), to), self.side());
        let found = field.hindrance(pieces, id, &base);
        why.require(rules.standing, found.is_none(), || {
            let says = found.map(|found| field.say_hindrance(found, id, &name));
            instead(Fact::says(says.unwrap_or_default()).held("the place is free"))
        })?;
        why.require(rules.in_zone, field.is_in_zone(&side, &base), || {
            let zone = format!("wholly in the zone of {side}");
            instead(Fact::that("it", &format!("is {zone}"), &format!("has to be {zone}")))
        })?;
        // As near as that it may stand, but for rounding to the grid.
        let is_near = |foe: &PieceId| within(&base, &field.base(pieces, *foe), apart - 2);
        let near = pieces.enemies(id).find(is_near);
        why.require(rules.apart, near.is_none(), || {
            let (apart, foe) = (field.about(apart), near.map_or(String::new(), &name));
            instead(Fact::says(format!("it would be less than {apart} from {foe}")))
                .held(format!("no enemy is nearer than {apart}"))
        })
    }

    /// Whether it may be put down at a place.
    pub fn may(&self, to: Point) -> bool {
        self.require(to, |_| String::new(), |fact, _| fact, &mut Silent).is_ok()
    }

    /// The place nearest to one at which it may, on the whole table.
    pub fn nearest(&self, to: Point) -> Option<Point> {
        let size = self.field.bounds.high - self.field.bounds.low;
        let reach = size.x.max(size.y) as Length;
        self.field.nearest(to, &|at| self.may(at), reach)
    }

    /// A place where it may, as [`Map::room`](super::Map::room) finds one.
    pub fn room(&self) -> Option<Point> {
        self.field.room(&self.side(), &|at| self.may(at))
    }

    /// Places where it may, as [`Map::places_in_zone`](super::Map::places_in_zone) lists them.
    pub fn places(&self) -> Vec<Point> {
        self.field.places_in_zone(&self.side(), &|at| self.may(at))
    }

    /// So many of them, drawn.
    pub fn drawn(&self, count: usize, die: &mut dyn FnMut(u32) -> u32) -> Vec<Point> {
        self.field.drawn_places_in_zone(&self.side(), count, &|at| self.may(at), die)
    }

    fn side(&self) -> String {
        self.pieces[self.id].side().lettered()
    }
}
