//! Blast markers come and go; formations break and withdraw (EA-9).

use crate::position::action::Order;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, Stance, State, UnitNo, Whereabouts, Wound};
use crate::position::step::{HarmStep, MoraleStep, RuinStep, Step};
use crate::position::units;
use crate::rules::{blast_markers, ruins};
use crate::steps::harm::{damage, wreck};
use crate::steps::shooting::fire;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Puts blast markers on a formation and sees whether it breaks (EA-9.1, EA-9.3).
pub(crate) fn mark<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    count: u8,
    rule: Rule,
    out: &mut O,
) {
    if count == 0 || state.members(formation).next().is_none() {
        return;
    }
    let record = state.formation_mut(formation);
    record.markers = record.markers.saturating_add(count);
    let now = record.markers;
    out.tell(|| Event::Marked { formation, change: count.into(), now, rule });
    if state.formation(formation).broken {
        lose_broken(game, state, formation, out);
    } else {
        check_broken(game, state, formation, out);
    }
}

/// Breaks a formation that has more markers than it bears.
pub(crate) fn check_broken<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    let record = state.formation(formation);
    let there = state.members(formation).next().is_some();
    if there
        && !record.broken
        && u16::from(record.markers) > blast_markers::bears(game, state, formation)
    {
        break_formation(game, state, formation, Rule::Breaking, out);
    }
}

/// Breaks a formation, or drives one on that is broken; it withdraws as soon as nothing else is in
/// progress (EA-9.3.1).
pub(crate) fn break_formation<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    rule: Rule,
    out: &mut O,
) {
    let watches = matches!(state.formation(formation).stance, Stance::Overwatch { .. });
    let record = state.formation_mut(formation);
    let breaks = !record.broken;
    (record.broken, record.markers) = (true, 0);
    if watches {
        record.stance = Stance::Acted(Order::Overwatch);
        fire::pop_down(game, state, formation);
    }
    if breaks {
        out.tell(|| Event::Broke { formation, rule });
    }
    if !state.breaking.contains(&formation) {
        state.breaking.push(formation);
    }
}

/// Markers of a broken formation kill units without a save, or take a point of damage off those
/// that have several (EA-9.3.2, EA-9.5, EA-11.1); those wounds are dealt as soon as no others are.
fn lose_broken<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    let slow = units::formation_has(game, state, formation, Traits::KNOW_NO_FEAR)
        || units::formation_has(game, state, formation, Traits::DAUNTLESS);
    let each = if slow { 2 } else { 1 };
    while state.formation(formation).markers >= each {
        let Some(unit) = blast_markers::nearest_to_enemy(game, state, formation) else { break };
        state.formation_mut(formation).markers -= each;
        if units::model_of(game, state, unit).damage_capacity > 1 {
            wear_down(state, unit, out);
        } else {
            damage::destroy(state, unit, Rule::BrokenFormations, out);
        }
    }
    if blast_markers::nearest_to_enemy(game, state, formation).is_none() {
        state.formation_mut(formation).markers = 0;
    }
}

/// Adds a point of damage to those that blast markers deal to a unit.
fn wear_down<O: Observe<Event>>(state: &mut State, unit: UnitNo, out: &mut O) {
    let on = Body::Unit(unit);
    out.tell(|| Event::Allotted { on, hits: 1, rule: Rule::BrokenFormations });
    match state.wearing.iter_mut().find(|wound| wound.on == on) {
        Some(wound) => wound.hits = wound.hits.saturating_add(1),
        None => state.wearing.push(Wound::mortal(on, 1)),
    }
}

/// Begins the harm that blast markers do, once no other is in progress.
fn tidy_worn(state: &mut State) {
    let harmed = || state.steps.iter().any(|step| matches!(step, Step::Harm(_)));
    if !state.wearing.is_empty() && state.wounds.is_empty() && !harmed() {
        state.wounds = std::mem::take(&mut state.wearing);
        state.push_step(Step::Harm(HarmStep::Begin));
    }
}

/// Takes blast markers off.
pub(crate) fn unmark<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    count: u8,
    rule: Rule,
    out: &mut O,
) {
    let record = state.formation_mut(formation);
    let count = count.min(record.markers);
    record.markers -= count;
    let now = record.markers;
    if count > 0 {
        out.tell(|| Event::Marked { formation, change: -i16::from(count), now, rule });
    }
}

/// Looks after what follows from a change: wrecks, broken formations that withdraw, survivors of
/// strongholds ruined outside any action, who come out at once (EA-6.9.3).
pub(crate) fn tidy(game: &EaHeresy, state: &mut State) {
    wreck::tidy_wrecks(state);
    tidy_worn(state);
    let ruin = state.ruins.first().copied().filter(|_| state.acting.is_none());
    if state.breaking.is_empty() && ruin.is_none() {
        return;
    }
    let busy = |step: &Step| {
        matches!(step, Step::Harm(_) | Step::Ruin(_))
            || matches!(step, Step::Assault(step) if step.is_fighting())
            || matches!(step, Step::Shooting(step) if !step.is_choice())
    };
    if state.steps.iter().any(busy) || state.moving.is_some() {
        return;
    }
    let Some(formation) = state.breaking.first().copied() else {
        if let Some(piece) = ruin {
            state.push_step(Step::Ruin(RuinStep::Exit { piece }));
        }
        return;
    };
    if state.members(formation).any(|unit| ruins::is_in_ruin(game, state, unit)) {
        state.push_step(Step::Ruin(RuinStep::Flee { formation }));
        return;
    }
    state.breaking.remove(0);
    if state.members(formation).next().is_none() {
        return;
    }
    begin_withdrawal(game, state, formation);
}

/// A formation withdraws by up to two moves; those that are ponderous by one (EA-9.4).
pub(super) fn begin_withdrawal(game: &EaHeresy, state: &mut State, formation: FormationNo) {
    let slow = |unit| units::unit_has(game, state, unit, Traits::PONDEROUS);
    let left = if state.members(formation).all(slow) { 1 } else { 2 };
    state.push_step(MoraleStep::Withdraw { formation, left }.step());
}

/// Destroys units that end a withdrawal too near an enemy (EA-9.4).
pub(super) fn check_withdrawn<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    let withdrawn = std::mem::take(&mut state.withdrawn);
    let mut lost: Vec<UnitNo> = state
        .members(formation)
        .filter(|unit| !matches!(state.unit(*unit).place, Whereabouts::Off))
        .filter(|unit| {
            blast_markers::is_caught(game, state, *unit, withdrawn.contains(state.carrier(*unit)))
        })
        .collect();
    // Those aboard die where their transport ended, and not as from its wreck.
    lost.sort_by_key(|unit| state.carrier(*unit) == *unit);
    for unit in lost {
        damage::destroy(state, unit, Rule::Withdrawal, out);
    }
}
