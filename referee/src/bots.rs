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

/// Decisions of one seat within one turn after which a greedy player stops weighing: what it
/// thinks best may lead in a circle, what is drawn does not.
const PATIENCE: usize = 48;
/// Scores nearer than this are equal.
const ALIKE: f64 = 1e-9;

/// The players that need nobody, with what they remember.
pub struct Bots {
    seed: u64,
    turn: (usize, Seat),
    decisions: usize,
}

impl Bots {
    /// Players that draw from a seed.
    pub fn new(seed: u64) -> Bots {
        Bots { seed, turn: (0, Seat(0)), decisions: 0 }
    }

    /// What a bot does in the seat that is asked; `None` if the game offers it nothing.
    pub fn decide(&mut self, table: &dyn Table, seat: Seat, player: Player) -> Option<Value> {
        let number = table.counted() as u64 * 32 + u64::from(seat.0 & 31);
        let mut stream = Stream::new(self.seed, Purpose::Bots, number);
        if player == Player::Greedy && seat != Seat::JUDGE && self.is_patient(table, seat) {
            let best = greedy(table, seat, &mut stream);
            if best.is_some() {
                return best;
            }
        }
        self.draw(table, seat)
    }

    /// Any legal action of the seat.
    pub fn draw(&self, table: &dyn Table, seat: Seat) -> Option<Value> {
        let number = table.counted() as u64 * 32 + u64::from(seat.0 & 31);
        let mut stream = Stream::new(self.seed, Purpose::Bots, number);
        table
            .nth_legal(seat, &mut |count| stream.die(count.try_into().unwrap_or(u32::MAX)) as usize)
    }

    fn is_patient(&mut self, table: &dyn Table, seat: Seat) -> bool {
        let turn = (table.turn_start(), seat);
        if self.turn != turn {
            self.turn = turn;
            self.decisions = 0;
        }
        self.decisions += 1;
        self.decisions <= PATIENCE
    }
}

fn greedy(table: &dyn Table, seat: Seat, stream: &mut Stream) -> Option<Value> {
    let mut weighed = table.weigh(seat);
    let best = weighed.first()?.1;
    let alike = weighed.iter().take_while(|(_, score)| best - score <= ALIKE).count();
    let chosen = stream.die(alike.max(1) as u32) as usize;
    (chosen < weighed.len()).then(|| weighed.swap_remove(chosen).0.action)
}
