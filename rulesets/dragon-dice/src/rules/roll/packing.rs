//! How counters of faces lie beside one another in the eight bytes of what a face counts for.

use smallvec::SmallVec;
use umpire_core::dice::{Face, Worth};
use umpire_core::odds::FAR;

/// What a face adds to each counter.
pub type Counters = SmallVec<[u16; 8]>;

/// What a face of a die counts for, before it is packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Weighed {
    /// It adds to counters.
    Adds(Counters),
    /// The same, and its die falls again.
    Again(Counters),
    /// It matters which die showed it.
    Apart,
}

/// The faces of a die, in order.
pub type Faces = SmallVec<[Worth; 12]>;

/// Packs the counters of dice, each die given by its faces. Faces that add to a counter for which there
/// is no room left are told apart by their dice; the first counters find room first.
pub fn packed(dice: &[Vec<Weighed>]) -> Vec<Faces> {
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
