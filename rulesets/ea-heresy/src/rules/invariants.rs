//! The invariants of a position: what no input, scenario or judge may break.

use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{MOST_UNITS, Stance, State, Unit, UnitNo, UnitSet, Whereabouts};
use crate::position::{names, units};
use crate::rules::standing::Obstacle;
use crate::rules::{shelter, standing};
use crate::tables::rule::Rule;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Facing, Point};

/// How far a legal place is looked for.
const SEARCH: i32 = 60 * CM;

/// Whether a position can be one; every reason why not, with its place in a setup.
pub(crate) fn check(game: &EaHeresy, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
    let mut refusals = Vec::new();
    check_lists(game, state, &mut refusals);
    if !refusals.is_empty() {
        return Err(refusals); // What follows looks things up by number.
    }
    let is_far = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(at) if !is_near(game, at));
    let far: Vec<UnitNo> = state.all_units().filter(is_far).collect();
    if far.is_empty() {
        check_places(game, state, &mut refusals);
    } else {
        // Whoever is too far off to be reckoned with is left out of everything else.
        let mut rest = state.clone();
        far.iter().for_each(|unit| rest.unit_mut(*unit).place = Whereabouts::Off);
        for unit in far {
            let says = far_off_words(game, state.unit(unit), unit, &mut rest);
            refusals.push(Refusal::at(Rule::Board, format!("units[{}]", unit.0), says));
        }
        check_places(game, &rest, &mut refusals);
    }
    for (at, formation) in state.formations.iter().enumerate() {
        if formation.broken && matches!(formation.stance, Stance::Overwatch { .. }) {
            let says = format!("`{}` is broken, and not on overwatch", game.sheets[at].name);
            refusals.push(Refusal::at(Rule::OnBreaking, format!("formations[{at}]"), says));
        }
    }
    for (at, objective) in state.objectives.iter().enumerate() {
        let place = format!("objectives[{at}]");
        if objective.held.0 > 1 || objective.side.0 > 1 {
            refusals.push(Refusal::at(Rule::Objectives, place, "there is no such side"));
        } else if !game.board.bounds().holds(objective.at) {
            let says = "this objective is not on the table";
            refusals.push(Refusal::at(Rule::Objectives, place, says));
        }
    }
    if refusals.is_empty() { Ok(()) } else { Err(refusals) }
}

/// Whether units and strongholds are as they may be, where they may be.
fn check_places(game: &EaHeresy, state: &State, refusals: &mut Vec<Refusal<Rule>>) {
    let mut mended = None;
    for unit in state.all_units().filter(|unit| state.unit(*unit).alive()) {
        let refused = check_record(game, state, unit)
            .or_else(|| check_whereabouts(game, state, unit, &mut mended))
            .map(|(rule, says)| Refusal::at(rule, format!("units[{}]", unit.0), says));
        refusals.extend(refused);
    }
    check_strongholds(game, state, refusals);
}

/// Of a unit that is far off, with the nearest place that the others leave it, where it is put.
fn far_off_words(game: &EaHeresy, record: &Unit, unit: UnitNo, rest: &mut State) -> String {
    let Whereabouts::Table(at) = record.place else { return String::new() };
    let start = onto_table(game, at);
    let near = standing::nearest_stand(game, rest, unit, (start, record.facing), SEARCH, &|_| true);
    if let Some(near) = near {
        rest.unit_mut(unit).place = Whereabouts::Table(near);
    }
    let (name, at) = (units::unit_name(game, unit), said_place(at));
    format!("`{name}` cannot stand at {at}, far off the table{}", nearest_words(near))
}

/// The place of the table that is nearest.
fn onto_table(game: &EaHeresy, at: Point) -> Point {
    Point::new(at.x.clamp(0, game.board.size.x), at.y.clamp(0, game.board.size.y))
}

/// Whether every number names something.
fn check_lists(game: &EaHeresy, state: &State, refusals: &mut Vec<Refusal<Rule>>) {
    let (units, pieces) = (state.units.len(), game.board.pieces.len());
    if units > MOST_UNITS || units != game.unit_names.len() {
        let says = format!("a battle has {} units, found {units}", game.unit_names.len());
        refusals.push(Refusal::at(Rule::Formations, "", says));
    }
    if !state.units.is_sorted_by_key(|unit| unit.formation) {
        let says = "units stand formation by formation";
        refusals.push(Refusal::at(Rule::Formations, "", says));
    }
    if state.formations.len() != game.sheets.len() {
        let says = "formations and their sheets do not match";
        refusals.push(Refusal::at(Rule::Formations, "", says));
    }
    for (at, unit) in state.units.iter().enumerate() {
        let place = format!("units[{at}]");
        let says = if unit.formation.index() >= state.formations.len() {
            "this unit belongs to no formation"
        } else if unit.model.index() >= game.models.len() {
            "this unit has no profile"
        } else if matches!(unit.place, Whereabouts::Inside(piece) if piece.index() >= pieces) {
            "there is no such stronghold"
        } else if matches!(unit.place, Whereabouts::Aboard(it) if it.index() >= units) {
            "there is no such transport"
        } else {
            continue;
        };
        refusals.push(Refusal::at(Rule::Formations, place, says));
    }
    for (at, formation) in state.formations.iter().enumerate() {
        if formation.owner.0 > 1 {
            let place = format!("formations[{at}]");
            refusals.push(Refusal::at(Rule::Formations, place, "there is no such side"));
        }
    }
    let walls = game.board.all().filter(|piece| names::is_stronghold(game, *piece));
    if !walls.eq(state.strongholds.iter().map(|stronghold| stronghold.piece)) {
        let says = "strongholds and the board do not match";
        refusals.push(Refusal::at(Rule::StrongholdsOnTheMap, "", says));
    }
    for (sheet, side) in game.sides.iter().zip(&state.sides) {
        if side.spirit.is_some_and(|it| !sheet.equal.contains(&it)) {
            let says = "this is none of the formations that cost most";
            refusals.push(Refusal::at(Rule::BreakTheirSpiritTarget, "", says));
        }
    }
    let known = |objective: u8| usize::from(objective) < state.sides.len();
    if !known(state.initiative.0) {
        refusals.push(Refusal::at(Rule::StrategyRoll, "", "there is no such side"));
    }
}

/// Near enough to the table to be reckoned with.
fn is_near(game: &EaHeresy, at: Point) -> bool {
    game.board.bounds().wider(100 * CM).holds(at)
}

/// What a unit has suffered.
fn check_record(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<(Rule, String)> {
    let (record, model) = (state.unit(unit), units::model_of(game, state, unit));
    let name = units::unit_name(game, unit);
    let capacity = model.damage_capacity;
    if record.damage >= capacity {
        let most = capacity - 1;
        let says = format!(
            "`{name}` has damage capacity {capacity}: alive it has taken 0 to {most}, found {}",
            record.damage
        );
        return Some((Rule::DamageCapacity, says));
    }
    let shields = model.shields();
    if record.shields_down > shields {
        let says = format!("`{name}` has {shields} shields, found {} down", record.shields_down);
        return Some((Rule::VoidShields, says));
    }
    let skimmer = model.has(crate::tables::catalog::Traits::SKIMMER);
    if record.popped_up && !skimmer {
        return Some((Rule::PopUp, format!("`{name}` is no skimmer and cannot pop up")));
    }
    if record.popped_up && !matches!(record.place, Whereabouts::Table(_)) {
        let says = format!("`{name}` does not stand on the table and cannot be popped up");
        return Some((Rule::PopUp, says));
    }
    None
}

fn check_whereabouts(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    mended: &mut Option<State>,
) -> Option<(Rule, String)> {
    let name = units::unit_name(game, unit);
    match state.unit(unit).place {
        Whereabouts::Table(at) => check_standing(game, state, unit, at, mended),
        Whereabouts::Inside(piece) if !names::is_stronghold(game, piece) => {
            let piece = units::piece_name(game, piece);
            Some((Rule::Stronghold, format!("`{name}` is in `{piece}`, which is no stronghold")))
        }
        Whereabouts::Inside(piece) => {
            let ruin = units::is_ruined(game, state, piece) && !state.ruins.contains(&piece);
            let piece = units::piece_name(game, piece);
            if ruin && state.wounds.is_empty() {
                let says = format!("`{name}` is in `{piece}`, which lies in ruins");
                return Some((Rule::Ruin, says));
            }
            if shelter::spaces_of(game, state, unit).is_none() {
                let (rule, what) = shelter::kind_rule(game, state, unit);
                let says = format!("`{name}` is in `{piece}`: {what} do not go in");
                return Some((rule, says));
            }
            None
        }
        Whereabouts::Aboard(transport) => check_ride(game, state, unit, transport),
        Whereabouts::Off | Whereabouts::Destroyed => None,
    }
}

/// Whether a base may stand where it does. A unit stopped in mid-move may be over others.
/// In `mended` those told before stand where they were told, so that no two are told one place.
fn check_standing(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    at: Point,
    mended: &mut Option<State>,
) -> Option<(Rule, String)> {
    let stopped = state.moving.and_then(|moving| moving.stopped);
    if stopped.is_some_and(|stopped| stopped.unit == unit) {
        return None;
    }
    let mut over = UnitSet::default();
    if let Some(stopped) = stopped {
        over.insert(stopped.unit);
    }
    let facing = state.unit(unit).facing;
    let obstacle = standing::obstacle(game, state, unit, (at, facing), &over)?;
    if matches!(obstacle, Obstacle::Unit(other) if other > unit) {
        return None; // Of two units in one place the second is told.
    }
    let mended = mended.get_or_insert_with(|| state.clone());
    let (says, near) = refused_stand(game, mended, unit, (at, facing), obstacle);
    if let Some(near) = near {
        mended.unit_mut(unit).place = Whereabouts::Table(near);
    }
    Some((obstacle.rule(), says))
}

/// Why a unit cannot stand somewhere, and the nearest place where it could.
fn refused_stand(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (at, facing): (Point, Facing),
    obstacle: Obstacle,
) -> (String, Option<Point>) {
    let start = onto_table(game, at);
    let near = standing::nearest_stand(game, state, unit, (start, facing), SEARCH, &|_| true);
    let (name, words) = (units::unit_name(game, unit), standing::obstacle_words(game, obstacle));
    let says =
        format!("`{name}` cannot stand at {}: {words}{}", said_place(at), nearest_words(near));
    (says, near)
}

/// Whether a unit that was just put down may stand there: of two units in one place it is the one that is told.
pub(crate) fn check_put(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
) -> Result<(), Vec<Refusal<Rule>>> {
    let record = state.unit(unit);
    let Whereabouts::Table(at) = record.place else { return Ok(()) };
    if state.moving.is_some_and(|moving| moving.stopped.is_some()) {
        return Ok(()); // Who is stopped in mid-move may be over others.
    }
    let nobody = UnitSet::default();
    let found = is_near(game, at)
        .then(|| standing::obstacle(game, state, unit, (at, record.facing), &nobody));
    let Some(obstacle) = found.flatten() else { return Ok(()) };
    let (says, _) = refused_stand(game, state, unit, (at, record.facing), obstacle);
    Err(vec![Refusal::at(obstacle.rule(), format!("units[{}]", unit.0), says)])
}

fn check_ride(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    transport: UnitNo,
) -> Option<(Rule, String)> {
    let (name, other) = (units::unit_name(game, unit), units::unit_name(game, transport));
    let carrier: &Unit = state.unit(transport);
    let hidden = matches!(carrier.place, Whereabouts::Aboard(_) | Whereabouts::Inside(_));
    let says = if transport == unit || hidden {
        format!("`{other}` is inside something itself, and cannot carry `{name}`")
    } else if state.owner(unit) != state.owner(transport) {
        format!("`{other}` is of the other side")
    } else if !carrier.alive() && !state.wrecks.iter().any(|it| it.transport == transport) {
        format!("`{other}`, which carries `{name}`, is destroyed")
    } else if shelter::ride_of(game, state, unit, transport).is_none() {
        format!("`{other}` carries no units such as `{name}`")
    } else {
        let room = units::model_of(game, state, transport).transport.map_or(0, |room| room.spaces);
        let spaces = shelter::riding(game, state, transport);
        if spaces <= room {
            return None;
        }
        format!("`{other}` has {room} spaces, and {spaces} are taken")
    };
    Some((Rule::TransportCapacity, says))
}

fn check_strongholds(game: &EaHeresy, state: &State, refusals: &mut Vec<Refusal<Rule>>) {
    for (at, stronghold) in state.strongholds.iter().enumerate() {
        let (piece, place) = (stronghold.piece, format!("strongholds[{at}]"));
        let name = units::piece_name(game, piece);
        let row = &game.terrain[game.board.piece(piece).terrain.index()];
        let capacity = row.stronghold.map_or(0, |walls| walls.damage_capacity);
        if stronghold.damage > capacity {
            let says = format!(
                "`{name}` has damage capacity {capacity}, found {} damage",
                stronghold.damage
            );
            refusals.push(Refusal::at(Rule::StrongholdSizes, place, says));
            continue;
        }
        let (used, room) = shelter::room_in(game, state, piece);
        let inside = |seat: Seat| state.occupants(piece).any(|it| state.owner(it) == seat);
        let (rule, says) = if used > room && !units::is_ruined(game, state, piece) {
            let says = format!("`{name}` has {room} spaces, and {used} are taken");
            (Rule::StrongholdSlots, says)
        } else if state.assault.is_none() && inside(Seat(0)) && inside(Seat(1)) {
            let says = format!("both sides are in `{name}`, which happens in assaults alone");
            (Rule::StrongholdOwner, says)
        } else {
            continue;
        };
        refusals.push(Refusal::at(rule, place, says));
    }
}

fn nearest_words(near: Option<Point>) -> String {
    near.map_or(String::new(), |at| format!("; the nearest legal place is {}", said_place(at)))
}
