//! What people read and type: nouns, commands, events, questions, pictures, the editor, files of other programs, and what bots weigh.

pub(crate) mod ask;
mod ask_field;
mod ask_odds;
pub(crate) mod ask_sight;
pub(crate) mod bots;
pub(crate) mod card;
mod commands;
pub(crate) mod draw;
pub(crate) mod draw_figures;
pub(crate) mod draw_ground;
pub(crate) mod drawing;
pub(crate) mod entries;
pub mod exchange;
pub(crate) mod facts;
mod likely;
pub mod map_editor;
pub(crate) mod nouns;
#[doc(hidden)]
pub mod odds;
mod order_markers;
pub(crate) mod say;
pub(crate) mod standings;
pub(crate) mod stock;
pub mod virtualscape;

pub(crate) use ask_sight::End;
pub(crate) use draw::high;
pub(crate) use draw_ground::draw_zone_mark;
