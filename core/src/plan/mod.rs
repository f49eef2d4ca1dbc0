//! A whole flat board from letters, of hexes or squares: kinds of ground by row, names, ways, sight over what hides, walls, picture.
//!
//! What a game of figures on a board begins with, as [`Map`](crate::table::Map) is for open tables: [`Ground`] is a row of its
//! table, [`PlanForm`] and [`WallsForm`] are fields of its scenarios, and the [`Plan`] that they make is a [`hex::Plan`](crate::hex::Plan)
//! or a [`square::Plan`](crate::square::Plan); to both all is common but how their places lie ([`Tiling`]).

mod form;
mod ground;
mod picture;
mod sight;
mod walls;

pub use form::PlanForm;
pub use ground::Ground;
pub use picture::Token;
pub use sight::Stop;
pub use walls::WallsForm;

use crate::hex::{Level, Reach, cell_name, parse_hex};
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

/// A column and a row of a board, both from 0.
pub type Cell = (i16, i16);

/// A board of places, each of a kind of ground and at a level, and the walls between them.
///
/// It is cheap to copy: where ground changes while a game is played, its state holds what changed, and the copy on which something is
/// judged has it laid ([`Plan::lay`], [`Plan::build`]).
#[derive(Debug, Clone)]
pub struct Plan<T: Tiling> {
    /// The places.
    pub board: Arc<T>,
    /// The kinds of ground.
    pub ground: Arc<[Ground]>,
    /// What places are made of, by their indices.
    kinds: Vec<u16>,
    levels: Arc<[Level]>,
    /// What stands between places that lie beside one another, the lower first.
    walls: BTreeMap<(T::Place, T::Place), u16>,
}

/// Where something can go, and what it takes: every place within a budget.
#[derive(Debug, Clone)]
pub struct Ways<T: Tiling> {
    from: T::Place,
    reach: Reach,
}

impl<T: Tiling> Plan<T> {
    /// Every place.
    pub fn places(&self) -> impl ExactSizeIterator<Item = T::Place> + use<T> {
        (0..self.board.count()).map(T::place)
    }

    /// What a place is made of.
    pub fn ground_of(&self, place: T::Place) -> &Ground {
        &self.ground[usize::from(self.kinds[T::index(place)])]
    }

    /// The kind of ground of that name, by its number in the table.
    pub fn kind_called(&self, ground: &str) -> Option<u16> {
        let kind = self.ground.iter().position(|row| row.id == ground)?;
        u16::try_from(kind).ok()
    }

    /// Makes a place of a kind of ground.
    pub fn lay(&mut self, place: T::Place, kind: u16) {
        self.kinds[T::index(place)] = kind;
    }

    /// Builds something of a kind between two places that lie beside one another, or takes away what stands there.
    pub fn build(&mut self, one: T::Place, other: T::Place, kind: Option<u16>) {
        let between = between::<T>(one, other);
        match kind {
            Some(kind) => self.walls.insert(between, kind),
            None => self.walls.remove(&between),
        };
    }

    /// What stands between two places that lie side by side.
    pub fn wall(&self, one: T::Place, other: T::Place) -> Option<&Ground> {
        let kind = self.walls.get(&between::<T>(one, other))?;
        self.ground.get(usize::from(*kind))
    }

    /// Everything that stands between places.
    pub fn walls(&self) -> impl Iterator<Item = (T::Place, T::Place, &Ground)> {
        let walls = self.walls.iter();
        walls.map(|((one, other), kind)| (*one, *other, &self.ground[usize::from(*kind)]))
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

    /// Where something can go from a place with so many steps. `step` says how many it takes from a place to one beside it;
    /// nothing where it may not go there. Nothing goes through walls that are impassable.
    pub fn ways(
        &self,
        from: T::Place,
        most: u32,
        step: impl Fn(T::Place, T::Place) -> Option<u32>,
    ) -> Ways<T> {
        let mut reach = Reach::new();
        reach.search(self.board.count(), T::index(from) as u32, most, |node, _, steps| {
            let here = T::place(node as usize);
            for next in self.neighbours(here) {
                if let Some(cost) =
                    step(here, next).filter(|_| self.barred_by(here, next).is_none())
                {
                    steps.to(T::index(next) as u32, cost);
                }
            }
        });
        Ways { from, reach }
    }
}

/// Two places, the lower first: as what stands between them is kept and told, from whichever side it is met.
pub(crate) fn between<T: Tiling>(one: T::Place, other: T::Place) -> (T::Place, T::Place) {
    (one.min(other), one.max(other))
}

impl<T: Tiling> Ways<T> {
    /// Every place but the first, with the steps it takes; what takes fewest comes first.
    pub fn iter(&self) -> impl Iterator<Item = (T::Place, u32)> + '_ {
        let reached = self.reach.reached().map(|node| T::place(node as usize));
        let others = reached.filter(|place| *place != self.from);
        others.filter_map(|place| Some((place, self.steps_to(place)?)))
    }

    /// The steps to a place, where it is within them.
    pub fn steps_to(&self, place: T::Place) -> Option<u32> {
        self.reach.cost_to(T::index(place) as u32)
    }

    /// The way to a place, both ends included; empty where there is none.
    pub fn way_to(&self, place: T::Place) -> Vec<T::Place> {
        self.reach
            .path_to(T::index(place) as u32)
            .into_iter()
            .map(|n| T::place(n as usize))
            .collect()
    }
}

/// A direction in letters, however it was spelled: `ne` of `North-East`.
pub(crate) fn direction_letters(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase().replace("north", "n").replace("south", "s");
    name.replace("east", "e").replace("west", "w").replace(['-', ' '], "")
}
