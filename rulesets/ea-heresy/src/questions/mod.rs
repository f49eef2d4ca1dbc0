//! Questions of a referee answered: who sees whom, how far, where to, what ground.

mod measure;
mod sight;

use crate::game::EaHeresy;
use crate::state::{Body, State};
use umpire_core::data::suggest;
use umpire_core::host::{Answer, Question, Slip};

/// What may be asked.
pub(crate) const QUESTIONS: &[Question] = &[
    Question {
        verb: "los",
        usage: "los tacticals 1 wolves 2",
        says: "whether two units, or a unit and a stronghold, see each other, and why",
    },
    Question {
        verb: "range",
        usage: "range tacticals 1 wolves 2",
        says: "how far apart they are, base edge to base edge",
    },
    Question {
        verb: "reach",
        usage: "reach tacticals 1",
        says: "where a unit can come in one move",
    },
    Question {
        verb: "where",
        usage: "where tacticals 1",
        says: "what ground a unit is in, and whose zones of control reach it",
    },
];

impl EaHeresy {
    /// Answers a question, typed with its verb first.
    pub(crate) fn answer(&self, state: &State, text: &str) -> Result<Answer, Slip> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        match verb.to_lowercase().as_str() {
            "los" => self.answer_sight(state, rest),
            "range" => self.answer_range(state, rest),
            "reach" => self.answer_reach(state, rest),
            "where" => self.answer_where(state, rest),
            verb => {
                let known = QUESTIONS.iter().map(|question| question.verb);
                Err(Slip::new(format!("`{verb}` is no question")).meant(suggest(verb, known)))
            }
        }
    }

    /// A unit or a piece of ground by its whole name.
    fn body_named(&self, text: &str) -> Option<Body> {
        let is_it = |name: &String| name.eq_ignore_ascii_case(text.trim());
        let unit = self.unit_names.iter().position(is_it);
        unit.map(|at| Body::Unit(crate::state::UnitNo(at as u8))).or_else(|| {
            let piece = self.board.named(text.trim())?;
            let row = &self.terrain[self.board.piece(piece).terrain.index()];
            row.stronghold.is_some().then_some(Body::Stronghold(piece))
        })
    }

    pub(crate) fn body_or_slip(&self, text: &str) -> Result<Body, Slip> {
        let strongholds = self.board.all().map(|piece| self.piece_name(piece));
        let known = self.unit_names.iter().map(String::as_str).chain(strongholds);
        let slip = || {
            Slip::new(format!("there is no unit or stronghold `{}`", text.trim()))
                .meant(suggest(text.trim(), known))
        };
        self.body_named(text).ok_or_else(slip)
    }

    /// Two named one after the other, with `to`, `and` or a comma between if one likes.
    fn two_bodies(&self, text: &str) -> Result<(Body, Body), Slip> {
        for word in [" to ", " and ", " sees ", ","] {
            if let Some((a, b)) = text.split_once(word) {
                return Ok((self.body_or_slip(a)?, self.body_or_slip(b)?));
            }
        }
        let mut blanks = text.match_indices(' ').map(|(at, _)| at);
        let pair = blanks
            .find_map(|at| Some((self.body_named(&text[..at])?, self.body_named(&text[at..])?)));
        pair.ok_or_else(|| {
            let first = text.split(" to ").next().unwrap_or(text);
            match self.body_or_slip(first) {
                Err(slip) if !slip.suggestions.is_empty() => slip,
                _ => Slip::new("expected two units or strongholds, as `los wolves 1 tanks 2`"),
            }
        })
    }

    /// Refuses who is not on the table.
    fn on_table_or_slip(&self, state: &State, body: Body) -> Result<(), Slip> {
        match self.area(state, body) {
            Some(_) => Ok(()),
            None => Err(Slip::new(format!("`{}` is not on the table", self.body_name(body)))),
        }
    }
}
