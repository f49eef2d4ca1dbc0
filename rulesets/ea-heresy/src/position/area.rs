//! What bodies take up on the table, and how far apart that is (EA-1.6).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::units;
use umpire_core::table::{self, Base, Bounds, Length, Outline, Point, SLACK};

/// What a unit, or a stronghold, takes up on the table.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // Areas live on the stack for one question.
pub enum Area<'a> {
    /// The base of a unit on the table.
    Base(Base),
    /// The outline of a stronghold, for itself and for all inside (EA-1.6.2).
    Outline(&'a Outline),
}

impl Area<'_> {
    /// How it takes part in sight.
    pub(crate) fn body(&self) -> table::Body<'_> {
        match self {
            Area::Base(base) => table::Body::Base(base),
            Area::Outline(outline) => table::Body::Outline(outline),
        }
    }

    /// The base, where it is one.
    pub fn base(&self) -> Option<&Base> {
        match self {
            Area::Base(base) => Some(base),
            Area::Outline(_) => None,
        }
    }

    /// The middle of the base, or of the stronghold's bounds.
    pub fn middle(&self) -> Point {
        match self {
            Area::Base(base) => base.centre(),
            Area::Outline(outline) => outline.bounds().middle(),
        }
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Area::Base(base) => base.bounds(),
            Area::Outline(outline) => outline.bounds(),
        }
    }

    /// Its corners.
    pub fn corners(&self) -> &[Point] {
        match self {
            Area::Base(base) => base.corners(),
            Area::Outline(outline) => outline.corners(),
        }
    }

    /// The distance from edge to edge, rounded down (EA-1.6).
    pub fn gap(&self, other: &Area) -> Length {
        match (self, other) {
            (Area::Base(a), Area::Base(b)) => table::gap(a, b),
            (Area::Base(a), Area::Outline(b)) | (Area::Outline(b), Area::Base(a)) => {
                table::gap_to_outline(a, b)
            }
            (Area::Outline(a), Area::Outline(b)) => table::gap_between_outlines(a, b),
        }
    }

    /// Whether it is no farther than a length, with the slack (EA-1.6.1).
    pub fn within(&self, other: &Area, length: Length) -> bool {
        match (self, other) {
            (Area::Base(a), Area::Base(b)) => table::within(a, b, length),
            (Area::Base(a), Area::Outline(b)) | (Area::Outline(b), Area::Base(a)) => {
                table::within_outline(a, b, length)
            }
            (Area::Outline(a), Area::Outline(b)) => table::within_outlines(a, b, length),
        }
    }
}

/// Whether two bodies are no farther apart than a length, by measure alone.
pub(crate) fn measured_within(
    game: &EaHeresy,
    state: &State,
    a: Body,
    b: Body,
    length: Length,
) -> bool {
    if let (Some((one, reach)), Some((other, others))) =
        (round_about(game, state, a), round_about(game, state, b))
    {
        let far = i64::from(length) + i64::from(reach) + i64::from(others) + i64::from(SLACK);
        if one.square_to(other) > far * far {
            return false;
        }
    }
    match (units::area(game, state, a), units::area(game, state, b)) {
        (Some(from), Some(to)) => from.within(&to, length),
        _ => false,
    }
}

/// Whether a unit is no farther from a place than a length.
pub(crate) fn near_place(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    at: Point,
    length: Length,
) -> bool {
    if let Some((middle, reach)) = round_about(game, state, Body::Unit(unit)) {
        let far = i64::from(length) + i64::from(reach) + i64::from(SLACK);
        if middle.square_to(at) > far * far {
            return false;
        }
    }
    let place = Area::Base(Base::point(at));
    units::area_of(game, state, unit).is_some_and(|area| area.within(&place, length))
}

/// The nearest of some bodies to one, of those as near the first, and how far it is from edge to
/// edge. Whoever cannot be nearer by the rectangles around both is not measured.
pub fn nearest(
    game: &EaHeresy,
    state: &State,
    from: Body,
    bodies: impl IntoIterator<Item = Body>,
) -> Option<(Body, Length)> {
    let area = units::area(game, state, from)?;
    let mut nearest: Option<(Body, Length)> = None;
    for body in bodies {
        let Some(bounds) = bounds_about(game, state, body) else { continue };
        let least = nearest.map_or(i64::MAX, |(_, gap)| i64::from(gap) * i64::from(gap));
        if area.bounds().square_to(bounds) >= least {
            continue;
        }
        let Some(other) = units::area(game, state, body) else { continue };
        let gap = area.gap(&other);
        if nearest.is_none_or(|(_, least)| gap < least) {
            nearest = Some((body, gap));
        }
    }
    nearest
}

/// How far the nearest of some units is from a body.
pub(crate) fn gap_to_nearest(
    game: &EaHeresy,
    state: &State,
    from: Body,
    units: impl IntoIterator<Item = UnitNo>,
) -> Option<Length> {
    let bodies = units.into_iter().map(Body::Unit);
    nearest(game, state, from, bodies).map(|(_, gap)| gap)
}

/// A rectangle that holds what a body takes up, if it takes up anything.
pub(crate) fn bounds_about(game: &EaHeresy, state: &State, body: Body) -> Option<Bounds> {
    let piece = match body {
        Body::Stronghold(piece) => piece,
        Body::Unit(unit) => match state.unit(unit).place {
            Whereabouts::Inside(piece) => piece,
            _ => {
                let (at, reach) = round_about(game, state, body)?;
                return Some(Bounds { low: at, high: at }.wider(reach));
            }
        },
    };
    Some(game.board.piece(piece).outline.bounds())
}

/// A circle that holds a body's base on the table; nothing for what is not a base.
fn round_about(game: &EaHeresy, state: &State, body: Body) -> Option<(Point, Length)> {
    let Body::Unit(unit) = body else { return None };
    let unit = state.unit(state.carrier(unit));
    match unit.place {
        Whereabouts::Table(at) => Some((at, units::model(game, unit).reach + 1)),
        _ => None,
    }
}
