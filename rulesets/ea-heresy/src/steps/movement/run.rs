//! Moves carried out: unit by unit until somebody must answer, and what is left of them (EA-3.1).

use crate::position::action::{Action, Ending, UnitMove};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{
    Body, FormationNo, Moving, PieceNo, State, Stopped, UnitNo, UnitSet, Whereabouts,
};
use crate::position::step::{MoveKind, MoveStep, OverwatchStep, Step, TestDie};
use crate::rules::movement::ground::GroundTest;
use crate::rules::movement::trip::{Plan, Trip};
use crate::rules::movement::{ground, movers};
use crate::rules::{coherency, standing};
use crate::steps::assault::charge;
use crate::steps::movement::strays;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::table::{self, Facing, Length, Point};

/// Where one unit's move leads.
struct Outcome {
    place: Whereabouts,
    facing: Facing,
    length: Length,
    /// The test it stops for.
    test: Option<(GroundTest, Stopped)>,
    ends: Option<Ending>,
    /// Whether it comes out of a stronghold or a transport.
    placed: bool,
}

/// Begins a move; where nobody can move there is none.
pub(super) fn begin_move(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    kind: MoveKind,
) {
    let halted = state.formation(formation).broken
        && matches!(kind, MoveKind::Action | MoveKind::Charge | MoveKind::OverwatchStep);
    let able = state.members(formation).any(|unit| movers::may_move(game, state, unit, kind));
    if halted || !able {
        state.steps.pop();
        return;
    }
    let apart = match kind {
        MoveKind::Consolidate => coherency::too_far_apart(game, state, formation),
        _ => 0,
    };
    let none = UnitSet::default();
    state.moving = Some(Moving { moved: none, stopped: None, boarded: none, went: false, apart });
    state.replace_step(Step::Movement(MoveStep::Go { formation, kind }));
}

/// Carries out moves in their order, until a die has to fall.
pub(super) fn run_moves<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, kind): (FormationNo, MoveKind),
    ways: &[UnitMove],
    out: &mut O,
) {
    for way in ways {
        let outcome = self::outcome(game, state, kind, way, true);
        let test = carry_out(game, state, kind, way.unit, outcome, out);
        if let Some(test) = test {
            let (piece, die) = (test.piece, TestDie::First);
            let test = MoveStep::Test { formation, kind, piece, die };
            state.replace_step(Step::Movement(test));
            return;
        }
    }
}

/// The position after a way whose tests all pass; for judging the next of several.
pub(crate) fn pretend(game: &EaHeresy, state: &mut State, kind: MoveKind, way: &UnitMove) {
    let outcome = self::outcome(game, state, kind, way, false);
    carry_out(game, state, kind, way.unit, outcome, &mut umpire_core::game::Deaf);
}

/// Where a way leads: to its end, or to the first test on it.
fn outcome(game: &EaHeresy, state: &State, kind: MoveKind, way: &UnitMove, tests: bool) -> Outcome {
    let unit = state.unit(way.unit);
    let trip = Trip::of(game, state, kind, way);
    let Some(plan) = trip.plan(way) else {
        let (place, facing) = (unit.place, unit.facing);
        return Outcome { place, facing, length: 0, test: None, ends: None, placed: false };
    };
    let (placed, facing) = (plan.placed, trip.facing_after(&plan, way));
    let test = trip.first_test(&plan, way.cautious).filter(|_| tests);
    match test {
        Some(test) => {
            let stopped = trip.stop(&plan, way, &test);
            let leg = &plan.legs[test.leg];
            let place = Whereabouts::Table(leg.leg().middle(test.travelled));
            let length = stopped.travelled;
            let test = Some((test, stopped));
            Outcome { place, facing, length, test, ends: None, placed }
        }
        None => {
            let length = trip.stopped.map_or(0, |stopped| stopped.travelled) + plan.length;
            let place = Whereabouts::Table(plan.end.centre());
            Outcome { place, facing, length, test: None, ends: way.ends, placed }
        }
    }
}

fn carry_out<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    kind: MoveKind,
    unit: UnitNo,
    outcome: Outcome,
    out: &mut O,
) -> Option<GroundTest> {
    let before = *state.unit(unit);
    let Outcome { place, facing, length, test, ends, placed } = outcome;
    let mut left = None;
    if let Some(moving) = &mut state.moving {
        left = moving.stopped.map(|stopped| stopped.unit);
        if let Some(other) = left.filter(|other| *other != unit) {
            moving.moved.insert(other);
        }
        moving.stopped = test.map(|(_, stopped)| stopped);
        if test.is_none() {
            moving.moved.insert(unit);
        }
        if placed || ends.is_some() {
            moving.boarded.insert(unit);
        }
        moving.went |= place != before.place || ends.is_some();
    }
    state.put(unit, place);
    state.unit_mut(unit).facing = facing;
    if place != before.place && kind == MoveKind::Withdraw {
        state.withdrawn.insert(unit);
    }
    let (from, rule) = (before.place, kind.rule());
    match ends {
        Some(Ending::Enter(piece)) => go_inside(state, unit, piece),
        Some(Ending::Embark(transport)) => {
            state.put(unit, Whereabouts::Aboard(transport));
        }
        _ => {}
    }
    let to = state.unit(unit).place;
    if to != from {
        out.tell(|| Event::Moved { unit, from, to, length, rule });
    }
    if let Some(left) = left.filter(|left| *left != unit || to == from && test.is_none()) {
        // It goes no farther, and cannot stay on top of a friend.
        make_room(game, state, left, out);
    }
    if let Some(Ending::Invade(piece)) = ends {
        charge::note_invader(state, unit, piece, out);
    }
    test.map(|(test, _)| test)
}

/// A unit goes into a stronghold, and stops there (EA-6.3.1).
pub(crate) fn go_inside(state: &mut State, unit: UnitNo, piece: PieceNo) {
    state.put(unit, Whereabouts::Inside(piece));
    if let Some(acting) = &mut state.acting {
        acting.entered.insert(unit);
    }
}

/// Ends a move: whoever stands where nobody can gives way, strays are lost, overwatch answers.
pub(super) fn finish_move<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, kind): (FormationNo, MoveKind),
    out: &mut O,
) {
    if let Some(stopped) = state.moving.and_then(|moving| moving.stopped) {
        make_room(game, state, stopped.unit, out);
        if let Some(moving) = &mut state.moving {
            moving.stopped = None;
        }
    }
    let asked = !coherency::is_excused(game, state, (formation, kind))
        && strays::settle_coherency(game, state, (formation, kind), out);
    if !asked {
        close_move(state, (formation, kind));
    }
}

/// Takes the move's step off; overwatch may answer where somebody moved (EA-7.9).
pub(super) fn close_move(state: &mut State, (mover, kind): (FormationNo, MoveKind)) {
    let went = state.moving.is_some_and(|moving| moving.went);
    state.moving = None;
    let watched = matches!(kind, MoveKind::Action | MoveKind::Charge | MoveKind::OverwatchStep);
    if went && watched && state.members(mover).next().is_some() {
        state.replace_step(Step::Overwatch(OverwatchStep::After { mover, next: 0 }));
    } else {
        state.steps.pop();
    }
}

/// A unit that was stopped on top of a friend it passes steps aside.
fn make_room<O: Observe<Event>>(game: &EaHeresy, state: &mut State, unit: UnitNo, out: &mut O) {
    let record = *state.unit(unit);
    let Whereabouts::Table(at) = record.place else { return };
    let none = UnitSet::default();
    if standing::obstacle(game, state, unit, (at, record.facing), &none).is_none() {
        return;
    }
    let reach = 20 * table::CM;
    let Some(to) =
        standing::nearest_stand(game, state, unit, (at, record.facing), reach, &|_| true)
    else {
        return;
    };
    state.put(unit, Whereabouts::Table(to));
    let (from, to) = (record.place, Whereabouts::Table(to));
    out.tell(|| Event::Moved { unit, from, to, length: 0, rule: Rule::Bases });
}

/// What is left of a move that was cut off.
pub(crate) fn rest_of_move(before: &State, action: &Action, now: &State) -> Option<Action> {
    let Action::Move(ways) = action else { return None };
    let moving = now.moving.as_ref()?;
    let same = before.steps == now.steps
        && matches!(now.steps.last(), Some(Step::Movement(MoveStep::Go { .. })));
    if !same {
        return None;
    }
    let mut rest: Vec<UnitMove> = Vec::new();
    for way in ways {
        if way.unit.index() >= now.units.len() {
            return None;
        }
        match moving.stopped {
            Some(stopped) if stopped.unit == way.unit => {
                rest.push(rest_of_way(before, way, now)?);
            }
            _ if moving.moved.contains(way.unit) => {}
            _ => rest.push(way.clone()),
        }
    }
    (!rest.is_empty()).then_some(Action::Move(rest))
}

/// What is left of a way for a unit that was stopped on it.
fn rest_of_way(before: &State, way: &UnitMove, now: &State) -> Option<UnitMove> {
    let Whereabouts::Table(at) = now.unit(way.unit).place else { return None };
    let start = match before.unit(way.unit).place {
        Whereabouts::Table(start) => Some(start),
        _ => None,
    };
    let places: Vec<Point> = start.into_iter().chain(way.path.iter().copied()).collect();
    let off_leg = |leg: &[Point]| {
        leg[0].distance_to(at) + at.distance_to(leg[1]) - leg[0].distance_to(leg[1])
    };
    let leg = places.windows(2).position(|leg| off_leg(leg) <= 4);
    let path = leg.map_or_else(Vec::new, |leg| places[leg + 1..].to_vec());
    let cautious = false;
    Some(UnitMove { path, cautious, ..way.clone() })
}

impl Trip<'_> {
    /// What a unit has done of its move where it stops for a test.
    fn stop(&self, plan: &Plan, way: &UnitMove, test: &GroundTest) -> Stopped {
        let at = plan.legs[test.leg].leg().middle(test.travelled);
        let left: Vec<Point> =
            std::iter::once(at).chain(plan.legs[test.leg..].iter().map(|leg| leg.to)).collect();
        let before = self.stopped.unwrap_or(Stopped::before(self.unit, way.cautious));
        let done = plan.length.saturating_sub(table::path_length(&left));
        let course = self.course(plan, Trip::goal(way));
        let base = plan.legs[test.leg].base.moved_to(at);
        let zones = || self.around.zones.iter().filter(|zone| zone.holds(&base));
        let leaving = zones()
            .filter_map(|zone| match zone.of {
                Body::Unit(unit) if course.started.contains(unit) => Some(unit),
                _ => None,
            })
            .collect();
        let charging = course.charging.filter(|_| zones().next().is_some());
        let on_road = before.on_road && !plan.placed && {
            let last = &plan.legs[test.leg];
            let part = crate::rules::movement::trip::PlanLeg {
                base: last.base.clone(),
                to: at,
                length: test.travelled,
            };
            self.on_road_all_along(&plan.legs[..test.leg])
                && self.on_road_all_along(std::slice::from_ref(&part))
                || plan.legs[..test.leg].is_empty()
                    && self.on_road_all_along(std::slice::from_ref(&part))
        };
        let travelled = before.travelled.saturating_add(done);
        let mut stopped = Stopped { travelled, on_road, leaving, charging, ..before };
        for piece in ground::tested_with(self.game, test.piece) {
            stopped.tested.insert(piece);
        }
        stopped
    }
}
