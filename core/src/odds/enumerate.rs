//! The rules played through every outcome of the dice, equal positions weighed as one.

use super::again::Closed;
use super::budget::{Budget, Effort};
use super::classes::{Faces, Outlook, outlook};
use super::cycles::play_on;
use super::lumping::{Lumping, Parts};
use super::parts::Thrown;
use super::sample::sample;
use super::{Share, Table};
use crate::dice::{Face, RollRequest, Worth};
use crate::game::{Choice, Deaf, Game, Observe, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use num_bigint::BigUint;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

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
    /// Whoever asked no longer waits.
    #[error("stopped before the odds were known")]
    Stopped,
    /// A die that falls again was not asked for when it should have been.
    #[error("a die that falls again is not asked for")]
    Astray,
}

/// How far odds are followed.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Whoever waits for the answer: when the odds are not found in time they are sampled.
    pub budget: &'a Budget<'a>,
    /// How many positions are weighed before odds are given up.
    pub positions: usize,
    /// Whether a rest that has next to no share may be left out, and its share told.
    pub leave_rest: bool,
}

impl Bounds<'_> {
    /// How many outcomes of rolls are played at most: each is a position in its turn, or one that is
    /// known already.
    fn outcomes(&self) -> usize {
        self.positions.saturating_mul(8)
    }
}

/// Every end that was reached.
#[derive(Debug, Clone, Default)]
pub struct Played<K> {
    /// The ends with their shares.
    pub ends: Vec<(K, Share)>,
    /// The share of what was not followed to an end: nothing, but for rolls that grow without end in
    /// a way that is no series of their own.
    pub rest: Share,
}

/// Plays every outcome of the dice up to `stop`, merging equal positions, and returns what
/// `measure` makes of each end with its share.
///
/// Choices met on the way are answered by `policy`. Shares are exact sums of exact weights divided
/// once per roll; they add up to 1. Play that leads back to where it came from is solved as a linear
/// equation. Dice that fall again without end ([`Worth::Again`](crate::dice::Worth)) are followed until
/// they have added [`FAR`](super::FAR); an end beyond stands for all that come to more.
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
    stop: impl FnMut(&G::State, &O) -> bool,
    policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    told: O,
    measure: impl Fn(&G::State, &O) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let bounds = Bounds { budget: &Budget::default(), positions: limit, leave_rest: false };
    let measure = |state: &G::State, told: &O, _: bool| measure(state, told);
    enumerate_bounded(game, start, bounds, stop, policy, told, measure).map(|played| played.ends)
}

/// The same, where `measure` is told too whether an end is one beyond which dice that fall again were
/// not followed, so that it stands for all that come to as much or more; and where a rest may be left.
pub fn enumerate_bounded<G: Game, O: Observe<G::Event> + Clone + Hash + Eq, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    bounds: Bounds,
    stop: impl FnMut(&G::State, &O) -> bool,
    policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    told: O,
    measure: impl Fn(&G::State, &O, bool) -> K,
) -> Result<Played<K>, NoOdds> {
    let all = |_: &_, _: &_, _: &mut _, _: &mut _| {};
    enumerate_coarsely(game, start, bounds, stop, policy, all, told, measure)
}

/// The same, where less is told apart than the rules do.
#[allow(clippy::too_many_arguments)] // Each is a side of the question, in the order of play.
pub fn enumerate_coarsely<G: Game, O: Observe<G::Event> + Clone + Hash + Eq, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    bounds: Bounds,
    mut stop: impl FnMut(&G::State, &O) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    mut lumping: impl Lumping<G, O>,
    told: O,
    measure: impl Fn(&G::State, &O, bool) -> K,
) -> Result<Played<K>, NoOdds> {
    let start = At { state: start.clone(), told, beyond: false, thrown: None };
    let mut run = Run::of(game, &mut stop, &mut policy, &mut lumping, bounds);
    match run.weigh(&start, &measure) {
        Err(no @ NoOdds::TooMany(_)) if bounds.budget.draw(2).is_some() => {
            let Run { stop, policy, .. } = run;
            let played = sample(game, &start, bounds.budget, stop, policy, &measure)?;
            // Who has no use for a rest is told that some plays do not end.
            if bounds.leave_rest || played.rest.is_nothing() { Ok(played) } else { Err(no) }
        }
        played => played,
    }
}

/// Positions after which whoever asks is asked whether they still wait.
const BREATH: usize = 64;

/// How many inputs are followed before a rest may be called faint.
const SHALLOW: usize = 64;

/// Whether what is still open has next to no share.
fn faint<G: Game, O>(open: &Open<G, O>) -> bool {
    open.values().map(Share::as_f64).sum::<f64>() < 1e-12
}

fn mark(at: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    at.hash(&mut hasher);
    hasher.finish()
}

/// A position, what was heard on the way to it, and whether dice that fall again went beyond what is
/// followed.
pub(super) struct At<G: Game, O> {
    pub state: G::State,
    pub told: O,
    pub beyond: bool,
    /// The dice on the way here, while dice of one part are followed: any that lead here do.
    pub thrown: Option<Rc<Thrown>>,
}

impl<G: Game, O: PartialEq> PartialEq for At<G, O> {
    fn eq(&self, other: &Self) -> bool {
        self.beyond == other.beyond && self.told == other.told && self.state == other.state
    }
}

impl<G: Game, O: Eq> Eq for At<G, O> {}

impl<G: Game, O: Hash> Hash for At<G, O> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.told.hash(hasher);
        self.beyond.hash(hasher);
    }
}

impl<G: Game, O: Clone> Clone for At<G, O> {
    fn clone(&self) -> Self {
        let At { state, told, beyond, thrown } = self;
        let (state, told, thrown) = (state.clone(), told.clone(), thrown.clone());
        At { state, told, beyond: *beyond, thrown }
    }
}

/// Positions still to be played on, with their shares. They are large, and the table moves as it grows.
pub(super) type Open<G, O> = Table<Box<At<G, O>>, Share>;

/// The classes of requests met before: an army that saves against another total saves with the same
/// dice, which are added up once.
type Known = Table<Outlook, Result<Rc<Closed>, NoOdds>>;

/// Positions with the share of each.
pub(super) type Shared<G, O> = Vec<(At<G, O>, Share)>;

/// What follows from a position.
pub(super) enum Next<G: Game, O> {
    /// Nothing that is asked about.
    End,
    /// One position: somebody decided.
    One(At<G, O>),
    /// Several, each with the number of its class. A roll that leaves the position as it was is no
    /// way on; the others take its share, which is the sum of the whole series.
    Rolled { whole: BigUint, closed: Rc<Closed>, led: Vec<(At<G, O>, usize)> },
    /// Several, each with its share: rolls in parts that do not bear on one another.
    Apart(Shared<G, O>),
}

/// Whether a position is one to stop at.
pub(super) type Stop<'a, G, O> = dyn FnMut(&<G as Game>::State, &O) -> bool + 'a;

/// What a seat does in a position.
pub(super) type Policy<'a, G> =
    dyn FnMut(&<G as Game>::State, Seat) -> Option<<G as Game>::Action> + 'a;

/// One question: the rules, where to stop, who decides, what is alike, and what has been found.
///
/// What a question brings with it is called through a pointer, so that all questions of a game are one code.
pub(super) struct Run<'a, G: Game, O> {
    pub game: &'a G,
    pub stop: &'a mut Stop<'a, G, O>,
    policy: &'a mut Policy<'a, G>,
    pub lumping: &'a mut (dyn Lumping<G, O> + 'a),
    pub bounds: Bounds<'a>,
    /// The part whose dice are followed, where it is one of several.
    pub only: Option<u8>,
    seen: usize,
    known: Known,
}

impl<'a, G: Game, O: Observe<G::Event> + Clone + Hash + Eq> Run<'a, G, O> {
    /// A question of which nothing is known yet.
    pub fn of(
        game: &'a G,
        stop: &'a mut Stop<'a, G, O>,
        policy: &'a mut Policy<'a, G>,
        lumping: &'a mut (dyn Lumping<G, O> + 'a),
        bounds: Bounds<'a>,
    ) -> Self {
        Run { game, stop, policy, lumping, bounds, only: None, seen: 0, known: Known::default() }
    }

    /// Every end with its exact share.
    fn weigh<K: Hash + Eq>(
        &mut self,
        start: &At<G, O>,
        measure: &dyn Fn(&G::State, &O, bool) -> K,
    ) -> Result<Played<K>, NoOdds> {
        let leave_rest = self.bounds.leave_rest;
        let mut open: Open<G, O> = Table::default();
        open.insert(Box::new(start.clone()), Share::whole());
        let mut ends: Table<K, Share> = Table::default();
        let mut end = |at: &At<G, O>, share: &Share| {
            ends.entry(measure(&at.state, &at.told, at.beyond)).or_default().add(share);
        };
        let mut been: FxHashSet<u64> = FxHashSet::default();
        let (mut rest, mut deep) = (Share::default(), 0);
        while !open.is_empty() {
            deep += 1;
            if open.keys().any(|at| !been.insert(mark(at))) {
                rest = play_on(self, open, &mut end)?;
                break;
            }
            if leave_rest && deep > SHALLOW && faint(&open) {
                open.values().for_each(|share| rest.add(share));
                break;
            }
            open = self.level(open, &mut end)?;
        }
        if !leave_rest && !rest.is_nothing() {
            return Err(self.too_many());
        }
        Ok(Played { ends: ends.into_iter().collect(), rest })
    }

    /// What follows from positions, each with its share; calls `end` for those that are ends.
    pub fn level(
        &mut self,
        open: Open<G, O>,
        end: &mut dyn FnMut(&At<G, O>, &Share),
    ) -> Result<Open<G, O>, NoOdds> {
        let mut next: Open<G, O> = Table::default();
        for (at, share) in open {
            match self.next(&at)? {
                Next::End => end(&at, &share),
                Next::One(after) => next.entry(Box::new(after)).or_default().add(&share),
                Next::Rolled { whole, closed, led } => {
                    for (after, class) in led {
                        let part = share.part(&closed.classes[class].rolls, &whole);
                        next.entry(Box::new(after)).or_default().add(&part);
                    }
                }
                Next::Apart(led) => {
                    for (after, part) in led {
                        next.entry(Box::new(after)).or_default().add(&share.times(&part));
                    }
                }
            }
            if next.len() > self.bounds.positions {
                return Err(self.too_many());
            }
        }
        Ok(next)
    }

    pub fn too_many(&self) -> NoOdds {
        NoOdds::TooMany(self.bounds.positions)
    }

    /// Counts positions that are held or weighed, and asks now and then whether to go on.
    pub fn count(&mut self, held: usize) -> Result<(), NoOdds> {
        self.seen += 1;
        let waits =
            !self.seen.is_multiple_of(BREATH) || self.bounds.budget.lasts(Effort::Exact, self.seen);
        if self.seen > self.bounds.outcomes() || held > self.bounds.positions || !waits {
            return Err(self.too_many());
        }
        Ok(())
    }

    /// What follows from a position.
    pub fn next(&mut self, at: &At<G, O>) -> Result<Next<G, O>, NoOdds> {
        self.count(0)?;
        if (self.stop)(&at.state, &at.told) {
            return Ok(Next::End);
        }
        match self.game.pending(&at.state, &mut Silent) {
            Pending::Over(_) => Ok(Next::End),
            Pending::Choice(choice) => Ok(Next::One(self.decided(at, &choice)?)),
            Pending::Roll(request) => self.rolled(at, &request),
        }
    }

    /// The position after a choice, made by the policy.
    pub fn decided(&mut self, at: &At<G, O>, choice: &Choice<G::Rule>) -> Result<At<G, O>, NoOdds> {
        let seat = choice.seats.first().ok_or(NoOdds::BadPolicy)?;
        let action = (self.policy)(&at.state, seat).ok_or(NoOdds::BadPolicy)?;
        let mut after = at.clone();
        let acted = self.game.act(&mut after.state, seat, &action, &mut after.told);
        acted.map_err(|_| NoOdds::BadPolicy)?;
        if self.only.is_none() {
            self.lumping.renamed(&mut after.state);
        }
        Ok(after)
    }

    fn rolled(
        &mut self,
        at: &At<G, O>,
        request: &RollRequest<G::Rule>,
    ) -> Result<Next<G, O>, NoOdds> {
        let parts = self.lumping.parts(&at.state, request);
        match (self.only, &parts) {
            (Some(_), None) => return Ok(Next::End),
            (None, Some(parts)) => {
                if let Some(led) = self.apart(at, parts)? {
                    return Ok(Next::Apart(led));
                }
            }
            _ => {}
        }
        let mut own = outlook(self.game, &at.state, request);
        let mut told = at.told.clone();
        self.lumping.coarsen(&at.state, request, &mut own, &mut told);
        let followed = self.only.zip(parts.as_ref());
        if let Some((part, parts)) = followed {
            for (group, _) in parts.of.iter().enumerate().filter(|(_, of)| **of != part) {
                if at.thrown.is_some() {
                    return Err(NoOdds::Astray);
                }
                own.recount(group, |_, _| Worth::Adds(0));
            }
        } else if let Some(led) = self.in_cases(at, request, &own, &told)? {
            return Ok(Next::Apart(led));
        }
        let closed = self.closed(own)?;
        let mut whole = closed.whole.clone();
        let mut led = Vec::with_capacity(closed.classes.len());
        for (number, class) in closed.classes.iter().enumerate() {
            self.count(led.len())?;
            let thrown = followed.map(|(part, parts)| {
                let (stage, before) = (parts.stage, at.thrown.clone());
                Rc::new(Thrown {
                    stage,
                    faces: faces_of(request, parts, part, &class.faces),
                    before,
                })
            });
            if thrown.is_some() && !class.then.is_empty() {
                return Err(NoOdds::Astray);
            }
            let mut after = self.fallen(at, request, class, told.clone())?;
            if thrown.is_none() {
                self.lumping.renamed(&mut after.state);
            }
            after.thrown = thrown;
            if after == *at {
                whole -= &class.rolls;
            } else {
                led.push((after, number));
            }
        }
        if led.is_empty() {
            return Err(NoOdds::Endless);
        }
        Ok(Next::Rolled { whole, closed, led })
    }

    /// Forgets the classes of requests.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// The classes of a request, which may be known.
    pub fn closed(&mut self, own: Outlook) -> Result<Rc<Closed>, NoOdds> {
        let limit = self.bounds.positions;
        let known = self.known.entry(own);
        known.or_insert_with_key(|own| own.closed(limit).map(Rc::new)).clone()
    }
}

/// The faces of one part, group by group.
fn faces_of<R>(request: &RollRequest<R>, parts: &Parts, part: u8, faces: &[Face]) -> Faces {
    let mut left = faces;
    let mut own = Faces::new();
    for (group, of) in request.groups.iter().zip(&parts.of) {
        let (shown, rest) = left.split_at(left.len().min(group.count.into()));
        left = rest;
        if *of == part {
            own.extend_from_slice(shown);
        }
    }
    own
}
