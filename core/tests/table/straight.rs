//! Straight moves: how they are judged, how far they go and what is offered.

use proptest::prelude::*;
use umpire_core::table::{
    Area, Bounds, Facing, Footprint, Outline, Point, Premise, Straight, Unit, places_towards, winds,
};

fn wall() -> Area {
    let (low, high) = (Point::new(20_000, -5000), Point::new(22_000, 5000));
    Area::Outline(Outline::rectangle(low, high).expect("a wall"))
}

fn table() -> Bounds {
    Bounds { low: Point::new(-30_000, -30_000), high: Point::new(50_000, 50_000) }
}

#[test]
fn a_move_is_judged_by_length_ground_obstacles_and_edge() {
    let base =
        Footprint::Disc { radius: 1000, corners: 24 }.at(Point::default(), Facing::default());
    let mud = Outline::rectangle(Point::new(4000, -900), Point::new(6000, 900)).expect("mud");
    let straight = Straight::new(&base, table(), 20_000).closed([("wall", wall())]).slow([&mud]);
    let judged = straight.judge(Point::new(10_000, 0));
    assert_eq!((judged.length, judged.cost), (10_000, 12_000));
    assert!(judged.fits() && straight.may(Point::new(10_000, 0)));
    assert!(!straight.judge(Point::new(18_500, 0)).is_near_enough());
    assert_eq!(straight.judge(Point::new(19_500, 0)).stop, Some((19_000, "wall")));
    assert!(!straight.judge(Point::new(0, -29_500)).on_table);
}

#[test]
fn a_way_is_gone_as_far_as_ground_and_edge_allow() {
    let base =
        Footprint::Disc { radius: 1000, corners: 24 }.at(Point::default(), Facing::default());
    let strip =
        |low, high| Outline::rectangle(Point::new(low, -900), Point::new(high, 900)).expect("mud");
    let (near, far) = (strip(4000, 6000), strip(8000, 9000));
    let reached = |most| {
        let slow: Straight<()> = Straight::new(&base, table(), most).slow([&near, &far]);
        slow.towards(Point::new(60_000, 0)).map(|at| at.x)
    };
    let reach = [3000, 5000, 8000, 9000, 12_000, 20_000, 90_000].map(reached);
    assert_eq!(reach, [3000, 4500, 6000, 7000, 9000, 17_000, 49_000].map(Some));
}

#[test]
fn the_nearest_place_is_next_to_what_is_in_the_way() {
    let base =
        Footprint::Disc { radius: 1000, corners: 24 }.at(Point::default(), Facing::default());
    let straight =
        Straight::new(&base, table(), 30_000).closed([("wall", wall())]).in_steps_of(100);
    assert_eq!(straight.nearest(Point::new(19_640, 0)), Some(Point::new(19_000, 0)));
    assert_eq!(straight.towards(Point::new(40_000, 0)), Some(Point::new(19_000, 0)));
    let aims = [Point::new(40_000, 0), Point::new(0, 500)].into_iter();
    let places =
        places_towards(aims.chain(winds(base.centre(), 30_000)), |aim| straight.towards(aim));
    assert!(places.contains(&Point::new(0, 500)) && places.len() == 9, "{places:?}");
    assert!(places.iter().all(|place| straight.may(*place)));
}

#[test]
fn contact_is_come_to_from_the_side_where_the_near_one_is_taken() {
    let disc = Footprint::Disc { radius: 1000, corners: 24 };
    let at = |x, y| disc.at(Point::new(x, y), Facing::default());
    let (base, foe) = (at(0, 0), at(10_000, 0));
    let closed = |y| [("foe", Area::Base(foe.clone())), ("friend", Area::Base(at(7900, y)))];
    let free = Straight::new(&base, table(), 20_000).closed(closed(9000));
    let met = free.into_contact(disc, Facing::default(), &foe).expect("there is room");
    assert!((7990..8010).contains(&met.x) && free.may(met), "{met:?}");
    let barred = Straight::new(&base, table(), 20_000).closed(closed(-700));
    let beside = barred.into_contact(disc, Facing::default(), &foe).expect("there is room");
    assert!(barred.may(beside) && beside.y > 1500, "{beside:?}");
    let far = Straight::new(&base, table(), 2000).closed(closed(-700));
    assert_eq!(far.into_contact(disc, Facing::default(), &foe).map(|at| far.may(at)), Some(false));
}

#[test]
fn premises_are_said_with_their_numbers() {
    let base =
        Footprint::Disc { radius: 1000, corners: 24 }.at(Point::default(), Facing::default());
    let mud = Outline::rectangle(Point::new(4000, -900), Point::new(6000, 900)).expect("mud");
    let straight = Straight::new(&base, table(), 20_000).closed([("wall", wall())]).slow([&mud]);
    let said = |to| {
        let failing = straight.judge(to).premises().into_iter().filter(|(_, holds)| !holds);
        let stands = |what: &&str| format!("the {what} stands there");
        let says = |(premise, _): (Premise<&str>, bool)| {
            premise.says(Unit::Cm, stands, || "the mud".to_string())
        };
        failing.map(says).collect::<Vec<_>>()
    };
    assert_eq!(
        said(Point::new(0, -29_500)),
        ["the whole base stays on the table", "it takes 29.5 cm; 20 cm is the most",]
    );
    assert_eq!(
        said(Point::new(19_500, 0)),
        [
            "the wall stands there after 19 cm",
            "it takes 21.5 cm, 2 cm of it in the mud counts twice; 20 cm is the most",
        ]
    );
}

#[test]
fn who_cannot_move_is_offered_nothing() {
    let base =
        Footprint::Disc { radius: 1000, corners: 24 }.at(Point::default(), Facing::default());
    let still: Straight<()> = Straight::new(&base, table(), 0);
    assert_eq!(still.nearest(Point::new(9000, 0)), None);
    assert_eq!(still.towards(Point::new(9000, 0)), None);
}

proptest! {
    #[test]
    fn every_place_that_is_offered_may_be_gone_to(
        walls in prop::collection::vec((-25..45_i32, -25..45_i32, 1..9_i32, 1..9_i32), 0..6),
        foes in prop::collection::vec((-25..45_i32, -25..45_i32), 0..4),
        aim in (-40..60_i32, -40..60_i32),
        most in 0..20_000_i32,
    ) {
        let disc = Footprint::Disc { radius: 1000, corners: 24 };
        let base = disc.at(Point::default(), Facing::default());
        let at = |x: i32, y: i32| Point::new(1000 * x + 137, 1000 * y - 211);
        let wall = |&(x, y, wide, deep): &(i32, i32, i32, i32)| {
            let outline = Outline::rectangle(at(x, y), at(x + wide, y + deep)).expect("a wall");
            Area::Outline(outline)
        };
        let foe = |&(x, y): &(i32, i32)| disc.at(at(x, y), Facing::default());
        let mut areas: Vec<Area> = walls.iter().map(wall).collect();
        areas.extend(foes.iter().map(|at| Area::Zone(foe(at), 2000)));
        let mud = Outline::rectangle(Point::new(1500, -9000), Point::new(5000, 9000)).expect("mud");
        for grain in [1, 254] {
            let areas = areas.iter().cloned().enumerate();
            let straight =
                Straight::new(&base, table(), most).closed(areas).slow([&mud]).in_steps_of(grain);
            let aim = at(aim.0, aim.1);
            let aims = winds(base.centre(), most).chain([aim]);
            let towards = places_towards(aims, |aim| straight.towards(aim));
            for place in towards.into_iter().chain(straight.nearest(aim)) {
                prop_assert!(straight.may(place) && straight.judge(place).fits(), "{place:?}");
                prop_assert!(place != base.centre());
            }
            for place in foes.iter().filter_map(|at| straight.into_contact(disc, Facing::default(), &foe(at))) {
                prop_assert!(!straight.may(place) || straight.judge(place).fits());
            }
        }
    }
}
