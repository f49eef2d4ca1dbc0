//! Where a unit ends that charges, enters or boards: the nearest free place in contact with what is named.

use super::cursor::{Cursor, Parsed};
use super::parse_moves::Typed;
use crate::position::action::{Ending, UnitMove};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::{MoveKind, MoveStep, Step};
use crate::position::{names, units};
use crate::rules::standing;
use crate::steps::movement::candidates;
use crate::words::typed_names;
use umpire_core::host::Slip;
use umpire_core::table::{self, CM, Outline, Point};

/// Places that are tried at most where the nearest is taken.
const MOST_PLACES: usize = 400;

/// Whom a name means in a charge: a unit, a stronghold, or any unit of a formation.
pub(super) fn bodies_called(
    game: &EaHeresy,
    state: &State,
    cursor: &mut Cursor,
) -> Parsed<Vec<Body>> {
    let slip = match typed_names::typed_body(game, state, &[], &mut cursor.clone()) {
        Ok(_) => return typed_names::typed_body(game, state, &[], cursor).map(|body| vec![body]),
        Err(slip) => slip,
    };
    let Ok(formation) = typed_names::typed_formation(game, &mut cursor.clone()) else {
        return Err(slip);
    };
    typed_names::typed_formation(game, cursor)?;
    let body = |unit: UnitNo| match state.unit(state.carrier(unit)).place {
        Whereabouts::Inside(piece) => Body::Stronghold(piece),
        _ => Body::Unit(state.carrier(unit)),
    };
    let mut bodies: Vec<Body> = state.members(formation).map(body).collect();
    bodies.dedup();
    Ok(bodies)
}

/// What a typed move ends in contact with.
pub(super) fn contacted(typed: &Typed) -> Vec<Body> {
    match typed.ends {
        Some(Ending::Enter(piece) | Ending::Invade(piece)) => vec![Body::Stronghold(piece)],
        Some(Ending::Embark(transport)) => vec![Body::Unit(transport)],
        None => typed.contact.clone(),
    }
}

/// Where a unit that comes from the last of some places touches what it enters, boards or
/// charges: as near as it can, or where somebody stands there the next place around that is legal.
pub(super) fn contact_place(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (from, via): (Point, &[Point]),
    typed: &Typed,
) -> Parsed<Point> {
    let bodies = contacted(typed);
    let nearest = bodies.iter().filter_map(|body| touching(game, state, unit, from, *body));
    let Some(nearest) = nearest.min_by_key(|at| (from.square_to(*at), *at)) else {
        let names: Vec<String> = bodies.iter().map(|body| names::body_word(game, *body)).collect();
        let says = match names.as_slice() {
            [] => "there is nobody left to touch".to_string(),
            [name] => format!("`{name}` cannot be touched: it is not on the table"),
            _ => "none of them can be touched: they are not on the table".to_string(),
        };
        return Err(Slip::new(says));
    };
    let Some(kind) = kind_of_move(state) else { return Ok(nearest) };
    let free = |at: &Point| {
        let path = via.iter().copied().chain([*at]).collect();
        candidates::is_legal(game, state, kind, &way_into(game, state, unit, path, typed))
    };
    let stand = (nearest, typed.facing.unwrap_or(state.unit(unit).facing));
    let taken = standing::obstacle(game, state, unit, stand, &UnitSet::default()).is_some();
    if !taken || typed.along_road {
        return Ok(nearest);
    }
    let mut places: Vec<Point> =
        bodies.iter().flat_map(|body| places_around(game, state, unit, *body)).collect();
    places.sort_unstable_by_key(|at| (from.square_to(*at), *at));
    places.dedup();
    Ok(places.into_iter().take(MOST_PLACES).find(free).unwrap_or(nearest))
}

/// The way of a unit that ends in contact; it keeps the facing that the place was found for.
pub(super) fn way_into(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    path: Vec<Point>,
    typed: &Typed,
) -> UnitMove {
    let facing = (!is_round(game, state, unit)).then_some(state.unit(unit).facing);
    UnitMove {
        path,
        facing: typed.facing.or(facing),
        cautious: typed.cautious,
        ends: typed.ends,
        ..UnitMove::stays(unit)
    }
}

pub(super) fn is_round(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    matches!(units::model_of(game, state, unit).footprint, table::Footprint::Disc { .. })
}

/// The place nearest to another at which a unit touches something.
fn touching(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    from: Point,
    body: Body,
) -> Option<Point> {
    let footprint = units::model_of(game, state, unit).footprint;
    let facing = state.unit(unit).facing;
    match units::area(game, state, body)? {
        Area::Base(base) => table::in_contact(footprint, facing, from, &base),
        Area::Outline(outline) => table::in_contact_with_outline(footprint, facing, from, outline),
    }
}

/// Places all around something at which a unit touches it.
pub(super) fn places_around(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    body: Body,
) -> Vec<Point> {
    let footprint = units::model_of(game, state, unit).footprint;
    let facing = state.unit(unit).facing;
    match units::area(game, state, body) {
        Some(Area::Base(base)) => table::contacts_around(footprint, facing, &base),
        Some(Area::Outline(outline)) => {
            let step = units::model_of(game, state, unit).reach.max(CM) / 4;
            let touches = |from| table::in_contact_with_outline(footprint, facing, from, outline);
            along(outline, step).into_iter().filter_map(touches).collect()
        }
        None => Vec::new(),
    }
}

/// The kind of the move that is under way.
pub(super) fn kind_of_move(state: &State) -> Option<MoveKind> {
    match state.steps.last() {
        Some(Step::Movement(MoveStep::Go { kind, .. })) => Some(*kind),
        _ => None,
    }
}

/// Places on an outline, no farther apart than a step.
fn along(outline: &Outline, step: table::Length) -> Vec<Point> {
    let mut places = Vec::new();
    for (from, to) in outline.edges() {
        let length = from.distance_to(to);
        let parts = (length / step + 1).min(160);
        places.extend((0..parts).map(|part| from.towards(to, length / parts * part)));
    }
    places
}
