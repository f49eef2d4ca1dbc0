//! Looking one step ahead: what an action is worth on average over the dice it causes.

use crate::game::{Deaf, Pending};
use crate::host::Hosted;
use crate::odds::enumerate;
use crate::ruling::Silent;
use crate::seat::Seat;

/// Positions weighed for one action before the likeliest is taken for all.
const LIMIT: usize = 600;

/// The score of the seat's view after an action, averaged over the dice that fall before
/// somebody has to decide again. `None` if the action is refused.
pub fn foresee<G: Hosted>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: &G::Action,
) -> Option<f64> {
    let mut after = state.clone();
    game.act(&mut after, seat, action, &mut Deaf).ok()?;
    let value = |state: &G::State| game.score(&game.view(state, seat), seat);
    if !matches!(game.pending(&after, &mut Silent), Pending::Roll(_)) {
        return Some(value(&after));
    }
    let decides = |state: &G::State| !matches!(game.pending(state, &mut Silent), Pending::Roll(_));
    let ends = enumerate(game, &after, LIMIT, decides, |_, _| None, |end| ordered(value(end)));
    match ends {
        Ok(ends) => Some(ends.iter().map(|(key, share)| number(*key) * share.as_f64()).sum()),
        Err(_) => Some(value(&after)),
    }
}

/// A float as a key: bits in the order of the numbers do not matter, equality does.
fn ordered(value: f64) -> u64 {
    value.to_bits()
}

fn number(key: u64) -> f64 {
    f64::from_bits(key)
}
