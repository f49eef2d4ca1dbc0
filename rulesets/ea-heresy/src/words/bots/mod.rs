//! Players that look one step ahead: how good a position looks, and what a formation could be ordered.

pub mod appraisal;
pub(crate) mod moves;
mod plans;

use crate::position::action::Order;
use crate::position::game::{EaHeresy, Victory};
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::victory;
pub(crate) use appraisal::Appraisal;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Length, Point};

/// What one unit of one damage capacity is worth.
const UNIT: f64 = 10.0;
/// What a hit in an assault is worth, saves and all.
const HIT: f64 = 0.6 * UNIT;

/// What a formation still is: its living units, less for damage, markers and being broken.
fn formation_worth(game: &EaHeresy, state: &State, formation: FormationNo) -> f64 {
    let record = state.formation(formation);
    let units: f64 = state.members(formation).map(|unit| unit_worth(game, state, unit)).sum();
    let spirit = victory::spirit_of(game, state, record.owner).any(|it| it == formation);
    let weight = if spirit { 1.3 } else { 1.0 };
    let shaken = if record.broken { 0.6 } else { 1.0 };
    units * weight * shaken - 2.0 * f64::from(record.markers)
}

fn unit_worth(game: &EaHeresy, state: &State, unit: UnitNo) -> f64 {
    let model = units::model_of(game, state, unit);
    let left = f64::from(model.damage_capacity.saturating_sub(state.unit(unit).damage))
        / f64::from(model.damage_capacity);
    let shields = f64::from(state.unit(unit).shields_down);
    f64::from(model.counts_as) * UNIT * (0.3 + 0.7 * left) - shields
}

/// What a side has of the table: objectives, victory points, strongholds it sits in.
fn ground(game: &EaHeresy, state: &State, seat: Seat) -> f64 {
    let objectives: f64 = (0..state.objectives.len())
        .filter(|at| match game.victory {
            Victory::FireTheBeacons => state.objectives[*at].held == seat,
            _ => victory::controls(game, state, seat, *at),
        })
        .map(|at| if state.objectives[at].side == seat { 12.0 } else { 22.0 })
        .sum();
    let inside = units::units_of(state, seat)
        .filter(|unit| matches!(state.unit(*unit).place, Whereabouts::Inside(_)))
        .count();
    // Goals count when the turn ends, and count for good when the battle does.
    let late = f64::from(state.turn) / f64::from(victory::last_turn(game).max(1));
    let goals = match game.victory {
        Victory::LastStand => 0.0,
        Victory::FireTheBeacons => 12.0 * f64::from(victory::goals(game, state, seat)),
        _ => 25.0 * late * f64::from(victory::goals(game, state, seat)),
    };
    let scored = match game.victory {
        Victory::FireTheBeacons => 30.0 * f64::from(state.sides[seat.index()].points),
        _ => 0.0,
    };
    objectives + goals + scored + 3.0 * inside as f64
}

/// How near a side's formations are to what they might take: objectives, or the enemy.
fn approach(game: &EaHeresy, state: &State, seat: Seat) -> f64 {
    let mut score = 0.0;
    for formation in state.all_formations() {
        let record = state.formation(formation);
        if record.owner != seat || record.broken {
            continue;
        }
        let Some(at) = middle_of_formation(game, state, formation) else { continue };
        let away = goal_distance(game, state, seat, formation, at);
        score -= 0.12 * f64::from(away) / f64::from(CM);
    }
    score
}

/// How far a formation is from the nearest thing worth going to.
fn goal_distance(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
    at: Point,
) -> Length {
    let wanted = state
        .objectives
        .iter()
        .enumerate()
        .filter(|(number, objective)| {
            objective.held != seat || !victory::controls(game, state, seat, *number)
        })
        .map(|(_, objective)| at.distance_to(objective.at).saturating_sub(10 * CM));
    let reach = longest_range(game, state, formation);
    let enemies = units::units_of(state, seat.opponent())
        .filter_map(|enemy| victory::center_of(game, state, enemy))
        .min_by_key(|enemy| at.square_to(*enemy))
        .map(|enemy| at.distance_to(enemy).saturating_sub(reach));
    wanted.chain(enemies).min().unwrap_or(0).max(0)
}

/// The middle of a formation's units on the table.
pub(crate) fn middle_of_formation(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
) -> Option<Point> {
    let mut sum = (0_i64, 0_i64, 0_i64);
    for at in state.members(formation).filter_map(|unit| victory::center_of(game, state, unit)) {
        sum = (sum.0 + i64::from(at.x), sum.1 + i64::from(at.y), sum.2 + 1);
    }
    (sum.2 > 0).then(|| Point::new((sum.0 / sum.2) as Length, (sum.1 / sum.2) as Length))
}

/// The range that most of a formation's fire has: that of its farthest gun.
pub(crate) fn longest_range(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
    let guns = state.members(formation).flat_map(|unit| &units::model_of(game, state, unit).guns);
    guns.map(|gun| gun.range).max().unwrap_or(0)
}

/// What the acting formation may still do this action from where it stands: targets in range, or blows in an assault.
fn prospects(game: &EaHeresy, state: &State, formation: FormationNo, order: Order) -> f64 {
    match order {
        Order::Engage => {
            let blows = state.members(formation).map(|unit| plans::blows(game, state, unit));
            HIT * blows.sum::<f64>()
        }
        Order::Advance | Order::Double | Order::Hold => {
            let foe = state.formation(formation).owner.opponent();
            let reach = |unit: UnitNo| {
                let guns = &units::model_of(game, state, unit).guns;
                guns.iter().map(|gun| gun.range).max().unwrap_or(0)
            };
            let in_range = |unit: &UnitNo| {
                let from = Body::Unit(*unit);
                let mut enemies = units::units_of(state, foe);
                enemies
                    .any(|enemy| units::within(game, state, from, Body::Unit(enemy), reach(*unit)))
            };
            2.5 * state.members(formation).filter(in_range).count() as f64
        }
        _ => 0.0,
    }
}
