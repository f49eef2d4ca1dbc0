//! How good a position looks to a seat.

use crate::game::DragonDice;
use crate::pieces::Place;
use crate::state::State;
use umpire_core::seat::Seat;

impl DragonDice {
    pub(super) fn weigh(&self, view: &State, seat: Seat) -> f64 {
        let mut sum = 0.0;
        for owner in (0..view.players()).map(Seat) {
            let force = view.roster.force(owner);
            let places = (0..=Place::RESERVE.0).map(Place);
            let health: u32 = places.map(|at| force.total_health(view.units_at(owner, at))).sum();
            sum += if owner == seat { f64::from(health) } else { -f64::from(health) };
        }
        sum
    }
}
