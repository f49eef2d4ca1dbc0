//! What the raised see over, hills, dead ground and Towering pieces, worked in numbers; lengths in centimetres.

use umpire_core::table::{
    Base, Body, CM, Class, Facing, Field, Footprint, Outline, Piece, Point, SightRules,
};
use umpire_ea_heresy::rules::sight::{Looker, Looks, OnlyTowering};
use umpire_ea_heresy::tables::edition::SeeOverMetric;

fn at(x: f64, y: f64) -> Point {
    Point::new((x * 1000.0).round() as i32, (y * 1000.0).round() as i32)
}

/// A disc of radius 1.
fn disc(x: f64, y: f64) -> Base {
    Footprint::Disc { radius: CM, corners: 32 }.at(at(x, y), Facing::default())
}

fn block(class: Class, x: (f64, f64), y: (f64, f64)) -> Piece {
    Piece::new(Outline::rectangle(at(x.0, y.0), at(x.1, y.1)).expect("a rectangle"), class)
}

fn ground<'a>(area: impl Into<Body<'a>>) -> Looker<'a> {
    Looker { area: area.into(), high: false, airborne: false, towering: false, own: &[] }
}

fn high<'a>(area: impl Into<Body<'a>>) -> Looker<'a> {
    Looker { high: true, ..ground(area) }
}

fn looks<'a>(first: Looker<'a>, second: Looker<'a>, towers: &'a dyn Fn(u16) -> bool) -> Looks<'a> {
    let see_over = SeeOverMetric::AlongLine;
    Looks { first, second, depth: 10 * CM, see_over, dead_ground: false, towers }
}

fn never(_: u16) -> bool {
    false
}

/// Whether they see each other; asks both questions.
fn decide(field: &Field, looks: &Looks) -> bool {
    let (a, b) = (looks.first.area, looks.second.area);
    let seen = field.sees(a, b, looks);
    assert_eq!(seen, field.sight(a, b, looks).is_clear(), "both questions agree");
    seen
}

/// The same where no piece is Towering; asks both ways.
fn sees(field: &Field, first: Looker, second: Looker) -> bool {
    let seen = decide(field, &looks(first, second, &never));
    assert_eq!(seen, decide(field, &looks(second, first, &never)), "the same both ways");
    seen
}

#[test]
fn the_raised_see_over_what_is_nearer_to_them() {
    let wood = Field::new(vec![block(Class::Area, (20.0, 26.0), (-20.0, 20.0))]);
    let raised = disc(15.0, 0.0);
    let tied = |x: f64| {
        let target = disc(x, 0.0);
        let looks = looks(high(&raised), ground(&target), &never);
        wood.sees_only_past_hiding(looks.first.area, looks.second.area, &looks)
    };
    for (x, seen, hides) in
        [(33.0, true, false), (31.0, true, true), (30.5, false, false), (24.0, true, false)]
    {
        assert_eq!(sees(&wood, high(&raised), ground(&disc(x, 0.0))), seen, "{x}");
        assert_eq!(tied(x), hides, "{x}");
    }
    let wide = Field::new(vec![block(Class::Area, (20.0, 60.0), (-20.0, 20.0))]);
    assert!(!sees(&wide, high(&raised), ground(&disc(40.0, 0.0))));
    assert!(sees(&wood, high(&raised), high(&disc(30.5, 0.0))), "both are raised");
    let mountain = Field::new(vec![block(Class::Complete, (20.0, 26.0), (-20.0, 20.0))]);
    let far = disc(33.0, 0.0);
    assert!(sees(&mountain, high(&raised), ground(&far)));
    assert!(!decide(&mountain, &looks(high(&raised), ground(&far), &|piece| piece == 0)));
}

#[test]
fn the_far_end_of_a_ridge_counts_only_where_the_edition_says_so() {
    let wood = [(18.0, -5.0), (22.0, -5.0), (22.0, 5.0), (44.0, 5.0), (44.0, 9.0), (18.0, 9.0)];
    let outline = Outline::new(wood.iter().map(|&(x, y)| at(x, y)).collect()).expect("simple");
    let field = Field::new(vec![Piece::new(outline, Class::Area)]);
    let (raised, target) = (disc(0.0, 0.0), disc(44.0, 0.0));
    let along = looks(high(&raised), ground(&target), &never);
    assert!(decide(&field, &along));
    assert_eq!(along.lengths_over(&field, 0), Some((17_000, 21_000)));
    let shortest = Looks { see_over: SeeOverMetric::Shortest, ..along };
    assert!(!decide(&field, &shortest));
    assert_eq!(shortest.lengths_over(&field, 0), Some((17_000, 4_000)));
    let turned = looks(ground(&target), high(&raised), &never);
    assert_eq!(turned.lengths_over(&field, 0), Some((17_000, 21_000)), "first the raised one");
}

/// A hill, and a wood on it that makes its own place Towering.
fn hill_with_wood() -> Field {
    let wood = block(Class::Area, (28.0, 32.0), (-5.0, 5.0));
    Field::new(vec![block(Class::Solid, (20.0, 40.0), (-15.0, 15.0)), wood])
}

#[test]
fn hills_block_but_those_on_them_see_over() {
    let field = hill_with_wood();
    fn seen(field: &Field, first: Looker, second: Looker) -> bool {
        decide(field, &looks(first, second, &|piece| piece == 1))
    }
    let on = |area| Looker { own: &[0], ..high(area) };
    let (upper, far) = (disc(25.0, 10.0), disc(60.0, 10.0));
    let (middle, beyond) = (disc(25.0, 0.0), disc(60.0, 0.0));
    assert!(!seen(&field, ground(&disc(0.0, 0.0)), ground(&beyond)));
    assert!(seen(&field, on(&upper), ground(&far)));
    assert!(!seen(&field, on(&middle), ground(&beyond)), "the wood on the hill is in the way");
    assert!(!seen(&field, ground(&disc(19.5, 10.0)), ground(&far)), "half on it is not on it");
    let popped = disc(15.0, 10.0);
    assert!(seen(&field, high(&popped), ground(&far)));
    assert!(
        !seen(&field, high(&disc(15.0, 0.0)), ground(&beyond)),
        "the wood on the hill is in the way"
    );
    let whole_hill = looks(high(&popped), ground(&far), &|_| true);
    assert!(!decide(&field, &whole_hill), "a feature may make its whole hill Towering");
}

#[test]
fn dead_ground_lies_close_under_a_hill() {
    let field = hill_with_wood();
    let upper = disc(25.0, 10.0);
    for (x, hidden) in [(60.0, false), (45.0, true)] {
        let target = disc(x, 10.0);
        let on = Looker { own: &[0], ..high(&upper) };
        let usual = looks(on, ground(&target), &|piece| piece == 1);
        assert!(decide(&field, &usual), "{x}");
        assert_eq!(!decide(&field, &Looks { dead_ground: true, ..usual }), hidden, "{x}");
    }
}

#[test]
fn a_towering_target_hides_behind_towering_pieces_alone() {
    let house = Field::new(vec![block(Class::Complete, (30.0, 32.0), (0.5, 20.0))]);
    let (shooter, target) = (disc(0.0, 0.0), disc(40.0, 0.0));
    let hides = |towers: &dyn Fn(u16) -> bool| {
        let looks = looks(ground(&shooter), high(&target), towers);
        house.hidden(&shooter, &target, &OnlyTowering(&looks)).is_some()
    };
    assert!(!hides(&never));
    assert!(hides(&|piece| piece == 0));
}

#[test]
fn those_in_a_towering_building_look_over_what_is_nearer_to_it() {
    let small = block(Class::Complete, (0.0, 10.0), (0.0, 10.0));
    let wood = block(Class::Area, (30.0, 36.0), (-20.0, 30.0));
    let field = Field::new(vec![small, wood]);
    let inside = |high| Looker { high, own: &[0], ..ground(&field.pieces()[0].outline) };
    for (x, shot) in [(60.0, true), (50.0, false)] {
        let viewer = disc(x, 5.0);
        let towers = |piece| piece == 0;
        assert_eq!(decide(&field, &looks(ground(&viewer), inside(true), &towers)), shot, "{x}");
        assert!(!decide(&field, &looks(inside(false), ground(&viewer), &towers)), "{x}");
    }
}

#[test]
fn a_hill_is_no_cover_to_those_who_are_beside_each_other_on_it() {
    let field = Field::new(vec![block(Class::Solid, (0.0, 60.0), (-15.0, 15.0))]);
    let (one, other) = (disc(10.0, 0.0), disc(50.0, 0.0));
    let on = |area| Looker { own: &[0], ..high(area) };
    let both = Looks { dead_ground: true, ..looks(on(&one), on(&other), &never) };
    assert!(decide(&field, &both));
    assert_eq!(both.depth(), 10 * CM);
}
