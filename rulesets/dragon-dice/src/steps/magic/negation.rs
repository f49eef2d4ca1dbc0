//! Before a magic roll is totalled: opponents that take magic away, then the purse (DD-8.18).

use super::MagicStep;
use super::attune::Attuning;
use crate::catalog::Counted;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::Army;
use crate::roll;
use crate::roll::{Roll, RollKind};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::magic::{attune, mana};
use crate::steps::species::works;
use crate::steps::{Step, magic, march};
use crate::words::names;
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;

/// Does what comes before the total of a magic roll; says whether another roll comes first.
pub(crate) fn before_total<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) -> bool {
    let roll = &state.rolls[usize::from(number)];
    if roll.kind != RollKind::Magic {
        return false;
    }
    if let Some((army, rule)) = next_negation(game, state, roll) {
        let species = game.species.negating.map(|(_, of)| of);
        let dice =
            roll::rollable(game, state, army).and(magic::units_of(game, state, army, species));
        if let Some(casting) = &mut state.casting {
            casting.negated = casting.negated.with(army.owner);
        }
        state.steps.push(Step::Magic(MagicStep::Negated { roll: number, rule }));
        state.throw(game, [Roll::new(RollKind::Negation, army, dice)]);
        return true;
    }
    let counted = state.casting.as_ref().is_none_or(|casting| casting.counted);
    if !counted {
        let roll = &state.rolls[usize::from(number)];
        let attuning = attune::attuning(game, state, roll);
        let purse = mana::purse(game, state, roll, out);
        if let Some(casting) = &mut state.casting {
            (casting.purse, casting.attuning, casting.counted) = (purse, attuning, true);
        }
    }
    if attune::next_attuning(state) {
        return true;
    }
    if let Some(casting) = &mut state.casting {
        casting.attuning = Attuning::default();
    }
    false
}

/// An army that is still to roll against the magic of this roll.
fn next_negation(game: &DragonDice, state: &State, roll: &Roll) -> Option<(Army, Rule)> {
    let negated = state.casting.as_ref()?.negated;
    let mut all = negating(game, state, roll);
    all.find(|(army, ..)| !negated.contains(army.owner)).map(|(army, rule, _)| (army, rule))
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
            let units = magic::units_of(game, state, army, Some(species));
            let able = !units.and(roll::rollable(game, state, army)).is_empty()
                && !march::only_saves(state, army);
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

/// Takes what a roll against magic came to from the magic roll, in its step 6.
pub(super) fn negate<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    rule: Rule,
    out: &mut O,
) {
    let Some(roll) = state.rolls.pop() else { return };
    let Rule::Ability(ability) = rule else { return };
    let seat = roll.army.owner;
    let most = works::dead_for(game, state, seat, game.catalog.ability(ability));
    let amount = roll.result().min(most);
    if let Some(magic) = state.rolls.get_mut(usize::from(number)) {
        magic.taken[Counted::Magic.index()] += amount;
        magic.taken_by = Some(rule);
    }
    out.tell(|| Event::Noted { seat, rule, amount });
}
