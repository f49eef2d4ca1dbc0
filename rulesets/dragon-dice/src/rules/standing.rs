//! Who is still in play, and who is ahead when the time is up.

use crate::position::pieces::{PieceSet, Place};
use crate::position::state::State;
use umpire_core::seat::{Seat, Seats};

/// Who is ahead when the time is up: most captured terrains, then most health in play.
pub(crate) fn ahead(state: &State) -> Seats {
    let standing = |seat: Seat| {
        let captured = state.grounds.iter().filter(|g| g.holder == Some(seat)).count();
        let force = state.roster.force(seat);
        let places = &state.sides[seat.index()].places[..=usize::from(Place::RESERVE.0)];
        let all = places.iter().fold(PieceSet::NONE, |all, set| all.with(*set));
        (captured, force.total_health(all.and(force.units())))
    };
    let playing: Vec<Seat> =
        state.from_seat(Seat(0)).filter(|seat| !state.conceded.contains(*seat)).collect();
    let best = playing.iter().map(|seat| standing(*seat)).max();
    let ahead: Seats =
        playing.iter().copied().filter(|seat| Some(standing(*seat)) == best).collect();
    if ahead.len() == playing.len() { Seats::NONE } else { ahead }
}

/// Whether a player has units in play.
pub(crate) fn in_play(state: &State, seat: Seat) -> bool {
    let places = &state.sides[seat.index()].places[..=usize::from(Place::RESERVE.0)];
    let all = places.iter().fold(PieceSet::NONE, |all, set| all.with(*set));
    !state.conceded.contains(seat) && !all.and(state.roster.force(seat).units()).is_empty()
}
