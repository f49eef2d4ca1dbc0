//! Magic to spend: what serves which demand, and how much room there is for more (DD-7.10).

use crate::position::game::DragonDice;
use crate::position::stack::purse::{Maker, Mana, Purse, With};
use crate::tables::catalog::{Element, SpeciesId};
use smallvec::SmallVec;

/// What magic a spell takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Of which element.
    pub of: Wanted,
    /// Of which species.
    pub species: Option<SpeciesId>,
    /// Whether items of the army make magic for that species.
    pub items: bool,
}

/// Of what magic must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Of one element.
    Element(Element),
    /// Ivory.
    Ivory,
    /// Of whatever kind.
    Anything,
}

impl Mana {
    fn serves(&self, demand: &Demand) -> bool {
        let colour = match demand.of {
            Wanted::Element(element) => self.elements.contains(element),
            Wanted::Ivory => self.ivory,
            Wanted::Anything => true,
        };
        let maker = match (demand.species, self.by) {
            (None, _) | (_, Maker::Anybody) => true,
            (Some(species), Maker::Units(own)) => own == species,
            (Some(_), Maker::Items) => demand.items,
        };
        colour && maker
    }

    /// The wants that it serves, as bits: those taken already, and the one asked for after them.
    fn served(&self, taken: &[(Demand, u16)], wanted: &Demand) -> u32 {
        let all = taken.iter().map(|(demand, _)| demand).chain([wanted]);
        all.zip(0..).map(|(demand, at)| u32::from(self.serves(demand)) << at).sum()
    }

    /// Whether each of its points counts twice, whatever it is spent as.
    pub(crate) fn doubles_whole(&self) -> bool {
        let doubling = self.doubling;
        !self.ivory && !doubling.is_empty() && doubling.contains_all(self.elements)
    }

    /// Whether it brings magic with it by the ability of who made it: units that rolled magic other than of IDs.
    pub(crate) fn brings_more(&self, game: &DragonDice) -> bool {
        let adding = game.species.adding;
        self.with != With::Ids && adding.is_some_and(|(_, of)| self.by == Maker::Units(of))
    }

    /// What it is where all of its points count twice, if they may.
    fn doubled(&self) -> Option<Mana> {
        let (elements, ivory, with) = (self.doubling, false, With::Specials);
        let amount = 2 * self.amount;
        (!elements.is_empty()).then_some(Mana { elements, ivory, with, amount, ..*self })
    }
}

/// Announced spells by what they take; more kinds than this are not spent in one action.
pub type Taken = SmallVec<[(Demand, u16); 8]>;

const MOST_DEMANDS: usize = 16;

/// Magic of which some points may count twice as something that not all it serves takes.
#[derive(Debug, Clone, Copy)]
struct Doubling {
    /// The wants that it serves, as bits.
    once: u32,
    /// Those that it serves where it counts twice.
    twice: u32,
    /// How many points.
    amount: i64,
}

impl Doubling {
    /// What it gives to a set of wants when so many of its points count twice.
    fn gives(self, set: u32, doubled: i64) -> i64 {
        let once = if self.once & set == 0 { 0 } else { self.amount - doubled };
        let twice = if self.twice & set == 0 { 0 } else { 2 * doubled };
        once + twice
    }

    /// The most it gives to a set of wants.
    fn most(self, set: u32) -> i64 {
        self.gives(set, 0).max(self.gives(set, self.amount))
    }
}

/// What the magic that serves a set of wants leaves beyond what its wants take.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// The wants, as bits.
    set: u32,
    /// Whether what is asked for is among them: then it is what can be had at most, and else it must
    /// not fall short.
    for_wanted: bool,
    left: i64,
}

/// Finds the most that can be had however the doublings are divided: each in turn, from all of its
/// points down, as long as what the rest might still give lets it come to more.
fn most_room(doublings: &[Doubling], lefts: &[Left], best: &mut Option<i64>) {
    let mut bound = i64::MAX;
    for left in lefts {
        let most = left.left + doublings.iter().map(|one| one.most(left.set)).sum::<i64>();
        match left.for_wanted {
            true => bound = bound.min(most),
            false if most < 0 => return,
            false => {}
        }
    }
    let Some((one, rest)) = doublings.split_first() else {
        *best = (*best).max(Some(bound));
        return;
    };
    for doubled in (0..=one.amount).rev() {
        if best.is_some_and(|best| best >= bound) {
            return;
        }
        let given = |left: &Left| Left { left: left.left + one.gives(left.set, doubled), ..*left };
        let lefts: Vec<Left> = lefts.iter().map(given).collect();
        most_room(rest, &lefts, best);
    }
}

impl Purse {
    /// Puts magic to what is alike.
    pub fn add(&mut self, more: Mana) {
        if more.amount == 0 {
            return;
        }
        let alike = |mana: &&mut Mana| Mana { amount: more.amount, ..**mana } == more;
        match self.mana.iter_mut().find(alike) {
            Some(mana) => mana.amount += more.amount,
            None => self.mana.push(more),
        }
    }

    /// Takes magic from what is alike.
    pub fn remove(&mut self, less: Mana) {
        let alike = |mana: &&mut Mana| Mana { amount: less.amount, ..**mana } == less;
        if let Some(mana) = self.mana.iter_mut().find(alike) {
            mana.amount = mana.amount.saturating_sub(less.amount);
        }
        self.mana.retain(|mana| mana.amount > 0);
    }

    pub(crate) fn made(&self, with: With) -> u16 {
        self.mana.iter().filter(|mana| mana.with == with).map(|mana| mana.amount).sum()
    }

    /// All that can be spent, before points count for two.
    pub fn total(&self) -> u16 {
        self.left[0].min(self.made(With::Icons))
            + self.left[1].min(self.made(With::Ids))
            + self.made(With::Specials)
    }

    /// All that can be spent where everything doubles that may.
    pub fn most(&self) -> u16 {
        let doubling = self.mana.iter().filter(|mana| !mana.doubling.is_empty());
        self.total() + doubling.map(|mana| mana.amount).sum::<u16>()
    }

    /// Species that some of the magic might serve, its colour apart, as bits.
    pub fn makers(&self) -> u64 {
        self.mana.iter().fold(0, |all, mana| match mana.by {
            Maker::Units(species) => all | 1 << (species.index() & 63),
            Maker::Items | Maker::Anybody => u64::MAX,
        })
    }

    /// Whether any of the magic is such as is wanted.
    pub fn serves(&self, demand: &Demand) -> bool {
        self.mana.iter().any(|mana| mana.serves(demand))
    }

    /// How many points of one kind can be had beside what is taken already.
    ///
    /// Points flow from what was made to what is wanted. By the theorem of the smallest cut as
    /// much can be had as every set of wants together leaves: the magic that serves any of them,
    /// less what the others of the set take.
    pub fn room(&self, taken: &[(Demand, u16)], wanted: &Demand) -> u16 {
        if taken.len() > MOST_DEMANDS {
            return 0;
        }
        let doubles = self.mana.iter().any(|mana| !mana.doubling.is_empty());
        if !doubles && taken.is_empty() {
            return self.serving(wanted);
        }
        let doublings = self.doublings(taken, wanted);
        let mut best = None;
        most_room(&doublings, &self.left_by(taken, wanted), &mut best);
        best.map_or(0, |room| room.clamp(0, u16::MAX.into()) as u16)
    }

    /// How much of all this magic serves, where nothing is taken yet.
    fn serving(&self, wanted: &Demand) -> u16 {
        let mut sums = [0u16; 3];
        for mana in self.mana.iter().filter(|mana| mana.serves(wanted)) {
            sums[mana.with as usize] += mana.amount;
        }
        sums[0].min(self.left[0]) + sums[1].min(self.left[1]) + sums[2]
    }

    /// Kinds of magic of which it has to be divided how much doubles: where a point that counts twice
    /// serves some of what the point serves, and not all.
    fn doublings(&self, taken: &[(Demand, u16)], wanted: &Demand) -> SmallVec<[Doubling; 4]> {
        let mut found: SmallVec<[Doubling; 4]> = SmallVec::new();
        for mana in &self.mana {
            let once = mana.served(taken, wanted);
            let twice = mana.doubled().map_or(0, |doubled| doubled.served(taken, wanted));
            if twice == 0 || twice == once {
                continue;
            }
            match found.iter_mut().find(|known| (known.once, known.twice) == (once, twice)) {
                Some(known) => known.amount += i64::from(mana.amount),
                None => found.push(Doubling { once, twice, amount: mana.amount.into() }),
            }
        }
        found
    }

    /// What each set of wants leaves, as far as no doubling has to be divided.
    fn left_by(&self, taken: &[(Demand, u16)], wanted: &Demand) -> Vec<Left> {
        let last = 1u32 << taken.len();
        let served = self.mana.iter().filter_map(|mana| {
            let once = mana.served(taken, wanted);
            let Some(doubled) = mana.doubled() else {
                return Some((once, mana.with, mana.amount));
            };
            match doubled.served(taken, wanted) {
                0 => Some((once, mana.with, mana.amount)),
                twice if twice == once => Some((once, doubled.with, doubled.amount)),
                _ => None,
            }
        });
        let served: SmallVec<[(u32, With, u16); 16]> = served.collect();
        let supply = |set: u32| {
            let mut sums = [0i64; 3];
            for (_, with, amount) in served.iter().filter(|(served, ..)| served & set != 0) {
                sums[*with as usize] += i64::from(*amount);
            }
            sums[0].min(self.left[0].into()) + sums[1].min(self.left[1].into()) + sums[2]
        };
        let left = |set: u32| {
            let parts = taken.iter().zip(0..).filter(|(_, at)| set >> at & 1 == 1);
            let need: i64 = parts.map(|((_, need), _)| i64::from(*need)).sum();
            [(set, false), (set | last, true)].map(|(set, for_wanted)| Left {
                set,
                for_wanted,
                left: supply(set) - need,
            })
        };
        (0..last).flat_map(left).collect()
    }

    /// Takes points of IDs away until so many are left.
    pub(crate) fn trim_ids(&mut self, left: u16) {
        let mut over = self.made(With::Ids).saturating_sub(left);
        for mana in self.mana.iter_mut().rev().filter(|mana| mana.with == With::Ids) {
            let gone = over.min(mana.amount);
            mana.amount -= gone;
            over -= gone;
        }
        self.mana.retain(|mana| mana.amount > 0);
    }
}
