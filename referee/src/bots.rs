//! Players that need nobody: one that plays at random, one that looks a step ahead.

use crate::dice_source::{Purpose, Stream};
use serde_json::Value;
use umpire_core::host::Table;
use umpire_core::seat::Seat;

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Any legal action, each as likely as the next.
    Random,
    /// The action that leads to the best score on average.
    Greedy,
}

impl Player {
    /// The player with that name.
    pub fn named(name: &str) -> Option<Player> {
        match name.trim().to_lowercase().as_str() {
            "human" => Some(Player::Human),
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }
}

/// What is said of rules that ask a seat and leave it nothing to do.
pub const NOTHING: &str = "a seat is asked and has nothing it may do";

/// A fault of a ruleset, with the position in which it shows.
pub fn fault(table: &dyn Table, says: &str) -> String {
    format!("the rules have a fault: {says}; position {}", table.digest())
}

/// The players that need nobody.
pub struct Bots {
    seed: u128,
}

impl Bots {
    /// Players that draw from a seed.
    pub fn new(seed: u128) -> Bots {
        Bots { seed }
    }

    /// What a bot does in the seat that is asked; `None` if the game offers it nothing.
    pub fn decide(&self, table: &dyn Table, seat: Seat, player: Player) -> Option<Value> {
        let greedy = player == Player::Greedy && seat != Seat::JUDGE;
        let foreseen =
            if greedy { table.foreseen(seat, &mut self.drawing(table, seat)) } else { None };
        foreseen.or_else(|| self.draw(table, seat))
    }

    /// Any legal action of the seat.
    pub fn draw(&self, table: &dyn Table, seat: Seat) -> Option<Value> {
        table.nth_legal(seat, &mut self.drawing(table, seat))
    }

    /// Carries out what a bot decided; where the rules refuse what they list, any action they do take. Tells whether it
    /// was the one decided.
    ///
    /// # Errors
    /// Where a seat is asked and nothing is taken: the rules have a fault.
    pub fn carry_out(
        &self,
        table: &mut dyn Table,
        seat: Seat,
        action: &Value,
        salt: &str,
    ) -> Result<bool, String> {
        let taken = |table: &mut dyn Table, action: &Value| match seat {
            Seat::JUDGE => table.answer(action, "nobody was there to ask").map(|_| ()),
            seat => table.act(seat, action, salt).map(|_| ()),
        };
        if taken(table, action).is_ok() {
            return Ok(true);
        }
        let drawn = self.draw(table, seat).ok_or_else(|| fault(table, NOTHING))?;
        match taken(table, &drawn) {
            Ok(()) => Ok(false),
            Err(refused) => {
                Err(fault(table, &format!("it lists what it refuses: {}", refused.says())))
            }
        }
    }

    /// Draws that are the same for the same seed, position in the record and seat.
    fn drawing(&self, table: &dyn Table, seat: Seat) -> impl FnMut(usize) -> usize + use<> {
        let number = table.counted() as u64 * 32 + u64::from(seat.0 & 31);
        let mut stream = Stream::new(self.seed, Purpose::Bots, number);
        move |count| stream.die(count.try_into().unwrap_or(u32::MAX)) as usize
    }
}
