//! Questions answered: who sees whom, how far, in what cover, where to, what is there.

pub mod alike;
pub mod charges;
mod cost;
mod groups;
#[doc(hidden)]
pub mod odds;
mod order_test;
mod place;
mod rolls;
mod shots;
pub(crate) mod sight;
pub mod storm;
pub(crate) mod unit;

use super::QUESTIONS;
use super::cursor::{Cursor, Parsed};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State};
use crate::position::{names, units};
use crate::tables::rule::Rule;
use crate::words::{say, typed_names};
use umpire_core::data::suggest;
use umpire_core::host::{Answer, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

/// Answers a question, typed with its verb first.
pub(crate) fn answer(
    game: &EaHeresy,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Parsed<Answer> {
    let mut cursor = Cursor::new(typed_names::without_lone_number(game, text));
    let verb = cursor.peek().unwrap_or("").to_string();
    cursor.eat(&verb);
    match verb.as_str() {
        "los" => sight::answer_sight(game, state, cursor),
        "range" => sight::answer_range(game, state, cursor),
        "cover" => sight::answer_cover(game, state, cursor),
        "fire" => sight::answer_fire(game, state, seat, cursor),
        "odds" => odds::answer_odds(game, state, cursor, budget),
        "reach" => place::answer_reach(game, state, cursor),
        "zones" => place::answer_zones(game, state, cursor),
        "where" => place::answer_where(game, state, cursor),
        "unit" => unit::answer_unit(game, state, cursor),
        _ => {
            let known = QUESTIONS.iter().map(|question| question.verb());
            Err(Slip::new(format!("`{verb}` is no question")).meant(suggest(&verb, known)))
        }
    }
}

/// Two units or strongholds, with `to`, `and` or a comma between if one likes.
fn two_bodies(game: &EaHeresy, state: &State, cursor: &mut Cursor) -> Parsed<(Body, Body)> {
    let from = typed_names::typed_body(game, state, &[], cursor)?;
    cursor.eat_any(&["to", "and", "sees", ","]);
    let to = typed_names::typed_body(game, state, &[], cursor)?;
    cursor.finish((from, to))
}

fn on_table_or_slip(game: &EaHeresy, state: &State, body: Body) -> Parsed<()> {
    match units::area(game, state, body) {
        Some(_) => Ok(()),
        None => Err(Slip::new(format!("`{}` is not on the table", names::body_word(game, body)))),
    }
}

fn cited(game: &EaHeresy, ruling: Ruling<Rule>) -> Option<Ruling<String>> {
    use umpire_core::game::Game;
    let worded = ruling.worded(|rule| say::rule_words(game, *rule));
    Some(worded.cited(|rule| game.cite(*rule)))
}
