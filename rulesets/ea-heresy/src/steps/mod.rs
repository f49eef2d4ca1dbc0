//! What is being done: a stack of small steps, each of which asks, rolls or goes on by itself.

pub mod activate;
pub mod assault;
pub mod harm;
pub mod morale;
pub mod movement;
pub mod overwatch;
pub mod ruin;
pub mod setup;
pub mod shooting;
pub mod turn;

use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, State};
use crate::step::{Step, Steps, Subject};
use crate::steps::morale::markers;
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::Seat;
use umpire_core::steps::Stepped;
pub(crate) use umpire_core::steps::{Change, Flow, Now, Play};

/// What a waiting step asks for.
pub(crate) type Ask = umpire_core::steps::Ask<Rule>;

/// A decision of one seat about one thing.
pub(crate) fn ask_about(seat: Seat, about: Rule, subject: impl Into<Subject>) -> Ask {
    Ask::about(seat, about, subject.into().number())
}

/// A decision of one seat between bodies: about the formation of the first unit.
fn about_bodies(state: &State, seat: Seat, rule: Rule, bodies: &[Body]) -> Ask {
    let formation = bodies.iter().find_map(|body| match body {
        Body::Unit(unit) => Some(state.unit(*unit).formation),
        Body::Stronghold(_) => None,
    });
    match formation {
        Some(formation) => ask_about(seat, rule, formation),
        None => Ask::seat(seat, rule),
    }
}

impl Stepped for EaHeresy {
    type Step = Step;
    type Stack = Steps;

    const TURNS: Rule = Rule::Turn;

    fn steps(state: &State) -> &Steps {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Steps {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    fn between(change: &mut Change<EaHeresy, impl Observe<Event>>) -> bool {
        markers::tidy(change.game, change.state);
        false
    }

    fn next(change: &mut Change<EaHeresy, impl Observe<Event>>) {
        turn::next_turn(change.state, change.out);
    }

    fn forget(state: &mut State) {
        state.forget_everything_begun();
    }
}

/// Goes on until somebody must answer, dice must fall, or the battle is over.
pub fn settle<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    umpire_core::steps::settle(game, state, out);
}
