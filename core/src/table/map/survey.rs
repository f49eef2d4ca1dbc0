//! Open tables surveyed on a grid of places: straight steps round what nobody comes into, and who sees whom.

use super::super::point::{Bounds, Length, Point};
use crate::host::{Spot, Survey, pairs};
use crate::odds::Budget;

/// Places along the longer side of a table.
const ALONG: Length = 25;

/// What is asked of the ground of a table.
pub struct GroundAsked<'g> {
    /// The table.
    pub bounds: Bounds,
    /// Whether somebody may stand at a place.
    pub stands: &'g dyn Fn(Point) -> bool,
    /// Whether coming to a place costs twice.
    pub slows: &'g dyn Fn(Point) -> bool,
    /// Whether one place sees another.
    pub sees: &'g dyn Fn(Point, Point) -> bool,
    /// A place as pictures have it.
    pub drawn: &'g dyn Fn(Point) -> (f32, f32),
    /// A place as people say it.
    pub said: &'g dyn Fn(Point) -> String,
}

impl GroundAsked<'_> {
    /// The table as a graph. Start zones and objectives stand at the places nearest to them; what is spent is counted in
    /// tenths of a unit of length `one`.
    pub fn survey(
        &self,
        one: Length,
        starts: &[(String, Bounds)],
        goals: &[(String, Point)],
        budget: &Budget,
    ) -> Survey {
        let (low, high) = (self.bounds.low, self.bounds.high);
        let pitch = ((high.x - low.x).max(high.y - low.y) / ALONG).max(1);
        let (columns, rows) = ((high.x - low.x) / pitch, (high.y - low.y) / pitch);
        // What is left over lies half on either side, so that places of both sides lie alike.
        let from =
            |low: Length, high: Length, count: Length| (low + high - pitch * count + pitch) / 2;
        let first = Point::new(from(low.x, high.x, columns), from(low.y, high.y, rows));
        let at = |column: Length, row: Length| {
            Point::new(first.x + pitch * column, first.y + pitch * row)
        };
        let mut number = vec![None; (columns * rows).max(0) as usize];
        let mut places = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if (self.stands)(at(column, row)) {
                    number[(row * columns + column) as usize] = Some(places.len() as u32);
                    places.push((column, row));
                }
            }
        }
        let known = |column: Length, row: Length| {
            let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            inside.then(|| number[(row * columns + column) as usize]).flatten()
        };
        let mut steps = Vec::new();
        for (from, (column, row)) in (0..).zip(&places) {
            for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                let Some(to) = known(column + dx, row + dy) else { continue };
                let (here, there) = (at(*column, *row), at(column + dx, row + dy));
                let middle = Point::new((here.x + there.x) / 2, (here.y + there.y) / 2);
                if !(self.stands)(middle) {
                    continue;
                }
                let far = i64::from(pitch) * if dx != 0 && dy != 0 { 1414 } else { 1000 };
                let tenths = far * 10 / (1000 * i64::from(one.max(1)));
                let cost = u32::try_from(tenths).unwrap_or(u32::MAX / 4);
                steps.push((from, to, if (self.slows)(there) { 2 * cost } else { cost }));
            }
        }
        let looks = self.looks(&places.iter().map(|(c, r)| at(*c, *r)).collect::<Vec<_>>(), budget);
        let nearest = |goal: Point| {
            let far = |(_, (c, r)): &(u32, &(Length, Length))| {
                let by = at(*c, *r) - goal;
                by.dot(&by)
            };
            (0..).zip(&places).min_by_key(far).map(|(place, _)| place)
        };
        let within = |zone: &Bounds| {
            let inside = (0..).zip(&places).filter(|(_, (c, r))| zone.holds(at(*c, *r)));
            inside.map(|(place, _)| place).collect()
        };
        let spot = |(column, row): &(Length, Length)| {
            let place = at(*column, *row);
            Spot { name: (self.said)(place), at: (self.drawn)(place) }
        };
        Survey {
            spots: places.iter().map(spot).collect(),
            steps,
            looks,
            starts: starts.iter().map(|(side, zone)| (side.clone(), within(zone))).collect(),
            goals: goals
                .iter()
                .filter_map(|(name, at)| Some((name.clone(), nearest(*at)?)))
                .collect(),
            ..Survey::default()
        }
    }

    /// Who sees whom, of as many pairs as there is time for.
    fn looks(&self, places: &[Point], budget: &Budget) -> Vec<(u32, u32, bool)> {
        let mut looks = Vec::new();
        for (from, to) in pairs(places.len()) {
            if !budget.goes_on(looks.len()) {
                break;
            }
            looks.push((from as u32, to as u32, (self.sees)(places[from], places[to])));
        }
        looks
    }
}
