//! In which of its ways an icon may act.

use crate::position::game::DragonDice;
use crate::position::pieces::Place;
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::icons::Acting;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::rules::roll::changes;
use crate::tables::catalog::{Counted, SaiEffect, SaiId};

/// The ways of an icon that do anything in its roll, in the order in which they are listed.
pub(crate) fn open_ways<'a>(
    game: &DragonDice,
    state: &State,
    acting: Acting,
    ways: &'a [SaiEffect],
) -> impl Iterator<Item = &'a SaiEffect> {
    let (roll, die) = (&state.rolls[usize::from(acting.roll)], acting.die());
    ways.iter().filter(move |way| does_anything(game, state, roll, die, way))
}

/// Whether the icon on a die does anything in a roll, of what can be said before the dice fall.
pub(crate) fn may_do_anything(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    sai: SaiId,
) -> bool {
    acting::effects(game, roll, sai).any(|effect| does_anything(game, state, roll, die, effect))
}

/// Whether an effect of the icon on a die does anything in its roll.
pub(crate) fn does_anything(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    effect: &SaiEffect,
) -> bool {
    let counts = roll.kind.counts();
    let does = |effect: &SaiEffect| does_anything(game, state, roll, die, effect);
    match effect {
        SaiEffect::Add { types, .. } | SaiEffect::AddEither { types, .. } => {
            types.iter().any(|kind| changes::counts_for(game, state, roll, die, *kind).is_some())
        }
        SaiEffect::AddAsId { .. } => true,
        // What follows gives no results, or only with another effect that does.
        _ if acting::counts_results_alone(state, roll)
            && !matches!(effect, SaiEffect::Choose(_)) =>
        {
            matches!(effect, SaiEffect::All(parts) if parts.iter().any(does))
        }
        SaiEffect::ReturnDead { .. } => !state.units_at(roll.army.owner, Place::DEAD).is_empty(),
        SaiEffect::Multiply { types, .. } => types.iter().any(|kind| counts.contains(*kind)),
        SaiEffect::NoAutomaticSaves => counts.contains(Counted::Save),
        SaiEffect::Choose(parts) | SaiEffect::All(parts) => parts.iter().any(does),
        other => !(roll.kind == RollKind::Thorns && acting::strikes_another(other)),
    }
}
