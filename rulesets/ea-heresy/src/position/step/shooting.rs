//! Steps of shooting, and what a shooting in progress holds.

use crate::position::action::{Fire, Value, Volley};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, HitKind, HitPool, Toll, UnitSet};
use crate::position::step::Step;
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::table::Length;

umpire_core::steps! {
    /// A step of shooting. It is stored as what it is one of.
    #[serde(untagged)]
    pub enum ShootStep of EaHeresy {
        /// Before anything is fired.
        Target(TargetStep),
        /// Within the fire of a formation.
        Fire(FireStep),
    }
}

impl From<TargetStep> for Step {
    fn from(step: TargetStep) -> Step {
        Step::Shooting(step.into())
    }
}

impl From<FireStep> for Step {
    fn from(step: FireStep) -> Step {
        Step::Shooting(step.into())
    }
}

/// A formation is about to shoot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetStep {
    /// It chooses a target, or does not shoot.
    Choose {
        /// Who shoots.
        formation: FormationNo,
        /// Whether it shoots from overwatch, with no modifier of an action.
        reaction: bool,
    },
}

/// The fire of a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FireStep {
    /// The target's owner says who hides at vehicles (EA-5.7).
    Hide,
    /// The next pass begins, or shooting ends.
    Pass,
    /// Dice to hit.
    Roll,
    /// Hits are allotted.
    Allot {
        /// Whether it is those of macro-weapons.
        last: bool,
    },
    /// All markers lie; who has too many breaks.
    Close,
}

/// Shooting in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Firing {
    /// Who shoots.
    pub formation: FormationNo,
    /// Whether from overwatch.
    pub reaction: bool,
    /// What is still to be fired, and at whom.
    pub fire: Fire,
    /// What of it may hit nobody by the rules, and fires as a judge ruled.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub overruled: Vec<Volley>,
    /// All that was declared to fire.
    pub volleys: Vec<Volley>,
    /// Infantry of the target that hides at vehicles.
    pub hiding: UnitSet,
    /// Whether the target is caught in a crossfire.
    pub crossfire: bool,
    /// Dice of the pass.
    pub attacks: Vec<Attack>,
    /// The target's bodies in the order in which hits are allotted, and how far they are.
    pub order: Vec<(Body, Length)>,
    /// Hits still to be allotted.
    pub pools: Vec<HitPool>,
    /// Who took plain hits in this pass.
    pub struck: Vec<Body>,
    /// What all passes did, once they are over.
    pub toll: Toll,
}

/// What bears on the dice of one attack, each with its rule.
pub type Modifiers = ArrayVec<(Rule, i8), 8>;

/// Dice that need the same, hit the same and reach the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// What a hit is like.
    pub kind: HitKind,
    /// The value that is used.
    pub value: Value,
    /// What the dice need, after all modifiers: 2 to 9 (EA-7.5.2).
    pub needs: u8,
    /// Dice still to be rolled.
    pub dice: u8,
    /// Sixes that need a second die.
    pub sixes: u8,
    /// Hits so far.
    pub hits: u8,
    /// Whom the hits may be allotted to.
    pub reaches: Vec<Body>,
    /// What made the number.
    pub modifiers: Modifiers,
}
