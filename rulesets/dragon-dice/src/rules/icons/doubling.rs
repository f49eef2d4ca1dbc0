//! Whose results an icon or an effect doubles.

use crate::position::game::DragonDice;
use crate::position::lasting::Lasting;
use crate::position::pieces::PieceSet;
use crate::position::roll::Roll;
use crate::position::stack::icons::Picked;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::roll;
use crate::tables::catalog::{SpeciesId, Types};
use crate::tables::rule::Rule;

/// The units of a roll that are of a species.
pub(crate) fn like(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    species: Option<SpeciesId>,
) -> PieceSet {
    let force = state.roster.force(roll.army.owner);
    let is_like = |die: &u8| game.catalog.kind(force.kind(*die)).species() == species;
    roll.dice.and(force.units()).iter().filter(is_like).collect()
}

/// Picks among dice whose results of some types count twice.
pub(crate) fn pick_to_double(
    roll: &Roll,
    number: u8,
    (rule, types): (Rule, Types),
    limit: Limit,
    among: PieceSet,
) -> Pick {
    let then = Then::Icon(Picked::Twice { roll: number, types });
    Pick { seat: roll.army.owner, of: roll.army, among, limit, rule, then }
}

/// The units that are doubled one at a time where the first that is listed is picked, in the order
/// in which they are: faces that are still to fall do not change it.
pub(crate) fn first_to_double(
    game: &DragonDice,
    state: &State,
    number: u8,
    by: (Rule, Types),
) -> Vec<u8> {
    let roll = &state.rolls[usize::from(number)];
    let mut free = roll.dice.and(state.roster.force(roll.army.owner).units());
    let mut order = Vec::new();
    while !free.is_empty() {
        let mut sets = Vec::new();
        let pick = pick_to_double(roll, number, by, Limit::One, free);
        pick.sets(game, state, 1, &mut sets);
        let Some(first) = sets.first().and_then(|set| set.first()) else { break };
        free = free.without(PieceSet::only(first));
        order.push(first);
    }
    order
}

/// By which rule the owner of a roll may double results of single units: of which types, and of how
/// many units.
pub(crate) fn offered_doubling(state: &State, roll: &Roll) -> Option<(Rule, Types, u8)> {
    if state.effects.is_empty() || roll::is_of_charmed(state, roll) {
        return None;
    }
    let counts = roll.kind.counts();
    let mut effects = state.effects_on(roll.army).filter_map(|effect| match effect.does {
        Lasting::DoubleOne { types } => Some((effect.rule, types.and(counts))),
        _ => None,
    });
    let (rule, types) = effects.next().filter(|(_, types)| !types.is_empty())?;
    Some((rule, types, 1 + effects.count().min(254) as u8))
}

/// The units that an effect doubles where those listed first are picked: the first in this order that
/// no icon has doubled. Nothing where it depends on what they show.
pub(crate) fn doubled_by_offer(game: &DragonDice, state: &State, number: u8) -> Option<Vec<u8>> {
    let roll = &state.rolls[usize::from(number)];
    match offered_doubling(state, roll) {
        None => Some(Vec::new()),
        Some((rule, types, 1)) => Some(first_to_double(game, state, number, (rule, types))),
        Some(_) => None,
    }
}
