//! How actions and changes of the position are typed: a row each.

mod actions;
mod amendments;

use crate::position::action::{Action, Cast};
use crate::position::amendment::Amendment;
use crate::position::game::DragonDice;
use crate::position::state::State;
use crate::words::meanings;
use crate::words::nouns;
use crate::words::nouns::{Noun, Thing};
use umpire_core::command::{self, Row, Slots, Vocabulary};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// How dice are typed.
const FACES: &[(&str, &str)] = &[(
    "FACES",
    "dice in the order asked: `i m 2s x i` or `id melee 2-save`, `/` between two rolls",
)];

impl Vocabulary for DragonDice {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<DragonDice, Action>] {
        actions::ACTIONS
    }

    fn amendments() -> &'static [Row<DragonDice, Amendment>] {
        amendments::AMENDMENTS
    }

    fn faces() -> &'static [(&'static str, &'static str)] {
        FACES
    }

    fn thing(&self, state: &State, seat: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        nouns::read(self, state, seat, noun, text)
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        nouns::said(self, state, thing)
    }

    fn pointed_at(&self, state: &State, thing: &Thing) -> Vec<String> {
        nouns::pointed_at(self, state, thing)
    }

    fn meaning_of(&self, state: &State, action: &Action) -> Option<String> {
        meanings::action_meaning(self, state, action)
    }

    fn asked_for(slot: &'static str, _: usize) -> &'static str {
        match slot {
            "army" | "marcher" => "an army",
            "dice" | "standing" | "reserves" | "die" | "fallen" | "minor" => "a die",
            "out" => "the die that goes",
            "back" => "the die that comes",
            "seat" => "a player",
            "enemy" | "target" => "the target",
            "place" | "to" | "goal" => "where to",
            // Where dice lie is plain from the dice.
            "from" => "",
            "deed" => "what to do",
            "element" => "an element",
            "face" => "a face",
            "spell" => "a spell",
            "icon" => "an icon",
            "ability" => "an ability",
            _ => slot,
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
}

/// A spell with its number, aim and element: `2 wind-walk on A at frontier with air`.
pub(crate) fn cast_words(game: &DragonDice, state: &State, cast: &Cast) -> String {
    let line = command::say(game, state, Seat::JUDGE, DragonDice::actions(), &Action::Cast(*cast));
    line.split_once(' ').map_or(String::new(), |(_, spell)| spell.to_string())
}
