//! Sums of dice with many counters: how many raw rolls come to each.
//!
//! The counter with the widest range lies in rows of cells, so that a face moves whole rows. All
//! other counters, and the greatest of what only counts by its greatest, name the row.

use super::{Table, Weight};
use crate::dice::Worth;
use num_integer::Integer as _;
use smallvec::SmallVec;

/// Every sum that so many dice with those faces can come to, and its number of raw rolls, in no
/// particular order.
///
/// Each kind of die is given as how many there are, and as what its faces add with how many faces
/// add it. An amount holds up to eight counters of a byte each, as in [`Worth::Adds`]; a counter
/// that comes to more than 255 runs over into the next. The weight must hold all raw rolls.
pub fn sums<'a, W: Weight>(
    dice: impl IntoIterator<Item = (usize, &'a [(u64, u32)])>,
) -> Vec<(u64, W)> {
    let kind = |(count, faces): (usize, &[(u64, u32)])| {
        let faces = faces.iter().map(|(amount, times)| (Worth::Adds(*amount), *times));
        (count, faces.collect::<Vec<_>>())
    };
    W::sums_of(dice.into_iter().map(kind).collect())
}

/// The sums of dice, whatever their faces add.
pub(super) fn of_dice<W: Weight>(mut dice: Vec<(usize, Vec<(Worth, u32)>)>) -> Vec<(u64, W)> {
    let sides = dice.iter().map(|(count, faces)| (*count, faces.iter().map(|f| f.1).sum()));
    match whole(sides) {
        Some(rolls) if u64::try_from(rolls).is_ok() => added(&mut dice, |n: u64| W::of(n.into())),
        Some(_) => added(&mut dice, W::of),
        None => added(&mut dice, |n: W| n),
    }
}

fn added<N: Weight, W>(
    dice: &mut [(usize, Vec<(Worth, u32)>)],
    widen: impl Fn(N) -> W,
) -> Vec<(u64, W)> {
    let mut grid = Grid::of(dice.iter().map(|(count, faces)| (*count, &faces[..])));
    dice.sort_by_cached_key(|(_, faces)| grid.reach(faces));
    let mut sums = Sums::<N>::nothing();
    for (count, faces) in dice {
        let steps = grid.steps(faces);
        for _ in 0..*count {
            sums = grid.roll(&sums, &steps).0;
        }
    }
    let each = sums.each().map(|(row, cell, rolls)| (grid.amount(&sums, row, cell), rolls));
    each.map(|(amount, rolls)| (amount, widen(rolls.clone()))).collect()
}

/// How many raw rolls dice have, given as how many there are of so many faces; nothing where
/// they are too many to count.
pub(super) fn whole(dice: impl IntoIterator<Item = (usize, u32)>) -> Option<u128> {
    dice.into_iter().try_fold(1u128, |rolls, (count, sides)| {
        rolls.checked_mul(u128::from(sides).checked_pow(count.try_into().ok()?)?)
    })
}

/// A counter: where it lies in an amount, in what steps it grows, and how far apart its steps lie
/// among the rows.
#[derive(Debug, Clone, Copy)]
struct Lane {
    shift: u32,
    unit: u64,
    apart: u128,
}

impl Lane {
    fn of(self, amount: u64) -> u64 {
        byte(amount, self.shift) / self.unit
    }
}

fn byte(amount: u64, shift: u32) -> u64 {
    amount >> shift & 0xff
}

/// What a face does to a sum: which row and cell it leads to, counted from those before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    row: u128,
    /// Place of a value of which only the greatest counts, among those that occur.
    top: usize,
    cells: usize,
    times: u32,
    /// What it adds, but for the counter in the cells.
    amount: u64,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    number: u128,
    top: usize,
    amount: u64,
    start: usize,
    cells: usize,
}

/// The sums of some dice, each with its number of raw rolls.
#[derive(Debug)]
pub(super) struct Sums<N> {
    rows: Vec<Row>,
    cells: Vec<N>,
}

impl<N: Weight> Sums<N> {
    /// What no dice come to.
    pub fn nothing() -> Sums<N> {
        let row = Row { number: 0, top: 0, amount: 0, start: 0, cells: 1 };
        Sums { rows: vec![row], cells: vec![N::from(1)] }
    }

    /// Each sum that occurs: its row, its cell, its number of raw rolls.
    pub fn each(&self) -> impl Iterator<Item = (usize, usize, &N)> {
        let none = N::from(0);
        self.rows.iter().enumerate().flat_map(move |(number, row)| {
            let none = none.clone();
            let cells = self.cells[row.start..row.start + row.cells].iter().enumerate();
            let occur = cells.filter(move |(_, rolls)| **rolls != none);
            occur.map(move |(cell, rolls)| (number, cell, rolls))
        })
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.cells.len()
    }

    /// A number for each sum, below `places`.
    pub fn place(&self, row: usize, cell: usize) -> usize {
        self.rows[row].start + cell
    }
}

/// One way in which each sum came about: the row before and the face, as one number.
pub(super) struct Ways<'a> {
    links: Vec<u32>,
    steps: &'a [Step],
}

impl<'a> Ways<'a> {
    fn of<N: Weight>(before: &Sums<N>, sums: &Sums<N>, to: &[u32], steps: &'a [Step]) -> Ways<'a> {
        let none = N::from(0);
        let mut links = vec![0; sums.cells.len()];
        let pairs = before.rows.iter().flat_map(|row| steps.iter().map(move |step| (row, step)));
        for ((link, to), (row, step)) in (0..).zip(to).zip(pairs) {
            let own = &before.cells[row.start..row.start + row.cells];
            let start = sums.rows[*to as usize].start + step.cells;
            for (way, rolls) in links[start..].iter_mut().zip(own) {
                *way = if *rolls == none { *way } else { link };
            }
        }
        Ways { links, steps }
    }

    /// Of a sum that occurs: the place of a sum before, and which face was added to it.
    pub fn back<N: Weight>(
        &self,
        before: &Sums<N>,
        sums: &Sums<N>,
        row: usize,
        cell: usize,
    ) -> (usize, usize) {
        let link = self.links[sums.place(row, cell)] as usize;
        let (row, face) = (link / self.steps.len(), link % self.steps.len());
        (before.place(row, cell - self.steps[face].cells), face)
    }
}

/// The counters that occur among some dice, and how their sums are numbered.
#[derive(Debug)]
pub(super) struct Grid {
    lanes: Vec<Lane>,
    /// The counter in the cells.
    inner: Lane,
    /// Values of which only the greatest counts, ascending, from 0.
    tops: Vec<u8>,
    /// How many row numbers there are for one greatest value.
    numbers: u128,
    places: Places,
}

impl Grid {
    /// The counters of dice, given as how many there are and what their faces count for.
    pub fn of<'a>(dice: impl Iterator<Item = (usize, &'a [(Worth, u32)])> + Clone) -> Grid {
        let mut lanes: Vec<(Lane, u64)> = (0..64).step_by(8).map(|s| lane(&dice, s)).collect();
        lanes.sort_by_key(|(_, most)| std::cmp::Reverse(*most));
        let inner = lanes.remove(0).0;
        lanes.retain(|(_, most)| *most > 0);
        let mut numbers = 1u128;
        for (lane, most) in &mut lanes {
            lane.apart = numbers;
            numbers = numbers.saturating_mul(u128::from(*most) + 1);
        }
        let mut tops = vec![0];
        tops.extend(dice.flat_map(|(_, faces)| faces).filter_map(|(worth, _)| match worth {
            Worth::Highest(value) => Some(*value),
            _ => None,
        }));
        tops.sort_unstable();
        tops.dedup();
        let places = Places::of(numbers.saturating_mul(tops.len() as u128));
        let lanes = lanes.into_iter().map(|(lane, _)| lane).collect();
        Grid { lanes, inner, tops, numbers, places }
    }

    /// What those faces do; faces that are kept apart and do not add up do nothing.
    pub fn steps(&self, faces: &[(Worth, u32)]) -> SmallVec<[Step; 6]> {
        let step = |(worth, times): &(Worth, u32)| {
            let (amount, value) = match worth {
                Worth::Adds(amount) => (*amount, 0),
                Worth::Highest(value) => (0, *value),
                Worth::Each(_) | Worth::Again(_) | Worth::Distinct => (0, 0),
            };
            Step {
                row: self.lanes.iter().map(|l| u128::from(l.of(amount)) * l.apart).sum(),
                top: self.tops.binary_search(&value).unwrap_or(0),
                cells: self.inner.of(amount) as usize,
                times: *times,
                amount: amount & !(0xff << self.inner.shift),
            }
        };
        faces.iter().map(step).collect()
    }

    /// How far a die spreads the sums: dice that spread them less are better rolled first.
    pub fn reach(&self, faces: &[(Worth, u32)]) -> u64 {
        let most = |lane: &Lane| {
            let amounts = faces.iter().map(|(worth, _)| lane.of(adds(*worth)));
            amounts.max().unwrap_or(0)
        };
        self.lanes.iter().chain([&self.inner]).map(most).sum()
    }

    /// The sums with one die more, and which row each face leads to from each row before.
    pub fn roll<N: Weight>(&mut self, before: &Sums<N>, steps: &[Step]) -> (Sums<N>, Vec<u32>) {
        let mut rows: Vec<Row> = Vec::with_capacity(before.rows.len() * 2);
        let mut to: Vec<u32> = Vec::with_capacity(before.rows.len() * steps.len());
        for row in &before.rows {
            for step in steps {
                let (number, top) = (row.number + step.row, row.top.max(step.top));
                let place = self.places.at(number + self.numbers * top as u128);
                if *place == NOWHERE {
                    *place = rows.len() as u32;
                    let amount = row.amount.wrapping_add(step.amount);
                    rows.push(Row { number, top, amount, start: 0, cells: 0 });
                }
                let reached = &mut rows[*place as usize];
                reached.cells = reached.cells.max(row.cells + step.cells);
                to.push(*place);
            }
        }
        let mut start = 0;
        for row in &mut rows {
            *self.places.at(row.number + self.numbers * row.top as u128) = NOWHERE;
            row.start = start;
            start += row.cells;
        }
        let mut cells = vec![N::from(0); start];
        for (row, to) in before.rows.iter().zip(to.chunks(steps.len().max(1))) {
            let own = &before.cells[row.start..row.start + row.cells];
            for (step, to) in steps.iter().zip(to) {
                let start = rows[*to as usize].start + step.cells;
                add_row(&mut cells[start..start + own.len()], own, step.times);
            }
        }
        (Sums { rows, cells }, to)
    }

    /// The same, with one way in which each sum came about.
    pub fn roll_traced<'a, N: Weight>(
        &mut self,
        before: &Sums<N>,
        steps: &'a [Step],
    ) -> (Sums<N>, Ways<'a>) {
        let (sums, to) = self.roll(before, steps);
        let ways = Ways::of(before, &sums, &to, steps);
        (sums, ways)
    }

    fn amount<N>(&self, sums: &Sums<N>, row: usize, cell: usize) -> u64 {
        let inner = (cell as u64).wrapping_mul(self.inner.unit) << self.inner.shift;
        sums.rows[row].amount.wrapping_add(inner)
    }
}

fn add_row<N: Weight>(sums: &mut [N], more: &[N], times: u32) {
    let pairs = sums.iter_mut().zip(more);
    if times == 1 {
        pairs.for_each(|(sum, more)| sum.add(more));
    } else {
        pairs.for_each(|(sum, more)| sum.add_times(more, times));
    }
}

fn adds(worth: Worth) -> u64 {
    if let Worth::Adds(amount) = worth { amount } else { 0 }
}

/// The counter that lies there, and how many steps it can come to.
fn lane<'a>(
    dice: &(impl Iterator<Item = (usize, &'a [(Worth, u32)])> + Clone),
    shift: u32,
) -> (Lane, u64) {
    let (mut unit, mut most) = (0, 0);
    for (count, faces) in dice.clone() {
        let mut greatest = 0;
        for (worth, _) in faces {
            let counted = byte(adds(*worth), shift);
            unit = unit.gcd(&counted);
            greatest = counted.max(greatest);
        }
        most += count as u64 * greatest;
    }
    let unit = unit.max(1);
    (Lane { shift, unit, apart: 0 }, most / unit)
}

const NOWHERE: u32 = u32::MAX;

/// Where the rows of numbers lie.
#[derive(Debug)]
enum Places {
    Flat(Vec<u32>),
    Sparse(Table<u128, u32>),
}

impl Places {
    fn of(numbers: u128) -> Places {
        /// More numbers than are worth a place each.
        const MANY: u128 = 1 << 16;
        if numbers > MANY {
            return Places::Sparse(Table::default());
        }
        Places::Flat(vec![NOWHERE; numbers as usize])
    }

    #[inline]
    fn at(&mut self, number: u128) -> &mut u32 {
        match self {
            Places::Flat(places) => &mut places[number as usize],
            Places::Sparse(places) => places.entry(number).or_insert(NOWHERE),
        }
    }
}
