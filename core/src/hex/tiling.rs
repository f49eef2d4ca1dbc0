//! Boards of hexes as places that a plan in letters is laid of.

use super::{Board, BoardBuilder, HEX_WIDTH, Hex, HexId, Level, Side, corners_around, flat};
use crate::plan::{self, Cell, Tiling};

/// A board of one space a hex, written in letters.
pub type Plan = plan::Plan<Board>;
/// Where something can go on it.
pub type Ways = plan::Ways<Board>;
/// Something that stands on it.
pub type Token = plan::Token<Board>;

impl Tiling for Board {
    type Place = HexId;
    type Direction = Side;

    const PLACE: &'static str = "hex";
    const ROW: f32 = 1.5;
    const WIDTH: f32 = HEX_WIDTH;
    const SIDE: f32 = 1.0;
    const SHIFTED: bool = true;

    fn of(places: &[(Cell, u16, Level)]) -> Result<Board, Vec<String>> {
        let mut builder = BoardBuilder::new();
        for ((column, row), kind, level) in places {
            (1..=*level).for_each(|layer| {
                builder.tile(Hex::from_offset(*column, *row), layer, *kind, true);
            });
        }
        builder.build().map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    fn count(&self) -> usize {
        self.hexes()
    }

    fn index(hex: HexId) -> usize {
        hex.index()
    }

    fn place(index: usize) -> HexId {
        HexId(index as u32)
    }

    fn cell(&self, hex: HexId) -> Cell {
        self.hex(hex).to_offset()
    }

    fn at(&self, (column, row): Cell) -> Option<HexId> {
        self.hex_id(Hex::from_offset(column, row))
    }

    fn beside(&self, hex: HexId) -> impl Iterator<Item = (Side, HexId)> + '_ {
        Side::ALL.into_iter().filter_map(move |side| Some((side, self.neighbour(hex, side)?)))
    }

    fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.hex(from).distance(self.hex(to))
    }

    fn passed(&self, from: HexId, to: HexId, each: &mut impl FnMut(&[Option<HexId>]) -> bool) {
        flat::passed(self, from, to, each);
    }

    fn middle(&self, hex: HexId) -> (f32, f32) {
        self.hex(hex).drawn()
    }

    fn corners(&self, hex: HexId) -> Vec<(f32, f32)> {
        corners_around(self.middle(hex), 1.0).to_vec()
    }

    fn ahead(side: Side) -> (f32, f32) {
        let (x, y) = Hex::default().step(side).drawn();
        (x / HEX_WIDTH, y / HEX_WIDTH)
    }

    fn arrow(side: Side) -> char {
        side.arrow()
    }

    fn is_side(_: Side) -> bool {
        true
    }

    fn direction(name: &str) -> Option<Side> {
        Side::named(name)
    }
}
