//! Where a leg stops, worked by hand.

use umpire_core::table::{
    Area, Base, Facing, Footprint, Leg, Length, Obstacles, Outline, Point, Stop,
};

fn base(x: Length, y: Length) -> Base {
    let shape = Footprint::Rectangle { long: 2000, wide: 2000 };
    shape.at(Point::new(x, y), Facing::default())
}

fn wall(low: (i32, i32), high: (i32, i32)) -> Area {
    let corner = |(x, y)| Point::new(x, y);
    Area::Outline(Outline::rectangle(corner(low), corner(high)).expect("a wall"))
}

#[test]
fn a_leg_stops_at_what_comes_first() {
    let obstacles = Obstacles::new(vec![
        wall((20_000, -5000), (22_000, 5000)),
        Area::Zone(base(20_000, 9000), 5000),
        Area::Base(base(12_000, 0)),
        Area::Line(Point::new(3000, 1500), Point::new(9000, 1500)),
    ]);
    let start = base(0, 0);
    let leg = |y| Leg { base: &start, to: Point::new(30_000, y) };
    assert_eq!(obstacles.stop(leg(0)), Some(Stop { travelled: 10_000, obstacle: 2 }));
    let above = base(0, 3000);
    let leg = Leg { base: &above, to: Point::new(30_000, 3000) };
    let stop = obstacles.stop(leg).expect("a zone");
    assert_eq!(stop.obstacle, 1);
    // Four below its corner: in at the root of 5001² - 4000² beside it, which is 3001.7.
    assert_eq!(stop.travelled, 14_998);
    assert!(obstacles.let_pass(Leg { base: &start, to: Point::new(-9000, 9000) }));
    assert_eq!(obstacles.around(&base(12_500, 500)).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_leg_is_gone_as_far_as_it_can_be() {
    let obstacles = Obstacles::new(vec![
        wall((10_000, -9000), (12_000, 9000)),
        Area::Zone(base(-20_000, 7000), 5000),
    ]);
    let start = base(0, 0);
    let leg = |x, y| Leg { base: &start, to: Point::new(x, y) };
    assert_eq!(obstacles.farthest(leg(30_000, 0)), Point::new(9000, 0));
    assert_eq!(obstacles.farthest(leg(0, 30_000)), Point::new(0, 30_000));
    for y in 0..200 {
        let whole = leg(-40_000, 17 * y);
        let farthest = obstacles.farthest(whole);
        assert!(obstacles.let_pass(Leg { base: &start, to: farthest }));
        let stop = obstacles.stop(whole).expect("the zone");
        let short = stop.travelled - farthest.distance_to(start.centre());
        assert!((-1..=16).contains(&short), "{y}: {short}");
    }
}

#[test]
fn who_starts_in_a_zone_may_leave_it() {
    let obstacles = Obstacles::new(vec![Area::Zone(base(0, 0), 5000)]);
    let near = base(5000, 0);
    assert!(obstacles.let_pass(Leg { base: &near, to: Point::new(20_000, 500) }));
    assert!(obstacles.let_pass(Leg { base: &near, to: Point::new(5000, 500) }));
    let stop = obstacles.stop(Leg { base: &near, to: Point::new(4000, 500) });
    assert_eq!(stop, Some(Stop { travelled: 0, obstacle: 0 }));
}
