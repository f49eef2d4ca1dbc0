//! What the parts of HeroScape do that no scenario can tell: files of battlefields, other programs' maps, pieces.

mod battlefield;
mod draft;
mod exchange;
mod footprint;
mod map_editor;
mod steps;
mod virtualscape;

use umpire_core::data::Source;
use umpire_heroscape::tables::battlefield::Pieces;

/// The kinds of pieces that boxes hold.
fn pieces() -> Pieces {
    let text = include_str!("../../../data/heroscape/pieces.yaml");
    match Pieces::from_source(&Source::new("pieces.yaml", text)) {
        Ok(pieces) => pieces,
        Err(faults) => panic!("{}", faults[0]),
    }
}
