//! Players that need nobody: one that plays at random, one that looks a step ahead, one that searches.

use crate::dice_source::{Purpose, Stream};
use crate::patience::seconds;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use umpire_core::host::Table;
use umpire_core::seat::Seat;

/// How players are named, for those who name none.
pub const PLAYERS: &str = "human|random|greedy|mcts:SECONDS|mcts:PLAYOUTSp";
/// How long a search takes where nobody says.
const USUAL: Thought = Thought::Within(Duration::from_secs(1));
/// The most a search takes on a server, where others wait.
const LONGEST_SHARED: Duration = Duration::from_secs(5);
/// The most playouts of a search on a server.
const MOST_SHARED: u32 = 200;

/// How long a player thinks who searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thought {
    /// So long for each decision. What is found hangs on the machine.
    Within(Duration),
    /// So many playouts for each decision: the same seed gives the same game.
    Playouts(u32),
}

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Any legal action, each as likely as the next.
    Random,
    /// The action that leads to the best score on average.
    Greedy,
    /// The action that a tree search finds (ISMCTS).
    Mcts(Thought),
}

impl Player {
    /// The player with that name.
    pub fn named(name: &str) -> Option<Player> {
        match name.trim().to_lowercase().as_str() {
            "human" => Some(Player::Human),
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            "mcts" => Some(Player::Mcts(USUAL)),
            other => Thought::named(other.strip_prefix("mcts:")?).map(Player::Mcts),
        }
    }

    /// Its name.
    pub fn name(self) -> String {
        match self {
            Player::Human => "human".into(),
            Player::Random => "random".into(),
            Player::Greedy => "greedy".into(),
            Player::Mcts(Thought::Within(time)) => format!("mcts:{}", time.as_secs_f64()),
            Player::Mcts(Thought::Playouts(playouts)) => format!("mcts:{playouts}p"),
        }
    }

    /// The same player where others wait for the machine: it thinks no longer than it may there.
    #[must_use]
    pub fn shared(self) -> Player {
        match self {
            Player::Mcts(Thought::Within(time)) => {
                Player::Mcts(Thought::Within(time.min(LONGEST_SHARED)))
            }
            Player::Mcts(Thought::Playouts(playouts)) => {
                Player::Mcts(Thought::Playouts(playouts.min(MOST_SHARED)))
            }
            other => other,
        }
    }
}

impl Thought {
    /// A time in seconds, or a number of playouts, as in `0.5` and `200p`; neither is nothing.
    fn named(text: &str) -> Option<Thought> {
        match text.strip_suffix('p') {
            Some(playouts) => {
                let playouts = playouts.parse().ok().filter(|playouts| *playouts > 0)?;
                Some(Thought::Playouts(playouts))
            }
            None => {
                let time = seconds(text).ok().filter(|time| !time.is_zero())?;
                Some(Thought::Within(time))
            }
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
    stop: Arc<AtomicBool>,
}

impl Bots {
    /// Players that draw from a seed.
    pub fn new(seed: u128) -> Bots {
        Bots { seed, stop: Arc::default() }
    }

    /// The same, who think no longer once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &Arc<AtomicBool>) -> Bots {
        Bots { stop: Arc::clone(stop), ..self }
    }

    /// What a bot does in the seat that is asked; `None` if the game offers it nothing.
    pub fn decide(&self, table: &dyn Table, seat: Seat, player: Player) -> Option<Value> {
        let decided = match player {
            _ if seat == Seat::JUDGE => None,
            Player::Human | Player::Random => None,
            Player::Greedy => table.foreseen(seat, &mut self.drawing(table, seat)),
            Player::Mcts(thought) => self.search(table, seat, thought),
        };
        decided.or_else(|| self.draw(table, seat))
    }

    /// What a search finds for a seat.
    fn search(&self, table: &dyn Table, seat: Seat, thought: Thought) -> Option<Value> {
        let begun = Instant::now();
        let goes_on = &mut |playouts: usize| {
            let lasts = match thought {
                Thought::Within(time) => begun.elapsed() < time,
                Thought::Playouts(most) => playouts < most as usize,
            };
            lasts && !self.stop.load(Ordering::Relaxed)
        };
        let mut stream = Stream::new(self.seed, Purpose::Search, number(table, seat));
        let limits = table.search_limits();
        table.searched(seat, &limits, goes_on, &mut |sides| stream.die(sides))
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
        let mut stream = Stream::new(self.seed, Purpose::Bots, number(table, seat));
        move |count| stream.die(count.try_into().unwrap_or(u32::MAX)) as usize
    }
}

/// The number of a decision of a seat.
fn number(table: &dyn Table, seat: Seat) -> u64 {
    table.counted() as u64 * 32 + u64::from(seat.0 & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_as_they_are_told() {
        for name in ["human", "random", "greedy", "mcts:1", "mcts:0.5", "mcts:200p"] {
            assert_eq!(Player::named(name).map(Player::name), Some(name.to_string()));
        }
        assert_eq!(Player::named("MCTS"), Player::named("mcts:1"));
        for name in ["mcts:", "mcts:0", "mcts:0p", "mcts:-1", "mcts:p", "mcts:x", "mctsp", ""] {
            assert_eq!(Player::named(name), None, "{name}");
        }
        let shared = |name| Player::named(name).map(|player: Player| player.shared().name());
        assert_eq!(shared("mcts:3600"), Some("mcts:5".to_string()));
        assert_eq!(shared("mcts:9999p"), Some("mcts:200p".to_string()));
        assert_eq!(shared("mcts:40p"), Some("mcts:40p".to_string()));
    }
}
