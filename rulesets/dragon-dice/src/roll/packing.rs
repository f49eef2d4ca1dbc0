//! How counters of faces lie beside one another in the eight bytes of what a face counts for.

use smallvec::SmallVec;
use umpire_core::dice::{Face, Worth};
use umpire_core::odds::FAR;

/// What a face adds to each counter.
pub(crate) type Counters = SmallVec<[u16; 8]>;

/// What a face of a die counts for, before it is packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Weighed {
    /// It adds to counters.
    Adds(Counters),
    /// The same, and its die falls again.
    Again(Counters),
    /// It matters which die showed it.
    Apart,
}

/// The faces of a die, in order.
pub(crate) type Faces = SmallVec<[Worth; 12]>;

/// Packs the counters of dice, each die given by its faces. Faces that add to a counter for which there
/// is no room left are told apart by their dice; the first counters find room first.
pub(crate) fn packed(dice: &[Vec<Weighed>]) -> Vec<Faces> {
    let places = places(&most(dice));
    let worth = |(face, weighed): (Face, &Weighed)| {
        let (Weighed::Adds(counters) | Weighed::Again(counters)) = weighed else {
            return Worth::Each(face);
        };
        let mut sum = 0u64;
        for (amount, place) in counters.iter().zip(&places) {
            match place {
                Some(shift) => sum += u64::from(*amount) << shift,
                None if *amount > 0 => return Worth::Each(face),
                None => {}
            }
        }
        if matches!(weighed, Weighed::Again(_)) { Worth::Again(sum) } else { Worth::Adds(sum) }
    };
    dice.iter().map(|faces| (0..).zip(faces).map(worth).collect()).collect()
}

/// The most that each counter can come to.
fn most(dice: &[Vec<Weighed>]) -> Vec<u32> {
    let mut most: Vec<u32> = Vec::new();
    for faces in dice {
        let mut of_die: Vec<u32> = Vec::new();
        for face in faces {
            let (Weighed::Adds(counters) | Weighed::Again(counters)) = face else { continue };
            of_die.resize(of_die.len().max(counters.len()), 0);
            for (known, amount) in of_die.iter_mut().zip(counters) {
                // A die that falls again adds to it again and again.
                let again = matches!(face, Weighed::Again(_)) && *amount > 0;
                *known = (*known).max(u32::from(*amount) + if again { 2 * FAR } else { 0 });
            }
        }
        most.resize(most.len().max(of_die.len()), 0);
        most.iter_mut().zip(of_die).for_each(|(sum, own)| *sum += own);
    }
    most
}

/// Where each counter begins: one that needs more than a byte has two, those that need less may share
/// one.
fn places(most: &[u32]) -> Vec<Option<u32>> {
    const BYTES: usize = 8;
    let bits = |most: u32| u32::BITS - most.leading_zeros();
    let needs: u32 = most.iter().map(|most| bits(*most).div_ceil(8)).sum();
    let roomy = needs as usize <= BYTES;
    let mut used = [0u32; BYTES];
    let place = |most: &u32| {
        let width = bits(*most);
        if width == 0 {
            return Some(0);
        }
        if width > 8 {
            let free = used.windows(2).position(|pair| pair == [0, 0]).filter(|_| width <= 16)?;
            (used[free], used[free + 1]) = (8, 8);
            return Some(8 * free as u32);
        }
        let fits = |used: &&mut u32| if roomy { **used == 0 } else { **used + width <= 8 };
        let (byte, used) = (0..).zip(used.iter_mut()).find(|(_, used)| fits(used))?;
        let shift = 8 * byte + *used;
        *used += width;
        Some(shift)
    };
    most.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
