//! What bodies take up on the table, and how far apart that is (EA-1.6).

use crate::game::EaHeresy;
use crate::state::{Body, State, UnitNo, Whereabouts};
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

impl EaHeresy {
    /// Whether two bodies are no farther apart than a length, by measure alone.
    pub(crate) fn measured_within(&self, state: &State, a: Body, b: Body, length: Length) -> bool {
        if let (Some((one, reach)), Some((other, others))) =
            (self.round_about(state, a), self.round_about(state, b))
        {
            let far = i64::from(length) + i64::from(reach) + i64::from(others) + i64::from(SLACK);
            if one.square_to(other) > far * far {
                return false;
            }
        }
        match (self.area(state, a), self.area(state, b)) {
            (Some(from), Some(to)) => from.within(&to, length),
            _ => false,
        }
    }

    /// Whether a unit is no farther from a place than a length.
    pub(crate) fn near_place(
        &self,
        state: &State,
        unit: UnitNo,
        at: Point,
        length: Length,
    ) -> bool {
        if let Some((middle, reach)) = self.round_about(state, Body::Unit(unit)) {
            let far = i64::from(length) + i64::from(reach) + i64::from(SLACK);
            if middle.square_to(at) > far * far {
                return false;
            }
        }
        let place = Area::Base(Base::point(at));
        self.area_of(state, unit).is_some_and(|area| area.within(&place, length))
    }

    /// A circle that holds a body's base on the table; nothing for what is not a base.
    fn round_about(&self, state: &State, body: Body) -> Option<(Point, Length)> {
        let Body::Unit(unit) = body else { return None };
        let unit = state.unit(state.carrier(unit));
        match unit.place {
            Whereabouts::Table(at) => Some((at, self.model(unit).reach + 1)),
            _ => None,
        }
    }
}
