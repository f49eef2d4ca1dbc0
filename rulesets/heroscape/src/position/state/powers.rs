//! Powers by what prints them: what lasts of them, those under way, and the moments that wait for them.

use super::figures::{CopyId, FigureId, FigureSet};
use crate::position::event::Harm;
use crate::position::footprint::Footprint;
use crate::tables::abilities::{Moment, Until};
use crate::tables::catalog::{CardId, GlyphId};
use crate::tables::rule::OF_POWERS;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// What an ability is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Printed {
    /// An army card.
    Card(CardId),
    /// A glyph that a figure stands on or carries (HS-6.1.2, HS-6.2.1).
    Glyph(GlyphId),
}

/// An ability by what prints it, and its number among the abilities there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PowerRef {
    /// The card or glyph.
    pub on: Printed,
    /// The number.
    pub at: u8,
}

impl PowerRef {
    /// An ability of a card.
    pub fn of_card(card: CardId, at: u8) -> PowerRef {
        PowerRef { on: Printed::Card(card), at }
    }

    /// The glyph that prints it, if one does.
    pub fn glyph(self) -> Option<GlyphId> {
        match self.on {
            Printed::Glyph(glyph) => Some(glyph),
            Printed::Card(_) => None,
        }
    }

    /// The rule by which it works.
    pub fn rule(self) -> crate::tables::rule::Rule {
        match self.on {
            Printed::Card(_) => OF_POWERS,
            Printed::Glyph(glyph) => crate::tables::rule::Rule::Glyph(glyph.0),
        }
    }

    /// Its bit among the powers used in a round or game: those of glyphs from above, so that they keep clear of the card's.
    pub fn bit(self) -> u32 {
        match self.on {
            Printed::Card(_) => 1 << (self.at % 32),
            Printed::Glyph(_) => 1 << (31 - self.at % 8),
        }
    }
}

/// Whom something lasting is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// One figure.
    Figure(FigureId),
    /// The figures of a card and of those that match it.
    Copy(CopyId),
    /// All figures of a seat.
    Army(Seat),
}

/// What lasts for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Numbers are higher or lower.
    Numbers {
        /// Attack.
        attack: i8,
        /// Defense.
        defense: i8,
        /// Move.
        moves: i8,
        /// Range.
        range: i8,
    },
    /// It rolls no defense dice against that figure.
    NoDefense(FigureId),
    /// Whom it attacks rolls at most so many defense dice.
    MostDefense(u8),
    /// It has no Hit Zone.
    Unseen {
        /// It is over when the figure moves.
        until_moved: bool,
        /// It holds only while the figure is not engaged.
        while_unengaged: bool,
    },
    /// It has no Hit Zone and leaves engagements freely until it attacks.
    Cloaked,
    /// It was brought back for one attack, and is destroyed when the turn is over.
    Revenant {
        /// Whether its card's powers were negated before.
        negated: bool,
    },
    /// It cannot be targeted.
    Untargetable,
    /// It may not attack.
    NoAttack,
    /// It may not attack normally.
    NoNormalAttack,
    /// It has to attack each adjacent figure.
    AttackAll,
    /// Wounds that it inflicts are so many more.
    MoreWounds(u8),
    /// It may attack so often more.
    MoreAttacks(u8),
    /// Control of it goes back to that seat.
    Borrowed(Seat),
    /// It takes no part in a turn.
    Idle,
    /// So many figures of it may move and attack.
    Activations(u8),
}

/// Something that lasts for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// Whom it is about.
    pub on: On,
    /// What it is.
    pub what: What,
    /// Until when.
    pub until: Until,
    /// Whose power made it.
    pub seat: Seat,
    /// Which power.
    pub by: Option<PowerRef>,
}

/// A power being carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// Which.
    pub by: PowerRef,
    /// Whose.
    pub source: FigureId,
    /// Who decides in it.
    pub seat: Seat,
    /// Whom it is used on now.
    pub target: Option<FigureId>,
    /// Whom it will be used on next.
    pub others: FigureSet,
    /// Whose moment it is.
    pub subject: FigureId,
    /// The other figure of the moment.
    pub other: Option<FigureId>,
    /// What was rolled, with what is added; nothing before the roll.
    pub rolled: Option<i16>,
    /// The wounds that the moment is about.
    pub wounds: u8,
    /// Which band of numbers works; none for what comes of any number.
    pub band: Option<u8>,
    /// The next effect.
    pub next: u8,
    /// What is left of the effect under way.
    pub left: u8,
    /// Figures that the effect under way has dealt with.
    pub done: FigureSet,
    /// The space that the effect under way began with.
    pub space: Option<SpaceId>,
}

/// A moment at which powers may or must be used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occasion {
    /// Which.
    pub moment: Moment,
    /// Whose.
    pub subject: FigureId,
    /// The other figure of it.
    pub other: Option<FigureId>,
    /// Which special attack it belongs to.
    pub special: Option<u8>,
    /// Wounds that are about to be received, or that were inflicted.
    pub wounds: u8,
    /// The most wounds, besides those, that the subject takes of the attack it belongs to, where a power of its limits them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
    /// What has been used or passed up, by whom.
    pub done: SmallVec<[(FigureId, PowerRef); 4]>,
    /// Who has said that they use nothing more.
    pub passed: Seats,
    /// Who goes first, where opponents may use the same power and have rolled for it (HS-3.5.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Where the subject stood.
    pub stood: Option<Footprint>,
    /// What destroys the subject, where it is about to be destroyed.
    pub harm: Option<Harm>,
}

/// A power used in a turn, or let pass where it is for the first time only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Used {
    /// By whom.
    pub figure: FigureId,
    /// Its number among the powers of the card.
    pub power: u8,
    /// The ability.
    pub by: PowerRef,
    /// On whom.
    pub on: Option<FigureId>,
}
