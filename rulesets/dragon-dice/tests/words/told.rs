//! Outcomes as tables: what was not followed to its end may be any of them, and what is as much or more goes by size alone.

use umpire_core::odds::{Played, Share};
use umpire_dragon_dice::words::told::Told;

/// Damage and units taken, each with so many of 16; the rest was not followed.
fn told(ends: &[((u16, u8), u32)]) -> Told<(u16, u8)> {
    let followed: u32 = ends.iter().map(|(_, share)| share).sum();
    let ends = ends.iter().map(|(end, share)| ((*end, false), Share::of(*share, 16u32)));
    Told::of(Played { ends: ends.collect(), rest: Share::of(16 - followed, 16u32) })
}

fn rows(told: &Told<(u16, u8)>) -> Vec<String> {
    let words = |(damage, lost): &(u16, u8)| format!("{damage} and {lost}");
    let rows = told.rows(|(damage, _)| *damage, words, "damage", true);
    rows.iter().map(|row| row.join(" | ")).collect()
}

#[test]
fn what_was_not_followed_may_be_any_outcome() {
    let told = told(&[((0, 0), 3), ((1, 0), 9), ((3, 0), 3)]);
    assert_eq!(
        rows(&told),
        [
            "outcome | chance | or more | bounds",
            "0 and 0 | at least 18.75 % | at least 93.75 % | at most 25.00 %",
            "1 and 0 | at least 56.25 % | at least 75.00 % | at most 62.50 %",
            "3 and 0 | at least 18.75 % | at least 18.75 % | at most 25.00 %",
            "not followed to the end | 6.25 % |  | 1/16",
        ]
    );
    let alone = told.alone(|(damage, _)| *damage, true, |damage| format!("{damage} damage"));
    let alone: Vec<String> = alone.iter().map(|one| one.row().join(" | ")).collect();
    assert_eq!(alone[0], "0 damage | between 18.75 % and 25.00 % | proven bounds");
    let both = told.table(&[("more".to_string(), Share::of(3u32, 16u32))]);
    assert_eq!(both[1], ["more", "at least 18.75 %", "at most 25.00 %"]);
}

#[test]
fn as_much_or_more_is_of_the_size_alone() {
    let told = told(&[((0, 0), 4), ((2, 0), 4), ((2, 1), 6), ((3, 0), 2)]);
    assert_eq!(
        rows(&told),
        [
            "outcome | chance | or more damage | exactly",
            "0 and 0 | 25.00 % | 100.00 % | 1/4",
            "2 and 0 | 25.00 % | 75.00 % | 1/4",
            "2 and 1 | 37.50 % | 75.00 % | 3/8",
            "3 and 0 | 12.50 % | 12.50 % | 1/8",
        ]
    );
}
