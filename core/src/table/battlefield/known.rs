//! Straight ways of pieces and sights between them, remembered: whoever looks ahead asks for the same ones at every roll.

use super::{Battlefield, Obstacle, Placed};
use crate::known::Known;
use crate::pieces::{PieceId, Pieces};
use crate::table::base::Base;
use crate::table::distance::{SLACK, within};
use crate::table::facing::Facing;
use crate::table::place::{places_towards, winds};
use crate::table::point::{Bounds, Length, Point};
use crate::table::straight::Straight;
use smallvec::SmallVec;

/// How a piece stands on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stand {
    /// Its kind ([`Piece::kind`](crate::pieces::Piece::kind)).
    pub kind: u16,
    /// Where its middle is.
    pub at: Point,
    /// Which way its base is turned.
    pub facing: Facing,
}

/// What was found out before. It hangs on what is asked about and on the ground alone, and the ground never changes.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownAnswers {
    seen: Known<[Stand; 2], bool>,
    may: Known<WayAsked, bool, MOST_WAYS>,
    towards: Known<WayAsked, Option<Point>, MOST_WAYS>,
    contact: Known<WayAsked, Option<Point>, MOST_WAYS>,
}

/// The most answers of each sort about ways.
const MOST_WAYS: usize = 16_384;

/// All that a straight way hangs on, besides the ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct WayAsked {
    who: Stand,
    most: Length,
    apart: Option<Length>,
    /// Whom it could come upon, and whether they are enemies.
    near: SmallVec<[(Stand, bool); 6]>,
    /// Where it would go, or where one stands with whom it would come into contact.
    to: Point,
}

/// The straight ways of a piece from where it stands.
pub struct Ways<'a, P> {
    field: &'a Battlefield,
    pieces: &'a Pieces<P>,
    id: PieceId,
    base: Base,
    most: Length,
    apart: Option<Length>,
}

impl Battlefield {
    /// The straight ways of a piece from where it stands, as long as `most` and so far apart from enemies, as
    /// [`straight`](Battlefield::straight) has them past all others; what was asked before is remembered.
    pub fn ways<'a, P: Placed>(
        &'a self,
        pieces: &'a Pieces<P>,
        id: PieceId,
        (most, apart): (Length, Option<Length>),
    ) -> Ways<'a, P> {
        Ways { field: self, pieces, id, base: self.base(pieces, id), most, apart }
    }

    /// Whether one of two sees the other, as [`sees`](Battlefield::sees) has it; what was asked before is remembered.
    pub fn sees_from(&self, one: Stand, other: Stand) -> bool {
        self.known.seen.answer([one, other], || self.sees(&self.base_of(one), &self.base_of(other)))
    }
}

impl<P: Placed> Ways<'_, P> {
    /// Whether it may go to a place.
    pub fn may(&self, to: Point) -> bool {
        let near = self.near(to, 0);
        let known = &self.field.known.may;
        known.answer(self.asked(&near, to), || self.look(&near, |straight| straight.may(to)))
    }

    /// The farthest place to which it may go on the straight way to another.
    pub fn towards(&self, to: Point) -> Option<Point> {
        let near = self.near(to, self.field.unit.one());
        let known = &self.field.known.towards;
        known.answer(self.asked(&near, to), || self.look(&near, |straight| straight.towards(to)))
    }

    /// The nearest place in contact with an enemy to which it may go.
    pub fn to_contact(&self, foe: PieceId) -> Option<Point> {
        let (own, target) = (self.stand(self.id), self.field.base(self.pieces, foe));
        if !within(&self.base, &target, self.most) {
            return None;
        }
        let (to, apart) = (target.centre(), self.radius(foe) + self.radius(self.id));
        let near = self.near(to, apart + SLACK);
        let known = &self.field.known.contact;
        known.answer(self.asked(&near, to), || {
            self.look(&near, |straight| self.field.to_contact(straight, own, &target))
        })
    }

    /// Places worth going to: towards objectives, so many of the nearest enemies and the eight winds.
    pub fn places(&self, enemies: usize) -> Vec<Point> {
        places_towards(self.aims(enemies).chain(self.winds()), |aim| self.towards(aim))
    }

    /// A few of them: towards objectives, those enemies, and a wind that `die` draws; `die(n)` is a number below `n`.
    pub fn glimpsed_places(&self, enemies: usize, die: &mut dyn FnMut(u32) -> u32) -> Vec<Point> {
        let wind = self.winds().nth(die(8) as usize);
        self.aims(enemies).chain(wind).filter_map(|aim| self.towards(aim)).collect()
    }

    /// Objectives and so many of the nearest enemies.
    fn aims(&self, enemies: usize) -> impl Iterator<Item = Point> {
        let from = self.base.centre();
        let foes = self.pieces.enemies(self.id);
        let mut foes: Vec<Point> = foes.map(|foe| self.place(foe)).collect();
        foes.sort_by_key(|at| (from.square_to(*at), *at));
        let objectives = self.field.objectives.iter().map(|objective| objective.at);
        objectives.chain(foes.into_iter().take(enemies))
    }

    /// The eight winds, as far as it goes.
    fn winds(&self) -> impl Iterator<Item = Point> + use<P> {
        winds(self.base.centre(), self.most)
    }

    /// The pieces that may be in the way to a place, or to one that is no more than so far from it.
    fn near(&self, to: Point, beside: Length) -> SmallVec<[PieceId; 8]> {
        let from = self.base.centre();
        let most = i64::from(self.most + SLACK);
        let end = from + (to - from).map(|by| by.clamp(-most, most));
        let beside = beside + SLACK + self.radius(self.id) + self.apart.unwrap_or_default();
        let way = Bounds::of(&[from, end]).wider(beside);
        let is_in_way = |id: &PieceId| way.wider(self.radius(*id)).holds(self.place(*id));
        self.pieces.others(self.id).filter(is_in_way).collect()
    }

    /// All that an answer hangs on, besides the ground.
    fn asked(&self, near: &[PieceId], to: Point) -> WayAsked {
        let side = self.pieces[self.id].side();
        let near = near.iter().map(|id| (self.stand(*id), self.pieces[*id].side() != side));
        let (most, apart) = (self.most, self.apart);
        WayAsked { who: self.stand(self.id), most, apart, near: near.collect(), to }
    }

    fn look<A>(&self, near: &[PieceId], answer: impl FnOnce(&Straight<Obstacle>) -> A) -> A {
        let past = (near.iter().copied(), self.apart);
        answer(&self.field.straight(self.pieces, (self.id, &self.base), self.most, past))
    }

    fn stand(&self, id: PieceId) -> Stand {
        self.field.stand(self.pieces, id)
    }

    fn place(&self, id: PieceId) -> Point {
        self.pieces[id].at().unwrap_or_default()
    }

    fn radius(&self, id: PieceId) -> Length {
        self.field.radius(self.pieces[id].base())
    }
}
