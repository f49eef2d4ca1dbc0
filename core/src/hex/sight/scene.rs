//! All that stands in the way of lines on one board, and the walk along a line through it.

use smallvec::SmallVec;

use super::solid::{Part, Ray, narrow_part};
use super::span::Span;
use super::track::{Stretch, Track};
use super::{Blocker, Body, Hit, Line, Point, Sight, wall};
use crate::fraction::Fraction;
use crate::hex::board::{Board, Cell, HexId, NONE, SpaceId};
use crate::hex::build::EdgePiece;
use crate::hex::coordinates::{Hex, Level, Side};

/// All that may stand in the way of lines on one board.
///
/// A line is blocked if a stretch of it of positive length lies in the interior of the union of
/// ground, obstacles and bodies: also in the face that two solids share, but not on a free face,
/// along a rim or through a corner. It is also blocked if it meets an edge piece strictly between
/// foot and top, the end points of the side included.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Ground, obstacles and edge pieces.
    pub board: &'a Board,
    /// Bodies that count; the caller leaves out the two between which a line is drawn.
    pub bodies: &'a [Body],
    /// Sides, named from either hex, whose edge pieces do not count.
    pub spared_edges: &'a [(Hex, Side)],
}

impl<'a> Scene<'a> {
    /// A scene in which every edge piece counts.
    pub const fn new(board: &'a Board, bodies: &'a [Body]) -> Self {
        Self { board, bodies, spared_edges: &[] }
    }

    /// What stops a line first.
    pub fn first_blocker(&self, line: Line) -> Option<Hit> {
        let ray = line.ray();
        let mut first: Option<(Fraction, Blocker)> = None;
        self.examine(&ray, &mut |at, blocker| {
            if first.is_none_or(|(earlier, _)| at < earlier) {
                first = Some((at, blocker));
            }
            true
        });
        first.map(|(at, blocker)| {
            let place = |value, slope| at.rounded(value, slope) as i32;
            let point = Point {
                q: place(ray.plan.x, ray.along.x),
                r: place(ray.plan.y, ray.along.y),
                up: place(ray.up, ray.along_up),
            };
            Hit { blocker, at, point }
        })
    }

    /// Whether nothing stops a line.
    pub fn is_clear(&self, line: Line) -> bool {
        self.examine(&line.ray(), &mut |_, _| false)
    }

    /// The first clear line, end points in the order given and start points within; or what
    /// stops each.
    pub fn sees(&self, from: &[Point], to: &[Point]) -> Sight {
        let mut lines = Vec::new();
        for line in lines_between(from, to) {
            match self.first_blocker(line) {
                None => return Sight::Clear(line),
                Some(hit) => lines.push((line, hit)),
            }
        }
        Sight::Blocked { lines }
    }

    /// Whether any line is clear: [`Scene::sees`] without the reasons, and faster.
    pub fn can_see(&self, from: &[Point], to: &[Point]) -> bool {
        let near = self.bodies_near(from, to);
        let scene = Scene { bodies: &near, ..*self };
        lines_between(from, to).any(|line| scene.is_clear(line))
    }

    /// The bodies that some line between the points may come near: none of the others can matter.
    fn bodies_near(&self, from: &[Point], to: &[Point]) -> SmallVec<[Body; 32]> {
        // No body reaches further than this from the centres of its ends, in any plan measure.
        const REACH: i32 = 80;
        let measures = |point: Point| {
            let Point { q, r, up } = point.limited();
            [q, r, -q - r, up]
        };
        let mut low = [i32::MAX; 4];
        let mut high = [i32::MIN; 4];
        for values in from.iter().chain(to).map(|&point| measures(point)) {
            for axis in 0..4 {
                low[axis] = low[axis].min(values[axis]);
                high[axis] = high[axis].max(values[axis]);
            }
        }
        let is_near = |body: &&Body| {
            let one = measures(Point::centre(body.ends.0, 20 * i32::from(body.bottom)));
            let two = measures(Point::centre(body.ends.1, 20 * i32::from(body.top)));
            let plan = (0..3).all(|axis| {
                one[axis].min(two[axis]) - REACH <= high[axis]
                    && one[axis].max(two[axis]) + REACH >= low[axis]
            });
            plan && one[3] <= high[3] && two[3] >= low[3]
        };
        self.bodies.iter().filter(is_near).copied().collect()
    }

    /// The spaces seen from any of the points, each at the points that `points_of` gives for it.
    pub fn visible_from(
        &self,
        from: &[Point],
        mut points_of: impl FnMut(SpaceId, &mut Vec<Point>),
    ) -> Vec<SpaceId> {
        let mut points = Vec::new();
        let mut is_seen = |&space: &SpaceId| {
            points.clear();
            points_of(space, &mut points);
            self.can_see(from, &points)
        };
        self.board.space_ids().filter(|space| is_seen(space)).collect()
    }

    /// The edge pieces that a line meets in plan, whatever the levels; spared ones left out.
    pub fn edges_along(&self, line: Line) -> Vec<(Hex, Side)> {
        let ray = line.ray();
        let mut met: Vec<(Hex, Side)> = Vec::new();
        for hex in hexes_along(line).flatten() {
            let Some(cell) = self.cell((i32::from(hex.q), i32::from(hex.r))) else { continue };
            for (hex, side, _) in self.edges_about(hex, cell) {
                let twin = (hex.step(side), side.opposite());
                let is_new = !met.contains(&(hex, side)) && !met.contains(&twin);
                if is_new && wall::touched(hex, side, &ray).is_some() {
                    met.push((hex, side));
                }
            }
        }
        met
    }

    /// Reports every place where the line is stopped until told to stop; whether there was none.
    fn examine(&self, ray: &Ray, report: &mut impl FnMut(Fraction, Blocker) -> bool) -> bool {
        let mut clear = true;
        let mut tell = |at, blocker| {
            clear = false;
            report(at, blocker)
        };
        let _ = self.examine_bodies(ray, &mut tell).is_some()
            && self.examine_track(ray, &mut tell).is_some();
        clear
    }

    fn examine_bodies(
        &self,
        ray: &Ray,
        tell: &mut impl FnMut(Fraction, Blocker) -> bool,
    ) -> Option<()> {
        if ray.is_point() {
            return Some(());
        }
        let (low, high) = ray.levels();
        for (index, body) in self.bodies.iter().enumerate() {
            let above = 20 * i64::from(body.bottom) >= high.max(low + 1);
            if above || 20 * i64::from(body.top) <= low || body.is_passed(ray) {
                continue;
            }
            for part in body.parts(index, ray).iter().flatten() {
                if let Some(at) = part.pierced(ray, Span::WHOLE) {
                    go_on(tell(at, part.blocker))?;
                }
            }
            for sheet in self.sheets(index, ray) {
                if let Some(at) = sheet.pierced(ray, Span::WHOLE) {
                    go_on(tell(at, sheet.blocker))?;
                }
            }
        }
        Some(())
    }

    /// The sheets in which the line runs between a body and those listed after it.
    fn sheets(&self, index: usize, ray: &Ray) -> impl Iterator<Item = Part> {
        let body = &self.bodies[index];
        let others = if body.is_grazed(ray) { &self.bodies[index + 1..] } else { &[] };
        others.iter().filter_map(move |other| body.sheet(other, index, ray))
    }

    fn examine_track(
        &self,
        ray: &Ray,
        tell: &mut impl FnMut(Fraction, Blocker) -> bool,
    ) -> Option<()> {
        let (lowest, _) = ray.levels();
        let seams = self.seam_parts(ray);
        for stretch in Track::new(ray.plan, ray.along) {
            for &(q, r) in stretch.hexes() {
                let Some(cell) = self.board.grid.cell(q, r) else { continue };
                if cell.edges != 0 {
                    self.examine_edges(ray, Hex::new(q as i16, r as i16), cell, tell)?;
                }
            }
            let low_cell = |&(q, r): &(i32, i32)| {
                self.board.grid.cell(q, r).is_none_or(|cell| 20 * i64::from(cell.top) <= lowest)
            };
            let under = stretch.hexes().iter().any(low_cell);
            if !ray.is_point() && (!under || !seams.is_empty()) {
                self.examine_stretch(ray, &stretch, &seams, tell)?;
            }
        }
        Some(())
    }

    /// Bodies that begin or end at the level of a level line: they may close a seam.
    fn seam_parts(&self, ray: &Ray) -> SmallVec<[Part; 4]> {
        let mut seams = SmallVec::new();
        if ray.along_up != 0 || ray.is_point() {
            return seams;
        }
        for (index, body) in self.bodies.iter().enumerate() {
            if 20 * i64::from(body.bottom) == ray.up || 20 * i64::from(body.top) == ray.up {
                seams.extend(body.parts(index, ray).into_iter().flatten());
            }
            seams.extend(self.sheets(index, ray));
        }
        seams
    }

    /// Ground and obstacles over one stretch, and the seams between them and bodies.
    fn examine_stretch(
        &self,
        ray: &Ray,
        stretch: &Stretch,
        bodies: &[Part],
        tell: &mut impl FnMut(Fraction, Blocker) -> bool,
    ) -> Option<()> {
        let hexes = stretch.hexes();
        let column = self.common_column(hexes);
        for &(bottom, top) in &column {
            let levels = (20 * i64::from(bottom), 20 * i64::from(top));
            if let Some(span) = stretch.span.within(ray.up, ray.along_up, levels.0, levels.1) {
                go_on(tell(span.start, self.owner(hexes[0], ray, span.start)))?;
            }
        }
        let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
        if let (&[(q, r)], true) = (hexes, self.cell(hexes[0]).is_some_and(|cell| cell.narrow)) {
            let hex = Hex::new(q as i16, r as i16);
            let id = self.board.hex_id(hex)?;
            let narrow = self.board.obstacles(id).iter().filter(|prism| !prism.width.is_full());
            parts.extend(narrow.filter_map(|prism| narrow_part(hex, prism, ray)));
            for part in &parts {
                if let Some(at) = part.pierced(ray, stretch.span) {
                    go_on(tell(at, part.blocker))?;
                }
            }
        }
        if ray.along_up == 0 {
            parts.extend(bodies.iter().copied());
            examine_seams(ray, stretch.span, &column, &parts, tell)?;
        }
        Some(())
    }

    fn cell(&self, (q, r): (i32, i32)) -> Option<&Cell> {
        self.board.grid.cell(q, r)
    }

    /// Levels solid over every one of the hexes.
    fn common_column(&self, hexes: &[(i32, i32)]) -> SmallVec<[(Level, Level); 4]> {
        let solids = |&hex: &(i32, i32)| match self.cell(hex) {
            Some(cell) if cell.hex != NONE => self.board.solids(HexId(cell.hex)),
            _ => &[],
        };
        let mut common = SmallVec::<[(Level, Level); 4]>::from_slice(solids(&hexes[0]));
        for hex in &hexes[1..] {
            let mut both = SmallVec::<[(Level, Level); 4]>::new();
            for &(bottom, top) in &common {
                for &(other_bottom, other_top) in solids(hex) {
                    let (low, high) = (bottom.max(other_bottom), top.min(other_top));
                    if low < high {
                        both.push((low, high));
                    }
                }
            }
            common = both;
        }
        common
    }

    /// Whether a stopped place over a hex lies in its ground or in an obstacle.
    fn owner(&self, (q, r): (i32, i32), ray: &Ray, at: Fraction) -> Blocker {
        let hex = Hex::new(q as i16, r as i16);
        let above = |level: Level| at.scaled(ray.up - 20 * i64::from(level), ray.along_up);
        let holds = |bottom: Level, top: Level| {
            let (from_bottom, from_top) = (above(bottom), above(top));
            let starts = from_bottom > 0 || (from_bottom == 0 && ray.along_up >= 0);
            starts && (from_top < 0 || (from_top == 0 && ray.along_up < 0))
        };
        let obstacles = self.board.hex_id(hex).map_or(&[][..], |id| self.board.obstacles(id));
        if obstacles.iter().any(|prism| prism.width.is_full() && holds(prism.base, prism.top())) {
            Blocker::Obstacle(hex)
        } else {
            Blocker::Ground(hex)
        }
    }

    /// The edge pieces on the sides of a hex and on those that end at its corners.
    fn edges_about(
        &self,
        hex: Hex,
        cell: &Cell,
    ) -> impl Iterator<Item = (Hex, Side, EdgePiece)> + use<'a> {
        let Self { board, spared_edges, .. } = *self;
        let edges = cell.edges;
        (0..12).filter(move |bit| edges & (1 << bit) != 0).filter_map(move |bit| {
            let side = Side::from_index(bit);
            let (hex, side) = if bit < 6 {
                (hex, side)
            } else {
                (hex.step(side), side.counterclockwise().counterclockwise())
            };
            let spared = spared_edges.contains(&(hex, side))
                || spared_edges.contains(&(hex.step(side), side.opposite()));
            board.edge_at(hex, side).filter(|_| !spared).map(|piece| (hex, side, piece))
        })
    }

    fn examine_edges(
        &self,
        ray: &Ray,
        hex: Hex,
        cell: &Cell,
        tell: &mut impl FnMut(Fraction, Blocker) -> bool,
    ) -> Option<()> {
        for (hex, side, piece) in self.edges_about(hex, cell) {
            if let Some(at) = wall::met(hex, side, &piece, ray) {
                go_on(tell(at, Blocker::Edge(hex, side)))?;
            }
        }
        Some(())
    }
}

/// Where one solid ends and another begins at the very level of a level line, the line is inside
/// their union.
fn examine_seams(
    ray: &Ray,
    span: Span,
    column: &[(Level, Level)],
    parts: &[Part],
    tell: &mut impl FnMut(Fraction, Blocker) -> bool,
) -> Option<()> {
    let is_level = |level: Level| 20 * i64::from(level) == ray.up;
    let ends_here = column.iter().any(|&(_, top)| is_level(top));
    let begins_here = column.iter().any(|&(bottom, _)| is_level(bottom));
    for part in parts {
        let closes = (part.bottom == ray.up && ends_here) || (part.top == ray.up && begins_here);
        if let (true, Some(at)) = (closes, part.over(ray, span)) {
            go_on(tell(at, part.blocker))?;
        }
        for above in parts.iter().filter(|above| part.top == ray.up && above.bottom == ray.up) {
            if let Some(at) = part.over_both(above, ray, span) {
                go_on(tell(at, part.blocker))?;
            }
        }
    }
    Some(())
}

/// The hexes a line passes in plan, in order, on the board or off it: one at a time, or the two
/// between which it runs. A hex of which it only touches a corner is left out.
pub fn hexes_along(line: Line) -> impl Iterator<Item = SmallVec<[Hex; 3]>> {
    let ray = line.ray();
    let hex = |&(q, r): &(i32, i32)| Hex::new(q as i16, r as i16);
    Track::new(ray.plan, ray.along).map(move |stretch| stretch.hexes().iter().map(hex).collect())
}

const fn go_on(yes: bool) -> Option<()> {
    if yes { Some(()) } else { None }
}

fn lines_between<'p>(from: &'p [Point], to: &'p [Point]) -> impl Iterator<Item = Line> + 'p {
    to.iter().flat_map(move |&to| from.iter().map(move |&from| Line { from, to }))
}
