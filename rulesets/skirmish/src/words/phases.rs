//! The part of a round that is under way, with its rule.

use crate::steps::{State, Step};
use crate::tables::Rule;
use umpire_core::host::Phase;
use umpire_core::ruling::RuleId;

/// The part of a round that is under way, by the innermost step.
pub fn phase(state: &State) -> Option<Phase> {
    let (says, rule) = match state.steps.last()? {
        Step::Deploy(_) => ("deployment", Rule::Deployment),
        Step::RollOff(_) => ("roll-off", Rule::RollOff),
        Step::Activate(_) => ("actions", Rule::Alternate),
        Step::Fight(fight) if fight.is_shot => ("shooting", Rule::Shot),
        Step::Fight(fight) if fight.is_back => ("strike back", Rule::StrikeBack),
        Step::Fight(_) => ("melee", Rule::Strike),
        Step::Morale(morale) if morale.is_hurt => ("morale", Rule::HurtFiguresTest),
        Step::Morale(_) => ("morale", Rule::ThinnedSidesTest),
        Step::Free(_) => return None,
    };
    Some(Phase::of(says, rule.id()))
}
