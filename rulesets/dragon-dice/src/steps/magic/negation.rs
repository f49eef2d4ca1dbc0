//! Before a magic roll is totalled: opponents that take magic away, then the purse (DD-8.18).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::magic::{Attuning, Casting, CastingStep};
use crate::position::state::State;
use crate::rules::magic::{dice, negation};
use crate::rules::roll;
use crate::rules::species::works;
use crate::steps::magic::{attune, made};
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Does what comes before the total of a magic roll; says whether another roll comes first.
pub(crate) fn before_total<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) -> bool {
    if state.rolls[usize::from(number)].kind != RollKind::Magic {
        return false;
    }
    let Some(mut casting) = state.casting.take() else { return false };
    let waits = count_magic(game, state, &mut casting, number, out);
    state.casting = Some(casting);
    waits
}

/// Counts the magic that a roll makes, once nobody takes from it; says whether another roll comes first, or an element is named.
fn count_magic<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    casting: &mut Casting,
    number: u8,
    out: &mut O,
) -> bool {
    let roll = &state.rolls[usize::from(number)];
    if let Some((army, rule)) = negation::next_negation(game, state, casting, roll) {
        let species = game.species.negating.map(|(_, of)| of);
        let dice =
            roll::rollable(game, state, army).and(dice::units_of(game, state, army, species));
        casting.negated = casting.negated.with(army.owner);
        state.steps.push(CastingStep::Negated { roll: number, rule }.into());
        state.throw(game, [Roll::new(RollKind::Negation, army, dice)]);
        return true;
    }
    if !casting.counted {
        casting.attuning = attune::attuning(game, state, roll);
        casting.purse = made::purse(game, state, roll, out);
        casting.counted = true;
    }
    if attune::next_attuning(state, casting) {
        return true;
    }
    casting.attuning = Attuning::default();
    false
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
