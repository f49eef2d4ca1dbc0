//! The ground of a game: a battlefield built into a board, with what each space does.

use crate::position::passages::Passage;
use crate::position::structures::{self, Doorway, Ladder};
use crate::tables::abilities::Ability;
use crate::tables::battlefield::{self, Battlefield, IceMode, SnowMode, on_board, side_on_board};
use crate::tables::catalog::{Edge, GlyphId, Terrain};
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Places};
use umpire_core::hex::{
    Board, BoardBuilder, EdgePiece, Hex, Level, Origin, Prism, Rows, Side, SpaceId,
};

/// What a space does, drawn from its row of the terrain table and the scenario's modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpaceRules {
    /// Points for entering, without levels (HS-4.1.2).
    pub enter_cost: i16,
    /// Whether entering ends a move (HS-4.1.10).
    pub stop: bool,
    /// Whether landing here is never a fall (HS-4.3.2).
    pub fall_safe: bool,
    /// Whether it counts as road (HS-5.5.1).
    pub road: bool,
    /// Points more for a move wholly on road that begins here.
    pub start_bonus: i16,
    /// Numbers of a d20 that destroy whoever ends a move here: first and last.
    pub destroys: Option<(u8, u8)>,
    /// Whether figures here roll at the end of the round.
    pub hazard: bool,
    /// Whether no glyph may lie here (HS-5.4.2).
    pub refuses_glyphs: bool,
    /// Whether water's ability spares a figure.
    pub spares_swimmers: bool,
    /// Whether lava's ability spares a figure.
    pub spares_lava_resistant: bool,
    /// Whether a jungle piece stands on a neighbouring hex (HS-5.9.2).
    pub jungle: bool,
    /// Whether it is a rung of a ladder (HS-5.8.4).
    pub rung: bool,
    /// The ladder it belongs to.
    pub ladder: Option<u16>,
    /// The door that shuts it (HS-5.8.2).
    pub door: Option<u8>,
    /// Its row in the terrain tables.
    pub row: u16,
}

/// What a kind of edge piece does beyond standing there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EdgeRules {
    /// Whether its height counts from the side one comes from (HS-5.7.1).
    pub two_faces: bool,
    /// Whether a figure may climb over it.
    pub climb: bool,
    /// Height on the inner side, where a figure may sight from a mark on the wall.
    pub marks: Option<Level>,
    /// Dice it adds to the defense of whoever stands behind it (HS-5.8.3).
    pub cover_dice: i32,
}

/// A glyph as the battlefield lays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlyphLaid {
    /// Where.
    pub space: SpaceId,
    /// Which, if the battlefield says.
    pub kind: Option<GlyphId>,
    /// Whether all may read it.
    pub face_up: bool,
}

/// The battlefield of a game.
#[derive(Debug, Clone, Default)]
pub struct Ground {
    /// Its name.
    pub name: String,
    /// Spaces, heights, sight.
    pub board: Board,
    /// What each space does.
    pub rules: Vec<SpaceRules>,
    /// What a tile of each row does where it is laid during the game.
    pub laid: Vec<SpaceRules>,
    /// Start zones: the letter of the seat and its spaces.
    pub zones: Vec<(char, Vec<SpaceId>)>,
    /// Glyphs at the start.
    pub glyphs: Vec<GlyphLaid>,
    /// Ladders.
    pub ladders: Vec<Ladder>,
    /// Doorways with doors.
    pub doorways: Vec<Doorway>,
    /// What has to be said aloud: pieces whose rules are deferred, and how it cannot be built.
    pub warnings: Vec<String>,
    /// The hexes of obstacles, the number of the obstacle on each, and its row of the obstacle table.
    obstacles: Vec<(Hex, (usize, u16))>,
    /// How each kind of edge piece is crossed and sighted over, by number of the edge table.
    edges: Vec<EdgeRules>,
    /// Every step, by the space it leads from.
    pub(crate) passages: Rows<Passage>,
}

fn edge_rules(row: &Edge) -> EdgeRules {
    let (inside, outside) = row.heights();
    let marks = (row.sight_marks && inside != outside).then_some(inside);
    let (two_faces, climb, cover_dice) = (row.has_two_faces(), row.climb, row.cover_dice);
    EdgeRules { two_faces, climb, marks, cover_dice }
}

/// Obstacles that stand on fluid tiles other than their own base, as nothing can (HS-5.10.1): the first
/// of each kind.
fn unbuildable(
    field: &Battlefield,
    terrain: &Terrain,
    pieces: &battlefield::Pieces,
) -> Vec<String> {
    let is_fluid = |kind: &str| {
        let row = terrain.tile_named(kind).map(|kind| &terrain.tiles[kind]);
        row.is_some_and(|row| row.tags.iter().any(|tag| tag == "fluid"))
    };
    let fluid: BTreeMap<_, &str> = field
        .tiles
        .iter()
        .filter(|tile| is_fluid(&tile.kind))
        .map(|tile| ((tile.hex, tile.layer), tile.kind.as_str()))
        .collect();
    let mut told: BTreeMap<&str, String> = BTreeMap::new();
    for piece in &field.obstacles {
        let base = terrain.obstacle_named(&piece.kind);
        let base = base.and_then(|kind| terrain.obstacles[kind].base.as_deref());
        for (hex, _) in pieces.filled(piece) {
            let below = fluid.get(&(hex, piece.level + 1)).filter(|kind| Some(**kind) != base);
            let Some(below) = below else { continue };
            let says = format!("`{}` stands on `{below}` at {hex}", piece.kind);
            told.entry(&piece.kind)
                .or_insert_with(|| format!("{says}, on which nothing can be built (HS-5.10.1)"));
        }
    }
    told.into_values().collect()
}

/// What a tile of a row does, whatever is built on it or stands beside it.
fn tile_rules(field: &Battlefield, terrain: &Terrain, row: u16) -> SpaceRules {
    let tile = &terrain.tiles[usize::from(row)];
    let mode = match tile.id.as_str() {
        "snow" if field.snow == SnowMode::Heavy => tile.modes.get("heavy"),
        "ice" if field.ice == IceMode::Slippery => tile.modes.get("slippery"),
        _ => None,
    };
    SpaceRules {
        enter_cost: mode.and_then(|mode| mode.enter_cost).unwrap_or(tile.enter_cost),
        stop: mode.and_then(|mode| mode.stop).unwrap_or(tile.stop),
        fall_safe: tile.fall_safe,
        road: tile.road,
        start_bonus: tile.start_bonus_move,
        destroys: tile.on_enter.as_ref().map(|enter| enter.destroyed_on),
        hazard: tile.on_round_end.is_some(),
        spares_swimmers: tile.immune.contains(&Ability::WaterNoStop),
        spares_lava_resistant: tile.immune.contains(&Ability::LavaResistant),
        refuses_glyphs: tile.refuses_glyphs(),
        row,
        ..SpaceRules::default()
    }
}

impl Ground {
    /// Builds the board. `places` names where in the battlefield's file a fault lies.
    pub fn build(
        field: &Battlefield,
        terrain: &Terrain,
        pieces: &battlefield::Pieces,
        glyph_named: &dyn Fn(&str) -> Option<GlyphId>,
        places: &Places,
    ) -> Result<Ground, Vec<DataError>> {
        let mut builder = BoardBuilder::new();
        let mut jungle = Vec::new();
        let mut obstacles = Vec::new();
        let mut warnings = Vec::new();
        let (mut ladders, mut doorways) = (Vec::new(), Vec::new());
        for tile in &field.tiles {
            if let Some(kind) = terrain.tile_named(&tile.kind) {
                let thick = terrain.tiles[kind].thick;
                builder.tile(on_board(tile.hex), tile.layer, kind as u16, thick);
            }
        }
        for (number, piece) in field.obstacles.iter().enumerate() {
            let Some(kind) = terrain.obstacle_named(&piece.kind) else { continue };
            let row = &terrain.obstacles[kind];
            let filled = pieces.filled(piece).into_iter();
            let hexes: Vec<Hex> = filled.map(|(hex, _)| on_board(hex)).collect();
            doorways.extend(structures::doorway(piece, &hexes, kind, terrain));
            for (at, hex) in hexes.into_iter().enumerate() {
                let mut height = row.heights.get(at).or(row.heights.last()).copied().unwrap_or(0);
                let mut base = piece.level;
                if let Some(opening) = row.doorway.filter(|opening| opening.at() == at) {
                    // What is left of the arch over its doorway.
                    (base, height) = (base + opening.height, height - opening.height);
                }
                let kind = kind as u16;
                builder
                    .obstacle(hex, Prism { base, height, width: row.width, kind, stands: false });
                obstacles.push((hex, (number, kind)));
                if row.jungle {
                    jungle.push(hex);
                }
            }
        }
        let is_fluid =
            |kind: &str| terrain.tile_named(kind).is_some_and(|tile| !terrain.tiles[tile].thick);
        let mut surfaces: BTreeMap<battlefield::Hex, Vec<Level>> = BTreeMap::new();
        for (space, _) in field.surfaces(&is_fluid) {
            surfaces.entry(space.hex).or_default().push(space.level);
        }
        for piece in &field.edges {
            let Some(kind) = terrain.edge_named(&piece.kind) else { continue };
            let row = &terrain.edges[kind];
            if !row.does_something() {
                let says = format!("`{}` stands on the battlefield and does nothing yet", row.id);
                warnings.push(format!("{says} ({})", row.rule));
                continue;
            }
            let (height_here, height_beyond) = row.heights();
            if let Some(rung) = row.rung.as_deref().and_then(|rung| terrain.tile_named(rung)) {
                if surfaces.contains_key(&piece.hex) {
                    let (hex, side) = Ground::ladder_place(piece);
                    for level in piece.level + 1..=piece.level + height_here {
                        builder.ledge(hex, level, rung as u16);
                    }
                    ladders.push((hex, side, kind));
                }
                continue;
            }
            let kind = kind as u16;
            let mut base = piece.level;
            if row.has_two_faces() {
                // One top for both faces: the higher of what each side makes it (HS-5.7.1).
                let outer = surfaces.get(&piece.hex.across(piece.side)).into_iter().flatten();
                let outer = outer.min_by_key(|level| (*level - base).abs()).copied();
                let top = (base + height_here).max(outer.unwrap_or(base) + height_beyond);
                base = top - height_here.max(height_beyond);
            }
            let edge = EdgePiece { base, height_here, height_beyond, kind };
            builder.edge(on_board(piece.hex), side_on_board(piece.side), edge);
        }
        warnings.dedup();
        warnings.extend(unbuildable(field, terrain, pieces));
        let board = builder.build().map_err(|faults| {
            faults.iter().map(|fault| places.fault("", fault.to_string())).collect::<Vec<_>>()
        })?;
        let board = board.named_from(Origin { column: 0, row: 0 });
        let mut ground = Ground {
            name: field.name.clone(),
            rules: Vec::new(),
            laid: Vec::new(),
            zones: Vec::new(),
            glyphs: Vec::new(),
            obstacles,
            ladders: Vec::new(),
            doorways: Vec::new(),
            edges: terrain.edges.iter().map(edge_rules).collect(),
            passages: Rows::default(),
            board,
            warnings,
        };
        let rows = 0..terrain.tiles.len() as u16;
        ground.laid = rows.map(|row| tile_rules(field, terrain, row)).collect();
        ground.rules = ground.space_rules(terrain, &jungle);
        ground.find_structures(&ladders, doorways, terrain);
        ground.measure_passages();
        ground.zones = field
            .start
            .iter()
            .map(|zone| {
                let spaces = zone.spaces.iter().filter_map(|space| ground.space(*space)).collect();
                (zone.seat, spaces)
            })
            .collect();
        for glyph in &field.glyphs {
            let Some(space) = ground.space(glyph.space) else { continue };
            let kind = glyph.kind.as_deref().and_then(glyph_named);
            ground.glyphs.push(GlyphLaid { space, kind, face_up: glyph.face_up });
        }
        Ok(ground)
    }

    /// Gives a battlefield without start zones two: the spaces at its western and eastern ends.
    pub fn add_start_zones(&mut self) {
        const SPACES: usize = 24;
        let stands = |space: &SpaceId| !self.at(*space).rung && self.at(*space).door.is_none();
        let mut spaces: Vec<SpaceId> = self.board.space_ids().filter(stands).collect();
        spaces.sort_by_key(|space| {
            let (column, row) = self.board.hex_of(*space).to_offset();
            (column, row, self.level(*space))
        });
        let each = SPACES.min(spaces.len() / 2);
        let east = spaces.split_off(spaces.len() - each);
        spaces.truncate(each);
        self.zones = vec![('A', spaces), ('B', east)];
        let words =
            "the battlefield has no start zones: A begins at its western end, B at its eastern";
        self.warnings.push(words.to_string());
    }

    fn space(&self, space: battlefield::Space) -> Option<SpaceId> {
        self.board.space_at(on_board(space.hex), space.level)
    }

    fn space_rules(&self, terrain: &Terrain, jungle: &[Hex]) -> Vec<SpaceRules> {
        let rungs = terrain.edges.iter().filter_map(|edge| edge.rung.as_deref());
        let rungs: Vec<usize> = rungs.filter_map(|rung| terrain.tile_named(rung)).collect();
        let rules = |space: SpaceId| {
            let kind = self.board.space(space).kind;
            let hex = self.board.hex_of(space);
            SpaceRules {
                jungle: jungle.iter().any(|piece| piece.distance(hex) == 1),
                rung: rungs.contains(&usize::from(kind)),
                ..self.laid[usize::from(kind)]
            }
        };
        self.board.space_ids().map(rules).collect()
    }

    /// What the tile of a space does: its own, or the last that was laid there.
    #[inline]
    pub fn tile_at(&self, laid: &[(SpaceId, u16)], space: SpaceId) -> &SpaceRules {
        let row = laid.iter().rev().find(|(at, _)| *at == space).map(|(_, row)| *row);
        row.and_then(|row| self.laid.get(usize::from(row))).unwrap_or(self.at(space))
    }

    /// What a space does as the battlefield has it; [`Ground::tile_at`] heeds tiles laid since.
    #[inline]
    pub fn at(&self, space: SpaceId) -> &SpaceRules {
        &self.rules[space.index()]
    }

    /// The numbers of the obstacles on hexes beside a space, with their rows of the obstacle table.
    pub fn obstacles_beside(&self, space: SpaceId) -> impl Iterator<Item = (usize, u16)> {
        let hex = self.board.hex_of(space);
        let beside = self.obstacles.iter().filter(move |(at, _)| at.distance(hex) == 1);
        beside.map(|(_, obstacle)| *obstacle)
    }

    /// Levels of room above a space, where anything hangs over it (HS-4.1.7).
    #[inline]
    pub fn room(&self, space: SpaceId) -> Option<Level> {
        Some(self.board.underside_above(space)? - self.level(space))
    }

    /// The level of a space.
    #[inline]
    pub fn level(&self, space: SpaceId) -> Level {
        self.board.space(space).level
    }

    /// The edge piece between two neighbouring hexes, seen from the first.
    #[inline]
    pub fn edge(&self, from: SpaceId, side: Side) -> Option<&EdgePiece> {
        self.board.edge(self.board.space(from).hex, side)
    }

    /// How an edge piece is crossed and sighted over.
    pub fn edge_kind(&self, edge: &EdgePiece) -> EdgeRules {
        self.edges.get(usize::from(edge.kind)).copied().unwrap_or_default()
    }

    /// The side of a hex on which another lies, if they neighbour.
    pub fn side(&self, from: SpaceId, to: SpaceId) -> Option<Side> {
        self.board.hex_of(from).side_towards(self.board.hex_of(to))
    }

    /// The name of a space.
    pub fn name(&self, space: SpaceId) -> String {
        if space.index() < self.board.spaces() {
            self.board.name_of(space)
        } else {
            format!("space #{}", space.index())
        }
    }
}
