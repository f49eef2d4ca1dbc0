//! Ruins: who has to come out of them, and where (EA-6.9).

use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::movement::zones;
use crate::rules::standing;
use umpire_core::table;
use umpire_core::table::{CM, Facing, Footprint, Length, Outline, Point};

/// How far apart places along an outline are tried.
const ALONG: Length = CM / 4;

/// Whether a unit of a formation is still in a ruin.
pub(crate) fn is_in_ruin(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    matches!(state.unit(unit).place, Whereabouts::Inside(piece) if units::is_ruined(game, state, piece))
}

/// Whether a unit stays in a ruin in moves of a kind: it comes out when the action is over, or
/// before it withdraws.
pub(crate) fn waits_in_ruin(game: &EaHeresy, state: &State, unit: UnitNo, kind: MoveKind) -> bool {
    kind != MoveKind::Withdraw && is_in_ruin(game, state, unit)
}

/// That a unit stays in a ruin for now.
pub(crate) fn waiting_words(game: &EaHeresy, unit: UnitNo) -> String {
    let name = units::unit_name(game, unit);
    format!("`{name}` comes out of the ruin when the action is over, not by a move")
}

/// The middles at which a unit that comes out of a building may be put down, a few of them:
/// within a length of the outline, outside enemy zones where there is such a place.
pub(crate) fn exit_spots(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    reach: Length,
) -> Vec<Point> {
    let outline = &game.board.piece(piece).outline;
    let bounds = outline.bounds();
    let middle = bounds.middle();
    let footprint = units::model_of(game, state, unit).footprint;
    let facing = state.unit(unit).facing;
    let far = bounds.low.distance_to(bounds.high) + reach + footprint.reach();
    let around = (0..16).map(|turn| middle.ahead(Facing::degrees(turn * 45 / 2), far));
    let stands = |at: &Point| may_exit_at(game, state, unit, piece, (*at, facing), reach);
    let touching =
        around.filter_map(|from| table::in_contact_with_outline(footprint, facing, from, outline));
    let mut spots: Vec<Point> = Vec::new();
    for spot in touching.filter(stands) {
        if !spots.contains(&spot) {
            spots.push(spot);
        }
    }
    let free = |at: &Point| !in_enemy_zone(game, state, unit, (*at, facing));
    if !spots.iter().any(free) && reach > 0 {
        let free =
            |at: Point| may_exit_at(game, state, unit, piece, (at, facing), reach) && free(&at);
        spots.extend(table::nearest_legal(middle, &free, far));
    }
    if spots.is_empty() && reach > 0 {
        let any = |at: Point| may_exit_at(game, state, unit, piece, (at, facing), reach);
        spots.extend(table::nearest_legal(middle, &any, far));
    }
    if spots.is_empty() {
        let along: Vec<Point> = along_walls(footprint, facing, outline).filter(stands).collect();
        spots.extend(along.iter().copied().find(free).or(along.first().copied()));
    }
    if spots.iter().any(free) {
        spots.retain(free);
    }
    spots
}

/// Middles at which a base touches an outline from outside, all along it.
fn along_walls(
    footprint: Footprint,
    facing: Facing,
    outline: &Outline,
) -> impl Iterator<Item = Point> + '_ {
    let places = outline.edges().flat_map(|(from, to)| {
        (0..=from.distance_to(to) / ALONG).map(move |step| from.towards(to, step * ALONG))
    });
    places.filter_map(move |at| table::in_contact_with_outline(footprint, facing, at, outline))
}

fn may_exit_at(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    (at, facing): (Point, Facing),
    reach: Length,
) -> bool {
    let base = units::model_of(game, state, unit).base(at, facing);
    table::within_outline(&base, &game.board.piece(piece).outline, reach)
        && standing::obstacle(game, state, unit, (at, facing), &Default::default()).is_none()
}

/// Whether a unit put down at a place would be in an enemy's zone of control.
pub(crate) fn in_enemy_zone(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (at, facing): (Point, Facing),
) -> bool {
    let base = units::model_of(game, state, unit).base(at, facing);
    let foe = state.owner(unit).opponent();
    let zones = zones::zones_of(game, state, foe, Some(base.bounds()), |_| false);
    zones.iter().any(|zone| zone.holds(&base))
}
