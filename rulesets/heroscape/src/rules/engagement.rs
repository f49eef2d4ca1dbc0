//! Whose engagement a figure leaves by going somewhere, and whether it does so freely (HS-4.4.3, HS-4.4.5).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, FigureSet, State, What};
use crate::rules::roaming;
use crate::tables::abilities::Ability;

/// The enemies whose engagement a figure leaves by going from spaces to others: those that are not adjacent any more, or `all` that
/// were, where it does not go step by step (HS-4.4.3, HS-4.4.5).
pub fn left_by(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    from: Footprint,
    to: Footprint,
    all: bool,
) -> FigureSet {
    let mut engaged = game.adjacent_to_spaces(state, figure, from);
    engaged.retain(|other| game.enemies(state, figure, *other));
    if engaged.is_empty() {
        return FigureSet::default();
    }
    let kept =
        if all { smallvec::SmallVec::new() } else { game.adjacent_to_spaces(state, figure, to) };
    engaged.into_iter().filter(|enemy| !kept.contains(enemy)).collect()
}

/// The ability by which a figure leaves engagements without dice against it (HS-4.4.5).
pub fn leaves_freely(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    flying: bool,
) -> Option<Ability> {
    if roaming::roam(game, state).is_some_and(|roam| roam.disengages) {
        return Some(Ability::Trigger);
    }
    if game.lasting_of(state, figure).any(|what| *what == What::Cloaked) {
        return Some(Ability::Trigger);
    }
    let mut abilities =
        std::iter::once(Ability::Disengage).chain(flying.then_some(Ability::StealthFlying));
    abilities.find(|ability| game.has(state, figure, *ability))
}
