//! A battle that is over, fought once more: how the next table is set up, and on which seat each goes on.

use super::Live;
use crate::bots::Player;
use crate::opening::Draft;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::{NewTable, RematchEntry};
use crate::store;
use serde::{Deserialize, Serialize};
use umpire_core::host::Asked;
use umpire_core::seat::Seat;

/// The table at which a battle is fought once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rematch {
    /// Its name in addresses.
    #[serde(skip)]
    pub table: String,
    /// Whether each took the next seat: of two, each the other's.
    pub swap: bool,
    /// The seats of whoever opened it, at the table before.
    pub by: Vec<u8>,
}

impl Rematch {
    /// As it is kept.
    ///
    /// # Errors
    /// Where what is kept makes no sense.
    pub fn of(kept: store::Rematch) -> Result<Rematch, Problem> {
        let how: Rematch = serde_json::from_str(&kept.how)
            .map_err(|fault| Problem::says(format!("this rematch is damaged: {fault}")))?;
        Ok(Rematch { table: kept.table, ..how })
    }

    /// Who somebody of the table before is there, of so many seats.
    pub fn role(&self, before: &Role, seats: u8) -> Role {
        let back = seats_on(self.swap, usize::from(seats)) as u8;
        let seat = |seat: &u8| (seat + seats - back) % seats.max(1);
        Role { seats: before.seats.iter().map(seat).collect(), judge: before.judge }
    }
}

/// How many seats each goes on.
fn seats_on(swap: bool, seats: usize) -> usize {
    usize::from(swap && seats > 1)
}

impl Live {
    /// Hears where this battle is fought once more.
    pub fn hear_rematch(&mut self, rematch: Option<Rematch>) {
        self.forget_views();
        self.rematch = rematch;
    }

    /// Whether it is known where this battle is fought once more.
    pub fn is_fought_again(&self) -> bool {
        self.rematch.is_some()
    }

    /// Whether persons play here other than whoever has that role: they are taken along to a rematch.
    pub fn plays_with_others(&self, role: &Role) -> bool {
        let plays =
            |(seat, player): (u8, &Player)| *player == Player::Human && !role.holds(Seat(seat));
        (0..).zip(&self.players).any(plays)
    }

    /// The rematch as it is told to those at this table.
    pub(super) fn rematch_told(&self) -> Option<RematchEntry> {
        let Rematch { swap, by, .. } = self.rematch.as_ref()?;
        let by = Role { seats: by.clone(), judge: false }.says(|seat| self.called(seat));
        Some(RematchEntry { by, swap: *swap })
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
        let seats_on = seats_on(swap, players.len());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_goes_on_where_the_rematch_puts_them() {
        let rematch = |swap| Rematch { table: "t".into(), swap, by: vec![0] };
        let role = |seats: &[u8]| Role { seats: seats.to_vec(), judge: false };
        assert_eq!(rematch(false).role(&role(&[1]), 2), role(&[1]));
        assert_eq!(rematch(true).role(&role(&[1]), 2), role(&[0]));
        assert_eq!(rematch(true).role(&role(&[0, 2]), 3), role(&[2, 1]));
        assert_eq!(rematch(true).role(&role(&[0]), 1), role(&[0]));
        let judge = Role { seats: Vec::new(), judge: true };
        assert_eq!(rematch(true).role(&judge, 2), judge);
    }
}
