//! What commands name: figures, places, numbers, sides, objectives.

use super::commands::{ACTIONS, AMENDMENTS};
use crate::position::{Action, Amendment, ObjectiveId, PieceId, Table};
use crate::steps::State;
use crate::tables::Skirmish;
use umpire_core::command::{Names, Row, Vocabulary, number};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;
use umpire_core::table::Point;

umpire_core::nouns! {
    /// What a command may name.
    pub enum Thing, Noun {
        /// A figure.
        Figure(PieceId) = "figure",
        /// A place on the table.
        Place(Point) = "place",
        /// A number.
        Number(u8) = "number",
        /// A side.
        Side(Seat) = "side",
        /// An objective.
        Objective(ObjectiveId) = "objective",
    }
}

fn figures(t: Table) -> Names<PieceId> {
    let mut names = t.figures.names("figure", &t.game.units);
    for id in t.figures.ids() {
        names.also(&t.name(id).replacen(&t.unit(id).id, &t.unit(id).name, 1), id);
    }
    names
}

impl Vocabulary for Skirmish {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Skirmish, Action>] {
        ACTIONS
    }

    fn amendments() -> &'static [Row<Skirmish, Amendment>] {
        AMENDMENTS
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        match noun {
            Noun::Figure => figures(state.on(self)).find(text).map(Thing::Figure),
            Noun::Side => Names::of_sides().find(text).map(Thing::Side),
            Noun::Objective => self.field.objective_names().find(text).map(Thing::Objective),
            Noun::Place => self.field.find_place(text).map(Thing::Place),
            Noun::Number => number(text).map(Thing::Number),
        }
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        match thing {
            Thing::Figure(id) => state.on(self).name(*id),
            Thing::Place(at) => self.field.unit.said_place(*at),
            Thing::Number(number) => number.to_string(),
            Thing::Side(side) => side.lettered(),
            Thing::Objective(id) => self.field.objective(*id).name.clone(),
        }
    }

    fn things(&self, state: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        match noun {
            Noun::Figure => figures(state.on(self)).listed(),
            Noun::Side => Names::of_sides().listed(),
            Noun::Objective => self.field.objective_names().listed(),
            // There are too many.
            Noun::Place | Noun::Number => None,
        }
    }
}
