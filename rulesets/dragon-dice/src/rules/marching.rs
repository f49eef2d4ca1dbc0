//! Who marches, and who may oppose the maneuver (DD-6.1, DD-6.3).

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::state::State;
use crate::rules::{effects, roll};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};

/// The army that marches from a place.
pub(crate) fn marcher(state: &State, place: Place) -> Army {
    Army { owner: state.marching, place }
}

/// Who may oppose the maneuver of the marching army at a place and was not asked yet, in turn.
pub(crate) fn opposing<'a>(
    game: &'a DragonDice,
    state: &'a State,
    place: Place,
    asked: Seats,
) -> impl Iterator<Item = Seat> + 'a {
    state.others(state.marching).filter(move |seat| {
        let army = Army { owner: *seat, place };
        let may_roll =
            || !effects::only_saves(state, army) && !roll::rollable(game, state, army).is_empty();
        state.exists(army) && !asked.contains(*seat) && may_roll()
    })
}

/// Whether the maneuver of an army comes to enough against the best counter (DD-6.5, DD-6.7).
pub(crate) fn is_won(state: &State, army: Army, own: u16, best: u16) -> bool {
    own > best || (own == best && effects::ties_to_counter(state, army).is_none())
}

/// Whether an army of the seat stands at a place to march from.
pub(crate) fn check_marcher<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    place: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let there = place.in_play() && state.exists(Army { owner: seat, place });
    why.need(Rule::Marches, there, || {
        Fact::says("there is no army of yours").held("an army of the marching player stands there")
    })
}
