//! What people type and read: nouns, commands, events, questions, facts, the picture.

mod ask;
mod commands;
mod events;
mod nouns;
mod phases;
mod picture;
mod reach;
mod roster;

pub use ask::{QUESTIONS, los, odds};
pub use events::{choice, event, group};
pub use phases::phase;
pub use picture::{appraisal, outlook, scene, way};
pub use reach::reach;
pub use roster::roster;
