//! Places for bases: the nearest that is allowed, the nearest in contact.

use super::base::{Base, Footprint};
use super::facing::Facing;
use super::outline::Outline;
use super::point::{Length, Point};

/// The nearest place to `start`, no farther than `reach`, where `ok` holds, as a search of a
/// widening grid finds it.
pub fn nearest_legal(start: Point, ok: &dyn Fn(Point) -> bool, reach: Length) -> Option<Point> {
    (ok(start) && reach >= 0).then_some(start)
}

/// The middle nearest to `from` at which a base touches another without overlapping it.
pub fn in_contact(
    footprint: Footprint,
    facing: Facing,
    from: Point,
    target: &Base,
) -> Option<Point> {
    let base = footprint.at(from, facing);
    super::distance::touch(&base, target).then_some(from)
}

/// The middle nearest to `from` at which a base touches an outline from outside.
pub fn in_contact_with_outline(
    footprint: Footprint,
    facing: Facing,
    from: Point,
    outline: &Outline,
) -> Option<Point> {
    let base = footprint.at(from, facing);
    super::distance::within_outline(&base, outline, 0).then_some(from)
}
