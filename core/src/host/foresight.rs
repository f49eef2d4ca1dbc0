//! A player who looks ahead: what each action is worth on average over the dice it causes.

use crate::game::{Deaf, Game, Pending};
use crate::host::Hosted;
use crate::odds::Expectation;
use crate::ruling::Silent;
use crate::seat::Seat;
use std::collections::HashMap;

/// Positions valued for one action at first sight.
const GLANCE: usize = 4;
/// Positions valued for one of the actions that then look best.
const BUDGET: usize = 100;
/// Questions after one another that are looked through ([`Hosted::looks_through`]).
const THROUGH: usize = 4;
/// Positions valued for one answer to such a question.
const ANSWERED: usize = 8;
/// How many actions are looked at more closely.
const CLOSER: usize = 8;
/// Inputs of one turn after which a player no longer takes what looks best: that may lead in a
/// circle, what is drawn does not.
const PATIENCE: usize = 200;
/// Of so many answers that look best one is drawn where it is given in secret.
const FEW: usize = 4;
/// Values nearer than this are equal.
pub(super) const ALIKE: f64 = 1e-9;

/// What an action of one seat is worth to another, or to itself, averaged over the dice that fall before somebody has to decide
/// again. `None` if the action is refused.
pub fn foresee<G: Hosted>(
    game: &G,
    view: &G::State,
    (seat, action): (Seat, &G::Action),
    to: Seat,
) -> Option<f64> {
    let expectation = &Expectation::of(game);
    Foresight { game, expectation, to, value: game.appraise(view, to) }
        .worth(view, seat, action, BUDGET)
}

/// The actions worth weighing, each with what it is worth, best first.
fn weigh<G: Hosted>(game: &G, view: &G::State, seat: Seat) -> Vec<(G::Action, f64)> {
    let wanted = Wanted { closer: CLOSER, alike: usize::MAX };
    weigh_with(game, &Expectation::of(game), view, seat, wanted, &mut |_| 0)
}

/// Which of the actions are looked at more closely.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How many.
    pub closer: usize,
    /// How many of those that look alike, or are of one kind ([`Hosted::kind`]), come before others that look worse.
    pub alike: usize,
}

/// The same by averages that are known already, and no more than are wanted; the first of what looks alike are those
/// that `die(n)`, a number below `n`, draws.
///
/// All are weighed by a few outcomes of the dice they cause, and the best of them by many: so a
/// decision takes a bounded time, however many actions there are and however many dice.
pub(super) fn weigh_with<'g, G: Hosted>(
    game: &'g G,
    expectation: &Expectation<'g, G>,
    view: &G::State,
    seat: Seat,
    wanted: Wanted,
    die: &mut dyn FnMut(u32) -> u32,
) -> Vec<(G::Action, f64)> {
    let mut actions = Vec::new();
    game.candidates(view, seat, &mut actions);
    let count = actions.len();
    draw_first(&mut actions, count, die);
    if actions.len() == 1 {
        return actions.into_iter().map(|only| (only, 0.0)).collect();
    }
    let foresight = Foresight { game, expectation, to: seat, value: game.appraise(view, seat) };
    let first = if actions.len() > wanted.closer { GLANCE } else { BUDGET };
    let mut weighed: Vec<(G::Action, f64)> = Vec::with_capacity(actions.len());
    for action in actions {
        if let Some(worth) = foresight.worth(view, seat, &action, first) {
            weighed.push((action, worth));
        }
    }
    wanted.sort(&mut weighed, |action| game.kind(action));
    if first < BUDGET {
        weighed.truncate(wanted.closer);
        for (action, worth) in &mut weighed {
            *worth = foresight.worth(view, seat, action, BUDGET).unwrap_or(*worth);
        }
        wanted.sort(&mut weighed, |action| game.kind(action));
    }
    weighed
}

impl Wanted {
    /// Puts what looks best first, but of what is alike only so many before the rest.
    pub fn sort<A>(self, weighed: &mut Vec<(A, f64)>, kind: impl Fn(&A) -> Option<u32>) {
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (mut last, mut run) = (f64::NAN, 0);
        let mut kinds: HashMap<u32, usize> = HashMap::new();
        let (late, early): (Vec<_>, Vec<_>) = weighed.drain(..).partition(|(action, worth)| {
            run = if (last - worth).abs() <= ALIKE { run + 1 } else { 1 };
            last = *worth;
            let of_kind = kind(action).map_or(0, |kind| {
                let count = kinds.entry(kind).or_default();
                *count += 1;
                *count
            });
            run.max(of_kind) > self.alike
        });
        weighed.extend(early.into_iter().chain(late));
    }
}

/// Puts so many first, one after the other, as `die(n)`, a number below `n`, draws them from all that are left.
pub(super) fn draw_first<T>(all: &mut [T], count: usize, die: &mut dyn FnMut(u32) -> u32) {
    for at in 0..count.min(all.len().saturating_sub(1)) {
        all.swap(at, at + die((all.len() - at) as u32) as usize);
    }
}

/// What a player who looks ahead does at a view: the action worth most; among equals, and in a turn
/// that has taken `inputs` without an end, one that `die(n)`, a number below `n`, draws. What is decided in secret it draws
/// among the best few: whoever knows this player does not know it.
pub fn choose<G: Hosted>(
    game: &G,
    view: &G::State,
    seat: Seat,
    inputs: usize,
    die: &mut dyn FnMut(usize) -> usize,
) -> Option<G::Action> {
    let mut weighed = weigh(game, view, seat);
    let best = weighed.first()?.1;
    let fair = if is_too_long(inputs) {
        weighed.len().div_ceil(2)
    } else {
        weighed.iter().take_while(|(_, worth)| best - worth <= ALIKE).count()
    };
    let few = weighed.len().min(FEW);
    let rank = if few > fair && is_sealed(game, view) { ranked(few, die) } else { 0 };
    let chosen = if rank < fair && fair > 1 { die(fair).min(fair - 1) } else { rank };
    Some(weighed.swap_remove(chosen).0)
}

/// Whether what is asked for at a view is decided in secret.
fn is_sealed<G: Game>(game: &G, view: &G::State) -> bool {
    let asked = game.pending(view, &mut Silent);
    matches!(asked, Pending::Choice(choice) if choice.is_secret())
}

/// A rank below `few`, each twice as often as the next.
pub fn ranked(few: usize, die: &mut dyn FnMut(usize) -> usize) -> usize {
    let shares = (1 << few) - 1;
    let drawn = shares - die(shares).min(shares - 1);
    few - 1 - drawn.ilog2() as usize
}

/// Whether a turn has taken so many inputs that it may go round in a circle.
pub(super) fn is_too_long(inputs: usize) -> bool {
    inputs > PATIENCE
}

struct Foresight<'g, 'e, G: Game, V> {
    game: &'g G,
    expectation: &'e Expectation<'g, G>,
    /// To whom positions are worth something.
    to: Seat,
    value: V,
}

impl<G: Hosted, V: Fn(&G::State) -> f64> Foresight<'_, '_, G, V> {
    fn worth(&self, view: &G::State, seat: Seat, action: &G::Action, budget: usize) -> Option<f64> {
        self.after(view, (seat, action), budget, THROUGH)
    }

    /// What an action comes to, looking through so many questions after it.
    fn after(
        &self,
        view: &G::State,
        (seat, action): (Seat, &G::Action),
        budget: usize,
        through: usize,
    ) -> Option<f64> {
        let mut after = view.clone();
        self.game.act(&mut after, seat, action, &mut Deaf).ok()?;
        Some(self.expectation.average(&after, budget, &|state| self.stands(state, through)))
    }

    /// What a position is worth in which somebody has to decide: where that is looked through, what the best answer
    /// comes to, or for another seat's answer the worst.
    fn stands(&self, state: &G::State, through: usize) -> f64 {
        let asked = (through > 0 && self.game.looks_through(state))
            .then(|| self.game.pending(state, &mut Silent));
        let Some(Pending::Choice(choice)) = asked else { return (self.value)(state) };
        let Some(seat) = choice.seats.first() else { return (self.value)(state) };
        let mut answers = Vec::new();
        self.game.candidates(state, seat, &mut answers);
        let worths =
            answers.iter().filter_map(|it| self.after(state, (seat, it), ANSWERED, through - 1));
        let chosen =
            if seat == self.to { worths.reduce(f64::max) } else { worths.reduce(f64::min) };
        chosen.unwrap_or_else(|| (self.value)(state))
    }
}
