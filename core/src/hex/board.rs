//! A finished board: its spaces, its hexes, what stands on them and how they neighbour.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::build::{BoardWarning, EdgePiece, Pile, Prism};
use super::coordinates::{Hex, Level, Side};
use super::names::Origin;
use super::range::Ranges;
use super::rows::Rows;

/// A space of a board, numbered from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct SpaceId(pub u32);

/// A hex of a board, numbered from 0 by row and then by column.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct HexId(pub u32);

impl SpaceId {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl HexId {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A surface that can be stood on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Space {
    /// The hex it lies on.
    pub hex: HexId,
    /// Its level.
    pub level: Level,
    /// Kind of the tile that gives it.
    pub kind: u16,
    /// Lowest underside above it, if anything hangs over it.
    pub underside: Option<Level>,
}

pub(super) const NONE: u32 = u32::MAX;

/// What sight asks of each cell of the bounding parallelogram, in one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// The hex, or `NONE`.
    pub(super) hex: u32,
    /// Highest solid level; 0 off the board.
    pub(super) top: Level,
    /// Bits 0 to 5: edge pieces on the sides; bits 6 to 11: on the sides that only touch its
    /// corners, bit 6 + i between the neighbours of side i and side i + 1.
    pub(super) edges: u16,
    /// Whether an obstacle narrower than the hex stands here.
    pub(super) narrow: bool,
}

/// Cells over the bounding parallelogram of a board and one more all round.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    q: i32,
    r: i32,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
}

impl Grid {
    fn around(hexes: &[Hex]) -> Self {
        let low = |pick: fn(&Hex) -> i16| hexes.iter().map(pick).min().unwrap_or(0);
        let high = |pick: fn(&Hex) -> i16| hexes.iter().map(pick).max().unwrap_or(0);
        let (q, r) = (i32::from(low(|h| h.q)) - 1, i32::from(low(|h| h.r)) - 1);
        let columns = (i32::from(high(|h| h.q)) + 2 - q) as usize;
        let rows = (i32::from(high(|h| h.r)) + 2 - r) as usize;
        let empty = Cell { hex: NONE, top: 0, edges: 0, narrow: false };
        Self { q, r, columns, rows, cells: vec![empty; columns * rows] }
    }

    fn index(&self, q: i32, r: i32) -> Option<usize> {
        let column = q.wrapping_sub(self.q) as u32 as usize;
        let row = r.wrapping_sub(self.r) as u32 as usize;
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// The cell at these axial coordinates, if within the grid.
    pub(super) fn cell(&self, q: i32, r: i32) -> Option<&Cell> {
        self.index(q, r).map(|index| &self.cells[index])
    }

    /// Cells in a row: what a step to the south-east adds to an index.
    pub(super) fn row_length(&self) -> i64 {
        self.columns as i64
    }

    /// The index of a hex within the grid.
    pub(super) fn index_of(&self, hex: Hex) -> i64 {
        let (q, r) = (i64::from(hex.q), i64::from(hex.r));
        (r - i64::from(self.r)) * self.row_length() + q - i64::from(self.q)
    }

    /// The hex of the board at an index.
    #[inline]
    pub(super) fn hex_at(&self, index: i64) -> Option<HexId> {
        let hex = self.cells.get(index as usize)?.hex;
        (hex != NONE).then_some(HexId(hex))
    }

    fn at(&mut self, hex: Hex) -> Option<&mut Cell> {
        let index = self.index(i32::from(hex.q), i32::from(hex.r))?;
        Some(&mut self.cells[index])
    }
}

/// A finished board. Ids of another board may panic or answer nonsense.
#[derive(Debug, Clone, Default)]
pub struct Board {
    hexes: Vec<Hex>,
    spaces: Vec<Space>,
    spaces_on: Rows<SpaceId>,
    neighbours: Rows<(Side, SpaceId)>,
    neighbour_hexes: Vec<[u32; 6]>,
    grounds: Rows<(Level, Level)>,
    solids: Rows<(Level, Level)>,
    obstacles: Rows<Prism>,
    edges: Vec<[Option<EdgePiece>; 6]>,
    ranges: Ranges,
    origin: Origin,
    warnings: Vec<BoardWarning>,
    pub(super) grid: Grid,
}

impl Board {
    /// How many spaces there are; their ids run from 0.
    pub fn spaces(&self) -> usize {
        self.spaces.len()
    }

    /// All space ids.
    pub fn space_ids(&self) -> impl ExactSizeIterator<Item = SpaceId> + use<> {
        (0..self.spaces.len() as u32).map(SpaceId)
    }

    /// The space of that id.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.index()]
    }

    /// How many hexes hold a tile or an obstacle; their ids run from 0.
    pub fn hexes(&self) -> usize {
        self.hexes.len()
    }

    /// All hex ids.
    pub fn hex_ids(&self) -> impl ExactSizeIterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u32).map(HexId)
    }

    /// Where a hex lies.
    pub fn hex(&self, id: HexId) -> Hex {
        self.hexes[id.index()]
    }

    /// Where a space lies.
    pub fn hex_of(&self, id: SpaceId) -> Hex {
        self.hex(self.space(id).hex)
    }

    /// The hex at these coordinates, if the board has it.
    pub fn hex_id(&self, hex: Hex) -> Option<HexId> {
        let cell = self.grid.cell(i32::from(hex.q), i32::from(hex.r))?;
        (cell.hex != NONE).then_some(HexId(cell.hex))
    }

    /// Spaces of a hex, lowest first.
    pub fn spaces_on(&self, hex: HexId) -> &[SpaceId] {
        self.spaces_on.row(hex.index())
    }

    /// The space of a hex at a level.
    pub fn space_at(&self, hex: Hex, level: Level) -> Option<SpaceId> {
        let spaces = self.spaces_on(self.hex_id(hex)?);
        spaces.iter().copied().find(|&id| self.space(id).level == level)
    }

    /// The space called `F7/3` (hex and level), or `F7` where that hex has only one.
    pub fn space_named(&self, name: &str) -> Option<SpaceId> {
        if let Some((hex, level)) = name.split_once('/') {
            return self.space_at(self.origin.parse(hex)?, level.parse().ok()?);
        }
        match self.spaces_on(self.hex_id(self.origin.parse(name)?)?) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Hex and level, as `F7/3`.
    pub fn name_of(&self, id: SpaceId) -> String {
        format!("{}/{}", self.hex_name(self.hex_of(id)), self.space(id).level)
    }

    /// The name of a hex, as `F7`.
    pub fn hex_name(&self, hex: Hex) -> String {
        self.origin.name(hex)
    }

    /// Where the names of this board count from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The hex beyond a side, if the board has it.
    pub fn neighbour(&self, hex: HexId, side: Side) -> Option<HexId> {
        let id = self.neighbour_hexes[hex.index()][side.index()];
        (id != NONE).then_some(HexId(id))
    }

    /// Every space on each neighbouring hex, whatever the levels and walls between.
    pub fn neighbours(&self, id: SpaceId) -> impl ExactSizeIterator<Item = (Side, SpaceId)> + '_ {
        self.neighbours.row(self.space(id).hex.index()).iter().copied()
    }

    /// The edge piece on a side, as seen from this hex.
    pub fn edge(&self, hex: HexId, side: Side) -> Option<&EdgePiece> {
        self.edges[hex.index()][side.index()].as_ref()
    }

    /// The edge piece on a side of any hex, on the board or beside it.
    pub fn edge_at(&self, hex: Hex, side: Side) -> Option<EdgePiece> {
        if let Some(id) = self.hex_id(hex) {
            return self.edge(id, side).copied();
        }
        let beyond = self.hex_id(hex.step(side))?;
        self.edge(beyond, side.opposite()).map(|piece| piece.reversed())
    }

    /// Solid stretches of tiles over a hex as (bottom, top), lowest first.
    pub fn ground(&self, hex: HexId) -> &[(Level, Level)] {
        self.grounds.row(hex.index())
    }

    /// Solid stretches of tiles and hex-wide obstacles as (bottom, top), lowest first.
    pub fn solids(&self, hex: HexId) -> &[(Level, Level)] {
        self.solids.row(hex.index())
    }

    /// The lowest obstacle on a hex.
    pub fn obstacle(&self, hex: HexId) -> Option<&Prism> {
        self.obstacles(hex).first()
    }

    /// All obstacles on a hex, lowest first.
    pub fn obstacles(&self, hex: HexId) -> &[Prism] {
        self.obstacles.row(hex.index())
    }

    /// The lowest underside above a space: tiles or an obstacle hanging over it.
    pub fn underside_above(&self, id: SpaceId) -> Option<Level> {
        self.space(id).underside
    }

    /// Highest level of anything solid over a hex.
    pub fn highest(&self, hex: HexId) -> Level {
        let hex = self.hex(hex);
        self.grid.cell(i32::from(hex.q), i32::from(hex.r)).map_or(0, |cell| cell.top)
    }

    /// Fewest steps over hexes of the board, obstacles included and gaps gone round; 0 from a hex
    /// to itself; nothing if no chain of hexes joins them. On a large board many questions with one
    /// and the same `to` are answered by one search.
    pub fn range(&self, from: HexId, to: HexId) -> Option<u16> {
        self.ranges.between(&self.neighbour_hexes, from.index(), to.index())
    }

    /// The same board with its names counted from another column and row.
    #[must_use]
    pub fn named_from(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// What is unusual about this board.
    pub fn warnings(&self) -> &[BoardWarning] {
        &self.warnings
    }

    pub(super) fn assemble(
        piles: &BTreeMap<Hex, Pile>,
        edges: &BTreeMap<(Hex, Side), EdgePiece>,
        warnings: Vec<BoardWarning>,
    ) -> Self {
        let mut hexes: Vec<Hex> = piles.keys().copied().collect();
        hexes.sort_unstable_by_key(|hex| (hex.r, hex.q));
        let mut board = Self {
            grid: Grid::around(&hexes),
            origin: Origin::of(hexes.iter().copied()),
            edges: vec![[None; 6]; hexes.len()],
            hexes,
            warnings,
            ..Self::default()
        };
        for id in 0..board.hexes.len() {
            board.add_hex(id, &piles[&board.hexes[id]]);
        }
        board.link();
        for (&(hex, side), &piece) in edges {
            board.add_edge(hex, side, piece);
        }
        board.ranges = Ranges::new(&board.neighbour_hexes);
        board
    }

    fn add_hex(&mut self, id: usize, pile: &Pile) {
        let first = self.spaces.len() as u32;
        for (level, kind) in pile.surfaces() {
            let hanging = pile.ground().into_iter().map(|(bottom, _)| bottom);
            let obstacles = pile.obstacles.iter().filter(|prism| !prism.stands);
            let underside = hanging
                .chain(obstacles.map(|prism| prism.base))
                .filter(|&bottom| bottom > level)
                .min();
            self.spaces.push(Space { hex: HexId(id as u32), level, kind, underside });
        }
        self.spaces_on.push((first..self.spaces.len() as u32).map(SpaceId));
        let mut obstacles = pile.obstacles.clone();
        obstacles.sort_unstable_by_key(|prism| prism.base);
        let tops = pile.solids().into_iter().map(|(_, top)| top);
        let top = tops.chain(obstacles.iter().map(Prism::top)).max().unwrap_or(0);
        let narrow = obstacles.iter().any(|prism| !prism.width.is_full());
        let hex = self.hexes[id];
        if let Some(cell) = self.grid.at(hex) {
            *cell = Cell { hex: id as u32, top, edges: 0, narrow };
        }
        self.grounds.push(pile.ground());
        self.solids.push(pile.solids());
        self.obstacles.push(obstacles);
    }

    fn link(&mut self) {
        for id in 0..self.hexes.len() {
            let hex = self.hexes[id];
            let ids = Side::ALL.map(|side| self.hex_id(hex.step(side)).map_or(NONE, |id| id.0));
            self.neighbour_hexes.push(ids);
            let mut row = Vec::new();
            for side in Side::ALL {
                if let Some(next) = self.neighbour(HexId(id as u32), side) {
                    row.extend(self.spaces_on(next).iter().map(|&space| (side, space)));
                }
            }
            self.neighbours.push(row);
        }
    }

    fn add_edge(&mut self, hex: Hex, side: Side, piece: EdgePiece) {
        let beyond = hex.step(side);
        if let Some(id) = self.hex_id(hex) {
            self.edges[id.index()][side.index()] = Some(piece);
        }
        if let Some(id) = self.hex_id(beyond) {
            self.edges[id.index()][side.opposite().index()] = Some(piece.reversed());
        }
        // The two hexes at the ends of the side touch it with a corner only.
        let (left, right) = (side.counterclockwise(), side.clockwise());
        let marks = [
            (hex, side.index()),
            (beyond, side.opposite().index()),
            (hex.step(left), 6 + left.opposite().index()),
            (hex.step(right), 6 + right.opposite().clockwise().index()),
        ];
        for (hex, bit) in marks {
            if let Some(cell) = self.grid.at(hex) {
                cell.edges |= 1 << bit;
            }
        }
    }
}
