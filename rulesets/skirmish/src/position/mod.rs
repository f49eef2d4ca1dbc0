//! What lies on the table: figures and who holds what, and what players and the judge may do to it.

mod action;
mod form;
mod invariants;

pub use action::{Action, Amendment, Event};
pub use form::Body;
pub use invariants::{amended, battlefield_faults, faults};
pub use umpire_core::pieces::{Piece, PieceId};
pub use umpire_core::table::ObjectiveId;

use crate::tables::{Skirmish, Unit};
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use umpire_core::pieces::Pieces;
use umpire_core::seat::Seat;
use umpire_core::table::{Base, Placed, Point};

/// Where a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Not yet on the table.
    Waiting,
    At(Point),
    /// Destroyed or routed.
    Gone,
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// Its row among the units.
    pub kind: u16,
    pub side: Seat,
    pub post: Post,
    /// Hits it has taken.
    pub lost: u8,
    /// It has acted this round.
    pub acted: bool,
    /// It has struck this round.
    pub tired: bool,
    pub pinned: bool,
}

impl Figure {
    /// A fresh figure that waits to be deployed.
    pub fn new(kind: u16, side: Seat) -> Figure {
        let (post, lost) = (Post::Waiting, 0);
        Figure { kind, side, post, lost, acted: false, tired: false, pinned: false }
    }

    /// Takes it off the table; what it was no longer matters.
    pub fn remove(&mut self) {
        *self = Figure { post: Post::Gone, ..Figure::new(self.kind, self.side) };
    }
}

impl Piece for Figure {
    fn side(&self) -> Seat {
        self.side
    }

    fn kind(&self) -> Option<usize> {
        Some(self.kind.into())
    }

    fn stands(&self) -> bool {
        self.at().is_some()
    }

    fn is_gone(&self) -> bool {
        self.post == Post::Gone
    }

    fn has_acted(&self) -> bool {
        self.acted
    }
}

impl Placed for Figure {
    fn at(&self) -> Option<Point> {
        if let Post::At(at) = self.post { Some(at) } else { None }
    }
}

/// Everything on the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    pub figures: Pieces<Figure>,
    /// Who holds each objective.
    pub held: Vec<Option<Seat>>,
    pub round: u8,
}

/// A game's tables and what lies on the table: what all rules look at.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    pub game: &'a Skirmish,
    pub position: &'a Position,
}

impl Deref for Table<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.position
    }
}

impl<'a> Table<'a> {
    pub fn unit(self, id: PieceId) -> &'a Unit {
        &self.game.units[usize::from(self.figures[id].kind)]
    }

    /// The base of a figure, if it stood at a place.
    pub fn base_at(self, id: PieceId, at: Point) -> Base {
        self.game.field.base_at(self.figures[id].base(), at)
    }

    /// Where the middle of a figure is; of one that is not on the table, the corner of it.
    pub fn place(self, id: PieceId) -> Point {
        self.figures[id].at().unwrap_or_default()
    }

    /// The base of a figure at its place.
    pub fn base(self, id: PieceId) -> Base {
        self.game.field.base(&self.figures, id)
    }

    /// The enemies in contact with a base of a figure.
    pub fn foes_in_contact(self, id: PieceId, base: &'a Base) -> impl Iterator<Item = PieceId> {
        self.game.field.in_contact(&self.position.figures, id, base)
    }

    /// What a figure is called: as its unit, with a number where there are several.
    pub fn name(self, id: PieceId) -> String {
        self.figures.name(id, &self.game.units)
    }

    /// Why a figure cannot stand where its base would be.
    pub fn hindrance(self, id: PieceId, base: &Base) -> Option<String> {
        let field = &self.game.field;
        let found = field.hindrance(&self.figures, id, base)?;
        Some(field.say_hindrance(found, id, |id| self.name(id)))
    }
}
