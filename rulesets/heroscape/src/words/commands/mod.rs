//! How actions and changes of the position are typed: a row each.

mod actions;
mod amendments;
mod specials;

use super::nouns::{self, MARKERS_ON, Noun, Thing};
use crate::position::action::{Action, Amendment};
use crate::position::game::HeroScape;
use crate::position::state::State;
use crate::words::likely;
use umpire_core::command::{Row, Slots, Vocabulary};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

type Read<T> = Result<T, Slip>;

impl Vocabulary for HeroScape {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<HeroScape, Action>] {
        actions::ACTIONS
    }

    fn amendments() -> &'static [Row<HeroScape, Amendment>] {
        amendments::AMENDMENTS
    }

    fn thing(&self, state: &State, seat: Seat, noun: Noun, text: &str) -> Read<Thing> {
        nouns::thing_named(self, state, seat, noun, text)
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        nouns::thing_words(self, state, thing)
    }

    fn pointed_at(&self, state: &State, thing: &Thing) -> Vec<String> {
        nouns::thing_picks(self, state, thing)
    }

    fn meaning_of(&self, state: &State, action: &Action) -> Option<String> {
        crate::words::card::action_meaning(self, state, action)
    }

    fn asked_for(slot: &'static str, number: usize) -> &'static str {
        match slot {
            "figure" | "attacker" => "a figure",
            "target" | "aim" => "the target",
            "space" | "path" => "where to",
            "card" | "army-card" => "the card",
            "cards" => MARKERS_ON.get(number).unwrap_or(&"the card"),
            "power" => "the special attack",
            "ability" => "the power",
            "holder" => "whose power",
            "door" => "the door",
            "from" => "who looks",
            "to" => "who is looked at",
            _ => slot,
        }
    }

    fn things(&self, state: &State, seat: Seat, noun: Noun) -> Option<Vec<String>> {
        nouns::things_words(self, state, seat, noun)
    }

    fn likely(
        &self,
        state: &State,
        seat: Seat,
        slot: &'static str,
        noun: Noun,
        before: &Slots<Thing>,
    ) -> Option<Vec<String>> {
        likely::likely_words(self, state, seat, (slot, noun), before)
    }
}
