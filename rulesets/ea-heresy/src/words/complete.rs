//! Lines that could follow what has been typed.

use super::USAGES;
use crate::game::EaHeresy;
use crate::state::State;
use crate::steps::Step;
use crate::steps::turn::TurnStep;
use crate::words::{examples, names, parse, say_action};
use umpire_core::game::Game;
use umpire_core::seat::Seat;

/// How many lines are offered at most.
const MOST: usize = 200;

/// Listed answers, the units still to move, and usages that begin as the text does.
pub(crate) fn continued(game: &EaHeresy, state: &State, seat: Seat, text: &str) -> Vec<String> {
    let free = matches!(state.steps.last(), Some(Step::Turn(TurnStep::Free)));
    let examples = if free { examples::examples(game, state) } else { Vec::new() };
    if free && text.trim().is_empty() {
        return examples;
    }
    let mut actions = Vec::new();
    game.legal(state, seat, &mut actions);
    let said = actions.iter().map(|action| say_action::action_words(game, state, action));
    let movers =
        parse::asked_formation(game, state).map_or(Vec::new(), |it| names::all_of(state, it));
    let names = movers
        .into_iter()
        .filter(|unit| state.unit(*unit).alive())
        .map(|unit| format!("{} ", names::unit_word(game, unit)));
    let usages = USAGES.iter().flat_map(|(usage, _)| usage.split(" | ")).map(String::from);
    let typed = text.to_lowercase();
    let starts = |line: &String| line.to_lowercase().starts_with(&typed);
    let mut lines: Vec<String> = Vec::new();
    for line in examples.into_iter().chain(said).chain(names).chain(usages).filter(starts) {
        if !lines.contains(&line) {
            lines.push(line);
        }
        if lines.len() == MOST {
            break;
        }
    }
    lines
}
