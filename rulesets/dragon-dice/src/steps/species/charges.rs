//! What a march may be spent on in place of its maneuver: Javelin Charge and Kukri Charge.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::Army;
use crate::position::state::State;
use crate::rules::species::works;
use crate::steps::minor;
use crate::tables::catalog::effects::RollKind;
use crate::tables::catalog::{AbilityEffect, AbilityId, Counted, Types};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// What abilities let an army do in place of its maneuver.
pub(crate) fn species_instead(
    game: &DragonDice,
    state: &State,
    army: Army,
    into: &mut Vec<Action>,
) {
    if state.minor(army).is_none() {
        return;
    }
    for (id, ability) in (0..).map(AbilityId).zip(&game.catalog.abilities) {
        let charges = matches!(ability.effect, AbilityEffect::BuryMinorToCount { .. });
        let units = state.units(army);
        if charges
            && !works::of_species(game, state, army.owner, units, Some(ability.species)).is_empty()
            && works::works(game, state, army, ability)
        {
            into.push(Action::Use { ability: id, at: army.place });
        }
    }
}

/// An ability in place of the maneuver is taken, or the maneuver is given up.
pub(crate) fn species_instead_taken<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    action: &Action,
    out: &mut O,
) {
    let seat = army.owner;
    let Action::Use { ability, .. } = *action else {
        out.tell(|| Event::Declined { seat, rule: Rule::ManeuverAnnounced });
        return;
    };
    let Some(row) = game.catalog.abilities.get(ability.index()) else { return };
    let AbilityEffect::BuryMinorToCount { to } = row.effect else { return };
    let rule = Rule::Ability(ability);
    minor::bury_minor(state, army, rule, out);
    let roll = match to {
        Counted::Missile => RollKind::Missile,
        Counted::Magic => RollKind::Magic,
        _ => RollKind::Melee,
    };
    let does = Lasting::CountsAs {
        species: Some(row.species),
        from: Types::only(Counted::Maneuver),
        to: Types::only(to),
        rolls: [roll].into_iter().collect(),
    };
    let effect = Effect { rule, by: seat, on: On::Army(army), does, ends: Ends::TurnEnd(seat, 0) };
    state.add_effect(effect);
    out.tell(|| Event::Began { effect });
}
