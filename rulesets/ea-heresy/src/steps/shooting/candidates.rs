//! Fire as a player would usually declare it: every weapon that may, with the value that fits.

use crate::position::action::{Action, Fire, Order, Target, Value, Volley};
use crate::position::game::EaHeresy;
use crate::position::model::Gun;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::{OverwatchStep, ShootStep, Step, TargetStep};
use crate::position::units;
use crate::rules::shooting::aim::{Aim, number};
use crate::rules::shooting::{aim, barrage, weapons};
use crate::tables::catalog::{Mode, WeaponFlags};
use umpire_core::table::Length;

/// Who is asked to shoot now, and whether from overwatch.
pub(crate) fn asked_to_shoot(state: &State) -> Option<(FormationNo, bool)> {
    match state.steps.last()? {
        Step::Shooting(ShootStep::Target(TargetStep::Choose { formation, reaction })) => {
            Some((*formation, *reaction))
        }
        Step::Overwatch(OverwatchStep::After { next, .. }) => Some((FormationNo(*next), true)),
        _ => None,
    }
}

/// Targets that a list offers at most.
const MOST: usize = 12;

/// Whether fire may be indirect now (EA-7.11).
pub(crate) fn may_fire_indirectly(state: &State, reaction: bool) -> bool {
    !reaction && state.acting.is_some_and(|acting| acting.order == Order::SustainedFire)
}

/// Every volley, and whether they are indirect: where that lets more weapons fire.
fn all_volleys(game: &EaHeresy, aim: &Aim, reaction: bool) -> (Vec<Volley>, bool) {
    let direct = volleys(game, aim, false);
    if !may_fire_indirectly(aim.state(), reaction) || all_fire(game, aim, &direct) {
        return (direct, false);
    }
    let indirect = volleys(game, aim, true);
    if indirect.len() > direct.len() { (indirect, true) } else { (direct, false) }
}

/// The fire of those volleys, with templates where barrage weapons take part; nothing where no
/// weapon may fire.
pub fn default_fire(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    target: Target,
    reaction: bool,
) -> Option<Fire> {
    if !could_reach(game, state, formation, target, reaction) {
        return None;
    }
    let aim = Aim::new(game, state, formation, target);
    let (volleys, indirect) = all_volleys(game, &aim, reaction);
    if volleys.is_empty() {
        return None;
    }
    let mut fire = Fire { target, volleys, templates: Vec::new(), indirect };
    fire.templates = barrage::default_templates(game, state, &aim, &fire);
    if fire.templates.is_empty() {
        fire.volleys.retain(|volley| {
            weapons::mode_of(game, state, volley).is_none_or(|(_, mode)| mode.barrage == 0)
        });
    }
    (!fire.volleys.is_empty()).then_some(fire)
}

/// Whether a target is near enough for any weapon, by a quick test that never denies one that is.
pub(crate) fn could_reach(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    target: Target,
    reaction: bool,
) -> bool {
    // Who is near enough by the judge's word may be farther off.
    if !state.answers.is_empty() {
        return true;
    }
    let twice = may_fire_indirectly(state, reaction);
    let bodies = aim::target_bodies(game, state, target);
    let firers = state.members(formation).filter(|unit| {
        matches!(state.unit(*unit).place, Whereabouts::Table(_) | Whereabouts::Inside(_))
    });
    let longest = |unit: UnitNo| -> Option<Length> {
        units::model_of(game, state, unit).guns.iter().map(|gun| gun.range).max()
    };
    firers.filter_map(|unit| Some((unit, longest(unit)?))).any(|(unit, range)| {
        let range = if twice { range.saturating_mul(2) } else { range };
        bodies.iter().any(|body| match (state.unit(unit).place, *body) {
            (Whereabouts::Table(from), Body::Unit(other)) => {
                let Whereabouts::Table(to) = state.unit(other).place else { return false };
                let reach = |unit| units::model_of(game, state, unit).reach + 2;
                let far = range.saturating_add(reach(unit) + reach(other));
                from.square_to(to) <= i64::from(far) * i64::from(far)
            }
            _ => units::within(game, state, Body::Unit(unit), *body, range),
        })
    })
}

/// What a formation may shoot at: enemy formations, then strongholds nobody holds.
pub(crate) fn fire_targets(state: &State, formation: FormationNo) -> Vec<Target> {
    let owner = state.formation(formation).owner;
    let enemies = state
        .all_formations()
        .filter(|other| state.formation(*other).owner != owner)
        .map(Target::Formation);
    let empty = state
        .strongholds
        .iter()
        .map(|stronghold| stronghold.piece)
        .filter(|piece| state.holder(*piece).is_none())
        .map(Target::Stronghold);
    enemies.chain(empty).collect()
}

/// The usual fire at each target there is, a dozen at most.
pub(crate) fn fires(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    reaction: bool,
    into: &mut Vec<Action>,
) {
    let targets = fire_targets(state, formation);
    let fires = targets
        .into_iter()
        .filter_map(|target| default_fire(game, state, formation, target, reaction));
    into.extend(fires.take(MOST).map(Action::Shoot));
}

/// Whether there is anything to shoot at.
pub(crate) fn has_target(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    reaction: bool,
) -> bool {
    fire_targets(state, formation)
        .into_iter()
        .any(|target| default_fire(game, state, formation, target, reaction).is_some())
}

fn volleys(game: &EaHeresy, aim: &Aim, indirect: bool) -> Vec<Volley> {
    let state = aim.state();
    let mut volleys = Vec::new();
    let silent = aim.suppressed(&UnitSet::default(), indirect);
    for (firer, unit) in aim.firers.iter().enumerate() {
        if silent.contains(*unit) {
            continue;
        }
        for (mount, gun) in units::model_of(game, state, *unit).guns.iter().enumerate() {
            let any = game.catalog.weapon(gun.mount.weapon).any_mode;
            for (at, mode) in gun.modes.iter().enumerate() {
                if weapons::loaded(state, *unit, mount as u8, (gun, mode)) == 0 {
                    continue;
                }
                let indirect = indirect && mode.flags.has(WeaponFlags::INDIRECT);
                let Some(value) = best_value(aim, firer, (gun, mode), indirect) else {
                    continue;
                };
                let (mount, mode) = (mount as u8, at as u8);
                let (open_only, count) = (false, None);
                volleys.push(Volley { unit: *unit, mount, mode, value, open_only, count });
                if any {
                    break;
                }
            }
        }
    }
    volleys
}

/// The value with which a mode hits best what it can hit; nothing where it hits nothing.
pub(crate) fn best_value(
    aim: &Aim,
    firer: usize,
    (gun, mode): (&Gun, &Mode),
    indirect: bool,
) -> Option<Value> {
    let hits = |value: Value| {
        (0..aim.bodies.len()).any(|body| aim.hits(firer, (gun, mode), value, indirect, body))
    };
    if mode.barrage > 0 {
        return hits(Value::Ap).then_some(Value::Ap);
    }
    let mut values =
        [Value::Ap, Value::At, Value::Walls, Value::Aa].map(|value| (number(mode, value), value));
    values.sort();
    values.into_iter().filter(|(needs, _)| *needs > 0).map(|(_, value)| value).find(|it| hits(*it))
}

/// Whether every loaded weapon of every unit fires already.
fn all_fire(game: &EaHeresy, aim: &Aim, volleys: &[Volley]) -> bool {
    let state = aim.state();
    !aim.firers.iter().any(|unit| {
        units::model_of(game, state, *unit).guns.iter().enumerate().any(|(mount, gun)| {
            gun.modes.iter().any(|mode| mode.flags.has(WeaponFlags::INDIRECT))
                && !volleys.iter().any(|it| it.unit == *unit && usize::from(it.mount) == mount)
        })
    })
}

/// Whether a stronghold may be a target of its own: intact, and held by nobody (EA-6.7.5).
pub(crate) fn is_neutral_target(game: &EaHeresy, state: &State, piece: PieceNo) -> bool {
    piece.index() < game.board.pieces.len()
        && state.stronghold(piece).is_some()
        && units::walls(game, state, piece).is_some()
        && state.holder(piece).is_none()
}
