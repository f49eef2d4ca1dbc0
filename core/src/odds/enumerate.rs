//! The rules played through every outcome of the dice, equal positions weighed as one.

use super::{Share, Table, classes_up_to, raw_rolls};
use crate::dice::RollRequest;
use crate::game::{Deaf, Game, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use num_bigint::BigUint;
use std::hash::Hash;

/// Why odds cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoOdds {
    /// More positions than the caller allows.
    #[error("more than {0} positions would have to be weighed")]
    TooMany(usize),
    /// A roll that changes nothing whatever falls.
    #[error("a roll repeats itself for ever")]
    Endless,
    /// The policy gave an action that the rules refuse.
    #[error("the policy's answer is refused by the rules")]
    BadPolicy,
}

/// Plays every outcome of the dice up to `stop`, merging equal positions, and returns what
/// `measure` makes of each end with its share.
///
/// Choices met on the way are answered by `policy`. Shares are exact sums of exact weights divided
/// once per roll; they add up to 1. A roll that may leave the position as it was is summed to its end;
/// a longer way back to an earlier position runs into `limit`.
pub fn enumerate<G: Game, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    limit: usize,
    mut stop: impl FnMut(&G::State) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    measure: impl Fn(&G::State) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let mut open: Table<G::State, Share> = Table::default();
    open.insert(start.clone(), Share::whole());
    let mut ends: Table<K, Share> = Table::default();
    let mut seen = 0;
    while !open.is_empty() {
        let mut next: Table<G::State, Share> = Table::default();
        for (mut state, share) in open {
            seen += 1;
            if seen > limit {
                return Err(NoOdds::TooMany(limit));
            }
            if stop(&state) {
                ends.entry(measure(&state)).or_default().add(&share);
                continue;
            }
            match game.pending(&state, &mut Silent) {
                Pending::Over(_) => ends.entry(measure(&state)).or_default().add(&share),
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().ok_or(NoOdds::BadPolicy)?;
                    let action = policy(&state, seat).ok_or(NoOdds::BadPolicy)?;
                    game.act(&mut state, seat, &action, &mut Deaf)
                        .map_err(|_| NoOdds::BadPolicy)?;
                    next.entry(state).or_default().add(&share);
                }
                Pending::Roll(request) => {
                    spread(game, &state, &request, &share, limit, &mut next)?;
                }
            }
        }
        open = next;
    }
    Ok(ends.into_iter().collect())
}

/// Shares a roll out among the positions it leads to. Where an outcome leaves the position as it was
/// (a die that is rolled again and again), the others take its share: the sum of the whole series.
fn spread<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    share: &Share,
    most: usize,
    next: &mut Table<G::State, Share>,
) -> Result<(), NoOdds> {
    let mut whole = raw_rolls::<_, BigUint>(game.dice(), request);
    let weighed = classes_up_to::<G, BigUint>(game, state, request, most);
    let weighed = weighed.ok_or(NoOdds::TooMany(most))?;
    let mut led = Vec::with_capacity(weighed.len());
    for (faces, weight) in weighed {
        let mut after = state.clone();
        game.resolve(&mut after, &faces, &mut Deaf);
        if after == *state {
            whole -= weight;
        } else {
            led.push((after, weight));
        }
    }
    if led.is_empty() {
        return Err(NoOdds::Endless);
    }
    for (after, weight) in led {
        next.entry(after).or_default().add(&share.part(&weight, &whole));
    }
    Ok(())
}
