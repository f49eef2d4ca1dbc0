//! Who stands beside a door, and on which side of it (HS-5.8.2).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::structures::Doorway;
use umpire_core::hex::SpaceId;

/// The doorway of a door.
pub fn doorway(game: &HeroScape, door: u8) -> Option<&Doorway> {
    game.ground.doorways.get(usize::from(door))
}

/// Whether a figure on a space is beside a door: on a neighbouring hex, its body as high as some of it.
pub fn reaches(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    from: SpaceId,
    door: &Doorway,
) -> bool {
    let (level, height) = (game.ground.level(from), game.card(state, figure).height);
    let beside = game.ground.board.hex_of(from).side_towards(door.hex).is_some();
    beside && level < door.base + door.height && door.base < level + height
}

/// Whether a figure is adjacent to a door.
pub fn is_beside(game: &HeroScape, state: &State, figure: FigureId, door: u8) -> bool {
    let Some(doorway) = doorway(game, door) else { return false };
    let mut spaces = state.spaces(figure).into_iter().flat_map(Footprint::spaces);
    spaces.any(|space| reaches(game, state, figure, space, doorway))
}

/// Whether a space lies on the inner side of a doorway.
pub fn is_inside(game: &HeroScape, space: SpaceId, door: &Doorway) -> bool {
    let side = door.hex.side_towards(game.ground.board.hex_of(space));
    side.is_some_and(|side| door.inside.contains(&side))
}
