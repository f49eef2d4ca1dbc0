//! What is told of a table to whoever does not look at it now, what its cards are, and how it is set up once more.

use super::Live;
use crate::bots::Player;
use crate::look_up::Tables;
use crate::opening::Draft;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::{Brief, Card, NewTable};
use umpire_core::host::{Asked, when};
use umpire_core::seat::Seat;

impl Live {
    /// How far the table is, as somebody may know.
    pub fn brief(&self, role: &Role) -> Brief {
        let asked = self.table.pending_seen_by(self.viewer(role));
        let names = |seats: &[u8]| -> Vec<String> {
            let mut names: Vec<String> = seats.iter().map(|seat| self.name(Seat(*seat))).collect();
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

    /// The scenario of a battle that is over, and who sits where when it is fought once more.
    ///
    /// # Errors
    /// Where it is not over, or whoever asks plays nobody in it.
    pub fn again(&self, role: &Role, swap: bool) -> Result<(Draft, NewTable), Problem> {
        if role.seats.is_empty() {
            return Err(Problem::forbidden("a battle is fought again by those who fought it"));
        }
        if !matches!(self.table.pending(), Asked::Over(_)) {
            return Err(Problem::forbidden("the battle is not over yet"));
        }
        let header = &self.table.transcript().header;
        let ruleset = self.library.ruleset(&header.ruleset)?;
        let beside = self.table.sources().clone();
        let gone = || Problem::says("the scenario of this table is not there any more");
        let source = beside.get(&header.scenario).ok_or_else(gone)?;
        let sits = |(seat, player): (u8, &String)| match Player::named(player) {
            Some(Player::Human) if role.holds(Seat(seat)) => "here".to_string(),
            Some(Player::Human) => "friend".to_string(),
            _ => player.clone(),
        };
        let mut players: Vec<String> = (0..).zip(&self.settings.players).map(sits).collect();
        let seats_on = usize::from(swap && players.len() > 1);
        players.rotate_left(seats_on);
        let called = |seat: u8| self.names().of(seat).unwrap_or_default().to_string();
        let mut names: Vec<String> = (0..).map(called).take(players.len()).collect();
        names.rotate_left(seats_on);
        let new = NewTable {
            players,
            names,
            dice: if self.settings.typed { "typed" } else { "seeded" }.to_string(),
            referee: self.table.is_free(),
            delayed: self.settings.delayed,
            webhook: self.settings.webhook.clone(),
            ..NewTable::default()
        };
        Ok((Draft { ruleset, source, beside }, new))
    }
}
