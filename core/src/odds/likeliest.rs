//! The rules played through the likeliest outcomes of the dice: what is left open is told with its share, for bounds.

use super::again::Closed;
use super::budget::{Budget, Effort};
use super::classes::outlook;
use super::enumerate::{At, NoOdds, Open, Run};
use super::lumping::Lumping;
use super::{Share, Table, Weight};
use crate::dice::RollRequest;
use crate::game::{Game, Observe, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::hash::Hash;
use std::rc::Rc;

/// How an end was reached that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reached {
    /// It is one.
    End,
    /// It stands for all that come to as much or more, where dice fall again without end.
    Beyond,
    /// It is none: whatever follows from here has this share.
    Open,
}

/// How much of an answer is followed.
#[derive(Clone, Copy)]
pub struct Likeliest<'a> {
    /// Whoever waits for the answer: what is not found in time stays open.
    pub budget: &'a Budget<'a>,
    /// How many outcomes of rolls are followed at most.
    pub outcomes: usize,
}

/// What part of the outcomes that are left one input after another may take: there may be several rolls
/// with as many.
const PART: usize = 3;
/// The least that one of them may take.
const LEAST: usize = 500;
/// Classes of all rolls of one depth that are compared: of the least likely positions none is followed.
const COMPARED: usize = 1_000_000;
/// What share of all positions of one depth is not worth its classes, where not all can be followed anyway.
const FAINT: f64 = 1e-5;
/// Positions after which whoever asks is asked whether they still wait.
const BREATH: usize = 16;
/// Classes after which they are asked as well.
const MANY: usize = 1_000;
/// How many inputs deep positions are followed.
const DEEPEST: usize = 400;

/// Plays the likeliest outcomes of the dice up to `stop`, merging equal positions, and returns what
/// `measure` makes of each end, and of each position that was left open, with its exact share. `starts`
/// are where play begins, with what has been heard of it, each with its share: all shares of ends add up
/// to theirs.
pub fn enumerate_likeliest<G: Game, O: Observe<G::Event> + Clone + Hash + Eq, K: Hash + Eq>(
    game: &G,
    starts: impl IntoIterator<Item = (G::State, O, Share)>,
    within: Likeliest,
    mut stop: impl FnMut(&G::State, &O) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    mut lumping: impl Lumping<G, O>,
    measure: impl Fn(&G::State, &O, Reached) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let bounds =
        super::Bounds { budget: within.budget, positions: within.outcomes, leave_rest: true };
    let mut run = Run::of(game, &mut stop, &mut policy, &mut lumping, bounds);
    let mut ends: Table<K, Share> = Table::default();
    let mut end = |at: &At<G, O>, share: &Share, open: bool| {
        let reached = match (open, at.beyond) {
            (true, _) => Reached::Open,
            (_, true) => Reached::Beyond,
            _ => Reached::End,
        };
        ends.entry(measure(&at.state, &at.told, reached)).or_default().add(share);
    };
    let mut open: Open<G, O> = Table::default();
    for (state, told, share) in starts {
        let at = At { state, told, beyond: false, thrown: None };
        open.entry(Box::new(at)).or_default().add(&share);
    }
    let mut left = within.outcomes;
    for _ in 0..DEEPEST {
        if open.is_empty() {
            break;
        }
        open = run.likely_level(open, &mut left, &mut end)?;
    }
    open.iter().for_each(|(at, share)| end(at, share, true));
    Ok(ends.into_iter().collect())
}

/// What hears of ends, and of positions that are left open.
type End<'a, G, O> = dyn FnMut(&At<G, O>, &Share, bool) + 'a;

/// A roll that waits: where, with what share, what is asked for, and its classes.
struct Waiting<G: Game, O> {
    at: Box<At<G, O>>,
    share: Share,
    request: RollRequest<G::Rule>,
    /// What was heard, with what lumping noted.
    told: O,
    closed: Rc<Closed>,
}

impl<G: Game, O: Observe<G::Event> + Clone + Hash + Eq> Run<'_, G, O> {
    /// What follows from positions by the likeliest outcomes; `end` hears of ends, and of what stays open.
    fn likely_level(
        &mut self,
        open: Open<G, O>,
        left: &mut usize,
        end: &mut End<G, O>,
    ) -> Result<Open<G, O>, NoOdds> {
        let most = (*left / PART).max(LEAST).min(*left);
        let mut next: Open<G, O> = Table::default();
        let mut rolls: Vec<Waiting<G, O>> = Vec::new();
        let (mut compared, mut done) = (0, 0);
        // Requests of another depth are others, and there may be very many.
        self.forget();
        let mut behind: f64 = open.values().map(Share::as_f64).sum();
        let (mut late, mut asked) = (false, 0);
        for (number, (at, share)) in by_share(open).into_iter().enumerate() {
            if (self.stop)(&at.state, &at.told) {
                end(&at, &share, false);
                continue;
            }
            if number % BREATH == BREATH - 1 || compared > asked + MANY {
                asked = compared;
                late = late || !self.lasts(done);
            }
            let faint = compared > most && behind < FAINT;
            behind -= share.as_f64();
            if late || faint || compared > COMPARED || done > most {
                end(&at, &share, true);
                continue;
            }
            let request = match self.game.pending(&at.state, &mut Silent) {
                Pending::Over(_) => {
                    end(&at, &share, false);
                    continue;
                }
                Pending::Choice(choice) => {
                    done += 1;
                    let after = self.decided(&at, &choice)?;
                    next.entry(Box::new(after)).or_default().add(&share);
                    continue;
                }
                Pending::Roll(request) => request,
            };
            let mut own = outlook(self.game, &at.state, &request);
            let mut told = at.told.clone();
            self.lumping.coarsen(&at.state, &request, &mut own, &mut told);
            match self.in_cases(&at, &request, &own, &told) {
                Ok(None) => {}
                Ok(Some(led)) => {
                    done += led.len();
                    for (after, part) in led {
                        next.entry(Box::new(after)).or_default().add(&share.times(&part));
                    }
                    continue;
                }
                Err(NoOdds::TooMany(_)) => {
                    end(&at, &share, true);
                    continue;
                }
                Err(no) => return Err(no),
            }
            match self.closed(own) {
                Ok(closed) => {
                    compared += closed.classes.len();
                    rolls.push(Waiting { at, share, request, told, closed });
                }
                Err(NoOdds::TooMany(_)) => end(&at, &share, true),
                Err(no) => return Err(no),
            }
        }
        let least =
            if late { f64::INFINITY } else { least_followed(&rolls, most.saturating_sub(done)) };
        for Waiting { at, share, request, told, closed } in rolls {
            let (own, chances) = (share.as_f64(), chances(&closed));
            let mut not_followed = BigUint::ZERO;
            for (class, chance) in closed.classes.iter().zip(chances) {
                let likely = !late && own * chance >= least;
                late |= likely && done % BREATH == BREATH - 1 && !self.lasts(done);
                if !likely || late {
                    not_followed += &class.rolls;
                    continue;
                }
                done += 1;
                let mut after = self.fallen(&at, &request, class, told.clone())?;
                self.lumping.renamed(&mut after.state);
                let part = share.part(&class.rolls, &closed.whole);
                next.entry(Box::new(after)).or_default().add(&part);
            }
            if not_followed != BigUint::ZERO {
                end(&at, &share.part(&not_followed, &closed.whole), true);
            }
        }
        *left = left.saturating_sub(done);
        Ok(next)
    }

    fn lasts(&self, done: usize) -> bool {
        self.bounds.budget.lasts(Effort::Exact, done)
    }
}

/// Positions, the likeliest first.
fn by_share<G: Game, O: Hash + Eq>(open: Open<G, O>) -> Vec<(Box<At<G, O>>, Share)> {
    let all = open.into_iter().map(|(at, share)| (share.as_f64(), (at, share)));
    let mut all: Vec<(f64, _)> = all.collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter().map(|(_, at)| at).collect()
}

/// The chance of each class of a roll.
fn chances(closed: &Closed) -> impl Iterator<Item = f64> {
    closed.classes.iter().map(|class| class.rolls.share_of(&closed.whole))
}

/// The least share of outcomes of which so many are followed.
fn least_followed<G: Game, O>(rolls: &[Waiting<G, O>], most: usize) -> f64 {
    let shares = rolls.iter().flat_map(|roll| {
        let own = roll.share.as_f64();
        chances(&roll.closed).map(move |chance| own * chance)
    });
    let mut shares: Vec<f64> = shares.collect();
    if shares.len() <= most {
        return 0.0;
    }
    if most == 0 {
        return f64::INFINITY;
    }
    let greatest = |one: &f64, other: &f64| -> Ordering { other.total_cmp(one) };
    let (_, least, _) = shares.select_nth_unstable_by(most - 1, greatest);
    *least
}
