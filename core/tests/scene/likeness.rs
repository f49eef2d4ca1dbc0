//! Tables shown in letters: which part of them is shown, with what names, and how a chart is told.

use umpire_core::scene::likeness::between;
use umpire_core::scene::{
    Corner, Drawing, Grid, Layer, Paint, Room, Scene, Shape, Span, Thing, Toward,
};
use umpire_core::seat::Seat;

/// A table of ten by four places, each of two letters, with a piece at each of some places.
fn table(pieces: &[(&str, Seat, f32, f32)]) -> Scene {
    let mut scene = Scene::default();
    let name = |column: usize| Span::plain(format!("{column:<2}"));
    scene.lines.push(std::iter::once(Span::plain("  ")).chain((0..10).map(name)).collect());
    for row in 0..4 {
        let cell = |column: usize| Span::plain(format!("{}{row}", char::from(b'a' + column as u8)));
        scene.lines.push(
            std::iter::once(Span::plain(format!("{row} "))).chain((0..10).map(cell)).collect(),
        );
    }
    scene.lines.push(vec![Span::plain("under the table stand words of any length")]);
    scene.grid = Some(Grid {
        rows: 1..5,
        heads: vec![0],
        margin: 2,
        cell: 2,
        gap: 0,
        origin: (0.0, 0.0),
        step: (0.5, 1.0),
    });
    for (id, owner, x, y) in pieces {
        let thing = Thing {
            id: id.to_string(),
            layer: Layer::Pieces,
            owner: Some(*owner),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            let paint = Paint::default();
            shapes.push(Shape::Circle { centre: (x + 0.5, y + 0.5), radius: 0.4, paint });
        });
    }
    scene
}

fn said(lines: &[Vec<Span>]) -> Vec<String> {
    let line = |line: &Vec<Span>| line.iter().map(|span| span.text.as_str()).collect::<String>();
    lines.iter().map(line).collect()
}

const NARROW: Room = Room { columns: 8, lines: 24 };

#[test]
fn a_part_keeps_the_names_of_its_rows_and_columns() {
    let scene = table(&[]);
    let (lines, corner) = scene.part(NARROW, Corner { column: 5, row: 0 });
    assert_eq!(corner, Corner { column: 4, row: 0 });
    assert_eq!(said(&lines)[..3], ["  2 3 4 ", "0 c0d0e0", "1 c1d1e1"]);
    assert_eq!(lines.len(), scene.lines.len());
    assert_eq!(lines.last(), scene.lines.last());
}

#[test]
fn a_part_ends_with_the_table() {
    let scene = table(&[]);
    let (lines, corner) = scene.part(NARROW, Corner { column: 99, row: 99 });
    assert_eq!(corner, Corner { column: 14, row: 0 });
    assert_eq!(said(&lines)[1], "0 h0i0j0");
    assert!(scene.fits(Room { columns: 22, lines: 24 }));
    assert!(!scene.fits(Room { columns: 21, lines: 24 }));
}

#[test]
fn rows_are_left_out_where_three_screens_do_not_hold_them() {
    let scene = table(&[]);
    let low = Room { columns: 80, lines: 1 };
    let (lines, corner) = scene.part(low, Corner { column: 0, row: 9 });
    assert_eq!((lines.len(), corner.row), (5, 1));
    assert!(said(&lines)[1].starts_with("1 a1b1"));
    for lines in [2, usize::MAX] {
        assert_eq!(scene.part(Room { lines, ..low }, Corner::default()).0.len(), 6);
    }
}

#[test]
fn what_matters_is_where_most_of_ones_own_stand() {
    let (a, b) = (Seat(0), Seat(1));
    let scene = table(&[("ann", a, 9.0, 0.0), ("bob", b, 0.0, 1.0), ("ben", b, 1.0, 2.0)]);
    assert_eq!(scene.corner_of_most(NARROW, Some(b)).column, 0);
    let scene = table(&[("ann", a, 9.0, 0.0), ("bob", b, 0.0, 1.0)]);
    assert_eq!(scene.corner_of_most(NARROW, Some(a)).column, 14);
    let thing = &scene.things[1];
    assert_eq!(scene.corner_at(NARROW, thing), Some(Corner { column: 0, row: 0 }));
}

#[test]
fn the_view_moves_by_half_a_screen_and_stops_at_the_sides() {
    let scene = table(&[]);
    let next = |from, toward| scene.beside(NARROW, from, toward);
    let one = next(Corner::default(), Toward::Right);
    assert_eq!(one, Corner { column: 2, row: 0 });
    assert_eq!(next(one, Toward::Left), Corner::default());
    assert_eq!(next(Corner::default(), Toward::Left), Corner::default());
    assert_eq!(next(Corner { column: 14, row: 0 }, Toward::Right).column, 14);
    assert_eq!(next(one, Toward::Down), one);
}

#[test]
fn names_that_would_be_cut_are_left_blank() {
    let line = [Span::plain("mim "), Span::plain("sul "), Span::plain("g1  ")];
    let cut = |from, to| said(&[between(&line, from..to)]).remove(0);
    assert_eq!(cut(2, 10), "  sul g1");
    assert_eq!(cut(0, 6), "mim   ");
}

#[test]
fn a_chart_is_shown_by_letters_with_their_meaning() {
    let mut scene = table(&[("ann", Seat(0), 1.0, 0.0), ("bob", Seat(1), 2.0, 1.0)]);
    for (thing, words) in [(0, "deployment of the first"), (1, "7")] {
        scene.charted("zones", Drawing::Tint, words).things.push(thing);
    }
    let (lines, signs) = scene.charted_lines(&scene.charts[0]);
    assert_eq!(said(&lines)[1..3], ["0 . a . . . . . . . . ", "1 . . 7 . . . . . . . "]);
    let letters: Vec<&str> = signs.iter().map(|sign| sign.letters.as_str()).collect();
    assert_eq!(letters, ["a", "7"]);
}

#[test]
fn a_wall_thinner_than_a_letter_is_charted_along_its_length() {
    let mut scene = table(&[]);
    let points = vec![(1.0, 1.2), (6.0, 1.2), (6.0, 1.3), (1.0, 1.3)];
    scene.shapes.push(Shape::Polygon { points, paint: Default::default() });
    scene.charted("terrain", Drawing::Shapes, "wall").shapes.push((0, 1));
    let (lines, _) = scene.charted_lines(&scene.charts[0]);
    assert_eq!(said(&lines)[2], "1 . a a a a a a . . . ");
}
