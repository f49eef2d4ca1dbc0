//! Odds that are too many to weigh: the rules played again and again with faces drawn by whoever asks.

use super::budget::{Budget, Effort};
use super::enumerate::{At, NoOdds, Played, Policy, Stop};
use super::{Share, Table};
use crate::dice::Face;
use crate::game::{Game, Observe, Pending};
use crate::ruling::Silent;
use std::hash::Hash;

/// Plays that are drawn however late it is, so that there is an answer.
const FEWEST: u32 = 50;
/// Plays after which a sample says enough.
const MOST: u32 = 1_000_000;
/// Inputs of one play after which it counts as one that does not end.
const LONGEST: usize = 20_000;

/// Plays from `start` to ends as often as the budget lasts. Each end has its share of all plays.
pub(super) fn sample<G: Game, O: Observe<G::Event> + Clone, K: Hash + Eq>(
    game: &G,
    start: &At<G, O>,
    budget: &Budget,
    stop: &mut Stop<G, O>,
    policy: &mut Policy<G>,
    measure: &dyn Fn(&G::State, &O, bool) -> K,
) -> Result<Played<K>, NoOdds> {
    let mut counts: Table<Option<K>, u32> = Table::default();
    let mut plays = 0;
    while plays < MOST && (plays < FEWEST || budget.lasts(Effort::Sample, plays as usize)) {
        let mut at = start.clone();
        let ended = match play(game, &mut at, budget, stop, policy) {
            Ok(ended) => ended,
            Err(NoOdds::Stopped) if plays > 0 => break,
            Err(no) => return Err(no),
        };
        let end = ended.then(|| measure(&at.state, &at.told, false));
        *counts.entry(end).or_default() += 1;
        plays += 1;
    }
    budget.sampled(plays);
    let mut played = Played { ends: Vec::with_capacity(counts.len()), rest: Share::default() };
    for (end, count) in counts {
        let share = Share::sampled(count, plays);
        match end {
            Some(end) => played.ends.push((end, share)),
            None => played.rest = share,
        }
    }
    Ok(played)
}

/// One play; whether it came to an end.
fn play<G: Game, O: Observe<G::Event>>(
    game: &G,
    at: &mut At<G, O>,
    budget: &Budget,
    stop: &mut Stop<G, O>,
    policy: &mut Policy<G>,
) -> Result<bool, NoOdds> {
    let mut faces: Vec<Face> = Vec::new();
    for _ in 0..LONGEST {
        if stop(&at.state, &at.told) {
            return Ok(true);
        }
        match game.pending(&at.state, &mut Silent) {
            Pending::Over(_) => return Ok(true),
            Pending::Choice(choice) => {
                let seat = choice.seats.first().ok_or(NoOdds::BadPolicy)?;
                let action = policy(&at.state, seat).ok_or(NoOdds::BadPolicy)?;
                let acted = game.act(&mut at.state, seat, &action, &mut at.told);
                acted.map_err(|_| NoOdds::BadPolicy)?;
            }
            Pending::Roll(request) => {
                faces.clear();
                for sides in request.sides(game.dice()) {
                    faces.push(budget.draw(sides.into()).ok_or(NoOdds::Stopped)? as Face);
                }
                game.resolve(&mut at.state, &faces, &mut at.told);
            }
        }
    }
    Ok(false)
}
