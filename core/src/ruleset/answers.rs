//! Questions for odds, answered by the rules themselves: from a start, through choices on the way, to an end.

use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::{Deaf, Game, Pending};
use crate::host::{Answer, Assume, Hosted, Measured, Question, Slip};
use crate::odds::{Bounds, Budget, Outcomes, Share, enumerate_bounded};
use crate::ruling::{Explain, Ruling, Silent};
use crate::seat::Seat;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::hash::Hash;

/// Positions weighed before odds are given up.
const POSITIONS: usize = 200_000;

/// Rolls after the first whose grounds are told.
const FURTHER_ROLLS: usize = 2;

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

/// What may come of an action, as `outcome` has it and in its order, with the modifiers of its first roll and of those that follow
/// where dice show what counts most, such as the save against hits. `says` tells
/// what became of each thing; where there are several, each is told alone as well, and where somebody had to choose on the way, how they
/// did. The action is played even if it breaks a rule, as long as it means something; it ends where `is_over` says.
///
/// # Errors
/// Where the action means nothing here, or there is no time for an answer.
pub fn odds_of<G: Hosted, T: Clone + Eq + Ord + Hash>(
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
    let chooses = Cell::new(false);
    let played = enumerate_bounded(
        *game,
        &start,
        bounds,
        |state, _| is_over(state),
        |state, asked| {
            chooses.set(true);
            assume.answer_for(*game, state, asked, *seat)
        },
        Deaf,
        |end, _, _| outcome(end),
    );
    let played = played.map_err(|none| Slip::new(none.to_string()))?;
    let outcomes: Outcomes<T> = played.ends.into_iter().collect();
    let assumed = match chooses.get() {
        true => {
            format!("; whoever has to choose on the way {}", assume.says(&game.seat_name(*seat)))
        }
        false => String::new(),
    };
    Ok(Answer {
        headline: format!("{}{note}{assumed}", game.say_action(state, *seat, action)),
        ruling: rolls.then(|| {
            explain_further_rolls(*game, start, is_over, &mut dice);
            dice.cited(|rule| game.cite(*rule))
        }),
        rows: outcomes.rows(|outcome| says(outcome).join("; ")),
        alone: each_alone(&outcomes, says),
        ..Answer::default()
    })
}

/// Adds the grounds of the rolls that follow the one that is waited for, each named by what its dice are rolled for.
fn explain_further_rolls<G: Hosted>(
    game: &G,
    mut state: G::State,
    is_over: impl Fn(&G::State) -> bool,
    into: &mut Ruling<G::Rule>,
) {
    for _ in 0..FURTHER_ROLLS {
        let Pending::Roll(request) = game.pending(&state, &mut Silent) else { return };
        let faces = counting_most(game, &state, &request);
        if game.roll(&mut state, &faces, &mut Deaf).is_err() || is_over(&state) {
            return;
        }
        let mut why = Ruling::default();
        let Pending::Roll(next) = game.pending(&state, &mut why) else { return };
        let Some(group) = next.groups.first().filter(|_| !why.nodes.is_empty()) else { continue };
        let _ = into.all(
            next.because,
            || game.say_group(&state, group),
            |into| {
                why.nodes.into_iter().for_each(|node| into.note(node));
                Ok(())
            },
        );
    }
}

/// For each die of a roll the face that counts most.
fn counting_most<G: Game>(game: &G, state: &G::State, request: &RollRequest<G::Rule>) -> Vec<Face> {
    let best = |group: &DiceGroup| {
        let counts = |face: &Face| match game.worth(state, group, *face) {
            Worth::Adds(counts) | Worth::Again(counts) => counts,
            Worth::Highest(counts) => counts.into(),
            Worth::Each(_) | Worth::Distinct => 0,
        };
        let best = (0..game.dice().faces(group.die)).max_by_key(counts).unwrap_or_default();
        std::iter::repeat_n(best, group.count.into())
    };
    request.groups.iter().flat_map(best).collect()
}

/// Which of the questions a line asks, by its first word, and what it asks about.
///
/// # Errors
/// Where it asks none of them, or about nothing: what may be asked, as it is typed.
pub fn asked<'t>(
    questions: &'static [Question],
    text: &'t str,
) -> Result<(&'static str, &'t str), Slip> {
    let (verb, about) = text.trim().split_once(' ').unwrap_or((text, ""));
    let found = questions.iter().map(Question::verb).find(|known| *known == verb);
    match (found, about.trim()) {
        (Some(verb), about) if !about.is_empty() => Ok((verb, about)),
        _ => {
            let usages = questions.iter().map(|question| format!("`{}`", question.usage));
            let usages: Vec<String> = usages.collect();
            let usages = match usages.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => "an action".to_string(),
            };
            Err(Slip::new(format!("expected {usages}")))
        }
    }
}

/// The answer to who sees whom, as a ruling has it, and how far away: `hedda sees gurth, 12" away`.
pub fn sight_answer<G: Hosted>(
    game: &G,
    [one, other]: [String; 2],
    far: impl Display,
    ruling: Ruling<G::Rule>,
) -> Answer {
    let is_clear = ruling.holds();
    let sees = if is_clear { "sees" } else { "does not see" };
    Answer {
        headline: format!("{one} {sees} {other}, {far} away"),
        yes: Some(is_clear),
        ruling: Some(ruling.worded(|rule| game.say_rule(*rule)).cited(|rule| game.cite(*rule))),
        ..Answer::default()
    }
}

/// How likely is what became of each thing, whatever became of the others; nothing where that tells no more than outcomes do.
/// Words that are said of a thing are said of no other, and come in the order of the first place they have in an outcome.
fn each_alone<T: Ord>(outcomes: &Outcomes<T>, says: impl Fn(&T) -> Vec<String>) -> Vec<Measured> {
    let mut alone: BTreeMap<String, (usize, Share)> = BTreeMap::new();
    for (outcome, share) in outcomes.iter() {
        for (place, says) in says(outcome).into_iter().enumerate() {
            let (first, sum) = alone.entry(says).or_insert((place, Share::default()));
            *first = place.min(*first);
            sum.add(share);
        }
    }
    let several = alone.values().any(|(place, _)| *place > 0) && alone.len() < outcomes.len();
    let mut told: Vec<_> = alone.into_iter().filter(|_| several).collect();
    told.sort_by_key(|(_, (place, _))| *place);
    told.into_iter().map(|(says, (_, share))| Measured::chance(says, &share)).collect()
}
