//! The steps of the game: what each waits for, what is legal in it, what comes of it.

pub(crate) mod amend;
pub mod arriving;
pub mod attack;
pub mod basic;
mod by_eye;
pub mod casualty;
pub mod doors;
pub mod draft;
pub mod effect;
pub mod flight;
mod free;
pub mod goals;
mod handed;
pub mod leaving;
pub mod movement;
pub mod occasion;
pub mod placing;
pub mod power;
pub mod round;
pub mod start;
pub mod treasure;
pub mod turn;
pub mod walking;
pub mod warnings;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, DieId};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps;

/// What a group of dice is for; the number in [`DiceGroup::purpose`].
pub mod purpose {
    /// Attack dice.
    pub const ATTACK: u8 = 0;
    /// Defense dice.
    pub const DEFENSE: u8 = 1;
    /// Initiative, or the order of placing.
    pub const INITIATIVE: u8 = 2;
    /// Against a figure leaving an engagement.
    pub const LEAVING: u8 = 3;
    /// A fall.
    pub const FALL: u8 = 4;
    /// Terrain that was entered.
    pub const ENTERING: u8 = 5;
    /// Terrain at the end of the round.
    pub const ROUND_END: u8 = 6;
    /// A power.
    pub const POWER: u8 = 7;
    /// The defense of a door.
    pub const DOOR: u8 = 8;
}

/// Whether an action is legal, and on what grounds.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if let Action::Sight { from, to, .. } = action {
        return by_eye::check(state, seat, *from, *to, why);
    }
    if attack::is_announcement(action) {
        why.need(Rule::OneAttackAtATime, state.attack.is_none(), || {
            Fact::says("the attack under way has to be settled first")
        })?;
    }
    steps::check(game, state, seat, action, why)
}

/// Carries out an action, and what follows of itself.
pub fn apply<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    action: &Action,
    events: &mut O,
) {
    match action {
        Action::Sight { from, to, clear } => {
            by_eye::rule(state, *from, *to, *clear, events);
            steps::settle(game, state, events);
        }
        _ => steps::apply(game, state, seat, action, events),
    }
}

/// Whether an action is legal, for remedies that name another one.
pub fn holds(game: &HeroScape, state: &State, seat: Seat, action: &Action) -> bool {
    check(game, state, seat, action, &mut Silent).is_ok()
}

/// Forgets what was under way.
pub fn clear(state: &mut State) {
    state.steps.clear();
    state.attack = None;
    state.leaving = None;
    state.onward.clear();
    state.runs.clear();
    state.occasions.clear();
    state.blows.clear();
    state.turn = crate::position::state::Turn::default();
}

/// One d20 of a seat.
pub fn d20_group(seat: Seat, die: DieId) -> DiceGroup {
    DiceGroup { seat, die, count: 1, purpose: purpose::INITIATIVE, subject: None }
}
