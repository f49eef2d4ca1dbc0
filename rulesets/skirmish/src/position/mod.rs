//! What lies on the table: figures and who holds what, and what players and the judge may do to it.

mod action;
mod form;
mod sound;

pub use action::{Action, Amendment, Event};
pub use form::Body;
pub use sound::{amended, battlefield_faults, faults};

use crate::tables::{Skirmish, Unit};
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use umpire_core::seat::Seat;
use umpire_core::table::{Base, Map, Point, SLACK, overlap, touch};

/// Both sides.
pub const SIDES: [Seat; 2] = [Seat(0), Seat(1)];

/// The other side.
pub fn other(side: Seat) -> Seat {
    Seat(1 - side.0.min(1))
}

/// Number of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FigureId(pub u8);

/// Number of an objective on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ObjectiveId(pub u8);

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

    pub fn stands(&self) -> bool {
        matches!(self.post, Post::At(_))
    }

    /// Takes it off the table; what it was no longer matters.
    pub fn remove(&mut self) {
        *self = Figure { post: Post::Gone, ..Figure::new(self.kind, self.side) };
    }
}

/// Everything on the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    pub figures: Vec<Figure>,
    /// Who holds each objective.
    pub held: Vec<Option<Seat>>,
    pub round: u8,
}

impl Position {
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }

    pub fn figure_mut(&mut self, id: FigureId) -> &mut Figure {
        &mut self.figures[usize::from(id.0)]
    }

    pub fn ids(&self) -> impl Iterator<Item = FigureId> + use<> {
        (0..self.figures.len() as u8).map(FigureId)
    }

    /// The figures of a side for which something holds.
    pub fn of(
        &self,
        side: Seat,
        holds: impl Fn(&Figure) -> bool,
    ) -> impl Iterator<Item = FigureId> {
        let is_one = move |figure: &Figure| figure.side == side && holds(figure);
        self.ids().filter(move |id| is_one(self.figure(*id)))
    }

    /// The figures of a side on the table.
    pub fn standing(&self, side: Seat) -> impl Iterator<Item = FigureId> {
        self.of(side, Figure::stands)
    }

    /// The enemies of a figure on the table.
    pub fn enemies(&self, of: FigureId) -> impl Iterator<Item = FigureId> {
        self.standing(other(self.figure(of).side))
    }

    /// The figures of a side that may still act this round.
    pub fn ready(&self, side: Seat) -> impl Iterator<Item = FigureId> {
        self.of(side, |figure| figure.stands() && !figure.acted)
    }
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
    pub fn unit(self, id: FigureId) -> &'a Unit {
        &self.game.units[usize::from(self.figure(id).kind)]
    }

    /// The base of a figure, if it stood at a place.
    pub fn base_at(self, id: FigureId, at: Point) -> Base {
        self.game.bases[usize::from(self.figure(id).kind)].moved_to(at)
    }

    /// Where the middle of a figure is; of one that is not on the table, the corner of it.
    pub fn place(self, id: FigureId) -> Point {
        match self.figure(id).post {
            Post::At(at) => at,
            Post::Waiting | Post::Gone => Point::default(),
        }
    }

    /// The base of a figure at its place.
    pub fn base(self, id: FigureId) -> Base {
        self.base_at(id, self.place(id))
    }

    /// The other figures on the table.
    pub fn others(self, than: FigureId) -> impl Iterator<Item = FigureId> {
        self.ids().filter(move |id| *id != than && self.figure(*id).stands())
    }

    /// The enemies in contact with a base of a figure.
    pub fn foes_in_contact(self, id: FigureId, base: &Base) -> impl Iterator<Item = FigureId> {
        // Corners lie on their circle but for rounding to the grid.
        let (at, radius) = (base.centre(), self.unit(id).radius() + SLACK);
        let is_near = move |enemy: &FigureId| {
            let apart = i64::from(radius + self.unit(*enemy).radius() + SLACK) + 1;
            at.square_to(self.place(*enemy)) <= apart * apart
        };
        let near = self.position.enemies(id).filter(is_near);
        near.filter(move |enemy| touch(base, &self.base(*enemy)))
    }

    /// What a figure is called: as its unit, with a number where there are several.
    pub fn name(self, id: FigureId) -> String {
        let own = self.figure(id).kind;
        let is_alike = |other: &FigureId| self.figure(*other).kind == own;
        let name = &self.unit(id).id;
        match self.ids().filter(is_alike).count() {
            1 => name.clone(),
            _ => {
                let before = self.ids().take_while(|other| *other != id).filter(is_alike);
                format!("{name} {}", before.count() + 1)
            }
        }
    }

    /// Why a figure cannot stand where its base would be.
    pub fn hindrance(self, id: FigureId, base: &Base) -> Option<String> {
        let map = &self.game.map;
        if !map.holds(base) {
            return Some(format!("{} would not be wholly on the table", self.name(id)));
        }
        if let Some(piece) = blocking(map, base) {
            return Some(format!("{} would be in {}", self.name(id), self.game.piece(piece)));
        }
        let in_way = self.others(id).find(|other| overlap(base, &self.base(*other)));
        in_way.map(|other| format!("{} would overlap {}", self.name(id), self.name(other)))
    }
}

/// The piece of ground in which nobody may stand that a base would be in.
fn blocking(map: &Map, base: &Base) -> Option<u16> {
    map.impassable().find(|(_, area)| area.holds(base)).map(|(piece, _)| piece)
}

/// Places spread over the zone of a side.
pub fn over_zone(map: &Map, side: &str) -> Vec<Point> {
    map.spread(side, 12, 4)
}
