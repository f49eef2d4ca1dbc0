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

impl<T: Tiling> Plan<T> {
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

    /// The way by places in turn to the last of them, from each to the next with the fewest steps, and all together with so many; `step` as
    /// in [`Plan::ways`].
    ///
    /// For games in which it matters where one goes: a row `{figure} moves to {to:square} via {via:squares}` beside the one that goes the
    /// shortest way. What happens on the way happens place by place, as the places of the [`Way`] are gone through.
    ///
    /// # Errors
    /// The first place to which no way leads within so many steps.
    pub fn way_by(
        &self,
        from: T::Place,
        by: &[T::Place],
        most: u32,
        step: impl Fn(T::Place, T::Place) -> Option<u32>,
    ) -> Result<Way<T::Place>, T::Place> {
        let mut way = Way { places: vec![from], steps: 0 };
        let mut here = from;
        for next in by {
            let ways = self.ways(here, most - way.steps, &step);
            let leg = ways.way_to(*next);
            // One that stands still goes nowhere, as often as it likes.
            let rest = leg.get(1..).filter(|rest| !rest.is_empty());
            let (steps, rest) = ways.steps_to(*next).zip(rest).ok_or(*next)?;
            way.places.extend(rest);
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
