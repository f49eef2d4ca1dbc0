//! The nearest legal place and the directions of a map, worked by hand.

use umpire_core::table::{Point, Vector, compass, nearest_legal};

#[test]
fn the_nearest_place_out_of_a_disc_is_on_its_rim() {
    let middle = Point::new(3000, -2000);
    let out = |at: Point| middle.square_to(at) >= 5000 * 5000;
    let start = Point::new(4200, -400);
    let found = nearest_legal(start, &out, 30_000).expect("there is a place");
    assert!(out(found));
    assert!((3000..3010).contains(&start.distance_to(found)), "{found:?}");
    assert_eq!(nearest_legal(start, &out, 2900), None);
    assert_eq!(nearest_legal(Point::new(9000, 0), &out, 0), Some(Point::new(9000, 0)));
    assert_eq!(nearest_legal(start, &|_| false, 20_000), None);
}

#[test]
fn a_corner_is_not_nearer_than_a_side() {
    // Out of a square, whose corner the first ring that leaves it meets only beside the side.
    let out = |at: Point| at.x.abs() + at.y.abs() > 11_000 || at.x.abs().max(at.y.abs()) >= 6000;
    let found = nearest_legal(Point::default(), &out, 30_000).expect("there is a place");
    assert_eq!(Point::default().distance_to(found), 6000, "{found:?}");
}

#[test]
fn the_nearest_place_between_two_discs_is_where_their_rims_meet() {
    let [one, other] = [Point::new(0, 0), Point::new(6000, 900)];
    let out = |at: Point| [one, other].iter().all(|disc| disc.square_to(at) >= 5000 * 5000);
    // Inside both, so that along neither rim the way to the middle is the shortest.
    let start = Point::new(3100, -300);
    let found = nearest_legal(start, &out, 30_000).expect("there is a place");
    // All round both, in steps a hundredth of what is promised.
    let rims = [one, other].into_iter().flat_map(|disc| {
        (0..62_832).map(move |at| {
            let (sin, cos) = (f64::from(at) / 10_000.0).sin_cos();
            disc + Vector::new((cos * 5001.0) as i64, (sin * 5001.0) as i64)
        })
    });
    let best = rims.filter(|at| out(*at)).map(|at| start.distance_to(at)).min();
    let best = best.expect("the rims are long");
    assert!(start.distance_to(found) <= best + 5, "{} and {best}", start.distance_to(found));
}

#[test]
fn sixteen_directions_are_alike_on_both_sides_of_north_and_of_east() {
    let from = Point::new(100, 200);
    let ends: Vec<(&str, Point)> = compass(from, 10_000).collect();
    let off = |name: &str| {
        let (_, at) = ends.iter().find(|(known, _)| *known == name).expect("a direction");
        (at.x - from.x, at.y - from.y)
    };
    assert_eq!((ends.len(), off("N"), off("W")), (16, (0, 10_000), (-10_000, 0)));
    for (east, west, south) in [("NE", "NW", "SE"), ("NNE", "NNW", "SSE"), ("ENE", "WNW", "ESE")] {
        let (x, y) = off(east);
        assert!(x > 0 && y > 0, "{east}");
        assert_eq!((off(west), off(south)), ((-x, y), (x, -y)), "{east}");
    }
}
