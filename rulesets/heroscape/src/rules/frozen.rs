//! Water that a figure's power turns into ice, for everybody (HS-7.7.8).

use crate::position::game::HeroScape;
use crate::position::state::State;
use crate::tables::abilities::{Ability, Power};
use umpire_core::hex::SpaceId;

/// Whether a space of water is ice now: a figure that freezes stands there, or on water or ice of the same level beside it.
pub fn is_frozen(game: &HeroScape, state: &State, space: SpaceId) -> bool {
    let freezes = |copy: &crate::position::state::Fielded| {
        !copy.negated && game.catalog.card(copy.card).has(Ability::Freezes)
    };
    if !state.copies.iter().any(freezes) || !is_tile(game, state, space, "water") {
        return false;
    }
    state.all_figures().any(|(id, figure)| {
        let Some(spaces) = state.spaces(id).filter(|_| freezes(state.copy(figure.copy))) else {
            return false;
        };
        let wet =
            |own: SpaceId| is_tile(game, state, own, "water") || is_tile(game, state, own, "ice");
        let power = |(_, power): (_, &Power)| matches!(power, Power::Freezes {});
        let near = |own: SpaceId| {
            let level = game.ground.level(own) == game.ground.level(space);
            own == space || (level && game.spaces_adjacent(own, space, (1, 1)))
        };
        spaces.spaces().any(wet)
            && spaces.spaces().any(near)
            && game.powers_where(state, id, |its| its.has(Ability::Freezes)).any(power)
    })
}

/// Whether the tile of a space, or the one that a power laid there, has a tag, whatever is frozen.
fn is_tile(game: &HeroScape, state: &State, space: SpaceId, tag: &str) -> bool {
    let row = game.tile_at(state, space).row;
    let tile = game.catalog.terrain.tiles.get(usize::from(row));
    tile.is_some_and(|tile| tile.tags.iter().any(|known| known == tag))
}
