//! The power under way: which of its effects is to be carried out.

use crate::position::game::HeroScape;
use crate::position::state::{Run, State};
use crate::tables::abilities::Effect;

/// The effect that is under way.
pub fn current<'g>(game: &'g HeroScape, state: &State) -> Option<(Run, &'g Effect)> {
    let run = *state.runs.last()?;
    Some((run, effect_of(game, &run)?))
}

/// The effect that a power has come to, if any is left.
pub fn effect_of<'g>(game: &'g HeroScape, run: &Run) -> Option<&'g Effect> {
    let trigger = game.trigger(run.by)?;
    let effects = match run.band {
        None => &trigger.then,
        Some(at) => &trigger.from.get(usize::from(at))?.then,
    };
    effects.get(usize::from(run.next))
}
