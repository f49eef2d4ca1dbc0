//! What a walker reaches, and that every place has a way that passes.

use proptest::prelude::*;
use umpire_core::table::{
    Area, Base, Bounds, Facing, Footprint, Ground, Mover, Obstacles, Outline, Point, Reach,
    orientation, path_length,
};

const TABLE: Bounds =
    Bounds { low: Point::new(-90_000, -90_000), high: Point::new(90_000, 90_000) };

fn wall(low: (i32, i32), high: (i32, i32)) -> Area {
    let corner = |(x, y)| Point::new(x, y);
    Area::Outline(Outline::rectangle(corner(low), corner(high)).expect("a wall"))
}

fn base() -> Base {
    let shape = Footprint::Rectangle { long: 2000, wide: 2000 };
    shape.at(Point::default(), Facing::default())
}

#[test]
fn on_open_ground_the_reach_is_a_disc() {
    let (base, none) = (base(), Obstacles::new(vec![]));
    let mover = Mover { base: &base, closed: &none, crossed: &none, table: TABLE };
    let reach = Reach::new(&mover, Point::default(), 10_000, 1000);
    let inside = |at: &(i32, i32)| at.0 * at.0 + at.1 * at.1 < 100;
    let all = (-10..=10).flat_map(|x| (-10..=10).map(move |y| (x, y)));
    assert_eq!(reach.places().count(), all.filter(inside).count());
    assert_eq!(reach.cost(Point::new(6000, 2100)), Some(6325));
    let rings = reach.rings();
    assert_eq!(rings.len(), 1);
    let next = rings[0].iter().cycle().skip(1);
    let twice =
        rings[0].iter().zip(next).map(|(one, next)| orientation(Point::ORIGIN, *one, *next));
    assert_eq!(twice.sum::<i64>() / 2, 1_000_000 * reach.places().count() as i64);
    let to = Point::new(6000, 8000);
    assert_eq!(reach.path_to(&mover, to), Some(vec![Point::default(), to]));
    assert_eq!(reach.path_to(&mover, Point::new(6000, 8002)), None);
}

#[test]
fn a_way_leads_around_a_wall_as_short_as_can_be() {
    let (base, none) = (base(), Obstacles::new(vec![]));
    let closed = Obstacles::new(vec![wall((4000, -30_000), (6000, 7000))]);
    let mover = Mover { base: &base, closed: &closed, crossed: &none, table: TABLE };
    let reach = Reach::new(&mover, Point::default(), 30_000, 1000);
    let to = Point::new(10_000, 0);
    let path = reach.path_to(&mover, to).expect("there is a way");
    // By the corners of the wall grown by half the base: (3, 8) and (7, 8).
    assert_eq!(path.first(), Some(&Point::default()));
    assert_eq!(path.last(), Some(&to));
    assert!(path.windows(2).all(|leg| mover.passes(leg[0], leg[1])));
    let least =
        path_length(&[Point::default(), Point::new(3000, 8000), Point::new(7000, 8000), to]);
    assert!((least..=least + 20).contains(&path_length(&path)), "{path:?} {least}");
    assert!(reach.cost(to).is_some_and(|cost| cost >= least));
    let short = Reach::new(&mover, Point::default(), least - 1, 1000);
    assert_eq!(short.path_to(&mover, to), None);
    assert!(reach.places().all(|(at, _)| mover.stands(at)));
    assert!(!reach.places().any(|(at, _)| at.x == 5000 && at.y < 7000));
}

#[test]
fn what_may_be_crossed_is_no_place_to_stop() {
    let (base, none) = (base(), Obstacles::new(vec![]));
    let crossed = Obstacles::new(vec![wall((4000, -2000), (6000, 2000))]);
    let mover = Mover { base: &base, closed: &none, crossed: &crossed, table: TABLE };
    let reach = Reach::new(&mover, Point::default(), 12_000, 1000);
    assert!(!reach.places().any(|(at, _)| at == Point::new(5000, 0)));
    assert!(reach.places().any(|(at, _)| at == Point::new(9000, 0)));
    assert_eq!(reach.rings().len(), 2, "the crossed part is a hole");
}

#[test]
fn who_is_shut_in_stays() {
    let (base, none) = (base(), Obstacles::new(vec![]));
    let closed = Obstacles::new(vec![
        wall((-3000, 2000), (3000, 3000)),
        wall((-3000, -3000), (3000, -2000)),
        wall((2000, -2000), (3000, 2000)),
        wall((-3000, -2000), (-2000, 2000)),
    ]);
    let mover = Mover { base: &base, closed: &closed, crossed: &none, table: TABLE };
    let reach = Reach::new(&mover, Point::default(), 30_000, 500);
    assert_eq!(reach.places().count(), 25, "one to each side in halves");
    assert_eq!(reach.path_to(&mover, Point::new(9000, 0)), None);
    assert_eq!(Reach::new(&mover, Point::default(), 0, 500).places().count(), 1);
}

fn any_area() -> impl Strategy<Value = Area> {
    let place = || (-25_000..25_000_i32, -25_000..25_000_i32);
    let wall = (place(), 500..9000_i32, 500..9000_i32)
        .prop_map(|((x, y), wide, high)| wall((x, y), (x + wide, y + high)));
    let zone = (place(), 500..5000_i32)
        .prop_map(|((x, y), length)| Area::Zone(base().moved_to(Point::new(x, y)), length));
    prop_oneof![wall, zone]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn every_place_has_a_way_that_passes(
        areas in prop::collection::vec(any_area(), 0..12),
        speed in 0..30_000_i32,
    ) {
        let (base, none) = (base(), Obstacles::new(vec![]));
        let closed = Obstacles::new(areas);
        let mover = Mover { base: &base, closed: &closed, crossed: &none, table: TABLE };
        let reach = Reach::new(&mover, Point::default(), speed, 1000);
        for (at, cost) in reach.places() {
            let path = reach.path_to(&mover, at).expect("the way the flood took");
            prop_assert_eq!((path[0], path[path.len() - 1]), (Point::default(), at));
            prop_assert!(path.windows(2).all(|leg| mover.passes(leg[0], leg[1])));
            prop_assert!(path_length(&path) <= cost && cost <= speed);
            prop_assert!(Point::default().distance_to(at) <= path_length(&path));
        }
        let aside = Point::new(7_321, -4_567);
        if let Some(path) = reach.path_to(&mover, aside) {
            prop_assert!(path.windows(2).all(|leg| mover.passes(leg[0], leg[1])));
            prop_assert!(path_length(&path) <= speed);
        }
    }
}
