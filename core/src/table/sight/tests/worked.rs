//! Sight worked in numbers: gaps, depths, raised viewers, hills, hidden parts, buildings.

use super::super::{BlockedBy, Body, Class, FeatureTall, Field, Party, SeeOver, Sight, SightRules};
use super::*;
use Class::{Area, Complete, Hill};

fn ground_sees(pieces: &[Piece], a: &Base, b: &Base) -> bool {
    sees(pieces, &Party::ground(a), &Party::ground(b))
}

#[test]
fn a_gap_is_seen_through_but_a_joint_is_not() {
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(40.0, 0.0, 1.0));
    let gap = |half: f64| {
        [block(Complete, (19.0, 21.0), (half, 50.0)), block(Complete, (19.0, 21.0), (-50.0, -half))]
    };
    assert!(ground_sees(&gap(0.005), &a, &b));
    assert!(!ground_sees(&gap(0.0), &a, &b));
    let shut = Field::new(gap(0.0).to_vec());
    let told = shut.sight(&Party::ground(&a), &Party::ground(&b), &SightRules::default());
    let Sight::Blocked { by, why: BlockedBy::Joint { with }, .. } = told else {
        panic!("a joint: {told:?}")
    };
    assert_eq!([by.min(with), by.max(with)], [0, 1]);
}

#[test]
fn a_line_may_graze_an_edge() {
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(40.0, 0.0, 1.0));
    assert!(ground_sees(&[block(Complete, (19.0, 21.0), (-50.0, 1.0))], &a, &b));
    assert!(!ground_sees(&[block(Complete, (19.0, 21.0), (-50.0, 1.001))], &a, &b));
}

#[test]
fn ten_deep_is_reached_by_some_line() {
    let wood = block(Area, (20.0, 60.0), (-20.0, 20.0));
    let a = disc(0.0, 0.0, 1.0);
    assert!(ground_sees(std::slice::from_ref(&wood), &a, &disc(31.0, 0.0, 1.0)));
    let deeper = disc(31.4, 0.0, 1.0);
    assert!(!ground_sees(std::slice::from_ref(&wood), &a, &deeper));
    let told = Field::new(vec![wood]).sight(
        &Party::ground(&a),
        &Party::ground(&deeper),
        &SightRules::default(),
    );
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
    assert!(ground_sees(&[ring(Area, &notched)], &a, &deeper));
}

#[test]
fn through_touching_and_partly_in() {
    let wood = block(Area, (20.0, 26.0), (-20.0, 20.0));
    let b = disc(50.0, 0.0, 1.0);
    assert!(!ground_sees(std::slice::from_ref(&wood), &disc(0.0, 0.0, 1.0), &b));
    assert!(!ground_sees(std::slice::from_ref(&wood), &disc(19.0, 0.0, 1.0), &b));
    assert!(ground_sees(std::slice::from_ref(&wood), &disc(19.5, 0.0, 1.0), &b));
    let house = block(Complete, (20.0, 26.0), (-20.0, 20.0));
    assert!(!ground_sees(&[house], &disc(19.0, 0.0, 1.0), &b));
}

#[test]
fn the_raised_see_over_what_is_nearer_to_them() {
    let wood = block(Area, (20.0, 26.0), (-20.0, 20.0));
    let raised = disc(15.0, 0.0, 1.0);
    let seen = |piece: &Piece, x: f64| {
        sees(std::slice::from_ref(piece), &high(&raised), &Party::ground(&disc(x, 0.0, 1.0)))
    };
    let tied = |piece: &Piece, x: f64| {
        let (field, target) = (Field::new(vec![piece.clone()]), disc(x, 0.0, 1.0));
        field.tied(&high(&raised), &Party::ground(&target), &SightRules::default())
    };
    assert!(seen(&wood, 33.0) && !tied(&wood, 33.0));
    assert!(seen(&wood, 31.0) && tied(&wood, 31.0));
    assert!(!seen(&wood, 30.5) && !tied(&wood, 30.5));
    assert!(seen(&wood, 24.0) && !tied(&wood, 24.0));
    assert!(!seen(&block(Area, (20.0, 60.0), (-20.0, 20.0)), 40.0));
    assert!(sees(std::slice::from_ref(&wood), &high(&raised), &high(&disc(30.5, 0.0, 1.0))));
    let mountain = tall(block(Complete, (20.0, 26.0), (-20.0, 20.0)));
    assert!(!seen(&mountain, 33.0));
    let far = disc(33.0, 0.0, 1.0);
    let told = Field::new(vec![mountain]).sight(
        &high(&raised),
        &Party::ground(&far),
        &SightRules::default(),
    );
    assert!(matches!(told, Sight::Blocked { why: BlockedBy::Tall, .. }), "{told:?}");
}

#[test]
fn the_far_end_of_a_ridge_counts_only_where_the_edition_says_so() {
    let wood = [(18.0, -5.0), (22.0, -5.0), (22.0, 5.0), (44.0, 5.0), (44.0, 9.0), (18.0, 9.0)];
    let field = Field::new(vec![ring(Area, &wood)]);
    let (raised, target) = (disc(0.0, 0.0, 1.0), disc(44.0, 0.0, 1.0));
    let (a, b) = (high(&raised), Party::ground(&target));
    let told = field.sight(&a, &b, &SightRules::default());
    let Sight::Clear { overseen, .. } = told else { panic!("seen over: {told:?}") };
    assert_eq!((overseen[0].near, overseen[0].far), (17_000, 21_000));
    let shortest = SightRules { see_over: SeeOver::Shortest, ..SightRules::default() };
    assert!(!field.sees(&a, &b, &shortest));
    let told = field.sight(&b, &a, &shortest);
    let Sight::Blocked { why, .. } = told else { panic!("not seen: {told:?}") };
    assert_eq!(why, BlockedBy::TooNear { near: 17_000, far: 4_000 });
}

fn hill_with_wood() -> Vec<Piece> {
    let wood = Piece { on: Some(0), ..block(Area, (28.0, 32.0), (-5.0, 5.0)) };
    vec![block(Hill, (20.0, 40.0), (-15.0, 15.0)), wood]
}

#[test]
fn hills_block_but_those_on_them_see_over() {
    let pieces = hill_with_wood();
    let on = |base| Party { high: true, in_pieces: &[0], ..Party::ground(base) };
    assert!(!ground_sees(&pieces, &disc(0.0, 0.0, 1.0), &disc(60.0, 0.0, 1.0)));
    let (upper, far) = (disc(25.0, 10.0, 1.0), disc(60.0, 10.0, 1.0));
    assert!(sees(&pieces, &on(&upper), &Party::ground(&far)));
    let (middle, beyond) = (disc(25.0, 0.0, 1.0), disc(60.0, 0.0, 1.0));
    assert!(!sees(&pieces, &on(&middle), &Party::ground(&beyond)));
    assert!(!ground_sees(&pieces, &disc(19.5, 10.0, 1.0), &far));
    assert!(sees(&pieces, &high(&disc(15.0, 10.0, 1.0)), &Party::ground(&far)));
    let popped = disc(15.0, 0.0, 1.0);
    assert!(!sees(&pieces, &high(&popped), &Party::ground(&beyond)));
    let whole = SightRules { feature_makes_tall: FeatureTall::WholeHill, ..SightRules::default() };
    let skimmer = disc(15.0, 10.0, 1.0);
    assert!(!Field::new(pieces).sees(&high(&skimmer), &Party::ground(&far), &whole));
}

#[test]
fn dead_ground_lies_close_under_a_hill() {
    let field = Field::new(hill_with_wood());
    let upper = disc(25.0, 10.0, 1.0);
    let on = Party { high: true, in_pieces: &[0], ..Party::ground(&upper) };
    let rules = SightRules { dead_ground: true, ..SightRules::default() };
    for (x, seen) in [(60.0, true), (45.0, false)] {
        let target = disc(x, 10.0, 1.0);
        assert_eq!(field.sees(&on, &Party::ground(&target), &rules), seen, "{x}");
        assert!(field.sees(&on, &Party::ground(&target), &SightRules::default()));
    }
}

#[test]
fn part_of_a_target_hides_behind_a_corner_or_a_pillar() {
    let rules = SightRules::default();
    let house = block(Complete, (30.0, 32.0), (0.5, 20.0));
    let (target, one, two) = (disc(40.0, 0.0, 2.0), disc(0.0, 0.0, 1.0), disc(0.0, -30.0, 1.0));
    let field = Field::new(vec![house.clone()]);
    let (one, two, shown) = (Party::ground(&one), Party::ground(&two), Party::ground(&target));
    assert!(field.sees(&one, &shown, &rules));
    assert_eq!(field.obscured(&one, &shown, &rules).map(|found| found.by), Some(0));
    assert_eq!(field.obscured(&two, &shown, &rules), None);
    let giant = Party { tall_only: true, high: true, ..shown };
    assert_eq!(field.obscured(&one, &giant, &rules), None);
    let large = Field::new(vec![tall(house)]);
    assert!(large.obscured(&one, &giant, &rules).is_some());
    let pillar = Field::new(vec![block(Complete, (34.0, 35.0), (-1.5, 1.5))]);
    let wide = disc(40.0, 0.0, 3.0);
    let found = pillar.obscured(&one, &Party::ground(&wide), &rules).expect("a strip is hidden");
    assert!(found.hidden.y.abs() < 1_571, "{found:?}");
}

#[test]
fn those_inside_look_from_any_part_of_a_building() {
    let rules = SightRules::default();
    let small = block(Complete, (0.0, 10.0), (0.0, 10.0));
    let mountain = tall(block(Complete, (12.0, 30.0), (-20.0, 4.0)));
    let target = disc(40.0, 2.0, 1.0);
    let field = Field::new(vec![small.clone(), mountain.clone()]);
    let inside = |high| Party {
        base: Body::Outline(&field.pieces()[0].outline),
        high,
        airborne: false,
        tall_only: false,
        in_pieces: &[0],
    };
    assert!(field.sees(&inside(false), &Party::ground(&target), &rules));
    let told = field.sight(&inside(false), &Party::ground(&target), &rules);
    assert!(told.is_clear());
    assert!(!ground_sees(&[mountain], &disc(9.0, 1.0, 1.0), &target));
    let wood = block(Area, (30.0, 36.0), (-20.0, 30.0));
    let field = Field::new(vec![tall(small), wood]);
    for (x, shot) in [(60.0, true), (50.0, false)] {
        let viewer = disc(x, 5.0, 1.0);
        assert_eq!(field.sees(&Party::ground(&viewer), &inside(true), &rules), shot, "{x}");
        assert!(!field.sees(&inside(false), &Party::ground(&viewer), &rules), "{x}");
    }
}

#[test]
fn pieces_declared_one_are_one_where_depth_is_measured() {
    let halves = |merged: u16, far: f64| {
        [(20.0, 26.0), (26.0, far)].map(|x| Piece { merged, ..block(Area, x, (-20.0, 20.0)) })
    };
    let (a, near, far) = (disc(0.0, 0.0, 1.0), disc(29.0, 0.0, 1.0), disc(32.0, 0.0, 1.0));
    assert!(ground_sees(&halves(1, 40.0), &a, &near), "8 deep in one wood");
    assert!(!ground_sees(&halves(0, 40.0), &a, &near), "through the first of two");
    assert!(!ground_sees(&halves(1, 40.0), &a, &far), "11 deep");
    assert!(ground_sees(&halves(1, 34.0), &disc(40.0, 0.0, 1.0), &near), "4 deep from behind");
    assert!(!ground_sees(&halves(1, 34.0), &a, &disc(40.0, 0.0, 1.0)), "through both");
    let along = [block(Area, (20.0, 30.0), (0.0, 9.0)), block(Area, (20.0, 30.0), (-9.0, 0.0))];
    let one = along.clone().map(|piece| Piece { merged: 3, ..piece });
    let inside = disc(25.0, 0.0, 1.0);
    assert!(ground_sees(&along, &a, &inside) && ground_sees(&one, &a, &inside));
    assert!(!ground_sees(&one, &a, &disc(50.0, 0.0, 1.0)));
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
    assert!(ground_sees(&wood, &left, &inner), "through the open side");
    assert!(!ground_sees(&wood, &inner, &disc(50.0, 0.0, 1.0)), "not through the bend");
    assert!(!ground_sees(&wood, &disc(28.0, -20.0, 1.0), &disc(28.0, 20.0, 1.0)));
    assert!(ground_sees(&wood, &inner, &disc(38.0, 0.0, 1.0)), "into the bend");
    assert!(!ground_sees(&wood, &disc(28.0, -20.0, 1.0), &disc(28.0, 8.0, 1.0)), "past one arm");
}

#[test]
fn the_airborne_and_those_in_contact_see_past_everything() {
    let mountain = [tall(block(Complete, (-5.0, 5.0), (-5.0, 5.0)))];
    let (one, other) = (disc(0.0, 0.0, 1.0), disc(20.0, 0.0, 1.0));
    let flying = Party { airborne: true, ..Party::ground(&one) };
    assert!(sees(&mountain, &flying, &Party::ground(&other)));
    let field = Field::new(vec![block(Hill, (-5.0, 5.0), (-5.0, 5.0))]);
    let (rules, beside) = (SightRules::default(), disc(2.0, 0.0, 1.0));
    assert!(field.sees(&Party::ground(&one), &Party::ground(&beside), &rules));
    assert_eq!(field.obscured(&flying, &Party::ground(&other), &rules), None);
}
