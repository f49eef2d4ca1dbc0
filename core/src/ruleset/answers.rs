//! Questions for odds, answered by the rules themselves: from a start, through choices on the way, to an end.

use crate::game::{Deaf, Game, Pending};
use crate::host::{Answer, Assume, Measured, Slip, foresee};
use crate::odds::{Bounds, Budget, Outcomes, enumerate_bounded};
use crate::ruling::Ruling;
use crate::seat::Seat;
use std::hash::Hash;

/// Positions weighed before odds are given up.
const POSITIONS: usize = 200_000;

/// What odds are asked of.
pub struct Odds<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position, as the one who asks knows it.
    pub state: &'a G::State,
    /// Whose action it is.
    pub seat: Seat,
    /// The action.
    pub action: &'a G::Action,
    /// How choices on the way are answered.
    pub assume: Assume,
}

/// What may come of an action, as `outcome` has it and in its order, with the modifiers of its first roll. `says` tells
/// what became of each thing; where there are several, each is told alone as well. The action is played even if it breaks a rule, as long as it means something; it ends where `is_over` says.
///
/// # Errors
/// Where the action means nothing here, or there is no time for an answer.
pub fn odds_of<G: crate::host::Hosted, T: Clone + Eq + Ord + Hash>(
    odds: &Odds<G>,
    budget: &Budget,
    is_over: impl Fn(&G::State) -> bool,
    outcome: impl Fn(&G::State) -> T,
    says: impl Fn(&T) -> Vec<String>,
) -> Result<Answer, Slip> {
    let Odds { game, state, seat, action, assume } = odds;
    let mut why = Ruling::default();
    let meant = game.check(state, *seat, action, &mut why);
    if meant.is_err() {
        let why = why.cited(|rule| game.cite(*rule)).lines(2).into_iter().next();
        return Err(Slip::new(why.unwrap_or_else(|| "it means nothing here".to_string())));
    }
    let note = why.were_it_legal();
    let mut start = (*state).clone();
    game.apply(&mut start, *seat, action, &mut Deaf);
    let mut dice = Ruling::default();
    let rolls = matches!(game.pending(&start, &mut dice), Pending::Roll(_));
    let bounds = Bounds { budget, positions: POSITIONS, leave_rest: false };
    let played = enumerate_bounded(
        *game,
        &start,
        bounds,
        |state, _| is_over(state),
        |state, asked| {
            assume.answer(*game, state, asked, |action| {
                foresee(*game, state, *seat, action).unwrap_or(f64::MIN)
            })
        },
        Deaf,
        |end, _, _| outcome(end),
    );
    let played = played.map_err(|none| Slip::new(none.to_string()))?;
    let outcomes: Outcomes<T> = played.ends.into_iter().collect();
    Ok(Answer {
        headline: format!("{}{note}", game.say_action(state, *seat, action)),
        ruling: rolls.then(|| dice.cited(|rule| game.cite(*rule))),
        rows: outcomes.rows(|outcome| says(outcome).join("; ")),
        alone: each_alone(&outcomes, says),
        ..Answer::default()
    })
}

/// How likely is what became of each thing, whatever became of the others; nothing where that tells no more than outcomes do.
fn each_alone<T: Ord>(outcomes: &Outcomes<T>, says: impl Fn(&T) -> Vec<String>) -> Vec<Measured> {
    let mut alone: Outcomes<(usize, String)> = Outcomes::default();
    for (outcome, share) in outcomes.iter() {
        says(outcome).into_iter().enumerate().for_each(|part| alone.add(part, share));
    }
    let several = alone.iter().any(|((thing, _), _)| *thing > 0) && alone.len() < outcomes.len();
    let told = alone.iter().filter(|_| several);
    told.map(|((_, says), share)| Measured::chance(says.clone(), share)).collect()
}
