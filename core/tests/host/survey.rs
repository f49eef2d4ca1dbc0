//! A small battlefield as a graph: its doors, its places and its distances.

use std::collections::BTreeSet;
use umpire_core::host::{Spot, Survey, pairs};

/// Two rooms of two by two places with one door between them, and a place nobody comes to.
fn rooms() -> Survey {
    let spots = (0..10).map(|at| Spot { name: format!("p{at}"), at: (at as f32, 0.0) }).collect();
    let ways = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (5, 7), (6, 8), (7, 8)];
    let steps = ways.iter().flat_map(|(a, b)| [(*a, *b, 2), (*b, *a, 2)]).collect();
    let looks = vec![(0, 1, true), (0, 8, false), (1, 8, false), (3, 5, true)];
    let starts = vec![("A".to_string(), vec![0]), ("B".to_string(), vec![8])];
    let goals = vec![("well".to_string(), 4)];
    let (per_turn, mover) = (5, "somebody".to_string());
    Survey { spots, steps, per_turn, mover, looks, starts, goals, ..Survey::default() }
}

#[test]
fn doors_are_choke_points_and_what_nobody_reaches_is_cut_off() {
    let told = rooms().analysis();
    assert_eq!(told.chokes, ["p3", "p4", "p5"]);
    assert_eq!(told.cut_off, ["p9"]);
    assert_eq!((told.seen, told.looks, told.all_looks), (0.5, 4, false));
    assert_eq!(told.vantages[0].1, 1.0);
}

#[test]
fn each_place_says_what_it_is_to_a_fight() {
    let places = rooms().fought();
    assert_eq!(places[0].turns, [Some(0), Some(3)]);
    assert_eq!((places[3].choke, places[3].sees), (true, Some(1.0)));
    assert_eq!((places[9].cut_off, places[9].turns.as_slice()), (true, &[None, None][..]));
}

#[test]
fn distances_are_those_of_the_cheapest_way_and_sides_are_compared() {
    let told = rooms().analysis();
    let well: Vec<_> = told.distances.iter().filter(|it| it.to == "well").collect();
    assert_eq!((well[0].cost, well[0].turns), (Some(6), Some(2)));
    assert_eq!(told.distances[0].cost, Some(12));
    assert_eq!(told.unlike, ["A sees 50 % of the ground from its start, B 0 %"]);
    // Of nine places each comes to all in fifteen points.
    assert_eq!(told.sides.iter().map(|side| side.reached).collect::<Vec<_>>(), [9, 9]);
    let mut swamp = rooms();
    swamp.steps.iter_mut().filter(|(from, ..)| *from > 4).for_each(|(.., cost)| *cost = 6);
    let says = swamp.analysis().unlike;
    assert!(says.contains(&"A comes to 8 places in 3 turns, B to 4".to_string()), "{says:?}");
    let mut longer = rooms();
    longer.steps.retain(|(_, to, _)| *to != 8);
    assert!(longer.analysis().unlike.iter().any(|says| says.contains("do not exist")));
}

#[test]
fn every_pair_of_places_comes_once_however_many_there_are() {
    for count in [0, 1, 2, 3, 8, 25, 240, 600] {
        let all: Vec<(usize, usize)> = pairs(count).collect();
        let distinct: BTreeSet<(usize, usize)> = all.iter().copied().collect();
        assert_eq!(all.len(), count * count.saturating_sub(1) / 2, "{count} places");
        assert_eq!(distinct.len(), all.len(), "{count} places");
        assert!(all.iter().all(|(one, other)| one < other && *other < count));
    }
    // Whoever stops early has looked far and near.
    let first: BTreeSet<usize> = pairs(600).take(3000).map(|(one, other)| other - one).collect();
    assert!(first.len() > 7 && first.iter().any(|far| *far < 150), "{first:?}");
}
