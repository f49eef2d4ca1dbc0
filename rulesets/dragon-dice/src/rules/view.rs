//! What one player may see.

use crate::position::event::Event;
use crate::position::pieces::{Force, PieceSet, Roster};
use crate::position::stack::setup::Muster;
use crate::position::state::{Side, State};
use crate::rules::dragons::aims;
use crate::tables::catalog::KindId;
use umpire_core::seat::Seat;

/// The position with what other players decide in secret masked: their forces until all are divided
/// (DD-3.10, DD-4.3), and whom their dragons go for (DD-11.10). Everything else lies open.
pub(crate) fn seen_by(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    if seat == Seat::JUDGE {
        return view;
    }
    aims::hide_aims(&mut view, seat);
    let secret = view.assembling.as_ref().is_some_and(|assembling| !assembling.revealed);
    if !secret {
        return view;
    }
    let mut forces = view.roster.forces().to_vec();
    for (other, force) in (0..).map(Seat).zip(&mut forces) {
        if other == seat {
            continue;
        }
        *force = Force::new(Vec::new(), force.total);
        view.sides[other.index()] = Side::default();
        let musters = view.assembling.as_mut().map(|assembling| &mut assembling.musters);
        if let Some(muster) = musters.and_then(|musters| musters.get_mut(other.index())) {
            let armies = [PieceSet::NONE; 3];
            *muster = Muster { terrains: [KindId(0); 2], home_die: 0, armies };
        }
    }
    view.roster = Roster::new(forces);
    view
}

/// Whether a seat hears an event. What is secret is told when it is revealed, and not before.
pub(crate) fn heard_by(_: &Event, _: Seat) -> bool {
    true
}
