//! Water that a figure's power turns into ice, for everybody (HS-7.7.8).

use super::{Ability, Power};
use crate::game::HeroScape;
use crate::state::State;
use umpire_core::hex::SpaceId;

impl HeroScape {
    /// Whether a space of water is ice now: a figure that freezes stands there, or on water or ice of the same level beside it.
    pub fn is_frozen(&self, state: &State, space: SpaceId) -> bool {
        let freezes = |copy: &crate::state::Fielded| {
            !copy.negated && self.catalog.card(copy.card).has(Ability::Freezes)
        };
        if !state.copies.iter().any(freezes) || !self.is_tile(state, space, "water") {
            return false;
        }
        state.all_figures().any(|(id, figure)| {
            let Some(spaces) = state.spaces(id).filter(|_| freezes(state.copy(figure.copy))) else {
                return false;
            };
            let wet =
                |own: SpaceId| self.is_tile(state, own, "water") || self.is_tile(state, own, "ice");
            let power = |(_, power): (_, &Power)| matches!(power, Power::Freezes {});
            let near = |own: SpaceId| {
                let level = self.ground.level(own) == self.ground.level(space);
                own == space || (level && self.spaces_adjacent(own, space, (1, 1)))
            };
            spaces.spaces().any(wet)
                && spaces.spaces().any(near)
                && self.powers_where(state, id, |its| its.has(Ability::Freezes)).any(power)
        })
    }

    /// Whether the tile of a space, or the one that a power laid there, has a tag, whatever is frozen.
    fn is_tile(&self, state: &State, space: SpaceId, tag: &str) -> bool {
        let tile = self.catalog.terrain.tiles.get(usize::from(self.tile_row(state, space)));
        tile.is_some_and(|tile| tile.tags.iter().any(|known| known == tag))
    }

    /// The row of a space's tile, or of the one that a power laid there.
    pub(super) fn tile_row(&self, state: &State, space: SpaceId) -> u16 {
        let laid = state.laid_tiles.iter().rev().find(|(known, _)| *known == space);
        laid.map_or(self.ground.at(space).row, |(_, row)| *row)
    }
}
