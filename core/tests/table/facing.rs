//! Directions: their sines, turns, aims and arcs.

use umpire_core::data::Source;
use umpire_core::table::{Facing, Heading, Point, Vector};

/// So long that what it is rounded to tells a sine to nine places.
const LONG: i64 = 2_000_000_000;

/// How far up that length comes when it is turned.
fn risen(degrees: i32) -> i64 {
    Facing::degrees(degrees).turn(Vector::new(LONG, 0)).y
}

#[test]
fn sines_are_those_of_the_tables() {
    for (degrees, expected) in
        [(30, 0.5), (45, std::f64::consts::FRAC_1_SQRT_2), (1, 0.0174524064372835)]
    {
        let sine = risen(degrees) as f64 / LONG as f64;
        assert!((sine - expected).abs() < 2e-9, "{degrees}: {sine}");
    }
    assert!((0..90).all(|degrees| risen(degrees) < risen(degrees + 1)));
}

#[test]
fn quarter_turns_are_exact_and_opposites_stay_opposite() {
    let by = Vector::new(1234, -567);
    assert_eq!(Facing::degrees(90).turn(by), Vector::new(567, 1234));
    assert_eq!(Facing::degrees(180).turn(by), Vector::new(-1234, 567));
    for degrees in 0..360 {
        let there = Facing::degrees(degrees).turn(by);
        assert_eq!(Facing::degrees(degrees).turn(-by), -there);
    }
}

#[test]
fn the_direction_to_a_place_is_the_one_that_aims_best() {
    for at in 0..3000 {
        let (x, y) = (at * 37 % 401 - 200, at * 53 % 397 - 198);
        let by = Point::new(if at % 5 == 0 { 0 } else { x }, if at % 7 == 0 { 0 } else { y });
        let aim = |degrees: &i32| {
            let radians = f64::from(*degrees).to_radians();
            f64::from(by.x) * radians.cos() + f64::from(by.y) * radians.sin()
        };
        let best = (0..360).max_by(|a, b| aim(a).total_cmp(&aim(b))).map(Facing::degrees);
        let expected = best.filter(|_| by != Point::default());
        assert_eq!(Facing::from_to(Point::default(), by), expected, "{by:?}");
    }
}

#[test]
fn arcs_hold_their_edges() {
    let (here, east) = (Point::default(), Facing::degrees(0));
    assert!(east.sees(here, Point::new(1000, 1000), 45));
    assert!(!east.sees(here, Point::new(1000, 1001), 45));
    assert!(east.sees(here, Point::new(0, 1000), 90));
    assert!(!east.sees(here, Point::new(-1, 1000), 90));
    assert!(east.sees(here, Point::new(-1, 1000), 135));
    assert_eq!(Facing::from_to(here, Point::new(0, -5)), Some(Facing::degrees(270)));
}

#[test]
fn every_direction_is_read_as_it_is_said() {
    for degrees in 0..360 {
        let facing = Facing::degrees(degrees);
        assert_eq!(Facing::read(&facing.said()), Some(facing), "{degrees}: {}", facing.said());
    }
    let said = [0, 90, 180, 270, 60, 91].map(|degrees| Facing::degrees(degrees).said());
    assert_eq!(said, ["E", "N", "W", "S", "030", "359"]);
    let read = ["sw", " 360 ", "0°", "007"].map(Facing::read);
    assert_eq!(read, [225, 90, 90, 83].map(|degrees| Some(Facing::degrees(degrees))));
    assert_eq!(["", "361", "-1", "+5", "north", "°"].map(Facing::read), [None; 6]);
}

#[test]
fn turns_go_round_and_the_shorter_way_between_two_is_found() {
    let north = Facing::degrees(90);
    assert_eq!(north.turned(-120), Facing::degrees(330));
    assert_eq!(north.turned(i32::MAX), Facing::degrees(90 + i32::MAX % 360));
    let between = [(0, 0), (350, 10), (10, 350), (0, 180), (90, 271)];
    let apart = between.map(|(a, b)| Facing::degrees(a).between(Facing::degrees(b)));
    assert_eq!(apart, [0, 20, 20, 180, 179]);
}

#[test]
fn headings_in_files_are_directions_or_told_as_none() {
    let read = |text: &str| umpire_core::data::read::<Vec<Heading>>(&Source::new("h.yaml", text));
    let found = read("[NE, 30, 360]\n").expect("three headings").value;
    assert_eq!(found, [45, 60, 90].map(|degrees| Heading(Facing::degrees(degrees))));
    let faults = read("[north]\n").expect_err("no heading");
    let expected = "expected a direction such as `NE`, or degrees clockwise from north up to 360, found `north`";
    assert!(faults[0].to_string().contains(expected), "{faults:?}");
}
