//! What bots look at first, and what waits for it.

use umpire_core::host::foresight::{Wanted, ranked};

/// The names, as they are looked at; kinds are their first letters, if large.
fn sorted(alike: usize, mut weighed: Vec<(&'static str, f64)>) -> String {
    let kind = |name: &&str| name.chars().next().filter(|it| it.is_uppercase()).map(u32::from);
    Wanted { closer: 9, alike }.sort(&mut weighed, kind);
    weighed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_looks_best_is_looked_at_first() {
    let weighed = vec![("a", 1.0), ("b", 3.0), ("c", 2.0)];
    assert_eq!(sorted(usize::MAX, weighed.clone()), "b c a");
    assert_eq!(sorted(1, weighed), "b c a");
}

#[test]
fn what_looks_alike_waits_for_what_looks_worse() {
    let weighed = vec![("a", 1.0), ("b", 2.0), ("c", 2.0), ("d", 2.0), ("e", 1.0)];
    assert_eq!(sorted(usize::MAX, weighed.clone()), "b c d a e");
    assert_eq!(sorted(2, weighed.clone()), "b c a e d");
    assert_eq!(sorted(1, weighed), "b a c d e");
}

#[test]
fn what_is_of_a_kind_waits_for_other_kinds() {
    let weighed = vec![("A1", 5.0), ("A2", 4.0), ("b", 3.0), ("A3", 2.0), ("C1", 1.0)];
    assert_eq!(sorted(2, weighed.clone()), "A1 A2 b C1 A3");
    assert_eq!(sorted(1, weighed), "A1 b C1 A2 A3");
}

#[test]
fn of_the_best_few_each_is_drawn_twice_as_often_as_the_next() {
    let mut drawn = [0; 4];
    for face in 0..15 {
        drawn[ranked(4, &mut |shares| face % shares)] += 1;
    }
    assert_eq!(drawn, [8, 4, 2, 1]);
    assert_eq!(ranked(1, &mut |_| 0), 0);
}
