//! What is told of a table to whoever does not look at it now, and what its cards are.

use super::Live;
use crate::look_up::Tables;
use crate::serve::role::Role;
use crate::serve::wire::{Brief, Card};
use umpire_core::host::{Asked, when};
use umpire_core::seat::Seat;

impl Live {
    /// How far the table is, as somebody may know.
    pub fn brief(&self, role: &Role) -> Brief {
        let asked = self.table.pending_seen_by(self.viewer(role));
        let names = |seats: &[u8]| -> Vec<String> {
            let mut names: Vec<String> =
                seats.iter().map(|seat| self.called(Seat(*seat))).collect();
            names.dedup();
            names
        };
        let waits = Live::asked_seats(&asked);
        let winners: Option<Vec<u8>> = match &asked {
            Asked::Over(outcome) => Some(outcome.winners.iter().map(|seat| seat.0).collect()),
            _ => None,
        };
        let all = self.seats.len();
        let plays = (1..all).contains(&role.seats.len());
        let won = |winners: &Vec<u8>| winners.iter().any(|seat| role.seats.contains(seat));
        Brief {
            when: when(&self.table.standings(self.viewer(role))).to_string(),
            yours: waits.iter().any(|seat| role.seats.contains(seat)),
            with: self.names().others(role).map(|seat| self.called(seat)).collect(),
            waits_for: names(&waits),
            over: winners.is_some(),
            won: winners.as_ref().filter(|winners| plays && !winners.is_empty()).map(won),
            winners: names(&winners.unwrap_or_default()),
        }
    }

    /// The cards, units or dice of the game, as they hold at this table; nothing where they cannot be read.
    pub fn cards(&self) -> Vec<Card> {
        let tables = Tables::in_play(&self.library, &*self.table);
        let cards = tables.map(Tables::into_cards).unwrap_or_default();
        cards.into_iter().map(Card::from).collect()
    }
}
