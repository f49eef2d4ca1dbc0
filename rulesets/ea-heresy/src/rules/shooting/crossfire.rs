//! Crossfire: a line between two formations that passes over their target (EA-7.8).

use super::aim::Bodies;
use crate::position::action::Order;
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, Stance, State, UnitNo, UnitSet, Whereabouts};
use crate::position::units;
use crate::rules::shooting::cover;
use crate::rules::sight;
use crate::tables::catalog::Traits;
use umpire_core::table::{self, Base, Bounds, Point, orientation};

/// A unit that fires and one of another formation that catch the target between them.
pub(crate) fn crossfire(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    firers: &UnitSet,
    bodies: &Bodies,
) -> Option<(UnitNo, UnitNo)> {
    let owner = state.formation(formation).owner;
    let helps = |other: &FormationNo| {
        let record = state.formation(*other);
        *other != formation
            && record.owner == owner
            && !record.broken
            && record.stance != Stance::Acted(Order::March)
    };
    let areas: Vec<Area> =
        bodies.iter().filter_map(|body| units::area(game, state, *body)).collect();
    let all = areas.iter().map(bounds_of).reduce(Bounds::with)?;
    let from: Vec<(UnitNo, Point)> =
        firers.iter().filter_map(|unit| Some((unit, centre_of(game, state, unit)?))).collect();
    for helper in state.all_formations().filter(helps) {
        for other in state.members(helper) {
            let Some(to) = centre_of(game, state, other) else { continue };
            let catches = |(unit, at): &&(UnitNo, Point)| {
                Bounds::of(&[*at, to]).meets(all)
                    && units::within(
                        game,
                        state,
                        Body::Unit(*unit),
                        Body::Unit(other),
                        game.edition.crossfire,
                    )
                    && line_meets(game, state, (*at, to), bodies, &areas)
            };
            let sees =
                || bodies.iter().any(|body| sight::sees(game, state, Body::Unit(other), *body));
            if let Some((unit, _)) = from.iter().find(catches)
                && sees()
            {
                return Some((*unit, other));
            }
        }
    }
    None
}

/// The middle of a unit on the table or of the stronghold it is in; passengers do not help.
fn centre_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Point> {
    match state.unit(unit).place {
        Whereabouts::Table(at) => Some(at),
        Whereabouts::Inside(piece) => Some(game.board.piece(piece).outline.bounds().middle()),
        _ => None,
    }
}

/// Whether a line passes over a body, or between two that are in coherency of each other.
fn line_meets(
    game: &EaHeresy,
    state: &State,
    (from, to): (Point, Point),
    bodies: &Bodies,
    areas: &[Area],
) -> bool {
    let touches = |area: &Area| match area {
        Area::Base(base) => table::segment_meets_hull(from, to, &[base]),
        Area::Outline(outline) => {
            outline.holds(from) || outline.edges().any(|(a, b)| table::touches(from, to, a, b))
        }
    };
    if areas.iter().any(touches) {
        return true;
    }
    let bases: Vec<(UnitNo, &Base)> = bodies
        .iter()
        .zip(areas)
        .filter_map(|(body, area)| match (body, area) {
            (Body::Unit(unit), Area::Base(base)) => Some((*unit, base)),
            _ => None,
        })
        .collect();
    let side = |base: &Base| orientation(from, to, base.centre()).signum();
    let between = |(one, a): &(UnitNo, &Base), (two, b): &(UnitNo, &Base)| {
        let reach =
            units::coherency_of(game, state, *one).max(units::coherency_of(game, state, *two));
        side(a) != side(b)
            && table::within(a, b, reach)
            && table::segment_meets_hull(from, to, &[a, b])
    };
    (0..bases.len()).any(|at| bases[at + 1..].iter().any(|other| between(&bases[at], other)))
}

/// What crossfire takes off a body's saves: nothing behind thick rear armour (EA-7.8.1), its
/// own or its bunker's.
pub(crate) fn crossfire_save(game: &EaHeresy, state: &State, body: Body) -> i8 {
    let thick = match body {
        Body::Stronghold(piece) => units::walls(game, state, piece)
            .is_some_and(|walls| walls.traits.has(Traits::THICK_REAR_ARMOUR)),
        Body::Unit(unit) => {
            units::unit_has(game, state, unit, Traits::THICK_REAR_ARMOUR)
                || cover::is_foot(game, state, unit)
                    && units::pieces_under(game, state, unit).into_iter().any(|piece| {
                        units::terrain_of(game, state, piece).gives.has(Traits::THICK_REAR_ARMOUR)
                            && cover::shelters(game, state, unit, piece)
                    })
        }
    };
    if thick { 0 } else { game.edition.crossfire_save }
}

fn bounds_of(area: &Area) -> Bounds {
    match area {
        Area::Base(base) => base.bounds(),
        Area::Outline(outline) => outline.bounds(),
    }
}
