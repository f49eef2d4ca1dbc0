//! What is being done: a stack of small steps, each of which asks, rolls or goes on by itself.

pub mod activate;
pub(crate) mod amend;
pub mod assault;
pub(crate) mod begin;
pub(crate) mod free;
pub mod harm;
pub mod morale;
pub mod movement;
pub mod overwatch;
pub mod ruin;
pub(crate) mod scoring;
pub mod setup;
pub mod shooting;
pub mod turn;

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State};
use crate::position::step::Subject;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
pub(crate) use umpire_core::steps::{Change, Flow, Now, Play, Within};

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

/// Goes on until somebody must answer, dice must fall, or the battle is over.
pub fn settle<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    umpire_core::steps::settle(game, state, out);
}
