//! Damage: what gets through kills or wears down, criticals follow, the dead are taken off (EA-11.2).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, PieceNo, Shots, State, UnitNo, Whereabouts, Wound, Wreck};
use crate::position::step::HarmStep;
use crate::position::units;
use crate::rules::saves;
use crate::rules::saves::Hide;
use crate::steps::harm::stages::tally;
use crate::steps::harm::{stages, wreck};
use crate::steps::{Flow, ruin};
use crate::tables::catalog::{Critical, WeaponFlags};
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::game::Observe;

/// From which number on a die is a critical hit (EA-11.2, EA-6.7.2).
pub(super) fn critical_on(wound: &Wound) -> u8 {
    let siege = matches!(wound.on, Body::Stronghold(_)) && wound.kind.flags.has(WeaponFlags::SIEGE);
    if siege || wound.kind.flags.has(WeaponFlags::CRIPPLING) { 5 } else { 6 }
}

/// Whether critical hits on a body still matter: it lives, or what it carries does (EA-11.2.1).
pub(super) fn matters(state: &State, hide: &Hide, on: Body) -> bool {
    let cargo = |on: Body| match on {
        Body::Unit(unit) => state.passengers(unit).next().is_some(),
        Body::Stronghold(_) => false,
    };
    hide.left > 0 || hide.critical == Critical::DestroyedWithCargo && cargo(on)
}

/// How many dice for critical hits follow points of damage. What is gone anyway rolls only for
/// what may hurt others (EA-11.2.1).
fn critical_dice(hide: &Hide, points: u8, cargo: bool) -> u8 {
    match hide.critical {
        Critical::None => 0,
        _ if points < hide.left => points,
        Critical::DestroyedWithCargo if cargo => points,
        _ => 0,
    }
}

/// What got through does its damage; wounds that still roll for critical hits stay.
pub(super) fn do_damage<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for at in 0..state.wounds.len() {
        let wound = state.wounds[at];
        state.wounds[at].hits = 0;
        let Some(hide) = saves::hide(game, state, wound.on).filter(|_| wound.hits > 0) else {
            continue;
        };
        if !hide.engine {
            suffer(game, state, wound.on, &wound, hide.left.max(1), out);
            continue;
        }
        let each = wound.kind.titan_killer.clamp(1, 9);
        let points = wound.hits.saturating_mul(each);
        let cargo = match wound.on {
            Body::Unit(unit) => state.passengers(unit).next().is_some(),
            Body::Stronghold(_) => false,
        };
        state.wounds[at].hits = critical_dice(&hide, points, cargo);
        suffer(game, state, wound.on, &wound, points, out);
    }
}

/// Takes points of damage off a body, no more than it has left, and counts them.
fn suffer<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    on: Body,
    wound: &Wound,
    points: u8,
    out: &mut O,
) -> u8 {
    let Some(hide) = saves::hide(game, state, on) else { return 0 };
    let points = points.min(hide.left);
    let left = hide.left - points;
    if points == 0 {
        return 0;
    }
    match on {
        Body::Unit(unit) => state.unit_mut(unit).damage += points,
        Body::Stronghold(piece) => {
            if let Some(stronghold) = state.stronghold_mut(piece) {
                stronghold.damage += points;
            }
        }
    }
    if hide.engine {
        out.tell(|| Event::Damaged { on, points, left, rule: Rule::DamageAndCriticals });
    }
    if !wound.saving.mortal {
        count(game, state, on, points);
        let silent = WeaponFlags::DISRUPT | WeaponFlags::SHOCK_PULSE;
        if !wound.kind.flags.any(silent) {
            stages::owe(game, state, on, points);
        }
    }
    points
}

/// Adds points of damage to the toll.
fn count(game: &EaHeresy, state: &mut State, on: Body, points: u8) {
    state.toll.dear |= points > 0 && !saves::is_spared(game, state, on);
    match on {
        Body::Unit(unit) => {
            let formation = state.unit(unit).formation;
            tally(&mut state.toll.damage, formation, points);
        }
        Body::Stronghold(piece) => tally(&mut state.toll.walls, piece, points),
    }
}

/// Critical hits of one wound.
pub(super) fn criticals<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    at: usize,
    needs: u8,
    faces: &[Face],
    out: &mut O,
) {
    let wound = state.wounds[at];
    let mut again = 0;
    for &die in faces {
        let struck = die + 1 >= needs;
        let critical =
            saves::hide(game, state, wound.on).map_or(Critical::None, |hide| hide.critical);
        let points = match critical {
            _ if !struck => 0,
            Critical::None => 0,
            Critical::Damage(points) => points,
            Critical::Destroyed | Critical::DestroyedWithCargo => u8::MAX,
        };
        let rule = match wound.on {
            Body::Unit(_) => Rule::DamageAndCriticals,
            Body::Stronghold(_) => Rule::StrongholdCritical,
        };
        let left = saves::hide(game, state, wound.on).map_or(0, |hide| hide.left);
        out.tell(|| Event::Critical { on: wound.on, die, points: points.min(left), rule });
        if struck && critical == Critical::DestroyedWithCargo {
            lose_cargo(game, state, &wound, Rule::DamageAndCriticals, out);
        }
        let done = suffer(game, state, wound.on, &wound, points, out);
        if points < u8::MAX {
            again += done;
        }
    }
    let left = saves::hide(game, state, wound.on).map_or(0, |hide| hide.left);
    let chains = game.edition.critical_chains && left > 0;
    state.wounds[at].hits = if chains { again } else { 0 };
}

/// All aboard of who is wounded die without a save, and are counted if the wound is.
fn lose_cargo<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    wound: &Wound,
    rule: Rule,
    out: &mut O,
) {
    let Body::Unit(transport) = wound.on else { return };
    let counted = !wound.saving.mortal;
    for passenger in state.passengers(transport).collect::<Vec<_>>() {
        if counted {
            lose_unsaved(game, state, passenger, rule, out);
        } else {
            destroy(state, passenger, rule, out);
        }
    }
}

/// A unit dies without a save, and is counted.
pub(super) fn lose_unsaved<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    unit: UnitNo,
    rule: Rule,
    out: &mut O,
) {
    let left = saves::hide(game, state, Body::Unit(unit)).map_or(0, |hide| hide.left);
    state.toll.lost.push(unit);
    count(game, state, Body::Unit(unit), left);
    stages::owe(game, state, Body::Unit(unit), left);
    destroy(state, unit, rule, out);
}

/// Takes the dead off and goes on with what they leave behind, or ends.
pub(super) fn after_harm<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> Flow {
    let wounds = std::mem::take(&mut state.wounds);
    let mut fallen: Vec<PieceNo> = Vec::new();
    for wound in wounds {
        match wound.on {
            Body::Unit(unit) => {
                let record = state.unit(unit);
                let gone = record.damage >= units::model(game, record).damage_capacity;
                if gone && record.alive() {
                    let (up, on_table) =
                        (record.popped_up, matches!(record.place, Whereabouts::Table(_)));
                    if up || !on_table {
                        lose_cargo(game, state, &wound, Rule::TransportDestroyed, out);
                    }
                    if !wound.saving.mortal {
                        state.toll.lost.push(unit);
                    }
                    destroy(state, unit, Rule::DamageAndCriticals, out);
                }
            }
            Body::Stronghold(piece) if !fallen.contains(&piece) => fallen.push(piece),
            Body::Stronghold(_) => {}
        }
    }
    for piece in
        fallen.into_iter().filter(|piece| units::is_ruined(game, state, *piece)).collect::<Vec<_>>()
    {
        let toll = std::mem::take(&mut state.toll);
        ruin::ruin(game, state, piece, out);
        state.toll = toll;
    }
    if !state.wounds.is_empty() {
        state.replace_step(HarmStep::Begin.step());
        return Flow::On;
    }
    wreck::go_on_with_wrecks(game, state, out)
}

/// Destroys a unit, with what follows for those it carries: they come out of the wreck, or
/// die with a popped-up skimmer (EA-3.5.1).
pub(crate) fn destroy<O: Observe<Event>>(state: &mut State, unit: UnitNo, rule: Rule, out: &mut O) {
    if !state.unit(unit).alive() {
        return;
    }
    let record = *state.unit(unit);
    let carries = state.passengers(unit).next().is_some();
    state.put(unit, Whereabouts::Destroyed);
    let dead = state.unit_mut(unit);
    (dead.shields_down, dead.spent, dead.slow) = (0, Shots::default(), Shots::default());
    (dead.damage, dead.rerolled) = (0, false);
    out.tell(|| Event::Destroyed { unit, rule });
    match record.place {
        Whereabouts::Table(at) if carries && !record.popped_up => {
            state.wrecks.push(Wreck { transport: unit, at, hit: false });
        }
        _ if carries => {
            for passenger in state.passengers(unit).collect::<Vec<_>>() {
                destroy(state, passenger, Rule::TransportDestroyed, out);
            }
        }
        _ => {}
    }
    let formation = record.formation;
    if state.members(formation).next().is_none() {
        out.tell(|| Event::Gone { formation });
    }
}
