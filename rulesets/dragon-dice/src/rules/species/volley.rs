//! Who shoots back: the Defensive Volley.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet};
use crate::position::stack::fight::Fight;
use crate::position::state::State;
use crate::rules::species::works;
use crate::rules::{actions, effects, roll};
use crate::tables::catalog::AbilityEffect;
use umpire_core::ruling::Silent;

/// Who may shoot back after a missile attack (Defensive Volley).
pub(crate) fn may_volley(game: &DragonDice, state: &State, fight: &Fight) -> bool {
    let all = roll::rollable(game, state, fight.target);
    !effects::only_saves(state, fight.target)
        && !volley_dice(game, state, fight.target, all).is_empty()
        && actions::in_reach(game, state, fight.target, fight.attacker, &mut Silent).is_ok()
        && effects::hidden(state, fight.attacker, fight.target.owner).is_none()
}

/// The dice that shoot back.
pub(crate) fn volley_dice(game: &DragonDice, state: &State, army: Army, all: PieceSet) -> PieceSet {
    let volley = |effect: &AbilityEffect| *effect == AbilityEffect::MissileCounter;
    let Some((_, ability)) = works::active(game, state, army, volley) else {
        return PieceSet::NONE;
    };
    let units = all.and(state.roster.force(army.owner).units());
    works::of_species(game, state, army.owner, units, Some(ability.species))
}
