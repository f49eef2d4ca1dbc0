//! An announced spell as people name it where one takes effect after another.

use crate::position::action::Cast;
use crate::position::game::DragonDice;
use crate::position::stack::Step;
use crate::position::stack::magic::{CastingStep, MagicStep};
use crate::position::state::State;
use crate::words::read_names::Parsed;
use crate::words::{commands, read_names};
use umpire_core::command::{Names, few};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// The announced spells of which one takes effect next, where that is asked.
pub(super) fn to_resolve(state: &State) -> impl Iterator<Item = &Cast> {
    let is_asked =
        matches!(state.steps.last(), Some(Step::Magic(MagicStep::Casting(CastingStep::Resolve))));
    state.casting.iter().filter(move |_| is_asked).flat_map(|casting| &casting.announced)
}

/// A number of the list of announced spells, or the spell, with its target where several are called so.
pub(super) fn read_announced(
    game: &DragonDice,
    state: &State,
    own: Seat,
    text: &str,
) -> Parsed<Cast> {
    let announced: Vec<Cast> = to_resolve(state).copied().collect();
    if announced.is_empty() {
        return Err(Slip::new("no spell waits to be resolved now"));
    }
    if let Some(cast) = text.parse::<usize>().ok().and_then(|it| announced.get(it.checked_sub(1)?))
    {
        return Ok(*cast);
    }
    let lower = text.to_lowercase();
    let (spell, at) = match lower.split_once(" on ") {
        Some((spell, at)) => (spell, Some(read_names::read_target(game, state, own, at)?)),
        None => (lower.as_str(), None),
    };
    let mut names = Names::of("announced spell");
    for cast in &announced {
        let spell = game.catalog.spell(cast.spell);
        names.add(spell.id.as_str(), cast.spell);
        names.also(&spell.name, cast.spell);
    }
    let spell = names.find(spell)?;
    let is_it = |cast: &&Cast| cast.spell == spell && at.is_none_or(|at| cast.at == at);
    let meant: Vec<&Cast> = announced.iter().filter(is_it).collect();
    match meant.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => Ok(**first),
        several => {
            let of = if several.is_empty() { announced.iter().collect() } else { meant };
            let said =
                of.into_iter().map(|cast| format!("`{}`", commands::cast_words(game, state, cast)));
            let said: Vec<String> = said.collect();
            let said = few(said.iter().map(String::as_str));
            Err(Slip::asking(format!("which announced spell is `{text}`? {said}")))
        }
    }
}
