//! What programs need beyond the rules: words, typed input, pictures, questions, and an erased table.

mod assume;
mod foresight;
mod hosted;
mod ruleset;
mod shown;
mod table;

pub use assume::Assume;
pub use foresight::{choose, foresee, weigh};
pub use hosted::{Answer, Hosted, Loaded, Question, Slip};
pub use ruleset::{Hosting, Opened, Ruleset, TerrainEntry};
pub use table::{Asked, AskedGroup, Line, Listed, Table, Told};
