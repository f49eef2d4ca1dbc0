//! The rules of EA-Heresy on Umpire: its tables, its editions and its rules.

pub mod action;
pub mod amend;
pub mod area;
pub mod board;
#[doc(hidden)]
pub mod bots;
pub mod catalog;
mod drawing;
mod edition;
pub mod event;
mod game;
mod hosting;
mod invariants;
mod known_sights;
pub mod model;
pub mod numbers;
pub mod position;
pub mod rule;
#[doc(hidden)]
pub mod scenario;
mod scene;
#[doc(hidden)]
pub mod scene_labels;
mod scene_units;
mod shelter;
pub mod sight;
mod standing;
pub mod state;
pub mod step;
pub mod steps;
pub mod units;
mod victory;
#[doc(hidden)]
pub mod words;

pub use edition::SeeOverMetric;
pub use game::{EaHeresy, Victory};
pub use rule::Rule;
pub use scenario::{FormationSheet, SideSheet};
