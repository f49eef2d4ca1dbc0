//! Six-sided dice as the rules ask for them, and what their faces count for.

use crate::tables::catalog::D6;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::seat::Seat;

/// A number of six-sided dice of one seat.
pub(crate) fn dice(seat: Seat, count: u8, purpose: u8) -> DiceGroup {
    DiceGroup { seat, die: D6, count, purpose, subject: None }
}

/// A request for one group of six-sided dice.
pub(crate) fn one_roll(because: Rule, seat: Seat, count: u8) -> RollRequest<Rule> {
    RollRequest::one(because, dice(seat, count, 0))
}

/// What a face counts for on a die where only the number matters: the number itself.
pub(crate) fn shown(face: Face) -> i16 {
    i16::from(face) + 1
}
