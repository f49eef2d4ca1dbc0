//! What programs need beyond the rules: words, typed input, pictures, questions, and an erased table.

mod assume;
mod cards;
mod drawing;
#[doc(hidden)]
pub mod foresight;
mod held;
mod hosted;
mod hosting;
mod line;
mod maps;
mod measured;
mod roster;
mod ruleset;
mod sealed;
#[doc(hidden)]
pub mod search;
mod shown;
#[doc(hidden)]
pub mod standing;
mod survey;
mod table;

pub use assume::Assume;
pub use cards::{Built, CardEntry, PowerEntry, TablesInPlay};
pub use drawing::{Brush, Choice, Grid, Half, Handle, Recipe, Row, Sketch, Stroke, Takes, Tool};
pub use foresight::choose;
pub use held::{Held, HeldAt, HeldFigure, HeldTable, Holdable};
pub use hosted::{
    About, Answer, Asking, Hosted, LONGEST_LINE, Loaded, PutDown, Question, Shows, Slip, Stock,
    Usage, UsageKind,
};
pub use hosting::{Hosting, check_file_by_kind, check_tables_and_files};
pub(crate) use hosting::{battlefield_faults, built_into};
pub use line::{Line, Told};
pub use maps::{Exported, Part, Parts, Sheet};
pub use measured::Measured;
pub use roster::RosterEntry;
pub use ruleset::{Opened, Ruleset, TerrainEntry};
pub use search::{Found, Limits, search};
pub use standing::{Phase, Standing, phase, when};
pub use survey::{Analysis, Distance, FIRST_TURNS, Fought, SideShare, Spot, Survey, pairs};
pub use table::{Asked, AskedGroup, Listed, Table};
