//! Questions answered: who sees whom, how far, in what cover, where to, what is there.

pub mod alike;
pub mod charges;
mod cost;
mod odds;
mod place;
mod rolls;
mod shots;
mod sight;
pub mod storm;
mod unit;

use super::QUESTIONS;
use super::cursor::{Cursor, Parsed};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, State};
use umpire_core::data::suggest;
use umpire_core::host::{Answer, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

impl EaHeresy {
    /// Answers a question, typed with its verb first.
    pub(crate) fn answer(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Parsed<Answer> {
        let mut cursor = Cursor::new(self.without_lone_number(text));
        let verb = cursor.peek().unwrap_or("").to_string();
        cursor.eat(&verb);
        match verb.as_str() {
            "los" => self.answer_sight(state, cursor),
            "range" => self.answer_range(state, cursor),
            "cover" => self.answer_cover(state, cursor),
            "fire" => self.answer_fire(state, seat, cursor),
            "odds" => self.answer_odds(state, cursor, budget),
            "reach" => self.answer_reach(state, cursor),
            "zones" => self.answer_zones(state, cursor),
            "where" => self.answer_where(state, cursor),
            "unit" => self.answer_unit(state, cursor),
            _ => {
                let known = QUESTIONS.iter().map(|question| question.verb);
                Err(Slip::new(format!("`{verb}` is no question")).meant(suggest(&verb, known)))
            }
        }
    }

    /// Two units or strongholds, with `to`, `and` or a comma between if one likes.
    fn two_bodies(&self, state: &State, cursor: &mut Cursor) -> Parsed<(Body, Body)> {
        let from = self.typed_body(state, &[], cursor)?;
        cursor.eat_any(&["to", "and", "sees", ","]);
        let to = self.typed_body(state, &[], cursor)?;
        cursor.finish((from, to))
    }

    fn on_table_or_slip(&self, state: &State, body: Body) -> Parsed<()> {
        match self.area(state, body) {
            Some(_) => Ok(()),
            None => Err(Slip::new(format!("`{}` is not on the table", self.body_word(body)))),
        }
    }

    fn cited(&self, ruling: Ruling<Rule>) -> Option<Ruling<String>> {
        use umpire_core::game::Game;
        let worded = ruling.worded(|rule| self.rule_words(*rule));
        Some(worded.cited(|rule| self.cite(*rule)))
    }
}
