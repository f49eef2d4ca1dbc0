//! Moves by hand, against distances at every place of a leg, and on turned tables.

use crate::table::slow::{any_base, any_outline, turned, turned_base, turned_outline};
use proptest::prelude::*;
use umpire_core::table::motion::Motion;
use umpire_core::table::{
    Base, CM, FARTHEST, Facing, Footprint, Leg, Length, Outline, Point, contact_on_way,
    crosses_line, ever_within, first_within, first_within_outline, gap, gap_after, gap_to_outline,
    inside_meets_segment, meets_inside, meets_line, nearest_on, nearest_on_outline, never_nearer,
    never_nearer_outline, overlap, overlaps_on_way, overlaps_outline, path_length, within,
};

fn square_base(x: Length, y: Length, side: Length) -> Base {
    Footprint::Rectangle { long: side, wide: side }.at(Point::new(x, y), Facing::default())
}

fn outline(corners: &[(i32, i32)]) -> Outline {
    Outline::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("an outline")
}

#[test]
fn a_square_comes_into_the_zone_of_a_square() {
    let (base, other) = (square_base(0, 0, 2 * CM), square_base(20 * CM, 0, 2 * CM));
    let leg = Leg { base: &base, to: Point::new(30 * CM, 0) };
    assert_eq!(leg.length(), 30 * CM);
    assert_eq!(first_within(leg, &other, 5 * CM), Some(12_999), "one unit of slack");
    assert_eq!(contact_on_way(leg, &other), Some(17_999));
    assert_eq!(overlaps_on_way(leg, &other), Some(18_000));
    assert_eq!(nearest_on(leg, &other), 0);
    assert_eq!(gap_after(leg, &other, 13_000), 5000);
    assert!(!never_nearer(leg, &other));
    let away = Leg { base: &base, to: Point::new(-CM, 9 * CM) };
    assert!(never_nearer(away, &other));
    assert_eq!(first_within(away, &other, 5 * CM), None);
    assert_eq!(first_within(away, &other, 18 * CM), Some(0));
}

#[test]
fn a_square_passes_a_corner_at_an_exact_distance() {
    // The corners pass at (1, 1) and (4, 5) centimetres: five apart at the nearest.
    let (base, other) = (square_base(0, 0, 2 * CM), square_base(5 * CM, 6 * CM, 2 * CM));
    let start = base.moved_to(Point::new(-4 * CM, 3 * CM));
    let leg = Leg { base: &start, to: Point::new(4 * CM, -3 * CM) };
    assert_eq!(nearest_on(leg, &other), 5 * CM);
    assert!(ever_within(leg, &other, 5 * CM));
    assert!(ever_within(leg, &other, 5 * CM - 1));
    assert!(!ever_within(leg, &other, 5 * CM - 2));
    assert_eq!(first_within(leg, &other, 5 * CM - 1), Some(5000));
    assert_eq!(first_within(leg, &other, 5 * CM - 2), None);
    // Half a chord of a circle of radius 5001 around its middle: the root of 10001.
    assert_eq!(first_within(leg, &other, 5 * CM), Some(4900));
}

#[test]
fn sliding_along_a_wall_is_not_meeting_it() {
    let base = square_base(0, 0, 2 * CM);
    let wall = outline(&[(3000, 1000), (9000, 1000), (9000, 4000), (3000, 4000)]);
    let along = Leg { base: &base, to: Point::new(20 * CM, 0) };
    assert_eq!(meets_inside(along, &wall), None);
    assert_eq!(first_within_outline(along, &wall, 0), Some(1999));
    let into = Leg { base: &base, to: Point::new(20 * CM, 1) };
    assert_eq!(meets_inside(into, &wall), Some(2000));
    let ahead = square_base(0, 2000, 2 * CM);
    let leg = Leg { base: &ahead, to: Point::new(8000, 2000) };
    assert_eq!(meets_inside(leg, &wall), Some(2000));
    assert_eq!(meets_inside(Leg { base: &ahead, to: Point::new(2000, 2000) }, &wall), None);
    let inside = square_base(6000, 2000, 500);
    assert_eq!(meets_inside(Leg { base: &inside, to: Point::new(9999, 0) }, &wall), Some(0));
    let leaving = square_base(2000, 2000, 2 * CM);
    assert_eq!(meets_inside(Leg { base: &leaving, to: Point::new(0, 2000) }, &wall), None);
}

#[test]
fn steep_lines_may_be_touched() {
    let base = square_base(0, 0, 2 * CM);
    let (a, b) = (Point::new(5000, 1000), Point::new(5000, 9000));
    assert!(!crosses_line(Leg { base: &base, to: Point::new(9000, 0) }, a, b));
    assert!(crosses_line(Leg { base: &base, to: Point::new(9000, 1) }, a, b));
    assert!(!crosses_line(Leg { base: &base, to: Point::new(4000, 4000) }, a, b));
    assert_eq!(meets_line(Leg { base: &base, to: Point::new(8000, 8000) }, a, b), Some(5657));
}

#[test]
fn a_notch_can_be_come_nearer_to_after_going_away() {
    // Out of one arm of a horseshoe, and across it towards the other arm.
    let horseshoe = outline(&[
        (0, 0),
        (30_000, 0),
        (30_000, 9000),
        (28_000, 9000),
        (28_000, 2000),
        (2000, 2000),
        (2000, 9000),
        (0, 9000),
    ]);
    let base = square_base(4000, 12_000, 2000);
    let leg = |x, y| Leg { base: &base, to: Point::new(x, y) };
    assert_eq!(gap_to_outline(&base, &horseshoe), 2236);
    assert!(never_nearer_outline(leg(12_000, 12_000), &horseshoe));
    assert!(!never_nearer_outline(leg(24_000, 12_000), &horseshoe));
    assert!(!never_nearer_outline(leg(4000, 11_000), &horseshoe));
    assert_eq!(nearest_on_outline(leg(24_000, 12_000), &horseshoe), 2236);
}

#[test]
fn paths_are_summed_exactly() {
    let at = Point::new;
    assert_eq!(path_length(&[at(0, 0), at(3000, 4000), at(3000, 0)]), 9000);
    let diagonal = [at(0, 0), at(1, 1), at(2, 2), at(3, 3), at(4, 4), at(5, 5)];
    assert_eq!(path_length(&diagonal), 7, "five times 1.414");
    assert_eq!(path_length(&[at(0, 0)]), 0);
    assert_eq!(path_length(&[]), 0);
}

/// A leg and a thing it may meet; the leg short, so that every place of it can be asked about.
fn any_to(spread: Length) -> impl Strategy<Value = Point> {
    (-spread..=spread, -spread..=spread).prop_map(|(x, y)| Point::new(x, y))
}

/// A base made smaller by next to nothing, unless it is too small for that.
fn shrunk(base: &Base) -> Option<Base> {
    let centre = base.centre();
    let corners = base.corners().iter();
    let far = corners.clone().all(|corner| corner.distance_to(centre) > 50);
    let corners = corners.map(|corner| corner.towards(centre, 12)).collect();
    far.then(|| Base::new(centre, corners))
}

proptest! {
    #[test]
    fn the_first_place_within_is_that_of_all_places(
        base in any_base(3000),
        other in any_base(3000),
        to in any_to(3000),
        length in 0..2500,
    ) {
        let leg = Leg { base: &base, to };
        let whole = leg.length();
        let gaps: Vec<Length> = (0..=whole).map(|at| gap_after(leg, &other, at)).collect();
        // At most `length + 1` apart; rounded down that is less than `length + 1`, or just it.
        let sure = gaps.iter().position(|gap| *gap <= length).map(|at| at as Length);
        let perhaps = gaps.iter().position(|gap| *gap <= length + 1).map(|at| at as Length);
        let found = first_within(leg, &other, length);
        prop_assert_eq!(found.is_some(), ever_within(leg, &other, length));
        if let Some(found) = found {
            prop_assert!(sure.is_none_or(|sure| found <= sure), "{found} {sure:?}");
            let near = gap_after(leg, &other, found.min(whole)) <= length + 2;
            prop_assert!(near);
            prop_assert!(perhaps.is_none_or(|perhaps| found >= perhaps), "{found} {perhaps:?}");
        } else {
            prop_assert_eq!(sure, None);
        }
        let least = gaps.iter().min().copied().unwrap_or(0);
        let nearest = nearest_on(leg, &other);
        prop_assert!(nearest <= least && least <= nearest + 1);
        prop_assert_eq!(gaps[0], gap(&base, &other));
        prop_assert_eq!(gaps[gaps.len() - 1], gap(&leg.end(), &other));
        let sinks = gaps.windows(2).any(|pair| pair[1] < pair[0]);
        if least + 2 < gaps[0] {
            prop_assert!(sinks && !never_nearer(leg, &other));
        } else if least + 1 > gaps[0] {
            prop_assert!(never_nearer(leg, &other));
        }
    }

    #[test]
    fn insides_meet_just_beyond_the_place_said(
        base in any_base(3000),
        other in any_base(3000),
        outline in any_outline(3000),
        to in any_to(9000),
    ) {
        let leg = Leg { base: &base, to };
        let free = |bounds: Option<Length>| bounds.unwrap_or(leg.length());
        // Places between grid points are asked about on a table many times as large.
        let large = |point: Point, by: i32| Point::new(point.x * by, point.y * by);
        let scale = 64;
        let grown = |base: &Base| {
            let corners = base.corners().iter().map(|corner| large(*corner, scale)).collect();
            Base::new(large(base.centre(), scale), corners)
        };
        let (big, big_other) = (grown(&base), grown(&other));
        let big_leg = Leg { base: &big, to: large(to, scale) };
        let until = overlaps_on_way(leg, &other);
        if let Some(until) = until {
            let after = (until + 1).min(leg.length());
            let steps = (i64::from(leg.length().max(1)), i64::from(big_leg.length()));
            let part = |at: Length| (i64::from(at) * steps.1 / steps.0) as Length;
            let (before, after) = (part(until), part(after));
            let start = overlap(&base, &other);
            prop_assert!(start == (until == 0 && overlap(&big, &big_other)));
            prop_assert!(start || gap_after(big_leg, &big_other, before) <= 2 * scale);
            let meets = (before..=after).any(|at| overlap(&big_leg.after(at), &big_other));
            prop_assert!(meets || gap_after(leg, &other, until) <= 1);
        } else {
            // Rounded to the grid a base may only just lie over another.
            let meets = |at| shrunk(&leg.after(at)).is_some_and(|small| overlap(&small, &other));
            prop_assert!(!(0..=leg.length()).step_by(7).any(meets));
        }
        let until = free(meets_inside(leg, &outline));
        for at in (0..=until).step_by(97) {
            let small = shrunk(&leg.after(at));
            let start = overlaps_outline(&base, &outline);
            prop_assert!(start || !small.is_some_and(|small| overlaps_outline(&small, &outline)));
        }
        let edges: Vec<_> = outline.edges().collect();
        let by_lines = edges.iter().filter_map(|(a, b)| meets_line(leg, *a, *b)).min();
        if !overlaps_outline(&base, &outline) {
            prop_assert_eq!(meets_inside(leg, &outline), by_lines);
        }
        let end = leg.end();
        let missed = |(a, b): &(Point, Point)| {
            inside_meets_segment(&end, *a, *b) && !crosses_line(leg, *a, *b)
        };
        prop_assert!(!edges.iter().any(missed));
        let back_base = leg.end();
        let back = Leg { base: &back_base, to: base.centre() };
        prop_assert_eq!(overlaps_on_way(leg, &other).is_some(), overlaps_on_way(back, &other).is_some());
        prop_assert_eq!(nearest_on(leg, &other), nearest_on(back, &other));
    }

    #[test]
    fn outlines_are_neared_as_their_places_say(
        base in any_base(4000),
        outline in any_outline(2000),
        to in any_to(2500),
        length in 0..1500,
    ) {
        let leg = Leg { base: &base, to };
        let by = to - base.centre();
        let against = |(a, b)| Motion::new(base.corners(), by, &[a, b]);
        let edges: Vec<_> = outline.edges().map(against).collect();
        let start_inside = outline.holds(base.centre());
        let gap_after = |at: Length| {
            let least = edges.iter().map(|edge| edge.gap_after(at)).min().unwrap_or(0);
            if start_inside && at == 0 { 0 } else { least }
        };
        let gaps: Vec<Length> = (0..=leg.length()).map(gap_after).collect();
        prop_assert_eq!(gaps[0], gap_to_outline(&base, &outline));
        let least = *gaps.iter().min().expect("a start");
        let nearest = nearest_on_outline(leg, &outline);
        prop_assert!(nearest <= least && least <= nearest + 1);
        match first_within_outline(leg, &outline, length) {
            Some(at) => prop_assert!(gap_after(at) <= length + 2),
            None => prop_assert!(least > length),
        }
        let mut most = 0;
        let shrinks = gaps.iter().map(|gap| { most = most.max(*gap); most - gap }).max();
        let never = never_nearer_outline(leg, &outline);
        if !start_inside {
            prop_assert!(never || shrinks >= Some(1), "{shrinks:?}");
            prop_assert!(!never || shrinks <= Some(3), "{shrinks:?}");
        }
    }

    #[test]
    fn turned_tables_have_the_same_moves(
        base in any_base(6000),
        other in any_base(6000),
        outline in any_outline(6000),
        to in any_to(9000),
        quarters in 0..4_u8,
        mirrored: bool,
        length in 0..4000,
    ) {
        let leg = Leg { base: &base, to };
        let there_base = turned_base(&base, quarters, mirrored);
        let there = Leg { base: &there_base, to: turned(to, quarters, mirrored) };
        let there_other = turned_base(&other, quarters, mirrored);
        let there_outline = turned_outline(&outline, quarters, mirrored);
        prop_assert_eq!(first_within(leg, &other, length), first_within(there, &there_other, length));
        prop_assert_eq!(ever_within(leg, &other, length), ever_within(there, &there_other, length));
        prop_assert_eq!(nearest_on(leg, &other), nearest_on(there, &there_other));
        prop_assert_eq!(never_nearer(leg, &other), never_nearer(there, &there_other));
        prop_assert_eq!(overlaps_on_way(leg, &other), overlaps_on_way(there, &there_other));
        prop_assert_eq!(meets_inside(leg, &outline), meets_inside(there, &there_outline));
        prop_assert_eq!(
            first_within_outline(leg, &outline, length),
            first_within_outline(there, &there_outline, length)
        );
        prop_assert_eq!(
            never_nearer_outline(leg, &outline),
            never_nearer_outline(there, &there_outline)
        );
    }

    #[test]
    fn the_farthest_legs_can_be_asked_about(
        base in any_base(FARTHEST),
        other in any_base(FARTHEST),
        to in any_to(FARTHEST),
        length: Length,
    ) {
        let leg = Leg { base: &base, to };
        let found = first_within(leg, &other, length);
        prop_assert_eq!(found.is_some(), ever_within(leg, &other, length));
        if let Some(found) = found {
            prop_assert!(i64::from(gap_after(leg, &other, found)) <= i64::from(length.max(0)) + 2);
            let before = found - 2;
            prop_assert!(before < 0 || gap_after(leg, &other, before) > length.max(0));
        }
        prop_assert!(overlaps_on_way(leg, &other).is_none() || within(&base, &other, FARTHEST * 4));
        let _ = never_nearer(leg, &other);
        prop_assert!(leg.middle(leg.length()) == to && leg.middle(0) == base.centre());
    }
}
