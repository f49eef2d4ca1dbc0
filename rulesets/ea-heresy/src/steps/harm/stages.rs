//! Stages of saving: what shields stop, what the dice do, which blast markers are owed (EA-7.7, EA-7.12, EA-11.3).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::titan_killer_dice;
use crate::position::state::{Body, FormationNo, State, Toll, Wound};
use crate::position::step::HarmStep;
use crate::position::units;
use crate::rules::saves;
use crate::steps::harm::damage;
use crate::tables::catalog::WeaponFlags;
use crate::tables::rule::Rule;
use umpire_core::dice::{Face, showing};
use umpire_core::game::Observe;

/// Adds to the number that stands beside a key.
pub(crate) fn tally<K: PartialEq>(list: &mut Vec<(K, u8)>, key: K, amount: u8) {
    match list.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum = sum.saturating_add(amount),
        None if amount > 0 => list.push((key, amount)),
        None => {}
    }
}

/// Settles what graviton hits are against the bodies they struck.
pub(crate) fn weigh_graviton(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        state.wounds[at] = saves::weighed(game, state, state.wounds[at]);
    }
}

/// Takes the faces of one wound in a stage.
pub(crate) fn rolled<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    stage: HarmStep,
    at: usize,
    needs: u8,
    faces: &[Face],
    out: &mut O,
) {
    let wound = state.wounds[at];
    match stage {
        HarmStep::Titan => titan_rolled(state, at, faces),
        HarmStep::Shock => {
            let sum = faces.iter().map(|face| face + 1).fold(0, u8::saturating_add);
            owe_for_hits(game, state, wound.on, sum);
            let wound = &mut state.wounds[at];
            (wound.through, wound.hits) = (wound.hits, 0);
        }
        HarmStep::Critical => damage::criticals(game, state, at, needs, faces, out),
        _ => {
            let saved = showing(faces, needs);
            let (on, rule) = (wound.on, saves::save_rule(game, state, stage, &wound));
            let faces_told = || faces.to_vec();
            out.tell(|| Event::Saved { on, needs, faces: faces_told(), saved, rule });
            let wound = &mut state.wounds[at];
            wound.through = wound.through.saturating_add(wound.hits.saturating_sub(saved));
            wound.hits = 0;
        }
    }
}

/// Splits a wound by the damage of each of its hits.
fn titan_rolled(state: &mut State, at: usize, faces: &[Face]) {
    let wound = state.wounds[at];
    let dice = titan_killer_dice(wound.kind.titan_killer);
    let mut numbers: Vec<u8> =
        faces.iter().map(|face| dice.map_or(1, |dice| dice.damage(face + 1)).clamp(1, 9)).collect();
    numbers.sort_unstable();
    state.wounds[at].hits = 0;
    for titan_killer in numbers {
        let mut kind = wound.kind;
        kind.titan_killer = titan_killer;
        let same = |other: &&mut Wound| {
            (other.on, other.kind, other.saving) == (wound.on, kind, wound.saving)
        };
        match state.wounds.iter_mut().find(same) {
            Some(other) => other.hits = other.hits.saturating_add(1),
            None => state.wounds.push(Wound { kind, hits: 1, through: 0, ..wound }),
        }
    }
}

/// Ends a stage whose dice have fallen: what was not stopped goes on.
pub(crate) fn close_stage<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    stage: HarmStep,
    out: &mut O,
) {
    for wound in &mut state.wounds {
        if stage != HarmStep::Critical {
            wound.hits = wound.hits.saturating_add(wound.through);
            wound.through = 0;
        }
    }
    match stage {
        HarmStep::Titan => raise_against(game, state, out),
        HarmStep::Field => owe_for_disruption(game, state),
        HarmStep::Shock => {
            state.wounds.retain(|wound| !wound.kind.flags.has(WeaponFlags::RAD) && wound.hits > 0);
            part_titan_killers(game, state);
        }
        _ => {}
    }
}

/// An ion shield saves each point of a titan killer's damage by itself: its hits on a body that
/// uses one become hits of one point each (EA-7.7).
fn part_titan_killers(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        let wound = state.wounds[at];
        let Some(hide) = saves::hide(game, state, wound.on) else { continue };
        let best = saves::best(&game.edition, &hide, &wound).map(|(needs, _)| needs);
        let ion = saves::ion(&game.edition, &hide, &wound);
        if hide.engine && wound.kind.titan_killer > 1 && ion.is_some() && ion == best {
            let parted = &mut state.wounds[at];
            parted.hits = wound.hits.saturating_mul(wound.kind.titan_killer.min(9));
            parted.kind.titan_killer = 1;
        }
    }
}

/// Void and construct shields stop damage as long as they stand (EA-11.3, EA-11.4).
fn raise_against<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for at in 0..state.wounds.len() {
        let wound = state.wounds[at];
        let Body::Unit(unit) = wound.on else { continue };
        let model = units::model_of(game, state, unit);
        let rule = if model.void_shields > 0 { Rule::VoidShields } else { Rule::OtherShields };
        let mut up = model
            .void_shields
            .saturating_add(model.construct_shields)
            .saturating_sub(state.unit(unit).shields_down);
        let pierced = wound.kind.flags.has(WeaponFlags::SHIELD_PIERCER);
        if up == 0 || pierced || !wound.saving.voids_work || !state.unit(unit).alive() {
            continue;
        }
        let cost = if wound.kind.flags.has(WeaponFlags::SHIELD_DISRUPTOR) { 2 } else { 1 };
        let before = up;
        while up > 0 && state.wounds[at].hits > 0 {
            let mut points = wound.kind.titan_killer.clamp(1, 9);
            while points > 0 && up > 0 {
                points -= 1;
                up = up.saturating_sub(cost);
            }
            state.wounds[at].hits -= 1;
            if points > 0 {
                let mut kind = wound.kind;
                kind.titan_killer = points;
                state.wounds.push(Wound { kind, hits: 1, through: 0, ..wound });
            }
        }
        let count = before - up;
        let down = &mut state.unit_mut(unit).shields_down;
        *down = down.saturating_add(count);
        out.tell(|| Event::ShieldsFell { unit, count, rule });
    }
}

/// Blast markers of hits that disrupt or irradiate, saved or not (EA-7.12).
fn owe_for_disruption(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        let Wound { on, kind, hits, .. } = state.wounds[at];
        let each = kind.flags.has(WeaponFlags::DISRUPT) || kind.flags.has(WeaponFlags::RAD);
        if each && !kind.flags.has(WeaponFlags::SHOCK_PULSE) {
            owe_for_hits(game, state, on, hits);
        }
    }
}

/// Notes blast markers that a body's formation, or those inside it, will get for a loss.
pub(crate) fn owe(game: &EaHeresy, state: &mut State, on: Body, count: u8) {
    match on {
        Body::Unit(_) if saves::is_spared(game, state, on) => {}
        Body::Unit(unit) => {
            let formation: FormationNo = state.unit(unit).formation;
            tally(&mut state.toll.markers, formation, count);
        }
        Body::Stronghold(piece) => tally(&mut state.toll.wall_markers, piece, count),
    }
}

/// The same for hits.
fn owe_for_hits(game: &EaHeresy, state: &mut State, on: Body, count: u8) {
    match on {
        Body::Unit(_) if saves::is_spared(game, state, on) => {}
        Body::Unit(unit) => {
            let formation: FormationNo = state.unit(unit).formation;
            tally(&mut state.toll.hit_markers, formation, count);
        }
        Body::Stronghold(piece) => tally(&mut state.toll.hit_wall_markers, piece, count),
    }
}

/// A toll whose markers for losses and for hits are one sum.
pub(crate) fn with_all_markers(mut toll: Toll) -> Toll {
    for (formation, count) in std::mem::take(&mut toll.markers) {
        tally(&mut toll.hit_markers, formation, count);
    }
    for (piece, count) in std::mem::take(&mut toll.wall_markers) {
        tally(&mut toll.hit_wall_markers, piece, count);
    }
    std::mem::swap(&mut toll.markers, &mut toll.hit_markers);
    std::mem::swap(&mut toll.wall_markers, &mut toll.hit_wall_markers);
    toll
}
