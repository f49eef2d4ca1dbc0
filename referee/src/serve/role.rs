//! Who somebody at a table is: the secret that lets them in, the seats they decide for, whether they judge.

use serde::{Deserialize, Serialize};
use umpire_core::command::all_of;
use umpire_core::seat::Seat;

/// What a link lets its holder do.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Role {
    /// The seats they decide for.
    pub seats: Vec<u8>,
    /// Whether they judge: amend, overrule, answer, correct, and take back as they like.
    pub judge: bool,
}

impl Role {
    /// Who only looks on.
    pub fn spectator() -> Role {
        Role::default()
    }

    /// Whether they decide for a seat.
    pub fn holds(&self, seat: Seat) -> bool {
        self.seats.contains(&seat.0) || (seat == Seat::JUDGE && self.judge)
    }

    /// Whether they may do nothing but look.
    pub fn looks_on(&self) -> bool {
        self.seats.is_empty() && !self.judge
    }

    /// As whom they see the table while `asked` are waited for; nobody is a judge who sees everything. Whoever also
    /// plays sees what they may see as a player; whoever plays several seats sees with the one that is asked.
    pub fn viewer(&self, asked: &[u8]) -> Option<Seat> {
        if self.seats.is_empty() {
            return if self.judge { None } else { Some(Seat::NOBODY) };
        }
        let asked = self.seats.iter().find(|seat| asked.contains(seat));
        asked.or(self.seats.first()).map(|seat| Seat(*seat))
    }

    /// In words, with the names of the seats.
    pub fn says(&self, name: impl Fn(Seat) -> String) -> String {
        let names: Vec<String> = self.seats.iter().map(|seat| name(Seat(*seat))).collect();
        match (names.is_empty(), self.judge) {
            (true, true) => "judge".to_string(),
            (true, false) => "spectator".to_string(),
            (false, _) => all_of(&names, "and"),
        }
    }
}

/// A secret of 128 random bits, as it stands in a link.
pub fn fresh_key() -> String {
    let bytes: [u8; 16] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a secret.
pub fn hash_of(key: &str) -> String {
    blake3::hash(key.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_sees_with_their_own_eyes() {
        assert_eq!(Role::spectator().viewer(&[0]), Some(Seat::NOBODY));
        assert_eq!(Role { seats: vec![], judge: true }.viewer(&[0]), None);
        let both = Role { seats: vec![0, 1], judge: true };
        assert_eq!((both.viewer(&[1]), both.viewer(&[])), (Some(Seat(1)), Some(Seat(0))));
        assert!(both.holds(Seat::JUDGE) && !Role::spectator().holds(Seat(0)));
    }

    #[test]
    fn secrets_are_long_and_kept_as_hashes() {
        let (one, other) = (fresh_key(), fresh_key());
        assert!(one.len() == 32 && one != other && !hash_of(&one).contains(&one));
    }
}
