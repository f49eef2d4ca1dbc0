//! Who may take from an opponent's magic.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::Army;
use crate::position::roll::Roll;
use crate::position::stack::magic::Casting;
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::species::works;
use crate::rules::{effects, roll};
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;

/// An army that is still to roll against the magic of this roll.
pub(crate) fn next_negation(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    roll: &Roll,
) -> Option<(Army, Rule)> {
    let mut all = negating(game, state, roll);
    all.find(|(army, ..)| !casting.negated.contains(army.owner)).map(|(army, rule, _)| (army, rule))
}

/// The armies that may take from the magic of this roll: by which rule, and how much at most.
fn negating<'a>(
    game: &'a DragonDice,
    state: &'a State,
    roll: &Roll,
) -> impl Iterator<Item = (Army, Rule, u16)> + use<'a> {
    let Roll { army: Army { owner, place }, .. } = *roll;
    let negating = game.species.negating.filter(|_| place.as_terrain().is_some());
    negating.into_iter().flat_map(move |(ability, species)| {
        state.others(owner).filter_map(move |seat| {
            let army = Army { owner: seat, place };
            let units = dice::units_of(game, state, army, Some(species));
            let able = !units.and(roll::rollable(game, state, army)).is_empty()
                && !effects::only_saves(state, army);
            let most = works::dead_for(game, state, seat, game.catalog.ability(ability));
            (able && most > 0).then_some((army, Rule::Ability(ability), most))
        })
    })
}

/// Whether an army may take from the magic of this roll.
pub(crate) fn is_negated(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    negating(game, state, roll).next().is_some()
}

/// Tells a listener who may take from the magic of a roll that is still to fall.
pub(crate) fn explain_negation<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    why: &mut E,
) {
    for (army, rule, most) in negating(game, state, roll) {
        let says = || format!("{} rolls to take up to {most}", names::army_word(game, state, army));
        why.modifier(rule, 0, says);
    }
}
