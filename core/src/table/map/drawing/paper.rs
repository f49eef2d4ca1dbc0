//! A map's file as it is drawn: everything in it that has a place, shapes, and what can be taken hold of.

use super::places::{Spot, collect, middle_of, moved, point_in, put};
use crate::command::counted;
use crate::data::{Change, Written};
use crate::host::{Half, Handle};
use std::cmp::Ordering;

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
        self.rows().into_iter().flat_map(|(field, row)| self.put(&field, row, &to)).collect()
    }

    /// Changes that put the places of a row elsewhere, and say in which half it lies then where it says that.
    pub(super) fn put(&self, field: &str, row: &Written, to: &dyn Fn(Spot) -> Spot) -> Vec<Change> {
        let mut changes = put(field, row, to);
        let half = self.other_half(&moved(row, "", to));
        changes.extend(half.map(|half| Change::Set {
            field: format!("{field}.half"),
            value: Written::word(half),
        }));
        changes
    }

    /// A row with its places elsewhere, which says in which half it lies then where it says that.
    pub(super) fn moved(&self, row: &Written, to: &dyn Fn(Spot) -> Spot) -> Written {
        let mut row = moved(row, "", to);
        let half = self.other_half(&row);
        if let (Some(half), Written::Row(fields)) = (half, &mut row) {
            let said = fields.iter_mut().filter(|(name, _)| name == "half");
            said.for_each(|(_, value)| *value = Written::word(half));
        }
        row
    }

    /// The half in which a row lies that names the other one.
    fn other_half(&self, row: &Written) -> Option<&'static str> {
        let half = self.half_at(point_in(row.field("at")?)?);
        (word(row, "half")? != half).then_some(half)
    }

    /// The half in which a place lies; the middle belongs to the near one.
    pub(super) fn half_at(&self, (_, y): Spot) -> &'static str {
        if y * 2.0 <= self.deep { "near" } else { "far" }
    }

    /// What lies in one half has its twin in the other one, turned by half: pieces, objectives, and a zone of the other side.
    pub(super) fn both_sides(
        &self,
        wide: f32,
        zones: &[&str],
        half: Half,
    ) -> Result<(Vec<Change>, String), String> {
        let mut twins = Twins { paper: self, wide, half, changes: Vec::new(), made: Vec::new() };
        let pieces = twins.of("pieces", "piece");
        let objectives = twins.of("objectives", "objective");
        let zone = twins.of_zone(zones);
        let Twins { changes, made, .. } = twins;
        let [stays, follows] = [half, half.other()].map(half_name);
        match (pieces || objectives || zone, made.is_empty()) {
            (false, true) => Err(format!("there is nothing in the {stays} half yet")),
            (_, true) => Ok((changes, "both sides are alike already".to_string())),
            _ => Ok((
                changes,
                format!("the {follows} half follows the {stays}: {}", made.join(", ")),
            )),
        }
    }

    /// How far the first zone lies from the middle of the table, to the right and down in the picture, in parts of the whole.
    pub(super) fn zone_from_middle(&self, wide: f32, zones: &[&str]) -> (f32, f32) {
        let zone = |side: &&str| self.whole.at(&format!("deployment.{side}"));
        let Some(zone) = zones.iter().find_map(zone) else { return (0.0, 0.0) };
        let mut points = Vec::new();
        collect(zone, "", &mut points);
        let (x, y) = middle_of(&points);
        match points.is_empty() || wide <= 0.0 || self.deep <= 0.0 {
            true => (0.0, 0.0),
            false => (x / wide - 0.5, 0.5 - y / self.deep),
        }
    }
}

/// What people call a half of a table.
pub(super) fn half_name(half: Half) -> &'static str {
    match half {
        Half::Upper => "far",
        Half::Lower => "near",
        Half::Left => "left",
        Half::Right => "right",
    }
}

/// What becomes of the other half while it is made like one.
struct Twins<'p> {
    paper: &'p Paper<'p>,
    wide: f32,
    /// The half that stays.
    half: Half,
    changes: Vec<Change>,
    /// What was done, in words.
    made: Vec<String>,
}

/// How far places may be apart that are the same, for they are written in tenths.
const SAME: f32 = 0.06;

impl Twins<'_> {
    fn turned(&self, (x, y): Spot) -> Spot {
        (self.wide - x, self.paper.deep - y)
    }

    /// Whether a row lies in the half that stays, on the middle as its own image, or in the other half.
    fn order(&self, row: &Written) -> Ordering {
        let mut points = Vec::new();
        collect(row, "", &mut points);
        if self.is_own_image(&points) {
            return Ordering::Equal;
        }
        let (x, y) = middle_of(&points);
        self.half.order((x - self.wide / 2.0, self.paper.deep / 2.0 - y))
    }

    /// Whether places turned by half are the same places.
    fn is_own_image(&self, points: &[Spot]) -> bool {
        let mut left = points.to_vec();
        points.iter().all(|at| {
            let at = self.turned(*at);
            let same = |it: &Spot| (it.0 - at.0).abs().max((it.1 - at.1).abs()) < SAME;
            left.iter().position(same).map(|found| left.swap_remove(found)).is_some()
        })
    }

    /// Rows of a list; whether there is anything that others follow.
    fn of(&mut self, list: &str, one: &str) -> bool {
        let in_list =
            |field: &str| field.strip_prefix(list).is_some_and(|rest| rest.starts_with(['.', '[']));
        let rows = self.paper.rows().into_iter().filter(|(field, _)| in_list(field));
        let rows: Vec<(String, &Written)> = rows.collect();
        let lies = |order: Ordering| -> Vec<&(String, &Written)> {
            rows.iter().filter(|(_, row)| self.order(row) == order).collect()
        };
        let (near, mut far) = (lies(Ordering::Less), lies(Ordering::Greater));
        let called = |field: &str| field.split_once('.').map(|(_, name)| name.to_string());
        let stays: Vec<String> = rows
            .iter()
            .filter(|row| !far.contains(row))
            .filter_map(|(field, _)| called(field))
            .collect();
        let names: Vec<&str> = near.iter().filter_map(|(_, row)| word(row, "name")).collect();
        let mut twins = Vec::new();
        for (field, row) in &near {
            let twin = self.twin(row, &names);
            let name = called(field).map(|name| {
                let mut name = format!("far {name}");
                while stays.contains(&name) {
                    name = format!("far {name}");
                }
                name
            });
            let is_it = |it: &&(String, &Written)| *it.1 == twin && called(&it.0) == name;
            match far.iter().position(is_it) {
                Some(at) => {
                    far.remove(at);
                }
                None => twins.push((name, twin)),
            }
        }
        // From the end, so that the numbers before stay what they are.
        let gone = far.iter().rev().map(|(field, _)| Change::Remove { field: field.clone() });
        let count = (twins.len(), gone.len());
        let mut changes: Vec<Change> = gone.collect();
        changes.extend(twins.into_iter().map(|(name, row)| match name {
            Some(name) => Change::Set { field: format!("{list}.{name}"), value: row },
            None => Change::Push { list: list.to_string(), row },
        }));
        let is_any = !near.is_empty();
        self.changes.extend(changes);
        if count.0 > 0 {
            self.made.push(format!("{} made", counted(count.0, one)));
        }
        if count.1 > 0 {
            let name = |(field, row): &&(String, &Written)| {
                let own = called(field).or_else(|| word(row, "name").map(String::from));
                own.or_else(|| word(row, "terrain").map(|kind| kind.replace('_', " ")))
            };
            let names: Vec<String> = far.iter().filter_map(name).collect();
            let names = match names.is_empty() {
                true => String::new(),
                false => format!(" ({})", names.join(", ")),
            };
            self.made.push(format!("{} taken away{names}", counted(count.1, one)));
        }
        is_any
    }

    /// A row as it stands in the other half; what stands on a hill in the middle stands on it on both sides.
    fn twin(&self, row: &Written, names: &[&str]) -> Written {
        let mut twin = self.paper.moved(row, &|at| self.turned(at));
        if let Written::Row(fields) = &mut twin {
            for (name, value) in fields.iter_mut() {
                let Written::Word(word) = value else { continue };
                match (name.as_str(), word.as_str()) {
                    ("on_hill", hill) if !names.contains(&hill) => {}
                    ("name" | "on_hill", _) => *word = format!("far {word}"),
                    _ => {}
                }
            }
        }
        twin
    }

    /// The zone of the second side as that of the first, or the other way round; whether there is one.
    fn of_zone(&mut self, zones: &[&str]) -> bool {
        let [first, second, ..] = zones else { return false };
        let zone = |side: &str| self.paper.whole.at(&format!("deployment.{side}"));
        let stays = |zone: &Written| self.order(zone).is_lt();
        let (from, side) = match (zone(first), zone(second)) {
            (Some(other), Some(from)) if stays(from) && !stays(other) => (from, first),
            (Some(from), _) => (from, second),
            (None, Some(from)) => (from, first),
            (None, None) => return false,
        };
        let value = moved(from, "", &|at| self.turned(at));
        if zone(side) != Some(&value) {
            self.changes.push(Change::Set { field: format!("deployment.{side}"), value });
            self.made.push(format!("deployment of {side} follows"));
        }
        true
    }
}

fn word<'w>(row: &'w Written, field: &str) -> Option<&'w str> {
    row.field(field).and_then(Written::as_word)
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
