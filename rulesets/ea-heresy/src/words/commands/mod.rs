//! How actions and changes of the position are typed: a row each.

mod actions;
mod amendments;
mod clauses;

use super::ask::odds::SHOOTS;
use super::cursor::{self, Cursor};
use super::nouns::{self, Noun, Thing};
use crate::position::action::Action;
use crate::position::amendment::Amendment;
use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::State;
use crate::position::step::Step;
use crate::steps::setup::slots;
use crate::words::{asked, examples, say_choice, typed_names};
use std::borrow::Cow;
use umpire_core::command::{self, Row, Slots, Vocabulary};
use umpire_core::host::{Slip, Usage, UsageKind};
use umpire_core::seat::Seat;

impl Vocabulary for EaHeresy {
    type Thing = Thing;
    type Noun = Noun;

    /// A place for each of thirty units, by places on their ways.
    const LONGEST_LINE: usize = 1000;

    fn spaced(line: &str) -> Cow<'_, str> {
        Cow::Owned(cursor::spaced(line))
    }

    fn actions() -> &'static [Row<EaHeresy, Action>] {
        actions::ACTIONS
    }

    fn amendments() -> &'static [Row<EaHeresy, Amendment>] {
        amendments::AMENDMENTS
    }

    fn thing(&self, state: &State, seat: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        nouns::read(self, state, seat, noun, text)
    }

    fn say_thing(&self, _: &State, thing: &Thing) -> String {
        nouns::said_thing(self, thing)
    }

    fn pointed_at(&self, _: &State, thing: &Thing) -> Vec<String> {
        nouns::pointed_at(self, thing)
    }

    fn asked_for(slot: &'static str, _: usize) -> &'static str {
        match slot {
            "formation" | "deployed" | "acting" => "a formation",
            "mover" | "unit" | "units" | "ties" => "a unit",
            "order" => "its order",
            "other" => "who helps",
            "foe" | "foes" | "target" | "body" => "the target",
            "way" | "moves" | "to" | "start" => "where to",
            _ => "",
        }
    }

    fn things(&self, state: &State, seat: Seat, noun: Noun) -> Option<Vec<String>> {
        nouns::listed(self, state, seat, noun)
    }

    fn likely(
        &self,
        state: &State,
        seat: Seat,
        slot: &'static str,
        noun: Noun,
        _: &Slots<Thing>,
    ) -> Option<Vec<String>> {
        nouns::likely(self, state, seat, (slot, noun))
    }

    fn asked(&self, state: &State, seat: Seat) -> Option<String> {
        say_choice::asked_words(self, state, seat)
    }

    fn shortly(&self, state: &State, seat: Seat, action: &Action) -> Option<String> {
        match action {
            Action::Deploy { formation, .. } => {
                slots::short_deployment(self, state, seat, *formation).map(|(line, _)| line)
            }
            _ => None,
        }
    }
}

pub(crate) use actions::moves;

/// Reads an action. At a referee's table most of what is typed changes the position: a line that is no action is told
/// what is wrong with it as a change.
pub(crate) fn read(game: &EaHeresy, state: &State, seat: Seat, text: &str) -> Result<Action, Slip> {
    command::read(game, state, seat, text).map_err(|slip| {
        let change = || command::read_amendment(game, state, text).err().filter(|_| game.free);
        fire_asked(game, state, text).or_else(change).unwrap_or(slip)
    })
}

/// The slip for fire with its shooter's name, which is a question and no action: `fire heavies at lancers`, `heavies shoot
/// lancers`.
fn fire_asked(game: &EaHeresy, state: &State, text: &str) -> Option<Slip> {
    let mut cursor = Cursor::new(text);
    let fires = cursor.eat("fire");
    let formation = typed_names::typed_formation(game, &mut cursor).ok()?;
    let at = if fires { cursor.eat("at") } else { cursor.eat_any(&SHOOTS) };
    let target =
        typed_names::typed_target(game, &mut cursor).ok().filter(|_| at && cursor.done())?;
    let (a, b) = (names::formation_word(game, formation), names::target_word(game, target));
    let shoots = matches!(state.steps.last(), Some(Step::Shooting(_)))
        && asked::asked_formation(game, state) == Some(formation);
    let acts = match shoots || game.free {
        true => String::new(),
        false => format!("; `{a}` shoots in an action, as `{a} advance`, then `shoot {b}`"),
    };
    let says = format!(
        "this is asked: `fire {a} at {b}`, with no word before it, tells who may shoot and who may not, \
         `odds {a} shoots {b}` what comes of it{acts}"
    );
    Some(Slip::new(says).meant(shoots.then(|| format!("shoot {b}"))))
}

/// An action as it would be typed.
pub(crate) fn action_words(game: &EaHeresy, state: &State, action: &Action) -> String {
    // What an action of formations is called does not depend on who says it.
    command::say(game, state, Seat::JUDGE, EaHeresy::actions(), action)
}

/// A change of the position, in the judge's words.
pub(crate) fn amendment_words(game: &EaHeresy, state: &State, change: &Amendment) -> String {
    command::say(game, state, Seat::JUDGE, EaHeresy::amendments(), change)
}

/// How actions and changes are typed; clauses stand behind the first row that takes them.
pub(crate) fn usages() -> Vec<Usage> {
    let mut left = clauses::CLAUSES.to_vec();
    let with_clauses = |usage: Usage| {
        let says = |(noun, _): &(&str, _)| usage.form.split([' ', '[', ']']).any(|it| it == *noun);
        let clauses: Vec<Usage> = left
            .extract_if(.., |clause| says(clause))
            .flat_map(|(_, clauses)| Usage::rows(UsageKind::Action, clauses))
            .collect();
        std::iter::once(usage).chain(clauses)
    };
    command::usages::<EaHeresy>().into_iter().flat_map(with_clauses).collect()
}

/// Lines that could follow what has been typed; at a referee's table some that work as they stand.
pub(crate) fn complete(game: &EaHeresy, state: &State, seat: Seat, text: &str) -> Vec<String> {
    if !game.free {
        return command::complete(game, state, seat, text);
    }
    let examples = examples::examples(game, state);
    let typed = text.to_lowercase();
    let fitting = examples.into_iter().filter(|line| line.to_lowercase().starts_with(&typed));
    let mut lines: Vec<String> = fitting.collect();
    if !text.trim().is_empty() {
        let more = command::complete(game, state, seat, text);
        lines.extend(more.into_iter().filter(|line| !lines.contains(line)).collect::<Vec<_>>());
    }
    lines
}
