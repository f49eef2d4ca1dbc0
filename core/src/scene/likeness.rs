//! The likeness of a table in letters: the part of it that fits on a screen, what letters mean, and what charts tell of cells.

use super::{Chart, Layer, Scene, Shape, Span, Thing};
use crate::seat::Seat;
use serde::Serialize;
use std::ops::Range;

/// What some letters of the likeness mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// The letters: `w`, `*`.
    pub letters: String,
    /// What they stand for: `water`.
    pub words: String,
}

/// Where the lines of a scene show the table: rows of letters behind a margin, over or under lines that name columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Which of the lines are rows of the table.
    pub rows: Range<usize>,
    /// Which of the lines name columns.
    pub heads: Vec<usize>,
    /// Letters at the beginning of a row or head that belong to no place of the table.
    pub margin: usize,
    /// Letters that a place of the table takes: a part begins at a multiple of them.
    pub cell: usize,
    /// How many of them, at its end, show what stands between places; as many lines do between two rows. Charts leave them as they are.
    pub gap: usize,
    /// Where on the plan the first letter of the first row lies, by its upper left corner.
    pub origin: (f32, f32),
    /// How many plan units a letter is wide, and a row deep.
    pub step: (f32, f32),
}

/// Letters and lines that a screen has for a likeness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Letters in a line.
    pub columns: usize,
    /// Lines; a likeness that is little higher than a screen is scrolled.
    pub lines: usize,
}

/// The first letter behind the margin, and the first row, of the part of a likeness that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Corner {
    /// Letters left out on the left.
    pub column: usize,
    /// Rows left out above.
    pub row: usize,
}

/// Where to look next from a part of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toward {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up the screen.
    Up,
    /// Down the screen.
    Down,
}

/// Places on one edge that are looked at to trace it.
const MOST_SAMPLES: f32 = 4000.0;

/// How many screens high a likeness may be before a part of its rows is shown.
const SCROLLED: usize = 3;

impl Scene {
    /// How many letters and rows of the table a screen shows; all of them where they fit.
    fn shown(&self, grid: &Grid, room: Room) -> (usize, usize) {
        let wide = self.table_width(grid);
        let letters = room.columns.saturating_sub(grid.margin).max(grid.cell);
        let letters = match wide <= letters {
            true => wide,
            false => letters / grid.cell * grid.cell,
        };
        let others = self.lines.len() - grid.rows.len();
        let high = room.lines.saturating_sub(others.min(room.lines / 2)).max(3);
        let rows = match self.lines.len() <= SCROLLED.saturating_mul(room.lines) {
            true => grid.rows.len(),
            false => grid.rows.len().min(high),
        };
        (letters, rows)
    }

    /// Letters of the longest row behind the margin, without the blanks that it ends with.
    fn table_width(&self, grid: &Grid) -> usize {
        let rows = self.lines.get(grid.rows.clone()).unwrap_or_default();
        let wide = |row: &Vec<Span>| {
            let text: String = row.iter().map(|span| span.text.as_str()).collect();
            text.trim_end().chars().count().saturating_sub(grid.margin)
        };
        rows.iter().map(wide).max().unwrap_or(0)
    }

    /// Whether a screen shows the whole table.
    pub fn fits(&self, room: Room) -> bool {
        self.grid
            .as_ref()
            .is_none_or(|grid| self.shown(grid, room) == (self.table_width(grid), grid.rows.len()))
    }

    /// The part of the table that a screen shows from a corner, and the corner it begins at: no nearer to the far
    /// sides than it has to be. Lines that are no part of the table stay as they are.
    pub fn part(&self, room: Room, corner: Corner) -> (Vec<Vec<Span>>, Corner) {
        let Some(grid) = &self.grid else { return (self.lines.clone(), Corner::default()) };
        let (letters, rows) = self.shown(grid, room);
        let last = (self.table_width(grid) - letters).next_multiple_of(grid.cell);
        let column = (corner.column / grid.cell * grid.cell).min(last);
        let row = corner.row.min(grid.rows.len() - rows);
        let seen = grid.rows.start + row..grid.rows.start + row + rows;
        let cut = |line: &[Span]| {
            let mut kept = between(line, 0..grid.margin);
            kept.extend(between(line, grid.margin + column..grid.margin + column + letters));
            kept
        };
        let lines =
            self.lines.iter().enumerate().filter_map(|(at, line)| match grid.rows.contains(&at) {
                true => seen.contains(&at).then(|| cut(line)),
                false if grid.heads.contains(&at) => Some(cut(line)),
                false => Some(line.clone()),
            });
        (lines.collect(), Corner { column, row })
    }

    /// The corner half a screen further.
    pub fn beside(&self, room: Room, from: Corner, toward: Toward) -> Corner {
        let Some(grid) = &self.grid else { return from };
        let (letters, rows) = self.shown(grid, room);
        let (letters, rows) = ((letters / 2).max(grid.cell), (rows / 2).max(1));
        let next = match toward {
            Toward::Left => Corner { column: from.column.saturating_sub(letters), ..from },
            Toward::Right => Corner { column: from.column + letters, ..from },
            Toward::Up => Corner { row: from.row.saturating_sub(rows), ..from },
            Toward::Down => Corner { row: from.row + rows, ..from },
        };
        self.part(room, next).1
    }

    /// The corner of the part with a thing in its middle.
    pub fn corner_at(&self, room: Room, thing: &Thing) -> Option<Corner> {
        let grid = self.grid.as_ref()?;
        let (letters, rows) = self.shown(grid, room);
        let (column, row) = self.cell_of(grid, thing)?;
        Some(Corner {
            column: column.saturating_sub(letters / 2),
            row: row.saturating_sub(rows / 2),
        })
    }

    /// The corner of the part in which most of what stands on the table is to be seen, a viewer's own counting twice.
    pub fn corner_of_most(&self, room: Room, viewer: Option<Seat>) -> Corner {
        let Some(grid) = &self.grid else { return Corner::default() };
        let (letters, rows) = self.shown(grid, room);
        let pieces: Vec<(usize, usize, u32)> = self
            .things
            .iter()
            .filter(|thing| thing.layer == Layer::Pieces)
            .filter_map(|thing| {
                let (column, row) = self.cell_of(grid, thing)?;
                Some((column, row, 1 + u32::from(viewer.is_some() && thing.owner == viewer)))
            })
            .collect();
        let heaviest =
            |length: usize, all: usize, step: usize, at: &dyn Fn(&(usize, usize, u32)) -> usize| {
                let mut weights = vec![0u32; all + 1];
                for piece in &pieces {
                    weights[at(piece).min(all)] += piece.2;
                }
                let sums: Vec<u32> = std::iter::once(0)
                    .chain(weights.iter().scan(0, |sum, weight| {
                        *sum += weight;
                        Some(*sum)
                    }))
                    .collect();
                let seen =
                    |from: usize| sums[(from + length).min(all + 1)] - sums[from.min(all + 1)];
                let last = all.saturating_sub(length).next_multiple_of(step);
                let starts = (0..=last).step_by(step);
                let most = starts.clone().map(seen).max().unwrap_or(0);
                // Of equally good parts the middle one.
                let best: Vec<usize> = starts.filter(|from| seen(*from) == most).collect();
                best.get(best.len() / 2).copied().unwrap_or(0)
            };
        let column = heaviest(letters, self.table_width(grid), grid.cell, &|piece| piece.0);
        let row = heaviest(rows, grid.rows.len(), 1, &|piece| piece.1);
        self.part(room, Corner { column, row }).1
    }

    /// The letter behind the margin, and the row, at which a thing's middle lies; nothing where it lies beside the table.
    fn cell_of(&self, grid: &Grid, thing: &Thing) -> Option<(usize, usize)> {
        let middle = self.shapes.get(thing.shapes.0..thing.shapes.1)?.first()?.middle();
        let (column, row) = grid.cell_at(middle);
        let on = column >= 0.0 && row >= 0.0 && row < grid.rows.len() as f32;
        on.then_some((column as usize, row as usize))
    }

    /// The lines with a chart drawn in them, each of its groups by letters of its own, and what these mean. Cells of
    /// no group show a dot.
    pub fn charted_lines(&self, chart: &Chart) -> (Vec<Vec<Span>>, Vec<Sign>) {
        let Some(grid) = &self.grid else { return (self.lines.clone(), Vec::new()) };
        let wide = self.table_width(grid);
        let mut cells: Vec<Vec<Option<usize>>> = vec![vec![None; wide]; grid.rows.len()];
        let mut signs: Vec<Sign> = Vec::new();
        for (number, group) in chart.groups.iter().enumerate() {
            signs.push(Sign {
                letters: letters_of(&group.words, number, grid.cell - grid.gap),
                words: group.words.clone(),
            });
            let of_things =
                group.things.iter().filter_map(|thing| self.things.get(*thing as usize));
            let ranges = of_things.map(|thing| thing.shapes).chain(group.shapes.iter().copied());
            for (from, to) in ranges {
                for shape in self.shapes.get(from..to).unwrap_or_default() {
                    grid.cover(shape, wide, &mut |column, row| cells[row][column] = Some(number));
                }
            }
        }
        let mut lines = self.lines.clone();
        for (row, cells) in cells.iter().enumerate() {
            let Some(line) = lines.get_mut(grid.rows.start + row) else { continue };
            let mut at = 0;
            if row % (grid.gap + 1) != 0 {
                continue;
            }
            for span in line.iter_mut() {
                let (from, length) = (at, span.text.chars().count());
                at += length;
                if from < grid.margin || length <= grid.gap || span.text.trim().is_empty() {
                    continue;
                }
                let of = cells.get(from - grid.margin).copied().flatten();
                let (letters, colour) = match of {
                    Some(number) => {
                        (signs[number].letters.as_str(), chart.groups[number].colour.clone())
                    }
                    None => (".", None),
                };
                *span = Span { text: format!("{letters:<length$}"), colour, ground: None };
            }
        }
        (lines, signs)
    }
}

impl Grid {
    /// The grid of a map of letters whose rows are its first lines, over one line that names columns.
    pub fn over_foot(rows: usize, margin: usize, origin: (f32, f32), step: (f32, f32)) -> Grid {
        Grid { rows: 0..rows, heads: vec![rows], margin, cell: 1, gap: 0, origin, step }
    }

    /// Letters behind the margin and rows to a place of the plan.
    fn cell_at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        ((x - self.origin.0) / self.step.0, (y - self.origin.1) / self.step.1)
    }

    /// Visits the letters whose middle lies in a shape, and those that a thin one crosses.
    fn cover(&self, shape: &Shape, wide: usize, visit: &mut dyn FnMut(usize, usize)) {
        let (low, high) = match shape {
            Shape::Polygon { points, .. } => points.iter().fold(
                ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN)),
                |(low, high), (x, y)| {
                    ((low.0.min(*x), low.1.min(*y)), (high.0.max(*x), high.1.max(*y)))
                },
            ),
            Shape::Circle { centre: (x, y), radius, .. } => {
                ((x - radius, y - radius), (x + radius, y + radius))
            }
            Shape::Line { .. } | Shape::Text { .. } => return,
        };
        let ((left, top), (right, bottom)) = (self.cell_at(low), self.cell_at(high));
        let columns = left.floor().max(0.0) as usize..(right.ceil().max(0.0) as usize).min(wide);
        let rows =
            top.floor().max(0.0) as usize..(bottom.ceil().max(0.0) as usize).min(self.rows.len());
        for row in rows {
            for column in columns.clone() {
                let x = self.origin.0 + (column as f32 + 0.5) * self.step.0;
                let y = self.origin.1 + (row as f32 + 0.5) * self.step.1;
                if holds(shape, (x, y)) {
                    visit(column, row);
                }
            }
        }
        if let Shape::Polygon { points, .. } = shape {
            self.trace(points, wide, visit);
        }
    }

    /// Visits the letters that the edges of a thin polygon cross: a wall has the middle of few letters in it.
    fn trace(&self, points: &[(f32, f32)], wide: usize, visit: &mut dyn FnMut(usize, usize)) {
        let step = self.step.0.min(self.step.1);
        let edges = || points.iter().zip(points.iter().cycle().skip(1));
        let length = |(a, b): (&(f32, f32), &(f32, f32))| (b.0 - a.0).hypot(b.1 - a.1);
        let around: f32 = edges().map(length).sum();
        let area: f32 = edges().map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f32>().abs() / 2.0;
        if 2.0 * area > step * around {
            return;
        }
        for (a, b) in edges() {
            let samples = (length((a, b)) / step * 4.0).ceil().clamp(1.0, MOST_SAMPLES);
            for at in 0..=samples as usize {
                let along = at as f32 / samples;
                let place = (a.0 + (b.0 - a.0) * along, a.1 + (b.1 - a.1) * along);
                let (column, row) = self.cell_at(place);
                let on = column >= 0.0 && row >= 0.0;
                if on && (column as usize) < wide && (row as usize) < self.rows.len() {
                    visit(column as usize, row as usize);
                }
            }
        }
    }
}

/// Whether a place lies in a polygon or circle, for showing.
fn holds(shape: &Shape, (x, y): (f32, f32)) -> bool {
    match shape {
        Shape::Circle { centre, radius, .. } => (x - centre.0).hypot(y - centre.1) <= *radius,
        Shape::Polygon { points, .. } => {
            let ends = points.iter().zip(points.iter().cycle().skip(1));
            let crossed = ends.filter(|(a, b)| {
                (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0
            });
            crossed.count() % 2 == 1
        }
        Shape::Line { .. } | Shape::Text { .. } => false,
    }
}

/// Letters for a group of a chart: its words where they are short enough, else a letter of the alphabet.
fn letters_of(words: &str, number: usize, most: usize) -> String {
    if words.chars().count() < most.max(2) {
        return words.to_string();
    }
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    match number {
        0..26 => letter(number).to_string(),
        _ => letter(number).to_ascii_uppercase().to_string(),
    }
}

/// Some letters of a line. A run of letters that is cut at its beginning is left blank, as half a name would be
/// another name; one that is cut at its end is left blank unless only blanks are lost.
pub fn between(line: &[Span], letters: Range<usize>) -> Vec<Span> {
    let mut kept = Vec::new();
    let mut at = 0;
    for span in line {
        let length = span.text.chars().count();
        let (from, to) = (at.max(letters.start), (at + length).min(letters.end));
        at += length;
        if from >= to {
            continue;
        }
        let skipped = from - (at - length);
        let text: String = span.text.chars().skip(skipped).take(to - from).collect();
        let lost = span.text.chars().skip(skipped + to - from).any(|letter| letter != ' ');
        kept.push(match skipped > 0 && span.text.trim() != "" || lost {
            true => Span::plain(" ".repeat(to - from)),
            false => Span { text, ..span.clone() },
        });
    }
    kept
}
