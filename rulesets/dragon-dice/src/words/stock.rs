//! What a referee may put down: dice of both forces, kind by kind, from wherever they lie.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::Place;
use crate::position::state::State;
use umpire_core::host::Stock;
use umpire_core::seat::Seat;

/// A die of each kind at each place, of each player.
pub(crate) fn stocked(game: &DragonDice, state: &State) -> Vec<Stock> {
    let mut all = Vec::new();
    for owner in (0..state.players()).map(Seat) {
        let name = names::seat_word(game, owner);
        for place in state.terrains().chain((Place::RESERVE.0..Place::COUNT as u8).map(Place)) {
            let at = names::place_word(game, state, place);
            for (kind, dice) in state.roster.force(owner).kinds() {
                let there = state.at(owner, place).and(*dice).len();
                if there == 0 {
                    continue;
                }
                let row = game.catalog.kind(*kind);
                let many = if there > 1 { format!(" ({there})") } else { String::new() };
                let line = format!("put {name} {} from {at} to", row.id);
                let group = format!("dice of {name}, {at}");
                all.push(Stock {
                    says: format!("{}{many}, {} health", row.name, row.health),
                    is_down: place.as_terrain().is_some(),
                    asks: format!("die {}", row.id),
                    ..Stock::placed(group, row.id.as_str(), line)
                });
            }
        }
    }
    all
}
