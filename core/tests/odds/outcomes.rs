//! One thing of many is looked at alone, and averages are exact.

use umpire_core::odds::{Outcomes, Share};

/// Two coins, the first of which shows heads twice in three throws.
fn coins() -> Outcomes<(bool, bool)> {
    let sixth = |part: u8| Share::of(part, 6u8);
    let ends = [((true, true), 2), ((true, false), 2), ((false, true), 1), ((false, false), 1)];
    ends.into_iter().map(|(outcome, part)| (outcome, sixth(part))).collect()
}

#[test]
fn one_thing_is_looked_at_alone() {
    assert_eq!(coins().chance(|(first, _)| *first).fraction(), "2/3");
    assert_eq!(coins().chance(|_| false).fraction(), "0/1");
    assert_eq!(coins().told_as(|(_, second)| *second).len(), 2);
}

#[test]
fn averages_are_exact_and_may_pass_one() {
    let heads = |(first, second): &(bool, bool)| u32::from(*first) + u32::from(*second);
    assert_eq!(coins().average(heads).fraction(), "7/6");
    assert_eq!(coins().average(heads).number(), "1.17");
}
