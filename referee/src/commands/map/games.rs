//! Games of greedy bots on a battlefield: who wins how often, and how sure that is.

use crate::bots::{Bots, Player};
use crate::dice_source::seeded_faces;
use serde::{Deserialize, Serialize};
use umpire_core::host::{Asked, Table};
use umpire_core::seat::Seat;
use umpire_core::transcript::FaceSource;

/// The seed of the first game: the same map is judged by the same games.
const SEED: u128 = 1;
/// Decisions after which a game is given up.
const LONGEST: usize = 50_000;

/// Who won how often.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct Won {
    /// Games played.
    pub games: usize,
    /// By seat.
    pub seats: Vec<WonBySeat>,
    /// Games that nobody won alone, or that did not end.
    pub drawn: usize,
}

/// How often one seat won.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct WonBySeat {
    /// Its name.
    pub name: String,
    /// Games that it won.
    pub wins: usize,
    /// The least share that it would win of very many games, with 95 %.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Won {
    /// The seed of the game that is played next.
    pub fn next_seed(&self) -> u128 {
        SEED + self.games as u128
    }

    /// Plays a table that was opened with [`Won::next_seed`] to its end, and counts who won.
    ///
    /// # Errors
    /// Where the rules leave a bot nothing to do.
    pub fn play(&mut self, mut table: Box<dyn Table>) -> Result<(), String> {
        if self.seats.is_empty() {
            let none = |(_, name)| WonBySeat { name, wins: 0, least: 0.0, most: 1.0 };
            self.seats = table.seats().into_iter().map(none).collect();
        }
        let winners = to_the_end(&mut *table, self.next_seed())?;
        self.games += 1;
        match winners.as_slice() {
            [winner] if winner.index() < self.seats.len() => self.seats[winner.index()].wins += 1,
            _ => self.drawn += 1,
        }
        for seat in &mut self.seats {
            [seat.least, seat.most] = interval(seat.wins, self.games);
        }
        Ok(())
    }

    /// In words, a line each.
    pub fn lines(&self) -> Vec<String> {
        let seat = |WonBySeat { name, wins, least, most }: &WonBySeat| {
            format!("{name} wins {wins}: {:.0} to {:.0} % (95 %)", 100.0 * least, 100.0 * most)
        };
        let drawn = format!("drawn or not ended: {}", self.drawn);
        self.seats.iter().map(seat).chain([drawn]).collect()
    }
}

/// Plays a game of bots to its end; who won.
fn to_the_end(table: &mut dyn Table, seed: u128) -> Result<Vec<Seat>, String> {
    let bots = Bots::new(seed);
    for _ in 0..LONGEST {
        match table.pending() {
            Asked::Over(outcome) => return Ok(outcome.winners.iter().collect()),
            Asked::Roll { groups, .. } => {
                let faces = seeded_faces(seed, table.counted(), &groups);
                let rolled = table.roll(&faces, FaceSource::Seeded, "");
                rolled.map_err(|refused| refused.says())?;
            }
            Asked::Choice { seats, .. } => {
                let seat = seats.iter().next().ok_or("nobody is asked")?;
                let action = bots.decide(table, seat, Player::Greedy);
                let action = action.ok_or("a bot has nothing it may do")?;
                bots.carry_out(table, seat, &action, "salt")?;
            }
        }
    }
    Ok(Vec::new())
}

/// Between which shares the true one lies with 95 %, by Wilson's interval.
fn interval(wins: usize, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (count, z) = (games as f64, 1.96_f64);
    let share = wins as f64 / count;
    let middle = share + z * z / (2.0 * count);
    let reach = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    let whole = 1.0 + z * z / count;
    [((middle - reach) / whole).max(0.0), ((middle + reach) / whole).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_share_and_narrows_with_more_games() {
        let [least, most] = interval(5, 10);
        assert!(least < 0.5 && most > 0.5);
        let [closer, near] = interval(500, 1000);
        assert!(closer > least && near < most);
        assert_eq!(interval(0, 0), [0.0, 1.0]);
        assert!(interval(10, 10)[1] <= 1.0 && interval(0, 10)[0] >= 0.0);
    }
}
