//! The judge's changes of a position, and what ends a game by the table's word.

use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Piece, Place};
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

/// A change of the position by the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// A die lies somewhere else.
    Put(Piece, Place),
}

impl DragonDice {
    pub(crate) fn amend_position<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        _: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let Amendment::Put(piece, place) = change;
        state.shift(piece.owner, crate::pieces::PieceSet::only(piece.number), *place);
        Ok(())
    }

    pub(crate) fn withdraw<O: Observe<Event>>(&self, _: &mut State, _: Seat, _: &mut O) {}

    /// Who is ahead when the time is up: most captured terrains, then most health in play.
    pub(crate) fn ahead(&self, _: &State) -> Seats {
        Seats::NONE
    }

    pub(crate) fn name_of(&self, seat: Seat) -> String {
        self.seat_names.get(seat.index()).cloned().unwrap_or_else(|| seat.0.to_string())
    }
}
