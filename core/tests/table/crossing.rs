//! Crossings by hand, against places on the way, and on turned tables.

use crate::table::slow::{any_base, any_outline, turned, turned_outline};
use proptest::prelude::*;
use umpire_core::table::{
    Crossing, FARTHEST, Facing, Footprint, Leg, Length, Outline, Point, Stretch, Vector,
    centre_crossings, centre_stays_in, centre_stretches, inside_stretches, meets_inside,
    never_nearer_outline, overlaps_outline,
};

fn outline(corners: &[(i32, i32)]) -> Outline {
    Outline::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("an outline")
}

fn crossings(from: (i32, i32), to: (i32, i32), outline: &Outline) -> Vec<(Length, bool)> {
    let found = centre_crossings(Point::new(from.0, from.1), Point::new(to.0, to.1), outline);
    found.iter().map(|crossing| (crossing.travelled, crossing.inwards)).collect()
}

#[test]
fn ways_go_in_and_out_of_a_notched_square() {
    let notched = outline(&[(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)]);
    let across = [(10, true), (30, false), (90, true), (110, false)];
    assert_eq!(crossings((-10, 80), (130, 80), &notched), across);
    assert_eq!(crossings((110, 80), (-30, 80), &notched), across);
    assert_eq!(crossings((10, 10), (20, 10), &notched), []);
    assert_eq!(crossings((50, 10), (50, 60), &notched), [(40, false)]);
    assert_eq!(crossings((50, 60), (50, 40), &notched), [(10, true)]);
}

#[test]
fn corners_and_edges_are_touched_in_passing() {
    let square = outline(&[(0, 0), (100, 0), (100, 100), (0, 100)]);
    assert_eq!(crossings((-30, 40), (30, -40), &square), [(50, true), (50, false)]);
    assert_eq!(crossings((-50, 0), (150, 0), &square), [(50, true), (150, false)]);
    assert_eq!(crossings((-50, 0), (40, 0), &square), [(50, true)]);
    assert_eq!(crossings((40, 100), (-50, 100), &square), [(40, false)]);
    assert_eq!(crossings((-50, 50), (0, 50), &square), [(50, true)]);
    assert_eq!(crossings((0, 50), (-50, 50), &square), [(0, false)]);
    assert_eq!(crossings((0, 50), (0, 50), &square), []);
    assert_eq!(crossings((0, 0), (100, 100), &square), []);
    assert_eq!(crossings((-100, -100), (200, 200), &square), [(141, true), (283, false)]);
}

#[test]
fn a_way_along_a_notch_s_edges_stays_in() {
    let stairs = outline(&[(0, 0), (30, 0), (30, 10), (20, 10), (20, 20), (0, 20)]);
    assert_eq!(crossings((25, 10), (5, 10), &stairs), []);
    assert_eq!(crossings((40, 10), (10, 10), &stairs), [(10, true)]);
    assert_eq!(crossings((20, 30), (20, 5), &stairs), [(10, true)]);
    assert_eq!(crossings((30, 20), (20, 20), &stairs), [(10, true)]);
}

#[test]
fn a_way_over_two_pieces_of_road_stays_on_the_road() {
    let here = outline(&[(0, 0), (100, 0), (100, 20), (0, 20)]);
    let there = outline(&[(100, 0), (200, 0), (200, 20), (100, 20)]);
    let (from, to) = (Point::new(10, 10), Point::new(190, 10));
    assert!(centre_stays_in(from, to, [&there, &here]));
    assert!(!centre_stays_in(from, to, [&here]));
    assert_eq!(centre_stretches(from, to, [&here])[..], [Stretch { from: 0, to: 90 }]);
    assert!(!centre_stays_in(from, Point::new(190, 21), [&there, &here]));
    assert!(centre_stays_in(from, from, [&there, &here]));
    assert!(!centre_stays_in(Point::new(0, 21), Point::new(0, 21), [&there, &here]));
}

#[test]
fn a_base_is_over_a_piece_from_its_front_to_its_back() {
    let base = Footprint::Rectangle { long: 20, wide: 20 };
    let base = base.at(Point::default(), Facing::default());
    let pond = outline(&[(100, -50), (200, -50), (200, 50), (100, 50)]);
    let leg = |x, y| Leg { base: &base, to: Point::new(x, y) };
    assert_eq!(inside_stretches(leg(300, 0), &pond)[..], [Stretch { from: 90, to: 210 }]);
    assert_eq!(inside_stretches(leg(150, 0), &pond)[..], [Stretch { from: 90, to: 150 }]);
    assert!(inside_stretches(leg(90, 0), &pond).is_empty());
    let inside = base.moved_to(Point::new(150, 0));
    let stays = Leg { base: &inside, to: Point::new(160, 0) };
    assert_eq!(inside_stretches(stays, &pond)[..], [Stretch { from: 0, to: 10 }]);
}

proptest! {
    #[test]
    fn between_crossings_a_middle_is_in_or_out(
        outline in any_outline(3000),
        x in -9000..9000_i32,
        y in -9000..9000_i32,
        steps in 0..2500_i32,
        quarters in 0..4_u8,
        mirrored: bool,
    ) {
        // Every fifth step of a way along (3, 4) is on the grid.
        let from = Point::new(x, y);
        let at = |step: i32| from + i64::from(step) * Vector::new(3, 4);
        let crossings = centre_crossings(from, at(steps), &outline);
        for step in 0..=steps {
            let inside = crossings.iter().take_while(|crossing| crossing.travelled < 5 * step);
            let inside = (inside.count() % 2 == 1) != outline.holds(from);
            let at_once = crossings.iter().any(|crossing| crossing.travelled == 5 * step);
            prop_assert!(at_once || inside == outline.holds(at(step)), "{step} {crossings:?}");
        }
        let half = steps / 2;
        let mut parts = centre_crossings(from, at(half), &outline);
        parts.extend(centre_crossings(at(half), at(steps), &outline));
        let ways = |crossings: &[Crossing]| -> Vec<bool> {
            crossings.iter().map(|crossing| crossing.inwards).collect()
        };
        prop_assert_eq!(ways(&parts), ways(&crossings));
        let there = turned_outline(&outline, quarters, mirrored);
        let turn = |point| turned(point, quarters, mirrored);
        prop_assert_eq!(centre_crossings(turn(from), turn(at(steps)), &there), crossings);
    }

    #[test]
    fn a_base_is_over_a_piece_where_its_places_say(
        base in any_base(4000),
        outline in any_outline(3000),
        to in (-9000..9000_i32, -9000..9000_i32),
    ) {
        let leg = Leg { base: &base, to: Point::new(to.0, to.1) };
        let stretches = inside_stretches(leg, &outline);
        let first = stretches.first().map(|stretch| stretch.from);
        prop_assert_eq!(first, meets_inside(leg, &outline));
        for at in (0..=leg.length()).step_by(61) {
            let over = |by: i32| {
                stretches.iter().any(|part| part.from - by <= at && at <= part.to + by)
            };
            let here = overlaps_outline(&leg.after(at), &outline);
            prop_assert!(if here { over(60) } else { !over(-60) }, "{at} {stretches:?}");
        }
    }

    #[test]
    fn no_way_is_too_far_to_ask(
        base in any_base(FARTHEST),
        corners in prop::collection::vec((-FARTHEST..=FARTHEST, -FARTHEST..=FARTHEST), 3..4),
        to in (-FARTHEST..=FARTHEST, -FARTHEST..=FARTHEST),
    ) {
        let corners = corners.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let Ok(outline) = Outline::new(corners) else {
            return Ok(());
        };
        let leg = Leg { base: &base, to: Point::new(to.0, to.1) };
        let first = inside_stretches(leg, &outline).first().map(|stretch| stretch.from);
        prop_assert_eq!(first, meets_inside(leg, &outline));
        let ends = (outline.holds(base.centre()), outline.holds(leg.to));
        let crossings = centre_crossings(base.centre(), leg.to, &outline);
        prop_assert_eq!(crossings.len() % 2 == 1, ends.0 != ends.1);
        prop_assert_eq!(never_nearer_outline(leg, &outline), never_nearer_outline(leg, &outline));
    }
}
