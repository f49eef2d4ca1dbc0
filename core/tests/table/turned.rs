//! Bases that turn with what stands on them: what they hinder, touch and hide, how far they come ahead, how they are drawn.

use umpire_core::data::Source;
use umpire_core::pieces::{Piece, PieceId, Pieces};
use umpire_core::ruleset::Row;
use umpire_core::scene::Shape;
use umpire_core::seat::Seat;
use umpire_core::table::{
    Battlefield, Facing, Footprint, Hindrance, Map, Obstacle, Placed, Point, SLACK, Stand, Terrain,
    Unit, scene_of,
};

struct Ship(Seat, Point, i32);

impl Piece for Ship {
    fn side(&self) -> Seat {
        self.0
    }

    fn kind(&self) -> Option<usize> {
        Some(0)
    }

    fn stands(&self) -> bool {
        true
    }

    fn has_acted(&self) -> bool {
        false
    }
}

impl Placed for Ship {
    fn at(&self) -> Option<Point> {
        Some(self.1)
    }

    fn facing(&self) -> Option<Facing> {
        Some(Facing::degrees(self.2))
    }
}

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const OWN: PieceId = PieceId(0);
const FOE: PieceId = PieceId(1);

fn at(x: i64, y: i64) -> Point {
    Point::new(Unit::Inches.of(x), Unit::Inches.of(y))
}

/// A fort on water of 24 by 24 inches; hulls of 3 by 1.
fn field() -> Battlefield {
    let terrain = "- {id: fort, sight: complete, impassable: true}";
    let rows: Vec<Terrain> =
        umpire_core::data::read(&Source::new("terrain.yaml", terrain)).expect("rows").value;
    assert_eq!(rows.iter().map(Row::id).collect::<Vec<_>>(), ["fort"]);
    let map = "battlefield: bay\nunit: inches\nsize: [24, 24]\n\
               pieces:\n- {terrain: fort, rect: [10, 10, 14, 14]}\n";
    let map = Map::read(&Source::new("bay.yaml", map), &rows).expect("a map");
    let (long, wide) = (Unit::Inches.of(3), Unit::Inches.of(1));
    Battlefield::new(map, [Footprint::Rectangle { long, wide }])
}

/// One's own in the west, heading east, and another.
fn with(foe: (Point, i32)) -> Pieces<Ship> {
    [Ship(A, at(5, 5), 0), Ship(B, foe.0, foe.1)].into_iter().collect()
}

#[test]
fn a_base_is_where_it_is_turned_to() {
    let field = field();
    let alongside = with((at(5, 6), 0));
    let hindrance = |degrees| {
        let stand = field.stand(&alongside, OWN);
        let turned = field.base_of(Stand { facing: Facing::degrees(degrees), ..stand });
        field.hindrance(&alongside, OWN, &turned)
    };
    assert_eq!([hindrance(0), hindrance(90)], [None, Some(Hindrance::Piece(FOE))]);
    let met = |degrees| {
        let pieces = with((at(5, 7), degrees));
        field.in_contact(&pieces, OWN, &field.base(&pieces, OWN)).count()
    };
    assert_eq!([met(0), met(90)], [0, 1], "end on, it touches");
}

#[test]
fn straight_ahead_it_comes_as_far_as_what_lies_across() {
    let field = field();
    let farthest = |foe: (Point, i32), facing: i32| {
        let pieces = with(foe);
        let base = field.base(&pieces, OWN);
        let past = (pieces.others(OWN), None);
        let way = field.straight(&pieces, (OWN, &base), Unit::Inches.of(8), past);
        let aim = way.start().ahead(Facing::degrees(facing), way.most());
        let ends = field.end_of(&way, (aim, aim), 0, |id| format!("ship {}", id.0));
        assert!(way.may(
            way.start().ahead(Facing::degrees(facing), way.farthest(Facing::degrees(facing)))
        ));
        (field.about(way.farthest(Facing::degrees(facing))), ends)
    };
    assert_eq!(farthest((at(12, 5), 0), 0), ("4\"".into(), "ship 1".into()));
    assert_eq!(farthest((at(12, 5), 90), 0), ("5\"".into(), "ship 1".into()));
    assert_eq!(farthest((at(20, 20), 0), 0), ("8\"".into(), String::new()));
    assert_eq!(farthest((at(20, 20), 0), 180), ("3.5\"".into(), "the edge of the table".into()));
}

#[test]
fn a_ram_hits_what_is_ahead() {
    let field = field();
    let pieces = with((at(12, 5), 90));
    let ways = field.ways(&pieces, OWN, (Unit::Inches.of(8), None));
    let to = ways.to_contact(FOE).expect("it is near enough");
    assert!(to.distance_to(at(10, 5)) <= SLACK, "its bow at the side of the other: {to:?}");
    let base = field.base(&pieces, OWN);
    let way = field.straight(&pieces, (OWN, &base), Unit::Inches.of(8), (pieces.others(OWN), None));
    assert!(matches!(way.judge(at(13, 5)).stop, Some((_, Obstacle::Piece(FOE)))));
}

#[test]
fn who_is_seen_goes_by_the_facing_even_where_it_was_asked_before() {
    let field = field();
    let own = Stand { kind: 0, at: at(8, 14), facing: Facing::default() };
    let foe = |degrees| Stand { kind: 0, at: at(20, 12), facing: Facing::degrees(degrees) };
    let seen = [0, 90, 0, 90].map(|degrees| field.sees_from(own, foe(degrees)));
    assert_eq!(seen, [false, true, false, true], "broadside on, it shows beside the fort");
}

#[test]
fn it_is_drawn_as_it_lies() {
    let field = field();
    let pieces = with((at(12, 5), 90));
    let token = field.token(&pieces, (FOE, "brig".into()), at(12, 5));
    assert_eq!(token.corners.len(), 4);
    let scene = scene_of(&field, &[token]);
    let thing = scene.things.iter().find(|thing| thing.id == "brig").expect("it is drawn");
    let drawn = &scene.shapes[thing.shapes.0..thing.shapes.1];
    let Some(Shape::Polygon { points, .. }) = drawn.first() else { panic!("{drawn:?}") };
    let xs: Vec<f32> = points.iter().map(|point| point.0).collect();
    assert!(xs.iter().all(|x| (11.4..=12.6).contains(x)), "it lies across: {xs:?}");
    assert!(matches!(&drawn[1], Shape::Line { points, .. } if points[1].1 < points[0].1 - 1.0));
}
