//! Battlefields written for other programs and read again, tilings, parts.

use crate::pieces;
use proptest::prelude::*;
use std::collections::BTreeSet;
use umpire_core::data::Source;
use umpire_heroscape::tables::battlefield::{
    Battlefield, Class, GlyphPlaced, Hex, Known, ObstaclePiece, Piece, Pieces, Side, Space,
    StartZone, Tile, from_source,
};
use umpire_heroscape::tables::boxes::Boxes;
use umpire_heroscape::words::exchange::{cover, is_plain_tile, parts};
use umpire_heroscape::words::{map_editor, virtualscape};

/// The kinds of pieces, and the letters our own battlefields write without a legend.
fn known() -> Known {
    let mut known = Known::of_pieces(pieces());
    for line in include_str!("../../../data/heroscape/terrain.yaml").lines() {
        let field = |key: &str| line.split(key).nth(1)?.split([',', '}']).next().map(str::trim);
        let letter = field("letter: ").and_then(|letter| letter.chars().next());
        let tile = field("{id: ").and_then(|id| known.tiles.get_mut(id));
        if let (Some(letter), Some(tile)) = (letter, tile) {
            tile.letter = Some(letter);
        }
    }
    known.tiles.entry("water".into()).and_modify(|tile| tile.letter = Some('w'));
    known
}

const OURS: [&str; 3] = [
    include_str!("../../../data/heroscape/battlefields/training-ground.yaml"),
    include_str!("../../../data/heroscape/battlefields/twin-hills.yaml"),
    include_str!("../../../data/heroscape/battlefields/old-road.yaml"),
];

fn read(text: &str, known: &Known) -> Battlefield {
    match from_source(&Source::new("field.yaml", text), known) {
        Ok((field, _)) => field,
        Err(faults) => panic!("{}", faults[0]),
    }
}

/// What a battlefield is apart from names.
fn bare(field: &Battlefield) -> Battlefield {
    let mut bare = field.clone();
    (bare.name, bare.author, bare.notes) = Default::default();
    bare.start.iter_mut().for_each(|zone| (zone.name, zone.colour) = Default::default());
    bare
}

type Way = fn(&Battlefield, &Known) -> (Battlefield, Vec<String>);

const WAYS: [Way; 3] = [
    |field, known| {
        let (bytes, lost) = virtualscape::write(field, known);
        (virtualscape::read(&bytes, &known.pieces).expect("a sound file").0, lost)
    },
    |field, known| {
        let (bytes, lost) = map_editor::write(field, known);
        (map_editor::read(&bytes, &known.pieces).expect("a sound file").0, lost)
    },
    |field, known| {
        let (bytes, lost) = map_editor::write_link(field, known);
        (map_editor::read(&bytes, &known.pieces).expect("a sound link").0, lost)
    },
];

#[test]
fn our_battlefields_come_back_as_they_were() {
    let known = known();
    for text in OURS {
        let field = read(text, &known);
        for way in WAYS {
            let (back, lost) = way(&field, &known);
            let (mut back, mut was) = (back, field.clone());
            let told = ["which glyph lies at ", "the notes"];
            let known_loss = |line: &String| told.iter().any(|start| line.starts_with(start));
            assert!(lost.iter().all(known_loss), "{lost:?}");
            for glyph in back.glyphs.iter_mut().chain(&mut was.glyphs).filter(|_| !lost.is_empty())
            {
                (glyph.kind, glyph.face_up) = (None, false);
            }
            assert_eq!(bare(&back), bare(&was));
            assert_eq!(back.name, field.name);
        }
    }
}

#[test]
fn edge_pieces_on_water_come_back_at_their_level() {
    let known = known();
    let ruin = known.pieces.iter().find(|piece| piece.kind == "ruin_short").expect("in the table");
    for (kind, level) in [("water", 0), ("grass", 1)] {
        let mut field = Battlefield::default();
        let hexes = (2..6).flat_map(|column| (2..6).map(move |row| Hex { column, row }));
        field.tiles.extend(hexes.map(|hex| Tile { layer: 1, hex, kind: kind.into() }));
        field.edges = Pieces::edges(ruin, Hex { column: 3, row: 3 }, 0, level);
        field.edges.sort();
        field.sort();
        for way in WAYS {
            let (back, lost) = way(&field, &known);
            assert_eq!(lost, Vec::<String>::new());
            let levels: BTreeSet<i16> = back.edges.iter().map(|edge| edge.level).collect();
            assert_eq!((back.edges.len(), levels), (field.edges.len(), BTreeSet::from([level])));
        }
    }
}

fn piece_of(pieces: &Pieces, kind: &str, hexes: usize) -> Piece {
    let of = |piece: &&Piece| piece.kind == kind && piece.footprints[0].len() == hexes;
    pieces.iter().find(of).expect("in the table").clone()
}

#[test]
fn a_large_piece_is_found_again_in_every_rotation() {
    let pieces = pieces();
    let grass: Vec<Piece> = [1, 2, 3, 7, 24].map(|size| piece_of(&pieces, "grass", size)).into();
    let grass: Vec<&Piece> = grass.iter().collect();
    for size in [2, 3, 7, 24] {
        let piece = piece_of(&pieces, "grass", size);
        for rotation in 0..6 {
            for row in [8, 9] {
                let hexes = piece.hexes(Hex { column: 9, row }, rotation).collect();
                let (laid, left) = cover(&hexes, &grass);
                assert_eq!((laid.len(), left.len()), (1, 0), "{size} {rotation} {row}");
            }
        }
    }
}

fn boxes(pieces: &Pieces) -> Boxes {
    let text = include_str!("../../../data/heroscape/sets.yaml");
    match Boxes::from_source(&Source::new("sets.yaml", text), pieces) {
        Ok(boxes) => boxes,
        Err(faults) => panic!("{}", faults[0]),
    }
}

#[test]
fn parts_are_counted_boxes_found_and_what_is_missing_said() {
    let known = known();
    let mut field = Battlefield { name: "small".into(), ..Battlefield::default() };
    let flower = piece_of(&known.pieces, "grass", 7);
    for column in [1, 4, 7] {
        let hexes = flower.hexes(Hex { column, row: 0 }, 0);
        field.tiles.extend(hexes.map(|hex| Tile { layer: 1, hex, kind: "grass".into() }));
    }
    let at = Hex { column: 20, row: 0 };
    field.tiles.push(Tile { layer: 1, hex: at, kind: "snow".into() });
    field.obstacles.push(ObstaclePiece { hex: at, level: 1, kind: "palm_14".into(), rotation: 0 });
    let boxes = boxes(&known.pieces);
    let told = parts(&field, &known, &boxes, &[]).expect("no set is named");
    let list: Vec<_> = told.parts.iter().map(|part| (part.name.as_str(), part.count)).collect();
    assert_eq!(list, [("grass 7", 3), ("palm 14", 1), ("snow 1", 1)]);
    let names: Vec<_> = told.boxes.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let expected = [("Rise of the Valkyrie", 1), ("Thaelenk Tundra", 1), ("Ticalla Jungle", 1)];
    assert_eq!(names, expected);
    assert_eq!((told.in_no_box, told.missing), (vec![], None));
    let told = parts(&field, &known, &boxes, &["rotv".into(), "TJ:2".into()]).expect("known sets");
    let missing = told.missing.expect("sets were named");
    let missing: Vec<_> = missing.iter().map(|part| (part.name.as_str(), part.count)).collect();
    assert_eq!(missing, [("snow 1", 1)]);
    let wrong = parts(&field, &known, &boxes, &["rotw".into()]).expect_err("no such set");
    assert!(wrong.starts_with("no set `rotw`, did you mean `rotv`?"), "{wrong}");
}

#[test]
fn what_one_owns_is_used_before_what_one_does_not() {
    let known = known();
    let mut field = Battlefield::default();
    let plate = piece_of(&known.pieces, "grass", 24);
    let hexes = plate.hexes(Hex { column: 3, row: 0 }, 0);
    field.tiles.extend(hexes.map(|hex| Tile { layer: 1, hex, kind: "grass".into() }));
    let told = parts(&field, &known, &boxes(&known.pieces), &["bftu".into(), "lov".into()]);
    assert_eq!(told.expect("known sets").missing, Some(vec![]));
    let told = parts(&field, &known, &boxes(&known.pieces), &["mtcb:3".into()]);
    assert_eq!(told.expect("known sets").missing, Some(vec![]));
}

#[test]
fn a_field_of_all_that_a_box_holds_misses_nothing_of_it() {
    let known = known();
    let held =
        [("grass", 24, 6), ("grass", 7, 5), ("grass", 3, 5), ("grass", 2, 5), ("grass", 1, 16)];
    let rock = [("rock", 24, 2), ("rock", 7, 3), ("rock", 3, 3), ("rock", 2, 3), ("rock", 1, 6)];
    let mut field = Battlefield::default();
    for (layer, stock) in [(1, held), (2, rock)] {
        let mut taken: BTreeSet<Hex> = BTreeSet::new();
        for (kind, size, count) in stock {
            let piece = piece_of(&known.pieces, kind, size);
            for _ in 0..count {
                // Each piece lies where it first touches those before it, turned as it may be.
                let all = (0..40).flat_map(|row| (8..40).map(move |column| Hex { column, row }));
                let ways = all.flat_map(|hex| (0..6).map(move |rotation| (hex, rotation)));
                let lies = |(hex, rotation): &(Hex, u8)| {
                    let mut hexes = piece.hexes(*hex, *rotation);
                    hexes.all(|hex| hex.row >= 0 && hex.column >= 0 && !taken.contains(&hex))
                };
                let touches = |(hex, rotation): &(Hex, u8)| {
                    let around = piece.hexes(*hex, *rotation);
                    let mut around = around.flat_map(|hex| Side::ALL.map(|side| hex.across(side)));
                    taken.is_empty() || around.any(|hex| taken.contains(&hex))
                };
                let (hex, rotation) = ways.filter(lies).find(touches).expect("room");
                taken.extend(piece.hexes(hex, rotation));
            }
            assert!(!taken.is_empty());
        }
        let kind = stock[0].0;
        field.tiles.extend(taken.into_iter().map(|hex| Tile { layer, hex, kind: kind.into() }));
    }
    let told = parts(&field, &known, &boxes(&known.pieces), &["rotv".into()]).expect("a known set");
    assert_eq!(told.missing, Some(vec![]));
    assert!(told.notes.iter().any(|note| note.contains("a search that tries what you own")));
}

/// Where a piece is put down: which piece, rotation, column, row.
type Put = (prop::sample::Index, u8, i16, i16);

fn put() -> impl Strategy<Value = Put> {
    (any::<prop::sample::Index>(), 0u8..6, 6i16..20, 6i16..20)
}

/// A field of pieces put down where there is room, its first hex at the corner.
fn built(tiles: &[Put], uprights: &[Put], known: &Known) -> Battlefield {
    let mut field = Battlefield { name: "built".into(), ..Battlefield::default() };
    let corner = Tile { layer: 1, hex: Hex::default(), kind: "grass".into() };
    field.tiles.push(corner);
    let plain: Vec<&Piece> = known.pieces.iter().filter(|piece| is_plain_tile(piece)).collect();
    let mut layers: BTreeSet<(Hex, i16)> = [(Hex::default(), 1)].into();
    for (index, rotation, column, row) in tiles {
        let piece = plain[index.index(plain.len())];
        let hexes: Vec<Hex> = piece.hexes(Hex { column: *column, row: *row }, *rotation).collect();
        let layer = (1..9).find(|layer| hexes.iter().all(|hex| !layers.contains(&(*hex, *layer))));
        let Some(layer) = layer else { continue };
        layers.extend(hexes.iter().map(|hex| (*hex, layer)));
        field.tiles.extend(hexes.into_iter().map(|hex| Tile {
            layer,
            hex,
            kind: piece.kind.clone(),
        }));
    }
    stand(uprights, known, &mut field);
    field.sort();
    field
}

fn stand(uprights: &[Put], known: &Known, field: &mut Battlefield) {
    let obstacles: Vec<&str> = known.obstacles.iter().map(String::as_str).collect();
    let mut taken = BTreeSet::new();
    for (number, (index, rotation, column, row)) in uprights.iter().enumerate() {
        let hex = Hex { column: *column, row: *row };
        let spaces = field.surfaces(&|kind| known.is_fluid(kind));
        let Some(space) = spaces.keys().rev().find(|space| space.hex == hex).copied() else {
            continue;
        };
        let kind = obstacles[index.index(obstacles.len())].to_owned();
        let piece = ObstaclePiece { hex, level: space.level, kind, rotation: *rotation };
        let hexes: Vec<Hex> = known.pieces.filled(&piece).into_iter().map(|(hex, _)| hex).collect();
        if number % 3 == 0 && hexes.iter().all(|hex| taken.insert(*hex)) {
            field.obstacles.push(piece);
        } else if number % 3 == 1 && taken.insert(hex) {
            let face_up = *rotation > 2;
            let kind = face_up.then(|| "astrid".to_owned());
            field.glyphs.push(GlyphPlaced { space, kind, letter: None, face_up });
        } else if taken.insert(hex) {
            zone(field, usize::from(*rotation % 2), space);
        }
    }
    let edges: Vec<&Piece> =
        known.pieces.iter().filter(|piece| piece.class == Class::Edge).collect();
    for (index, rotation, column, row) in uprights.iter().take(3) {
        let piece = edges[index.index(edges.len())];
        let hex = Hex { column: *column, row: *row };
        field.edges.extend(Pieces::edges(piece, hex, *rotation, 2));
        field.edges.sort();
        field.edges.dedup();
    }
}

fn zone(field: &mut Battlefield, seat: usize, space: Space) {
    let letters = ['A', 'B'];
    if field.start.is_empty() {
        field.start = letters
            .map(|seat| StartZone {
                seat,
                name: String::new(),
                colour: String::new(),
                spaces: vec![],
            })
            .into();
    }
    field.start[seat].spaces.push(space);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_field_of_any_pieces_comes_back_or_what_is_lost_is_told(
        tiles in prop::collection::vec(put(), 1..25),
        uprights in prop::collection::vec(put(), 0..12),
    ) {
        let known = known();
        let field = built(&tiles, &uprights, &known);
        for way in WAYS {
            let (back, lost) = way(&field, &known);
            if lost.is_empty() {
                let zones = |field: &Battlefield| field.start.iter().filter(|zone| !zone.spaces.is_empty()).map(|zone| zone.spaces.clone()).collect::<Vec<_>>();
                prop_assert_eq!(zones(&back), zones(&field));
                let without = |field: &Battlefield| Battlefield { start: vec![], ..bare(field) };
                prop_assert_eq!(without(&back), without(&field));
            }
        }
    }

    #[test]
    fn every_hex_is_covered_once(tiles in prop::collection::vec(put(), 1..40)) {
        let known = known();
        let mut field = built(&tiles, &[], &known);
        field.tiles.retain(|tile| tile.layer == 1);
        let hexes: BTreeSet<Hex> = field.tiles.iter().map(|tile| tile.hex).collect();
        let grass: Vec<&Piece> = known.pieces.iter().filter(|piece| piece.kind == "grass").collect();
        let (laid, left) = cover(&hexes, &grass);
        prop_assert!(left.is_empty());
        let mut covered: Vec<Hex> = laid.iter().flat_map(|one| one.piece.hexes(one.hex, one.rotation)).collect();
        covered.sort();
        prop_assert_eq!(covered, hexes.into_iter().collect::<Vec<_>>());
    }
}
