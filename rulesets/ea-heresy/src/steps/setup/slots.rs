//! Places worth considering for a formation that is put down: rows in its zone, strongholds, objectives.

use crate::position::action::{Action, Deployed};
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{FormationNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::{names, units};
use crate::rules::{deployment, shelter, standing};
use crate::steps::setup;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{Bounds, CM, Facing, Length, Point};

/// How many slots across the table are tried.
const SLOTS: i32 = 6;

impl Deployed {
    /// One place that stands for a whole formation: a row to the right, or all inside.
    pub(crate) fn for_all(self, units: usize) -> Vec<Deployed> {
        let place = |number: usize| match self {
            Deployed::At(at, facing) => {
                Deployed::At(Point::new(at.x + 4 * CM * number as Length, at.y), facing)
            }
            other => other,
        };
        (0..units.max(1)).map(place).collect()
    }
}

/// A legal way to put a formation down by one place, and how it is typed.
pub(crate) fn short_deployment(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
) -> Option<(String, Action)> {
    let units = state.members(formation).count();
    let facing = state.members(formation).next().map(|unit| state.unit(unit).facing)?;
    let whole = |length: Length| length / CM * CM;
    anchors(game, state, seat, formation).into_iter().find_map(|(anchor, _)| {
        let at = Point::new(whole(anchor.x), whole(anchor.y));
        let places = Deployed::At(at, facing).for_all(units);
        setup::check_deployment(game, state, seat, (formation, &places, false), &mut Silent)
            .ok()?;
        let short =
            format!("deploy {} at {}", names::formation_word(game, formation), said_place(at));
        Some((short, Action::Deploy { formation, places, overwatch: false }))
    })
}

/// A handful of ways to put a formation down, each legal.
pub(crate) fn list_deployments(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
    into: &mut Vec<Action>,
) {
    let anchors = self::anchors(game, state, seat, formation);
    into.extend(anchors.into_iter().filter_map(|it| deployed_at(game, state, seat, formation, it)));
}

/// One of these ways, drawn.
pub(crate) fn draw_deployment(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    die: &mut dyn FnMut(u32) -> u32,
) -> Option<Action> {
    let formation = deployment::undeployed(state, seat).next()?;
    let mut anchors = self::anchors(game, state, seat, formation);
    while !anchors.is_empty() {
        let drawn = die(anchors.len() as u32) as usize % anchors.len();
        let anchor = anchors.swap_remove(drawn);
        if let Some(action) = deployed_at(game, state, seat, formation, anchor) {
            return Some(action);
        }
    }
    None
}

/// Where the middle of a formation could be, and whether it is a garrison there.
fn anchors(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
) -> Vec<(Point, bool)> {
    let zone = deployment::deployment_zone(game, state, formation).wider(-2 * CM);
    let width = zone.high.x - zone.low.x;
    let mut anchors: Vec<(Point, bool)> = (0..SLOTS)
        .map(|slot| {
            let x = zone.low.x + width * (2 * slot + 1) / (2 * SLOTS);
            (Point::new(x, (zone.low.y + zone.high.y) / 2), false)
        })
        .collect();
    if deployment::may_garrison(game, state, formation) {
        let own = state.objectives.iter().filter(|objective| objective.side == seat);
        anchors.extend(own.map(|objective| (objective.at, true)));
    }
    anchors
}

/// A formation put down around an anchor, where that is legal.
fn deployed_at(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
    (anchor, garrison): (Point, bool),
) -> Option<Action> {
    let places = rows_at(game, state, formation, anchor)?;
    let overwatch = garrison && deployment::may_watch(game, state, seat);
    let chosen = (formation, &places[..], overwatch);
    setup::check_deployment(game, state, seat, chosen, &mut Silent).ok()?;
    Some(Action::Deploy { formation, places, overwatch })
}

/// Where a formation's units are once its middle is at a place: those on the table as they stand to one another, the others
/// in rows; who is aboard another stays so.
pub(crate) fn formed_at(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    at: Point,
) -> Option<Vec<(UnitNo, Deployed)>> {
    let on_table = |unit: UnitNo| match state.unit(unit).place {
        Whereabouts::Table(spot) => Some((unit, spot)),
        _ => None,
    };
    let (units, spots): (Vec<_>, Vec<_>) = state.members(formation).filter_map(on_table).unzip();
    if spots.is_empty() {
        let places = rows_at(game, state, formation, at)?;
        return Some(state.members(formation).zip(places).collect());
    }
    let way = at - Bounds::of(&spots).middle();
    let moved =
        |(unit, spot): (UnitNo, Point)| (unit, Deployed::At(spot + way, state.unit(unit).facing));
    let mut places: Vec<(UnitNo, Deployed)> = units.into_iter().zip(spots).map(moved).collect();
    let mut after = state.clone();
    for (unit, place) in &places {
        super::put(&mut after, *unit, *place);
    }
    let elsewhere = |unit: &UnitNo| {
        matches!(state.unit(*unit).place, Whereabouts::Off | Whereabouts::Inside(_))
    };
    let others: Vec<UnitNo> = state.members(formation).filter(elsewhere).collect();
    places.extend(in_rows(game, after, (formation, &others), (at, places.len()))?);
    Some(places)
}

/// Units in rows around an anchor, each at the nearest free place; passengers aboard.
fn rows_at(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    anchor: Point,
) -> Option<Vec<Deployed>> {
    let units: Vec<UnitNo> = state.members(formation).collect();
    let places = in_rows(game, state.clone(), (formation, &units), (anchor, 0))?;
    Some(places.into_iter().map(|(_, place)| place).collect())
}

/// The same for some units of a formation, in the order of their numbers, where so many places of the rows are taken.
fn in_rows(
    game: &EaHeresy,
    mut after: State,
    (formation, units): (FormationNo, &[UnitNo]),
    (anchor, taken): (Point, usize),
) -> Option<Vec<(UnitNo, Deployed)>> {
    let forward = if anchor.y < game.board.middle() { 90 } else { 270 };
    let facing = Facing::degrees(forward);
    let mut places = Vec::with_capacity(units.len());
    // Carriers first, so that those who ride find them; the order of the answer is the units'.
    let mut order = units.to_vec();
    order.sort_by_key(|unit| units::model_of(game, &after, *unit).transport.is_none());
    for (at, unit) in order.iter().enumerate() {
        let ride = after.members(formation).find(|transport| {
            transport != unit
                && units::model_of(game, &after, *transport).transport.is_some()
                && units::model_of(game, &after, *unit).transport.is_none()
                && shelter::has_room_aboard(game, &after, *unit, *transport)
        });
        let place = match ride {
            Some(transport) => Deployed::On(transport),
            None => {
                let number = (taken + at) as Length;
                let place = next_in_row(game, &after, *unit, (anchor, facing), number)?;
                Deployed::At(place, facing)
            }
        };
        super::put(&mut after, *unit, place);
        places.push((*unit, place));
    }
    places.sort_by_key(|(unit, _)| *unit);
    Some(places)
}

fn next_in_row(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (anchor, facing): (Point, Facing),
    number: Length,
) -> Option<Point> {
    let step = 2 * units::model_of(game, state, unit).reach + 2 * CM;
    let (column, row) = (number % 4, number / 4);
    let side = if column % 2 == 0 { column / 2 } else { -(column + 1) / 2 };
    let back = if facing == Facing::degrees(90) { -row } else { row };
    let wanted = Point::new(anchor.x + side * step, anchor.y + back * step);
    let none = UnitSet::default();
    let fits = |at: Point| standing::obstacle(game, state, unit, (at, facing), &none).is_none();
    if fits(wanted) {
        return Some(wanted);
    }
    standing::nearest_stand(game, state, unit, (wanted, facing), 10 * CM, &|_| true)
}
