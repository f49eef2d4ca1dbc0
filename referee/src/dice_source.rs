//! Where faces come from: a seed, or what people type as it lies on the table.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use umpire_core::dice::Face;
use umpire_core::host::{Asked, AskedGroup, Table};

/// Who rolls the dice of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceFrom {
    /// The seed.
    Seed,
    /// A person, who types what fell.
    Typed,
}

/// What a stream of numbers is drawn for; each has numbers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Dice that a game asks for.
    Dice,
    /// Decisions of bots.
    Bots,
    /// Plays of bots that search.
    Search,
    /// Dice rolled outside the game.
    Free,
    /// Plays of which odds are a sample.
    Sample,
    /// The letters that close the seals of a record.
    Secret,
}

/// Numbers drawn from a seed. They depend on seed, purpose and number alone: taking a move back
/// and doing it again gives the same.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream for the input that follows `number` inputs.
    pub fn new(seed: u128, purpose: Purpose, number: u64) -> Stream {
        let tag = match purpose {
            Purpose::Dice => b"dice",
            Purpose::Bots => b"bots",
            Purpose::Search => b"tree",
            Purpose::Free => b"free",
            Purpose::Sample => b"odds",
            Purpose::Secret => b"seal",
        };
        let mut key = [0; 32];
        let (low, high) = (seed as u64, (seed >> 64) as u64);
        key[..8].copy_from_slice(&low.to_le_bytes());
        key[8..12].copy_from_slice(tag);
        key[12..20].copy_from_slice(&high.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(number);
        Stream(generator)
    }

    /// A number below `sides`, each as likely as any other; 0 if there are no sides.
    pub fn die(&mut self, sides: u32) -> u32 {
        if sides < 2 {
            return 0;
        }
        // Numbers above the last whole multiple of `sides` would favour low results.
        let surplus = (u32::MAX % sides + 1) % sides;
        loop {
            let drawn = self.0.next_u32();
            if drawn <= u32::MAX - surplus {
                return drawn % sides;
            }
        }
    }
}

/// Faces of all dice of a request, as the seed has them after `number` inputs.
pub fn seeded_faces(seed: u128, number: usize, groups: &[AskedGroup]) -> Vec<Face> {
    let sides = groups.iter().flat_map(|group| (0..group.count).map(|_| group.faces));
    seeded(seed, number, &sides.collect::<Vec<_>>())
}

/// Faces of dice with so many sides each, as the seed has them after `number` inputs.
pub fn seeded(seed: u128, number: usize, sides: &[u8]) -> Vec<Face> {
    let mut stream = Stream::new(seed, Purpose::Dice, number as u64);
    sides.iter().map(|sides| stream.die((*sides).into()) as Face).collect()
}

/// What was made of typed dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedDice {
    /// The faces of the pending roll.
    pub faces: Vec<Face>,
    /// What stands after them, for the next roll.
    pub left: String,
}

/// Reads typed dice; parts after a `/` that the pending roll does not ask for are left over.
///
/// # Errors
/// Where not even a first part fits, in words.
pub fn read_typed(table: &dyn Table, text: &str) -> Result<TypedDice, String> {
    let whole = match table.parse_faces(text) {
        Ok(faces) => return Ok(TypedDice { faces, left: String::new() }),
        Err(slip) => slip.to_string(),
    };
    let cuts: Vec<usize> = text.match_indices('/').map(|(at, _)| at).collect();
    for at in cuts.into_iter().rev() {
        if let Ok(faces) = table.parse_faces(&text[..at]) {
            return Ok(TypedDice { faces, left: text[at + 1..].trim().to_string() });
        }
    }
    Err(whole)
}

/// Dice typed with whoever rolls them before them, as `A: 12 / B: 7`, without the names; nothing where others roll, or in
/// another order.
pub fn without_seats(table: &dyn Table, text: &str) -> Option<String> {
    let Asked::Roll { groups, .. } = table.pending() else { return None };
    let seats = table.seats();
    let (mut named, mut dice) = (Vec::new(), Vec::new());
    for part in text.split('/') {
        let Some((name, part)) = part.split_once(':') else {
            dice.push(part.trim());
            continue;
        };
        let seat = seats.iter().find(|(_, known)| known.eq_ignore_ascii_case(name.trim()))?;
        named.push(seat.0);
        dice.push(part.trim());
    }
    named.dedup();
    let mut rolling = groups.iter().map(|group| group.seat);
    let in_order = named.iter().all(|seat| rolling.any(|other| other == *seat));
    (in_order && !named.is_empty()).then(|| dice.join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: u128, purpose: Purpose, number: u64, sides: u32, count: usize) -> Vec<u32> {
        let mut stream = Stream::new(seed, purpose, number);
        (0..count).map(|_| stream.die(sides)).collect()
    }

    // The vectors come from a ChaCha with eight rounds written apart from this program.
    #[test]
    fn the_numbers_of_a_seed_never_change() {
        assert_eq!(drawn(0, Purpose::Dice, 0, 6, 12), [5, 2, 4, 0, 4, 4, 5, 1, 0, 1, 2, 1]);
        assert_eq!(drawn(7, Purpose::Dice, 3, 6, 12), [1, 4, 0, 3, 2, 0, 0, 0, 5, 5, 1, 5]);
        assert_eq!(
            drawn(u64::MAX.into(), Purpose::Dice, 1_000_000, 20, 8),
            [7, 2, 9, 15, 19, 8, 16, 14]
        );
        assert_eq!(drawn(7, Purpose::Bots, 3, 6, 12), [5, 4, 3, 1, 0, 1, 0, 5, 2, 1, 5, 1]);
        assert_eq!(
            drawn(7, Purpose::Free, 3, 3_000_000_000, 4),
            [2_418_342_496, 2_409_402_248, 628_905_769, 2_941_178_046]
        );
    }

    #[test]
    fn a_die_has_the_faces_it_has() {
        let mut seen = [0u32; 6];
        for number in 0..600 {
            drawn(9, Purpose::Dice, number, 6, 10)
                .iter()
                .for_each(|face| seen[*face as usize] += 1);
        }
        assert_eq!(seen.iter().sum::<u32>(), 6000);
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
        assert_eq!(drawn(9, Purpose::Dice, 0, 1, 3), [0, 0, 0]);
        assert_eq!(drawn(9, Purpose::Dice, 0, 0, 1), [0]);
    }
}
