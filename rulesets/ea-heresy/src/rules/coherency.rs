//! Coherency: the parts of a formation, and who is lost where one of them stays (EA-1.5).

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::movement::length;
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::table;
use umpire_core::table::Length;

/// Units by their numbers.
pub(crate) type Units = SmallVec<[UnitNo; 16]>;

/// The parts of a formation that are each a chain (EA-1.5.4), by their lowest numbers; units
/// off the table do not count.
pub(crate) fn parts(game: &EaHeresy, state: &State, formation: FormationNo) -> Vec<Units> {
    let units: Units = state
        .members(formation)
        .filter(|unit| state.unit(*unit).place != Whereabouts::Off)
        .collect();
    if units.len() < 2 {
        return vec![units];
    }
    let reach: SmallVec<[Length; 16]> =
        units.iter().map(|unit| units::coherency_of(game, state, *unit)).collect();
    let areas: Vec<_> = units.iter().map(|unit| units::area_of(game, state, *unit)).collect();
    let linked = |a: usize, b: usize| match (&areas[a], &areas[b]) {
        (Some(from), Some(to)) => from.within(to, reach[a].max(reach[b])),
        _ => false,
    };
    let part = |part: Vec<usize>| part.into_iter().map(|at| units[at]).collect();
    table::chains(units.len(), linked).into_iter().map(part).collect()
}

/// The units of a part that have no other of it within their own distance (EA-1.5.4).
fn strays(game: &EaHeresy, state: &State, part: &Units) -> Units {
    if part.len() < 2 {
        return Units::new();
    }
    let near = |unit: UnitNo, other: UnitNo| {
        let reach = units::coherency_of(game, state, unit);
        match (units::area_of(game, state, unit), units::area_of(game, state, other)) {
            (Some(from), Some(to)) => from.within(&to, reach),
            _ => false,
        }
    };
    let alone = |unit: &UnitNo| !part.iter().any(|other| other != unit && near(*unit, *other));
    part.iter().copied().filter(alone).collect()
}

/// Whether all units of a formation are in coherency.
pub(crate) fn is_coherent(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let parts = self::parts(game, state, formation);
    parts.len() < 2 && strays(game, state, &parts[0]).is_empty()
}

/// What stays of a part: units without another of it within their own distance are taken off, as often as there are
/// any; somebody always stays.
fn kept_of(game: &EaHeresy, state: &State, mut part: Units) -> Units {
    loop {
        let strays = self::strays(game, state, &part);
        if strays.is_empty() {
            return part;
        }
        part.retain(|unit| !strays.contains(unit));
        if part.is_empty() {
            return strays.into_iter().take(1).collect();
        }
    }
}

/// The units of a formation that are lost where a part of it stays, and what stays.
pub(crate) fn torn(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    part: Units,
) -> (Units, Units) {
    let kept = kept_of(game, state, part);
    let lost = |unit: &UnitNo| state.unit(*unit).place != Whereabouts::Off && !kept.contains(unit);
    (state.members(formation).filter(lost).collect(), kept)
}

/// The largest part of a formation.
pub(crate) fn largest_part(game: &EaHeresy, state: &State, formation: FormationNo) -> Units {
    let parts = self::parts(game, state, formation).into_iter().enumerate();
    let largest = parts.max_by_key(|(at, part)| (part.len(), Reverse(*at)));
    largest.map_or_else(Units::new, |(_, part)| part)
}

/// How far the part of a formation that is farthest from the largest part is from it; 0 where it is
/// one.
fn apart(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
    let largest = largest_part(game, state, formation);
    let gap_of = |unit: &UnitNo| {
        let own = units::area_of(game, state, *unit)?;
        let others = largest.iter().filter_map(|it| units::area_of(game, state, *it));
        others.map(|other| own.gap(&other)).min()
    };
    let parts = self::parts(game, state, formation).into_iter();
    let others = parts.filter(|part| part.first() != largest.first());
    others.filter_map(|part| part.iter().filter_map(gap_of).min()).max().unwrap_or(0)
}

/// How far apart the parts of a formation are, where they are farther apart than they could close
/// by consolidating toward one another; else 0.
pub(crate) fn too_far_apart(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
    let apart = self::apart(game, state, formation);
    let step = |unit| length::allowance(game, state, unit, MoveKind::Consolidate);
    let steps = state.members(formation).map(step).max().unwrap_or(0);
    let reach = state.members(formation).map(|unit| units::coherency_of(game, state, unit));
    let closed = reach.max().unwrap_or(0).saturating_add(2 * steps);
    if apart > closed { apart } else { 0 }
}

/// Whether nobody is lost by a move though the formation is apart after it (EA-8.4): a counter
/// charge, after which its units come together again.
///
/// Ruling: whoever cannot do so by consolidating loses nobody if it comes nearer; its next move
/// has to bring it together.
pub(crate) fn is_excused(
    game: &EaHeresy,
    state: &State,
    (formation, kind): (FormationNo, MoveKind),
) -> bool {
    let was = state.moving.map_or(0, |moving| moving.apart);
    kind == MoveKind::CounterCharge
        || kind == MoveKind::Consolidate && was > 0 && apart(game, state, formation) < was
}
