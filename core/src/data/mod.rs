//! Text in, typed tables out, and every mistake with its place.
//!
//! ```
//! use serde::Deserialize;
//! use umpire_core::data::{DataError, Source, read};
//!
//! #[derive(Deserialize)]
//! struct Table {
//!     grounds: Vec<Ground>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Ground {
//!     id: String,
//!     becomes: Option<String>,
//! }
//!
//! fn grounds(source: &Source) -> Result<Vec<Ground>, Vec<DataError>> {
//!     let document = read::<Table>(source)?;
//!     let grounds = &document.value.grounds;
//!     let mut faults = Vec::new();
//!     for (row, ground) in grounds.iter().enumerate() {
//!         if let Some(name) = &ground.becomes
//!             && grounds.iter().all(|other| other.id != *name)
//!         {
//!             let known = grounds.iter().map(|ground| ground.id.as_str());
//!             let field = format!("grounds[{row}].becomes");
//!             faults.push(document.places.unknown(&field, "ground", name, known));
//!         }
//!     }
//!     if faults.is_empty() { Ok(document.value.grounds) } else { Err(faults) }
//! }
//!
//! let text = "grounds:\n- id: swamp\n- {id: marsh, becomes: swmp}\n";
//! let faults = grounds(&Source::new("data/grounds.yaml", text)).err().unwrap_or_default();
//! assert_eq!(
//!     faults[0].to_string(),
//!     "data/grounds.yaml:3:24: at `grounds[1].becomes`: unknown ground `swmp`, did you mean `swamp`?"
//! );
//! ```

mod access;
mod document;
mod edit;
mod error;
mod from_tree;
mod in_order;
mod memo;
mod overlay;
mod parse;
mod parsed;
mod reader;
#[doc(hidden)]
pub mod scalar;
mod source;
mod spoiled;
mod stop;
mod suggest;
mod tree;
mod within;
mod written;

pub(crate) use document::read_tree_mended;
pub use document::{Document, Places, read, read_mended};
pub(crate) use edit::meaning;
pub use edit::{Change, Unedited, edited, lost};
pub use error::{DataError, Place};
pub use in_order::in_order;
pub use memo::Memo;
pub use overlay::overlay;
pub use source::{Files, LIMITS, Limits, Source};
pub use spoiled::Spoiled;
pub use suggest::{suggest, suggest_far};
pub use tree::Tree;
pub use within::{Bounded, Within, out_of_bounds};
pub use written::Written;
