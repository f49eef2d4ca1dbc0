//! Abilities that look at single dice of a roll: Cursed Bullets and Scorching Touch.

use crate::position::game::DragonDice;
use crate::position::roll::Roll;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::state::State;
use crate::rules::roll::changes;
use crate::rules::roll::changes::Modifier;
use crate::rules::species::works;
use crate::tables::catalog::{AbilityEffect, AbilityId, Counted, SpeciesId};

/// The ability that looks at single dice of a roll: which species' results of which type, and
/// how many at most.
pub(crate) fn watching(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
) -> Option<(AbilityId, SpeciesId, Counted, u16)> {
    let fight = state.fight.as_ref()?;
    let (of, counted, effect) = match roll.kind {
        RollKind::Missile if fight.attacker.place == fight.target.place => {
            (fight.attacker, Counted::Missile, AbilityEffect::PiercingMissiles)
        }
        RollKind::SaveMelee | RollKind::Charged if !fight.counter => {
            (fight.target, Counted::Save, AbilityEffect::SavesStrikeBack)
        }
        _ => return None,
    };
    if of != roll.army {
        return None;
    }
    let (id, ability) = works::active(game, state, of, |other| *other == effect)?;
    let most = match ability.per_24 {
        Some(_) => works::dead_for(game, state, of.owner, ability),
        None => u16::MAX,
    };
    (most > 0).then_some((id, ability.species, counted, most))
}

/// The species whose dice count apart in a roll.
pub(crate) fn watched(game: &DragonDice, state: &State, roll: &Roll) -> Option<SpeciesId> {
    watching(game, state, roll).map(|(_, species, ..)| species)
}

/// Whether what an ability heeds of a roll counts as often as it is multiplied: missile results are all there
/// are in the end, saves that strike back those that were rolled.
pub(crate) fn heeds_multiplied(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    watching(game, state, roll).is_some_and(|(_, _, counted, _)| counted == Counted::Missile)
}

/// Whether the ID results among them may count twice.
pub(crate) fn heeds_ids(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let doubles = |(.., change): &Modifier| *change == Change::DoubleIds;
    heeds_multiplied(game, state, roll) && changes::modifiers(game, state, roll).iter().any(doubles)
}
