//! Lines worked out by hand, and properties of all lines over random boards.

mod oracle;
mod track;

use proptest::prelude::*;
use umpire_core::fraction::Fraction;
use umpire_core::hex::{
    Blocker, Board, BoardBuilder, Body, EdgePiece, Hex, Level, Line, Point, Prism, Scene, Side,
    Sight, SpaceId, Width, first_blocker, hexes_along,
};

/// A place along a line: so many parts of so many.
pub fn fraction(numerator: i64, denominator: i64) -> Fraction {
    Fraction { numerator, denominator }
}

fn hex(q: i16, r: i16) -> Hex {
    Hex::new(q, r)
}

fn raise(builder: &mut BoardBuilder, hex: Hex, level: Level) {
    for layer in 1..=level {
        builder.tile(hex, layer, 0, true);
    }
}

/// Columns of the heights given.
fn columns(heights: &[(i16, i16, Level)]) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    for &(q, r, level) in heights {
        raise(&mut builder, hex(q, r), level);
    }
    builder
}

fn line(from: (i16, i16), from_up: i32, to: (i16, i16), to_up: i32) -> Line {
    Line::new(Point::centre(hex(from.0, from.1), from_up), Point::centre(hex(to.0, to.1), to_up))
}

fn hit(builder: &BoardBuilder, bodies: &[Body], line: Line) -> Option<(Blocker, Fraction)> {
    let board = builder.build().expect("the board of a test has no fault");
    let hit = first_blocker(&board, bodies, line, &[]);
    assert_eq!(hit.is_none(), Scene::new(&board, bodies).is_clear(line));
    assert_eq!(hit.is_none(), oracle::is_clear(&board, bodies, line));
    hit.map(|hit| (hit.blocker, hit.at))
}

fn body(ends: ((i16, i16), (i16, i16)), radius_hundredths: u8, bottom: Level, top: Level) -> Body {
    let ends = (hex(ends.0.0, ends.0.1), hex(ends.1.0, ends.1.1));
    Body { ends, radius_hundredths, bottom, top }
}

#[test]
fn a_column_stops_a_line_below_its_top_and_not_one_along_it() {
    let row = columns(&[(0, 0, 1), (1, 0, 3), (2, 0, 1)]);
    let level = |up| hit(&row, &[], line((0, 0), up, (2, 0), up));
    assert_eq!(level(59), Some((Blocker::Ground(hex(1, 0)), fraction(1, 4))));
    assert_eq!(level(60), None);
    // Falling from 90 to 30 it passes level 3 half way, over the middle of the column.
    let falling = line((0, 0), 90, (2, 0), 30);
    assert_eq!(hit(&row, &[], falling), Some((Blocker::Ground(hex(1, 0)), fraction(1, 2))));
    // Falling from 100 to 60 - 20/3 it passes level 3 at 6/7 of the way, past the column's end.
    assert_eq!(hit(&row, &[], line((0, 0), 100, (2, 0), 54)), None);
}

#[test]
fn the_face_between_two_columns_is_solid_as_high_as_the_lower() {
    // From the centre of (0,0) to that of (1,1): along the side of (1,0) and (0,1).
    let at = |one, two, up| {
        let board = columns(&[(0, 0, 1), (1, 1, 1), (1, 0, one), (0, 1, two)]);
        hit(&board, &[], line((0, 0), up, (1, 1), up)).map(|hit| hit.1)
    };
    assert_eq!(at(3, 3, 50), Some(fraction(1, 3)));
    assert_eq!(at(3, 2, 30), Some(fraction(1, 3)));
    assert_eq!(at(3, 2, 50), None);
    assert_eq!(at(9, 1, 20), None);
}

#[test]
fn a_line_passes_below_an_overhang_and_not_through_it() {
    let mut row = columns(&[(0, 0, 1), (1, 0, 1), (2, 0, 1)]);
    row.tile(hex(1, 0), 4, 0, true);
    let level = |up| hit(&row, &[], line((0, 0), up, (2, 0), up)).is_none();
    assert!(level(21) && level(60) && level(80));
    assert!(!level(61) && !level(79) && !level(19));
}

#[test]
fn a_narrow_obstacle_leaves_room_at_the_sides() {
    let mut row = columns(&[(0, 0, 1), (1, 0, 1), (2, 0, 1)]);
    let width = Width::new(3, 4).expect("three quarters is a width");
    row.obstacle(hex(1, 0), Prism { base: 1, height: 8, width, kind: 7, stands: false });
    // A row's line at r = 60 from the centres' line touches corners of full hexes only; the
    // shrunk outline ends at r = 60 exactly, with a corner.
    let parallel = |r: i32, up| {
        let from = Point { q: -r / 2, r, up };
        hit(&row, &[], Line::new(from, Point { q: from.q + 240, ..from }))
    };
    assert_eq!(parallel(60, 100), None);
    assert_eq!(parallel(59, 100).map(|hit| hit.0), Some(Blocker::Obstacle(hex(1, 0))));
    assert_eq!(parallel(0, 100), Some((Blocker::Obstacle(hex(1, 0)), fraction(75, 240))));
    // No seam is left between an obstacle and the ground under it.
    assert_eq!(parallel(0, 20).map(|hit| hit.0), Some(Blocker::Obstacle(hex(1, 0))));
    assert_eq!(parallel(0, 180), None);
}

#[test]
fn a_tangent_to_a_body_is_clear() {
    // 1.5 * 36 / 120 = 0.45.
    let flat = columns(&[(0, 0, 1)]);
    let bodies = [body(((0, 0), (0, 0)), 45, 1, 5)];
    let parallel = |r: i32, up| {
        let from = Point { q: -120, r, up };
        hit(&flat, &bodies, Line::new(from, Point { q: 120, r, up }))
    };
    assert_eq!(parallel(36, 50), None);
    assert_eq!(parallel(-36, 50), None);
    assert_eq!(parallel(35, 50).map(|hit| hit.0), Some(Blocker::Body(0)));
    assert_eq!(parallel(0, 50), Some((Blocker::Body(0), fraction(1, 2))));
    assert_eq!(parallel(0, 100), None);
    assert_eq!(parallel(0, 20).map(|hit| hit.0), Some(Blocker::Body(0)));
}

#[test]
fn a_long_body_reaches_over_the_corners_beside_it() {
    // At the middle between two centres it is 0.6 wide, the shared side only 0.5.
    let empty = columns(&[(5, 5, 1)]);
    let bodies = [body(((0, 0), (1, 0)), 60, 0, 4)];
    let across = |r: i32| {
        let from = Point { q: 60 - r / 2 - 10, r, up: 30 };
        hit(&empty, &bodies, Line::new(from, Point { q: from.q + 20, ..from })).is_some()
    };
    assert!(across(40) && across(46));
    assert!(!across(48));
}

#[test]
fn two_long_bodies_side_by_side_leave_no_crack() {
    let empty = columns(&[(5, 5, 1)]);
    // Axes 1.5 apart, each 0.75 wide: they touch along r = 60 where both have straight sides.
    let bodies = [body(((0, 0), (1, 0)), 75, 0, 4), body(((0, 1), (1, 1)), 75, 0, 4)];
    let along = |r, up| {
        let from = Point { q: 0, r, up };
        hit(&empty, &bodies[..], Line::new(from, Point { q: 90, r, up })).is_some()
    };
    assert!(along(60, 40));
    assert!(!along(60, 80));
    assert!(
        hit(
            &empty,
            &bodies[..1],
            Line::new(Point { q: 0, r: 60, up: 40 }, Point { q: 90, r: 60, up: 40 })
        )
        .is_none()
    );
}

#[test]
fn walls_that_meet_in_a_corner_leave_no_gap() {
    let piece = EdgePiece { base: 1, height_here: 6, height_beyond: 6, kind: 0 };
    let mut board = columns(&[(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)]);
    board.edge(hex(0, 0), Side::East, piece);
    board.edge(hex(0, 0), Side::SouthEast, piece);
    // Through the corner that (0,0), (1,0) and (0,1) share.
    let through = |up| hit(&board, &[], line((0, 0), up, (1, 1), up));
    assert_eq!(through(100).map(|hit| hit.1), Some(fraction(1, 3)));
    assert_eq!(through(140), None);
    assert_eq!(through(20), None);
    let built = board.build().expect("no fault");
    let east = line((0, 0), 100, (1, 0), 100);
    assert!(first_blocker(&built, &[], east, &[]).is_some());
    assert!(first_blocker(&built, &[], east, &[(hex(1, 0), Side::West)]).is_none());
}

#[test]
fn what_a_line_passes_in_plan() {
    let piece = EdgePiece { base: 1, height_here: 6, height_beyond: 6, kind: 0 };
    let mut board = columns(&[(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)]);
    board.edge(hex(0, 0), Side::East, piece);
    board.edge(hex(1, 0), Side::SouthWest, piece);
    let board = board.build().expect("no fault");
    let scene = Scene::new(&board, &[]);
    // The first wall is touched with its end, the second run along.
    let slanting = line((0, 0), 900, (1, 1), 900);
    let passed: Vec<Vec<Hex>> = hexes_along(slanting).map(|hexes| hexes.to_vec()).collect();
    assert_eq!((passed.len(), passed[1].len()), (3, 2));
    assert_eq!(scene.edges_along(slanting).len(), 2);
    assert_eq!(scene.edges_along(line((0, 0), 0, (1, 0), 0)), [(hex(0, 0), Side::East)]);
    assert!(scene.edges_along(line((0, 0), 0, (0, 1), 0)).is_empty());
}

#[test]
fn a_wall_touched_only_by_the_end_of_a_line_stops_it() {
    let piece = EdgePiece { base: 1, height_here: 4, height_beyond: 2, kind: 0 };
    let mut board = columns(&[(0, 0, 1), (1, 0, 1)]);
    board.edge(hex(0, 0), Side::East, piece);
    // From the centre of (0,1), no hex of the board, to the corner at the side's south end.
    let up_to = |up| Line::new(Point::centre(hex(0, 1), up), Point { q: 40, r: 40, up });
    let wall = Blocker::Edge(hex(1, 0), Side::West);
    assert_eq!(hit(&board, &[], up_to(99)), Some((wall, Fraction::ONE)));
    assert_eq!(hit(&board, &[], up_to(100)), None);
    // From the other end, a board hex beside a wall between two hexes of which one is off it.
    let mut lone = columns(&[(0, 1, 1), (1, 0, 1)]);
    lone.edge(hex(1, 0), Side::West, piece);
    assert_eq!(hit(&lone, &[], up_to(99)), Some((wall, Fraction::ONE)));
    assert_eq!(hit(&lone, &[], up_to(100)), None);
}

#[test]
fn a_point_is_never_inside_and_an_upright_line_may_be() {
    let board = columns(&[(0, 0, 3), (1, 0, 3), (0, 1, 1)]);
    let upright = |q, r, low, high| {
        hit(&board, &[], Line::new(Point { q, r, up: low }, Point { q, r, up: high })).is_some()
    };
    assert!(!upright(0, 0, 30, 30));
    assert!(upright(0, 0, 30, 31));
    assert!(upright(60, 0, 50, 90));
    assert!(!upright(40, 40, 20, 90));
    assert!(upright(40, 40, 19, 90));
}

/// A board, bodies and lines that can be moved, turned and mirrored.
#[derive(Debug, Clone, Default)]
struct Picture {
    tiles: Vec<(Hex, Level)>,
    obstacles: Vec<(Hex, Prism)>,
    edges: Vec<(Hex, Side, EdgePiece)>,
    bodies: Vec<Body>,
    lines: Vec<Line>,
}

impl Picture {
    fn board(&self) -> Board {
        let mut builder = BoardBuilder::new();
        for &(hex, layer) in &self.tiles {
            builder.tile(hex, layer, 0, true);
        }
        for &(hex, prism) in &self.obstacles {
            builder.obstacle(hex, prism);
        }
        for &(hex, side, piece) in &self.edges {
            builder.edge(hex, side, piece);
        }
        builder.build().expect("a picture has no fault")
    }

    fn verdicts(&self) -> Vec<bool> {
        let board = self.board();
        let scene = Scene::new(&board, &self.bodies);
        self.lines.iter().map(|&line| scene.is_clear(line)).collect()
    }

    fn moved(&self, hexes: impl Fn(Hex) -> Hex, plan: impl Fn(i32, i32) -> (i32, i32)) -> Self {
        let side = |hex: Hex, side: Side| {
            hexes(hex).side_towards(hexes(hex.step(side))).expect("neighbours stay neighbours")
        };
        let point = |point: Point| {
            let (q, r) = plan(point.q, point.r);
            Point { q, r, ..point }
        };
        Self {
            tiles: self.tiles.iter().map(|&(hex, layer)| (hexes(hex), layer)).collect(),
            obstacles: self.obstacles.iter().map(|&(hex, prism)| (hexes(hex), prism)).collect(),
            edges: self
                .edges
                .iter()
                .map(|&(hex, facing, piece)| (hexes(hex), side(hex, facing), piece))
                .collect(),
            bodies: self
                .bodies
                .iter()
                .map(|body| Body { ends: (hexes(body.ends.0), hexes(body.ends.1)), ..*body })
                .collect(),
            lines: self
                .lines
                .iter()
                .map(|line| Line::new(point(line.from), point(line.to)))
                .collect(),
        }
    }
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (-2..=2i16, -2..=2i16).prop_map(|(q, r)| Hex::new(q, r))
}

fn any_body() -> impl Strategy<Value = Body> {
    let radius = prop::sample::select(vec![30u8, 45, 60, 75, 75, 86]);
    (any_hex(), prop::option::of(0..6usize), radius, 0..4i16, 0..5i16).prop_map(
        |(one, long, radius_hundredths, bottom, height)| {
            let two = long.map_or(one, |side| one.step(Side::from_index(side)));
            Body { ends: (one, two), radius_hundredths, bottom, top: bottom + height }
        },
    )
}

fn any_point() -> impl Strategy<Value = Point> {
    let coarse = (-14..=14i32).prop_map(|n| 20 * n);
    let coordinate =
        prop_oneof![4 => coarse, 1 => -280..=280i32, 2 => (-2..=2i32).prop_map(|n| 120 * n)];
    let up = prop_oneof![3 => (0..=6i32).prop_map(|n| 20 * n), 2 => -10..=140i32];
    (coordinate.clone(), coordinate, up).prop_map(|(q, r, up)| Point { q, r, up })
}

fn any_line() -> impl Strategy<Value = Line> {
    (any_point(), any_point(), 0..6u8).prop_map(|(from, to, kind)| match kind {
        0 => Line::new(from, Point { up: from.up, ..to }),
        1 => Line::new(from, Point { r: from.r, up: from.up, ..to }),
        2 => Line::new(from, Point { q: from.q, r: from.r, ..to }),
        // Along the sides of hexes and the faces between columns.
        3 => Line::new(
            from,
            Point { q: from.q + (to.q - from.q), r: from.r + (to.q - from.q), ..to },
        ),
        _ => Line::new(from, to),
    })
}

prop_compose! {
    fn any_picture()(
        heights in prop::collection::btree_map(any_hex(), (0..5i16, prop::option::of((1..3i16, 1..3i16))), 1..16),
        obstacles in prop::collection::btree_map(any_hex(), (0..4i16, 0..5i16, prop::bool::ANY), 0..4),
        edges in prop::collection::btree_map((any_hex(), 0..3usize), (0..3i16, 0..4i16, 0..4i16), 0..4),
        bodies in prop::collection::vec(any_body(), 0..4),
        lines in prop::collection::vec(any_line(), 12),
    ) -> Picture {
        let mut picture = Picture { bodies, lines, ..Picture::default() };
        for (&hex, &(level, overhang)) in &heights {
            picture.tiles.extend((1..=level).map(|layer| (hex, layer)));
            if let Some((gap, tiles)) = overhang {
                picture.tiles.extend((1..=tiles).map(|layer| (hex, level + gap + layer)));
            }
        }
        for (hex, (base, height, full)) in obstacles {
            let width = if full { Width::FULL } else { Width { numerator: 3, denominator: 4 } };
            picture.obstacles.push((hex, Prism { base, height, width, kind: 0, stands: false }));
        }
        let on_board = |hex: &Hex| picture.tiles.iter().any(|(tile, _)| tile == hex);
        for ((hex, side), (base, height_here, height_beyond)) in edges {
            let side = Side::from_index(side);
            if on_board(&hex) || on_board(&hex.step(side)) {
                picture.edges.push((hex, side, EdgePiece { base, height_here, height_beyond, kind: 0 }));
            }
        }
        picture
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_slow_way_agrees(picture in any_picture()) {
        let board = picture.board();
        let scene = Scene::new(&board, &picture.bodies);
        for &line in &picture.lines {
            let clear = scene.is_clear(line);
            prop_assert_eq!(clear, oracle::is_clear(&board, &picture.bodies, line), "{:?}", line);
            prop_assert_eq!(clear, scene.first_blocker(line).is_none());
        }
    }

    #[test]
    fn moving_turning_mirroring_and_reversing_change_nothing(
        picture in any_picture(), q in -500..500i16, r in -500..500i16
    ) {
        let verdicts = picture.verdicts();
        let shift = (120 * i32::from(q), 120 * i32::from(r));
        let shifted = picture.moved(
            |hex| Hex::new(hex.q + q, hex.r + r),
            |q, r| (q + shift.0, r + shift.1),
        );
        prop_assert_eq!(&shifted.verdicts(), &verdicts);
        let turned = picture.moved(Hex::rotate_clockwise, |q, r| (-r, q + r));
        prop_assert_eq!(&turned.verdicts(), &verdicts);
        let mirrored = picture.moved(Hex::mirror, |q, r| (r, q));
        prop_assert_eq!(&mirrored.verdicts(), &verdicts);
        let mut reversed = picture.clone();
        reversed.lines.iter_mut().for_each(|line| *line = Line::new(line.to, line.from));
        prop_assert_eq!(&reversed.verdicts(), &verdicts);
    }

    #[test]
    fn the_field_of_view_is_the_set_of_pairwise_answers(picture in any_picture()) {
        let board = picture.board();
        let from: Vec<Point> = picture.lines.iter().take(2).map(|line| line.from).collect();
        let points = |space: SpaceId| {
            let up = 20 * i32::from(board.space(space).level);
            let centre = Point::centre(board.hex_of(space), up + 50);
            [centre, centre.towards_corner(Side::East, 12), Point { up: up + 10, ..centre }]
        };
        let scene = Scene::new(&board, &picture.bodies);
        let seen = scene.visible_from(&from, |space, list| list.extend(points(space)));
        for space in board.space_ids() {
            let clear = matches!(scene.sees(&from, &points(space)), Sight::Clear(_));
            prop_assert_eq!(seen.contains(&space), clear);
            let each = points(space).map(|to| from.iter().map(move |&from| Line::new(from, to)));
            let mut lines = each.into_iter().flatten();
            prop_assert_eq!(lines.any(|line| oracle::is_clear(&board, &picture.bodies, line)), clear);
        }
    }

    #[test]
    fn no_point_however_far_causes_a_panic(
        picture in any_picture(), from in any::<[i32; 3]>(), near in any_point()
    ) {
        let board = picture.board();
        let far = Point { q: from[0], r: from[1], up: from[2] };
        let scene = Scene::new(&board, &picture.bodies);
        for line in [Line::new(far, near), Line::new(near, far)] {
            prop_assert_eq!(scene.first_blocker(line).is_none(), scene.is_clear(line));
        }
    }
}
