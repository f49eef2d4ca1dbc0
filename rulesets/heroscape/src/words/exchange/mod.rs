//! A battlefield taken apart into the pieces it can be built of, for files of other programs and for lists of parts.

mod edges;
mod layout;
mod parts;
mod sheets;
mod tiling;

pub use layout::{GLYPH, Layout, START_AREA, is_plain_tile, lay_out};
pub use parts::parts;
pub use sheets::sheets;
pub use tiling::{Laid, cover, cover_from_stock};
