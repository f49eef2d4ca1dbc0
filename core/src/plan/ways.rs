//! Where something can go over a board, and what it takes: the shortest ways, and those by places that somebody chose.

use super::{Plan, Tiling};
use crate::hex::Reach;

/// Where something can go, and what it takes: every place within a budget.
#[derive(Debug, Clone)]
pub struct Ways<T: Tiling> {
    from: T::Place,
    reach: Reach,
}

/// A way from place to place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way<P> {
    /// The places, both ends included; each lies beside the one before.
    pub places: Vec<P>,
    /// The steps it takes.
    pub steps: u32,
}

/// Why no way leads by the places that somebody chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWay<P> {
    /// To this one no way leads, however many steps there are.
    Barred(P),
    /// This one is too far: so many steps from the first.
    Far(P, u32),
    /// There it stands already.
    Here(P),
}

impl<T: Tiling> Plan<T> {
    /// How many steps it takes from a place to one beside it, for whoever nothing else helps or hinders: what its ground takes, and what a wall
    /// in between takes over the one of an open side. Nothing where nobody can stand there.
    pub fn steps(&self, from: T::Place, to: T::Place) -> Option<u32> {
        let (ground, wall) = (self.ground_of(to), self.wall(from, to));
        let over = wall.map_or(0, |wall| wall.steps.saturating_sub(1));
        (!ground.impassable).then(|| u32::from(ground.steps) + u32::from(over))
    }

    /// Where something can go from a place with so many steps. `step` says how many it takes from a place to one beside it, such as
    /// [`Plan::steps`]; nothing where it may not go there. Nothing goes through walls that are impassable.
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

    /// The way by places in turn to the last of them, from each to the next with the fewest steps, and all together with so many; `step` as
    /// in [`Plan::ways`].
    ///
    /// For games in which it matters where one goes: a row `{figure} moves to {to:square} via {via:squares}` beside the one that goes the
    /// shortest way. What happens on the way happens place by place, as the places of the [`Way`] are gone through.
    ///
    /// # Errors
    /// The first place to which it does not come so, and why.
    pub fn way_by(
        &self,
        from: T::Place,
        by: &[T::Place],
        most: u32,
        step: impl Fn(T::Place, T::Place) -> Option<u32>,
    ) -> Result<Way<T::Place>, NoWay<T::Place>> {
        let mut way = Way { places: vec![from], steps: 0 };
        let mut here = from;
        for next in by {
            // One that stands still goes nowhere, as often as it likes.
            if here == *next {
                return Err(NoWay::Here(here));
            }
            let ways = self.ways(here, most - way.steps, &step);
            let far = || match self.ways(here, u32::MAX, &step).steps_to(*next) {
                Some(steps) => NoWay::Far(*next, way.steps.saturating_add(steps)),
                None => NoWay::Barred(*next),
            };
            let steps = ways.steps_to(*next).ok_or_else(far)?;
            way.places.extend(ways.way_to(*next).into_iter().skip(1));
            (way.steps, here) = (way.steps + steps, *next);
        }
        Ok(way)
    }
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
