//! The elements of a place (DD-15.9, DD-7.20).

use crate::position::game::DragonDice;
use crate::position::lasting::{Lasting, On};
use crate::position::pieces::{Army, Place};
use crate::position::state::State;
use crate::tables::catalog::Elements;

/// The elements of a terrain, with those of a minor terrain beside the army (DD-15.9, DD-7.20).
pub(crate) fn elements_at(game: &DragonDice, state: &State, army: Army) -> Elements {
    let own = terrain_elements(game, state, army.place);
    match state.minor(army) {
        Some(minor) => {
            own.union(game.catalog.kind(state.roster.force(army.owner).kind(minor)).elements)
        }
        None => own,
    }
}

/// The elements of a terrain, with those that spells added.
pub(crate) fn terrain_elements(game: &DragonDice, state: &State, place: Place) -> Elements {
    let Some(ground) = state.ground(place) else { return Elements::NONE };
    let printed = game.catalog.kind(ground.kind).elements;
    state.effects.iter().fold(printed, |all, effect| match (effect.on, effect.does) {
        (On::Terrain(number), Lasting::AddElement(one)) if place == Place::terrain(number) => {
            all.union(Elements::of(one))
        }
        _ => all,
    })
}
