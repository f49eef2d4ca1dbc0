//! The rules played through every outcome of the dice, equal positions weighed as one.

use super::classes::{Faces, Outlook, outlook};
use super::{Share, Table, raw_rolls};
use crate::dice::RollRequest;
use crate::game::{Deaf, Game, Observe, Pending};
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
    policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    measure: impl Fn(&G::State) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let (stop, measure) = (|state: &_, _: &_| stop(state), |state: &_, _: &_| measure(state));
    enumerate_told(game, start, limit, stop, policy, Deaf, measure)
}

/// The same for an observer that hears what happens on the way from the start to each end, so that
/// ends may be told apart, and stopped at, by more than what stays in the position.
///
/// Each end has its own copy of `told`. Positions are equal if what was heard is equal too, so it
/// pays to keep little: what a roll came to, not each event. What is kept must be the same for faces
/// that count for the same, since one of them speaks for all.
pub fn enumerate_told<G: Game, O: Observe<G::Event> + Clone + Hash + Eq, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    limit: usize,
    mut stop: impl FnMut(&G::State, &O) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    told: O,
    measure: impl Fn(&G::State, &O) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let mut open: Open<G, O> = Table::default();
    open.insert((start.clone(), told), Share::whole());
    let mut ends: Table<K, Share> = Table::default();
    let (mut seen, mut known) = (0, Known::default());
    while !open.is_empty() {
        let mut next: Open<G, O> = Table::default();
        for (at, share) in open {
            seen += 1;
            if seen > limit {
                return Err(NoOdds::TooMany(limit));
            }
            let (state, told) = &at;
            if stop(state, told) {
                ends.entry(measure(state, told)).or_default().add(&share);
                continue;
            }
            match game.pending(state, &mut Silent) {
                Pending::Over(_) => ends.entry(measure(state, told)).or_default().add(&share),
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().ok_or(NoOdds::BadPolicy)?;
                    let action = policy(state, seat).ok_or(NoOdds::BadPolicy)?;
                    let (mut state, mut told) = at;
                    let acted = game.act(&mut state, seat, &action, &mut told);
                    acted.map_err(|_| NoOdds::BadPolicy)?;
                    next.entry((state, told)).or_default().add(&share);
                }
                Pending::Roll(request) => {
                    let own = outlook(game, state, &request);
                    let known = known.entry(own).or_insert_with_key(|own| own.classes(limit));
                    let classes = known.as_ref().ok_or(NoOdds::TooMany(limit))?;
                    spread(game, &at, (&request, classes), &share, &mut next)?;
                }
            }
        }
        open = next;
    }
    Ok(ends.into_iter().collect())
}

/// Positions still to be played on, each with what was heard on the way to it.
type Open<G, O> = Table<(<G as Game>::State, O), Share>;

/// The classes of requests met before: an army that saves against another total saves with the same
/// dice, which are added up once.
type Known = Table<Outlook, Option<Vec<(Faces, BigUint)>>>;

/// Shares a roll out among the positions it leads to. Where an outcome leaves the position as it was
/// (a die that is rolled again and again), the others take its share: the sum of the whole series.
fn spread<G: Game, O: Observe<G::Event> + Clone + Hash + Eq>(
    game: &G,
    at: &(G::State, O),
    (request, classes): (&RollRequest<G::Rule>, &[(Faces, BigUint)]),
    share: &Share,
    next: &mut Open<G, O>,
) -> Result<(), NoOdds> {
    let mut whole = raw_rolls::<_, BigUint>(game.dice(), request);
    let mut led = Vec::with_capacity(classes.len());
    for (faces, weight) in classes {
        let mut after = at.clone();
        game.resolve(&mut after.0, faces, &mut after.1);
        if after == *at {
            whole -= weight;
        } else {
            led.push((after, weight));
        }
    }
    if led.is_empty() {
        return Err(NoOdds::Endless);
    }
    for (after, weight) in led {
        next.entry(after).or_default().add(&share.part(weight, &whole));
    }
    Ok(())
}
