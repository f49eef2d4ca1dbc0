//! A map as pieces stand on it: what hinders, hides and covers them, whom they touch, how far they come.

use umpire_core::data::Source;
use umpire_core::pieces::{Piece, PieceId, Pieces};
use umpire_core::ruleset::Row;
use umpire_core::seat::Seat;
use umpire_core::table::{
    Battlefield, Fan, Footprint, Hindrance, Map, Obstacle, Placed, Point, Terrain, Unit,
};

struct Figure(Seat, Option<Point>);

impl Piece for Figure {
    fn side(&self) -> Seat {
        self.0
    }

    fn kind(&self) -> Option<usize> {
        Some(0)
    }

    fn stands(&self) -> bool {
        self.1.is_some()
    }

    fn has_acted(&self) -> bool {
        false
    }
}

impl Placed for Figure {
    fn at(&self) -> Option<Point> {
        self.1
    }
}

fn at(x: i64, y: i64) -> Point {
    Point::new(Unit::Inches.of(x), Unit::Inches.of(y))
}

/// A house, a wall and a wood on a table of 24 by 24 inches; bases of 25 mm.
fn field() -> Battlefield {
    let terrain = "
- {id: house, sight: complete, impassable: true}
- {id: wall, cover: true}
- {id: wood, sight: area, cover: true, difficult: true}";
    let rows: Vec<Terrain> =
        umpire_core::data::read(&Source::new("terrain.yaml", terrain)).expect("rows").value;
    assert_eq!(rows.iter().map(Row::id).collect::<Vec<_>>(), ["house", "wall", "wood"]);
    let map = "
battlefield: yard
unit: inches
size: [24, 24]
pieces:
- {terrain: house, name: mill, rect: [10, 10, 14, 14]}
- {terrain: wall, rect: [2, 6, 8, 7]}
- {terrain: wood, rect: [16, 2, 22, 8]}";
    let map = Map::read(&Source::new("yard.yaml", map), &rows).expect("a map");
    Battlefield::new(map, [Footprint::Disc { radius: 1250, corners: 24 }])
}

fn pieces(places: &[(Seat, Point)]) -> Pieces<Figure> {
    places.iter().map(|(side, at)| Figure(*side, Some(*at))).collect()
}

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const FIRST: PieceId = PieceId(0);

fn name(id: PieceId) -> String {
    format!("piece {}", id.0)
}

#[test]
fn what_hinders_is_the_edge_ground_and_others() {
    let field = field();
    let pieces = pieces(&[(A, at(3, 3)), (B, at(5, 3))]);
    let hindrance = |to: Point| field.hindrance(&pieces, FIRST, &field.base_at(0, to));
    assert_eq!(hindrance(at(3, 3)), None);
    assert_eq!(hindrance(at(0, 3)), Some(Hindrance::OffTable));
    assert_eq!(hindrance(at(12, 12)), Some(Hindrance::Ground(0)));
    assert_eq!(hindrance(at(5, 3)), Some(Hindrance::Piece(PieceId(1))));
    let said = [Hindrance::OffTable, Hindrance::Ground(0), Hindrance::Piece(PieceId(1))]
        .map(|found| field.say_hindrance(found, FIRST, name));
    let says = ["would not be wholly on the table", "would be in mill", "would overlap piece 1"];
    assert_eq!(said, says.map(|says| format!("piece 0 {says}")));
    assert_eq!(field.hindrance_of_ground(&field.base_at(0, at(5, 3))), None);
}

#[test]
fn enemies_are_in_contact_where_bases_touch() {
    let field = field();
    let beside = Point::new(at(3, 3).x + 2500, at(3, 3).y);
    let pieces = pieces(&[(A, at(3, 3)), (B, beside), (A, at(3, 4)), (B, at(6, 3))]);
    let base = field.base(&pieces, FIRST);
    let met: Vec<PieceId> = field.in_contact(&pieces, FIRST, &base).collect();
    assert_eq!(met, [PieceId(1)]);
    let elsewhere = field.base_at(0, at(20, 20));
    assert_eq!(field.in_contact(&pieces, FIRST, &elsewhere).count(), 0);
}

#[test]
fn houses_hide_walls_cover_and_woods_do_both() {
    let field = field();
    let [low, high] = [at(5, 3), at(5, 10)].map(|at| field.base_at(0, at));
    assert!(field.sees(&low, &high) && field.sight_between(&low, &high).is_clear());
    assert_eq!(field.cover(&low, &high, |_| true), Some(1));
    let touching = field.base_at(0, Point::new(at(5, 5).x, at(5, 6).y - 1250));
    assert_eq!(field.leant_over(&touching).collect::<Vec<_>>(), [1]);
    assert_eq!(field.leant_over(&low).count(), 0);
    // Who leans over the wall shoots past it.
    assert_eq!(field.cover(&low, &high, |piece| piece != 1), None);
    let [west, east] = [at(8, 12), at(16, 12)].map(|at| field.base_at(0, at));
    assert!(!field.sees(&west, &east));
    assert_eq!(field.cover(&west, &east, |_| true), Some(0));
    assert_eq!(field.cover(&west, &east, |piece| field.covers(piece)), None);
    let [inside, behind] = [at(19, 5), at(19, 12)].map(|at| field.base_at(0, at));
    assert!(field.sees(&behind, &inside));
    // What its middle is in covers it, whoever leans over what.
    assert_eq!(field.cover(&behind, &inside, |_| false), Some(2));
    assert!(field.covers(2) && !field.covers(0) && !field.covers(99));
}

#[test]
fn ways_end_at_ground_at_others_and_apart_from_enemies() {
    let field = field();
    let pieces = pieces(&[(A, at(12, 5)), (B, at(5, 5)), (A, at(12, 2))]);
    let base = field.base(&pieces, FIRST);
    let inch = Unit::Inches.one();
    let far = |most: i32, apart| {
        field.straight(&pieces, (FIRST, &base), most * inch, (pieces.others(FIRST), apart))
    };
    let stop = |apart, to| far(20, apart).judge(to).stop.map(|(_, what)| what);
    assert_eq!(stop(None, at(12, 20)), Some(Obstacle::Ground(0)));
    assert_eq!(stop(None, at(2, 5)), Some(Obstacle::Piece(PieceId(1))));
    assert_eq!(stop(Some(inch), at(2, 5)), Some(Obstacle::Near(PieceId(1))));
    // Of one's own side one may come as near as one likes.
    assert_eq!(stop(Some(inch), at(12, 0)), Some(Obstacle::Piece(PieceId(2))));
    assert_eq!(far(20, None).judge(at(20, 5)).slow.len(), 1);
    let told = |most, apart, to: Point| {
        let premises = far(most, apart).judge(to).premises();
        let broken = premises.iter().find(|(_, holds)| !holds).expect("a broken premise");
        field.say_premise(&broken.0, (at(12, 5), to), inch, name)
    };
    assert_eq!(told(20, Some(inch), at(2, 5)), "it would be less than 1\" from piece 1 after 5\"");
    assert_eq!(told(20, None, at(12, 20)), "mill is in the way after 4.5\"");
    let slowly = "it takes 14\", 5\" of it in wood counts twice; 10\" is the most";
    assert_eq!(told(10, None, at(21, 5)), slowly);
}

#[test]
fn a_fan_tells_and_draws_how_far_one_comes() {
    let field = field();
    let pieces = pieces(&[(A, at(12, 5)), (B, at(5, 5))]);
    let base = field.base(&pieces, FIRST);
    let inch = Unit::Inches.one();
    let far = |most| {
        field.straight(&pieces, (FIRST, &base), most * inch, (pieces.others(FIRST), Some(inch)))
    };
    let (walk, run) = (far(3), far(10));
    let Fan { rows, shapes } = field.fan([("walk", &walk), ("run", &run)], inch, name);
    assert_eq!(rows[0], ["towards", "walk to", "run to", "what ends the run"]);
    assert_eq!((rows.len(), shapes.len()), (17, 2));
    let towards = |wind: &str| rows.iter().find(|row| row[0] == wind).expect("a direction");
    assert_eq!(towards("N")[1..], ["12 8", "12 9.5", "mill"]);
    assert_eq!(towards("W")[1..], ["9 5", "7 5", "1\" from piece 1"]);
    assert_eq!(towards("S")[1..], ["12 2", "12 0.5", "the edge of the table"]);
    assert_eq!(towards("E")[1..], ["15 5", "19 5", "wood"]);
}

#[test]
fn who_is_pushed_goes_straight_back_until_something_stops_it() {
    let field = field();
    let inch = Unit::Inches.of(1);
    let far = |to: Point, from: Point| (from.distance_to(to) - inch).abs() <= 2;
    // Slow ground slows nobody who is pushed, and the way keeps its direction off the tenths.
    let wood = pieces(&[(A, at(18, 5))]);
    let (to, stop) = field.pushed(&wood, FIRST, (at(17, 4), inch));
    assert!(stop.is_none() && far(to, at(18, 5)) && to.x - at(18, 5).x == to.y - at(18, 5).y);
    // However near the other stands.
    let near = at(18, 5).towards(at(17, 4), 100);
    assert_eq!(field.pushed(&wood, FIRST, (near, inch)).0, to);
    let (to, stop) =
        field.pushed(&pieces(&[(A, at(8, 12))]), FIRST, (at(6, 12), Unit::Inches.of(3)));
    assert_eq!(stop, Some(Obstacle::Ground(0)), "the mill is in the way");
    assert!((to.x + 1250 - Unit::Inches.of(10)).abs() <= 20 && to.y == at(0, 12).y, "{to:?}");
    let (to, stop) = field.pushed(&pieces(&[(A, at(1, 20))]), FIRST, (at(4, 20), inch));
    assert!(stop.is_none() && (to.x - 1250).abs() <= 2, "the edge of the table stops it: {to:?}");
    let pair = pieces(&[(A, at(4, 20)), (B, at(6, 20))]);
    let (_, stop) = field.pushed(&pair, FIRST, (at(2, 20), Unit::Inches.of(2)));
    assert_eq!(stop, Some(Obstacle::Piece(PieceId(1))));
    let (to, _) = field.pushed(&pair, FIRST, (at(4, 20), inch));
    assert_eq!(to, at(4, 20), "away from where it stands leads nowhere");
}

#[test]
fn a_fan_names_what_slows_before_the_edge_is_reached() {
    let field = field();
    // Eastwards lies the wood, and behind it the edge.
    let one = pieces(&[(A, at(15, 5))]);
    let base = field.base(&one, FIRST);
    let way = field.straight(&one, (FIRST, &base), Unit::Inches.of(12), ([], None));
    let Fan { rows, .. } = field.fan([("rush", &way)], 0, name);
    let ends = |direction: &str| {
        let row = rows.iter().find(|row| row[0] == direction).expect("a direction");
        row[2].clone()
    };
    assert_eq!((ends("E"), ends("S")), ("wood".to_string(), "the edge of the table".to_string()));
}
