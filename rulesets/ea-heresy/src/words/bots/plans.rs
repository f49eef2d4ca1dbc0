//! What an order promises a formation before its dice fall: fire, charges, ground, rest.

use super::UNIT;
use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::model::{Model, dice_of};
use crate::position::state::{Body, FormationNo, State, UnitNo};
use crate::position::{area, units};
use crate::rules::movement::zones;
use crate::rules::victory;
use crate::words::bots;
use umpire_core::table::{Bounds, CM, Length, Point, SLACK};

/// Chance of a die to show a number or more.
fn chance(needs: i32) -> f64 {
    f64::from((7 - needs.clamp(2, 7)).max(0)) / 6.0
}

/// Whether whatever lies within bounds is more than a length away from whatever lies within others.
fn farther(from: Bounds, to: Bounds, length: Length) -> bool {
    let beyond = i64::from(length) + i64::from(SLACK) + 1;
    from.square_to(to) >= beyond * beyond
}

/// The rectangle around all that a formation's units take up.
fn bounds_of(game: &EaHeresy, state: &State, formation: FormationNo) -> Option<Bounds> {
    let units = state.members(formation).map(Body::Unit);
    units.filter_map(|unit| area::bounds_about(game, state, unit)).reduce(Bounds::with)
}

/// What an order promises a formation from where it stands.
pub(crate) fn plan_value(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    order: Order,
) -> f64 {
    let speed = slowest(game, state, formation);
    let near = nearest_foe(game, state, formation);
    let range = bots::longest_range(game, state, formation);
    let fire = |reach: Length, bonus: i32| expected_fire(game, state, formation, reach, bonus);
    let markers = f64::from(state.formation(formation).markers);
    let far = near.is_none_or(|away| away > range + 2 * speed);
    let guards = guards(game, state, formation);
    match order {
        Order::SustainedFire => fire(0, 1) * UNIT - 3.0,
        // Whoever guards stays, and fires at what is in range as it stands.
        Order::Advance if guards => fire(0, 0) * UNIT,
        Order::Advance => fire(speed, 0) * UNIT + 2.0,
        Order::Double => fire(2 * speed, -1) * UNIT + 1.0,
        Order::March => {
            if far && speed > 0 && !guards {
                6.0
            } else {
                -6.0
            }
        }
        Order::Marshal => 3.0 * markers - 6.0 + fire(0, -1) * UNIT * 0.5,
        Order::Overwatch => {
            let comes = near.is_some_and(|away| away <= range + 30 * CM && away > range);
            match (guards && range > 0, comes) {
                (true, true) => 7.0,
                (true, false) => 2.0,
                _ => -1.0,
            }
        }
        Order::Engage => charge_value(game, state, formation, speed),
        Order::Hold => 0.0,
    }
}

/// Whether an order gives a formation nothing to do: fire with nobody to fire at.
pub(crate) fn is_wasted(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    order: Order,
) -> bool {
    match order {
        Order::SustainedFire => expected_fire(game, state, formation, 0, 1) == 0.0,
        Order::Overwatch => bots::longest_range(game, state, formation) == 0,
        _ => false,
    }
}

/// Whether a formation holds an objective for its side that would be lost without it: of several there, the first does.
fn guards(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let owner = state.formation(formation).owner;
    let within = game.edition.objective;
    let holds = |formation: FormationNo, at: Point| {
        let near = |unit| area::near_place(game, state, unit, at, within);
        !state.formation(formation).broken && state.members(formation).any(near)
    };
    let held = (0..state.objectives.len()).filter(|at| victory::controls(game, state, owner, *at));
    held.map(|number| state.objectives[number].at).any(|at| {
        let mut own = state.all_formations().filter(|it| state.formation(*it).owner == owner);
        own.find(|it| holds(*it, at)) == Some(formation)
    })
}

/// The speed that keeps a formation together.
fn slowest(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
    state.members(formation).map(|unit| units::model_of(game, state, unit).speed).min().unwrap_or(0)
}

fn nearest_foe(game: &EaHeresy, state: &State, formation: FormationNo) -> Option<Length> {
    let owner = state.formation(formation).owner;
    state
        .members(formation)
        .filter_map(|unit| units::nearest_enemy(game, state, owner, Body::Unit(unit), |_| true))
        .map(|(_, away)| away)
        .min()
}

/// Hits that a formation may expect on its best target after coming so much nearer.
fn expected_fire(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    nearer: Length,
    bonus: i32,
) -> f64 {
    let foe = state.formation(formation).owner.opponent();
    let targets = state.all_formations().filter(|it| state.formation(*it).owner == foe);
    let members: Vec<UnitNo> = state.members(formation).collect();
    let silent = usize::from(state.formation(formation).markers);
    let (about, range) =
        (bounds_of(game, state, formation), bots::longest_range(game, state, formation));
    let in_reach = |target: &FormationNo| {
        let ends = about.zip(bounds_of(game, state, *target));
        ends.is_some_and(|(from, to)| !farther(from, to, range + nearer))
    };
    targets
        .filter(in_reach)
        .filter_map(|target| {
            let victim = state.members(target).next()?;
            let hits = members
                .iter()
                .skip(silent)
                .map(|unit| expected_hits(game, state, *unit, target, victim, nearer, bonus));
            Some(hits.sum::<f64>())
        })
        .fold(0.0, f64::max)
}

fn expected_hits(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    target: FormationNo,
    victim: UnitNo,
    nearer: Length,
    bonus: i32,
) -> f64 {
    let guns = &units::model_of(game, state, unit).guns;
    let Some(longest) = guns.iter().map(|gun| gun.range + nearer).max() else { return 0.0 };
    let about = area::bounds_about(game, state, Body::Unit(unit));
    let in_reach = |enemy: &UnitNo| {
        let ends = about.zip(area::bounds_about(game, state, Body::Unit(*enemy)));
        ends.is_some_and(|(from, to)| !farther(from, to, longest))
    };
    let enemies = state.members(target).filter(in_reach);
    let Some(away) = area::gap_to_nearest(game, state, Body::Unit(unit), enemies) else {
        return 0.0;
    };
    let armoured = !units::model_of(game, state, victim).is_infantry();
    let unsaved = 1.0 - chance(units::model_of(game, state, victim).armour.max(2).into()) * 0.8;
    let gun_hits = |gun: &crate::position::model::Gun| {
        let best = gun.modes.iter().map(|mode| {
            let value = if armoured { mode.at } else { mode.ap };
            let value = if mode.barrage > 0 { 5 } else { value };
            let shots = f64::from(mode.shots.max(1)) * f64::from(gun.mount.count.max(1));
            if value == 0 { 0.0 } else { shots * chance(i32::from(value) - bonus) }
        });
        best.fold(0.0, f64::max)
    };
    let sum: f64 = guns.iter().filter(|gun| away <= gun.range + nearer).map(gun_hits).sum();
    sum * unsaved
}

/// What a charge promises: the odds of strength against the nearest formation in reach. Only
/// units that come near enough count, and they must be most of the formation, or it would be
/// torn apart.
fn charge_value(game: &EaHeresy, state: &State, formation: FormationNo, slowest: Length) -> f64 {
    let owner = state.formation(formation).owner;
    let members: Vec<UnitNo> = state.members(formation).collect();
    let foes = state.all_formations().filter(|it| state.formation(*it).owner == owner.opponent());
    let reach = slowest + game.edition.firefight - 2 * CM;
    let about = bounds_of(game, state, formation);
    let value = |target: FormationNo| {
        let ends = about.zip(bounds_of(game, state, target));
        let is_far = ends.is_some_and(|(from, to)| farther(from, to, reach));
        if is_far && state.answers.is_empty() {
            return -20.0;
        }
        let comes_near = |unit: &UnitNo| {
            let from = Body::Unit(*unit);
            state
                .members(target)
                .any(|enemy| units::within(game, state, from, Body::Unit(enemy), reach))
        };
        let near: Vec<UnitNo> = members.iter().copied().filter(comes_near).collect();
        if 2 * near.len() <= members.len() {
            return -20.0;
        }
        let own = fighting_strength(game, state, near.into_iter());
        let other = fighting_strength(game, state, state.members(target)).max(0.1);
        let shaken = 0.3 * f64::from(state.formation(target).markers);
        let worth: f64 = state
            .members(target)
            .map(|unit| f64::from(units::model_of(game, state, unit).counts_as) * UNIT)
            .sum();
        ((own / other).min(3.0) - 1.2 + shaken) * worth * 0.35
    };
    foes.map(value).fold(-20.0, f64::max)
}

/// Hits that units may expect to deal in an assault, and to stand.
fn fighting_strength(game: &EaHeresy, state: &State, units: impl Iterator<Item = UnitNo>) -> f64 {
    let best = |model: &Model| {
        let stands = 1.0 + chance(model.armour.max(2).into());
        close_combat(model).max(firefight(model)) * stands
    };
    units.map(|unit| best(units::model_of(game, state, unit))).sum()
}

/// Hits that a unit may expect to deal in an assault from where it stands: by close combat where it touches an enemy or
/// has invaded walls, by firefight where one is in range.
pub(super) fn blows(game: &EaHeresy, state: &State, unit: UnitNo) -> f64 {
    let model = units::model_of(game, state, unit);
    let engaged = |enemy: &UnitNo| {
        state.assault.is_none() || zones::is_engaged(state, state.unit(*enemy).formation)
    };
    let enemies = || units::units_of(state, state.owner(unit).opponent()).filter(engaged);
    if state.invades(unit) || enemies().any(|enemy| units::in_contact(game, state, unit, enemy)) {
        return close_combat(model);
    }
    let away = area::gap_to_nearest(game, state, Body::Unit(unit), enemies());
    if away.is_some_and(|away| away <= game.edition.firefight) { firefight(model) } else { 0.0 }
}

/// Hits that a unit of a model may expect in close combat.
fn close_combat(model: &Model) -> f64 {
    hits(model.close_combat, dice_of(&model.close_attacks))
}

/// Hits that it may expect in a firefight.
fn firefight(model: &Model) -> f64 {
    hits(model.firefight, dice_of(&model.fire_attacks))
}

fn hits(needs: u8, dice: u8) -> f64 {
    if needs == 0 { 0.0 } else { chance(needs.into()) * f64::from(dice) }
}
