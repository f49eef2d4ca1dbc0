//! Building a board from tiles, obstacles and edge pieces, with every fault found on the way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::board::Board;
use super::coordinates::{Hex, Level, Side};

/// Highest level and layer a board may have.
pub const LEVEL_LIMIT: Level = 10_000;
/// Largest axial coordinate, either way, a board may have.
pub const COORDINATE_LIMIT: i16 = 10_000;
/// Most spaces, and most hexes, a board may have.
pub const SPACE_LIMIT: usize = 200_000;
/// Largest bounding parallelogram of a board, in hexes.
pub const AREA_LIMIT: usize = 4_000_000;

/// How wide an obstacle is, as a part of its hex, shrunk about the centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Width {
    /// Parts taken.
    pub numerator: u8,
    /// Parts the hex is cut into.
    pub denominator: u8,
}

impl Width {
    /// The whole hex.
    pub const FULL: Self = Self { numerator: 1, denominator: 1 };

    /// A part of the hex; nothing unless it lies above 0 and is at most 1.
    pub const fn new(numerator: u8, denominator: u8) -> Option<Self> {
        let width = Self { numerator, denominator };
        if width.is_valid() { Some(width) } else { None }
    }

    /// Whether it fills the hex up to its sides.
    pub const fn is_full(self) -> bool {
        self.numerator == self.denominator
    }

    const fn is_valid(self) -> bool {
        0 < self.numerator && self.numerator <= self.denominator
    }
}

/// An upright obstacle that fills one hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prism {
    /// Level it stands on.
    pub base: Level,
    /// Levels from its base to its top.
    pub height: Level,
    /// Its outline within the hex.
    pub width: Width,
    /// What it is: a number the ruleset gives.
    pub kind: u16,
    /// Whether the surfaces inside it remain spaces a unit may stand on.
    pub stands: bool,
}

impl Prism {
    /// Level of its top.
    pub const fn top(&self) -> Level {
        self.base.saturating_add(self.height)
    }
}

/// A thin upright wall on the side between two hexes, as seen from one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EdgePiece {
    /// Level its foot stands on.
    pub base: Level,
    /// Its height above `base` for whoever stands on this hex.
    pub height_here: Level,
    /// Its height above `base` for whoever stands beyond.
    pub height_beyond: Level,
    /// What it is: a number the ruleset gives.
    pub kind: u16,
}

impl EdgePiece {
    /// Level up to which it stops sight: the higher of its two tops.
    pub fn top(&self) -> Level {
        self.base.saturating_add(self.height_here.max(self.height_beyond))
    }

    /// The same piece seen from the other hex.
    pub const fn reversed(self) -> Self {
        Self { height_here: self.height_beyond, height_beyond: self.height_here, ..self }
    }
}

/// Why a board cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum BoardFault {
    #[error("hex {},{}: two tiles in layer {layer}", hex.q, hex.r)]
    TwoTiles { hex: Hex, layer: Level },
    #[error("hex {},{}: layer {layer} is not between 1 and {LEVEL_LIMIT}", hex.q, hex.r)]
    Layer { hex: Hex, layer: Level },
    #[error("hex {},{}: a ledge at level {level} is not between 0 and {LEVEL_LIMIT}", hex.q, hex.r)]
    Ledge { hex: Hex, level: Level },
    #[error("hex {},{}: further than {COORDINATE_LIMIT} from the origin", hex.q, hex.r)]
    Coordinates { hex: Hex },
    #[error("hex {},{}: two obstacles overlap at level {level}", hex.q, hex.r)]
    TwoObstacles { hex: Hex, level: Level },
    #[error("hex {},{}: obstacle from {base}, {height} high, does not fit 0 to {LEVEL_LIMIT}", hex.q, hex.r)]
    ObstacleHeight { hex: Hex, base: Level, height: Level },
    #[error("hex {},{}: obstacle width {numerator}/{denominator} is not above 0 and at most 1", hex.q, hex.r)]
    ObstacleWidth { hex: Hex, numerator: u8, denominator: u8 },
    #[error("hex {},{}: two edge pieces on the {side:?} side", hex.q, hex.r)]
    TwoEdges { hex: Hex, side: Side },
    #[error("hex {},{}: edge piece on the {side:?} side touches no hex of the board", hex.q, hex.r)]
    LooseEdge { hex: Hex, side: Side },
    #[error("hex {},{}: edge piece on the {side:?} side does not fit 0 to {LEVEL_LIMIT}", hex.q, hex.r)]
    EdgeHeight { hex: Hex, side: Side },
    #[error("{found} spaces on {hexes} hexes; at most {SPACE_LIMIT} of each")]
    TooManySpaces { found: usize, hexes: usize },
    #[error("{columns} by {rows} hexes from end to end; at most {AREA_LIMIT} in all")]
    TooSpread { columns: usize, rows: usize },
}

/// What is unusual about a board, though allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardWarning {
    /// Nothing directly beneath this tile holds it: an overhang, or a slip.
    TileInTheAir {
        /// Where.
        hex: Hex,
        /// The tile's layer.
        layer: Level,
    },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    pub(super) kind: u16,
    pub(super) thick: bool,
}

/// Everything laid on one hex.
#[derive(Debug, Clone, Default)]
pub(super) struct Pile {
    pub(super) tiles: BTreeMap<Level, Tile>,
    pub(super) obstacles: Vec<Prism>,
    /// Kinds of ledges by level.
    pub(super) ledges: BTreeMap<Level, u16>,
}

/// Tiles, obstacles and edge pieces on their way to becoming a [`Board`].
#[derive(Debug, Clone, Default)]
pub struct BoardBuilder {
    piles: BTreeMap<Hex, Pile>,
    edges: BTreeMap<(Hex, Side), EdgePiece>,
    faults: Vec<BoardFault>,
}

impl BoardBuilder {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lays a tile in `layer`, counted from 1 at the table.
    ///
    /// A thick tile of layer n fills the levels n-1 to n and is stood on at level n. A thin tile
    /// of layer n lies on level n-1, fills nothing and is stood on at level n-1.
    pub fn tile(&mut self, hex: Hex, layer: Level, kind: u16, thick: bool) -> &mut Self {
        if !(1..=LEVEL_LIMIT).contains(&layer) {
            self.faults.push(BoardFault::Layer { hex, layer });
        } else if self.place(hex)
            && self
                .piles
                .entry(hex)
                .or_default()
                .tiles
                .insert(layer, Tile { kind, thick })
                .is_some()
        {
            self.faults.push(BoardFault::TwoTiles { hex, layer });
        }
        self
    }

    /// Fixes a ledge: a surface that fills nothing and lies on nothing. Where a tile gives a surface at
    /// that level, or something solid is there, the ledge is none.
    pub fn ledge(&mut self, hex: Hex, level: Level, kind: u16) -> &mut Self {
        if !(0..=LEVEL_LIMIT).contains(&level) {
            self.faults.push(BoardFault::Ledge { hex, level });
        } else if self.place(hex) {
            self.piles.entry(hex).or_default().ledges.insert(level, kind);
        }
        self
    }

    /// Puts up an obstacle. It takes away the surfaces within it, its foot included, unless it
    /// says that they can be stood on; a tile on its top gives a surface as any tile does.
    pub fn obstacle(&mut self, hex: Hex, prism: Prism) -> &mut Self {
        let Prism { base, height, width, .. } = prism;
        if base < 0 || height < 0 || i32::from(base) + i32::from(height) > i32::from(LEVEL_LIMIT) {
            self.faults.push(BoardFault::ObstacleHeight { hex, base, height });
        } else if !width.is_valid() {
            let Width { numerator, denominator } = width;
            self.faults.push(BoardFault::ObstacleWidth { hex, numerator, denominator });
        } else if self.place(hex) {
            let pile = self.piles.entry(hex).or_default();
            let overlaps = |other: &&Prism| {
                other.base == base || (other.base < prism.top() && base < other.top())
            };
            if let Some(other) = pile.obstacles.iter().find(overlaps) {
                let level = base.max(other.base);
                self.faults.push(BoardFault::TwoObstacles { hex, level });
            }
            pile.obstacles.push(prism);
        }
        self
    }

    /// Puts up a wall on a side; one of the two hexes must belong to the board.
    pub fn edge(&mut self, hex: Hex, side: Side, piece: EdgePiece) -> &mut Self {
        let top = i32::from(piece.base) + i32::from(piece.height_here.max(piece.height_beyond));
        let lowest = piece.base.min(piece.height_here).min(piece.height_beyond);
        if lowest < 0 || top > i32::from(LEVEL_LIMIT) {
            self.faults.push(BoardFault::EdgeHeight { hex, side });
        } else if self.place(hex) {
            let (key, piece) = if side.index() < 3 {
                ((hex, side), piece)
            } else {
                ((hex.step(side), side.opposite()), piece.reversed())
            };
            if self.edges.insert(key, piece).is_some() {
                self.faults.push(BoardFault::TwoEdges { hex, side });
            }
        }
        self
    }

    /// The board, or every fault found.
    pub fn build(&self) -> Result<Board, Vec<BoardFault>> {
        let mut faults = self.faults.clone();
        for &(hex, side) in self.edges.keys() {
            if !self.piles.contains_key(&hex) && !self.piles.contains_key(&hex.step(side)) {
                faults.push(BoardFault::LooseEdge { hex, side });
            }
        }
        self.check_extent(&mut faults);
        if faults.is_empty() {
            return Ok(Board::assemble(&self.piles, &self.edges, self.warnings()));
        }
        Err(faults)
    }

    fn place(&mut self, hex: Hex) -> bool {
        let limit = -COORDINATE_LIMIT..=COORDINATE_LIMIT;
        let fits = limit.contains(&hex.q) && limit.contains(&hex.r);
        if !fits {
            self.faults.push(BoardFault::Coordinates { hex });
        }
        fits
    }

    fn check_extent(&self, faults: &mut Vec<BoardFault>) {
        let found = self.piles.values().map(|pile| pile.surfaces().len()).sum();
        let hexes = self.piles.len();
        if found > SPACE_LIMIT || hexes > SPACE_LIMIT {
            faults.push(BoardFault::TooManySpaces { found, hexes });
        }
        let extent = |pick: fn(&Hex) -> i16| {
            let values = || self.piles.keys().map(pick).map(i32::from);
            let ends = values().min().zip(values().max());
            ends.map_or(0, |(low, high)| (high - low + 1) as usize)
        };
        let (columns, rows) = (extent(|hex| hex.q), extent(|hex| hex.r));
        if columns * rows > AREA_LIMIT {
            faults.push(BoardFault::TooSpread { columns, rows });
        }
    }

    fn warnings(&self) -> Vec<BoardWarning> {
        let mut warnings = Vec::new();
        for (&hex, pile) in &self.piles {
            for &layer in pile.tiles.keys().filter(|&&layer| layer > 1) {
                let held = pile.tiles.get(&(layer - 1)).is_some_and(|below| below.thick)
                    || pile.obstacles.iter().any(|obstacle| obstacle.top() == layer - 1);
                if !held {
                    warnings.push(BoardWarning::TileInTheAir { hex, layer });
                }
            }
        }
        warnings
    }
}

impl Pile {
    /// Solid stretches of tiles, lowest first, touching ones merged.
    pub(super) fn ground(&self) -> Vec<(Level, Level)> {
        merge(self.tiles.iter().filter(|(_, tile)| tile.thick).map(|(&n, _)| (n - 1, n)).collect())
    }

    /// Ground and the obstacles as wide as the hex, touching ones merged.
    pub(super) fn solids(&self) -> Vec<(Level, Level)> {
        let full = self.obstacles.iter().filter(|prism| prism.width.is_full() && prism.height > 0);
        merge(
            self.ground().into_iter().chain(full.map(|prism| (prism.base, prism.top()))).collect(),
        )
    }

    /// Level and kind of each surface that can be stood on, lowest first.
    pub(super) fn surfaces(&self) -> Vec<(Level, u16)> {
        let mut surfaces = BTreeMap::new();
        for (&layer, tile) in &self.tiles {
            if !tile.thick {
                surfaces.insert(layer - 1, tile.kind);
            } else if !self.tiles.get(&(layer + 1)).is_some_and(|above| above.thick) {
                surfaces.entry(layer).or_insert(tile.kind);
            }
        }
        let ground = self.ground();
        let inside = |level: Level| ground.iter().any(|(low, top)| *low <= level && level < *top);
        for (&level, &kind) in self.ledges.iter().filter(|(level, _)| !inside(**level)) {
            surfaces.entry(level).or_insert(kind);
        }
        let taken = |level: Level| {
            let inside = |prism: &Prism| {
                !prism.stands && prism.base <= level && (level < prism.top() || level == prism.base)
            };
            self.obstacles.iter().any(inside)
        };
        surfaces.into_iter().filter(|&(level, _)| !taken(level)).collect()
    }
}

fn merge(mut intervals: Vec<(Level, Level)>) -> Vec<(Level, Level)> {
    intervals.sort_unstable();
    let mut merged: Vec<(Level, Level)> = Vec::with_capacity(intervals.len());
    for (bottom, top) in intervals {
        match merged.last_mut() {
            Some(last) if bottom <= last.1 => last.1 = last.1.max(top),
            _ => merged.push((bottom, top)),
        }
    }
    merged
}
