//! Which surfaces of a battlefield are spaces (HS-1.1.1, HS-1.1.2).

use std::collections::{BTreeMap, BTreeSet};

use super::hex::{Hex, Space};
use super::model::Battlefield;
use super::pieces::Pieces;

impl Battlefield {
    /// Every space with the kind of its tile: surfaces with no tile in the layer above and no obstacle standing on them.
    ///
    /// `is_fluid` tells which kinds of tile have no height.
    pub fn spaces(
        &self,
        pieces: &Pieces,
        is_fluid: &dyn Fn(&str) -> bool,
    ) -> BTreeMap<Space, &str> {
        let taken: BTreeSet<Space> = self
            .obstacles
            .iter()
            .flat_map(|piece| {
                let level = piece.level;
                pieces.filled(piece).into_iter().map(move |(hex, _)| Space { hex, level })
            })
            .collect();
        let mut spaces = self.surfaces(is_fluid);
        spaces.retain(|space, _| !taken.contains(space));
        spaces
    }

    /// Every surface with no tile in the layer above, whether or not an obstacle stands on it.
    pub fn surfaces(&self, is_fluid: &dyn Fn(&str) -> bool) -> BTreeMap<Space, &str> {
        let layers: BTreeSet<(Hex, i16)> =
            self.tiles.iter().map(|tile| (tile.hex, tile.layer)).collect();
        self.tiles
            .iter()
            .filter(|tile| !layers.contains(&(tile.hex, tile.layer.saturating_add(1))))
            .map(|tile| {
                let level = tile.layer - i16::from(is_fluid(&tile.kind));
                (Space { hex: tile.hex, level }, tile.kind.as_str())
            })
            .collect()
    }
}
