//! How a question answers the choices met on its way: the first listed, the best, the worst.

use super::foresight::foresee;
use super::{Hosted, Slip};
use crate::data::suggest;
use crate::game::Game;
use crate::seat::Seat;

/// How choices met while odds are told are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Assume {
    /// The first answer listed.
    #[default]
    First,
    /// The answer of the greatest value.
    Best,
    /// The answer of the least value.
    Worst,
}

impl Assume {
    /// All of them, by the word that is typed.
    const NAMED: [(&str, Assume); 3] =
        [("best", Assume::Best), ("worst", Assume::Worst), ("first", Assume::First)];

    /// The one of that name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn named(word: &str) -> Result<Assume, Slip> {
        let found = Assume::NAMED.iter().find(|(name, _)| *name == word);
        found.map(|(_, assume)| *assume).ok_or_else(|| {
            let names = Assume::NAMED.map(|(name, _)| name);
            let meant = suggest(word, names);
            let known = match meant {
                Some(_) => String::new(),
                None => format!("; there is {}", names.join(", ")),
            };
            Slip::new(format!("no policy `{word}`{known}")).meant(meant)
        })
    }

    /// Takes `--assume WORD` off the end of a question.
    ///
    /// # Errors
    /// Where the word names none.
    pub fn taken_off(text: &str) -> Result<(&str, Assume), Slip> {
        match text.split_once(" --assume ") {
            None => Ok((text, Assume::First)),
            Some((text, word)) => Ok((text, Assume::named(word)?)),
        }
    }

    /// What whoever is asked does, in words; `whom` is whose value counts.
    pub fn says(self, whom: &str) -> String {
        match self {
            Assume::First => "takes the first answer listed".to_string(),
            Assume::Best => format!("does what is best for {whom}"),
            Assume::Worst => format!("does what is worst for {whom}"),
        }
    }

    /// How a seat that is asked answers, by what each answer is worth to a seat, itself or another, as [`foresee`] tells it.
    pub fn answer_for<G: Hosted>(
        self,
        game: &G,
        state: &G::State,
        asked: Seat,
        whom: Seat,
    ) -> Option<G::Action> {
        self.answer(game, state, asked, |action| {
            foresee(game, state, (asked, action), whom).unwrap_or(f64::MIN)
        })
    }

    /// How a seat that is asked answers, by the value of what is listed for it; nothing where
    /// nothing is.
    pub fn answer<G: Game>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        value: impl Fn(&G::Action) -> f64,
    ) -> Option<G::Action> {
        let mut actions = Vec::new();
        game.legal(state, seat, &mut actions);
        if self == Assume::First || actions.len() < 2 {
            return actions.into_iter().next();
        }
        let valued = actions.into_iter().map(|action| (value(&action), action));
        let by = |one: &(f64, _), other: &(f64, _)| one.0.total_cmp(&other.0);
        let chosen = match self {
            Assume::Worst => valued.min_by(by),
            _ => valued.max_by(by),
        };
        chosen.map(|(_, action)| action)
    }
}
