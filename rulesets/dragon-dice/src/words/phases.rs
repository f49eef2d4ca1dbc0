//! The phase of a turn as people call it, with its rule.

use super::facts;
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::state::State;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::host::Phase;
use umpire_core::ruling::RuleId;

/// The phase that is under way; none at a referee's table, and none when the game is over.
pub(super) fn phase_of(state: &State) -> Option<Phase> {
    if state.over.is_some() || state.at_free_table() {
        return None;
    }
    let phase = facts::phase_word(state);
    let (part, rule) = match phase {
        "set-up" => (None, Rule::SetupOrder),
        "first march" | "second march" => march_part(state),
        "dragons" => (None, Rule::DragonsAttack),
        "royalty" | "eighth faces" => (None, Rule::EighthFaceTiming),
        "species abilities" => (None, Rule::SpeciesAbilitiesPhase),
        "effects expire" => (None, Rule::EffectsExpire),
        "reinforcements" | "retreats" => (None, Rule::ReservesPhase),
        _ => (None, Rule::CurrentPhases),
    };
    let says = part.map_or_else(|| phase.to_string(), |part| format!("{phase}: {part}"));
    Some(Phase::of(says, rule.id()))
}

/// What a march has come to, by the innermost step that tells it.
fn march_part(state: &State) -> (Option<&'static str>, Rule) {
    let told = state.steps.iter().rev().find_map(|step| match step {
        Step::Magic(_) => Some((Some("magic"), Rule::MagicAction)),
        Step::Fight(_) => {
            let fight = state.fight.as_ref();
            let shoots = fight.is_some_and(|fight| fight.with == Counted::Missile);
            let rule = if shoots { Rule::MissileAction } else { Rule::MeleeAction };
            Some((fight.map(|fight| fight.with.name()), rule))
        }
        Step::March(MarchStep::Act(_)) => Some((Some("action"), Rule::ActionShown)),
        Step::March(MarchStep::Choose { .. }) => Some((Some("which army"), Rule::Marches)),
        Step::March(_) => Some((Some("maneuver"), Rule::ManeuverAnnounced)),
        _ => None,
    });
    told.unwrap_or((None, Rule::Marches))
}
