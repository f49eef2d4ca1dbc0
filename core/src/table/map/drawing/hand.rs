//! What a stroke changes in one piece of a map: moved, a corner pulled, turned, widened, taken away.

use super::paper::{Paper, Shaped};
use super::places::{Spot, far_from_side, number, point, rect};
use crate::data::{Change, Written};
use crate::host::Stroke;

/// A hand on a map.
pub(super) struct Hand<'h> {
    pub(super) paper: &'h Paper<'h>,
    pub(super) stroke: &'h Stroke,
    pub(super) snap: f32,
}

impl Hand<'_> {
    pub(super) fn snapped(&self, length: f32) -> f32 {
        (length / self.snap).round() * self.snap
    }

    /// A place of the picture as the file has it, rounded.
    pub(super) fn rounded(&self, (x, y): Spot) -> Spot {
        (self.snapped(x), self.snapped(self.paper.deep - y))
    }

    pub(super) fn row(&self, field: &str) -> Result<&Written, String> {
        self.paper.whole.at(field).ok_or(format!("there is no `{field}`"))
    }

    pub(super) fn by(&self) -> Spot {
        let (x, y) = self.stroke.by.unwrap_or_default();
        (self.snapped(x), -self.snapped(y))
    }

    pub(super) fn moved(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let by = self.by();
        let changes = self.paper.put(field, self.row(field)?, &|(x, y)| (x + by.0, y + by.1));
        Ok((changes, format!("moved by {}, {}", number(by.0), number(by.1))))
    }

    pub(super) fn dragged(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let at = *self.stroke.points.first().ok_or("nothing was pointed at")?;
        let at = self.rounded(at);
        let said = format!("{}, {}", number(at.0), number(at.1));
        let Some((path, corner)) = field.split_once('/') else {
            self.row(field)?;
            let change = Change::Set { field: field.to_string(), value: point(at) };
            return Ok((vec![change], said));
        };
        let row = path
            .strip_suffix(".rect")
            .or(path.strip_suffix(".disc.radius"))
            .or(path.strip_suffix(".radius"));
        match Shaped::of(self.row(row.unwrap_or(path))?) {
            Some(Shaped::Rect(_, mut low, mut high)) => {
                match corner {
                    "0" => low = at,
                    "1" => (high.0, low.1) = at,
                    "2" => high = at,
                    _ => (low.0, high.1) = at,
                }
                let value = rect(
                    (low.0.min(high.0), low.1.min(high.1)),
                    (low.0.max(high.0), low.1.max(high.1)),
                );
                Ok((vec![Change::Set { field: path.to_string(), value }], said))
            }
            Some(Shaped::Disc { at: middle, .. }) => {
                let radius = self.snapped((at.0 - middle.0).hypot(at.1 - middle.1)).max(self.snap);
                let value = number(radius);
                Ok((
                    vec![Change::Set { field: path.to_string(), value: value.clone() }],
                    format!("radius {value}"),
                ))
            }
            _ => Err(format!("there is no `{field}` to drag")),
        }
    }

    /// A corner more, on the side of the outline that is nearest.
    pub(super) fn inserted(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let at = *self.stroke.points.first().ok_or("nothing was pointed at")?;
        let at = self.rounded(at);
        let (name, mut points, closed) = match Shaped::of(self.row(field)?) {
            Some(Shaped::Corners(name, points)) => (name, points, true),
            Some(Shaped::Line { name, points, .. }) => (name, points, false),
            _ => return Err("only outlines and lines get more corners".to_string()),
        };
        let count = points.len();
        let sides = if closed { count } else { count.saturating_sub(1) };
        let far = |side: &usize| far_from_side(at, points[*side], points[(side + 1) % count]);
        let side = (0..sides).min_by(|one, other| far(one).total_cmp(&far(other)));
        points.insert(side.ok_or("there is no side to bend")? + 1, at);
        let value = Written::list(points.into_iter().map(point));
        Ok((
            vec![Change::Set { field: format!("{field}.{name}"), value }],
            "a corner more".to_string(),
        ))
    }

    pub(super) fn removed(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        self.row(field.split('/').next().unwrap_or(field))?;
        if let Some((list, _)) = field.rsplit_once('[')
            && !matches!(list, "pieces" | "objectives")
        {
            let least = if list.ends_with("line") || list.ends_with("points") { 2 } else { 3 };
            if self.row(list)?.values().len() <= least {
                return Err(format!(
                    "it needs {least} corners at least: remove the whole piece instead"
                ));
            }
        }
        if field.contains('/') {
            return Err("a rectangle and a disc are removed as a whole".to_string());
        }
        Ok((vec![Change::Remove { field: field.to_string() }], "removed".to_string()))
    }
}
