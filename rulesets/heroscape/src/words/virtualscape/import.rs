//! From the records of a Virtualscape document to a battlefield.

use std::collections::{BTreeMap, BTreeSet};

use super::bytes::ImportFault;
use super::document::{Document, Record};
use super::report::{Report, Warning};
use crate::tables::battlefield::{
    Battlefield, Class, GlyphPlaced, Hex, ObstaclePiece, Piece, Pieces, Space, StartZone, Tile,
};
use crate::words::exchange::GLYPH;

/// Reads a `.hsc` file of any version.
///
/// Everything is moved so that the field begins at column `A` and at row 1 or 2. Figures are reported, not placed.
pub fn read(bytes: &[u8], pieces: &Pieces) -> Result<(Battlefield, Report), ImportFault> {
    let document = Document::read(bytes)?;
    let in_files = |code: i32| pieces.by_code(code).filter(|_| code < Pieces::FIRST_OWN_CODE);
    Import::run(&document.records, pieces, &in_files).map(|import| import.finish(document))
}

/// A battlefield of pieces of any code, with no name yet; the report says nothing of a file.
///
/// # Errors
/// Where they lie too far from one another.
pub(crate) fn assemble(
    records: &[Record],
    pieces: &Pieces,
) -> Result<(Battlefield, Report), ImportFault> {
    let Import { mut field, mut report, moved, .. } =
        Import::run(records, pieces, &|code| pieces.by_code(code))?;
    put_in_order(&mut field);
    (report.records, report.moved) = (records.len(), moved);
    Ok((field, report))
}

/// The piece of a code.
type Lookup<'p, 'l> = &'l dyn Fn(i32) -> Option<&'p Piece>;

struct Import<'p, 'l> {
    pieces: &'p Pieces,
    piece: Lookup<'p, 'l>,
    moved: (i32, i32),
    field: Battlefield,
    report: Report,
    /// The piece first found in a hex and layer.
    occupied: BTreeMap<(Hex, i16), &'p str>,
    fluids: BTreeSet<(Hex, i16)>,
    /// The obstacle standing on a hex at a level.
    standing: BTreeMap<Space, &'p str>,
    unknown: BTreeMap<i32, usize>,
    left_out: BTreeMap<String, usize>,
}

/// The hex a record is placed by, before anything is moved.
fn raw_hex(record: &Record) -> Hex {
    let narrow = |value: i32| i16::try_from(value).expect("checked when the record was read");
    Hex { column: narrow(record.column), row: narrow(record.row) }
}

fn rotation(record: &Record) -> u8 {
    record.rotation.rem_euclid(6) as u8
}

fn glyph_letter(record: &Record) -> Option<char> {
    let letter = record.code.checked_sub(GLYPH).filter(|letter| (33..127).contains(letter))?;
    char::from_u32(u32::try_from(letter).ok()?)
}

/// Columns and rows to take away, so that the smallest are 0; an even number of rows, so that no row changes its shift.
fn moved(records: &[Record], lookup: Lookup) -> Result<(i32, i32), ImportFault> {
    let hexes = records.iter().flat_map(|record| {
        let hex = raw_hex(record);
        match lookup(record.code) {
            Some(piece) => match piece.class {
                Class::Figure | Class::Personal | Class::Ornament => Vec::new(),
                _ => piece.hexes(hex, rotation(record)).collect(),
            },
            None => glyph_letter(record).map(|_| hex).into_iter().collect(),
        }
    });
    let (mut least, mut most) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for hex in hexes {
        let (column, row) = (i32::from(hex.column), i32::from(hex.row));
        least = (least.0.min(column), least.1.min(row));
        most = (most.0.max(column), most.1.max(row));
    }
    if least.0 > most.0 {
        return Ok((0, 0));
    }
    least.1 -= least.1 & 1;
    let (columns, rows) = (most.0 - least.0 + 1, most.1 - least.1 + 1);
    match columns.max(rows) <= i32::from(Hex::MOST) {
        true => Ok(least),
        false => Err(ImportFault::TooWide { columns, rows, most: Hex::MOST }),
    }
}

impl<'p, 'l> Import<'p, 'l> {
    fn run(
        records: &[Record],
        pieces: &'p Pieces,
        piece: Lookup<'p, 'l>,
    ) -> Result<Import<'p, 'l>, ImportFault> {
        let mut import = Import::new(pieces, piece, moved(records, piece)?);
        for record in records {
            import.place(record);
        }
        for record in records {
            import.place_edges(record);
            import.place_obstacle(record);
        }
        import.warn_of_pieces_in_the_air(records);
        import.mark(records);
        import.count_what_was_left_out();
        Ok(import)
    }

    fn new(pieces: &'p Pieces, piece: Lookup<'p, 'l>, moved: (i32, i32)) -> Import<'p, 'l> {
        Import {
            pieces,
            piece,
            moved,
            field: Battlefield::default(),
            report: Report::default(),
            occupied: BTreeMap::new(),
            fluids: BTreeSet::new(),
            standing: BTreeMap::new(),
            unknown: BTreeMap::new(),
            left_out: BTreeMap::new(),
        }
    }

    fn warn(&mut self, warning: Warning) {
        self.report.warn(warning);
    }

    fn is_fluid(&self, kind: &str) -> bool {
        self.pieces.is_fluid(kind)
    }

    fn hex(&self, record: &Record) -> Hex {
        let hex = raw_hex(record);
        let narrow = |value: i32| i16::try_from(value).expect("the field was measured");
        Hex {
            column: narrow(i32::from(hex.column) - self.moved.0),
            row: narrow(i32::from(hex.row) - self.moved.1),
        }
    }

    /// Counts a record, and puts it on the field if it is a tile.
    fn place(&mut self, record: &Record) {
        let Some(piece) = (self.piece)(record.code) else {
            match glyph_letter(record) {
                Some(letter) => self.count(&format!("glyph {letter}")),
                None => *self.unknown.entry(record.code).or_default() += 1,
            }
            return;
        };
        self.count(&piece.name);
        if !(0..6).contains(&record.rotation) {
            let (piece, rotation) = (piece.name.clone(), record.rotation);
            self.warn(Warning::Rotation { piece, rotation, offset: record.offset });
        }
        if let Some(what) = &piece.leaves_out {
            *self.left_out.entry(what.clone()).or_default() += 1;
        }
        match piece.class {
            Class::Land | Class::Fluid => self.place_tile(piece, record),
            Class::Figure => self.report.figures.push(record.figure.clone()),
            Class::Personal | Class::Ornament => {
                *self.left_out.entry(piece.name.clone()).or_default() += 1;
            }
            Class::Start | Class::Obstacle | Class::Edge => {}
        }
    }

    fn count(&mut self, name: &str) {
        match self.report.pieces.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(self.report.pieces.insert(name.to_owned(), 1)),
        }
    }

    fn place_tile(&mut self, piece: &'p Piece, record: &Record) {
        let layer = layer(record);
        for hex in piece.hexes(self.hex(record), rotation(record)) {
            match self.occupied.get(&(hex, layer)) {
                Some(kept) => {
                    let (kept, left_out) = ((*kept).to_owned(), piece.name.clone());
                    self.warn(Warning::SamePlace { hex, layer, kept, left_out });
                }
                None => {
                    self.occupied.insert((hex, layer), &piece.name);
                    if piece.class == Class::Fluid {
                        self.fluids.insert((hex, layer));
                    }
                    self.field.tiles.push(Tile { layer, hex, kind: piece.kind.clone() });
                }
            }
        }
    }

    /// The level that a piece of a layer stands on: on a fluid tile that of its surface, a level lower. All tiles are known
    /// by then.
    fn stands_at(&self, hex: Hex, layer: i16) -> i16 {
        layer - 1 - i16::from(self.fluids.contains(&(hex, layer - 1)))
    }

    /// Edge pieces come after all tiles too; the hex a piece is placed by says what it stands on.
    fn place_edges(&mut self, record: &Record) {
        let Some(piece) = (self.piece)(record.code).filter(|piece| piece.class == Class::Edge)
        else {
            return;
        };
        let hex = self.hex(record);
        let level = self.stands_at(hex, layer(record));
        self.field.edges.extend(Pieces::edges(piece, hex, rotation(record), level));
    }

    /// Obstacles come after all tiles.
    fn place_obstacle(&mut self, record: &Record) {
        let Some(piece) = (self.piece)(record.code) else { return };
        if piece.class != Class::Obstacle {
            return;
        }
        let (hex, layer) = (self.hex(record), layer(record));
        let level = self.stands_at(hex, layer);
        let hexes: Vec<Hex> = piece.hexes(hex, rotation(record)).collect();
        for &hex in &hexes {
            if let Some(kept) = self.standing.get(&Space { hex, level }) {
                let (kept, left_out) = ((*kept).to_owned(), piece.name.clone());
                return self.warn(Warning::SamePlace { hex, layer, kept, left_out });
            }
        }
        for (&hex, height) in hexes.iter().zip(&piece.heights) {
            if let Some(other) = self.occupied.get(&(hex, layer)) {
                let (piece, other) = (piece.name.clone(), (*other).to_owned());
                self.warn(Warning::Overlap { hex, layer, piece, other });
            }
            for filled in layer..layer + height {
                self.occupied.entry((hex, filled)).or_insert(&piece.name);
            }
            self.standing.insert(Space { hex, level }, &piece.name);
        }
        let (kind, rotation) = (piece.kind.clone(), rotation(record));
        self.field.obstacles.push(ObstaclePiece { hex, level, kind, rotation });
    }

    /// A tile or obstacle above the table needs something under one of its hexes.
    fn warn_of_pieces_in_the_air(&mut self, records: &[Record]) {
        for record in records.iter().filter(|record| record.layer > 0) {
            let Some(piece) = (self.piece)(record.code) else { continue };
            if !matches!(piece.class, Class::Land | Class::Fluid | Class::Obstacle) {
                continue;
            }
            let (hex, layer) = (self.hex(record), layer(record));
            let mut hexes = piece.hexes(hex, rotation(record));
            if !hexes.any(|hex| self.occupied.contains_key(&(hex, layer - 1))) {
                let piece = piece.name.clone();
                self.warn(Warning::InTheAir { piece, hex, layer });
            }
        }
    }

    /// Puts glyphs and start areas on the spaces there now are, and counts those.
    fn mark(&mut self, records: &[Record]) {
        let field = std::mem::take(&mut self.field);
        let spaces = field.spaces(self.pieces, &|kind| self.is_fluid(kind));
        let mut glyphs = BTreeMap::new();
        let mut starts: BTreeMap<Space, [u8; 3]> = BTreeMap::new();
        let mut zones: BTreeMap<[u8; 3], (String, BTreeSet<Space>)> = BTreeMap::new();
        for record in records {
            let is_start =
                (self.piece)(record.code).is_some_and(|piece| piece.class == Class::Start);
            let letter = glyph_letter(record);
            if !is_start && letter.is_none() {
                continue;
            }
            let what =
                letter.map_or("a start area".to_owned(), |letter| format!("glyph `{letter}`"));
            let wanted = Space { hex: self.hex(record), level: layer(record) - 1 };
            let Some(space) = self.space_under(&spaces, wanted) else {
                self.warn(Warning::NoSpace { what, space: wanted });
                continue;
            };
            match letter {
                Some(letter) => self.place_glyph(&mut glyphs, letter, space),
                None if *starts.entry(space).or_insert(record.colour) != record.colour => {
                    self.warn(Warning::SecondStart { space });
                }
                None => {
                    let (name, zone) = zones.entry(record.colour).or_default();
                    zone.insert(space);
                    if name.is_empty() {
                        name.clone_from(&record.start_name);
                    }
                }
            }
        }
        for space in spaces.keys() {
            *self.report.spaces.entry(space.level).or_default() += 1;
        }
        let surfaces = field.surfaces(&|kind| self.is_fluid(kind));
        let highest: BTreeMap<Hex, i16> =
            surfaces.keys().map(|space| (space.hex, space.level)).collect();
        for level in highest.values() {
            *self.report.tops.entry(*level).or_default() += 1;
        }
        self.field = field;
        self.field.glyphs = glyphs.into_values().collect();
        self.seat(zones);
    }

    /// The space a marker lies on: at its own level, or on a fluid tile one layer below.
    fn space_under(&self, spaces: &BTreeMap<Space, &str>, wanted: Space) -> Option<Space> {
        if spaces.contains_key(&wanted) {
            return Some(wanted);
        }
        let below = Space { level: wanted.level - 1, ..wanted };
        let kind = spaces.get(&below)?;
        self.is_fluid(kind).then_some(below)
    }

    fn place_glyph(
        &mut self,
        glyphs: &mut BTreeMap<Space, GlyphPlaced>,
        letter: char,
        space: Space,
    ) {
        if glyphs.contains_key(&space) {
            return self.warn(Warning::SecondGlyph { space });
        }
        let kind = self.pieces.glyphs.get(&letter).cloned();
        let face_up = letter != '?';
        if face_up && kind.is_none() {
            self.warn(Warning::UnknownGlyph { letter, space });
        }
        let letter = (face_up && kind.is_none()).then_some(letter);
        glyphs.insert(space, GlyphPlaced { space, kind, letter, face_up });
    }

    /// Gives seats in the order of the usual colours, then of the unusual ones.
    fn seat(&mut self, zones: BTreeMap<[u8; 3], (String, BTreeSet<Space>)>) {
        let mut ordered: Vec<_> = zones
            .into_iter()
            .map(|([red, green, blue], zone)| {
                let colour = format!("#{red:02x}{green:02x}{blue:02x}");
                let mut usual = self.pieces.start_colours.iter();
                (usual.position(|start| start.colour == colour), colour, zone)
            })
            .collect();
        ordered.sort_by_key(|(usual, ..)| usual.unwrap_or(usize::MAX));
        let mut seats = 'A'..='Z';
        for (usual, colour, (name, spaces)) in ordered {
            let Some(seat) = seats.next() else {
                *self.left_out.entry(format!("start areas of colour {colour}")).or_default() += 1;
                continue;
            };
            let colour = match usual.and_then(|index| self.pieces.start_colours.get(index)) {
                Some(start) => start.name.clone(),
                None => {
                    self.warn(Warning::UnusualColour { colour: colour.clone(), seat });
                    colour
                }
            };
            self.report.seats.insert(seat, colour.clone());
            let spaces = spaces.into_iter().collect();
            self.field.start.push(StartZone { seat, name, colour, spaces });
        }
    }

    fn count_what_was_left_out(&mut self) {
        for (code, count) in std::mem::take(&mut self.unknown) {
            self.warn(Warning::UnknownCode { code, count });
        }
        for (what, count) in std::mem::take(&mut self.left_out) {
            self.warn(Warning::LeftOut { what, count });
        }
    }

    fn finish(self, document: Document) -> (Battlefield, Report) {
        let Import { mut field, mut report, moved, .. } = self;
        field.name = document.title.trim().to_owned();
        field.author.clone_from(&document.author);
        put_in_order(&mut field);
        report.records = document.records.len();
        report.version = document.version;
        report.title = document.title;
        report.author = document.author;
        report.players = document.players;
        report.scenario = document.scenario;
        report.moved = moved;
        if document.trailing > 0 {
            report.warn(Warning::TrailingBytes { count: document.trailing });
        }
        (field, report)
    }
}

fn put_in_order(field: &mut Battlefield) {
    field.edges.sort();
    field.edges.dedup();
    field.sort();
}

/// From 1.
fn layer(record: &Record) -> i16 {
    i16::try_from(record.layer + 1).expect("checked when the record was read")
}
