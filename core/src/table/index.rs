//! An index of areas by their bounds, so that only what is near need be asked.

use super::point::{Bounds, Length, Point};

/// Areas numbered in the order given, in a grid of cells.
#[derive(Debug, Clone)]
pub struct Index {
    areas: Vec<Bounds>,
    low: Point,
    cell: i64,
    columns: i64,
    rows: i64,
    /// Where the areas of each cell begin in `members`; one more than there are cells.
    begins: Vec<u32>,
    members: Vec<u32>,
}

/// A stretch of cells, its ends included.
type Stretch = (i64, i64);

impl Index {
    /// An index of areas by their bounds.
    pub fn new(areas: &[Bounds]) -> Index {
        let around = areas.iter().copied().reduce(Bounds::with).unwrap_or(Bounds::of(&[]));
        let size = |low: Length, high: Length| i64::from(high) - i64::from(low) + 1;
        let (wide, high) = (size(around.low.x, around.high.x), size(around.low.y, around.high.y));
        let side = (areas.len() as i64 + 1).isqrt().clamp(1, 64);
        let cell = wide.max(high) / side + 1;
        let mut index = Index {
            areas: areas.to_vec(),
            low: around.low,
            cell,
            columns: wide / cell + 1,
            rows: high / cell + 1,
            begins: Vec::new(),
            members: Vec::new(),
        };
        index.fill();
        index
    }

    /// Sorts the areas into their cells, counting first how many there are in each.
    fn fill(&mut self) {
        let mut begins = vec![0; (self.columns * self.rows) as usize + 1];
        for cell in self.areas.iter().flat_map(|area| self.cells_with(*area)) {
            begins[cell + 1] += 1;
        }
        let mut before = 0;
        for begin in &mut begins {
            before += *begin;
            *begin = before;
        }
        let (mut members, mut next) = (vec![0; before as usize], begins.clone());
        for (number, area) in self.areas.iter().enumerate() {
            for cell in self.cells_with(*area) {
                members[next[cell] as usize] = number as u32;
                next[cell] += 1;
            }
        }
        (self.begins, self.members) = (begins, members);
    }

    /// The cells that bounds lie in.
    fn cells_with(&self, bounds: Bounds) -> impl Iterator<Item = usize> + use<> {
        let ((columns, rows), wide) = (self.cells_of(bounds), self.columns);
        (rows.0..=rows.1).flat_map(move |row| {
            (columns.0..=columns.1).map(move |column| (row * wide + column) as usize)
        })
    }

    /// The columns and rows that bounds lie in; what lies outside counts to the outermost.
    fn cells_of(&self, bounds: Bounds) -> (Stretch, Stretch) {
        let cell = |at: Length, low: Length, count: i64| {
            ((i64::from(at) - i64::from(low)) / self.cell).clamp(0, count - 1)
        };
        let column = |x| cell(x, self.low.x, self.columns);
        let row = |y| cell(y, self.low.y, self.rows);
        ((column(bounds.low.x), column(bounds.high.x)), (row(bounds.low.y), row(bounds.high.y)))
    }

    /// The numbers of the areas whose bounds meet the given ones, each once, in no order that
    /// means anything but always the same. Nothing is allocated.
    pub fn query(&self, bounds: Bounds) -> impl Iterator<Item = usize> + '_ {
        let (columns, rows) = self.cells_of(bounds);
        let cells = (rows.0..=rows.1)
            .flat_map(move |row| (columns.0..=columns.1).map(move |column| (column, row)));
        cells.flat_map(move |(column, row)| {
            let at = (row * self.columns + column) as usize;
            let members = self.begins[at] as usize..self.begins[at + 1] as usize;
            self.members[members].iter().map(|number| *number as usize).filter(move |number| {
                let area = self.areas[*number];
                // An area in many cells is named in the first that it shares with the question.
                let (its_columns, its_rows) = self.cells_of(area);
                area.meets(bounds)
                    && column == its_columns.0.max(columns.0)
                    && row == its_rows.0.max(rows.0)
            })
        })
    }

    /// The bounds of an area, by its number.
    pub fn bounds_of(&self, number: usize) -> Option<Bounds> {
        self.areas.get(number).copied()
    }
}
