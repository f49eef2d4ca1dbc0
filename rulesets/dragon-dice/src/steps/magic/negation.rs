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
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Does what comes before the total of a magic roll; says whether another roll comes first.
pub(crate) fn before_total<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    _: &mut O,
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
        let (purse, attuning) =
            (mana::purse(game, state, roll), attune::attuning(game, state, roll));
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
    let place = roll.army.place;
    place.as_terrain()?;
    let (ability, species) = game.species.negating?;
    let negated = state.casting.as_ref()?.negated;
    let able = |seat: &Seat| {
        let army = Army { owner: *seat, place };
        !negated.contains(*seat)
            && !magic::units_of(game, state, army, Some(species))
                .and(roll::rollable(game, state, army))
                .is_empty()
            && works::dead_for(game, state, *seat, game.catalog.ability(ability)) > 0
            && !march::only_saves(state, army)
    };
    let seat = state.others(roll.army.owner).find(able)?;
    Some((Army { owner: seat, place }, Rule::Ability(ability)))
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
