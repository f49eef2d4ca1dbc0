//! A second, slow way to decide a line: every solid against exact sample points, no walking.

use umpire_core::hex::{Board, Body, Hex, Line, Point, Side};

/// Sample points are multiples of 2^-40 of a line.
const SCALE: i128 = 1 << 40;

/// Whether a line is clear by the rule stated at [`umpire_core::hex::Scene`].
pub fn is_clear(board: &Board, bodies: &[Body], line: Line) -> bool {
    let edges = board.hex_ids().flat_map(|id| Side::ALL.map(|side| (board.hex(id), side)));
    let walled = edges.into_iter().any(|(hex, side)| meets_edge(board, hex, side, line));
    !walled
        && (line.from == line.to
            || !samples(board, bodies, line).any(|at| is_inside(board, bodies, line, at)))
}

/// One place in the middle of each stretch over which nothing changes.
fn samples(board: &Board, bodies: &[Body], line: Line) -> impl Iterator<Item = i128> {
    let (from, to) = (axes(line.from), axes(line.to));
    let mut places = vec![0.0, 1.0];
    let mut linear = |start: f64, end: f64, level: f64| {
        places.push((level - start) / (end - start));
    };
    for id in board.hex_ids() {
        let centre = axes(Point::centre(board.hex(id), 0));
        let prisms = board.obstacles(id);
        for axis in 0..3 {
            let widths = prisms.iter().map(|prism| {
                120.0 * f64::from(prism.width.numerator) / f64::from(prism.width.denominator)
            });
            for width in widths.chain([120.0]) {
                for limit in [centre[axis] - width, centre[axis] + width] {
                    linear(from[axis], to[axis], limit);
                }
            }
        }
        let stretches = board.solids(id).iter().copied();
        for (bottom, top) in stretches.chain(prisms.iter().map(|prism| (prism.base, prism.top()))) {
            linear(from[3], to[3], 20.0 * f64::from(bottom));
            linear(from[3], to[3], 20.0 * f64::from(top));
        }
    }
    for body in bodies {
        linear(from[3], to[3], 20.0 * f64::from(body.bottom));
        linear(from[3], to[3], 20.0 * f64::from(body.top));
        if body.ends.0 != body.ends.1 {
            for limit in slab(body) {
                linear(limit.value(line.from), limit.value(line.to), limit.low);
                linear(limit.value(line.from), limit.value(line.to), limit.high);
            }
        }
    }
    for body in bodies {
        for centre in [body.ends.0, body.ends.1] {
            places.extend(roots(centre, body.radius_hundredths, line));
        }
    }
    places.retain(|place| (0.0..=1.0).contains(place));
    places.sort_by(f64::total_cmp);
    let middles: Vec<i128> = places
        .windows(2)
        .filter(|pair| pair[1] - pair[0] > 1e-11)
        .map(|pair| ((pair[0] + pair[1]) / 2.0 * SCALE as f64) as i128)
        .collect();
    middles.into_iter()
}

fn axes(point: Point) -> [f64; 4] {
    let (q, r) = (f64::from(point.q), f64::from(point.r));
    [q - r, q + 2.0 * r, -2.0 * q - r, f64::from(point.up)]
}

fn norm(q: i128, r: i128) -> i128 {
    q * q + q * r + r * r
}

/// Where a line crosses a circle: 25 N(w + t d) = 12 radius^2, solved for t.
fn roots(centre: Hex, radius: u8, line: Line) -> Vec<f64> {
    let centre = Point::centre(centre, 0);
    let vector =
        |a: Point, b: Point| (i128::from(b.q) - i128::from(a.q), i128::from(b.r) - i128::from(a.r));
    let ((q, r), (along_q, along_r)) = (vector(centre, line.from), vector(line.from, line.to));
    let square = 25 * norm(along_q, along_r);
    let linear = 25 * (norm(q + along_q, r + along_r) - norm(q, r)) - square;
    let constant = 25 * norm(q, r) - 12 * i128::from(radius) * i128::from(radius);
    let discriminant = linear * linear - 4 * square * constant;
    if discriminant < 0 || square == 0 {
        return Vec::new();
    }
    let (linear, root, twice) = (linear as f64, (discriminant as f64).sqrt(), 2.0 * square as f64);
    vec![(-linear - root) / twice, (-linear + root) / twice]
}

/// A linear measure over the plan with its limits for one body.
struct Limit {
    q: i128,
    r: i128,
    offset: i128,
    low: f64,
    high: f64,
}

impl Limit {
    fn value(&self, point: Point) -> f64 {
        (self.q * i128::from(point.q) + self.r * i128::from(point.r) - self.offset) as f64
    }
}

/// The oblong of a long body: past its first end, before its second, near enough to its axis.
fn slab(body: &Body) -> [Limit; 2] {
    let (one, two) = (Point::centre(body.ends.0, 0), Point::centre(body.ends.1, 0));
    let steps = i128::from(body.ends.0.distance(body.ends.1));
    let (q, r) = (i128::from(two.q - one.q) / 120 / steps, i128::from(two.r - one.r) / 120 / steps);
    let limit = |q: i128, r: i128, low, high| Limit {
        q,
        r,
        offset: q * i128::from(one.q) + r * i128::from(one.r),
        low,
        high,
    };
    let half = 4.0 * f64::from(body.radius_hundredths);
    [limit(2 * q + r, 2 * r + q, 0.0, 240.0 * steps as f64), limit(5 * r, -5 * q, -half, half)]
}

/// Whether everything close to a place of the line belongs to the union of solids.
fn is_inside(board: &Board, bodies: &[Body], line: Line, at: i128) -> bool {
    let place =
        |from: i32, to: i32| i128::from(from) * SCALE + (i128::from(to) - i128::from(from)) * at;
    let (from, to) = (line.from, line.to);
    let (q, r, up) = (place(from.q, to.q), place(from.r, to.r), place(from.up, to.up));
    let ring = (-4..=4i128).flat_map(|q| (-4..=4i128).map(move |r| (q, r)));
    let near = ring.filter(|&(q, r)| q.abs().max(r.abs()).max((q + r).abs()) == 4).chain([(0, 0)]);
    near.into_iter().all(|(east, south)| {
        (-1..=1).all(|rise| belongs(board, bodies, q + east, r + south, up + rise))
    })
}

/// Whether a point belongs to a solid, its surface included.
fn belongs(board: &Board, bodies: &[Body], q: i128, r: i128, up: i128) -> bool {
    let level = |bottom: i16, top: i16| {
        20 * i128::from(bottom) * SCALE <= up && up <= 20 * i128::from(top) * SCALE
    };
    let column = |id| {
        let hex = board.hex(id);
        let (q, r) = (q - 120 * i128::from(hex.q) * SCALE, r - 120 * i128::from(hex.r) * SCALE);
        let width = (q - r).abs().max((q + 2 * r).abs()).max((2 * q + r).abs());
        let fills = |numerator: u8, denominator: u8| {
            width * i128::from(denominator) <= 120 * SCALE * i128::from(numerator)
        };
        (fills(1, 1) && board.solids(id).iter().any(|&(bottom, top)| level(bottom, top)))
            || board.obstacles(id).iter().any(|prism| {
                fills(prism.width.numerator, prism.width.denominator)
                    && level(prism.base, prism.top())
            })
    };
    let body = |body: &Body| {
        let radius = i128::from(body.radius_hundredths) * SCALE;
        let disc = |centre: Hex| {
            let (q, r) =
                (q - 120 * i128::from(centre.q) * SCALE, r - 120 * i128::from(centre.r) * SCALE);
            25 * norm(q, r) <= 12 * radius * radius
        };
        let between = || {
            slab(body).iter().all(|limit| {
                let value = limit.q * q + limit.r * r - limit.offset * SCALE;
                limit.low as i128 * SCALE <= value && value <= limit.high as i128 * SCALE
            })
        };
        level(body.bottom, body.top)
            && (disc(body.ends.0) || disc(body.ends.1) || (body.ends.0 != body.ends.1 && between()))
    };
    board.hex_ids().any(column) || bodies.iter().any(body)
}

/// Cuts the line with a side as two segments of the plane, by cross products.
fn meets_edge(board: &Board, hex: Hex, side: Side, line: Line) -> bool {
    let Some(piece) = board.edge_at(hex, side) else { return false };
    let corner = |side: Side| Point::centre(hex, 0).towards_corner(side, 40);
    let (one, two) = (corner(side), corner(side.clockwise()));
    let vector =
        |a: Point, b: Point| (i128::from(b.q) - i128::from(a.q), i128::from(b.r) - i128::from(a.r));
    let cross = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 - a.1 * b.0;
    let (along, wall, offset) =
        (vector(line.from, line.to), vector(one, two), vector(line.from, one));
    let (bottom, top) = (20 * i128::from(piece.base), 20 * i128::from(piece.top()));
    let (from, to) = (i128::from(line.from.up), i128::from(line.to.up));
    let determinant = cross(along, wall);
    if determinant != 0 {
        let sign = determinant.signum();
        let (at, aside) = (cross(offset, wall) * sign, cross(offset, along) * sign);
        let size = determinant.abs();
        let up = from * size + (to - from) * at;
        let on_both = (0..=size).contains(&at) && (0..=size).contains(&aside);
        return on_both && bottom * size < up && up < top * size;
    }
    if cross(offset, wall) != 0 {
        return false;
    }
    // Parallel: both lie on one straight line, measured by its growing coordinate.
    let measure = |point: Point| {
        let (q, r) = (i128::from(point.q), i128::from(point.r));
        wall.0 * q + wall.1 * r
    };
    let (low, high) = (measure(one).min(measure(two)), measure(one).max(measure(two)));
    let (start, end) = (measure(line.from), measure(line.to));
    if start == end {
        let overlaps = from.min(to) < top && from.max(to) > bottom && bottom < top;
        return (low..=high).contains(&start) && overlaps;
    }
    let (near, far) = (start.min(end).max(low), start.max(end).min(high));
    if near > far {
        return false;
    }
    let size = (end - start).abs();
    let up = |place: i128| from * size + (to - from) * (place - start) * (end - start).signum();
    let (one, two) = (up(near), up(far));
    bottom < top && one.min(two) < top * size && one.max(two) > bottom * size
}
