//! Steps by a corner, for games in which nobody cuts one.

use super::{Board, Plan, SquareId};
use crate::plan::Stop;

impl Plan {
    /// What a step by a corner cuts: the first of the two squares beside it in which somebody or something is in the way, or of the walls
    /// that meet there and are impassable. Nothing of a step by a side, and nothing where there is room.
    ///
    /// [`Plan::ways`] goes past a corner where one way round is free; a game in which nobody does so asks this in its `step`.
    pub fn cut_corner(
        &self,
        from: SquareId,
        to: SquareId,
        in_the_way: impl Fn(SquareId) -> bool,
    ) -> Option<Stop<SquareId>> {
        let beside = self.board.beside_corner(from, to);
        let solid = |square: &SquareId| self.ground_of(*square).impassable || in_the_way(*square);
        let at = beside.iter().flatten().find(|square| solid(square));
        let bars = |(one, other): &(SquareId, SquareId)| {
            self.wall(*one, *other).is_some_and(|wall| wall.impassable)
        };
        let sides = beside.iter().flatten().flat_map(|square| [(from, *square), (*square, to)]);
        let between = || sides.into_iter().find(bars).map(Stop::between::<Board>);
        at.map(|square| Stop::At(*square)).or_else(between)
    }
}
