//! What lasting effects do to an army: they bar its rolls, hide it, or give others ties.

use crate::position::lasting::Lasting;
use crate::position::pieces::Army;
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::seat::Seat;

/// The rule of the first effect on an army that does this.
fn rule_of_effect(state: &State, army: Army, does: Lasting) -> Option<Rule> {
    state.effects_on(army).find(|effect| effect.does == does).map(|effect| effect.rule)
}

/// The rule of an effect that bars every roll but saves (DD-12.10).
pub(crate) fn saves_alone(state: &State, army: Army) -> Option<Rule> {
    rule_of_effect(state, army, Lasting::OnlySaves)
}

/// The rule by which whoever counters a maneuver of an army needs no more than the army.
pub(crate) fn ties_to_counter(state: &State, army: Army) -> Option<Rule> {
    rule_of_effect(state, army, Lasting::TiesToDefender)
}

/// Whether an effect bars every roll but saves (DD-12.10).
pub(crate) fn only_saves(state: &State, army: Army) -> bool {
    saves_alone(state, army).is_some()
}

/// Whether opponents may not aim at an army (Illusion).
pub(crate) fn hidden(state: &State, army: Army, from: Seat) -> Option<Rule> {
    state
        .effects_on(army)
        .find(|effect| effect.does == Lasting::Hidden && effect.by != from)
        .map(|effect| effect.rule)
}
