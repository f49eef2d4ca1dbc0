//! Sight on random small tables beside the slow way in fractions, and what holds of every table.

use crate::table::sight::oracle::{Table, place, runs_through};
use umpire_core::table::sight::fine::{Fine, Line, fine, holds};
use umpire_core::table::sight::judge::{Scene, Verdict};
use umpire_core::table::sight::look::Hiding;
use umpire_core::table::{Base, Class, Field, Outline, Piece, PlainSight, Point, Vector};

/// Numbers that look random and are the same every time.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 to one less than `below`.
    pub fn below(&mut self, below: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % below as u64) as i32
    }

    fn point(&mut self, wide: i32, tall: i32) -> Point {
        Point::new(self.below(wide), self.below(tall))
    }

    fn base(&mut self, middle: Point) -> Base {
        let shapes: [&[(i32, i32)]; 4] = [
            &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
            &[(2, 0), (0, 2), (-2, 0), (0, -2)],
            &[(-1, -1), (2, -1), (-1, 2)],
            &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)],
        ];
        let shape = shapes[self.below(4) as usize];
        let corners = shape.iter().map(|&(x, y)| Point::new(middle.x + x, middle.y + y)).collect();
        Base::new(middle, corners)
    }

    fn outline(&mut self) -> Outline {
        loop {
            let corner = self.point(20, 12);
            let corners = match self.below(3) {
                0 => {
                    let high = corner + self.point(6, 6).into() + Vector::new(1, 1);
                    let far = Point::new(high.x, corner.y);
                    vec![corner, far, high, Point::new(corner.x, high.y)]
                }
                kind => (0..3 + 2 * kind - self.below(2) - 1)
                    .map(|_| corner + self.point(8, 8).into())
                    .collect(),
            };
            if let Ok(outline) = Outline::new(corners) {
                return outline;
            }
        }
    }

    fn pieces(&mut self, most: i32, classes: &[Class]) -> Vec<Piece> {
        (0..1 + self.below(most))
            .map(|_| {
                let class = classes[self.below(classes.len() as i32) as usize];
                Piece::new(self.outline(), class)
            })
            .collect()
    }
}

const DEPTH: i32 = 4;

const RULES: PlainSight = PlainSight { depth: DEPTH };

const ALL: [Class; 4] = [Class::None, Class::Area, Class::Complete, Class::Solid];

/// A random small table with two parties.
fn table(seed: u64, apart: bool) -> (Base, Base, Vec<Piece>) {
    let mut numbers = Numbers::new(seed);
    let (x, y) = (numbers.below(12), numbers.below(12));
    let a = numbers.base(Point::new(if apart { -3 } else { x }, y));
    let (x, y) = (numbers.below(14), numbers.below(12));
    let b = numbers.base(Point::new(if apart { 31 } else { 12 + x }, y));
    let pieces = numbers.pieces(6, &ALL);
    (a, b, pieces)
}

fn blocking(pieces: &[Piece]) -> Vec<Piece> {
    pieces.iter().filter(|piece| piece.class != Class::None).cloned().collect()
}

#[test]
fn every_line_is_judged_as_the_slow_way_judges_it() {
    let (mut free, mut stopped) = (0, 0);
    for seed in 0..200 {
        let (a, b, pieces) = table(seed, seed % 3 == 0);
        let slow = Table::new(&a, &b, &blocking(&pieces), DEPTH);
        if slow.in_contact() {
            continue;
        }
        let field = Field::new(pieces);
        let scene = field.look(&a, &b, &RULES).surroundings().scene;
        let mut numbers = Numbers::new(seed + 7777);
        for _ in 0..12 {
            let pick = |numbers: &mut Numbers, base: &Base| {
                let corners = field.pieces().iter().flat_map(|p| p.outline.corners().iter());
                let all: Vec<Point> = corners.chain(base.corners()).copied().collect();
                all[numbers.below(all.len() as i32) as usize]
            };
            let (from, to) = (pick(&mut numbers, &a), pick(&mut numbers, &b));
            if from == to {
                continue;
            }
            let line = Line::through(fine(from), fine(to));
            let fast = matches!(scene.judge(&line), Verdict::Free(..));
            let expected = slow.line_is_free(place(from), place(to));
            assert_eq!(fast, expected, "table {seed}, line {from:?} to {to:?}");
            if expected { free += 1 } else { stopped += 1 }
        }
    }
    assert!(free > 100 && stopped > 500, "{free} free, {stopped} stopped");
}

#[test]
fn parties_apart_from_pieces_are_judged_as_the_slow_way_judges_them() {
    let (mut seen, mut hidden) = (0, 0);
    for seed in 1000..1120 {
        let (a, b, pieces) = table(seed, true);
        let expected = Table::new(&a, &b, &blocking(&pieces), DEPTH).sees();
        let field = Field::new(pieces);
        let look = field.look(&a, &b, &RULES);
        assert_eq!(look.search(Hiding::Passes).is_seen(), expected, "table {seed}");
        assert_eq!(look.search_slowly(Hiding::Passes).is_seen(), expected, "table {seed}");
        if expected { seen += 1 } else { hidden += 1 }
    }
    assert!(seen > 25 && hidden > 12, "{seen} seen, {hidden} hidden");
}

#[test]
fn parties_amid_pieces_see_whatever_the_slow_way_sees() {
    let mut seen = 0;
    for seed in 2000..2060 {
        let (a, b, pieces) = table(seed, false);
        let slow = Table::new(&a, &b, &blocking(&pieces), DEPTH);
        let field = Field::new(pieces);
        let fast = field.sees(&a, &b, &RULES);
        assert_eq!(fast, field.sees(&b, &a, &RULES), "table {seed}");
        assert_eq!(fast, field.sight(&a, &b, &RULES).is_clear(), "table {seed}");
        if slow.sees() {
            assert!(fast, "table {seed}");
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen} seen");
}

/// Moves, mirrors and quarter turns of the grid.
fn moved(kind: i32, at: Point) -> Point {
    match kind {
        0 => at + Vector::new(1234, -777),
        1 => Point::new(-at.x, at.y),
        2 => Point::new(-at.y, at.x),
        _ => Point::new(at.y, at.x),
    }
}

fn moved_base(kind: i32, base: &Base) -> Base {
    let mut corners: arrayvec::ArrayVec<Point, 32> =
        base.corners().iter().map(|at| moved(kind, *at)).collect();
    if kind % 2 == 1 {
        corners.reverse();
    }
    Base::new(moved(kind, base.centre()), corners)
}

#[test]
fn moves_mirrors_and_quarter_turns_change_nothing() {
    for seed in 3000..3200 {
        let (a, b, pieces) = table(seed, seed % 2 == 0);
        let field = Field::new(pieces.clone());
        let seen = field.sees(&a, &b, &RULES);
        for kind in 0..4 {
            let pieces = pieces.iter().map(|piece| {
                let corners = piece.outline.corners().iter().map(|at| moved(kind, *at)).collect();
                Piece { outline: Outline::new(corners).expect("as simple"), ..piece.clone() }
            });
            let other = Field::new(pieces.collect());
            let (a, b) = (moved_base(kind, &a), moved_base(kind, &b));
            let found = other.sees(&a, &b, &RULES);
            assert_eq!(found, seen, "table {seed}, move {kind}");
        }
    }
}

#[test]
fn another_blocking_piece_never_opens_a_view() {
    for seed in 4000..4300 {
        let (a, b, mut pieces) = table(seed, true);
        let mut seen = Field::new(Vec::new()).sees(&a, &b, &RULES);
        assert!(seen, "an empty table hides nothing");
        for count in 1..=pieces.len() {
            pieces[count - 1].class = Class::Complete;
            let now = Field::new(pieces[..count].to_vec()).sees(&a, &b, &RULES);
            assert!(seen || !now, "table {seed}, piece {count}");
            seen = now;
        }
    }
}

#[test]
fn a_base_is_seen_as_an_outline_of_its_shape() {
    for seed in 5000..5150 {
        let (a, b, pieces) = table(seed, seed % 2 == 0);
        let field = Field::new(pieces);
        let outline = Outline::new(b.corners().to_vec()).expect("a convex ring");
        let plainly = field.sees(&a, &b, &RULES);
        let found = field.sees(&a, &outline, &RULES);
        assert_eq!(found, plainly, "table {seed}");
    }
}

#[test]
fn a_segment_is_clear_where_the_slow_way_finds_no_crossing() {
    let (mut clear, mut stopped) = (0, 0);
    for seed in 6000..6100 {
        let (.., pieces) = table(seed, true);
        let field = Field::new(pieces.clone());
        let mut numbers = Numbers::new(seed);
        for _ in 0..20 {
            let (from, to) = (numbers.point(24, 14), numbers.point(24, 14));
            let expected = blocking(&pieces).iter().all(|piece| {
                let corners = piece.outline.corners();
                !runs_through(corners, from, to)
            });
            assert_eq!(field.segment_clear(from, to), expected, "table {seed}, {from:?} {to:?}");
            if expected { clear += 1 } else { stopped += 1 }
        }
    }
    assert!(clear > 300 && stopped > 300, "{clear} clear, {stopped} stopped");
}

#[test]
fn a_target_is_obscured_where_a_place_of_it_is_hidden() {
    let (mut hidden, mut shown) = (0, 0);
    for seed in 7000..7060 {
        let (a, b, pieces) = table(seed, seed % 2 == 0);
        let field = Field::new(pieces);
        let scene = field.look(&a, &b, &RULES).surroundings().scene;
        if scene.in_contact() {
            continue;
        }
        let is_hidden = |place: Fine| {
            let probe = Scene { b: vec![place], ..scene.clone() };
            probe.free_slowly().is_none()
        };
        let found = scene.hidden();
        if let Some((place, _)) = found {
            assert!(is_hidden(place), "table {seed}, {place:?}");
            hidden += 1;
            continue;
        }
        for step in 0..49 {
            let by = 170 * Vector::new(step % 7 - 3, step / 7 - 3);
            let place = fine(b.centre()) + by;
            if holds(&scene.b, place) {
                assert!(!is_hidden(place), "table {seed}, {place:?}");
            }
        }
        shown += 1;
    }
    assert!(hidden > 15 && shown > 3, "{hidden} hidden, {shown} shown");
}
