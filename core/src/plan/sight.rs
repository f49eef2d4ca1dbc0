//! Whether the straight line between two places of a board is free: of ground that stops it, and of walls.

use super::{Ground, Plan, Tiling, between};
use smallvec::{SmallVec, smallvec};

/// What stops the line between two places, or covers who stands at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop<P> {
    /// A place on the way.
    At(P),
    /// What stands between two places, the lower first.
    Between(P, P),
}

impl<P> Stop<P> {
    /// What stands between two places, the lower first.
    pub(crate) fn between<T: Tiling<Place = P>>((one, other): (P, P)) -> Stop<P> {
        let (one, other) = between::<T>(one, other);
        Stop::Between(one, other)
    }
}

impl<T: Tiling> Plan<T> {
    /// What hides one place from another: the first ground or wall by which nobody sees. Whether they see each other does not hang on
    /// levels, and is the same both ways.
    ///
    /// The line between the middles stops at a place that it passes through the inside of. Where it runs along the side of two, or
    /// through the corner between them, it is stopped only if both ways round are. The two at its ends stop nothing.
    pub fn hidden_by(&self, from: T::Place, to: T::Place) -> Option<Stop<T::Place>> {
        self.stopped_by(
            from,
            to,
            |place| self.ground_of(place).blocks_sight,
            |wall| wall.blocks_sight,
        )
    }

    /// The first that stops the line between two places, of places and walls that do: as [`Plan::hidden_by`], where figures hide as well, or
    /// something else than sight is judged.
    pub fn stopped_by(
        &self,
        from: T::Place,
        to: T::Place,
        blocks: impl Fn(T::Place) -> bool,
        bars: impl Fn(&Ground) -> bool,
    ) -> Option<Stop<T::Place>> {
        let solid = |place: &Option<T::Place>| place.filter(|place| *place != to && blocks(*place));
        let barred = |(one, other): (Option<T::Place>, Option<T::Place>)| {
            one.zip(other).filter(|(one, other)| self.wall(*one, *other).is_some_and(&bars))
        };
        // Where the line can come so far: a place, two beside one another, or off the board.
        let mut here: SmallVec<[Option<T::Place>; 2]> = smallvec![Some(from)];
        let mut stop = None;
        self.board.passed(from, to, &mut |next| {
            let comes = |place: &&Option<T::Place>| {
                solid(place).is_none() && here.iter().any(|one| barred((*one, **place)).is_none())
            };
            let reached: SmallVec<_> = next.iter().filter(comes).copied().collect();
            if reached.is_empty() {
                let sides = here.iter().flat_map(|one| next.iter().map(|other| (*one, *other)));
                let mut barred = sides.filter_map(barred);
                let between = || barred.next().map(Stop::between::<T>);
                stop = next.iter().find_map(solid).map(Stop::At).or_else(between);
            }
            here = reached;
            stop.is_none()
        });
        stop
    }

    /// What covers whoever stands on a place from whoever looks there: the ground it stands on, or else what stands on the last side that
    /// the line between the middles crosses. Where the line can come by two ways, along a side or through a corner, both have to be covered.
    pub fn covered_by(&self, from: T::Place, to: T::Place) -> Option<Stop<T::Place>> {
        if self.ground_of(to).cover {
            return Some(Stop::At(to));
        }
        if self.between.is_empty() {
            return None;
        }
        let mut before: SmallVec<[Option<T::Place>; 2]> = smallvec![Some(from)];
        self.board.passed(from, to, &mut |next| {
            let is_there = next.contains(&Some(to));
            if !is_there {
                before = next.iter().copied().collect();
            }
            !is_there
        });
        let covers = |one: &T::Place| self.wall(*one, to).is_some_and(|wall| wall.cover);
        let first = before.iter().flatten().next().filter(|_| before.iter().flatten().all(covers));
        first.map(|one| Stop::between::<T>((*one, to)))
    }

    /// What bars the step to a place beside one: a wall that nobody goes through.
    pub fn barred_by(&self, from: T::Place, to: T::Place) -> Option<Stop<T::Place>> {
        match self.between.is_empty() {
            true => None,
            false => self.stopped_by(from, to, |_| false, |wall| wall.impassable),
        }
    }

    /// What stops a line or covers its end, in words: `the rock on C4`, `the door between C4 and D4`.
    pub fn said(&self, stop: Stop<T::Place>) -> String {
        match stop {
            Stop::At(place) => format!("the {} on {}", self.ground_of(place).id, self.name(place)),
            Stop::Between(one, other) => {
                let wall = self.wall(one, other).map_or("wall", |wall| wall.id.as_str());
                format!("the {wall} between {} and {}", self.name(one), self.name(other))
            }
        }
    }
}
