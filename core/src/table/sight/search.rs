//! The search for a free line between two bodies: every line that may be the last free one.

use super::super::exact::edges;
use super::super::point::Vector;
use super::fine::{Fine, Line, middle, polygons_meet};
use super::judge::{Scene, Verdict};
use super::parts::Class;

impl Scene {
    /// Whether both bodies have a place in common.
    pub fn in_contact(&self) -> bool {
        polygons_meet(&self.a, &self.b)
    }

    /// Places of the fine grid around those where edges of bodies cross edges of obstacles.
    pub fn meetings(&self) -> Vec<Fine> {
        let mut found = Vec::new();
        for (a, b) in edges(&self.a).chain(edges(&self.b)) {
            let line = Line::through(a, b);
            for at in 0..self.obstacles.len() {
                for (c, d) in edges(self.polygon(at)) {
                    let edge = Line::through(c, d);
                    if line.side(c).signum() * line.side(d).signum() < 0
                        && edge.side(a).signum() * edge.side(b).signum() < 0
                    {
                        let near = line.place(line.crossing(c, d));
                        let around = [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)];
                        found.extend(around.map(|(x, y)| near + Vector::new(x, y)));
                    }
                }
            }
        }
        found
    }

    /// The line from the middle of one body to that of the other.
    pub fn middle_line(&self) -> Line {
        Line::through(middle(&self.a), middle(&self.b))
    }

    /// A line with a free segment from one body to the other, which must not meet.
    pub fn free_slowly(&self) -> Option<Line> {
        let mut search = Search { scene: self, deep: Vec::new() };
        search.quick().or_else(|| search.corners()).or_else(|| search.depths())
    }
}

struct Search<'a> {
    scene: &'a Scene,
    /// Lines that only depth stops, with by how much.
    deep: Vec<(i64, Line)>,
}

impl Search<'_> {
    fn attempt(&mut self, line: Line) -> Option<Line> {
        if line.by == Vector::zeros() {
            return None;
        }
        for line in [line, line.reversed()] {
            match self.scene.judge(&line) {
                Verdict::Free(..) => return Some(line),
                Verdict::Deep(by) => self.deep.push((by, line)),
                _ => {}
            }
        }
        None
    }

    fn quick(&mut self) -> Option<Line> {
        self.attempt(self.scene.middle_line())
    }

    /// Lines through two corners.
    fn corners(&mut self) -> Option<Line> {
        let scene = self.scene;
        let mut critical: Vec<Fine> = scene.corners.clone();
        critical.extend(scene.meetings());
        critical.sort_unstable_by_key(|place| (place.x, place.y));
        critical.dedup();
        for (at, first) in critical.iter().enumerate() {
            if let [only] = scene.b[..] {
                if let Some(free) = self.attempt(Line::through(*first, only)) {
                    return Some(free);
                }
                continue;
            }
            for second in critical[at + 1..].iter().chain(&scene.a).chain(&scene.b) {
                if let Some(free) = self.attempt(Line::through(*first, *second)) {
                    return Some(free);
                }
            }
        }
        for first in &scene.a {
            for second in &scene.b {
                if let Some(free) = self.attempt(Line::through(*first, *second)) {
                    return Some(free);
                }
            }
        }
        None
    }

    /// Lines at which the depth within a piece of class area is shortest.
    fn depths(&mut self) -> Option<Line> {
        if self.deep.is_empty() {
            return None;
        }
        self.perpendiculars().or_else(|| self.turns())
    }

    fn perpendiculars(&mut self) -> Option<Line> {
        let scene = self.scene;
        let across = |(a, b): (Fine, Fine)| Vector::new(a.y - b.y, b.x - a.x);
        let mut directions: Vec<Vector> =
            edges(&scene.a).chain(edges(&scene.b)).map(across).collect();
        let areas = (0..scene.obstacles.len())
            .filter(|at| scene.obstacles[*at].class == Class::Area)
            .flat_map(|at| edges(scene.polygon(at)).map(across).collect::<Vec<_>>());
        directions.extend(areas);
        let places: Vec<Fine> =
            scene.corners.iter().chain(&scene.a).chain(&scene.b).copied().collect();
        for by in directions {
            for from in &places {
                if let Some(free) = self.attempt(Line { from: *from, by }) {
                    return Some(free);
                }
            }
        }
        None
    }

    /// From the lines that come nearest, turned and moved in ever smaller steps.
    fn turns(&mut self) -> Option<Line> {
        self.deep.sort_by_key(|(by, line)| (*by, line.order()));
        self.deep.dedup();
        let starts: Vec<(i64, Line)> = self.deep.iter().take(16).copied().collect();
        for (mut by, mut line) in starts {
            let mut step = 1 << 16;
            while step > 0 {
                let mut better = None;
                for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let shift = Vector::new(x * step, y * step);
                    let end = line.from + line.by;
                    for moved in [
                        Line::through(line.from, end + shift),
                        Line::through(line.from + shift, end),
                    ] {
                        match self.scene.judge(&moved) {
                            Verdict::Free(..) => return Some(moved),
                            Verdict::Deep(found) if found < by => {
                                better = Some(moved);
                                by = found;
                            }
                            _ => {}
                        }
                    }
                }
                match better {
                    Some(moved) => line = moved,
                    None => step /= 2,
                }
            }
        }
        None
    }
}
