//! What players may do about single dice of a roll: roll them again, double them, leave them out.

use crate::position::game::DragonDice;
use crate::position::pieces::PieceSet;
use crate::position::stack::Step;
use crate::position::stack::icons::{Picked, RollIcon};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::roll::RollStep;
use crate::position::state::State;
use crate::rules::icons::falling_again::{GROWTH, VORTEX};
use crate::rules::icons::{doubling, falling_again};
use crate::rules::{eighth_faces, items};

const DOUBLING: u8 = 4;

const REST: u8 = 8;

/// Offers to leave out of rolls that are about to fall a unit whose gaze would end; says whether
/// somebody is asked.
pub(crate) fn offer_rest(state: &mut State, from: u8) -> bool {
    if state.effects.is_empty() {
        return false;
    }
    for number in from..state.rolls.len() as u8 {
        let roll = &state.rolls[usize::from(number)];
        let gazers = state.gazers(roll.army.owner).and(roll.dice);
        if roll.offers & REST == 0
            && let Some(die) = gazers.first()
        {
            if gazers.len() == 1 {
                state.rolls[usize::from(number)].offers |= REST;
            }
            state.steps.push(RollIcon::Rest { roll: number, die }.into());
            return true;
        }
    }
    false
}

/// Leaves a unit out of a roll that is about to fall, with the items that nobody else carries.
pub(super) fn rest(game: &DragonDice, state: &mut State, number: u8, die: u8) {
    let Some(roll) = state.rolls.get(usize::from(number)) else { return };
    let dice = roll.dice.without(PieceSet::only(die));
    let dice = items::borne(game, state, roll.army, dice);
    state.rolls[usize::from(number)].dice = dice;
}

/// Lets a unit fall with the others: its gaze is over, and nobody is asked about it again.
pub(super) fn fall(state: &mut State, number: u8, die: u8) {
    let Some(owner) = state.rolls.get(usize::from(number)).map(|roll| roll.army.owner) else {
        return;
    };
    state.end_gazes(owner, PieceSet::only(die));
}

/// Ends the gazes of dice that fall.
pub(crate) fn gazers_fall(state: &mut State, number: u8) {
    if !state.effects.is_empty() {
        let (owner, dice) = {
            let roll = &state.rolls[usize::from(number)];
            (roll.army.owner, roll.dice)
        };
        state.end_gazes(owner, dice);
    }
}

/// Step 3: offers that dice of a roll be rolled again by what is no icon; says whether somebody
/// is asked.
pub(crate) fn offer_reroll(game: &DragonDice, state: &mut State, number: u8) -> bool {
    let at = usize::from(number);
    let roll = &state.rolls[at];
    let units = roll.dice.and(state.roster.force(roll.army.owner).units());
    if units.is_empty() || roll.faces.is_empty() {
        return false;
    }
    let offers = roll.offers;
    let offer = match eighth_faces::vortex(game, state, roll) {
        Some((seat, rule)) if offers & VORTEX == 0 => Some((VORTEX, seat, rule)),
        _ => falling_again::spell_offer(state, roll),
    };
    if let Some((bit, seat, rule)) = offer {
        state.rolls[at].offers += bit;
        state.steps.push(Step::Roll(RollStep::Offer { roll: number, seat, rule }));
        return true;
    }
    if offers & GROWTH == 0
        && let Some((rule, among)) = falling_again::plain_again(game, state, roll)
    {
        let (seat, of) = (roll.army.owner, roll.army);
        let then = Then::Icon(Picked::Again { roll: number });
        let limit = Limit::CountUpTo(among.len().min(255) as u8);
        state.rolls[at].offers |= GROWTH;
        state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
        return true;
    }
    false
}

/// Offers to double one unit's results for each effect that lets the owner do so; says whether
/// somebody is asked.
pub(crate) fn offer_doubling(state: &mut State, number: u8) -> bool {
    let at = usize::from(number);
    let roll = &state.rolls[at];
    if roll.offers & DOUBLING != 0 || roll.faces.is_empty() {
        return false;
    }
    let Some((rule, types, times)) = doubling::offered_doubling(state, roll) else { return false };
    let force = state.roster.force(roll.army.owner);
    let among = roll.dice.and(force.units()).without(roll.doubled_in(types));
    let pick =
        doubling::pick_to_double(roll, number, (rule, types), Limit::CountUpTo(times), among);
    state.rolls[at].offers |= DOUBLING;
    state.steps.push(Step::Pick(pick));
    true
}

/// Dice of a roll fall again, all at once.
pub(super) fn several_again(state: &mut State, number: u8, dice: PieceSet) {
    let Some(roll) = state.rolls.get_mut(usize::from(number)) else { return };
    let dice = dice.and(roll.dice);
    roll.waiting = roll.waiting.without(dice);
    if !dice.is_empty() {
        state.steps.push(Step::Roll(RollStep::Several { roll: number, dice }));
    }
}
