//! Totals of rolls, as they are heard.

use crate::event::Event;
use crate::pieces::Army;
use umpire_core::game::Observe;

/// What is kept of rolls that are weighed: the totals of each army.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Totals {
    pub armies: Vec<Army>,
    pub found: Vec<Option<[u16; 5]>>,
}

impl Totals {
    pub fn of(armies: &[Army]) -> Totals {
        Totals { armies: armies.to_vec(), found: vec![None; armies.len()] }
    }

    pub fn total(&self, number: usize) -> [u16; 5] {
        self.found.get(number).copied().flatten().unwrap_or_default()
    }
}

impl Observe<Event> for Totals {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.found.iter().any(Option::is_none)
            && let Event::Total { army, total, .. } = event()
        {
            let own = self.armies.iter().zip(&mut self.found).find(|(one, _)| **one == army);
            if let Some((_, found)) = own {
                found.get_or_insert(total);
            }
        }
    }
}
