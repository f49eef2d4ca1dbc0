//! The power under way: which of its effects is to be carried out.

use crate::position::game::HeroScape;
use crate::position::state::{Run, State};
use crate::tables::abilities::Effect;

/// The effect that is under way.
pub fn current<'g>(game: &'g HeroScape, state: &State) -> Option<(Run, &'g Effect)> {
    let run = state.runs.last()?.clone();
    let trigger = game.trigger(run.by)?;
    let effects = match run.band {
        None => &trigger.then,
        Some(at) => &trigger.from.get(usize::from(at))?.then,
    };
    let effect = effects.get(usize::from(run.next))?;
    Some((run, effect))
}
