//! Sight worked in numbers: gaps, depths, hidden parts, buildings, and what a game says of a piece.

use crate::table::sight::{USUAL, at, block, disc, ring, sees};
use Class::{Area, Complete, Solid};
use umpire_core::table::{
    Base, Bearing, Between, BlockedBy, Class, EdgePart, Field, Length, Piece, Side, Sight,
    SightRules, coarse,
};

#[test]
fn a_gap_is_seen_through_but_a_joint_is_not() {
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(40.0, 0.0, 1.0));
    let gap = |half: f64| {
        [block(Complete, (19.0, 21.0), (half, 50.0)), block(Complete, (19.0, 21.0), (-50.0, -half))]
    };
    assert!(sees(&gap(0.005), &a, &b));
    assert!(!sees(&gap(0.0), &a, &b));
    let shut = Field::new(gap(0.0).to_vec());
    let told = shut.sight(&a, &b, &USUAL);
    let Sight::Blocked { by, why: BlockedBy::Joint { with }, .. } = told else {
        panic!("a joint: {told:?}")
    };
    assert_eq!([by.min(with), by.max(with)], [0, 1]);
}

#[test]
fn a_line_may_graze_an_edge() {
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(40.0, 0.0, 1.0));
    assert!(sees(&[block(Complete, (19.0, 21.0), (-50.0, 1.0))], &a, &b));
    assert!(!sees(&[block(Complete, (19.0, 21.0), (-50.0, 1.001))], &a, &b));
}

#[test]
fn ten_deep_is_reached_by_some_line() {
    let wood = block(Area, (20.0, 60.0), (-20.0, 20.0));
    let a = disc(0.0, 0.0, 1.0);
    assert!(sees(std::slice::from_ref(&wood), &a, &disc(31.0, 0.0, 1.0)));
    let deeper = disc(31.4, 0.0, 1.0);
    assert!(!sees(std::slice::from_ref(&wood), &a, &deeper));
    let told = Field::new(vec![wood]).sight(&a, &deeper, &USUAL);
    let Sight::Blocked { by: 0, why: BlockedBy::Depth { found }, at: place, .. } = told else {
        panic!("too deep: {told:?}")
    };
    assert_eq!((found, place), (10_400, at(20.0, 0.0)));
    let notched = [
        (20.0, -20.0),
        (60.0, -20.0),
        (60.0, 20.0),
        (20.0, 20.0),
        (20.0, 0.9),
        (21.0, 0.9),
        (21.0, 0.5),
        (20.0, 0.5),
    ];
    assert!(sees(&[ring(Area, &notched)], &a, &deeper));
}

#[test]
fn through_touching_and_partly_in() {
    let wood = block(Area, (20.0, 26.0), (-20.0, 20.0));
    let b = disc(50.0, 0.0, 1.0);
    assert!(!sees(std::slice::from_ref(&wood), &disc(0.0, 0.0, 1.0), &b));
    assert!(!sees(std::slice::from_ref(&wood), &disc(19.0, 0.0, 1.0), &b));
    assert!(sees(std::slice::from_ref(&wood), &disc(19.5, 0.0, 1.0), &b));
    let house = block(Complete, (20.0, 26.0), (-20.0, 20.0));
    assert!(!sees(&[house], &disc(19.0, 0.0, 1.0), &b));
}

#[test]
fn pieces_declared_one_are_one_where_depth_is_measured() {
    let halves = |merged: u16, far: f64| {
        [(20.0, 26.0), (26.0, far)].map(|x| Piece { merged, ..block(Area, x, (-20.0, 20.0)) })
    };
    let (a, near, far) = (disc(0.0, 0.0, 1.0), disc(29.0, 0.0, 1.0), disc(32.0, 0.0, 1.0));
    assert!(sees(&halves(1, 40.0), &a, &near), "8 deep in one wood");
    assert!(!sees(&halves(0, 40.0), &a, &near), "through the first of two");
    assert!(!sees(&halves(1, 40.0), &a, &far), "11 deep");
    assert!(sees(&halves(1, 34.0), &disc(40.0, 0.0, 1.0), &near), "4 deep from behind");
    assert!(!sees(&halves(1, 34.0), &a, &disc(40.0, 0.0, 1.0)), "through both");
    let along = [block(Area, (20.0, 30.0), (0.0, 9.0)), block(Area, (20.0, 30.0), (-9.0, 0.0))];
    let one = along.clone().map(|piece| Piece { merged: 3, ..piece });
    let inside = disc(25.0, 0.0, 1.0);
    assert!(sees(&along, &a, &inside) && sees(&one, &a, &inside));
    assert!(!sees(&one, &a, &disc(50.0, 0.0, 1.0)));
}

#[test]
fn a_hollow_wood_answers_like_two() {
    let horseshoe = [
        (20.0, -10.0),
        (40.0, -10.0),
        (40.0, 10.0),
        (20.0, 10.0),
        (20.0, 6.0),
        (36.0, 6.0),
        (36.0, -6.0),
        (20.0, -6.0),
    ];
    let wood = [ring(Area, &horseshoe)];
    let (inner, left) = (disc(28.0, 0.0, 1.0), disc(0.0, 0.0, 1.0));
    assert!(sees(&wood, &left, &inner), "through the open side");
    assert!(!sees(&wood, &inner, &disc(50.0, 0.0, 1.0)), "not through the bend");
    assert!(!sees(&wood, &disc(28.0, -20.0, 1.0), &disc(28.0, 20.0, 1.0)));
    assert!(sees(&wood, &inner, &disc(38.0, 0.0, 1.0)), "into the bend");
    assert!(!sees(&wood, &disc(28.0, -20.0, 1.0), &disc(28.0, 8.0, 1.0)), "past one arm");
}

/// Every piece is the same to the two who look.
struct All(Bearing);

impl SightRules for All {
    fn depth(&self) -> Length {
        USUAL.depth
    }

    fn bearing(&self, _: &Between) -> Bearing {
        self.0
    }
}

#[test]
fn a_game_says_what_a_piece_is_to_those_who_look() {
    let field = Field::new(vec![block(Complete, (20.0, 26.0), (-20.0, 20.0))]);
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(40.0, 0.0, 1.0));
    let told = |bearing| (field.sight(&a, &b, &All(bearing)), field.sees(&a, &b, &All(bearing)));
    let clear = |hiding: Vec<u16>, overseen: Vec<u16>| {
        let (Sight::Clear { line, .. }, _) = told(Bearing::Ignored) else {
            panic!("nothing blocks")
        };
        (Sight::Clear { line, hiding, overseen }, true)
    };
    assert!(matches!(told(Bearing::Blocks), (Sight::Blocked { by: 0, .. }, false)));
    assert_eq!(told(Bearing::Ignored), clear(vec![], vec![]));
    assert_eq!(told(Bearing::Hides), clear(vec![0], vec![]));
    assert_eq!(told(Bearing::Overseen), clear(vec![], vec![0]));
    let only_past_hiding = |bearing| field.sees_only_past_hiding(&a, &b, &All(bearing));
    assert!(only_past_hiding(Bearing::Hides));
    for bearing in [Bearing::Blocks, Bearing::Ignored, Bearing::Overseen] {
        assert!(!only_past_hiding(bearing), "{bearing:?}");
    }
    assert_eq!(field.obscured(&a, &b, &All(Bearing::Hides)).map(|found| found.by), Some(0));
    assert_eq!(field.obscured(&a, &b, &All(Bearing::Overseen)), None);
    assert_eq!(field.obscured(&a, &b, &All(Bearing::Blocks)), None, "nothing of it is seen");
    assert!(field.hidden(&a, &b, &All(Bearing::Blocks)).is_some());
}

#[test]
fn gaps_are_measured_to_the_part_between_or_to_the_whole_in_the_order_of_the_question() {
    let wood = [(18.0, -5.0), (22.0, -5.0), (22.0, 5.0), (44.0, 5.0), (44.0, 9.0), (18.0, 9.0)];
    let field = Field::new(vec![ring(Area, &wood)]);
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(44.0, 0.0, 1.0));
    let gaps = |one: &Base, other: &Base, part| {
        let gap = |between: &Between| {
            [Side::First, Side::Second].map(|side| between.gap(side, part).map(coarse))
        };
        field.measured(one, other, 0, gap)
    };
    assert_eq!(gaps(&a, &b, EdgePart::Between), Some([Some(17_000), Some(21_000)]));
    assert_eq!(gaps(&b, &a, EdgePart::Between), Some([Some(21_000), Some(17_000)]));
    assert_eq!(gaps(&a, &b, EdgePart::Whole), Some([Some(17_000), Some(4_000)]));
    assert_eq!(field.measured(&a, &b, 1, |_| ()), None, "there is no such piece");
    let hill = Field::new(vec![block(Solid, (-10.0, 9.0), (-15.0, 15.0))]);
    let rim = |side| hill.measured(&a, &b, 0, |between| between.gap_to_rim(side)).flatten();
    assert_eq!(rim(Side::First).map(coarse), Some(8_000));
    let inside = |side| hill.measured(&a, &b, 0, |between| between.gap(side, EdgePart::Whole));
    assert_eq!(inside(Side::First).flatten(), Some(0));
}

#[test]
fn solid_ground_stops_lines_that_begin_on_it() {
    let hill = [block(Solid, (20.0, 40.0), (-15.0, 15.0))];
    let (on, beyond) = (disc(25.0, 0.0, 1.0), disc(60.0, 0.0, 1.0));
    assert!(!sees(&hill, &disc(0.0, 0.0, 1.0), &beyond));
    assert!(!sees(&hill, &on, &beyond));
    let told = Field::new(hill.to_vec()).sight(&on, &beyond, &USUAL);
    assert!(matches!(told, Sight::Blocked { why: BlockedBy::Through, .. }), "{told:?}");
}

#[test]
fn part_of_a_target_hides_behind_a_corner_or_a_pillar() {
    let house = block(Complete, (30.0, 32.0), (0.5, 20.0));
    let (target, one, two) = (disc(40.0, 0.0, 2.0), disc(0.0, 0.0, 1.0), disc(0.0, -30.0, 1.0));
    let field = Field::new(vec![house]);
    assert!(field.sees(&one, &target, &USUAL));
    assert_eq!(field.obscured(&one, &target, &USUAL).map(|found| found.by), Some(0));
    assert_eq!(field.obscured(&two, &target, &USUAL), None);
    let pillar = Field::new(vec![block(Complete, (34.0, 35.0), (-1.5, 1.5))]);
    let wide = disc(40.0, 0.0, 3.0);
    let found = pillar.obscured(&one, &wide, &USUAL).expect("a strip is hidden");
    assert!(found.hidden.y.abs() < 1_571, "{found:?}");
}

#[test]
fn those_inside_look_from_any_part_of_a_building() {
    let small = block(Complete, (0.0, 10.0), (0.0, 10.0));
    let mountain = block(Complete, (12.0, 30.0), (-20.0, 4.0));
    let target = disc(40.0, 2.0, 1.0);
    let pieces = [small, mountain.clone()];
    assert!(sees(&pieces, &pieces[0].outline, &target));
    assert!(!sees(&[mountain], &disc(9.0, 1.0, 1.0), &target));
}

#[test]
fn those_in_contact_see_past_everything() {
    let field = Field::new(vec![block(Solid, (-5.0, 5.0), (-5.0, 5.0))]);
    let (one, beside) = (disc(0.0, 0.0, 1.0), disc(2.0, 0.0, 1.0));
    assert!(field.sees(&one, &beside, &USUAL));
    assert!(field.sight(&one, &beside, &USUAL).is_clear());
}
