//! Dice that fall again on some of their faces, without end: their classes as a series summed exactly.

use super::classes::{Faces, GroupOutlook, Outlook};
use super::enumerate::NoOdds;
use super::{Table, Weight};
use crate::dice::{Face, Worth};
use num_bigint::BigUint;
use num_integer::Integer as _;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How far counters are followed that grow for as long as dice fall again. What grows as far or further
/// is one outcome, whose weight is what all else leaves of the series.
pub const FAR: u32 = 120;

/// One outcome of a request and of all dice that fall again after it.
pub struct Class {
    /// The faces of the request.
    pub faces: Faces,
    /// Then what dice show that fall again, each with its place and all its faces up to the one it
    /// comes to lie on.
    pub then: Vec<(usize, Vec<Face>)>,
    /// How many of the whole.
    pub rolls: BigUint,
    /// Whether it stands for all that comes to as much or more.
    pub beyond: bool,
}

impl Class {
    /// The faces on which all dice come to lie.
    pub fn lying(&self) -> Faces {
        let mut faces = self.faces.clone();
        for (place, fell) in &self.then {
            if let (Some(face), Some(last)) = (faces.get_mut(*place), fell.last()) {
                *face = *last;
            }
        }
        faces
    }
}

/// Every outcome of a request, whatever falls again after it.
pub struct Closed {
    /// How much all classes weigh together.
    pub whole: BigUint,
    /// The outcomes.
    pub classes: Vec<Class>,
}

/// What dice add by falling again, for each sum that adds up by itself.
type Amounts = SmallVec<[u64; 2]>;

/// A die that falls again on some faces.
struct Falling {
    /// Its place among the dice of the request.
    place: usize,
    /// The number of its sum.
    sum: usize,
    /// How many faces it has ...
    printed: u32,
    /// ... and without those on which it falls again and adds nothing: they are as if they were not.
    sides: u32,
    /// On what faces it falls again: what each adds, how many there are, and one of them.
    faces: Vec<(u64, u32, Face)>,
}

/// One way of falling again, with all that add the same.
struct Gain {
    rolls: BigUint,
    /// Places and faces, dice in order.
    fell: Vec<(usize, Face)>,
}

/// What dice add by falling again. Each die is the series `1 / (1 - p)` of its faces' chances `p`, so
/// the whole is the product of these series: short of `FAR` it is multiplied out, and the rest is what
/// is missing to the value of the whole.
struct Series {
    /// By how much they add together, and what in each sum.
    gains: BTreeMap<(u32, Amounts), Gain>,
    /// The first way that comes to `FAR` or more; it stands for all.
    beyond: Option<(Amounts, Gain)>,
    /// How much the whole weighs beside one raw roll of the dice that lie.
    raw: BigUint,
}

impl Outlook {
    /// Every outcome, dice that fall again played to their ends.
    #[doc(hidden)]
    pub fn closed(&self, most: usize) -> Result<Closed, NoOdds> {
        let lies = |worth| !matches!(worth, Worth::Again(_));
        let base = BigUint::classes_of(self, most, &lies).ok_or(NoOdds::TooMany(most))?;
        let mut whole = BigUint::from(1u8);
        for GroupOutlook { count, worth, .. } in &self.0 {
            whole *= BigUint::from(worth.len()).pow((*count).into());
        }
        let falling = self.falling();
        if falling.is_empty() {
            let class = |(faces, rolls)| Class { faces, then: Vec::new(), rolls, beyond: false };
            return Ok(Closed { whole, classes: base.into_iter().map(class).collect() });
        }
        for die in &falling {
            whole = whole / die.printed * die.sides;
        }
        let series = Series::of(&falling).ok_or(NoOdds::Endless)?;
        let mut classes: Vec<Class> = Vec::new();
        let mut known: Table<Counted, usize> = Table::default();
        for (faces, rolls) in &base {
            let counted = self.counted(faces);
            for (amounts, gain, beyond) in series.each() {
                let counted = counted.with(amounts, beyond);
                let rolls = rolls * &gain.rolls;
                if let Some(at) = known.get(&counted) {
                    classes[*at].rolls += rolls;
                    continue;
                }
                if classes.len() >= most {
                    return Err(NoOdds::TooMany(most));
                }
                known.insert(counted, classes.len());
                let (faces, then) = shown(faces, &gain.fell);
                classes.push(Class { faces, then, rolls, beyond });
            }
        }
        Ok(Closed { whole: whole * series.raw, classes })
    }

    /// Each die with what its faces count for, in the order of places, and the number of its sum.
    fn dice(&self) -> impl Iterator<Item = (usize, &[Worth])> {
        let mut sums: SmallVec<[_; 4]> = SmallVec::new();
        self.0.iter().flat_map(move |GroupOutlook { seat, purpose, count, worth, .. }| {
            let own = (*seat, *purpose);
            let sum = sums.iter().position(|known| *known == own).unwrap_or_else(|| {
                sums.push(own);
                sums.len() - 1
            });
            std::iter::repeat_n((sum, &worth[..]), (*count).into())
        })
    }

    /// The dice that may fall again.
    fn falling(&self) -> Vec<Falling> {
        let falling = |(place, (sum, worth)): (usize, (usize, &[Worth]))| {
            let mut faces: Vec<(u64, u32, Face)> = Vec::new();
            let mut sides = worth.len() as u32;
            for (face, counts) in (0..).zip(worth) {
                let Worth::Again(amount) = *counts else { continue };
                match faces.iter_mut().find(|(known, ..)| *known == amount) {
                    _ if far(amount) == 0 => sides -= 1,
                    Some((_, times, _)) => *times += 1,
                    None => faces.push((amount, 1, face)),
                }
            }
            let printed = worth.len() as u32;
            let falls = !faces.is_empty() || sides < printed;
            falls.then_some(Falling { place, sum, printed, sides, faces })
        };
        self.dice().enumerate().filter_map(falling).collect()
    }

    /// What faces of the dice come to, where none falls again.
    fn counted(&self, faces: &[Face]) -> Counted {
        let mut counted = Counted::default();
        for (place, ((sum, worth), face)) in self.dice().zip(faces).enumerate() {
            if counted.sums.len() <= sum {
                counted.sums.resize(sum + 1, (0, 0));
            }
            let (amount, top) = &mut counted.sums[sum];
            match worth[usize::from(*face)] {
                Worth::Adds(adds) => *amount = amount.wrapping_add(adds),
                Worth::Highest(value) => *top = value.max(*top),
                Worth::Distinct => counted.kept.push((place, Worth::Adds((*face).into()))),
                kept @ (Worth::Each(_) | Worth::Again(_)) => counted.kept.push((place, kept)),
            }
        }
        counted
    }
}

/// What dice come to: outcomes of which it is the same are one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Counted {
    /// Sums and greatest numbers.
    sums: SmallVec<[(u64, u8); 2]>,
    /// Dice of which it matters what they show.
    kept: Vec<(usize, Worth)>,
    beyond: bool,
}

impl Counted {
    fn with(&self, amounts: &Amounts, beyond: bool) -> Counted {
        let mut more = Counted { beyond, ..self.clone() };
        for (sum, amount) in more.sums.iter_mut().zip(amounts) {
            sum.0 = sum.0.wrapping_add(*amount);
        }
        more
    }
}

impl Series {
    /// The series of some dice; nothing where one of them never lies still.
    fn of(dice: &[Falling]) -> Option<Series> {
        let one = BigUint::from(1u8);
        let sides = dice.iter().map(|die| die.sides).fold(1, |all: u32, one| all.lcm(&one));
        let steps = dice.iter().flat_map(|die| &die.faces).map(|(amount, ..)| far(*amount)).min();
        // No way has more falls than this, and every fall divides by the faces of its die.
        let falls = steps.map_or(0, |least| FAR.div_ceil(least));
        let scale = BigUint::from(sides).pow(falls);
        let sums = dice.iter().map(|die| die.sum + 1).max().unwrap_or(0);
        let start = Gain { rolls: scale.clone(), fell: Vec::new() };
        let mut gains = BTreeMap::from([((0, Amounts::from_elem(0, sums)), start)]);
        let (mut beyond, mut lying, mut all) = (None, one.clone(), one);
        for die in dice {
            let again: u32 = die.faces.iter().map(|(_, times, _)| times).sum();
            if again >= die.sides {
                return None;
            }
            lying *= die.sides - again;
            all *= die.sides;
            gains = die.added_to(gains, &mut beyond);
        }
        let mut followed = BigUint::ZERO;
        for gain in gains.values_mut() {
            gain.rolls *= &lying;
            followed += &gain.rolls;
        }
        if let Some((_, gain)) = &mut beyond {
            gain.rolls = all * &scale - followed;
        }
        Some(Series { gains, beyond, raw: scale * lying })
    }

    /// Each gain: what it adds to each sum, and whether it stands for more.
    fn each(&self) -> impl Iterator<Item = (&Amounts, &Gain, bool)> {
        let gains = self.gains.iter().map(|((_, amounts), gain)| (amounts, gain, false));
        gains.chain(self.beyond.iter().map(|(amounts, gain)| (amounts, gain, true)))
    }
}

impl Falling {
    /// The gains with one die more: what it shows is what it showed before and one fall more, so that
    /// `x = gains + p x`, solved from the least up.
    fn added_to(
        &self,
        mut open: BTreeMap<(u32, Amounts), Gain>,
        beyond: &mut Option<(Amounts, Gain)>,
    ) -> BTreeMap<(u32, Amounts), Gain> {
        let mut solved = BTreeMap::new();
        while let Some(((reached, amounts), gain)) = open.pop_first() {
            for (amount, times, face) in &self.faces {
                let reached = reached + far(*amount);
                if reached >= FAR && beyond.is_some() {
                    continue;
                }
                let mut amounts = amounts.clone();
                amounts[self.sum] = amounts[self.sum].wrapping_add(*amount);
                let more = || {
                    let mut fell = gain.fell.clone();
                    fell.push((self.place, *face));
                    Gain { rolls: BigUint::ZERO, fell }
                };
                if reached >= FAR {
                    *beyond = Some((amounts, more()));
                    continue;
                }
                let sum = open.entry((reached, amounts)).or_insert_with(more);
                sum.rolls += &gain.rolls * *times / self.sides;
            }
            solved.insert((reached, amounts), gain);
        }
        solved
    }
}

/// How much an amount adds to all counters together.
fn far(amount: u64) -> u32 {
    amount.to_le_bytes().into_iter().map(u32::from).sum()
}

/// The faces of the request, and those of each die that falls again.
fn shown(lie: &Faces, fell: &[(usize, Face)]) -> (Faces, Vec<(usize, Vec<Face>)>) {
    let (mut faces, mut then) = (lie.clone(), Vec::new());
    for falls in fell.chunk_by(|one, other| one.0 == other.0) {
        let Some((place, first)) = falls.first() else { continue };
        faces[*place] = *first;
        let again = falls.iter().skip(1).map(|(_, face)| *face);
        then.push((*place, again.chain([lie[*place]]).collect()));
    }
    (faces, then)
}
