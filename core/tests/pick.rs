//! Sets of the greatest total, against trying every set.

use proptest::prelude::*;
use umpire_core::game::Listing;
use umpire_core::pick::{Kind, Pool};

fn pieces(kinds: &[(u8, u8)]) -> Pool<usize, 32> {
    let mut pieces = Pool::default();
    for (key, (size, count)) in kinds.iter().enumerate() {
        (0..*count).for_each(|_| assert!(pieces.add(key, *size)));
    }
    pieces
}

fn listed(pieces: &Pool<usize, 32>, limit: u8, most: usize) -> (Vec<[u8; 32]>, Listing) {
    let mut sets = Vec::new();
    let listing = pieces.greatest_sets(limit, most, |set| sets.push(*set));
    (sets, listing)
}

fn set(counts: &[u8]) -> [u8; 32] {
    std::array::from_fn(|at| *counts.get(at).unwrap_or(&0))
}

#[test]
fn sets_of_the_greatest_total_are_listed_once_each() {
    let pieces = pieces(&[(1, 2), (2, 2), (3, 1)]);
    assert_eq!(pieces.greatest(4), 4);
    let (sets, listing) = listed(&pieces, 4, 9);
    assert_eq!(listing, Listing::Complete);
    assert_eq!(sets, [set(&[2, 1]), set(&[1, 0, 1]), set(&[0, 2])]);
    assert_eq!(listed(&pieces, 4, 3).1, Listing::Complete);
    assert_eq!(listed(&pieces, 4, 2), (sets[..2].to_vec(), Listing::Candidates));
    assert!(sets.iter().all(|set| pieces.is_greatest(4, set)));
    assert!(!pieces.is_greatest(4, &set(&[1, 1])), "three are fewer than four");
    assert!(!pieces.is_greatest(4, &set(&[0, 0, 0, 4])), "there is no fourth kind");
    assert!(!pieces.is_greatest(3, &set(&[3])), "there are only two");
    assert_eq!(pieces.greatest(255), 9, "all there are");
}

#[test]
fn what_fits_nowhere_leaves_nothing() {
    let big = pieces(&[(4, 3)]);
    assert_eq!((big.greatest(3), big.greatest(7), big.greatest(8)), (0, 4, 8));
    assert_eq!(listed(&big, 3, 9), (vec![set(&[])], Listing::Complete));
    assert_eq!(listed(&pieces(&[]), 9, 9), (vec![set(&[])], Listing::Complete));
    assert_eq!(listed(&big, 3, 0), (vec![], Listing::Candidates));
}

#[test]
fn kinds_are_told_apart_and_have_room() {
    let mut few: Pool<char, 2> = Pool::default();
    assert!(few.add('a', 1) && few.add('b', 1) && few.add('a', 1) && few.add('c', 0));
    assert!(!few.add('c', 1) && !few.add('a', 2), "two kinds are all there is room for");
    let kind = |key, count| Kind { key, size: 1, count };
    assert_eq!(few.kinds(), [kind('a', 2), kind('b', 1)]);
    (0..253).for_each(|_| assert!(few.add('a', 1)));
    assert!(!few.add('a', 1));
    assert_eq!(few.greatest(255), 255);
}

/// Every set there is, with its total.
fn every(kinds: &[(u8, u8)]) -> Vec<([u8; 32], u32)> {
    let mut all = vec![(set(&[]), 0)];
    for (at, (size, count)) in kinds.iter().enumerate() {
        let more = |(set, total): &([u8; 32], u32)| {
            let (set, total) = (*set, *total);
            (0..=*count).map(move |n| {
                let mut set = set;
                set[at] = n;
                (set, total + u32::from(n) * u32::from(*size))
            })
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

proptest! {
    #[test]
    fn the_lists_are_those_of_trying_every_set(
        kinds in prop::collection::vec((1u8..=10, 1u8..4), 0..5),
        limit in 0u8..60,
    ) {
        let pieces = pieces(&kinds);
        let fits = |(_, total): &&([u8; 32], u32)| *total <= limit.into();
        let every = every(&kinds);
        let mut fit: Vec<([u8; 32], u32)> = every.iter().filter(fits).copied().collect();
        fit.sort_by_key(|(set, _)| std::cmp::Reverse(*set));
        let greatest = fit.iter().map(|(_, total)| *total).max().unwrap_or(0);
        prop_assert_eq!(u32::from(pieces.greatest(limit)), greatest);
        let best: Vec<[u8; 32]> =
            fit.iter().filter(|(_, total)| *total == greatest).map(|(set, _)| *set).collect();
        prop_assert_eq!(listed(&pieces, limit, best.len()), (best, Listing::Complete));
        let mut sets = Vec::new();
        pieces.sets_up_to(limit, usize::MAX, |set| sets.push(*set));
        let fit: Vec<[u8; 32]> = fit.iter().map(|(set, _)| *set).collect();
        prop_assert_eq!(sets, fit);
        for (set, total) in every {
            prop_assert_eq!(pieces.total(&set), Some(total));
            prop_assert_eq!(pieces.is_greatest(limit, &set), total == greatest);
        }
    }

    #[test]
    fn totals_of_many_kinds_are_those_of_adding_piece_by_piece(
        kinds in prop::collection::vec((1u8..=40, 1u8..30), 0..32),
        limit in any::<u8>(),
    ) {
        let mut reached = [false; 256];
        reached[0] = true;
        for (size, count) in &kinds {
            for _ in 0..*count {
                for total in (usize::from(*size)..256).rev() {
                    reached[total] |= reached[total - usize::from(*size)];
                }
            }
        }
        let greatest = (0..=limit).rev().find(|total| reached[usize::from(*total)]);
        prop_assert_eq!(Some(pieces(&kinds).greatest(limit)), greatest);
    }
}
