//! Totals of rolls, as they are heard.

use crate::position::event::Event;
use crate::position::pieces::Army;
use crate::position::roll::kinds::RollKind;
use crate::tables::catalog::Counted;
use umpire_core::game::Observe;

/// What is kept of rolls that are weighed: the totals of each army; of a magic action, the magic to spend.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Totals {
    pub armies: Vec<Army>,
    pub found: Vec<Option<[u16; 5]>>,
    /// Whether the roll of a magic action is over, and the magic to spend is told next.
    made: bool,
}

impl Totals {
    pub fn of(armies: &[Army]) -> Totals {
        Totals { armies: armies.to_vec(), found: vec![None; armies.len()], made: false }
    }

    pub fn total(&self, number: usize) -> [u16; 5] {
        self.found.get(number).copied().flatten().unwrap_or_default()
    }
}

impl Observe<Event> for Totals {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.found.iter().all(Option::is_some) {
            return;
        }
        let (army, total) = match event() {
            Event::Total { kind: RollKind::Magic, .. } => {
                self.made = true;
                return;
            }
            Event::Total { army, total, .. } => (army, total),
            Event::MagicMade { army, amount } if self.made => {
                let mut total = [0; 5];
                total[Counted::Magic.index()] = amount;
                (army, total)
            }
            _ => return,
        };
        let own = self.armies.iter().zip(&mut self.found).find(|(one, _)| **one == army);
        if let Some((_, found)) = own {
            found.get_or_insert(total);
        }
    }
}
