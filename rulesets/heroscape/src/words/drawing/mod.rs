//! Battlefields drawn by hand: tools, strokes, and the file as a picture to draw on.

mod drawn;
mod held;
mod picture;
mod strokes;
mod survey;
mod tools;
mod turned;

use crate::words::drawing::battlefield::Pieces;
pub use drawn::drawn;
pub use held::{HELD, held_units, holding};
pub use picture::{picture, sketch};
pub use strokes::{makes_room, stroke};
pub use survey::{survey, typical_table};

use crate::tables::battlefield::{self, Battlefield, Hex, Known, on_board};
use crate::tables::catalog::Catalog;
use std::sync::Arc;
use umpire_core::data::{Files, Places, Source};
use umpire_core::hex::HEX_WIDTH;
use umpire_core::ruleset::GameTables;

/// The text of a battlefield to begin with.
pub const BLANK: &str = "battlefield: new-field\nlevels:\n  1: |\n    .\n";

/// A battlefield's file, as far as it can be read, with what it may be built of.
struct Sheet {
    catalog: Arc<Catalog>,
    known: Known,
    field: Battlefield,
    places: Places,
}

impl Sheet {
    fn read(data: &Files, file: &Source) -> Option<Sheet> {
        let catalog = Catalog::read(data).ok()?;
        let known = Known::of_tables(&catalog, Pieces::of_tables(data).ok()?);
        let (field, places) = battlefield::mended(file, &known)?;
        Some(Sheet { catalog, known, field, places })
    }
}

/// The middle of a hex in the picture.
fn middle(hex: Hex) -> (f32, f32) {
    on_board(hex).drawn()
}

/// The hex that a place of the picture is in, which may lie beyond the sheet.
fn hex_at((x, y): (f32, f32)) -> Hex {
    let most = 2.0 * f32::from(Hex::MOST);
    let (x, y) = (x.clamp(-most, most), y.clamp(-most, most));
    let row = (y / 1.5).round();
    // The three rows around a place hold the nearest middle.
    let near = [row - 1.0, row, row + 1.0].into_iter().flat_map(|row| {
        let row = row as i16;
        let shift = if row & 1 == 1 { 0.5 } else { 0.0 };
        let column = (x / HEX_WIDTH - shift).round() as i16;
        [Hex { column: column - 1, row }, Hex { column, row }, Hex { column: column + 1, row }]
    });
    let far = |hex: &Hex| {
        let (across, down) = middle(*hex);
        (across - x).powi(2) + (down - y).powi(2)
    };
    near.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or_default()
}
