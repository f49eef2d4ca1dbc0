//! Blast markers: how many a formation bears, whom they take, who shares those on walls (EA-9).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo};
use crate::position::units;
use crate::tables::catalog::Traits;
use crate::tables::edition::{BlastMarkerSplit, BrokenWhen};
use smallvec::SmallVec;

/// How many blast markers a formation bears before it breaks (EA-9.3).
pub(crate) fn bears(game: &EaHeresy, state: &State, formation: FormationNo) -> u16 {
    let size = units::size(game, state, formation);
    let units = if units::formation_has(game, state, formation, Traits::KNOW_NO_FEAR) {
        2 * size
    } else {
        size
    };
    match game.edition.broken_when {
        BrokenWhen::AsManyAsUnits => units.saturating_sub(1),
        BrokenWhen::MoreThanUnits => units,
    }
}

/// Whether the points of damage that markers deal already take all that a unit has left.
fn is_worn_out(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let left = units::model_of(game, state, unit).damage_capacity;
    let left = left.saturating_sub(state.unit(unit).damage);
    state.wearing.iter().any(|wound| wound.on == Body::Unit(unit) && wound.hits >= left)
}

/// The unit of a formation nearest to an enemy that its markers may take; of those equally near the
/// one that its owner misses least.
pub(crate) fn nearest_to_enemy(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
) -> Option<UnitNo> {
    let owner = state.formation(formation).owner;
    let away = |unit: &UnitNo| {
        let nearest = units::nearest_enemy(game, state, owner, Body::Unit(*unit), |_| true);
        let gap = nearest.map_or(i32::MAX, |(_, distance)| distance);
        (gap, units::dearness(game, state, *unit), *unit)
    };
    state
        .members(formation)
        .filter(|unit| !units::unit_has(game, state, *unit, Traits::FEARLESS))
        .filter(|unit| !is_worn_out(game, state, *unit))
        .min_by_key(away)
}

/// Whether a unit is too near an enemy after its formation withdrew; brave ones that did not move
/// need not have.
pub(crate) fn is_caught(game: &EaHeresy, state: &State, unit: UnitNo, withdrew: bool) -> bool {
    let brave = units::model_of(game, state, unit).traits.any(Traits::FEARLESS | Traits::STEADFAST);
    if brave && !withdrew {
        return false;
    }
    let danger =
        if brave { game.edition.steadfast_withdraw_danger } else { game.edition.withdraw_danger };
    let foe = state.owner(unit).opponent();
    let mut enemies = units::units_of(state, foe).filter(|foe| !units::flies(game, state, *foe));
    enemies.any(|enemy| units::within(game, state, Body::Unit(unit), Body::Unit(enemy), danger))
}

/// Who takes blast markers of a stronghold (EA-6.6.2).
pub(crate) fn bearers(state: &State, piece: PieceNo) -> SmallVec<[FormationNo; 4]> {
    let mut bearers = units::garrison(state, piece);
    // Ruling: who has just broken takes none; they are part of what it broke under (EA-9.3.1).
    bearers.retain(|it| !state.breaking.contains(it));
    bearers
}

/// Who of those inside a stronghold may take the next of its blast markers: those that have
/// fewest of them, of these the largest (EA-6.6.3, EA-6.6.4).
pub fn neediest(
    game: &EaHeresy,
    state: &State,
    piece: PieceNo,
    shares: &[(FormationNo, u8)],
) -> SmallVec<[FormationNo; 4]> {
    let level = game.edition.bm_split == BlastMarkerSplit::Level;
    let has = |formation: FormationNo| {
        let share = shares.iter().find(|(it, _)| *it == formation).map_or(0, |(_, n)| *n);
        let before = if level { state.formation(formation).markers } else { 0 };
        let larger = std::cmp::Reverse(units::size(game, state, formation));
        (before.saturating_add(share), larger)
    };
    let bearers = self::bearers(state, piece);
    let least = bearers.iter().map(|it| has(*it)).min();
    bearers.into_iter().filter(|it| Some(has(*it)) == least).collect()
}
