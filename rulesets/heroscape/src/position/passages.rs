//! Steps as the ground has them: what each rises and drops, and what bars it, whoever takes it (HS-4.1).

use crate::position::ground::{EdgeRules, Ground};
use umpire_core::hex::{Rows, SpaceId};

/// A step between two spaces, but for the points of entering the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// Where it leads.
    pub to: SpaceId,
    /// Levels risen, walls climbed over included.
    pub rise: i16,
    /// Levels dropped, from the top of a wall where one is crossed.
    pub drop: i16,
    /// Whether a wall that cannot be climbed stands between.
    pub walled: bool,
    /// Whether it is on, onto or off a ladder, or through a door.
    pub built: bool,
}

impl Ground {
    /// Every step from a space: to all on neighbouring hexes, and to those next on its ladder.
    #[inline]
    pub fn passages(&self, from: SpaceId) -> &[Passage] {
        self.passages.row(from.index())
    }

    /// The step between two spaces, where there is one.
    #[inline]
    pub fn passage(&self, from: SpaceId, to: SpaceId) -> Option<&Passage> {
        self.passages(from).iter().find(|passage| passage.to == to)
    }

    /// The points of a step, by what is entered, tiles laid during the game heeded, and what it rises (HS-4.1.2).
    #[inline]
    pub fn points_of(&self, laid: &[(SpaceId, u16)], passage: &Passage) -> i16 {
        self.tile_at(laid, passage.to).enter_cost + passage.rise
    }

    /// Every space that a step may lead to.
    pub fn ways(&self, from: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        self.passages(from).iter().map(|passage| passage.to)
    }

    /// Measures every step, once all that stands on the ground is known.
    pub(crate) fn measure_passages(&mut self) {
        let mut passages = Rows::default();
        for from in self.board.space_ids() {
            passages.push(self.ends_of(from).map(|to| self.measured(from, to)));
        }
        self.passages = passages;
    }

    fn ends_of(&self, from: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        let on_ladder = self.at(from).ladder.is_some();
        let here = self.board.spaces_on(self.board.space(from).hex);
        let here = here.iter().copied().filter(move |to| on_ladder && self.is_linked(from, *to));
        self.board.neighbours(from).map(|(_, to)| to).chain(here)
    }

    fn measured(&self, from: SpaceId, to: SpaceId) -> Passage {
        let ends = [self.at(from), self.at(to)];
        let ladder = ends.iter().any(|its| its.rung || its.ladder.is_some());
        let built = ladder || self.at(to).door.is_some();
        if self.is_rung_step(from, to) {
            return Passage { to, rise: 0, drop: 0, walled: false, built };
        }
        let (here, there) = (self.level(from), self.level(to));
        let edge = self.side(from, to).and_then(|side| self.edge(from, side));
        let plain = (there - here).max(0);
        let Some(edge) = edge else {
            return Passage { to, rise: plain, drop: here - there, walled: false, built };
        };
        let EdgeRules { two_faces, climb, .. } = self.edge_kind(edge);
        let wall = if two_faces { edge.height_here } else { edge.top() - here };
        let top = if two_faces { edge.top() } else { edge.top().max(here) };
        let (rise, walled) = (wall.max(plain).max(0), !climb && wall > 0);
        Passage { to, rise, drop: top - there, walled, built }
    }
}
