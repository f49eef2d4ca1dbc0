//! What is said to people, and what they type.

pub mod ask;
pub(crate) mod asked;
#[doc(hidden)]
pub mod bots;
pub(crate) mod card;
pub(crate) mod commands;
mod cursor;
pub(crate) mod drawing;
#[doc(hidden)]
pub mod examples;
pub(crate) mod facts;
pub(crate) mod hand;
pub(crate) mod hand_charges;
pub(crate) mod nouns;
mod parse_contacts;
mod parse_fire;
mod parse_moves;
pub(crate) mod say;
pub(crate) mod say_choice;
pub(crate) mod say_shortly;
pub(crate) mod scene;
#[doc(hidden)]
pub mod scene_labels;
mod scene_units;
pub(crate) mod standings;
pub(crate) mod stock;
mod typed_names;

use umpire_core::host::{Question, Shows};

pub(crate) const QUESTIONS: &[Question] = &[
    Question::new(
        "los A B",
        "who sees whom, what is in the way, who is in cover; units or formations",
    ),
    Question::new("range A B", "how far apart two units, formations or places are"),
    Question::new("cover A from FORMATION", "what cover a unit has from a formation"),
    Question::new("fire FORMATION at FORMATION", "what would be rolled"),
    Question::new(
        "odds ACTION",
        "exact odds of an order's test, of fire, of the blows of an assault",
    ),
    Question::new(
        "odds FORMATION engages FORMATION [invading | outside] [as if in contact]",
        "exact odds of an assault, of one under way as it stands (`--assume best`: choices tried out)",
    ),
    Question::new(
        "odds FORMATION shoots TARGET [sustained | double | marshal | overwatch]",
        "exact odds of fire, by default under the order under way",
    ),
    Question::new(
        "odds FORMATION crosses GROUND [cautiously]",
        "exact odds of tests of ground, of a formation or a unit",
    ),
    Question::new(
        "odds 3 v 1",
        "exact odds of the roll that decides an assault, by what each side adds",
    ),
    Question::new("reach UNIT", "where a unit can go in one move").shows(Shows::Reach),
    Question::new("zones [SIDE]", "zones of control"),
    Question::new("where (x, y)", "what ground lies at a place"),
    Question::new("unit UNIT", "what a unit is and carries").shows(Shows::Piece),
];
