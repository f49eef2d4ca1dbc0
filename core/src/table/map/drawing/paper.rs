//! A map's file as it is drawn: everything in it that has a place, shapes, and what can be taken hold of.

use super::places::{Spot, collect, middle_of, moved, point_in, put};
use crate::data::{Change, Written};
use crate::host::Handle;

/// A map's file while it is drawn on; places in it have y growing away from the near side.
pub(super) struct Paper<'w> {
    pub(super) whole: &'w Written,
    pub(super) deep: f32,
}

/// What is filled.
pub(super) enum Drawn {
    Ring(Vec<Spot>),
    Disc(Spot, f32),
}

impl Paper<'_> {
    pub(super) fn drawn(&self, (x, y): Spot) -> Spot {
        (x, self.deep - y)
    }

    /// Everything that has a place: its field, and what is written there.
    pub(super) fn rows(&self) -> Vec<(String, &Written)> {
        let mut rows = Vec::new();
        for list in ["pieces", "objectives", "deployment"] {
            match self.whole.field(list) {
                Some(Written::List(values)) => {
                    let numbered = values.iter().enumerate();
                    rows.extend(numbered.map(|(at, row)| (format!("{list}[{at}]"), row)));
                }
                Some(Written::Row(fields)) => {
                    rows.extend(fields.iter().map(|(name, row)| (format!("{list}.{name}"), row)));
                }
                _ => {}
            }
        }
        rows
    }

    pub(super) fn outlines(&self, row: &Written) -> Vec<Drawn> {
        let shape = Shaped::of(row);
        let ring = |points: &[Spot]| Drawn::Ring(points.iter().map(|at| self.drawn(*at)).collect());
        match shape {
            Some(Shaped::Rect(_, low, high)) => {
                vec![ring(&[low, (high.0, low.1), high, (low.0, high.1)])]
            }
            Some(Shaped::Corners(_, points)) => vec![ring(&points)],
            Some(Shaped::Disc { at, radius, .. }) => vec![Drawn::Disc(self.drawn(at), radius)],
            Some(Shaped::Line { points, width, .. }) => {
                let stretch = |ends: &[Spot]| {
                    let (from, to) = (ends[0], ends[1]);
                    let whole = (to.0 - from.0).hypot(to.1 - from.1).max(0.001);
                    let along = (
                        (to.0 - from.0) / whole * width / 2.0,
                        (to.1 - from.1) / whole * width / 2.0,
                    );
                    let aside = (-along.1, along.0);
                    let corner = |at: Spot, far: f32, side: f32| {
                        (
                            at.0 + far * along.0 + side * aside.0,
                            at.1 + far * along.1 + side * aside.1,
                        )
                    };
                    ring(&[
                        corner(from, -1.0, -1.0),
                        corner(to, 1.0, -1.0),
                        corner(to, 1.0, 1.0),
                        corner(from, -1.0, 1.0),
                    ])
                };
                points.windows(2).map(stretch).collect()
            }
            None => Vec::new(),
        }
    }

    pub(super) fn handles(&self, field: &str, row: &Written, handles: &mut Vec<Handle>) {
        let mut add = |path: String, at: Spot| {
            handles.push(Handle { field: path, row: field.to_string(), at: self.drawn(at) });
        };
        match Shaped::of(row) {
            Some(Shaped::Rect(name, low, high)) => {
                let corners = [low, (high.0, low.1), high, (low.0, high.1)];
                for (number, at) in corners.into_iter().enumerate() {
                    add(format!("{field}.{name}/{number}"), at);
                }
            }
            Some(Shaped::Corners(name, points)) => {
                for (number, at) in points.into_iter().enumerate() {
                    add(format!("{field}.{name}[{number}]"), at);
                }
            }
            Some(Shaped::Line { name, points, .. }) => {
                for (number, at) in points.into_iter().enumerate() {
                    add(format!("{field}.{name}[{number}]"), at);
                }
            }
            Some(Shaped::Disc { radius_name, at, radius, .. }) => {
                add(format!("{field}.{radius_name}/rim"), (at.0 + radius, at.1));
            }
            None => {}
        }
    }

    /// Where a field stands on the map: the place it names, or the middle of its row.
    pub(super) fn place_of(&self, field: &str) -> Option<Spot> {
        if let Some(at) = self.whole.at(field).and_then(point_in) {
            return Some(self.drawn(at));
        }
        let row = self.rows().into_iter().find(|(name, _)| {
            field
                .strip_prefix(name.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        });
        let mut points = Vec::new();
        collect(row?.1, "", &mut points);
        (!points.is_empty()).then(|| self.drawn(middle_of(&points)))
    }

    /// Every place of the file put elsewhere.
    pub(super) fn all(&self, to: impl Fn(Spot) -> Spot + Copy) -> Vec<Change> {
        self.rows().into_iter().flat_map(|(field, row)| put(&field, row, to)).collect()
    }

    /// Twins of the pieces of the near half, turned by half.
    pub(super) fn both_sides(&self, wide: f32) -> Result<(Vec<Change>, String), String> {
        let turned = |(x, y): Spot| (wide - x, self.deep - y);
        let mut changes = Vec::new();
        let pieces = self.whole.field("pieces").map(Written::values).unwrap_or_default();
        let height = |row: &Written| {
            let mut points = Vec::new();
            collect(row, "", &mut points);
            middle_of(&points).1
        };
        for (number, row) in pieces.iter().enumerate().rev() {
            if height(row) > self.deep / 2.0 {
                changes.push(Change::Remove { field: format!("pieces[{number}]") });
            }
        }
        let near: Vec<&Written> =
            pieces.iter().filter(|row| height(row) < self.deep / 2.0).collect();
        let named = |row: &Written, word: &str| {
            row.field("name").and_then(Written::as_word).is_some_and(|name| name == word)
        };
        // A hill in the middle has no twin: what stands on it stands on it on both sides.
        let has_twin = |word: &str| near.iter().any(|row| named(row, word));
        for row in &near {
            let mut twin = moved(row, "", &turned);
            if let Written::Row(fields) = &mut twin {
                for (name, value) in fields.iter_mut() {
                    let Written::Word(word) = value else { continue };
                    if name == "name" || (name == "on_hill" && has_twin(word)) {
                        *word = format!("far {word}");
                    }
                }
            }
            changes.push(Change::Push { list: "pieces".into(), row: twin });
        }
        match near.is_empty() {
            true => Err("there is nothing in the near half yet".to_string()),
            false => Ok((changes, format!("{} twins in the far half", near.len()))),
        }
    }
}

/// A shape as it is written, with the field that holds its places.
pub(super) enum Shaped {
    Rect(&'static str, Spot, Spot),
    Corners(&'static str, Vec<Spot>),
    Line { name: &'static str, points: Vec<Spot>, width: f32 },
    Disc { radius_name: &'static str, at: Spot, radius: f32 },
}

impl Shaped {
    pub(super) fn of(row: &Written) -> Option<Shaped> {
        let points =
            |value: &Written| -> Vec<Spot> { value.values().iter().filter_map(point_in).collect() };
        let numeric = |value: Option<&Written>| value?.as_word()?.parse::<f32>().ok();
        if let Some(rect) = row.field("rect") {
            let sides: Vec<f32> = rect.values().iter().filter_map(|it| numeric(Some(it))).collect();
            let [x, y, far_x, far_y] = sides[..] else { return None };
            return Some(Shaped::Rect("rect", (x, y), (far_x, far_y)));
        }
        for name in ["corners", "outline"] {
            if let Some(corners) = row.field(name) {
                return Some(Shaped::Corners(name, points(corners)));
            }
        }
        if let Some(line) = row.field("line") {
            return Some(match line.field("points") {
                Some(inner) => Shaped::Line {
                    name: "line.points",
                    points: points(inner),
                    width: numeric(line.field("width"))?,
                },
                None => Shaped::Line {
                    name: "line",
                    points: points(line),
                    width: numeric(row.field("width"))?,
                },
            });
        }
        let disc = row.field("disc")?;
        Some(match disc.field("at") {
            Some(at) => Shaped::Disc {
                radius_name: "disc.radius",
                at: point_in(at)?,
                radius: numeric(disc.field("radius"))?.abs(),
            },
            None => Shaped::Disc {
                radius_name: "radius",
                at: point_in(disc)?,
                radius: numeric(row.field("radius"))?.abs(),
            },
        })
    }
}
