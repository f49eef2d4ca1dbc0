//! How far a base can come, and by which way: a flood over a grid with straight shortcuts.

use super::point::{FARTHEST, Length, Point};
use super::swept::path_length;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is known of the ground a base moves over.
pub trait Ground {
    /// Whether the base may stop at a place.
    fn stands(&self, at: Point) -> bool;

    /// Whether it may slide straight from one place to another, and turn there.
    fn passes(&self, from: Point, to: Point) -> bool;
}

/// The most cells from the start to the edge of the grid.
const MOST: Length = 256;

/// A cell not come to.
const NEVER: Length = Length::MAX;

/// The places a base can come to with a length of movement, on a grid around its start.
///
/// Ways turn only in the middles of cells, and go straight wherever the ground lets them; so none
/// is shorter than is possible, but some gaps narrower than a cell may not be found.
#[derive(Debug, Clone)]
pub struct Reach {
    start: Point,
    speed: Length,
    cell: Length,
    /// Cells from the start to the edge of the grid.
    radius: Length,
    costs: Vec<Length>,
    /// The cell from which the way goes straight to this one.
    parents: Vec<u32>,
    stands: Vec<bool>,
}

impl Reach {
    /// Floods from a start, over cells of a size: 500 to 1000 is fine enough to draw. Cells are
    /// made larger where more than 256 would lie between the start and the farthest place.
    pub fn new(ground: &dyn Ground, start: Point, speed: Length, cell: Length) -> Reach {
        let speed = speed.clamp(0, FARTHEST);
        let cell = cell.max(speed / MOST + 1);
        let radius = speed / cell;
        let count = ((2 * radius + 1) * (2 * radius + 1)) as usize;
        let mut reach = Reach {
            start,
            speed,
            cell,
            radius,
            costs: vec![NEVER; count],
            parents: vec![0; count],
            stands: vec![false; count],
        };
        reach.flood(ground);
        for at in 0..count {
            reach.stands[at] = reach.costs[at] != NEVER && ground.stands(reach.middle(at));
        }
        reach
    }

    fn flood(&mut self, ground: &dyn Ground) {
        let first = self.costs.len() / 2;
        let mut settled = vec![false; self.costs.len()];
        let mut queue = BinaryHeap::from([(Reverse(0), first as u32)]);
        self.costs[first] = 0;
        self.parents[first] = first as u32;
        while let Some((Reverse(cost), number)) = queue.pop() {
            let at = number as usize;
            if settled[at] || cost != self.costs[at] {
                continue;
            }
            // A cell is first given the way of its neighbour, straightened; whether that passes
            // is asked only when its turn comes.
            let parent = self.parents[at] as usize;
            if at != first && !ground.passes(self.middle(parent), self.middle(at)) {
                let (cost, parent) = self.by_neighbours(ground, at, &settled);
                self.costs[at] = cost;
                self.parents[at] = parent;
                if cost != NEVER {
                    // From a neighbour it passes for certain, so it is asked no more than twice.
                    queue.push((Reverse(cost), number));
                }
                continue;
            }
            settled[at] = true;
            let parent = self.parents[at] as usize;
            for next in self.neighbours(at) {
                let cost = self.cost_from(parent, next);
                if !settled[next] && cost <= self.speed && cost < self.costs[next] {
                    self.costs[next] = cost;
                    self.parents[next] = parent as u32;
                    queue.push((Reverse(cost), next as u32));
                }
            }
        }
    }

    /// The shortest way to a cell straight from a neighbour.
    fn by_neighbours(&self, ground: &dyn Ground, at: usize, settled: &[bool]) -> (Length, u32) {
        let mut best = (NEVER, 0);
        for from in self.neighbours(at).filter(|from| settled[*from]) {
            let cost = self.cost_from(from, at);
            let this = (cost, from as u32);
            if cost <= self.speed
                && this < best
                && ground.passes(self.middle(from), self.middle(at))
            {
                best = this;
            }
        }
        best
    }

    /// The length of the way to a cell by a straight leg from another, rounded up.
    fn cost_from(&self, from: usize, to: usize) -> Length {
        self.costs[from] + self.middle(from).distance_to(self.middle(to)) + Length::from(from != to)
    }

    fn side(&self) -> Length {
        2 * self.radius + 1
    }

    fn middle(&self, at: usize) -> Point {
        let (row, column) = (at as Length / self.side(), at as Length % self.side());
        let by = |at: Length| (at - self.radius) * self.cell;
        Point::new(self.start.x + by(column), self.start.y + by(row))
    }

    /// The cell whose middle is nearest to a place.
    fn cell_of(&self, place: Point) -> Option<(Length, Length)> {
        let part = |at: Length, start: Length| {
            (at - start + self.cell / 2).div_euclid(self.cell) + self.radius
        };
        let (column, row) = (part(place.x, self.start.x), part(place.y, self.start.y));
        let inside = |at: Length| (0..self.side()).contains(&at);
        (inside(column) && inside(row)).then_some((column, row))
    }

    /// The numbers of the cells no more than `far` rows and columns away, row by row.
    fn square(
        &self,
        (column, row): (Length, Length),
        far: Length,
    ) -> impl Iterator<Item = usize> + use<> {
        let side = self.side();
        let span = move |at: Length| (at - far).max(0)..=(at + far).min(side - 1);
        span(row).flat_map(move |row| span(column).map(move |at| (row * side + at) as usize))
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let cell = (at as Length % self.side(), at as Length / self.side());
        self.square(cell, 1).filter(move |next| *next != at)
    }

    /// The middles of the cells that can be stopped at, with the length of the way there.
    pub fn places(&self) -> impl Iterator<Item = (Point, Length)> + '_ {
        let stands = (0..self.costs.len()).filter(|at| self.stands[*at]);
        stands.map(|at| (self.middle(at), self.costs[at]))
    }

    /// The length of the way to the middle of the cell a place lies in, if it can be come to.
    pub fn cost(&self, place: Point) -> Option<Length> {
        let (column, row) = self.cell_of(place)?;
        Some(self.costs[(row * self.side() + column) as usize]).filter(|cost| *cost != NEVER)
    }

    /// The size of a cell.
    pub fn cell(&self) -> Length {
        self.cell
    }

    /// The rings around the cells that can be stopped at: against the clock around each part,
    /// with the clock around each hole.
    pub fn rings(&self) -> Vec<Vec<Point>> {
        super::rings::rings_of(&self.stands, self.side() as usize)
            .into_iter()
            .map(|ring| ring.into_iter().map(|corner| self.corner(corner)).collect())
            .collect()
    }

    /// Where the lines between cells cross.
    fn corner(&self, (column, row): (usize, usize)) -> Point {
        let part = |at: usize| (at as Length - self.radius) * self.cell - self.cell / 2;
        Point::new(self.start.x + part(column), self.start.y + part(row))
    }

    /// A way from the start to a place, both included, no longer than the length of movement: by
    /// the shortest known way through the cells around the place, drawn taut. Whether the base
    /// may stop there is for the caller to ask.
    pub fn path_to(&self, ground: &dyn Ground, to: Point) -> Option<Vec<Point>> {
        let far = |from: Point| from.distance_to(to) + Length::from(from != to);
        if self.start.distance_to(to) <= self.speed && ground.passes(self.start, to) {
            return Some(vec![self.start, to]);
        }
        let cell = self.cell_of(to)?;
        let mut joints: Vec<(Length, usize)> = self
            .square(cell, 2)
            .filter(|at| self.costs[*at] != NEVER)
            .flat_map(|at| [at, self.parents[at] as usize])
            .map(|at| (self.costs[at] + far(self.middle(at)), at))
            .collect();
        joints.sort_unstable();
        joints.dedup();
        // A way drawn taut may be short enough where the flood's was not.
        let slack = 4 * self.cell;
        let near = joints.iter().filter(|(cost, _)| *cost <= self.speed + slack);
        let (_, joint) = near.into_iter().find(|(_, at)| ground.passes(self.middle(*at), to))?;
        let mut path = vec![to];
        let mut at = *joint;
        while self.costs[at] > 0 {
            path.push(self.middle(at));
            at = self.parents[at] as usize;
        }
        path.push(self.start);
        path.reverse();
        taut(ground, &mut path);
        (path_length(&path) <= self.speed).then_some(path)
    }
}

/// Draws a way taut: leaves out joints it can do without, and moves the others towards the
/// straight line between their neighbours while the ground lets it.
fn taut(ground: &dyn Ground, path: &mut Vec<Point>) {
    for _ in 0..4 {
        let mut at = 1;
        while at + 1 < path.len() {
            let (before, after) = (path[at - 1], path[at + 1]);
            if ground.passes(before, after) {
                path.remove(at);
                continue;
            }
            path[at] = drawn_in(ground, before, path[at], after);
            at += 1;
        }
    }
}

/// A joint moved towards the straight line between its neighbours.
fn drawn_in(ground: &dyn Ground, before: Point, joint: Point, after: Point) -> Point {
    let passes = |at: Point| ground.passes(before, at) && ground.passes(at, after);
    let (first, second) = (before.distance_to(joint), joint.distance_to(after));
    let whole = i64::from(before.distance_to(after));
    let share = whole * i64::from(first) / i64::from((first + second).max(1));
    let goal = before.towards(after, share as Length);
    let (mut yes, mut no) = (0, joint.distance_to(goal) + 1);
    while no - yes > 1 {
        let middle = yes.midpoint(no);
        if passes(joint.towards(goal, middle)) { yes = middle } else { no = middle }
    }
    if yes == 0 { joint } else { joint.towards(goal, yes) }
}
