//! What people type and read: nouns, commands, events, questions, facts, the picture.

mod ask;
mod commands;
mod drawing;
mod events;
mod nouns;
mod picture;
mod reach;
mod standings;

pub use ask::{QUESTIONS, answer};
pub use commands::{ACTIONS, AMENDMENTS};
pub use drawing::{AT_HAND, holdable, holding};
pub use events::{choice, event, group};
pub use nouns::{Noun, Thing, say_thing, thing, things};
pub use picture::{appraisal, facts, outlook, scene, way};
pub use standings::{phase, standings, stock};
