//! Moves of whole formations worth weighing: towards objectives, enemies, strongholds, cover, or away.

use crate::position::action::{Action, Ending, Target, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::{MoveKind, MoveStep, SetupStep, Step, TurnStep};
use crate::position::units;
use crate::rules::movement::{length, zones};
use crate::rules::{coherency, shelter, victory};
use crate::steps::movement::way_to;
use crate::steps::setup::slots;
use crate::words::bots;
use crate::words::bots::plans;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{self, CM, Facing, Length, Point, Vector};

/// How far formations keep from the middle of an enemy they come near: out of its zone.
const APART: Length = 11 * CM;
/// Aims that are weighed.
const MOST: usize = 10;
/// Aims of which one that plays on in a hurry thinks.
const FEW: usize = 2;

/// Where a formation could be led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// As near to a place as said, keeping its shape.
    Near(Point, Length),
    /// Towards a place by going round what lies straight before it: to the left or to the right.
    Round(Point, bool),
    /// Away from a place.
    From(Point),
    /// Each unit into contact with the enemy nearest to it.
    Contact,
    /// Into a stronghold, whoever reaches it; into an enemy's by invading it.
    Shelter(PieceNo),
    /// Stragglers up to the rest of their formation.
    Together,
}

/// The formation that moves.
#[derive(Debug, Clone, Copy)]
struct Leader {
    seat: Seat,
    formation: FormationNo,
    kind: MoveKind,
}

/// Actions worth weighing by a player who looks ahead.
pub(crate) fn worth_weighing(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    match state.steps.last().copied() {
        Some(Step::Movement(MoveStep::Go { formation, kind })) => {
            plans(game, state, Leader { seat, formation, kind }, into);
        }
        Some(Step::Turn(TurnStep::Act { .. })) => {
            game.legal(state, seat, into);
            into.retain(|action| match action {
                Action::Activate { formation, order, .. } => {
                    !plans::is_wasted(game, state, *formation, *order)
                }
                _ => true,
            });
        }
        Some(Step::Shooting(_)) => {
            game.legal(state, seat, into);
            // A stronghold that is a target by itself is empty (EA-6.7.5).
            let wasted = |action: &Action| match action {
                Action::Shoot(fire) => matches!(fire.target, Target::Stronghold(_)),
                _ => false,
            };
            if !into.iter().all(wasted) {
                into.retain(|action| !wasted(action));
            }
        }
        _ => {
            game.legal(state, seat, into);
        }
    }
    if into.is_empty() {
        game.legal(state, seat, into);
    }
}

/// A few actions worth weighing, drawn.
pub(crate) fn worth_a_glance(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    die: &mut dyn FnMut(u32) -> u32,
    into: &mut Vec<Action>,
) {
    match state.steps.last().copied() {
        Some(Step::Movement(MoveStep::Go { formation, kind })) => {
            let leader = Leader { seat, formation, kind };
            let mut aims = self::aims(game, state, leader);
            while aims.len() > FEW {
                let drawn = die(aims.len() as u32) as usize % aims.len();
                aims.swap_remove(drawn);
            }
            plans_for(game, state, leader, aims, into);
        }
        Some(Step::Setup(SetupStep::Next(_))) => {
            into.extend(slots::draw_deployment(game, state, seat, die));
        }
        _ => {}
    }
    if into.is_empty() {
        worth_weighing(game, state, seat, into);
    }
}

/// Moves of a whole formation that keep it together, and to stay as it is.
fn plans(game: &EaHeresy, state: &State, leader: Leader, into: &mut Vec<Action>) {
    let mut aims = self::aims(game, state, leader);
    aims.truncate(MOST);
    plans_for(game, state, leader, aims, into);
}

fn plans_for(
    game: &EaHeresy,
    state: &State,
    leader: Leader,
    mut aims: Vec<Aim>,
    into: &mut Vec<Action>,
) {
    let whole = coherency::is_coherent(game, state, leader.formation);
    if !whole {
        aims.insert(0, Aim::Together);
    }
    for aim in aims {
        let moves = led(game, state, leader, aim);
        let idle = moves.is_empty();
        let action = Action::Move(moves);
        if !idle && !into.contains(&action) {
            into.push(action);
        }
    }
    let may_stay = whole || into.is_empty();
    if may_stay && game.check(state, leader.seat, &Action::Done, &mut Silent).is_ok() {
        into.push(Action::Done);
    }
}

fn aims(game: &EaHeresy, state: &State, leader: Leader) -> Vec<Aim> {
    let Leader { seat, formation, kind } = leader;
    let Some(at) = bots::middle_of_formation(game, state, formation) else { return Vec::new() };
    let foe = seat.opponent();
    let mut enemies: Vec<Point> = units::units_of(state, foe)
        .filter_map(|unit| victory::center_of(game, state, unit))
        .collect();
    enemies.sort_by_key(|enemy| at.square_to(*enemy));
    let nearest = enemies.first().copied();
    if kind == MoveKind::Withdraw {
        return nearest.map(Aim::From).into_iter().collect();
    }
    let mut aims = Vec::new();
    if matches!(kind, MoveKind::Charge | MoveKind::CounterCharge) {
        aims.push(Aim::Contact);
    }
    let center = |piece: PieceNo| game.board.piece(piece).outline.bounds().middle();
    let standing = state.strongholds.iter().map(|stronghold| stronghold.piece);
    let mut strongholds: Vec<PieceNo> =
        standing.filter(|piece| !units::is_ruined(game, state, *piece)).collect();
    strongholds.sort_by_key(|piece| at.square_to(center(*piece)));
    if kind == MoveKind::Charge {
        let engaged = |piece: &PieceNo| {
            let held = units::formations_in(state, *piece);
            held.into_iter().any(|formation| zones::is_engaged(state, formation))
        };
        aims.extend(strongholds.iter().copied().filter(engaged).map(Aim::Shelter));
    }
    let mut objectives: Vec<Point> = (0..state.objectives.len())
        .filter(|number| !victory::controls(game, state, seat, *number))
        .map(|number| state.objectives[number].at)
        .collect();
    objectives.sort_by_key(|objective| at.square_to(*objective));
    let goal = objectives.first().copied().or(nearest);
    aims.extend(objectives.into_iter().take(2).map(|objective| Aim::Near(objective, 4 * CM)));
    aims.extend(nearest.map(|enemy| Aim::Near(enemy, APART)));
    aims.extend(goal.into_iter().flat_map(|to| [Aim::Round(to, true), Aim::Round(to, false)]));
    let open = |piece: &PieceNo| state.holder(*piece).is_none_or(|holder| holder == seat);
    aims.extend(strongholds.into_iter().find(open).map(Aim::Shelter));
    let mut covers: Vec<Point> = game
        .board
        .all()
        .filter(|piece| units::terrain_of(game, state, *piece).cover_save > 0)
        .map(center)
        .collect();
    covers.sort_by_key(|cover| at.square_to(*cover));
    aims.extend(covers.first().map(|cover| Aim::Near(*cover, 0)));
    aims.extend(nearest.map(Aim::From));
    aims
}

/// The moves of all units that have not moved yet, each legal after those before it; of what
/// the formation could do for an aim, the most that keeps it together.
fn led(game: &EaHeresy, state: &State, leader: Leader, aim: Aim) -> Vec<UnitMove> {
    let shift = common_shift(game, state, leader, aim);
    let parts: &[i64] = if shift == Vector::zeros() { &[4] } else { &[4, 3, 2, 1] };
    let plans = parts.iter().map(|part| led_by(game, state, leader, aim, shift / 4 * *part));
    plans.flatten().next().unwrap_or_default()
}

/// The moves of all units towards an aim, and by a shift where they keep their shape, up to
/// the first that dice interrupt; nothing where the whole, with every test of ground passed,
/// tears the formation apart.
fn led_by(
    game: &EaHeresy,
    state: &State,
    leader: Leader,
    aim: Aim,
    shift: Vector,
) -> Option<Vec<UnitMove>> {
    let mut after = state.clone();
    let mut moves = Vec::new();
    let mut interrupted = false;
    for unit in order_of_march(state, leader, shift) {
        let Some(way) = way_of(game, &after, leader, unit, aim, shift) else { continue };
        let Some(way) = first_legal(game, &after, leader.seat, way) else { continue };
        game.apply(&mut after, leader.seat, &Action::Move(vec![way.clone()]), &mut Deaf);
        if !interrupted {
            moves.push(way);
        }
        interrupted |= passes_tests(game, &mut after);
        if !goes_on(&after, leader.formation) {
            break;
        }
    }
    keeps_together(game, state, &after, leader.formation).then_some(moves)
}

/// Lets every test of ground that a move waits for be passed; says whether there was one.
fn passes_tests(game: &EaHeresy, state: &mut State) -> bool {
    let mut rolled = false;
    while let Some(Step::Movement(_)) = state.steps.last()
        && let Pending::Roll(request) = game.pending(state, &mut Silent)
    {
        // The highest face passes.
        let faces = vec![5; request.dice()];
        game.resolve(state, &faces, &mut Deaf);
        rolled = true;
    }
    rolled
}

fn goes_on(state: &State, own: FormationNo) -> bool {
    let last = state.steps.last();
    matches!(last, Some(Step::Movement(MoveStep::Go { formation, .. })) if *formation == own)
}

/// Whether a formation has lost nobody by moving, and would not if it stopped now.
fn keeps_together(game: &EaHeresy, before: &State, after: &State, formation: FormationNo) -> bool {
    let split = matches!(after.steps.last(), Some(Step::Movement(MoveStep::Split { .. })));
    let thinned = after.members(formation).count() < before.members(formation).count();
    let torn = goes_on(after, formation) && !coherency::is_coherent(game, after, formation);
    !split && !thinned && !torn
}

/// The units that have not moved yet: whoever leads goes first, so that nobody stands in the
/// way of those behind.
fn order_of_march(state: &State, leader: Leader, shift: Vector) -> Vec<UnitNo> {
    let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.contains(*unit));
    let mut units: Vec<UnitNo> = state
        .members(leader.formation)
        .filter(|unit| {
            let place = state.unit(*unit).place;
            matches!(place, Whereabouts::Table(_) | Whereabouts::Inside(_)) && !moved(unit)
        })
        .collect();
    units.sort_by_key(|unit| {
        let at = units::middle_of(state, *unit).unwrap_or_default();
        -Vector::from(at).dot(&(shift / 64))
    });
    units
}

/// How far and where the formation as a whole goes.
fn common_shift(game: &EaHeresy, state: &State, leader: Leader, aim: Aim) -> Vector {
    let Leader { formation, kind, .. } = leader;
    let Some(at) = bots::middle_of_formation(game, state, formation) else {
        return Vector::zeros();
    };
    let slowest = state
        .members(formation)
        .map(|unit| length::allowance(game, state, unit, kind))
        .filter(|length| *length > 0)
        .min()
        .unwrap_or(0);
    let to = match aim {
        Aim::Near(to, apart) => at.towards(to, slowest.min((at.distance_to(to) - apart).max(0))),
        Aim::Round(to, left) => {
            // About fifty degrees off.
            let by = i64::from(slowest / 8) * Vector::new(5, if left { 6 } else { -6 });
            let by = Facing::from_to(at, to).map(|facing| facing.turn(by));
            by.map_or(at, |by| at + by)
        }
        Aim::From(from) => {
            let away = Point::new(2 * at.x - from.x, 2 * at.y - from.y);
            at.towards(far(at, away), slowest)
        }
        Aim::Shelter(piece) => at.towards(game.board.piece(piece).outline.corners()[0], slowest),
        Aim::Contact | Aim::Together => at,
    };
    to - at
}

fn way_of(
    game: &EaHeresy,
    state: &State,
    leader: Leader,
    unit: UnitNo,
    aim: Aim,
    shift: Vector,
) -> Option<UnitMove> {
    let Whereabouts::Table(at) = state.unit(unit).place else {
        return way_off(game, state, leader, unit, aim, shift);
    };
    let allowance = length::allowance(game, state, unit, leader.kind);
    let straight = |to: Point, ends: Option<Ending>| UnitMove { ends, ..way_to(unit, vec![to]) };
    match aim {
        Aim::Near(..) | Aim::Round(..) | Aim::From(_) => Some(straight(at + shift, None)),
        Aim::Together => {
            let goal = nearest_of_the_rest(game, state, leader.formation, unit)?;
            let to = beside(game, state, unit, goal)?;
            Some(straight(at.towards(to, allowance), None))
        }
        Aim::Contact => {
            let body = Body::Unit(unit);
            let (enemy, _) = units::nearest_enemy(game, state, leader.seat, body, |_| true)?;
            Some(straight(at.towards(beside(game, state, unit, enemy)?, allowance), None))
        }
        Aim::Shelter(piece) => {
            let model = units::model_of(game, state, unit);
            let facing = state.unit(unit).facing;
            let outline = &game.board.piece(piece).outline;
            let to = table::in_contact_with_outline(model.footprint, facing, at, outline)?;
            let reached = at.distance_to(to) <= allowance;
            let ending = match state.holder(piece) {
                Some(holder) if holder != leader.seat => Ending::Invade(piece),
                _ => Ending::Enter(piece),
            };
            let ends =
                (reached && shelter::spaces_of(game, state, unit).is_some()).then_some(ending);
            let short = at.towards(to, allowance.min((at.distance_to(to) - CM).max(0)));
            Some(straight(if ends.is_some() { to } else { short }, ends))
        }
    }
}

/// A way out of a stronghold on the side of what is aimed at, each unit beside the one before.
fn way_off(
    game: &EaHeresy,
    state: &State,
    leader: Leader,
    unit: UnitNo,
    aim: Aim,
    shift: Vector,
) -> Option<UnitMove> {
    let Whereabouts::Inside(piece) = state.unit(unit).place else { return None };
    let middle = victory::center_of(game, state, unit)?;
    let (goal, apart) = match aim {
        Aim::Near(..) | Aim::Round(..) | Aim::From(_) if shift != Vector::zeros() => {
            (middle + shift, 0)
        }
        Aim::Contact => {
            let body = Body::Unit(unit);
            let (enemy, _) = units::nearest_enemy(game, state, leader.seat, body, |_| true)?;
            (victory::center_of(game, state, enemy)?, APART)
        }
        _ => return None,
    };
    let model = units::model_of(game, state, unit);
    let number = state.members(leader.formation).position(|member| member == unit)? as Length;
    let side = if number % 2 == 0 { 1 } else { -1 };
    let beside = (number + 1) / 2 * (2 * model.reach + CM) * side;
    let across = Facing::from_to(middle, goal)?.turn(Vector::new(0, beside.into()));
    let goal = goal + across;
    let outline = &game.board.piece(piece).outline;
    let facing = state.unit(unit).facing;
    let exit = table::in_contact_with_outline(model.footprint, facing, goal, outline)?;
    let length = (exit.distance_to(goal) - apart)
        .clamp(0, length::allowance(game, state, unit, leader.kind));
    Some(way_to(unit, vec![exit, exit.towards(goal, length)]))
}

/// The nearest unit of the largest part of a formation, for one that is not in it.
fn nearest_of_the_rest(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    unit: UnitNo,
) -> Option<UnitNo> {
    let parts = coherency::parts(game, state, formation);
    let largest = parts.into_iter().max_by_key(|part| part.len())?;
    if largest.contains(&unit) {
        return None;
    }
    let at = victory::center_of(game, state, unit)?;
    let apart = |other: &UnitNo| {
        victory::center_of(game, state, *other).map_or(i64::MAX, |other| at.square_to(other))
    };
    largest.into_iter().min_by_key(apart)
}

/// Where a unit on the table would touch another.
fn beside(game: &EaHeresy, state: &State, unit: UnitNo, other: UnitNo) -> Option<Point> {
    let at = units::middle_of(state, unit)?;
    let model = units::model_of(game, state, unit);
    let target = units::base_of(game, state, other)?;
    table::in_contact(model.footprint, state.unit(unit).facing, at, &target)
}

/// The way itself, or a shorter or nearby one that is legal.
fn first_legal(game: &EaHeresy, state: &State, seat: Seat, way: UnitMove) -> Option<UnitMove> {
    let legal = |way: &UnitMove| {
        game.check(state, seat, &Action::Move(vec![way.clone()]), &mut Silent).is_ok()
    };
    if legal(&way) {
        return Some(way);
    }
    let (to, head) = way.path.split_last()?;
    let from = head.last().copied().or_else(|| units::middle_of(state, way.unit))?;
    let whole = from.distance_to(*to);
    [3, 2, 1, 0].into_iter().find_map(|part| {
        let end = from.towards(*to, whole * part / 4);
        let path = head.iter().copied().chain((end != from).then_some(end)).collect();
        let short = UnitMove { path, ends: None, ..way.clone() };
        (!short.path.is_empty() && legal(&short)).then_some(short)
    })
}

/// A place far beyond another, on the line from the first.
fn far(from: Point, through: Point) -> Point {
    let by = through - from;
    from + by * i64::from(200 * CM) / by.amax().max(1)
}
