//! What commands name: figures, places, numbers, sides, objectives.

use crate::position::{ObjectiveId, PieceId, Table};
use umpire_core::command::Names;
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

fn sides() -> Names<Seat> {
    let mut names = Names::of("side");
    Seat::SIDES.into_iter().for_each(|side| names.add(side.lettered(), side));
    names
}

fn objectives(t: Table) -> Names<ObjectiveId> {
    let mut names = Names::of("objective");
    let all = (0..).map(ObjectiveId).zip(&t.game.field.objectives);
    all.for_each(|(id, objective)| names.add(&objective.name, id));
    names
}

/// The thing that somebody means by a text.
pub fn thing(t: Table, noun: Noun, text: &str) -> Result<Thing, Slip> {
    match noun {
        Noun::Figure => figures(t).find(text).map(Thing::Figure),
        Noun::Side => sides().find(text).map(Thing::Side),
        Noun::Objective => objectives(t).find(text).map(Thing::Objective),
        Noun::Place => t.game.field.find_place(text).map(Thing::Place),
        Noun::Number => {
            let number = text.parse().map(Thing::Number);
            number.map_err(|_| Slip::new(format!("`{text}` is no number")))
        }
    }
}

/// A thing as it would be typed.
pub fn say_thing(t: Table, thing: &Thing) -> String {
    match thing {
        Thing::Figure(id) => t.name(*id),
        Thing::Place(at) => t.game.field.unit.said_place(*at),
        Thing::Number(number) => number.to_string(),
        Thing::Side(side) => side.lettered(),
        Thing::Objective(id) => t.game.field.objectives[usize::from(id.0)].name.clone(),
    }
}

/// What could be typed for a noun; places and numbers are too many.
pub fn things(t: Table, noun: Noun) -> Option<Vec<String>> {
    match noun {
        Noun::Figure => Some(figures(t).said().map(String::from).collect()),
        Noun::Side => Some(sides().said().map(String::from).collect()),
        Noun::Objective => Some(objectives(t).said().map(String::from).collect()),
        Noun::Place | Noun::Number => None,
    }
}
