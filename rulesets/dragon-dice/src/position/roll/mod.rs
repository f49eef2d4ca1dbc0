//! An army's roll as it lies on the table: its dice, their faces, and what has come of them so far.

pub mod given;
pub mod kinds;

use crate::position::pieces::{Army, MOST_PIECES, PieceSet};
use crate::position::roll::given::GivenByIcon;
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::tables::catalog::{Counted, Types};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

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

impl Roll {
    /// The dice whose results of some of these types count twice.
    pub(crate) fn doubled_in(&self, types: Types) -> PieceSet {
        let own = self.doubled.iter().filter(|(_, of, _)| !of.and(types).is_empty());
        own.fold(PieceSet::NONE, |all, (_, _, set)| all.with(*set))
    }
}
