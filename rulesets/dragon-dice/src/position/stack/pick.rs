//! A pick of dice: among which, how many, and what becomes of them.

use crate::position::pieces::{Army, PieceSet};
use crate::position::stack::{dragons, icons, magic, species, trial};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// A pick of dice of one player, and what becomes of those picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pick {
    /// Who picks.
    pub seat: Seat,
    /// Whose dice, and where they are.
    pub of: Army,
    /// Among which.
    pub among: PieceSet,
    /// How much.
    pub limit: Limit,
    /// By which rule.
    pub rule: Rule,
    /// What becomes of them.
    pub then: Then,
}

/// How much may or must be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The most health that whole units can make up within this (DD-8.12).
    Most(u16),
    /// Any health up to this, none included (DD-8.14).
    UpTo(u16),
    /// Exactly one die.
    One,
    /// One die or none.
    OneOrNone,
    /// Exactly so many dice, or all there are.
    Count(u8),
    /// Any number of dice up to this.
    CountUpTo(u8),
}

/// What becomes of the dice picked. Families of steps carry it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// They die of damage or an effect.
    Die {
        /// Whether a save roll of the army came before (for Open Grave).
        after_save: bool,
    },
    /// They face a peril together.
    Endanger(trial::Danger),
    /// They move with whoever carries them.
    Move(icons::Journey),
    /// They are buried from the DUA.
    Bury,
    /// They return from the DUA to an army of their owner.
    Return(Army),
    /// A family of steps takes them.
    Magic(magic::Picked),
    /// Dragons' business.
    Dragons(dragons::Picked),
    /// Icons' business.
    Icon(icons::Picked),
    /// Species abilities' business.
    Species(species::Picked),
}
