//! Where a figure could go, remembered: whoever looks ahead asks for the same moves at every roll.

use super::movement::{APART, straight_past};
use crate::position::{PieceId, Table};
use crate::tables::{Gait, Near, WayAsked};
use smallvec::SmallVec;
use umpire_core::table::{Base, Bounds, Length, Obstacle, Point, SLACK, Straight, winds, within};

/// The straight moves of a figure from its place, in one gait.
pub struct Ways<'a> {
    t: Table<'a>,
    figure: PieceId,
    gait: Gait,
    base: Base,
    radius: Length,
    most: Length,
}

impl<'a> Ways<'a> {
    pub fn of(t: Table<'a>, figure: PieceId, gait: Gait) -> Ways<'a> {
        let unit = t.unit(figure);
        let (radius, most) = (unit.radius(), unit.farthest(gait));
        Ways { t, figure, gait, base: t.base(figure), radius, most }
    }

    /// Whether it may go to a place.
    pub fn may(&self, to: Point) -> bool {
        let near = self.near(to, 0);
        let known = &self.t.game.known.may;
        known.answer(self.asked(&near, to), || self.look(&near, |straight| straight.may(to)))
    }

    /// The farthest place to which it may go on the straight way to another.
    pub fn towards(&self, to: Point) -> Option<Point> {
        let near = self.near(to, self.t.game.field.unit.one());
        let known = &self.t.game.known.towards;
        known.answer(self.asked(&near, to), || self.look(&near, |straight| straight.towards(to)))
    }

    /// The nearest place in contact with an enemy to which it may go.
    pub fn to_contact(&self, foe: PieceId) -> Option<Point> {
        let (kind, target) = (self.t.figures[self.figure].kind.into(), self.t.base(foe));
        if !within(&self.base, &target, self.most) {
            return None;
        }
        let (to, apart) = (target.centre(), self.t.unit(foe).radius() + self.radius);
        let near = self.near(to, apart + SLACK);
        let known = &self.t.game.known.contact;
        known.answer(self.asked(&near, to), || {
            self.look(&near, |straight| self.t.game.field.to_contact(straight, kind, &target))
        })
    }

    /// The eight winds, as far as it goes.
    pub fn winds(&self) -> impl Iterator<Item = Point> + use<> {
        winds(self.base.centre(), self.most)
    }

    /// The figures that may be in the way to a place, or to one that is no more than so far from it.
    fn near(&self, to: Point, beside: Length) -> SmallVec<[PieceId; 8]> {
        let (t, from) = (self.t, self.base.centre());
        let by = to.minus(from);
        let most = self.most + SLACK;
        let end = from.plus(Point::new(by.x.clamp(-most, most), by.y.clamp(-most, most)));
        let way = Bounds::of(&[from, end]).wider(beside + SLACK + self.radius + APART);
        let is_in_way = |id: &PieceId| way.wider(t.unit(*id).radius()).holds(t.place(*id));
        t.figures.others(self.figure).filter(is_in_way).collect()
    }

    /// All that an answer hangs on, besides the ground.
    fn asked(&self, near: &[PieceId], to: Point) -> WayAsked {
        let t = self.t;
        let stand = |id: PieceId| (t.figures[id].kind, t.place(id));
        let side = t.figures[self.figure].side;
        let near =
            near.iter().map(|id| Near { who: stand(*id), is_foe: t.figures[*id].side != side });
        WayAsked { who: stand(self.figure), gait: self.gait, near: near.collect(), to }
    }

    fn look<A>(&self, near: &[PieceId], answer: impl FnOnce(&Straight<Obstacle>) -> A) -> A {
        let others = near.iter().copied();
        answer(&straight_past(self.t, (self.figure, &self.base), self.gait, others))
    }
}
