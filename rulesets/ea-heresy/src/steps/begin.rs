//! The only gate to a state: a position is checked, and what comes first is begun.

use crate::position::game::EaHeresy;
use crate::position::setup::{Begins, Setup, stated};
use crate::position::state::State;
use crate::position::step::{SetupStep, Step, TurnStep};
use crate::rules::invariants;
use crate::steps;
use crate::steps::activate::orders;
use crate::tables::rule::Rule;
use umpire_core::game::Deaf;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;

/// The only gate to a state.
pub(crate) fn begin(game: &EaHeresy, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
    let mut state = stated(setup);
    invariants::check(game, &state)?;
    check_begins(&state, setup.begins)?;
    match setup.begins {
        Begins::Deployment => state.push_step(Step::Setup(SetupStep::Spirit(Seat(0)))),
        Begins::Turn => {}
        Begins::Action { seat, retain } => {
            state.push_step(Step::Turn(TurnStep::Act { seat, retain }));
        }
        Begins::Order { formation, order } => {
            let seat = state.formation(formation).owner;
            state.push_step(Step::Turn(TurnStep::Act { seat, retain: false }));
            let rest = (false, None, false);
            orders::begin_order(game, &mut state, formation, order, rest, &mut Deaf);
        }
        Begins::EndPhase => state.push_step(Step::Turn(TurnStep::End)),
        Begins::Free => state.push_step(Step::Turn(TurnStep::Free)),
    }
    steps::settle(game, &mut state, &mut Deaf);
    Ok(state)
}

/// Whether what comes first names a side and a formation that there are.
fn check_begins(state: &State, begins: Begins) -> Result<(), Vec<Refusal<Rule>>> {
    let (known, rule, says) = match begins {
        Begins::Action { seat, .. } => (seat.0 < 2, Rule::ActionPhase, "there is no such side"),
        Begins::Order { formation, .. } => {
            let known = formation.index() < state.formations.len();
            (known, Rule::Formations, "there is no such formation")
        }
        Begins::Deployment | Begins::Turn | Begins::EndPhase | Begins::Free => return Ok(()),
    };
    if known { Ok(()) } else { Err(vec![Refusal::at(rule, "begins", says)]) }
}
