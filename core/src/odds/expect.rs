//! What a position is worth on average over the dice it waits for, in floats and within a budget.

use super::Table;
use super::classes::{Faces, Outlook, outlook};
use crate::dice::{Face, RollRequest};
use crate::game::{Deaf, Game, Pending};
use crate::ruling::Silent;
use std::cell::RefCell;
use std::rc::Rc;

/// Classes of a roll with their chances.
type Chances = Rc<[(Faces, f64)]>;

/// Classes of one roll that are told apart; of a roll with more, some raw rolls speak for all.
const CLASSES: usize = 20_000;
/// Rolls after one another that are looked through.
const ROLLS: usize = 200;

/// Averages over dice, remembering what rolls come to as long as it lives.
///
/// The whole tree of outcomes is walked as far as the budget reaches. Beyond it, outcomes picked at
/// equal distances of chance stand for all: no generator is asked, so equal positions average alike.
pub struct Expectation<'g, G: Game> {
    game: &'g G,
    known: RefCell<Table<Outlook, Chances>>,
}

impl<'g, G: Game> Expectation<'g, G> {
    /// Averages for one game.
    pub fn of(game: &'g G) -> Expectation<'g, G> {
        Expectation { game, known: RefCell::default() }
    }

    /// The average of `value` where somebody has to decide or the game is over; at most `budget`
    /// positions are valued.
    pub fn average(
        &self,
        state: &G::State,
        budget: usize,
        value: &impl Fn(&G::State) -> f64,
    ) -> f64 {
        self.over(state, budget.max(1), ROLLS, value)
    }

    fn over(
        &self,
        state: &G::State,
        budget: usize,
        rolls: usize,
        value: &impl Fn(&G::State) -> f64,
    ) -> f64 {
        let request = match self.game.pending(state, &mut Silent) {
            Pending::Roll(request) if rolls > 0 => request,
            _ => return value(state),
        };
        let classes = self.classes(state, &request);
        let mut mean = Mean::default();
        if classes.is_empty() {
            let sample = budget.clamp(1, 16);
            for number in 0..sample {
                let faces = spread(self.game, &request, number);
                self.add(&mut mean, state, &faces, 1.0, (budget / sample, rolls - 1), value);
            }
        } else if classes.len() <= budget {
            for (faces, share) in classes.iter() {
                let budget = budget / classes.len();
                self.add(&mut mean, state, faces, *share, (budget, rolls - 1), value);
            }
        } else {
            let mut below = 0.0;
            let mut marks = (0..budget).map(|mark| (mark as f64 + 0.5) / budget as f64).peekable();
            for (faces, share) in classes.iter() {
                below += share;
                let mut times = 0.0;
                while marks.next_if(|mark| *mark < below).is_some() {
                    times += 1.0;
                }
                if times > 0.0 {
                    self.add(&mut mean, state, faces, times, (1, rolls - 1), value);
                }
            }
        }
        if mean.shares > 0.0 { mean.sum / mean.shares } else { value(state) }
    }

    /// Adds what comes of one outcome.
    fn add(
        &self,
        mean: &mut Mean,
        state: &G::State,
        faces: &[Face],
        share: f64,
        (budget, rolls): (usize, usize),
        value: &impl Fn(&G::State) -> f64,
    ) {
        let mut after = state.clone();
        self.game.resolve(&mut after, faces, &mut Deaf);
        // Where all stays as it was the dice fall again: the other outcomes take the share.
        if after != *state {
            mean.sum += share * self.over(&after, budget, rolls, value);
            mean.shares += share;
        }
    }

    /// The classes of a roll with their chances; none where there are too many.
    fn classes(&self, state: &G::State, request: &RollRequest<G::Rule>) -> Chances {
        let own = outlook(self.game, state, request);
        let mut known = self.known.borrow_mut();
        let known = known.entry(own).or_insert_with_key(|own| {
            let classes = own.classes::<f64>(CLASSES).unwrap_or_default();
            let whole: f64 = classes.iter().map(|(_, rolls)| rolls).sum();
            classes.into_iter().map(|(faces, rolls)| (faces, rolls / whole)).collect()
        });
        known.clone()
    }
}

/// A mean in the making.
#[derive(Default)]
struct Mean {
    sum: f64,
    shares: f64,
}

/// Faces for every die, as evenly spread over several numbers as no pattern of dice disturbs: multiples
/// of the golden section.
fn spread<G: Game>(game: &G, request: &RollRequest<G::Rule>, number: usize) -> Vec<Face> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let dice = request.sides(game.dice()).map(f64::from);
    let face = |(die, faces): (usize, f64)| {
        let at = (number as f64 + 0.5) * GOLDEN * (die as f64 + 1.0);
        (at.fract() * faces) as Face
    };
    dice.enumerate().map(face).collect()
}
