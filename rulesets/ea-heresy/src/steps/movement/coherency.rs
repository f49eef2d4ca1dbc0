//! Coherency at the end of a move: which part of a formation stays, and what is lost (EA-1.5).

use super::candidates::way_to;
use crate::position::action::UnitMove;
use crate::position::area::Area;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::{MoveKind, MoveStep};
use crate::position::units;
use crate::rules::standing;
use crate::steps::harm::damage;
use crate::steps::morale::markers;
use crate::steps::movement::{Step, candidates, length};
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, CM, Length, Point, said};

/// How far from its end a better one is looked for.
const SEARCH: Length = 40 * CM;

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
fn torn(game: &EaHeresy, state: &State, formation: FormationNo, part: Units) -> (Units, Units) {
    let kept = kept_of(game, state, part);
    let lost = |unit: &UnitNo| state.unit(*unit).place != Whereabouts::Off && !kept.contains(unit);
    (state.members(formation).filter(lost).collect(), kept)
}

/// The largest part of a formation.
fn largest_part(game: &EaHeresy, state: &State, formation: FormationNo) -> Units {
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
pub(super) fn too_far_apart(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
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
pub(super) fn is_excused(
    game: &EaHeresy,
    state: &State,
    (formation, kind): (FormationNo, MoveKind),
) -> bool {
    let was = state.moving.map_or(0, |moving| moving.apart);
    kind == MoveKind::CounterCharge
        || kind == MoveKind::Consolidate && was > 0 && apart(game, state, formation) < was
}

/// Tells, before a move ends, who would be lost by it (EA-1.5.3): `before` it and `after` it,
/// with the ways by which it would end. Only for who listens: it holds in any case.
pub(super) fn warn_of_strays<E: Explain<Rule>>(
    game: &EaHeresy,
    (before, after): (&State, &State),
    (formation, kind): (FormationNo, MoveKind),
    ways: &[UnitMove],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if is_excused(game, after, (formation, kind)) {
        return Ok(());
    }
    let part = largest_part(game, after, formation);
    let (strays, kept) = torn(game, after, formation, part);
    if strays.is_empty() {
        return why
            .need(Rule::Coherency, true, || Fact::says("").held("the formation is in coherency"));
    }
    why.need(Rule::OutOfCoherency, true, || {
        let name = units::formation_name(game, formation);
        let mut words = format!("`{name}` comes apart, and all but one part of it is destroyed: ");
        words += &strays_words(game, after, &strays, &kept);
        let place = strays.iter().find_map(|unit| {
            let place = nearer(game, (before, after), kind, (*unit, &kept), ways)?;
            Some((units::unit_name(game, *unit), place))
        });
        if let Some((unit, place)) = place {
            let (x, y) = (said(place.x), said(place.y));
            words.push_str(&format!("; in coherency would be `{unit} to ({x}, {y})`"));
        }
        Fact::warning(words)
    })
}

/// Tells, before a part of a formation is named as the one that stays, who is destroyed then (EA-1.5.3).
pub(super) fn warn_of_choice<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    (formation, stays): (FormationNo, UnitNo),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::OutOfCoherency, true, || {
        let mut parts = self::parts(game, state, formation).into_iter();
        let part = parts.find(|part| part.contains(&stays)).unwrap_or_default();
        let (strays, kept) = torn(game, state, formation, part);
        let words = format!("destroyed is then: {}", strays_words(game, state, &strays, &kept));
        Fact::warning(words)
    })
}

/// Units that are lost: how far away the first of them are, and the others by name.
fn strays_words(game: &EaHeresy, state: &State, strays: &Units, kept: &Units) -> String {
    const TOLD_CLOSELY: usize = 4;
    let near = strays.iter().take(TOLD_CLOSELY).map(|it| stray_words(game, state, *it, kept));
    let others = strays.iter().skip(TOLD_CLOSELY);
    let others = others.map(|unit| format!("`{}`", units::unit_name(game, *unit)));
    near.chain(others).collect::<Vec<_>>().join(", ")
}

fn stray_words(game: &EaHeresy, state: &State, unit: UnitNo, kept: &Units) -> String {
    let own = units::area_of(game, state, unit);
    let gap = |other: &UnitNo| Some(own.as_ref()?.gap(&units::area_of(game, state, *other)?));
    let gap = kept.iter().filter_map(gap).min().unwrap_or(0);
    let (gap, reach) = (said(gap), said(units::coherency_of(game, state, unit)));
    format!("`{}` is {gap} cm from the rest and may be {reach} cm", units::unit_name(game, unit))
}

/// The place in coherency with others that is nearest to where a unit would end, if it can go
/// there straight instead.
fn nearer(
    game: &EaHeresy,
    (before, after): (&State, &State),
    kind: MoveKind,
    (unit, kept): (UnitNo, &Units),
    ways: &[UnitMove],
) -> Option<Point> {
    let Whereabouts::Table(end) = after.unit(unit).place else { return None };
    let Whereabouts::Table(_) = before.unit(unit).place else { return None };
    ways.iter().find(|way| way.unit == unit)?;
    let mut start = after.clone();
    *start.unit_mut(unit) = *before.unit(unit);
    start.moving = before.moving;
    let facing = after.unit(unit).facing;
    let (model, reach) =
        (units::model_of(game, after, unit), units::coherency_of(game, after, unit));
    let areas: Vec<Area> = kept.iter().filter_map(|it| units::area_of(game, after, *it)).collect();
    let fits = |at: Point| {
        let own = Area::Base(model.base(at, facing));
        areas.iter().any(|area| own.within(area, reach))
            && candidates::is_legal(game, &start, kind, &way_to(unit, vec![at]))
    };
    standing::nearest_stand(game, after, unit, (end, facing), SEARCH, &fits)
}

/// Ends a move in which units may have strayed: they are lost where only one part can stay, else
/// its owner is asked which. Says whether he is.
pub(super) fn settle_coherency<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, kind): (FormationNo, MoveKind),
    out: &mut O,
) -> bool {
    let parts = self::parts(game, state, formation);
    if parts.len() > 1 {
        let split = MoveStep::Split { formation, kind };
        state.replace_step(Step::Movement(split));
        return true;
    }
    if let Some(part) = parts.first() {
        keep_part(game, state, formation, part.clone(), out);
    }
    false
}

/// The part of a formation that stays; all others of it are destroyed (EA-1.5.3).
pub(super) fn keep_part<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    part: Units,
    out: &mut O,
) {
    let (lost, _) = torn(game, state, formation, part);
    let all_expendable = units::formation_has(game, state, formation, Traits::EXPENDABLE);
    let mut markers = 0_u8;
    for unit in lost {
        if !state.unit(unit).alive() {
            continue; // It went down with its transport.
        }
        if all_expendable || !units::unit_has(game, state, unit, Traits::EXPENDABLE) {
            markers = markers.saturating_add(1);
        }
        damage::destroy(state, unit, Rule::OutOfCoherency, out);
    }
    if game.edition.out_of_coherency_bm {
        markers::mark(game, state, formation, markers, Rule::OutOfCoherency, out);
    }
}
