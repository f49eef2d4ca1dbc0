//! An army's roll: which dice fall, what they show, and the ten steps that make a number of it.

pub(crate) mod changes;
mod given;
mod kinds;
#[doc(hidden)]
pub mod lone;
#[doc(hidden)]
pub mod packing;
pub(crate) mod part;
pub(crate) mod steps;
pub(crate) mod tally;
pub(crate) mod worth;

pub use given::{CountedBy, GivenByIcon};
pub use kinds::{Change, RollKind, Types};
pub(crate) use lone::Lone;
pub(crate) use packing::{Faces, Weighed, packed};
pub use steps::{RollStep, Stage};
pub use tally::TallyLine;
pub(crate) use tally::splits;

use crate::catalog::{Counted, Face, Icon};
use crate::edition::OrderRollSais;
use crate::game::DragonDice;
use crate::items;
use crate::pieces::{Army, MOST_PIECES, PieceSet};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::magic;
use crate::steps::species::fights;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::dice::DiceGroup;

/// One army's roll, from the throw to its totals.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// What for.
    pub kind: RollKind,
    /// Whose dice.
    pub army: Army,
    /// Which of them fall.
    pub dice: PieceSet,
    /// The face of each, by the order of `dice`; empty before the throw and after the end.
    pub faces: ArrayVec<u8, MOST_PIECES>,
    /// Dice whose special icon has not acted yet.
    pub waiting: PieceSet,
    /// Dice whose results do not count (killed or hypnotised after the throw).
    pub dropped: PieceSet,
    /// Dice whose results of some types count twice, each with the rule.
    pub doubled: Vec<(Rule, Types, PieceSet)>,
    /// Results of special icons by type, which wait for step 8.
    pub specials: [u16; 5],
    /// Which dice gave them, and what else counts as a type, in order.
    pub by_icons: Vec<GivenByIcon>,
    /// What special icons of opponents take away in step 6, by type.
    pub taken: [u16; 5],
    /// By which rule, where it is not that of icons.
    pub taken_by: Option<Rule>,
    /// How many results the owner counts as each other type in a combination roll, as far as that is
    /// decided: by which rule, of which type, and as which.
    pub converted: Vec<(Rule, Counted, [u8; 5])>,
    /// How IDs are split in a combination roll, once that is decided.
    pub id_split: Option<[u8; 5]>,
    /// The types that changes of several types have been given to, in the order of the changes.
    pub given: Vec<Counted>,
    /// Offers of rolling a die again that have been answered, as bits.
    pub offers: u8,
    /// What came out by type, once done.
    pub total: [u16; 5],
    /// How much of the saves comes from spells, which nothing passes by.
    pub spell_saves: u16,
}

impl Roll {
    /// A roll that is still to be thrown.
    pub fn new(kind: RollKind, army: Army, dice: PieceSet) -> Roll {
        Roll {
            kind,
            army,
            dice,
            faces: ArrayVec::new(),
            waiting: PieceSet::NONE,
            dropped: PieceSet::NONE,
            doubled: Vec::new(),
            specials: [0; 5],
            by_icons: Vec::new(),
            taken: [0; 5],
            taken_by: None,
            converted: Vec::new(),
            id_split: None,
            given: Vec::new(),
            offers: 0,
            total: [0; 5],
            spell_saves: 0,
        }
    }

    /// The number of a die among the faces.
    #[inline]
    fn rank(&self, number: u8) -> usize {
        self.dice.rank(number)
    }

    /// The face a die shows; nothing for one that was not thrown.
    #[inline]
    pub fn face(&self, number: u8) -> Option<u8> {
        self.dice.contains(number).then(|| self.faces.get(self.rank(number)).copied()).flatten()
    }

    /// Puts another face in the place of the one a die shows.
    pub fn set_face(&mut self, number: u8, face: u8) {
        let at = self.rank(number);
        if let Some(shown) = self.faces.get_mut(at) {
            *shown = face;
        }
    }

    /// Each die with the face it shows.
    #[inline]
    pub fn shown(&self) -> impl Iterator<Item = (u8, u8)> + use<'_> {
        self.dice.iter().zip(self.faces.iter().copied())
    }

    /// The dice that still count: neither dropped nor gone from the army (DD-8.6).
    pub(crate) fn counting(&self, state: &State) -> PieceSet {
        let there = state.at(self.army.owner, self.army.place);
        self.dice.and(there).without(self.dropped)
    }

    /// The result of a roll that counts one type.
    pub fn result(&self) -> u16 {
        self.kind.counts().single().map_or(0, |kind| self.total[kind.index()])
    }
}

/// What a die of a player shows on a face.
#[inline]
pub fn shows(
    game: &DragonDice,
    state: &State,
    owner: umpire_core::seat::Seat,
    die: u8,
    face: u8,
) -> Face {
    game.catalog.kind(state.roster.force(owner).kind(die)).face(face)
}

/// The dice of an army that fall for that kind of roll: its units that may be rolled, and its
/// items that those can carry (DD-16.1).
pub fn rollable(game: &DragonDice, state: &State, army: Army) -> PieceSet {
    let force = state.roster.force(army.owner);
    let all = state.at(army.owner, army.place);
    let units = all.and(force.units()).without(state.held(army.owner, false));
    if units.is_empty() {
        return PieceSet::NONE;
    }
    let items = items::items_rolled_with(game, state, army, units);
    units.with(items.without(state.held(army.owner, false)))
}

/// Which of these dice of an army fall for a kind of roll.
pub(crate) fn fall_for(
    game: &DragonDice,
    state: &State,
    army: Army,
    kind: RollKind,
    all: PieceSet,
) -> PieceSet {
    match kind {
        RollKind::Volley => fights::volley_dice(game, state, army, all),
        RollKind::Missile => magic::shooting_dice(game, state, army, all),
        RollKind::Magic => magic::magic_dice(game, state, army, all),
        _ => all,
    }
}

/// Groups of the dice of one roll, in the order in which faces are given.
pub(crate) fn groups<'a>(
    state: &'a State,
    roll: &Roll,
) -> impl Iterator<Item = DiceGroup> + use<'a> {
    let (dice, army, purpose) = (roll.dice, roll.army, roll.kind as u8);
    state.roster.force(army.owner).kinds().iter().filter_map(move |(kind, set)| {
        let count = set.and(dice).len() as u8;
        let (seat, die) = (army.owner, kind.die());
        (count > 0).then_some(DiceGroup { seat, die, count, purpose, subject: None })
    })
}

fn order_ignores_icons(game: &DragonDice, kind: RollKind) -> bool {
    kind == RollKind::Order && game.edition.order_roll_sais == OrderRollSais::Ignored
}

/// Whether an icon acts in a roll of that kind.
#[inline]
pub(crate) fn acts(game: &DragonDice, kind: RollKind, icon: Icon) -> bool {
    match icon {
        // Against a tidal wave normal results alone count.
        Icon::Sai(_) if kind == RollKind::Tide => false,
        Icon::Sai(_) if order_ignores_icons(game, kind) => false,
        Icon::Sai(sai) => game.catalog.sai(sai).in_roll(kind.icons()).next().is_some(),
        _ => false,
    }
}
