//! A whole flat board from letters, of hexes or squares: kinds of ground by row, names, ways, sight over what hides, walls, picture.
//!
//! What a game of figures on a board begins with, as [`Map`](crate::table::Map) is for open tables: [`Ground`] is a row of its
//! table, [`PlanForm`] and [`WallsForm`] are fields of its scenarios, and the [`Plan`] that they make is a [`hex::Plan`](crate::hex::Plan)
//! or a [`square::Plan`](crate::square::Plan); to both all is common but how their places lie ([`Tiling`]).

mod changes;
mod form;
mod ground;
mod picture;
mod sight;
mod walls;
mod ways;

pub use changes::{Changes, GroundId, WallId};
pub use form::PlanForm;
pub use ground::Ground;
pub use picture::Token;
pub use sight::Stop;
pub use walls::WallsForm;
pub use ways::{NoWay, Way, Ways};

use crate::Known;
use crate::hex::{Level, cell_name, parse_hex};
use changes::Wall;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// How the places of a board lie beside one another.
pub trait Tiling: Sized + Clone + Debug + Send + Sync {
    /// A place of a board, as a number.
    type Place: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// Where something on a place may face.
    type Direction: Copy + Eq + Debug + Send + Sync;

    /// What a place is called.
    const PLACE: &'static str;
    /// How far rows lie apart in the picture.
    const ROW: f32;
    /// How wide a place is in the picture.
    const WIDTH: f32;
    /// How long the side is that two places share in the picture.
    const SIDE: f32;
    /// Whether each second row lies half a place further east.
    const SHIFTED: bool;

    /// The board of these places by column and row, each with its kind of ground and its level.
    ///
    /// # Errors
    /// Where one lies beyond every board.
    fn of(places: &[(Cell, u16, Level)]) -> Result<Self, Vec<String>>;
    /// How many places there are.
    fn count(&self) -> usize;
    /// Where a place stands among all, from 0.
    fn index(place: Self::Place) -> usize;
    /// The place at an index.
    fn place(index: usize) -> Self::Place;
    /// The column and row of a place.
    fn cell(&self, place: Self::Place) -> Cell;
    /// The place in a column and row.
    fn at(&self, cell: Cell) -> Option<Self::Place>;
    /// The places beside one, and where they lie from it.
    fn beside(
        &self,
        place: Self::Place,
    ) -> impl Iterator<Item = (Self::Direction, Self::Place)> + '_;
    /// Fewest steps from place to place, as the crow flies.
    fn distance(&self, from: Self::Place, to: Self::Place) -> u16;
    /// Tells what the line between two middles passes, one after another and the last with it: two places where it can go by one as well
    /// as by the other, along a side or through a corner; nothing where it leaves the board. Ends where `each` says that it does not go on.
    fn passed(
        &self,
        from: Self::Place,
        to: Self::Place,
        each: &mut impl FnMut(&[Option<Self::Place>]) -> bool,
    );
    /// The middle of a place in the picture; y grows downwards.
    fn middle(&self, place: Self::Place) -> (f32, f32);
    /// The corners of a place in the picture.
    fn corners(&self, place: Self::Place) -> Vec<(f32, f32)>;
    /// Where a direction leads in the picture, as a way of length 1.
    fn ahead(direction: Self::Direction) -> (f32, f32);
    /// A direction as a letter.
    fn arrow(direction: Self::Direction) -> char;
    /// Whether what lies there shares a side, and not a corner alone.
    fn is_side(direction: Self::Direction) -> bool;
    /// The direction of a name such as `ne`.
    fn direction(name: &str) -> Option<Self::Direction>;
}

/// Two places that lie beside one another, the lower first.
type Side<T> = (<T as Tiling>::Place, <T as Tiling>::Place);

/// A column and a row of a board, both from 0.
pub type Cell = (i16, i16);

/// A board of places, each of a kind of ground and at a level, and the walls between them.
///
/// Where ground changes while a game is played, its state holds the [`Changes`], and what happens is judged on the board
/// [`with`](Plan::with) them. What a scenario builds between places keeps its number and its name, whatever becomes of it.
#[derive(Debug, Clone)]
pub struct Plan<T: Tiling> {
    /// The places.
    pub board: Arc<T>,
    /// The kinds of ground.
    pub ground: Arc<[Ground]>,
    /// What places are made of, by their indices.
    kinds: Vec<GroundId>,
    levels: Arc<[Level]>,
    /// What was built between places that lie beside one another, the lower first.
    between: Arc<BTreeMap<Side<T>, WallId>>,
    walls: Vec<Wall<T::Place>>,
    /// The board with changes that were asked for.
    known: Known<Changes<T::Place>, Arc<Plan<T>>, 256>,
}

impl<T: Tiling> Plan<T> {
    /// Every place.
    pub fn places(&self) -> impl ExactSizeIterator<Item = T::Place> + use<T> {
        (0..self.board.count()).map(T::place)
    }

    /// What a place is made of.
    pub fn ground_of(&self, place: T::Place) -> &Ground {
        self.kind(self.kinds[T::index(place)])
    }

    /// A kind of ground.
    pub fn kind(&self, kind: GroundId) -> &Ground {
        &self.ground[usize::from(kind.0)]
    }

    /// The kind of ground of that name, by its number in the table.
    pub fn kind_called(&self, ground: &str) -> Option<GroundId> {
        let kind = self.ground.iter().position(|row| row.id == ground)?;
        u16::try_from(kind).ok().map(GroundId)
    }

    /// Makes a place of a kind of ground.
    pub fn lay(&mut self, place: T::Place, kind: GroundId) {
        self.kinds[T::index(place)] = kind;
    }

    /// What stands between two places that lie side by side.
    pub fn wall(&self, one: T::Place, other: T::Place) -> Option<&Ground> {
        self.stands(self.wall_between(one, other)?)
    }

    /// Everything that stands between places, in the order of these.
    pub fn walls(&self) -> impl Iterator<Item = (WallId, &Ground)> {
        self.between.values().filter_map(|wall| Some((*wall, self.stands(*wall)?)))
    }

    /// How high a place lies, from level 1.
    pub fn level(&self, place: T::Place) -> Level {
        self.levels[T::index(place)]
    }

    /// What a place is called: `C4`.
    pub fn name(&self, place: T::Place) -> String {
        let (column, row) = self.board.cell(place);
        cell_name(column.unsigned_abs().into(), row.unsigned_abs().into())
    }

    /// The place of that name, in any case.
    pub fn named(&self, name: &str) -> Option<T::Place> {
        let (column, row) = parse_hex(name.trim())?;
        self.board.at((i16::try_from(column).ok()?, i16::try_from(row).ok()?))
    }

    /// The places of names beside each other, `B1, C2` or `B1 C2`; nothing where one of them names none, or there are none.
    pub fn several_named(&self, names: &str) -> Option<Vec<T::Place>> {
        let names = names.split([',', ' ']).filter(|name| !name.is_empty());
        let places: Vec<T::Place> = names.map(|name| self.named(name)).collect::<Option<_>>()?;
        (!places.is_empty()).then_some(places)
    }

    /// What several places are called, as [`Plan::several_named`] reads them.
    pub fn names(&self, places: &[T::Place]) -> String {
        places.iter().map(|place| self.name(*place)).collect::<Vec<_>>().join(", ")
    }

    /// What the side that two places share is called: `C4/D4`.
    pub fn between_name(&self, one: T::Place, other: T::Place) -> String {
        let (one, other) = between::<T>(one, other);
        format!("{}/{}", self.name(one), self.name(other))
    }

    /// The places of a name such as `D4/C4`, where they lie side by side, the lower first.
    pub fn between_named(&self, name: &str) -> Option<(T::Place, T::Place)> {
        let (one, other) = name.split_once('/')?;
        let (one, other) = (self.named(one)?, self.named(other)?);
        let mut beside = self.board.beside(one);
        let (direction, _) = beside.find(|(_, beside)| *beside == other)?;
        T::is_side(direction).then(|| between::<T>(one, other))
    }

    /// Fewest steps from place to place, as the crow flies.
    pub fn distance(&self, from: T::Place, to: T::Place) -> u16 {
        self.board.distance(from, to)
    }

    /// The places beside one.
    pub fn neighbours(&self, place: T::Place) -> impl Iterator<Item = T::Place> + '_ {
        self.board.beside(place).map(|(_, other)| other)
    }

    /// The place beside one in a direction.
    pub fn ahead(&self, place: T::Place, direction: T::Direction) -> Option<T::Place> {
        let mut beside = self.board.beside(place);
        beside.find(|(towards, _)| *towards == direction).map(|(_, other)| other)
    }

    /// Whether two places lie beside one another, and nothing that is impassable stands between.
    pub fn touch(&self, one: T::Place, other: T::Place) -> bool {
        self.neighbours(one).any(|beside| beside == other) && self.barred_by(one, other).is_none()
    }
}

/// Two places, the lower first: as what stands between them is kept and told, from whichever side it is met.
pub(crate) fn between<T: Tiling>(one: T::Place, other: T::Place) -> (T::Place, T::Place) {
    (one.min(other), one.max(other))
}

/// A direction in letters, however it was spelled: `ne` of `North-East`.
pub(crate) fn direction_letters(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase().replace("north", "n").replace("south", "s");
    name.replace("east", "e").replace("west", "w").replace(['-', ' '], "")
}
