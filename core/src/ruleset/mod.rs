//! What every game would otherwise write for itself: rule ids, editions, tables of rows, scenario files, house rules, odds.
//!
//! * [`rules!`](crate::rules) makes the enum of a game's rules, [`edition!`](crate::edition!) the fields of its editions,
//!   [`choices!`](crate::choices!) the words that a field of an edition may hold, [`tables!`](crate::tables!) its [`GameTables`], [`flags!`](crate::flags!) a set of
//!   special rules;
//! * [`Tables`] reads the files of a game, house rules laid over them, and gathers every fault;
//! * [`Opening`] reads a scenario: its head is alike in all games, its body is the game's own;
//! * [`odds_of`] answers a question for odds by playing the rules from an action to an end.

mod answers;
mod file_kind;
mod game_tables;
mod macros;
mod opening;
mod tables;

pub use answers::{Odds, asked, odds_of, sight_answer};
pub use file_kind::{FileKind, at_free_table, kind_of, on_battlefield, with_field};
pub use game_tables::GameTables;
pub use opening::{EditionOf, FieldsOf, Head, Opening, Read};
pub(crate) use tables::rows_form;
pub use tables::{Row, Rows, Tables};
