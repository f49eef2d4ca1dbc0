//! A magic action under way, and its steps.

use crate::position::action::Cast;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::purse::{Mana, Purse};
use crate::position::state::{MOST_PLAYERS, State};
use crate::tables::catalog::effects::Fate;
use crate::tables::catalog::{Element, SaiId};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::{Seat, Seats};

umpire_core::steps! {
    /// A step of magic. It is stored as what it is one of.
    #[serde(untagged)]
    pub enum MagicStep of DragonDice {
        /// Magic is spent.
        Casting(CastingStep),
        /// Armies answer magic.
        Hazard(HazardStep),
    }
}

impl From<CastingStep> for Step {
    fn from(step: CastingStep) -> Step {
        Step::Magic(step.into())
    }
}

impl From<HazardStep> for Step {
    fn from(step: HazardStep) -> Step {
        Step::Magic(step.into())
    }
}

/// A step of magic that is being spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastingStep {
    /// The magic roll is over.
    Rolled,
    /// A roll that takes magic away from another is over.
    Negated {
        /// The roll it takes from.
        roll: u8,
        /// By which rule.
        rule: Rule,
    },
    /// The caster names an element for magic of an item.
    Attune(Rule),
    /// The plain magic of one unit may take that element too.
    Recolour {
        /// The element named.
        element: Element,
        /// By which icon.
        rule: Rule,
    },
    /// The caster announces spells.
    Announce,
    /// Units aimed at may try to dispel.
    Dispel,
    /// The owner of a unit may roll it to dispel magic.
    MayDispel(Piece),
    /// A unit rolls to dispel magic.
    Dispelling(Piece),
    /// Spells take effect, one at a time.
    Resolve,
    /// All is resolved.
    End,
    /// A terrain goes down a step, unless an army has prevented it.
    Lower {
        /// Which.
        place: Place,
        /// By which spell.
        rule: Rule,
    },
    /// A unit that is damaged saves alone.
    Save {
        /// Which.
        piece: Piece,
        /// How much damage.
        damage: u8,
        /// What befalls it if it has saved and fails a second save.
        when_saved: Option<Fate>,
        /// By which spell.
        rule: Rule,
    },
    /// A dragon is chosen, and comes.
    Summon(Summoning),
    /// As much health as was buried may come back.
    Exhumed {
        /// Whose dead were endangered.
        owner: Seat,
        /// Which.
        units: PieceSet,
        /// By which spell.
        rule: Rule,
    },
}

/// A step in which armies answer magic with a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HazardStep {
    /// An army answers a spell, being cast or lasting, with a roll.
    Answer(Answer),
    /// That roll is over.
    Answered(Answer),
    /// An army in the mire has rolled.
    Mired {
        /// Which.
        army: Army,
        /// By which spell.
        rule: Rule,
    },
    /// The march through the mire is over.
    MireEnds(Army),
}

/// A dragon comes by magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Summoning {
    /// Where to.
    pub to: Place,
    /// With magic of which element; ivory if nothing.
    pub element: Option<Element>,
    /// Whether it is a White Dragon.
    pub white: bool,
    /// By which rule.
    pub rule: Rule,
}

/// Magic that is being spent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Casting {
    /// Whose.
    pub army: Army,
    /// Whether it buys only spells marked Cantrip.
    pub cantrip: bool,
    /// The magic.
    pub purse: Purse,
    /// Whether the dice have been counted.
    pub counted: bool,
    /// What waits until an element is named.
    pub attuning: Attuning,
    /// Spells announced and not yet resolved.
    pub announced: Vec<Cast>,
    /// Units whose owners have been asked whether they dispel, by seat.
    pub asked: [PieceSet; MOST_PLAYERS],
    /// Who has rolled to take magic away.
    pub negated: Seats,
    /// Whether an army has kept a terrain from being lowered.
    pub held_back: bool,
    /// Magic that waits until this is spent.
    pub outer: Option<Box<Casting>>,
}

impl Casting {
    pub(crate) fn new(army: Army, cantrip: bool, purse: Purse, outer: Option<Casting>) -> Casting {
        Casting {
            army,
            cantrip,
            purse,
            counted: cantrip,
            attuning: Attuning::default(),
            announced: Vec::new(),
            asked: [PieceSet::NONE; MOST_PLAYERS],
            negated: Seats::NONE,
            held_back: false,
            outer: outer.map(Box::new),
        }
    }
}

impl State {
    /// Whether magic is being spent.
    pub(crate) fn spends_magic(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Magic(MagicStep::Casting(_))))
    }
}

/// For what dice were picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// A unit of this one's owner is promoted to the one picked.
    Promotion {
        /// Which unit goes.
        unit: u8,
        /// From which army.
        army: Army,
    },
    /// Only the units picked may be rolled in the march.
    OutOfMire(Army),
}

/// What waits until an element is named.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Attuning {
    /// Magic that takes the element, and the icon it comes from.
    pub waiting: Vec<(SaiId, Mana)>,
    /// Dice of units that show plain magic, one of which may take it too.
    pub plain: PieceSet,
}

/// The answer of an army to magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Who answers.
    pub army: Army,
    /// With what roll.
    pub kind: RollKind,
    /// The damage that the roll reduces.
    pub damage: u16,
    /// How much maneuver keeps the terrain from being lowered; 0 if nothing does.
    pub holds_with: u8,
    /// By which rule.
    pub rule: Rule,
}
