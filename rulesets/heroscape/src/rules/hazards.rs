//! What may befall a figure on its way: falls, and ground that destroys (HS-4.3, HS-5.4.2).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::rules::walker::Walker;
use crate::rules::{frozen, glyph_effects};
use crate::tables::abilities::Ability;
use crate::tables::edition::Fall;
use umpire_core::dice::Face;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Silent;

/// The fall of a figure that comes down to a space on foot, if it is one (HS-4.3.1).
pub fn fall_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    to: SpaceId,
    drop: i16,
) -> Option<Fall> {
    let over = drop - game.climb_height(state, figure);
    if is_soft(game, state, to) {
        return None;
    }
    fall_over(game, over)
}

/// The fall of so many levels beyond the Height of who falls, if it is one.
pub fn fall_over(game: &HeroScape, over: i16) -> Option<Fall> {
    let bands = game.edition.falls.iter().filter(|fall| over >= fall.over);
    bands.max_by_key(|fall| fall.over).copied()
}

/// Whether nobody who comes down on a space is hurt by that (HS-4.3.2); water is not soft while it is frozen.
pub fn is_soft(game: &HeroScape, state: &State, to: SpaceId) -> bool {
    game.tile_at(state, to).fall_safe && !frozen::is_frozen(game, state, to)
}

/// Whether a face of the twenty-sided die lets a figure live through a fall, with what its side adds to it.
pub fn lives_through(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    face: Face,
    least: u8,
) -> bool {
    i32::from(face) + 1 + glyph_effects::d20_bonus(game, state, figure, &mut Silent)
        >= i32::from(least)
}

/// The row of terrain that a figure has to roll for, where it stands.
pub fn deadly_row(game: &HeroScape, state: &State, figure: FigureId) -> Option<u16> {
    deadly_to(game, state, figure, state.spaces(figure)?)
}

/// The row of terrain that it would have to roll for on those spaces.
pub fn deadly_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    spaces: Footprint,
) -> Option<u16> {
    if game.has(state, figure, Ability::LavaResistant) {
        return None;
    }
    deadly_ground(game, state, spaces)
}

/// The row of terrain that destroys, on the first of some spaces that has one.
pub fn deadly_ground(game: &HeroScape, state: &State, spaces: Footprint) -> Option<u16> {
    let mut tiles = spaces.spaces().map(|space| game.tile_at(state, space));
    tiles.find(|tile| tile.destroys.is_some()).map(|tile| tile.row)
}

/// Whether a number destroys a figure where it stands.
pub fn destroys(game: &HeroScape, state: &State, figure: FigureId, number: u8) -> bool {
    let number = i32::from(number) + glyph_effects::d20_bonus(game, state, figure, &mut Silent);
    let number = number.clamp(0, u8::MAX.into()) as u8;
    let spaces = state.spaces(figure).into_iter().flat_map(Footprint::spaces);
    let mut ranges = spaces.filter_map(|space| game.tile_at(state, space).destroys);
    ranges.any(|(first, last)| (first..=last).contains(&number))
}

/// Whether a figure on two spaces stands on terrain that kills without having been stopped by it.
pub fn half_on_deadly(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.spaces(figure).is_some_and(|its| its.trail().is_some())
        && deadly_row(game, state, figure).is_some()
}

/// Whether a step ends on ground that may destroy the figure: it ends there, or it is of one space.
pub fn enters_deadly_ground(game: &HeroScape, state: &State, next: &Walker) -> bool {
    let stops = next.trail.is_none() || next.stop(game, state).is_some();
    stops && deadly_to(game, state, next.figure, next.stands()).is_some()
}

/// Whether a figure on two spaces that ends its move here has half of it on ground that may destroy it.
pub fn ends_on_deadly_ground(game: &HeroScape, state: &State, walker: &Walker) -> bool {
    let half = walker.trail.is_some() && walker.stop(game, state).is_none();
    half && deadly_to(game, state, walker.figure, walker.stands()).is_some()
}
