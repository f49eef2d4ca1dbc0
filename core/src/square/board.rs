//! The squares of a board by column and row, and the lines between their middles.

use super::Direction;
use crate::hex::Level;
use crate::plan::{Cell, Tiling};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A square of one [`Board`], row by row.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SquareId(pub u32);

impl SquareId {
    /// Its place among all, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most squares that a board spans, those that are not there included.
const MOST: usize = 1 << 20;
/// From side to side in the picture.
const WIDTH: f32 = 1.6;

/// Squares beside one another. Ids of another board may panic or answer nonsense.
#[derive(Debug, Clone)]
pub struct Board {
    cells: Vec<Cell>,
    columns: usize,
    /// The squares by row and column.
    squares: Vec<Option<SquareId>>,
}

impl Board {
    /// The direction in which a square lies that touches another; nothing where they do not touch.
    pub fn direction(&self, from: SquareId, to: SquareId) -> Option<Direction> {
        let ((column, row), (other, below)) = (self.cell(from), self.cell(to));
        let step = (other.checked_sub(column)?, below.checked_sub(row)?);
        Direction::ALL.into_iter().find(|direction| direction.step() == step)
    }

    /// The two squares between which a step by a corner leads, where they are on the board: a game that lets nobody cut a corner
    /// looks at what they are made of, and whether somebody stands there.
    pub fn beside_corner(&self, from: SquareId, to: SquareId) -> [Option<SquareId>; 2] {
        let ((column, row), (other, below)) = (self.cell(from), self.cell(to));
        match self.direction(from, to) {
            Some(direction) if direction.is_diagonal() => {
                [self.at((other, row)), self.at((column, below))]
            }
            _ => [None, None],
        }
    }

    /// Fewest steps by sides alone.
    pub fn orthogonal_distance(&self, from: SquareId, to: SquareId) -> u16 {
        let (columns, rows) = self.apart(from, to);
        columns.saturating_add(rows)
    }

    fn apart(&self, from: SquareId, to: SquareId) -> (u16, u16) {
        let ((column, row), (other, below)) = (self.cell(from), self.cell(to));
        (column.abs_diff(other), row.abs_diff(below))
    }
}

impl Tiling for Board {
    type Place = SquareId;
    type Direction = Direction;

    const PLACE: &'static str = "square";
    const ROW: f32 = WIDTH;
    const WIDTH: f32 = WIDTH;
    const SIDE: f32 = WIDTH;
    const SHIFTED: bool = false;

    fn of(places: &[(Cell, u16, Level)]) -> Result<Board, Vec<String>> {
        let cells: BTreeSet<(i16, i16)> = places.iter().map(|((c, r), ..)| (*r, *c)).collect();
        let cells: Vec<Cell> = cells.into_iter().map(|(row, column)| (column, row)).collect();
        let size = |at: fn(&Cell) -> i16| {
            let last = cells.iter().map(at).max().unwrap_or(-1);
            usize::try_from(i32::from(last) + 1).unwrap_or(0)
        };
        let (columns, rows) = (size(|cell| cell.0), size(|cell| cell.1));
        if columns.saturating_mul(rows) > MOST {
            let says = format!("{columns} columns of {rows} squares are more than a board has");
            return Err(vec![says]);
        }
        let mut squares = vec![None; columns * rows];
        for (number, (column, row)) in (0..).zip(&cells) {
            let (column, row) = (column.unsigned_abs(), row.unsigned_abs());
            squares[usize::from(row) * columns + usize::from(column)] = Some(SquareId(number));
        }
        Ok(Board { cells, columns, squares })
    }

    fn count(&self) -> usize {
        self.cells.len()
    }

    fn index(square: SquareId) -> usize {
        square.index()
    }

    fn place(index: usize) -> SquareId {
        SquareId(index as u32)
    }

    fn cell(&self, square: SquareId) -> Cell {
        self.cells[square.index()]
    }

    fn at(&self, (column, row): Cell) -> Option<SquareId> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        let is_there = column < self.columns;
        *self.squares.get(row * self.columns + column).filter(|_| is_there)?
    }

    fn beside(&self, square: SquareId) -> impl Iterator<Item = (Direction, SquareId)> + '_ {
        let (column, row) = self.cell(square);
        Direction::ALL.into_iter().filter_map(move |direction| {
            let (east, south) = direction.step();
            Some((direction, self.at((column.checked_add(east)?, row.checked_add(south)?))?))
        })
    }

    /// By sides and corners alike.
    fn distance(&self, from: SquareId, to: SquareId) -> u16 {
        let (columns, rows) = self.apart(from, to);
        columns.max(rows)
    }

    fn passed(
        &self,
        from: SquareId,
        to: SquareId,
        each: &mut impl FnMut(&[Option<SquareId>]) -> bool,
    ) {
        let ((mut column, mut row), (last, lowest)) = (self.cell(from), self.cell(to));
        let (columns, rows) = self.apart(from, to);
        let (columns, rows) = (i32::from(columns), i32::from(rows));
        let (east, south) = ((last - column).signum(), (lowest - row).signum());
        // How far the line is to the next side of either kind, over the common denominator of both.
        let (mut across, mut down) = (rows, columns);
        while (column, row) != (last, lowest) {
            let goes_on = if columns == 0 || (rows > 0 && down < across) {
                (across, down, row) = (across - down, 2 * columns, row + south);
                each(&[self.at((column, row))])
            } else if rows == 0 || across < down {
                (down, across, column) = (down - across, 2 * rows, column + east);
                each(&[self.at((column, row))])
            } else {
                (across, down) = (2 * rows, 2 * columns);
                let beside = [self.at((column + east, row)), self.at((column, row + south))];
                (column, row) = (column + east, row + south);
                each(&beside) && each(&[self.at((column, row))])
            };
            if !goes_on {
                return;
            }
        }
    }

    fn middle(&self, square: SquareId) -> (f32, f32) {
        let (column, row) = self.cell(square);
        (WIDTH * f32::from(column), WIDTH * f32::from(row))
    }

    fn corners(&self, square: SquareId) -> Vec<(f32, f32)> {
        let ((x, y), half) = (self.middle(square), WIDTH / 2.0);
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        corners.map(|(right, down)| (x + right, y + down)).to_vec()
    }

    fn ahead(direction: Direction) -> (f32, f32) {
        let (east, south) = direction.step();
        let (east, south) = (f32::from(east), f32::from(south));
        let length = east.hypot(south);
        (east / length, south / length)
    }

    fn arrow(direction: Direction) -> char {
        direction.arrow()
    }

    fn is_side(direction: Direction) -> bool {
        !direction.is_diagonal()
    }

    fn direction(name: &str) -> Option<Direction> {
        Direction::named(name)
    }
}
