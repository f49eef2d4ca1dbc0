//! Files of the editor's three forms, links, and what is wrong with them.

use crate::pieces;
use proptest::prelude::*;
use umpire_heroscape::tables::battlefield::{Class, Side};
use umpire_heroscape::words::map_editor::crush::{swap_marks, uncrush};
use umpire_heroscape::words::map_editor::turn::{Axial, pivot};
use umpire_heroscape::words::map_editor::{is_one, read};

const HEAD: &str = r#""hexMap":{"id":"1","name":"Tépée","shape":"rectangle","width":9,"length":9}"#;

#[test]
fn the_three_forms_say_the_same() {
    let pieces = pieces();
    let keys = r#"{"0~1~1~0~g7":"g7","1~1~1~0~tr10":"tr10"}"#;
    let list = r#"["0~1~1~0~g7","1~1~1~0~tr10"]"#;
    let coords = r#""pieceCoords":{"q":1,"r":1,"s":-2}"#;
    let rows = format!(
        r#"[{{"uid":"a","inventoryID":"g7","altitude":0,"rotation":0,{coords}}},{{"uid":"b","inventoryID":"tr10","altitude":1,"rotation":0,{coords}}}]"#
    );
    let fields = [keys, list, &rows].map(|board| {
        let text = format!("{{{HEAD},\"boardPieces\":{board}}}");
        let (field, report) = read(text.as_bytes(), &pieces).expect("a sound file");
        assert_eq!((report.records, report.warnings), (2, vec![]));
        assert_eq!((field.name.as_str(), field.tiles.len()), ("Tépée", 7));
        field
    });
    assert_eq!(fields[0], fields[1]);
    assert_eq!(fields[0], fields[2]);
}

#[test]
fn pieces_turn_about_the_hex_that_editor_says() {
    let pieces = pieces();
    let hex = |(q, r): (i32, i32)| Axial { q, r };
    let known = [
        ("g2", [(0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (-1, 1)]),
        ("g3", [(0, 0), (0, 0), (1, 0), (0, 1), (0, 1), (-1, 1)]),
        ("g7", [(0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1)]),
        ("g24", [(0, 0), (1, 0), (2, 3), (2, 5), (-5, 7), (-5, 2)]),
        ("rd5", [(0, 0), (0, 0), (0, 0), (4, 0), (0, 4), (-4, 4)]),
        ("og4", [(0, 0), (0, 0), (1, 0), (1, 1), (-1, 2), (-1, 1)]),
        ("og6", [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (-2, 2)]),
        ("cg9", [(0, 0), (0, 0), (1, 0), (3, 1), (0, 4), (-4, 4)]),
        ("c6", [(1, 0), (0, 1), (0, 1), (2, 1), (-1, 3), (-3, 2)]),
    ];
    for (id, pivots) in known {
        let piece = pieces.by_id(id).expect("in the table");
        for (rotation, expected) in (0..6).zip(pivots) {
            assert_eq!(pivot(piece, rotation), hex(expected), "{id} {rotation}");
        }
    }
}

#[test]
fn turned_shapes_are_footprints() {
    for piece in pieces().iter().filter(|piece| piece.class != Class::Edge) {
        for rotation in 0..6 {
            let (column, row) = piece.origin;
            let origin = Axial::of(column.into(), row.into());
            let axial = |footprint: &[(i16, i16)]| -> Vec<Axial> {
                footprint.iter().map(|(c, r)| Axial::of((*c).into(), (*r).into())).collect()
            };
            let mut turned: Vec<Axial> = axial(&piece.footprints[0])
                .into_iter()
                .map(|hex| hex.minus(origin).turned(rotation).plus(pivot(piece, rotation)))
                .collect();
            let mut lies = axial(&piece.footprints[usize::from(rotation)]);
            turned.sort();
            lies.sort();
            assert_eq!(turned, lies, "{} {rotation}", piece.name);
        }
    }
}

#[test]
fn ladders_and_battlements_face_the_side_of_their_rotation() {
    let pieces = pieces();
    for (rotation, side) in Side::ALL.into_iter().enumerate() {
        let text = format!("{{{HEAD},\"boardPieces\":[\"0~1~1~0~g7\",\"1~1~2~{rotation}~ld\"]}}");
        let (field, _) = read(text.as_bytes(), &pieces).expect("a sound file");
        assert_eq!((field.edges[0].side, field.edges[0].level), (side, 1));
    }
}

#[test]
fn what_is_not_understood_is_told() {
    let text = format!(
        "{{{HEAD},\"boardPieces\":[\"0~0~0~0~g1\",\"0~1~0~0~wd2\",\"0~2~0~0~wd2\",\"x\",\"1~0~0~1.5~tr10\",\"1~0~0~0.5~lws\",\"0~9e9~0~0~g1\",\"300~0~0~0~g1\"]}}"
    );
    let (field, report) = read(text.as_bytes(), &pieces()).expect("a sound file");
    assert_eq!(field.tiles.len(), 1);
    let told: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    let expected = [
        "Laur wall short: not imported (1x)",
        "unknown piece `wd2`, left out (2x)",
        "`x`: expected altitude, two coordinates, rotation and name, parted by `~`, left out",
        "`1~0~0~1.5~tr10`: no piece of ours stands turned by a part of a sixth, left out",
        "`0~9000000000~0~0~g1`: it lies off every table, left out",
        "`300~0~0~0~g1`: it lies off every table, left out",
    ];
    assert_eq!(told, expected);
}

#[test]
fn faults_name_their_place() {
    let fault = |text: &str| read(text.as_bytes(), &pieces()).expect_err("an unsound file");
    assert_eq!(
        fault("{\"hexMap\": 3}"),
        "invalid type: integer `3`, expected struct Head at line 1 column 12"
    );
    let hexes =
        r#"{"boardHexes":{"0,0,0":{"terrain":"grass","altitude":1}},"hexMap":{"name":"t"}}"#;
    assert!(fault(hexes).starts_with("a map of Hexoscape, which lists `boardHexes`"));
    assert!(fault("{").ends_with("at line 1 column 1"));
    assert_eq!(fault("https://example.org/"), "a share link has its map behind `?m=`");
    assert!(fault("?m=%7B").starts_with("the link's map cannot be read: "));
}

#[test]
fn a_head_may_leave_anything_unsaid() {
    let text = r#"{"hexMap":{"name":"a","author":null},"boardPieces":["0~1~1~0~g7"]}"#;
    let (field, _) = read(text.as_bytes(), &pieces()).expect("a sound file");
    assert_eq!((field.name.as_str(), field.author.as_str(), field.tiles.len()), ("a", "", 7));
}

#[test]
fn edge_pieces_stand_on_the_surface_of_water() {
    for (under, level) in [("g1", 1), ("w1", 0)] {
        let hexes = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
        let tiles: Vec<String> =
            hexes.iter().map(|(q, r)| format!("\"0~{q}~{r}~0~{under}\"")).collect();
        let text = format!("{{{HEAD},\"boardPieces\":[{},\"1~0~0~0~rs2\"]}}", tiles.join(","));
        let (field, _) = read(text.as_bytes(), &pieces()).expect("a sound file");
        assert!(!field.edges.is_empty());
        assert!(field.edges.iter().all(|edge| edge.level == level), "{under}");
    }
}

#[test]
fn zones_become_seats_and_glyphs_lie_hidden() {
    let text = format!(
        "{{{HEAD},\"boardPieces\":[\"0~1~1~0~g7\",\"1~1~1~0~z2\",\"1~2~1~0~z1\",\"1~1~2~0~y0\"]}}"
    );
    let (field, report) = read(text.as_bytes(), &pieces()).expect("a sound file");
    let zones: Vec<_> = field.start.iter().map(|zone| (zone.seat, zone.colour.as_str())).collect();
    assert_eq!(zones, [('A', "red"), ('B', "green")]);
    assert_eq!((field.glyphs.len(), field.glyphs[0].face_up), (1, false));
    assert_eq!(report.warnings, []);
}

#[test]
fn links_are_read_plain_swapped_crushed_and_encoded_twice() {
    let json = r#"[{"id":"1","name":"a"},"0~1~1~0~g7","0~4~1~0~g7"]"#;
    // Every piece's end stands behind the letter `X`, which is put for it.
    let crushed = swap_marks(json).replace("1~0~g7", "X");
    let crushed = format!("{}X1~0~g7\u{1}X_", crushed.trim_end_matches('_'));
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    for payload in
        [encoded(json), encoded(&swap_marks(json)), encoded(&crushed), encoded(&encoded(&crushed))]
    {
        let link = format!("https://example.org/?a=b&m={payload}#end");
        assert!(is_one(link.as_bytes()));
        let (field, _) = read(link.as_bytes(), &pieces()).expect("a sound link");
        assert_eq!((field.name.as_str(), field.tiles.len()), ("a", 14), "{payload}");
    }
}

#[test]
fn a_link_that_grows_without_end_is_refused() {
    let letters: String = ('A'..='Z').collect();
    let doubled: String = ('A'..='Z')
        .rev()
        .zip(('A'..='Z').rev().skip(1))
        .fold(String::new(), |text, (one, next)| format!("{text}{next}{one}{one}"));
    assert_eq!(
        uncrush(&format!("{}{doubled}\u{1}{letters}", "Z".repeat(50_000)))
            .filter(|text| text.len() > 4 << 20),
        None
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapping_marks_is_undone(text in "[\\[\\]{}()\"':!,~a-c]{0,60}") {
        // JSON has no single quotes and marks that would be taken for swapped ones in a row.
        prop_assume!(!text.contains('\''));
        prop_assert_eq!(uncrush(&swap_marks(&text)), Some(text));
    }

    #[test]
    fn any_text_is_survived(text in ".{0,200}", begin in prop::sample::select(vec!["", "?m=", "[", "{", "{\"boardPieces\":[\""])) {
        let _ = read(format!("{begin}{text}").as_bytes(), &pieces());
    }
}
