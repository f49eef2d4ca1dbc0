//! Files written byte by byte, read back, cut short and changed.

use crate::pieces;
use proptest::prelude::*;
use umpire_core::data::Source;
use umpire_heroscape::tables::battlefield::{
    Battlefield, Hex, Known, Pieces, Side, Space, Tile, from_source, to_yaml,
};
use umpire_heroscape::words::virtualscape::{ImportFault, Warning, read};

fn space(name: &str, level: i16) -> Space {
    Space { hex: hex(name), level }
}

fn hex(name: &str) -> Hex {
    name.parse().expect("a name written in a test")
}

/// Writes a document of any version; strings in UTF-16 unless `ansi`.
#[derive(Clone)]
struct Writer {
    version: u8,
    ansi: bool,
    title: &'static str,
    tiles: Vec<Vec<u8>>,
}

impl Writer {
    fn new(version: u8) -> Writer {
        Writer { version, ansi: false, title: "Tépée", tiles: Vec::new() }
    }

    fn string(&self, text: &str) -> Vec<u8> {
        match self.ansi {
            true => {
                let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
                [vec![bytes.len() as u8], bytes].concat()
            }
            false => {
                let units: Vec<u16> = text.encode_utf16().collect();
                let bytes = units.iter().flat_map(|unit| unit.to_le_bytes());
                [0xFF, 0xFE, 0xFF, units.len() as u8].into_iter().chain(bytes).collect()
            }
        }
    }

    fn tile(mut self, code: i32, rotation: i32, at: (i32, i32, i32)) -> Writer {
        self.tiles.push(self.record(code, rotation, at, "", 0, &[]));
        self
    }

    fn start(mut self, at: (i32, i32, i32), name: &str, colour: u32) -> Writer {
        self.tiles.push(self.record(15_001, 0, at, name, colour, &[]));
        self
    }

    fn record(
        &self,
        code: i32,
        rotation: i32,
        (column, row, layer): (i32, i32, i32),
        name: &str,
        colour: u32,
        more: &[u8],
    ) -> Vec<u8> {
        let mut bytes = code.to_le_bytes().to_vec();
        bytes.extend(0.0003f64.to_le_bytes());
        bytes.extend([rotation, column, row, layer].iter().flat_map(|n| n.to_le_bytes()));
        bytes.push(b'?');
        bytes.extend(self.string(""));
        bytes.extend(self.string(name));
        bytes.extend(colour.to_le_bytes());
        bytes.extend(more);
        bytes
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = (f64::from(self.version) / 10_000.0).to_le_bytes().to_vec();
        let int = |n: i32| n.to_le_bytes().to_vec();
        let parts = [
            (2, self.string(self.title)),
            (2, self.string("Anna")),
            (3, self.string("2")),
            (4, [int(6), b"{rtf1}".to_vec()].concat()),
            (2, [int(6), int(80), int(1)].concat()),
            (5, int(0)),
            (7, int(1)),
        ];
        for (since, part) in parts {
            if self.version >= since {
                bytes.extend(part);
            }
            if (self.version, since) == (3, 4) {
                bytes.extend(self.string("{rtf1}"));
            }
        }
        bytes.extend(int(self.tiles.len() as i32));
        bytes.extend(self.tiles.concat());
        bytes
    }
}

#[test]
fn every_version_and_both_kinds_of_string_are_read() {
    for version in 1..=7 {
        for ansi in [false, true] {
            let writer = Writer { ansi, ..Writer::new(version) }.tile(1007, 0, (4, 6, 0));
            let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
            assert_eq!((report.version, report.records), (version, 1));
            assert_eq!(report.version_name(), format!("0.000{version}"));
            let titled = version >= 2;
            assert_eq!(report.title, if titled { "Tépée" } else { "" });
            assert_eq!(field.name, if titled { "Tépée" } else { "" });
            assert_eq!(report.players, if version >= 3 { "2" } else { "" });
            assert_eq!(report.scenario.len(), if version >= 3 { 6 } else { 0 });
            assert_eq!(report.spaces, [(1, 7)].into());
            assert_eq!(report.warnings, []);
        }
    }
}

#[test]
fn western_letters_and_long_strings_are_read() {
    let writer = Writer { ansi: true, title: "\u{93}x\u{94}", ..Writer::new(2) };
    let (_, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(report.title, "\u{201c}x\u{201d}");
    let long: String = "é".repeat(300);
    let mut bytes = 0.0002f64.to_le_bytes().to_vec();
    bytes.extend([0xFF, 0xFE, 0xFF, 0xFF, 0x2C, 0x01]);
    bytes.extend(long.encode_utf16().flat_map(u16::to_le_bytes));
    bytes.extend([0xFF, 0x2C, 0x01]);
    bytes.extend([b'a'; 300]);
    bytes.extend([0; 16]);
    let (_, report) = read(&bytes, &pieces()).expect("a sound file");
    assert_eq!((report.title, report.author), (long, "a".repeat(300)));
}

#[test]
fn what_cannot_be_printed_is_replaced() {
    let writer = Writer { title: "a\0b\u{202e}c", ..Writer::new(7) };
    let (field, _) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(field.name, "a\u{fffd}b\u{fffd}c");
}

#[test]
fn tiles_lie_where_their_footprints_say_and_all_moves_to_the_corner() {
    let writer = Writer::new(7).tile(1003, 1, (7, 5, 0)).tile(4001, 0, (9, 4, 0));
    let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(report.moved, (7, 4));
    let tile = |kind: &str, name: &str| Tile { layer: 1, hex: hex(name), kind: kind.into() };
    // from row 5, an odd one: 0,0 -1,1 0,1 are columns 7, 7 and 8
    let grass = ["A2", "A3", "B3"].map(|name| tile("grass", name));
    assert_eq!(field.tiles[1..], grass);
    assert_eq!(field.tiles[0], tile("water", "C1"));
    assert_eq!(report.spaces, [(0, 1), (1, 3)].into());
}

#[test]
fn doubled_water_is_one_space() {
    let writer = Writer::new(7).tile(4002, 0, (0, 0, 0));
    let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(field.tiles.len(), 1);
    assert_eq!(report.spaces, [(0, 1)].into());
    assert_eq!(pieces().by_code(4002).map(|piece| piece.tiles), Some(2));
}

/// Column, row and corner of the lines an edge runs between, in halves of a hex's width and of its circumradius.
fn ends(hex: Hex, side: Side) -> [(i32, i32); 2] {
    let (column, row) = (i32::from(hex.column), i32::from(hex.row));
    let middle = (2 * column + (row & 1) + 1, 3 * row);
    let corners = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];
    let corner = |index: usize| {
        let (x, y) = corners[index % 6];
        (middle.0 + x, middle.1 + y)
    };
    [corner(side as usize), corner(side as usize + 1)]
}

#[test]
fn a_ruin_is_one_unbroken_line_in_every_rotation() {
    for (code, kind, length) in
        [(11_002, "ruin_short", 5), (11_003, "ruin_long", 7), (12_004, "stone_wall", 8)]
    {
        for rotation in 0..6 {
            for row in [4, 5] {
                let writer = Writer::new(7).tile(code, rotation, (10, row, 2));
                let (field, _) = read(&writer.bytes(), &pieces()).expect("a sound file");
                assert_eq!(field.edges.len(), length, "{code} {rotation}");
                assert!(field.edges.iter().all(|edge| edge.level == 2 && edge.kind == kind));
                let mut met = std::collections::BTreeMap::new();
                for end in field.edges.iter().flat_map(|edge| ends(edge.hex, edge.side)) {
                    *met.entry(end).or_insert(0) += 1;
                }
                assert_eq!(met.len(), length + 1, "{code} {rotation}");
                assert_eq!(met.values().filter(|count| **count == 1).count(), 2);
            }
        }
    }
}

#[test]
fn the_short_ruin_goes_round_its_first_hex() {
    let writer = Writer::new(7).tile(11_002, 0, (0, 0, 1)).tile(1007, 0, (3, 0, 0));
    let (field, _) = read(&writer.bytes(), &pieces()).expect("a sound file");
    let sides: Vec<_> = field.edges.iter().map(|edge| (edge.hex.to_string(), edge.side)).collect();
    let expected = [
        ("A1", Side::Southeast),
        ("A1", Side::Southwest),
        ("A1", Side::West),
        ("B1", Side::Southeast),
        ("B1", Side::Southwest),
    ];
    assert_eq!(sides, expected.map(|(name, side)| (name.to_owned(), side)));
}

#[test]
fn ladders_and_battlements_stand_on_the_side_they_are_turned_to() {
    let writer = Writer::new(7).tile(16_402, 0, (0, 0, 1)).tile(16_402, 0, (0, 0, 3)).tile(
        16_301,
        4,
        (0, 0, 4),
    );
    let (field, _) = read(&writer.bytes(), &pieces()).expect("a sound file");
    let edges: Vec<_> =
        field.edges.iter().map(|edge| (edge.kind.as_str(), edge.side, edge.level)).collect();
    let expected = [
        ("battlement", Side::West, 4),
        ("ladder", Side::Northeast, 1),
        ("ladder", Side::Northeast, 3),
    ];
    assert_eq!(edges, expected);
}

#[test]
fn obstacles_fill_their_hexes_with_a_height_each() {
    let writer = Writer::new(7)
        .tile(1007, 0, (1, 0, 0))
        .tile(10_011, 0, (1, 0, 1))
        .tile(13_003, 1, (6, 0, 0))
        .tile(24_001, 0, (1, 1, 1));
    let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    let kinds: Vec<_> =
        field.obstacles.iter().map(|piece| (piece.kind.as_str(), piece.level)).collect();
    assert_eq!(kinds, [("tree_10", 1), ("glacier_3", 0), ("palm_15", 1)]);
    let glacier = pieces().filled(&field.obstacles[1]);
    // 0,0 0,1 -1,1 stand 5, 9 and 7 high
    let names = glacier.iter().map(|(hex, height)| format!("{hex} {height}")).collect::<Vec<_>>();
    assert_eq!(names, ["G1 5", "G2 9", "F2 7"]);
    assert_eq!(report.spaces, [(1, 5)].into());
    assert_eq!(report.tops, [(1, 7)].into());
}

#[test]
fn a_castle_wall_stands_on_its_base_and_carries_its_walk() {
    let writer = Writer::new(7).tile(16_102, 0, (0, 0, 0)).tile(16_202, 0, (0, 0, 1)).tile(
        16_001,
        0,
        (0, 0, 10),
    );
    let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(field.obstacles[0].level, 0);
    assert_eq!(report.spaces, [(11, 1)].into());
    assert_eq!(report.warnings, []);
}

#[test]
fn markers_become_glyphs_and_seats() {
    let red = 0x0000_00FF;
    let writer = Writer::new(7)
        .tile(1024, 0, (1, 0, 0))
        .tile(14_063, 0, (1, 0, 1))
        .tile(14_065, 0, (2, 0, 1))
        .tile(14_088, 0, (1, 1, 1))
        .start((2, 1, 1), "Jaune", 0x0000_FFFF)
        .start((1, 2, 1), "Rouge", red)
        .start((2, 2, 1), "", red)
        .start((3, 2, 1), "", 0x0012_3456)
        .start((40, 2, 1), "", red);
    let (field, report) = read(&writer.bytes(), &pieces()).expect("a sound file");
    let glyphs: Vec<_> = field
        .glyphs
        .iter()
        .map(|glyph| (glyph.space.to_string(), glyph.kind.as_deref(), glyph.letter, glyph.face_up))
        .collect();
    let expected = [
        ("B1/1".to_owned(), None, None, false),
        ("C1/1".to_owned(), Some("astrid"), None, true),
        ("B2/1".to_owned(), None, Some('X'), true),
    ];
    assert_eq!(glyphs, expected);
    let zones: Vec<_> = field
        .start
        .iter()
        .map(|zone| (zone.seat, zone.name.as_str(), zone.colour.as_str(), zone.spaces.len()))
        .collect();
    assert_eq!(
        zones,
        [('A', "Rouge", "red", 2), ('B', "Jaune", "yellow", 1), ('C', "", "#563412", 1)]
    );
    let expected = [
        Warning::UnknownGlyph { letter: 'X', space: space("B2", 1) },
        Warning::NoSpace { what: "a start area".into(), space: space("AO3", 1) },
        Warning::UnusualColour { colour: "#563412".into(), seat: 'C' },
    ];
    assert_eq!(report.warnings, expected);
}

#[test]
fn a_marker_above_water_lies_on_it() {
    let writer = Writer::new(7).tile(4001, 0, (0, 0, 0)).tile(14_063, 0, (0, 0, 1));
    let (field, _) = read(&writer.bytes(), &pieces()).expect("a sound file");
    assert_eq!(field.glyphs[0].space, space("A1", 0));
}

#[test]
fn what_is_odd_is_said_aloud() {
    let mut writer = Writer::new(7)
        .tile(1001, 0, (0, 0, 0))
        .tile(2001, 0, (0, 0, 0))
        .tile(1001, 7, (4, 0, 3))
        .tile(99_001, 0, (0, 0, 0))
        .tile(99_001, 0, (1, 0, 0))
        .tile(10_011, 0, (0, 0, 1))
        .tile(10_012, 0, (0, 0, 1))
        .tile(16_403, 0, (0, 0, 9));
    let names = [writer.string("Finn"), writer.string("finn.obj")].concat();
    writer.tiles.push(writer.record(18_001, 0, (0, 0, 1), "", 0, &names));
    let own = [&[1, 0, 0, 0][..], &writer.string("").repeat(4)].concat();
    writer.tiles.push(writer.record(17_000, 0, (0, 0, 1), "", 0, &own));
    let mut bytes = writer.bytes();
    bytes.extend([0; 3]);
    let (field, report) = read(&bytes, &pieces()).expect("a sound file");
    assert_eq!((field.tiles.len(), field.obstacles.len()), (2, 1));
    assert_eq!(report.figures, ["Finn"]);
    let said: Vec<String> = report.warnings.iter().map(Warning::to_string).collect();
    let record = |index: usize| bytes.len() - 3 - writer.tiles[index..].concat().len();
    let expected = [
        "two pieces at A1, layer 1: `grass 1` kept, `rock 1` left out".to_owned(),
        format!("byte {}: `grass 1` has rotation 7, taken by its remainder", record(2)),
        "two pieces at A1, layer 2: `tree 10` kept, `tree 11` left out".to_owned(),
        "`grass 1` at E1, layer 4, hangs in the air".to_owned(),
        "unknown piece code 99001, left out (2x)".to_owned(),
        "flag: not imported (1x)".to_owned(),
        "user-made tile: not imported (1x)".to_owned(),
        "3 bytes after the last tile were not read".to_owned(),
    ];
    assert_eq!(said, expected);
}

fn fault(bytes: &[u8]) -> String {
    read(bytes, &pieces()).expect_err("an unsound file").to_string()
}

#[test]
fn announced_lengths_are_checked_before_anything_is_built() {
    let sound = Writer::new(7).tile(1001, 0, (0, 0, 0)).bytes();
    assert_eq!(fault(&[]), "byte 0: the file ends inside document: 8 bytes needed, 0 left");
    let mut version = sound.clone();
    version[..8].copy_from_slice(&0.0008f64.to_le_bytes());
    assert_eq!(fault(&version), "byte 0: document version expected, 0.0001 to 0.0007, found 8e-4");
    version[..8].copy_from_slice(&f64::NAN.to_le_bytes());
    assert!(matches!(read(&version, &pieces()), Err(ImportFault::Version { offset: 0, .. })));
    let mut title = 0.0002f64.to_le_bytes().to_vec();
    title.extend([0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(
        fault(&title),
        "byte 18: the file ends inside the title: 8589934590 bytes needed, 0 left"
    );
    let mut count = 0.0001f64.to_le_bytes().to_vec();
    count.extend([0xFF; 4]);
    assert_eq!(fault(&count), "byte 8: -1 tiles announced, but the file has room for 0 at most");
    let mut scenario = Writer::new(4).bytes();
    let at = scenario.windows(6).position(|window| window == b"{rtf1}").expect("written above");
    scenario[at - 4..at].copy_from_slice(&i32::MAX.to_le_bytes());
    let left = scenario.len() - at;
    assert_eq!(
        fault(&scenario),
        format!(
            "byte {}: 2147483647 bytes of scenario announced, but the file has room for {left} at most",
            at - 4
        )
    );
}

#[test]
fn places_off_every_table_are_refused() {
    let bytes = Writer::new(1).tile(1001, 0, (0, 0, 100)).bytes();
    assert_eq!(fault(&bytes), "byte 36: layer 100 is off every table");
    let bytes = Writer::new(1).tile(1001, 0, (0, 0, 0)).tile(1001, 0, (300, 0, 0)).bytes();
    assert_eq!(fault(&bytes), "the pieces lie 301 columns and 1 rows apart, 300 are allowed");
}

/// A file with one of everything.
fn motley() -> Writer {
    let pieces = pieces();
    let in_files = pieces.iter().filter(|piece| piece.code < Pieces::FIRST_OWN_CODE);
    let mut writer = in_files.enumerate().fold(Writer::new(7), |writer, (index, piece)| {
        let at = (index as i32 % 8 * 9, index as i32 / 8 * 9, index as i32 % 2);
        match piece.code {
            17_000..19_000 => writer,
            15_001 => writer.start(at, "x", 255),
            code => writer.tile(code, index as i32 % 6, at),
        }
    });
    writer = writer.tile(1024, 0, (3, 3, 0)).tile(14_063, 0, (3, 3, 1)).start((4, 4, 1), "", 255);
    writer
}

fn is_written_and_read_back(field: &Battlefield, known: &Known) {
    if field.tiles.is_empty() {
        return;
    }
    let text = to_yaml(field, known);
    match from_source(&Source::new("written.yaml", text.clone()), known) {
        Ok((back, _)) => assert_eq!(*field, back, "{text}"),
        Err(faults) => panic!("{}\n{text}", faults[0]),
    }
}

#[test]
fn every_piece_is_written_as_yaml_and_read_back() {
    let known = Known::of_pieces(pieces());
    let (field, report) = read(&motley().bytes(), &known.pieces).expect("a sound file");
    let in_files = known.pieces.iter().filter(|piece| piece.code < Pieces::FIRST_OWN_CODE);
    let skipped = known.pieces.iter().filter(|piece| (17_000..19_000).contains(&piece.code));
    assert_eq!(report.pieces.len(), in_files.count() - skipped.count() + 1);
    is_written_and_read_back(&field, &known);
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let (pieces, bytes) = (pieces(), motley().bytes());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], &pieces).is_err(), "{length}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_are_refused_or_read_to_something_that_can_be_written(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let known = Known::of_pieces(pieces());
        let mut bytes = motley().bytes();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok((field, _)) = read(&bytes, &known.pieces) {
            is_written_and_read_back(&field, &known);
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200), version in 1u8..9) {
        let known = Known::of_pieces(pieces());
        let mut file = (f64::from(version) / 10_000.0).to_le_bytes().to_vec();
        file.extend(bytes);
        if let Ok((field, _)) = read(&file, &known.pieces) {
            is_written_and_read_back(&field, &known);
        }
    }
}
