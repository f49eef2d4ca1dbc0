//! A turn under way: its moves, its attacks, and engagements being left.

use super::figures::{CopyId, FigureId, FigureSet, Place};
use super::powers::Used;
use crate::position::footprint::Footprint;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::seat::{Seat, Seats};

/// Whether nothing is to be said of a value, so that positions without it are written as they always were.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The move of the figure that moves now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// Who.
    pub figure: FigureId,
    /// Points it had when it began, without the road bonus.
    pub budget: i16,
    /// Points spent.
    pub spent: i16,
    /// Points that only a move wholly on road has (HS-5.5.1); 0 once it left the road.
    pub road_bonus: i16,
    /// Whether something ended the move.
    pub stopped: bool,
    /// Whether a figure beside it did, whom no announced way passes.
    pub held: bool,
    /// Whether its other end leads its next step: until that is taken it stands as it stood (HS-4.2.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// Whether the die of deadly ground was asked for where it stands, so that its end asks for none (HS-5.4.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tested: bool,
    /// The level that a leap began on, from which its limit counts (HS-4.5.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leapt_from: Option<i16>,
}

/// How often a figure has attacked in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacked {
    /// Who.
    pub figure: FigureId,
    /// Whom.
    pub target: FigureId,
    /// With which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Whether it inflicted a wound.
    pub wounded: bool,
    /// Whether it destroyed a figure.
    pub destroyed: bool,
    /// The skulls of its last roll.
    pub skulls: u8,
    /// The dice of its last roll.
    pub dice: u8,
    /// The Valkyrie symbols of its last roll.
    pub symbols: u8,
    /// Who was adjacent to the target when it was announced.
    pub beside: FigureSet,
    /// How many figures it was made on besides the target.
    #[serde(default, skip_serializing_if = "is_default")]
    pub others: u8,
}

impl Attack {
    /// Whether every attack die showed a skull.
    pub fn skulls_all(&self) -> bool {
        self.rolled > 0 && self.plain_skulls >= self.rolled
    }
}

impl Attacked {
    /// An attack just announced.
    pub fn new(figure: FigureId, target: FigureId, special: Option<u8>) -> Attacked {
        Attacked {
            figure,
            target,
            special,
            wounded: false,
            destroyed: false,
            skulls: 0,
            dice: 0,
            symbols: 0,
            beside: FigureSet::default(),
            others: 0,
        }
    }
}

/// A player's turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Who takes it.
    pub seat: Seat,
    /// The card whose marker was revealed.
    pub copy: Option<CopyId>,
    /// Figures that have moved, or begun to.
    pub moved: FigureSet,
    /// Figures that have attacked.
    pub attackers: FigureSet,
    /// Figures that have used a power of theirs in it.
    #[serde(default, skip_serializing_if = "FigureSet::is_empty")]
    pub acted: FigureSet,
    /// The figure that moves now.
    pub moving: Option<Moving>,
    /// Whether moving is over.
    pub attacking: bool,
    /// The attacks made.
    pub attacks: SmallVec<[Attacked; 8]>,
    /// Whether it is the turn of the order marker revealed, and not one that a power gave.
    pub by_marker: bool,
    /// Where all figures were when it began, where a power asks.
    pub start: Vec<Place>,
    /// Powers used in it.
    pub used: SmallVec<[Used; 4]>,
    /// Wounds inflicted in it, where a power asks.
    pub inflicted: SmallVec<[(FigureId, u8); 4]>,
    /// The dice of its special attacks that are spent.
    pub pool_spent: u8,
    /// Whether it ends when what its end brought is done.
    pub ending: bool,
    /// Whether its card takes another one after it.
    pub another: bool,
    /// Doors that have been opened, shut, barred or unbarred in it, a bit each.
    pub doors: u8,
    /// Figures that have reached for a treasure in it.
    pub reached: FigureSet,
    /// Figures that have flown in it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub flown: FigureSet,
    /// Points spent in it on moves of powers that go on between attacks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roamed: i16,
}

/// An attack under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub attacker: FigureId,
    /// Whom it was announced against; of a line or a sweep, the first affected.
    pub target: FigureId,
    /// Which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Figures that still have to defend.
    pub affected: FigureSet,
    /// Who defends now.
    pub defender: Option<FigureId>,
    /// Skulls rolled; nothing before the roll.
    pub skulls: Option<u8>,
    /// The number of dice of the roll that is asked for, where a judge has said it (HS-7.5.9).
    pub dice: Option<u8>,
    /// Skulls on the dice themselves, without what powers add.
    pub plain_skulls: u8,
    /// Whether a power took the one who defends now out of harm's way.
    pub avoided: bool,
    /// Symbols of Valkyrie dice among the skulls.
    pub symbols: u8,
    /// Attack dice rolled.
    pub rolled: u8,
    /// Figures that make it together with the attacker.
    pub joined: FigureSet,
    /// Dice that the attacker chose to roll, where its power lets it.
    pub chosen: Option<u8>,
    /// Shields rolled; nothing before the roll.
    pub shields: Option<u8>,
    /// Whether the moment of the attacked has passed for the one who defends now.
    pub met: bool,
    /// Wounds and deaths of it so far: whether any figure was wounded, and whether any was destroyed.
    pub wounded: bool,
    /// Whether any figure was destroyed.
    pub destroyed: bool,
    /// How many more figures the attacker may add to it; where its skulls are shared out, how many are left.
    pub to_add: u8,
    /// Whom skulls of it have gone to, where they are shared out.
    #[serde(default, skip_serializing_if = "FigureSet::is_empty")]
    pub taken: FigureSet,
    /// Where the attacker stood when it was announced: height counts from there even if the
    /// attacker does not outlive its own attack (HS-7.5.2).
    pub stood: Footprint,
}

/// Dice that enemies may roll against a figure leaving them (HS-4.4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaving {
    /// Who leaves.
    pub figure: FigureId,
    /// The enemies it leaves, or takes off from.
    pub enemies: FigureSet,
    /// The controllers who have not said whether they roll.
    pub undecided: Seats,
    /// The enemies that roll.
    pub striking: FigureSet,
}
