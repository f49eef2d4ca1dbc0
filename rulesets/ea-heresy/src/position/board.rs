//! The battlefield: its size, its pieces of ground with their rows of the terrain table, and sight.

use crate::position::state::PieceNo;
use crate::tables::catalog::TerrainId;
use umpire_core::scene::Shape;
use umpire_core::table::{Bounds, CM, Field, Length, Outline, Point};

/// A corner of a picture, in centimetres; pictures grow downwards.
pub(crate) type Spot = (f32, f32);

/// One piece of ground.
#[derive(Debug, Clone)]
pub struct Ground {
    /// What it is called.
    pub name: String,
    /// Its row of the terrain table.
    pub terrain: TerrainId,
    /// Its outline.
    pub outline: Outline,
    /// The hill it stands on (EA-4.6.1).
    pub on: Option<PieceNo>,
    /// Its steep sides, each from corner to corner (EA-5.10).
    pub steep: Vec<(Point, Point)>,
    /// Pieces of one number other than 0 count as one for depth (EA-4.4.2).
    pub merged: u16,
}

/// A battlefield. Sight is asked of its fields, whose pieces have the same numbers.
#[derive(Debug, Clone)]
pub struct Board {
    /// What it is called.
    pub name: String,
    /// From the origin to the far right corner (EA-13.1).
    pub size: Point,
    /// The pieces; the first was laid first.
    pub pieces: Vec<Ground>,
    /// Strongholds whose ruin stops other lines than they did, in the order of their bits in `fields`.
    pub lower: Vec<PieceNo>,
    /// How the pieces bear on sight, for each set of `lower` that lies in ruins.
    pub fields: Vec<Field>,
}

/// The most strongholds that a board may have: sight is prepared for every set of ruins.
pub const MAX_STRONGHOLDS: usize = 8;

impl Board {
    /// A piece.
    pub fn piece(&self, piece: PieceNo) -> &Ground {
        &self.pieces[piece.index()]
    }

    /// The numbers of all pieces.
    pub fn all(&self) -> impl Iterator<Item = PieceNo> + use<> {
        (0..self.pieces.len()).map(|at| PieceNo(at as u16))
    }

    /// The piece of that name.
    pub fn named(&self, name: &str) -> Option<PieceNo> {
        self.all().find(|piece| self.piece(*piece).name.eq_ignore_ascii_case(name))
    }

    /// The field of sight with these strongholds in ruins.
    pub fn field(&self, ruined: impl Fn(PieceNo) -> bool) -> &Field {
        let bits = self.lower.iter().enumerate();
        let set: usize = bits.map(|(bit, piece)| usize::from(ruined(*piece)) << bit).sum();
        &self.fields[set]
    }

    /// The whole table.
    pub fn bounds(&self) -> Bounds {
        Bounds { low: Point::default(), high: self.size }
    }

    /// The pieces a place lies in, edges included (EA-1.6.3, EA-1.6.4).
    pub fn at(&self, place: Point) -> impl Iterator<Item = PieceNo> + '_ {
        self.all().filter(move |piece| self.piece(*piece).outline.holds(place))
    }

    /// In which player's half a place lies: they meet midway between the near edge and the far one
    /// (EA-13.1).
    pub fn half_of(&self, place: Point) -> u8 {
        u8::from(place.y > self.size.y / 2)
    }

    /// Half the table's depth.
    pub fn middle(&self) -> Length {
        self.size.y / 2
    }

    /// A place as pictures have it.
    pub(crate) fn spot(&self, at: Point) -> Spot {
        (at.x as f32 / CM as f32, (self.size.y - at.y) as f32 / CM as f32)
    }

    /// A place of a picture, to a millimetre.
    pub(crate) fn pointed_at(&self, (x, y): Spot) -> Point {
        let length =
            |drawn: f32| (drawn * 10.0).round().clamp(-10_000.0, 10_000.0) as Length * (CM / 10);
        Point::new(length(x), self.size.y - length(y))
    }

    /// A line of sight, with the place where it is stopped.
    pub(crate) fn sight_line(
        &self,
        (from, to): (Point, Point),
        stopped: Option<Point>,
    ) -> Vec<Shape> {
        let line = Shape::sight(self.spot(from), self.spot(to), 0.2, stopped.is_none());
        let stop = stopped.map(|at| Shape::stops_sight(self.spot(at), 0.6, 0.25));
        std::iter::once(line).chain(stop).collect()
    }
}
