//! The position a game begins in: put together by its players, or stated directly.

pub(crate) mod effects;
pub(crate) mod placed;

use crate::position::game::DragonDice;
use crate::position::setup::{Refusals, Setup};
use crate::position::state::{MOST_PLAYERS, State};
use crate::rules::invariants;
use crate::steps::setup;
use crate::tables::rule::Rule;
use umpire_core::ruling::Refusal;

/// The position of a setup, or every reason why there is none.
pub(crate) fn begin(game: &DragonDice, setup: &Setup) -> Result<State, Refusals> {
    let seats = setup.seats.len();
    if !(2..=MOST_PLAYERS).contains(&seats) {
        let says = format!("2 to {MOST_PLAYERS} seats are needed, found {seats}");
        return Err(vec![Refusal::at(Rule::Terms, "seats", says)]);
    }
    if !setup.seats.iter().map(|(name, _)| name).eq(&game.seat_names) {
        let says = "these are not the seats of the scenario";
        return Err(vec![Refusal::at(Rule::Terms, "seats", says)]);
    }
    let state = match &setup.position {
        Some(position) => placed::take_position(game, setup, position)?,
        None => setup::muster(game, setup)?,
    };
    invariants::check(game, &state)?;
    Ok(state)
}
