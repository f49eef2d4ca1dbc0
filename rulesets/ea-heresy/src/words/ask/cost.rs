//! What dice may cost: units lost, damage of war engines and of walls; as words, averages, single chances.

use super::alike::Alike;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State, UnitNo, UnitSet};
use crate::position::{names, units};
use smallvec::SmallVec;
use umpire_core::command::counted;
use umpire_core::host::Measured;
use umpire_core::odds::{Outcomes, Share};
use umpire_core::seat::Seat;

/// What dice cost both sides.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Cost {
    /// Units destroyed; of those that stand for one another, some.
    pub lost: UnitSet,
    /// Which do.
    pub alike: Alike,
    /// Damage of war engines and strongholds, those that fell with it too.
    pub damage: SmallVec<[(Body, u8); 4]>,
}

impl Cost {
    /// The damage of a body.
    pub fn damage_of(&self, body: Body) -> u8 {
        self.damage.iter().find(|(on, _)| *on == body).map_or(0, |(_, points)| *points)
    }
}

/// What has been lost between two positions.
pub(super) fn cost(game: &EaHeresy, before: &State, after: &State, alike: &Alike) -> Cost {
    let mut cost = Cost { alike: alike.clone(), ..Cost::default() };
    for unit in before.all_units().filter(|unit| before.unit(*unit).alive()) {
        let alive = after.unit(unit).alive();
        if !alive {
            cost.lost.insert(unit);
        }
        let model = units::model_of(game, before, unit);
        let old = before.unit(unit).damage;
        let new = if alive { after.unit(unit).damage } else { model.damage_capacity };
        if model.is_worn_down() && new > old {
            cost.damage.push((Body::Unit(unit), new - old));
        }
    }
    for (old, new) in before.strongholds.iter().zip(&after.strongholds) {
        if new.damage > old.damage {
            cost.damage.push((Body::Stronghold(new.piece), new.damage - old.damage));
        }
    }
    cost
}

/// How many units of a side a cost holds.
pub(super) fn lost_of(state: &State, cost: &Cost, side: Seat) -> u32 {
    cost.lost.iter().filter(|unit| state.owner(*unit) == side).count() as u32
}

/// The damage in words: `keep takes 2 damage`.
pub(super) fn damage_words(game: &EaHeresy, cost: &Cost) -> String {
    let words = |(on, points): &(Body, u8)| {
        format!(", {} takes {points} damage", names::body_word(game, *on))
    };
    cost.damage.iter().map(words).collect()
}

/// Damage of war engines and strongholds on average.
pub(super) fn mean_damage(game: &EaHeresy, costs: &Outcomes<Cost>) -> Vec<Measured> {
    let mut bodies: Vec<Body> =
        costs.iter().flat_map(|(cost, _)| cost.damage.iter().map(|(on, _)| *on)).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let mean = |body: Body| {
        let share = costs.average(|cost| cost.damage_of(body).into());
        Measured::average(format!("damage of {}", names::body_word(game, body)), &share)
    };
    bodies.into_iter().map(mean).collect()
}

/// How likely each unit is lost and each stronghold falls, looked at alone. Nothing where there
/// is but one thing to look at, and the outcomes tell it already.
pub(super) fn alone(
    game: &EaHeresy,
    start: &State,
    costs: &Outcomes<Cost>,
    more: Option<(String, Share)>,
) -> Vec<Measured> {
    let mut alone: Vec<Measured> = each_lost(game, start, costs);
    for walls in &start.strongholds {
        let row = &game.terrain[game.board.piece(walls.piece).terrain.index()];
        let capacity = row.stronghold.map_or(u8::MAX, |row| row.damage_capacity);
        let left = capacity.saturating_sub(walls.damage);
        let body = Body::Stronghold(walls.piece);
        let falls = costs.chance(|cost| left > 0 && cost.damage_of(body) >= left);
        if falls.as_f64() > 0.0 {
            let of = format!("{} falls", names::body_word(game, body));
            alone.push(Measured::chance(of, &falls));
        }
    }
    alone.extend(more.map(|(of, share)| Measured::chance(of, &share)));
    if alone.len() < 2 { Vec::new() } else { alone }
}

/// How likely each unit is lost; nothing where units that stand for one another are not told apart.
fn each_lost(game: &EaHeresy, start: &State, costs: &Outcomes<Cost>) -> Vec<Measured> {
    // What matters of a cost, each once.
    let lost = costs.told_as(|cost| (cost.alike.clone(), cost.lost));
    let chance_of = |unit: UnitNo| {
        let mut chance = Share::default();
        for ((alike, lost), share) in lost.iter() {
            let fell = alike.chance_of(unit, |unit| lost.contains(unit))?;
            if !fell.is_nothing() {
                chance.add(&share.times(&fell));
            }
        }
        Some((unit, chance))
    };
    let chances: Option<Vec<_>> = start.all_units().map(chance_of).collect();
    let some = chances.unwrap_or_default().into_iter().filter(|(_, it)| !it.is_nothing());
    some.map(|(unit, chance)| {
        Measured::chance(format!("{} is lost", names::unit_word(game, unit)), &chance)
    })
    .collect()
}

/// `units lost by reds` on average.
pub(super) fn mean_lost(
    game: &EaHeresy,
    state: &State,
    costs: &Outcomes<Cost>,
    side: Seat,
) -> Measured {
    let share = costs.average(|cost| lost_of(state, cost, side));
    Measured::average(format!("units lost by {}", game.side_name(side)), &share)
}

/// `2 lost`, with the damage of war engines and walls.
pub(super) fn cost_words(game: &EaHeresy, state: &State, cost: &Cost, side: Seat) -> String {
    let own = lost_of(state, cost, side);
    let other = cost.lost.len() as u32 - own;
    let other = match other {
        0 => String::new(),
        other => {
            format!(", {} lost by {}", counted(other, "unit"), game.side_name(side.opponent()))
        }
    };
    format!("{own} lost{other}{}", damage_words(game, cost))
}
