//! Moves worth considering: directions, contacts, objectives, ways out, the nearest legal end.

use super::scout::Scout;
use crate::position::action::{Action, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::counter_charge;
use crate::rules::movement::trip::{Plan, Trip};
use crate::rules::movement::{length, movers, zones};
use crate::rules::victory;
use crate::steps::movement;
use crate::steps::movement::{check, check_zones};
use smallvec::SmallVec;
use umpire_core::ruling::Silent;
use umpire_core::table::{self, CM, Facing, Length, Point};

/// The eight directions of the compass, the near edge of the table last.
pub(super) const COMPASS: [i32; 8] = [90, 0, 180, 45, 135, 270, 315, 225];

/// A way without anything special.
pub(crate) fn way_to(unit: UnitNo, path: Vec<Point>) -> UnitMove {
    UnitMove { unit, path, facing: None, cautious: false, ends: None }
}

/// A place in a direction.
pub(super) fn heading(from: Point, degrees: i32, length: Length) -> Point {
    from.ahead(Facing::degrees(degrees), length)
}

/// The moves of the next unit that are listed: few, and cheap to find.
pub(super) fn list_moves(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    kind: MoveKind,
    into: &mut Vec<Action>,
) {
    let before = into.len();
    if let Some(unit) = movers::next_mover(game, state, formation, kind) {
        let mut ways = Vec::with_capacity(12);
        few_candidates(game, state, unit, kind, &mut ways);
        into.extend(ways.into_iter().map(|way| Action::Move(vec![way])));
    }
    match bound_to_move(game, state, formation, kind) {
        None => into.push(Action::Done),
        Some((way, _)) if into.len() == before => into.push(Action::Move(vec![way])),
        Some(_) => {}
    }
}

/// A dozen moves of one unit, all legal.
fn few_candidates(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    kind: MoveKind,
    into: &mut Vec<UnitMove>,
) {
    let Some(scout) = Scout::new(game, state, unit, kind) else {
        ways_off(game, state, unit, kind, 2, into);
        into.extend(Some(way_to(unit, Vec::new())).filter(|way| is_legal(game, state, kind, way)));
        return;
    };
    let stay = way_to(unit, Vec::new());
    if scout.trip.allows(&stay) {
        into.push(stay);
    }
    if kind == MoveKind::Charge {
        scout.contacts(2, into);
    }
    if kind == MoveKind::CounterCharge {
        scout.toward_goals(into);
    }
    scout.compass(into);
    scout.toward_objective(into);
    scout.enter_strongholds(1, into);
    if let Some(way) = bound_way(game, state, unit, kind) {
        into.push(way);
    }
}

/// Moves of one unit worth weighing, all legal: for bots and for what is typed.
pub fn unit_candidates(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    kind: MoveKind,
    into: &mut Vec<UnitMove>,
) {
    if !movers::may_move(game, state, unit, kind) {
        return;
    }
    let Some(scout) = Scout::new(game, state, unit, kind) else {
        ways_off(game, state, unit, kind, 8, into);
        into.extend(Some(way_to(unit, Vec::new())).filter(|way| is_legal(game, state, kind, way)));
        return;
    };
    few_candidates(game, state, unit, kind, into);
    scout.contacts(6, into);
    scout.enter_strongholds(3, into);
    scout.take_cover(into);
    scout.aboard(into);
    for half in [2, 4] {
        scout.ring(scout.allowance / half, into);
    }
    into.dedup();
}

/// Whether a way of a unit that moves now is legal.
pub(crate) fn is_legal(game: &EaHeresy, state: &State, kind: MoveKind, way: &UnitMove) -> bool {
    let formation = state.units.get(way.unit.index()).map(|unit| unit.formation);
    formation.is_some_and(|formation| {
        check::needs_of_move(game, state, formation, way, &mut Silent).is_ok()
            && Trip::of(game, state, kind, way).allows(way)
    })
}

/// The legal move nearest to one that is not: cut short where it goes too far or something
/// stops it, else with its end moved aside. An exact one is as long as it may be.
pub(super) fn nearest_legal_way(
    game: &EaHeresy,
    state: &State,
    kind: MoveKind,
    way: &UnitMove,
    exact: bool,
) -> Option<UnitMove> {
    let judged = |way: UnitMove| is_legal(game, state, kind, &way).then_some(way);
    let trip = Trip::of(game, state, kind, way);
    let shorter = cut_short(&trip, &trip.plan(way)?, way, exact);
    if let Some(found) = &shorter
        && found.path.last() != way.path.last()
        && !found.path.is_empty()
    {
        return shorter;
    }
    let (last, head) = way.path.split_last()?;
    let aside = |at: Point| {
        let path = head.iter().copied().chain([at]).collect();
        UnitMove { path, ends: None, ..way.clone() }
    };
    let reach = 6 * CM;
    let fits = |at: Point| is_legal(game, state, kind, &aside(at));
    let found = table::nearest_legal(*last, &fits, reach);
    found.map(aside).or(shorter).or_else(|| judged(way_to(way.unit, Vec::new())))
}

/// A way as far as it is legal, where it goes too far or something stops it. An exact one is as long as it may be.
fn cut_short(trip: &Trip, plan: &Plan, way: &UnitMove, exact: bool) -> Option<UnitMove> {
    let judged = |way: UnitMove| is_legal(trip.game, trip.state, trip.kind, &way).then_some(way);
    let plain = UnitMove { ends: None, ..way.clone() };
    let spent = trip.stopped.map_or(0, |stopped| stopped.travelled);
    let limit = trip.limit(plan, way.cautious, &mut Silent) - spent;
    let clear = trip.block(plan).map_or(plan.length, |block| {
        let done: Vec<Point> = plan.places().take(block.leg + 1).collect();
        table::path_length(&done) + block.travelled
    });
    let farthest = limit.min(clear).min(plan.length);
    let cut = |length: Length| judged(cut_at(&plain, plan.first().centre(), plan.placed, length));
    // First in fine steps, then in coarse ones, back toward the start.
    let fine = (0..40).map(|step| farthest - step * step * 4);
    let coarse = (1..40).map(|step| farthest - farthest / 40 * step);
    let mut refused = farthest + 1;
    for length in fine.chain(coarse).filter(|length| *length >= 0) {
        let shorter = cut(length);
        if shorter.is_some() {
            let longest = exact.then(|| longest(length, refused, &cut)).flatten();
            return longest.or(shorter);
        }
        refused = length;
    }
    None
}

/// How far a unit on the table comes straight to each side in the move under way: the corners of a rim, so many degrees
/// apart.
pub(crate) fn straight_rim(
    game: &EaHeresy,
    state: &State,
    (unit, at): (UnitNo, Point),
    kind: MoveKind,
    apart: usize,
) -> Vec<Point> {
    let far = length::allowance(game, state, unit, kind);
    let farthest = |degrees: i32| {
        let way = way_to(unit, vec![heading(at, degrees, far)]);
        let trip = Trip::of(game, state, kind, &way);
        let shorter = trip.plan(&way).and_then(|plan| cut_short(&trip, &plan, &way, true));
        shorter.and_then(|way| way.path.last().copied()).unwrap_or(at)
    };
    (0..360).step_by(apart).map(farthest).collect()
}

/// Straight moves of several units, each cut to the same part of its length, the greatest with which
/// they are all legal; nothing where there is none, or where one of them means nothing.
pub(crate) fn as_far_together(
    game: &EaHeresy,
    state: &State,
    (formation, kind): (FormationNo, MoveKind),
    ways: &[UnitMove],
) -> Option<Vec<UnitMove>> {
    /// Parts of the length that the slowest may go.
    const PARTS: i64 = 16;
    let straight = |way: &UnitMove| {
        check::needs_of_move(game, state, formation, way, &mut Silent).ok()?;
        match (state.unit(way.unit).place, &way.path[..]) {
            (Whereabouts::Table(from), [to]) if way.ends.is_none() => {
                Some((from, *to, from.distance_to(*to)))
            }
            _ => None,
        }
    };
    let lines: Vec<(Point, Point, Length)> = ways.iter().map(straight).collect::<Option<_>>()?;
    // The part of its length that the slowest may go, as a fraction.
    let part_of = |(way, (_, _, length)): (&UnitMove, &(Point, Point, Length))| {
        let limit = length::allowance(game, state, way.unit, kind).min(*length);
        (i64::from(limit), i64::from(*length).max(1))
    };
    let parts = ways.iter().zip(&lines).map(part_of);
    let (limit, length) = parts.min_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)))?;
    (1..=PARTS).rev().find_map(|part| {
        let cut = |(way, (from, to, whole)): (&UnitMove, &(Point, Point, Length))| {
            let far = i64::from(*whole) * limit * part / (length * PARTS);
            let end = from.towards(*to, far as Length);
            UnitMove { path: vec![end], ..way.clone() }
        };
        let shorter: Vec<UnitMove> = ways.iter().zip(&lines).map(cut).collect();
        let holds =
            movement::check_moves(game, state, (formation, kind), &shorter, &mut Silent).is_ok();
        holds.then_some(shorter)
    })
}

/// A unit of a formation that stands in a zone and has a way out of it, with that way
/// (EA-3.4.3).
pub(super) fn bound_to_move(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    kind: MoveKind,
) -> Option<(UnitMove, Body)> {
    if !check_zones::ends_in_no_zone(state, formation, kind) {
        return None;
    }
    let moved = |unit: UnitNo| state.moving.is_some_and(|moving| moving.moved.contains(unit));
    state.members(formation).filter(|unit| !moved(*unit)).find_map(|unit| {
        let zone = zones::zone_it_stands_in(game, state, unit, kind)?;
        Some((way_out(game, state, unit, kind)?, zone))
    })
}

fn bound_way(game: &EaHeresy, state: &State, unit: UnitNo, kind: MoveKind) -> Option<UnitMove> {
    if !matches!(kind, MoveKind::Action | MoveKind::Charge) {
        return None;
    }
    zones::zone_it_stands_in(game, state, unit, kind)?;
    way_out(game, state, unit, kind)
}

impl Trip<'_> {
    /// A way out of the zones it stands in (EA-3.4.3); none while that is being found out.
    pub(super) fn way_out(&self) -> Option<&UnitMove> {
        if self.seeks_way_out {
            return None;
        }
        let find = || way_out(self.game, self.state, self.unit, self.kind);
        self.way_out.get_or_init(find).as_ref()
    }
}

/// A legal way by which a unit that stands in a zone gets out of all of them, into a stronghold
/// (EA-6.4.5), or charges.
pub(super) fn way_out(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    kind: MoveKind,
) -> Option<UnitMove> {
    let mut scout = Scout::new(game, state, unit, kind)?;
    scout.trip.seeks_way_out = true;
    let mut charges = Vec::new();
    if kind == MoveKind::Charge {
        scout.contacts(2, &mut charges);
    }
    if let Some(way) = charges.into_iter().find(|way| scout.gets_out(way)) {
        return Some(way);
    }
    if scout.allowance == 0 {
        return None;
    }
    scout
        .far_way_out()
        .or_else(|| scout.way_in())
        .or_else(|| scout.short_way_out())
        .or_else(|| scout.bent_way_out())
}

/// Whether a unit of a formation that starts in an enemy's zone has a legal way out (EA-3.4.3).
pub(crate) fn could_leave_zones(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    bound_to_move(game, state, formation, MoveKind::Action).is_some()
}

/// Whether a formation has to engage or move away at the start of its action: a unit of it stands in
/// an enemy's zone, and can get out or charge (EA-3.4.3).
pub(crate) fn has_to_leave_zones(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let could_charge = |unit: UnitNo| {
        zones::stands_in_enemy_zone(game, state, unit)
            && Scout::new(game, state, unit, MoveKind::Charge).is_some_and(|it| it.could_charge())
    };
    could_leave_zones(game, state, formation) || state.members(formation).any(could_charge)
}

/// Ways out of a stronghold or a transport.
fn ways_off(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    kind: MoveKind,
    most: usize,
    into: &mut Vec<UnitMove>,
) {
    let model = units::model_of(game, state, unit);
    let facing = state.unit(unit).facing;
    let mut ways: SmallVec<[UnitMove; 8]> = SmallVec::new();
    let directions = |middle: Point| -> SmallVec<[i32; 8]> {
        if kind != MoveKind::CounterCharge {
            return COMPASS.iter().copied().take(most.max(4)).collect();
        }
        let goals = counter_charge::counter_charge_goals(game, state, unit).into_iter();
        let at = goals.filter_map(|goal| victory::center_of(game, state, goal));
        let toward = at.filter_map(|at| Facing::from_to(middle, at));
        toward.map(|facing| facing.to_degrees().into()).collect()
    };
    match state.unit(unit).place {
        Whereabouts::Inside(piece) => {
            let outline = &game.board.piece(piece).outline;
            let bounds = outline.bounds();
            let middle = bounds.middle();
            let far = bounds.low.distance_to(bounds.high);
            let length = length::allowance(game, state, unit, kind);
            for degrees in directions(middle) {
                let from = heading(middle, degrees, far);
                let Some(at) =
                    table::in_contact_with_outline(model.footprint, facing, from, outline)
                else {
                    continue;
                };
                ways.push(way_to(unit, vec![at, heading(at, degrees, length)]));
                ways.push(way_to(unit, vec![at]));
            }
        }
        Whereabouts::Aboard(transport) => {
            let Some(base) = units::base_of(game, state, transport) else { return };
            let near = units::model_of(game, state, transport).reach + model.reach + CM / 2;
            for degrees in directions(base.centre()) {
                ways.push(way_to(unit, vec![heading(base.centre(), degrees, near)]));
            }
        }
        _ => {}
    }
    into.extend(ways.into_iter().filter(|way| is_legal(game, state, kind, way)).take(most));
}

/// The longest way between a length that is legal and one that is refused; none but the first.
fn longest(
    legal: Length,
    refused: Length,
    cut: &dyn Fn(Length) -> Option<UnitMove>,
) -> Option<UnitMove> {
    let (mut yes, mut no, mut best) = (legal, refused, None);
    while no - yes > 1 {
        let middle = yes.midpoint(no);
        match cut(middle) {
            Some(way) => (yes, best) = (middle, Some(way)),
            None => no = middle,
        }
    }
    best
}

/// A way cut off after a length.
fn cut_at(way: &UnitMove, start: Point, placed: bool, length: Length) -> UnitMove {
    let rest = if placed { way.path.get(1..).unwrap_or(&[]) } else { &way.path[..] };
    let mut path = if placed { vec![start] } else { Vec::new() };
    let (mut at, mut left) = (start, length);
    for to in rest {
        let leg = table::path_length(&[at, *to]);
        if leg > left {
            let end = at.towards(*to, left);
            if end != at {
                path.push(end);
            }
            break;
        }
        path.push(*to);
        (at, left) = (*to, left - leg);
    }
    UnitMove { path, ..way.clone() }
}
