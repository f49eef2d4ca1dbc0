//! Questions a referee may ask: who sees whom, what a thing does to whom, how likely.

use super::nouns::Noun;
use super::reach::reach;
use crate::position::{Piece, PieceId};
use crate::rules::sight::{cover, sight};
use crate::steps::{State, Step};
use crate::tables::{Rule, Skirmish};
use umpire_core::command::pair;
use umpire_core::host::{Answer, Assume, Hosted, Question, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruleset::{Odds, asked, odds_of, sight_answer};
use umpire_core::table::gap;
use umpire_core::{Explain, Ruling, Seat};

/// What may be asked.
pub const QUESTIONS: &[Question] = &[
    Question::new("los FIGURE FIGURE", "whether one sees the other, and the cover"),
    Question::new("reach FIGURE", "how far it can go, and whom it may charge"),
    Question::new("odds ACTION [--assume best]", "what may come of an action"),
];

/// Answers a question.
pub fn answer(
    game: &Skirmish,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Result<Answer, Slip> {
    match asked(QUESTIONS, text)? {
        ("los", pair) => los(game, state, pair),
        ("reach", figure) => reach(game, state, figure),
        (_, action) => odds(game, state, seat, action, budget),
    }
}

fn los(game: &Skirmish, state: &State, text: &str) -> Result<Answer, Slip> {
    let t = state.on(game);
    let [one, other]: [PieceId; 2] = pair(game, state, Seat(0), Noun::Figure, text)?;
    if let Some(off) = [one, other].into_iter().find(|id| !t.figures[*id].stands()) {
        return Err(Slip::new(format!("{} is not on the table", t.name(off))));
    }
    let from = t.base(one);
    let name = |piece: u16| game.field.called(piece);
    let mut ruling: Ruling<Rule> = Ruling::default();
    let found = sight(t, &from, other);
    let apart = game.field.about(gap(&from, &t.base(other)));
    let _ = ruling.require(Rule::Sight, found.is_clear(), || {
        game.field.fact_of_sight(&found, |ground| format!("{ground} is between them"))
    });
    if let Some(piece) = cover(t, (one, &from), other).filter(|_| found.is_clear()) {
        ruling.tell(Rule::Cover, || format!("{} gives cover", name(piece)));
    }
    for piece in game.field.leant_over(&from) {
        ruling.tell(Rule::LeaningOver, || format!("{} hides nothing from it", name(piece)));
    }
    Ok(sight_answer(game, [one, other].map(|id| t.name(id)), (found.is_clear(), apart), ruling))
}

fn odds(
    game: &Skirmish,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Result<Answer, Slip> {
    let (text, assume) = Assume::taken_off(text)?;
    let action = game.parse(state, seat.unwrap_or_default(), text)?;
    // What the other side could do is asked as if it were its turn.
    let (seat, mut state) = (state.position.figures[action.figure()].side, state.clone());
    if let Some(Step::Activate(activate)) = state.steps.last_mut() {
        activate.side = seat;
    }
    let state = &state;
    let both: Vec<PieceId> = action.target().into_iter().chain([action.figure()]).collect();
    let is_over =
        |state: &State| !matches!(state.steps.last(), Some(Step::Fight(_) | Step::Morale(_)));
    let outcome = |state: &State| {
        let is = |id: &PieceId| {
            let figure = state.position.figures[*id];
            (!figure.stands(), figure.lost, figure.pinned)
        };
        both.iter().map(is).collect::<Vec<_>>()
    };
    let says = |found: &Vec<(bool, u8, bool)>| {
        let one = |(id, (gone, lost, pinned)): (&PieceId, &(bool, u8, bool))| {
            let is = match (gone, pinned) {
                (true, _) => "gone".to_string(),
                (_, true) => format!("pinned, lost {lost}"),
                _ => format!("lost {lost}"),
            };
            format!("{} {is}", state.on(game).name(*id))
        };
        both.iter().zip(found).map(one).collect()
    };
    let odds = Odds { game, state, seat, action: &action, assume };
    odds_of(&odds, budget, is_over, outcome, says)
}
