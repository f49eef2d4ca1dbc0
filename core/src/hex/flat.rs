//! Lines in the plane: from the centre of one hex to that of another, and which hexes they pass.

use super::board::{Board, HexId};

/// Whether the line between two centres is clear of the hexes that block.
///
/// A hex blocks if the line passes through its inside; a line along the side of two hexes is
/// blocked only if both block; one that touches a corner is not blocked by it. The two hexes at
/// the ends and places off the board never block. So the answer is the same both ways, and the
/// same as for upright solids with these hexes as outlines.
pub fn hex_clear(board: &Board, from: HexId, to: HexId, blocked: &impl Fn(HexId) -> bool) -> bool {
    let mut clear = true;
    passed(board, from, to, &mut |hexes| {
        clear = !hexes.iter().all(|hex| hex.is_some_and(|hex| hex != to && blocked(hex)));
        clear
    });
    clear
}

/// Tells the hexes that the line between two centres passes, one after another, the last with them: both, where it runs along the side
/// of two; nothing for one off the board. Ends where `each` says that it does not go on.
pub(super) fn passed(
    board: &Board,
    from: HexId,
    to: HexId,
    each: &mut impl FnMut(&[Option<HexId>]) -> bool,
) {
    let (start, end) = (board.hex(from), board.hex(to));
    let (q, r) = (i64::from(end.q) - i64::from(start.q), i64::from(end.r) - i64::from(start.r));
    let walk = Walk::new(q, r, board.grid.row_length());
    let (start, end) = (board.grid.index_of(start), board.grid.index_of(end));
    let at = |index: i64| board.grid.hex_at(index);
    match walk {
        Some(walk) if walk.slopes[2] == 0 => walk.along_sides(start, at, each),
        Some(walk) => walk.across(start, end, at, each),
        None => {}
    }
}

/// A line between centres as three rates at which it crosses the three kinds of side, the
/// quickest first. The quickest is the sum of the others and leads the other way round.
struct Walk {
    slopes: [i64; 3],
    /// What crossing each kind of side adds to the index of a cell.
    strides: [i64; 3],
}

impl Walk {
    fn new(q: i64, r: i64, row_length: i64) -> Option<Self> {
        let mut axes = [(q - r, 1 - row_length), (q + 2 * r, row_length), (-2 * q - r, -1)]
            .map(|(slope, stride)| (slope.abs(), stride * slope.signum()));
        axes.sort_unstable_by_key(|&(slope, _)| -slope);
        let walk = Self { slopes: axes.map(|axis| axis.0), strides: axes.map(|axis| axis.1) };
        (walk.slopes[0] > 0).then_some(walk)
    }

    /// Two slopes are equal and the third is 0: the line runs through a hex, along the side of
    /// two, through the next, and so on.
    fn along_sides(
        &self,
        start: i64,
        at: impl Fn(i64) -> Option<HexId>,
        each: &mut impl FnMut(&[Option<HexId>]) -> bool,
    ) {
        let [one, two, _] = self.strides;
        let mut index = start;
        for _ in 0..self.slopes[0] / 3 {
            if !each(&[at(index + one), at(index + two)]) {
                return;
            }
            index += one + two;
            if !each(&[at(index)]) {
                return;
            }
        }
    }

    /// Crosses side after side. `left / slope` is where the line meets the next side of a kind;
    /// the three are compared over their common denominator. Through a corner, where the quickest
    /// kind is always one of the two, it is crossed first, which leads past the hex that is only
    /// touched.
    fn across(
        &self,
        start: i64,
        end: i64,
        at: impl Fn(i64) -> Option<HexId>,
        each: &mut impl FnMut(&[Option<HexId>]) -> bool,
    ) {
        let [a, b, c] = self.slopes;
        let scale = [b * c, a * c, a * b];
        let [mut first, mut second, mut third] = scale;
        let mut index = start;
        while index != end {
            if first <= second && first <= third {
                first += 2 * scale[0];
                second += scale[1];
                third += scale[2];
                index += self.strides[0];
            } else if second < third {
                first += scale[0];
                second += 2 * scale[1];
                third -= scale[2];
                index += self.strides[1];
            } else {
                first += scale[0];
                second -= scale[1];
                third += 2 * scale[2];
                index += self.strides[2];
            }
            if !each(&[at(index)]) {
                return;
            }
        }
    }
}
