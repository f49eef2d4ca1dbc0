//! A map as pieces stand on it: their bases, what hinders one from standing somewhere, with whom it is in contact.

mod deployment;
mod invariants;
mod known;
mod sight;
mod survey;
mod ways;

pub use deployment::{Deployment, DeploymentRules};
pub use known::{Stand, Ways};
pub use survey::SurveyedFor;
pub use ways::{Fan, Obstacle, WayRules};

use super::base::{Base, Footprint};
use super::distance::{SLACK, overlap, touch, within};
use super::facing::Facing;
use super::map::{Map, Token};
use super::point::{Length, Point};
use super::sight::Field;
use crate::pieces::{Piece, PieceId, Pieces};
use crate::seat::Seat;
use std::ops::{Deref, Range};

/// A piece that stands somewhere on an open table.
pub trait Placed: Piece {
    /// Where its middle is; nowhere, where it waits or is gone.
    fn at(&self) -> Option<Point>;

    /// Which way it faces, and its base with it; by default the game knows no facing.
    fn facing(&self) -> Option<Facing> {
        None
    }
}

/// A map, what on it bears on sight, and the bases of a game's kinds of pieces, turned as their pieces face.
///
/// Numbers of kinds are those of [`Piece::kind`]; what is asked of a kind it does not have panics.
///
/// ```
/// use umpire_core::data::Source;
/// use umpire_core::table::{Battlefield, Footprint, Map, Point};
///
/// let text = "battlefield: yard\nunit: inches\nsize: [24, 24]\n";
/// let map = Map::read(&Source::new("yard.yaml", text), &[]).expect("a map");
/// let field = Battlefield::new(map, [Footprint::Disc { radius: 1250, corners: 24 }]);
/// // Its middle at the corner, half of it is off the table.
/// assert!(!field.holds(&field.base_at(0, Point::default())));
/// ```
#[derive(Debug, Clone)]
pub struct Battlefield {
    map: Map,
    shapes: Vec<Footprint>,
    bases: Vec<Base>,
    seen_past: Field,
    screens: Field,
    known: known::KnownAnswers,
}

impl Deref for Battlefield {
    type Target = Map;

    fn deref(&self) -> &Map {
        &self.map
    }
}

/// Why a piece cannot stand somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// It would not be wholly on the table.
    OffTable,
    /// It would be in a piece of ground into which nobody comes.
    Ground(u16),
    /// It would overlap another.
    Piece(PieceId),
}

impl Battlefield {
    /// A map with the shapes of the bases of all kinds, by number.
    pub fn new(map: Map, shapes: impl IntoIterator<Item = Footprint>) -> Battlefield {
        let shapes: Vec<Footprint> = shapes.into_iter().collect();
        let base = |shape: &Footprint| shape.at(Point::default(), Facing::default());
        let bases = shapes.iter().map(base).collect();
        let (seen_past, screens) = (map.sight(), map.screens());
        let known = known::KnownAnswers::default();
        Battlefield { map, shapes, bases, seen_past, screens, known }
    }

    /// The numbers of all kinds.
    pub fn kinds(&self) -> Range<usize> {
        0..self.shapes.len()
    }

    /// The farthest any part of a kind's base is from its middle.
    pub fn radius(&self, kind: usize) -> Length {
        self.shapes[kind].reach()
    }

    /// The base of a kind with its middle at a place, not turned.
    pub fn base_at(&self, kind: usize, at: Point) -> Base {
        self.bases[kind].moved_to(at)
    }

    /// The base of a piece; one that is not on the table has it at the corner.
    pub fn base<P: Placed>(&self, pieces: &Pieces<P>, id: PieceId) -> Base {
        self.base_of(self.stand(pieces, id))
    }

    /// How a piece stands; one that is not on the table has its middle at the corner.
    pub fn stand<P: Placed>(&self, pieces: &Pieces<P>, id: PieceId) -> Stand {
        let piece = &pieces[id];
        let (at, facing) = (piece.at().unwrap_or_default(), piece.facing().unwrap_or_default());
        Stand { kind: piece.base() as u16, at, facing }
    }

    /// The base of whatever stands so.
    pub fn base_of(&self, stand: Stand) -> Base {
        let Stand { kind, at, facing } = stand;
        let kind = usize::from(kind);
        let shape = self.shapes[kind];
        let is_turned = facing != Facing::default() && !matches!(shape, Footprint::Disc { .. });
        if is_turned { shape.at(at, facing) } else { self.base_at(kind, at) }
    }

    /// What a picture shows of a piece with its middle at a place: a disc, or the corners of its base; and which way it faces, where
    /// the game knows that.
    pub fn token<P: Placed>(
        &self,
        pieces: &Pieces<P>,
        (id, label): (PieceId, String),
        at: Point,
    ) -> Token {
        let (piece, stand) = (&pieces[id], self.stand(pieces, id));
        let token = Token::of(piece.side(), label, (at, self.radius(piece.base())));
        let corners = match self.shapes[piece.base()] {
            Footprint::Disc { .. } => Vec::new(),
            _ => self.base_of(Stand { at, ..stand }).corners().to_vec(),
        };
        Token { corners, facing: piece.facing(), ..token }
    }

    /// The side that alone has pieces no farther from a place than `reach`, of those that `able` lets count: who holds an objective there, in
    /// many games. Nobody where both sides have, or neither.
    ///
    /// ```
    /// # use umpire_core::data::Source;
    /// # use umpire_core::pieces::{Piece, Pieces};
    /// # use umpire_core::table::{Battlefield, Footprint, Map, Placed, Point, inches};
    /// # use umpire_core::Seat;
    /// # struct Figure(Seat, Point);
    /// # impl Piece for Figure {
    /// #     fn side(&self) -> Seat { self.0 }
    /// #     fn kind(&self) -> Option<usize> { Some(0) }
    /// #     fn stands(&self) -> bool { true }
    /// #     fn has_acted(&self) -> bool { false }
    /// # }
    /// # impl Placed for Figure {
    /// #     fn at(&self) -> Option<Point> { Some(self.1) }
    /// # }
    /// # let text = "battlefield: yard\nunit: inches\nsize: [24, 24]\n";
    /// # let map = Map::read(&Source::new("yard.yaml", text), &[]).expect("a map");
    /// # let field = Battlefield::new(map, [Footprint::round(25)]);
    /// let at = |x| Point::new(inches(x), inches(12));
    /// let figures: Pieces<Figure> = [Figure(Seat(0), at(10)), Figure(Seat(1), at(20))].into_iter().collect();
    /// assert_eq!(field.alone_near(&figures, at(12), inches(3), |_| true), Some(Seat(0)));
    /// assert_eq!(field.alone_near(&figures, at(15), inches(6), |_| true), None);
    /// ```
    pub fn alone_near<P: Placed>(
        &self,
        pieces: &Pieces<P>,
        place: Point,
        reach: Length,
        able: impl Fn(&P) -> bool,
    ) -> Option<Seat> {
        let marker = Base::point(place);
        let is_near =
            |id: PieceId| able(&pieces[id]) && within(&self.base(pieces, id), &marker, reach);
        match Seat::SIDES.map(|side| pieces.standing(side).any(is_near)) {
            [true, false] => Some(Seat::SIDES[0]),
            [false, true] => Some(Seat::SIDES[1]),
            _ => None,
        }
    }

    /// The enemies in contact with a base of a piece.
    pub fn in_contact<'a, P: Placed>(
        &'a self,
        pieces: &'a Pieces<P>,
        id: PieceId,
        base: &'a Base,
    ) -> impl Iterator<Item = PieceId> + 'a {
        // Corners lie on their circle but for rounding to the grid.
        let radius = |id: PieceId| self.radius(pieces[id].base()) + SLACK;
        let (at, own) = (base.centre(), radius(id));
        let is_near = move |enemy: &PieceId| {
            let apart = i64::from(own + radius(*enemy)) + 1;
            at.square_to(pieces[*enemy].at().unwrap_or_default()) <= apart * apart
        };
        let near = pieces.enemies(id).filter(is_near);
        near.filter(move |enemy| touch(base, &self.base(pieces, *enemy)))
    }

    /// Why a piece cannot stand where its base would be; nothing where it can.
    pub fn hindrance<P: Placed>(
        &self,
        pieces: &Pieces<P>,
        id: PieceId,
        base: &Base,
    ) -> Option<Hindrance> {
        let overlaps = |other: &PieceId| overlap(base, &self.base(pieces, *other));
        self.hindrance_of_ground(base)
            .or_else(|| pieces.others(id).find(overlaps).map(Hindrance::Piece))
    }

    /// The same, where no other piece stands.
    pub fn hindrance_of_ground(&self, base: &Base) -> Option<Hindrance> {
        if !self.holds(base) {
            return Some(Hindrance::OffTable);
        }
        let mut closed = self.impassable();
        closed.find(|(_, area)| area.holds(base)).map(|(number, _)| Hindrance::Ground(number))
    }

    /// A hindrance in words, of a piece, with what pieces are called.
    pub fn say_hindrance(
        &self,
        hindrance: Hindrance,
        id: PieceId,
        name: impl Fn(PieceId) -> String,
    ) -> String {
        match hindrance {
            Hindrance::OffTable => format!("{} would not be wholly on the table", name(id)),
            Hindrance::Ground(piece) => format!("{} would be in {}", name(id), self.called(piece)),
            Hindrance::Piece(other) => format!("{} would overlap {}", name(id), name(other)),
        }
    }
}
