//! Places as they are written in maps: read, rounded, put elsewhere.

use crate::data::{Change, Written};

/// A place, in the map's own unit.
pub(super) type Spot = (f32, f32);

pub(super) fn far_from_side(at: Spot, from: Spot, to: Spot) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let whole = (dx * dx + dy * dy).max(f32::EPSILON);
    let along = (((at.0 - from.0) * dx + (at.1 - from.1) * dy) / whole).clamp(0.0, 1.0);
    (at.0 - from.0 - along * dx).hypot(at.1 - from.1 - along * dy)
}

pub(super) fn point_in(value: &Written) -> Option<Spot> {
    let [Written::Word(x), Written::Word(y)] = value.values() else { return None };
    let finite = |word: &String| word.parse::<f32>().ok().filter(|it| it.is_finite());
    Some((finite(x)?, finite(y)?))
}

/// A number with at most four digits after the point.
pub(super) fn number(length: f32) -> Written {
    let rounded = (f64::from(length) * 10_000.0).round() / 10_000.0;
    Written::word(if rounded == 0.0 { 0.0 } else { rounded })
}

pub(super) fn point((x, y): Spot) -> Written {
    Written::list([number(x), number(y)])
}

pub(super) fn rect(low: Spot, high: Spot) -> Written {
    Written::list([low.0, low.1, high.0, high.1].map(number))
}

pub(super) fn span(points: &[Spot]) -> Result<(Spot, Spot), String> {
    let (Some(one), Some(other)) = (points.first(), points.get(1)) else {
        return Err("a rectangle needs two corners".to_string());
    };
    let low = (one.0.min(other.0), one.1.min(other.1));
    let high = (one.0.max(other.0), one.1.max(other.1));
    match low.0 < high.0 && low.1 < high.1 {
        true => Ok((low, high)),
        false => Err("a rectangle needs some width and some depth".to_string()),
    }
}

pub(super) fn middle_of(points: &[Spot]) -> Spot {
    let count = points.len().max(1) as f32;
    let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (sum.0 / count, sum.1 / count)
}

/// Fields of a row that hold places.
const PLACED: [&str; 8] = ["rect", "corners", "outline", "line", "points", "disc", "at", "steep"];

/// A row with its places elsewhere; `name` is the field that holds it.
pub(super) fn moved(value: &Written, name: &str, to: &dyn Fn(Spot) -> Spot) -> Written {
    if name == "rect"
        && let [x, y, far_x, far_y] = value.values()
        && let (Some(low), Some(high)) = (
            point_in(&Written::list([x.clone(), y.clone()])),
            point_in(&Written::list([far_x.clone(), far_y.clone()])),
        )
    {
        let (one, other) = (to(low), to(high));
        return rect(
            (one.0.min(other.0), one.1.min(other.1)),
            (one.0.max(other.0), one.1.max(other.1)),
        );
    }
    if let Some(at) = point_in(value) {
        return point(to(at));
    }
    match value {
        Written::List(values) => values.iter().map(|value| moved(value, "", to)).collect(),
        Written::Row(fields) => {
            let moved = |(name, value): &(String, Written)| {
                let placed = PLACED.contains(&name.as_str());
                (name.clone(), if placed { moved(value, name, to) } else { value.clone() })
            };
            Written::Row(fields.iter().map(moved).collect())
        }
        Written::Word(_) => value.clone(),
    }
}

/// Changes that put the places of a row elsewhere, field by field.
pub(super) fn put(field: &str, row: &Written, to: impl Fn(Spot) -> Spot) -> Vec<Change> {
    let set = |field: String, value: Written| Change::Set { field, value };
    match row {
        Written::Row(fields) => {
            let placed = fields.iter().filter(|(name, _)| PLACED.contains(&name.as_str()));
            placed
                .map(|(name, value)| set(format!("{field}.{name}"), moved(value, name, &to)))
                .collect()
        }
        place => vec![set(field.to_string(), moved(place, "", &to))],
    }
}

/// Every place in a value.
pub(super) fn collect(value: &Written, name: &str, points: &mut Vec<Spot>) {
    if name == "rect"
        && let [x, y, far_x, far_y] = value.values()
    {
        let pair = |x: &Written, y: &Written| point_in(&Written::list([x.clone(), y.clone()]));
        points.extend(pair(x, y));
        points.extend(pair(far_x, far_y));
        return;
    }
    if let Some(at) = point_in(value) {
        points.push(at);
        return;
    }
    match value {
        Written::List(values) => values.iter().for_each(|value| collect(value, "", points)),
        Written::Row(fields) => {
            let placed = fields.iter().filter(|(name, _)| PLACED.contains(&name.as_str()));
            placed.for_each(|(name, value)| collect(value, name, points));
        }
        Written::Word(_) => {}
    }
}
