//! How the game is said, typed, drawn, asked about and weighed: what `Hosted` hands on.

#[doc(hidden)]
pub mod alike;
mod announced;
#[doc(hidden)]
pub mod ask;
mod asked;
#[doc(hidden)]
pub mod attack;
pub(crate) mod card;
pub(crate) mod commands;
mod draw;
mod draw_dice;
mod facts;
mod meanings;
mod musters;
#[doc(hidden)]
pub mod nouns;
#[doc(hidden)]
pub mod odds;
mod phases;
#[doc(hidden)]
pub mod read_dice;
#[doc(hidden)]
pub mod read_names;
mod say;
mod say_choice;
mod say_effect;
mod score;
pub(crate) mod standings;
pub(crate) mod stock;
mod terms;
#[doc(hidden)]
pub mod told;
#[doc(hidden)]
pub mod totals;
mod ways;

use crate::position::amendment::Amendment;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::state::State;
use crate::tables::rule::Rule;
use std::collections::BTreeMap;
use umpire_core::command;
use umpire_core::command::Vocabulary;
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;
use umpire_core::host::{Answer, Question, Shows, Slip};
use umpire_core::odds::Budget;
use umpire_core::scene::Scene;
use umpire_core::seat::Seat;

pub(crate) const QUESTIONS: &[Question] = &[
    Question::new(
        "odds ACTION [--assume best|worst]",
        "odds of an attack, a magic action, a maneuver, or of countering one",
    ),
    Question::new(
        "odds ARMY melee|missile ARMY [--assume best|worst]",
        "odds of a fight of two armies, with what strikes back; dice as `2 oak, oakling` do for one",
    ),
    Question::new(
        "odds ARMY rolls melee|save|magic|maneuver|dragon [against ARMY]",
        "odds of one roll, or of who comes to more",
    ),
    Question::new("targets ARMY", "whom it may attack, and why not"),
    Question::new("where [SEAT] DIE", "where dice of a kind lie"),
    Question::new("die DIE", "what is on a die").about_tables().shows(Shows::Piece),
    Question::new("spell SPELL", "what a spell does").about_tables(),
];

/// An event in a player's words; `None` where it says nothing of its own.
pub(crate) fn event_words(game: &DragonDice, after: &State, event: &Event) -> Option<String> {
    say::say(game, after, event)
}

/// A change of the position, in the judge's words.
pub(crate) fn amendment_words(game: &DragonDice, state: &State, change: &Amendment) -> String {
    command::say(game, state, Seat::JUDGE, DragonDice::amendments(), change)
}

/// What a rule says, in the one line of the rule index.
pub(crate) fn rule_words(game: &DragonDice, rule: Rule) -> Option<String> {
    match rule {
        Rule::Sai(sai) => Some(game.catalog.sai(sai).says.clone()),
        Rule::Spell(spell) => Some(game.catalog.spell(spell).says.clone()),
        Rule::Ability(ability) => Some(game.catalog.ability(ability).says.clone()),
        rule => {
            use umpire_core::ruling::RuleId;
            game.catalog.rules.get(rule.id()).map(|entry| entry.says.clone())
        }
    }
}

/// A question to a seat.
pub(crate) fn choice_words(game: &DragonDice, state: &State, choice: &Choice<Rule>) -> String {
    say_choice::question_words(game, state, choice)
}

/// What a group of dice is rolled for.
pub(crate) fn group_words(game: &DragonDice, state: &State, group: &DiceGroup) -> String {
    say_choice::purpose_words(game, state, group)
}

/// Which faces count in an army's roll.
pub(crate) fn counting(game: &DragonDice, state: &State, group: &DiceGroup) -> Option<String> {
    say_choice::counting_words(game, state, group)
}

/// Whether a question is looked through by who looks ahead.
pub(crate) fn looks_through(state: &State) -> bool {
    score::looks_through(state)
}

/// How good a view looks to its seat; higher is better.
pub(crate) fn score_view(game: &DragonDice, view: &State, seat: Seat) -> f64 {
    score::weigh(game, view, seat)
}

/// The table as a picture and as text.
pub(crate) fn draw(game: &DragonDice, state: &State) -> Scene {
    draw::picture(game, state)
}

/// Answers a question, typed with its verb first.
pub(crate) fn answer(
    game: &DragonDice,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Result<Answer, Slip> {
    ask::answer_question(game, state, seat, text, budget)
}

/// Facts of a position by name.
pub(crate) fn facts_of(game: &DragonDice, state: &State) -> BTreeMap<String, String> {
    facts::list_facts(game, state)
}
