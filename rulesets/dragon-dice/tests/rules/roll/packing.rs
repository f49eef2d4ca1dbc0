//! Counters that are packed side by side never run into one another.

use umpire_core::dice::Worth;
use umpire_dragon_dice::rules::roll::packing::*;

fn adds(counters: &[u16]) -> Weighed {
    Weighed::Adds(counters.iter().copied().collect())
}

#[test]
fn sums_of_packed_counters_are_told_apart_where_the_counters_are() {
    // 24 dice with nine counters of up to a few each: some have to share a byte.
    let faces: Vec<Weighed> = (0..9)
        .map(|at| {
            let mut counters = [0; 9];
            counters[at] = if at == 0 { 9 } else { 1 };
            adds(&counters)
        })
        .collect();
    let one_sided = |at: usize| vec![faces[at].clone(), adds(&[0; 9])];
    let mut dice: Vec<Vec<Weighed>> = (0..24).map(|_| one_sided(0)).collect();
    dice.extend((1..9).flat_map(|at| [one_sided(at), one_sided(at)]));
    let packed = packed(&dice);
    let mut sums = std::collections::BTreeSet::from([0u64]);
    for faces in &packed {
        let step = |sum: &u64| {
            faces
                .iter()
                .map(|worth| match worth {
                    Worth::Adds(amount) => sum + amount,
                    other => panic!("{other:?}"),
                })
                .collect::<Vec<u64>>()
        };
        sums = sums.iter().flat_map(step).collect();
    }
    assert_eq!(sums.len(), 25 * 3usize.pow(8));
}

#[test]
fn what_finds_no_room_is_told_apart_by_its_die() {
    let faces: Vec<Weighed> = (0..9)
        .map(|at| {
            let mut counters = [0; 9];
            counters[at] = 200;
            adds(&counters)
        })
        .collect();
    let packed = packed(&[faces]);
    let apart = packed[0].iter().filter(|worth| matches!(worth, Worth::Each(_))).count();
    assert_eq!(apart, 1);
}
