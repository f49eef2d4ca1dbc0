//! Whether some part of a target is hidden from all of a shooter.
//!
//! What is seen of the target is bounded by free lines that touch two corners. They cut its base
//! into cells, each seen or hidden as a whole, so that one place of each decides; where the depth
//! of a piece bounds what is seen, the corners of base and cells are tried too.

use super::super::exact::{edges, orientation};
use super::super::hull::hull;
use super::fine::{FINE, Fine, Line, holds, middle, polygons_meet};
use super::judge::{Obstacle, Scene, Verdict};
use std::collections::VecDeque;

/// Cells of a body that are looked at, at most.
const CELLS: usize = 2_000;

impl Scene {
    /// A place of the second body that no free line from the first reaches, with the number of an
    /// obstacle that hides it.
    pub fn hidden(&self) -> Option<(Fine, u16)> {
        if self.obstacles.is_empty() || self.seen_from_one_place() {
            return None;
        }
        let mut probe = Scene { b: vec![Fine::default()], ..self.clone() };
        let corner = self.b.iter().find_map(|corner| probe.hides(*corner).err());
        corner.or_else(|| self.hidden_cell(&mut probe))
    }

    /// Whether no free line from the first body reaches a place, which becomes the second body of this
    /// scene: then what hides it; otherwise the place of the first that sees it, where one is known.
    fn hides(&mut self, place: Fine) -> Result<Option<Fine>, (Fine, u16)> {
        if holds(&self.a, place) {
            return Ok(None);
        }
        self.b[0] = place;
        let Some(line) = self.free() else {
            let told = self.shown_line().map(|(_, (stops, ..))| stops[0].obstacle);
            return Err((place, self.obstacles[told.unwrap_or(0)].number));
        };
        Ok(match self.judge(&line) {
            Verdict::Free(from, _) => Some(line.place(from)).filter(|from| holds(&self.a, *from)),
            _ => None,
        })
    }

    /// Cuts the second body into cells until a place of one is hidden. Cells that one place of the
    /// first body sees whole are cut no further, nor are those too thin for the table's grid; the
    /// largest come first, so that what is left when [`CELLS`] are looked at is next to nothing.
    fn hidden_cell(&self, probe: &mut Scene) -> Option<(Fine, u16)> {
        let cuts = self.cuts();
        let deep = self.obstacles.iter().any(Obstacle::is_area);
        let mut cells = VecDeque::from([(hull(&self.b), 0)]);
        for _ in 0..CELLS {
            let (cell, from) = cells.pop_front()?;
            if self.a.iter().step_by(3).any(|corner| self.sees_whole(*corner, &cell)) {
                continue;
            }
            let place = middle(&cell);
            if holds(&self.b, place) {
                match probe.hides(place) {
                    Err(found) => return Some(found),
                    Ok(Some(eye)) if self.sees_whole(eye, &cell) => continue,
                    Ok(_) => {}
                }
            }
            if is_thin(&cell) {
                continue;
            }
            if let Some(ahead) = cuts[from..].iter().position(|line| splits(&cell, line)) {
                let at = from + ahead;
                cells.extend(cut(&cell, &cuts[at]).into_iter().map(|part| (part, at + 1)));
            } else if deep {
                let mut corners = cell.iter().filter(|corner| holds(&self.b, **corner));
                if let Some(found) = corners.find_map(|corner| probe.hides(*corner).err()) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Whether a place sees all of a cell past every obstacle, whatever these let through.
    fn sees_whole(&self, eye: Fine, cell: &[Fine]) -> bool {
        let mut places = cell.to_vec();
        places.push(eye);
        let between = hull(&places);
        (0..self.obstacles.len()).all(|at| !polygons_meet(&between, self.polygon(at)))
    }

    /// Whether one corner of the first body sees all of the second past every obstacle.
    fn seen_from_one_place(&self) -> bool {
        self.a.iter().step_by(3).any(|corner| self.sees_whole(*corner, &self.b))
    }

    /// Lines that may bound what is seen of the second body.
    fn cuts(&self) -> Vec<Line> {
        let mut turns: Vec<Turn> = Vec::new();
        let shapes = (0..self.obstacles.len()).map(|at| self.polygon(at));
        for ring in std::iter::once(self.a.as_slice()).chain(shapes) {
            turns.extend(edges(ring).enumerate().map(|(at, (before, place))| {
                let sides = Some((before, ring[(at + 1) % ring.len()]));
                Turn { place, sides }
            }));
        }
        turns.extend(self.meetings().into_iter().map(|place| Turn { place, sides: None }));
        let mut cuts: Vec<Line> = Vec::new();
        for (at, first) in turns.iter().enumerate() {
            for second in &turns[at + 1..] {
                let line = Line::through(first.place, second.place);
                if first.place != second.place
                    && first.touched_by(&line)
                    && second.touched_by(&line)
                    && splits(&self.b, &line)
                    && [line, line.reversed()].iter().any(|line| {
                        matches!(self.judge(line), Verdict::Free(..) | Verdict::Deep(_))
                    })
                {
                    cuts.push(line);
                }
            }
        }
        if self.b.len() > hull(&self.b).len() {
            cuts.extend(edges(&self.b).map(|(from, to)| Line::through(from, to)));
        }
        cuts
    }
}

impl Obstacle {
    fn is_area(&self) -> bool {
        self.class == super::parts::Class::Area
    }
}

/// A corner with its neighbours; without them, any line through it counts.
struct Turn {
    place: Fine,
    sides: Option<(Fine, Fine)>,
}

impl Turn {
    /// Whether a line through the corner has both of its neighbours on one side.
    fn touched_by(&self, line: &Line) -> bool {
        self.sides.is_none_or(|(before, after)| {
            line.side(before).signum() * line.side(after).signum() >= 0
        })
    }
}

/// Whether a convex cell is nowhere as wide as one step of the table's grid.
fn is_thin(cell: &[Fine]) -> bool {
    edges(cell).any(|(from, to)| {
        let along = to - from;
        let square = along.dot(&along) as u128;
        let highest = cell.iter().map(|corner| orientation(from, to, *corner).unsigned_abs()).max();
        let height = u128::from(highest.unwrap_or(0));
        height * height < (FINE * FINE) as u128 * square
    })
}

fn splits(ring: &[Fine], line: &Line) -> bool {
    let on = |sign: i64| ring.iter().any(|corner| line.side(*corner).signum() == sign);
    on(1) && on(-1)
}

/// The parts of a convex cell on both sides of a line, new corners rounded to the fine grid.
fn cut(cell: &[Fine], line: &Line) -> Vec<Vec<Fine>> {
    if !splits(cell, line) {
        return vec![cell.to_vec()];
    }
    let side = |sign: i64| {
        let mut part = Vec::with_capacity(cell.len() + 1);
        for (from, to) in edges(cell) {
            let (before, after) = (line.side(from) * sign, line.side(to) * sign);
            if before.signum() * after.signum() < 0 {
                part.push(line.place(line.crossing(from, to)));
            }
            if after >= 0 {
                part.push(to);
            }
        }
        part
    };
    let fat = |part: &Vec<Fine>| {
        part.len() > 2 && part.iter().any(|at| orientation(part[0], part[1], *at) != 0)
    };
    [side(1), side(-1)].into_iter().filter(fat).collect()
}
