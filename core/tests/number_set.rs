//! Sets of numbers beside plain sets: what is put in and taken out, what two have in common, how they are ordered and written.

use proptest::prelude::*;
use std::collections::BTreeSet;
use umpire_core::number_set::{NumberSet, Numbered};
use umpire_core::seat::{Seat, Seats};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Unit(u16);

impl Numbered for Unit {
    fn numbered(number: usize) -> Unit {
        Unit(number as u16)
    }

    fn number(self) -> usize {
        usize::from(self.0)
    }
}

type Units = NumberSet<Unit, 16>;

fn units(numbers: &BTreeSet<u16>) -> Units {
    numbers.iter().copied().map(Unit).collect()
}

fn numbers(set: Units) -> BTreeSet<u16> {
    set.iter().map(|unit| unit.0).collect()
}

#[test]
fn a_set_of_low_numbers_is_written_in_four_words() {
    let written = |numbers: &[u16]| {
        let set: Units = numbers.iter().map(|number| Unit(*number)).collect();
        serde_json::to_string(&set).expect("a list of numbers")
    };
    assert_eq!(written(&[0, 2, 70]), "[5,64,0,0]");
    assert_eq!(written(&[320]), "[0,0,0,0,0,1]");
    assert!(serde_json::from_str::<Units>(&format!("{:?}", [1; 17])).is_err());
    let short: NumberSet<u8, 2> = [1, 64].into_iter().collect();
    assert_eq!(serde_json::to_string(&short).ok(), Some("[2,1]".to_string()));
}

#[test]
fn numbers_that_are_too_large_are_in_no_set() {
    let mut set = NumberSet::<u8, 2>::EMPTY;
    assert!(!set.insert(128) && set.is_empty() && !NumberSet::<u8, 2>::ALL.contains(128));
    set.remove(200);
    assert_eq!((set.insert(127), set.rank(128)), (true, 1));
}

#[test]
fn seats_are_written_as_one_number() {
    let seats: Seats = [Seat(0), Seat(3), Seat::JUDGE, Seat(40)].into_iter().collect();
    assert_eq!(seats.len(), 3, "no set holds a seat beyond the judge's");
    let written = serde_json::to_string(&seats).expect("a number");
    assert_eq!(written, (1 + 8 + (1_u32 << 31)).to_string());
    assert_eq!(serde_json::from_str::<Seats>(&written).ok(), Some(seats));
    assert_eq!(Seats::first_of(200).len(), 31, "the judge's is none of the first");
}

proptest! {
    #[test]
    fn a_set_holds_what_was_put_in_and_not_taken_out(
        added in prop::collection::vec(0..1024_u16, 0..40),
        taken in prop::collection::vec(0..1024_u16, 0..20),
    ) {
        let mut set = Units::default();
        let mut plain = BTreeSet::new();
        for number in added {
            prop_assert_eq!(set.insert(Unit(number)), plain.insert(number));
        }
        for number in taken {
            set.remove(Unit(number));
            plain.remove(&number);
        }
        prop_assert_eq!(set.len(), plain.len());
        prop_assert_eq!(set.first().map(|unit| unit.0), plain.first().copied());
        prop_assert_eq!(numbers(set), plain.clone());
        for number in [0, 63, 64, 500, 1023] {
            prop_assert_eq!(set.contains(Unit(number)), plain.contains(&number));
            prop_assert_eq!(set.rank(Unit(number)), plain.range(..number).count());
        }
        let written = serde_json::to_string(&set).expect("a list of numbers");
        prop_assert_eq!(serde_json::from_str::<Units>(&written).ok(), Some(set));
    }

    #[test]
    fn two_sets_are_joined_and_ordered_as_their_numbers_are(
        one in prop::collection::btree_set(0..1024_u16, 0..40),
        other in prop::collection::btree_set(0..1024_u16, 0..40),
    ) {
        let (a, b) = (units(&one), units(&other));
        prop_assert_eq!(numbers(a.union(b)), &one | &other);
        prop_assert_eq!(numbers(a.intersection(b)), &one & &other);
        prop_assert_eq!(numbers(a.difference(b)), &one - &other);
        prop_assert_eq!(a.is_subset(b), one.is_subset(&other));
        prop_assert_eq!((a == b, a.cmp(&b)), (one == other, one.iter().rev().cmp(other.iter().rev())));
    }
}
