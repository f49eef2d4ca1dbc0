//! Places, units, steps and rules of the probe, and what follows from a position alone.

use crate::geometry::{Point, Rect};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::dice::Dice;
use umpire_core::game::Outcome;
use umpire_core::ruling::RuleId;
use umpire_core::seat::{Seat, Seats};

pub const OUTLINE: Rect = Rect::new([-5000, 5000], [-5000, 5000]);
pub const MOUNTAIN: Rect = Rect::new([1000, 3000], [-14_000, -11_000]);
pub const TOXIC: Rect = Rect::new([-3000, -1000], [-12_000, -10_000]);
pub const STARTS: [i32; 5] = [-4000, -2000, 2000, 4000, 6000];
pub const CHARGERS: u8 = 0b0001_1111;
pub const OCCUPANTS: u8 = 0b1110_0000;
pub const SPEED: u32 = 15_000;
pub const RANGE: u32 = 15_000;
pub const ZONE: u32 = 5000;
pub const CAPACITY: u8 = 4;
pub const TABLE: i32 = 100_000;

macro_rules! rules {
    ($($name:ident $id:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Rule { $($name),* }
        impl RuleId for Rule {
            fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }
        }
    };
}

rules! {
    Speed "EA-3.1" Zone "EA-3.4.7" Dangerous "EA-5.1" Impassable "EA-5.3" Wall "EA-6.1.4"
    Stops "EA-6.3.1" Ruin "EA-6.9.1" RuinHits "EA-6.9.2" Allocation "EA-7.6" Armour "EA-7.7"
    ChargeMove "EA-8.3" Attacks "EA-8.5" Result "EA-8.7.1" Modifiers "EA-8.7.2" Sizes "EA-8.7.3"
    Invade "EA-8.8.4" Cover "EA-8.8.5" Tie "EA-8.8.7" Damage "EA-8.8.12"
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    pub markers: [u8; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub at: Point,
    pub alive: bool,
    pub gone: u32,
    pub legs: u8,
    pub tested: bool,
    pub moved: bool,
    pub sees: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Among {
    Inside,
    Occupants,
    Invaders,
    Outside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Charge,
    Danger(u8),
    Invade,
    Tie,
    Strike,
    Wall { dice: u8, again: bool },
    Allot(Among, u8),
    Save(Among),
    Result,
}

/// Sets of units are bits: 0 to 4 the chargers of seat 0, 5 to 7 the occupants of seat 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub units: ArrayVec<Unit, 8>,
    pub wall: u8,
    pub invaders: u8,
    pub tied: u8,
    pub hits: [u8; 8],
    pub dealt: [u8; 2],
    pub fallen_on_the_way: u8,
    pub markers: [u8; 2],
    pub steps: ArrayVec<Step, 8>,
    pub ended: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    pub unit: u8,
    pub legs: ArrayVec<Point, 4>,
}

/// A charge not named for a unit lets it hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    Charge(Vec<Path>),
    Invade(u8),
    Tie(u8),
    Allot(u8),
}

impl Action {
    /// The set of units a choice names; a charge names paths.
    pub fn chosen(&self) -> u8 {
        match self {
            Action::Charge(_) => 0,
            Action::Invade(set) | Action::Tie(set) | Action::Allot(set) => *set,
        }
    }
}

/// The judge says whether a unit sees the stronghold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Amendment {
    Sees(u8, bool),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    Moved(u8, Point),
    Tested(u8, bool),
    Hits(u8, u8),
    Fell(u8, Rule),
    Cracked(u8),
    Ruined,
    Totals([i32; 2]),
    Ended(Seats),
}

pub struct Charge {
    pub dice: Dice,
}

pub fn bits(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |bit| set & 1 << bit != 0)
}

pub fn size(set: u8) -> u8 {
    set.count_ones() as u8
}

pub fn subsets(of: u8, sizes: std::ops::RangeInclusive<u8>) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(move |set| set & !of == 0 && sizes.contains(&size(*set)))
}

impl State {
    pub fn set(&self, of: u8, holds: impl Fn(&Unit) -> bool) -> u8 {
        let units = self.units.iter().enumerate();
        of & units.filter(|(_, u)| u.alive && holds(u)).fold(0, |set, (at, _)| set | 1 << at)
    }

    pub fn in_contact(&self) -> u8 {
        self.set(CHARGERS, |unit| self.wall > 0 && OUTLINE.within(unit.at, 0))
    }

    /// Chargers that take part from outside: in range of the outline.
    pub fn outside(&self) -> u8 {
        self.set(CHARGERS, |unit| OUTLINE.within(unit.at, RANGE)) & !self.invaders
    }

    pub fn shooting(&self) -> u8 {
        let sees = |unit: &Unit| {
            let clear = || MOUNTAIN.entered(unit.at, OUTLINE.nearest(unit.at)).is_none();
            unit.sees.unwrap_or_else(clear)
        };
        self.outside() & !self.in_contact() & self.set(CHARGERS, sees)
    }

    pub fn among(&self, among: Among) -> u8 {
        let all = self.set(u8::MAX, |_| true);
        match among {
            Among::Inside => all & (OCCUPANTS | self.invaders),
            Among::Occupants => all & OCCUPANTS,
            Among::Invaders => all & self.invaders,
            Among::Outside => self.outside(),
        }
    }

    /// How many occupants may be tied.
    pub fn tie_bounds(&self) -> std::ops::RangeInclusive<u8> {
        let invaders = size(self.among(Among::Invaders));
        let occupants = size(self.among(Among::Occupants));
        occupants.min(invaders)..=occupants.min(2 * invaders)
    }

    /// The answers to the pending choice where they can all be listed.
    pub fn answers(&self) -> Vec<Action> {
        match self.steps.last() {
            Some(Step::Invade) => {
                subsets(self.in_contact(), 0..=CAPACITY).map(Action::Invade).collect()
            }
            Some(Step::Tie) => {
                subsets(self.among(Among::Occupants), self.tie_bounds()).map(Action::Tie).collect()
            }
            Some(Step::Allot(among, hits)) => {
                let targets = self.among(*among);
                let more = hits % size(targets).max(1);
                subsets(targets, more..=more).map(Action::Allot).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn asked(&self) -> Option<(Seat, Rule, Option<u16>)> {
        Some(match *self.steps.last()? {
            Step::Charge => (Seat(0), Rule::ChargeMove, None),
            Step::Invade => (Seat(0), Rule::Invade, None),
            Step::Tie => (Seat(1), Rule::Tie, None),
            Step::Allot(among, hits) => {
                (Seat(u8::from(among == Among::Occupants)), Rule::Allocation, Some(hits.into()))
            }
            _ => return None,
        })
    }

    pub fn wound(&mut self, unit: u8) {
        self.units[usize::from(unit)].alive = false;
        self.dealt[usize::from(unit < 5)] += 1;
    }
}
