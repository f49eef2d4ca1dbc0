//! Upright solids narrower than a hex, and the stretch of a line that lies inside one.

use super::span::Span;
use super::track::{HALF, widths};
use super::{Axial, Blocker, Body};
use crate::fraction::Fraction;
use crate::hex::build::{Prism, Width};
use crate::hex::coordinates::{Hex, Side};
use nalgebra::Matrix2;

/// A line as a start and a vector: 1/120 of an axial step in plan, 1/20 of a level up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ray {
    pub(super) plan: Axial,
    pub(super) up: i64,
    pub(super) along: Axial,
    pub(super) along_up: i64,
}

/// What twice the scalar product of two axial vectors is by their coordinates: the axes lie 60 degrees apart.
const METRIC: Matrix2<i64> = Matrix2::new(2, 1, 1, 2);

/// Twice the scalar product of two vectors in plan.
fn twice_dot(one: Axial, other: Axial) -> i64 {
    one.dot(&(METRIC * other))
}

/// The way to a hex from the hex (0, 0), in steps.
fn axial(hex: Hex) -> Axial {
    Axial::new(hex.q.into(), hex.r.into())
}

/// A step towards a side, in plan.
fn step_towards(side: Side) -> Axial {
    let (q, r) = side.vector();
    Axial::new(q.into(), r.into())
}

impl Ray {
    /// Axial vector from the centre of `hex` to the start of the line.
    pub(super) fn offset_from(&self, hex: Hex) -> Axial {
        self.plan - 120 * axial(hex)
    }

    /// Its lowest and highest level, in twentieths.
    pub(super) fn levels(&self) -> (i64, i64) {
        let end = self.up + self.along_up;
        (self.up.min(end), self.up.max(end))
    }

    pub(super) fn is_point(&self) -> bool {
        self.is_upright() && self.along_up == 0
    }

    pub(super) fn is_upright(&self) -> bool {
        self.along == Axial::zeros()
    }
}

/// A disc seen from a line: where the squared distance falls below the squared radius.
#[derive(Debug, Clone, Copy)]
struct Disc {
    centre: Hex,
    radius_hundredths: u8,
}

impl Disc {
    /// A place within `span` where the line is inside the disc: the nearest to its centre.
    ///
    /// The squared distance is a convex quadratic along the line, so the line is inside over a
    /// stretch of positive length exactly if it is at the point nearest to the centre.
    fn pierced(&self, ray: &Ray, span: Span) -> Option<Fraction> {
        let offset = ray.offset_from(self.centre);
        let constant = twice_dot(offset, offset) / 2;
        let linear = twice_dot(offset, ray.along);
        let square = twice_dot(ray.along, ray.along) / 2;
        // 3 (q^2 + qr + r^2) / 120^2 < (radius / 100)^2, cleared of fractions.
        let radius = i128::from(self.radius_hundredths);
        let limit = 12 * radius * radius;
        let (constant, linear, square) =
            (i128::from(constant), i128::from(linear), i128::from(square));
        let nearest = Fraction::new(-linear as i64, (2 * square).max(1) as i64);
        if square != 0 && span.start < nearest && nearest < span.end {
            let inside = 25 * linear * linear > 4 * square * (25 * constant - limit);
            return inside.then_some(nearest);
        }
        let end = if square != 0 && nearest >= span.end { span.end } else { span.start };
        let (n, d) = (i128::from(end.numerator), i128::from(end.denominator));
        let distance = constant * d * d + linear * n * d + square * n * n;
        (25 * distance < limit * d * d).then_some(end)
    }
}

/// A convex part of an upright solid as one line meets it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// Where the line is over its plan, rounded ends aside.
    span: Span,
    disc: Option<Disc>,
    /// In twentieths of a level.
    pub(super) bottom: i64,
    pub(super) top: i64,
    pub(super) blocker: Blocker,
}

impl Part {
    /// A place where the line is inside, for a stretch of positive length within `span`.
    pub(super) fn pierced(&self, ray: &Ray, span: Span) -> Option<Fraction> {
        let span = self.span.meet(span)?.within(ray.up, ray.along_up, self.bottom, self.top)?;
        self.over(ray, span)
    }

    /// As [`Part::pierced`], whatever the levels.
    pub(super) fn over(&self, ray: &Ray, span: Span) -> Option<Fraction> {
        let span = self.span.meet(span)?;
        match &self.disc {
            Some(disc) => disc.pierced(ray, span),
            None => Some(span.start),
        }
    }

    /// A place where a level line lies over both for a stretch within `span`.
    pub(super) fn over_both(&self, other: &Self, ray: &Ray, span: Span) -> Option<Fraction> {
        let span = self.span.meet(other.span)?.meet(span)?;
        let disc = match (self.disc, other.disc) {
            (None, None) => return Some(span.start),
            (Some(disc), None) | (None, Some(disc)) => disc,
            // Radii stay under half the distance of two centres: other discs never overlap.
            (Some(one), Some(two)) if one.centre == two.centre => {
                if one.radius_hundredths < two.radius_hundredths { one } else { two }
            }
            _ => return None,
        };
        disc.pierced(ray, span)
    }
}

/// Largest radius of a body: under half the distance between the centres of neighbours.
const RADIUS_LIMIT: u8 = 86;

impl Body {
    fn radius(&self) -> u8 {
        self.radius_hundredths.min(RADIUS_LIMIT)
    }

    /// Whether the line, prolonged both ways, goes past at a distance or at most touches: a quick
    /// test that spares most bodies the exact ones.
    pub(super) fn is_passed(&self, ray: &Ray) -> bool {
        let off = |hex| ray.offset_from(hex).perp(&ray.along);
        let (one, two) = (off(self.ends.0), off(self.ends.1));
        let near = i128::from(if (one < 0) == (two < 0) { one.abs().min(two.abs()) } else { 0 });
        // 3/4 of the squared cross product over the squared length is the squared distance.
        let radius = i128::from(self.radius());
        let square = twice_dot(ray.along, ray.along) / 2;
        square != 0
            && 25 * near * near >= 16 * radius * radius * i128::from(square)
            && !self.is_grazed(ray)
    }

    /// Whether it is long and the line runs along one of its straight sides.
    pub(super) fn is_grazed(&self, ray: &Ray) -> bool {
        self.ends.0 != self.ends.1
            && self.row().is_some_and(|(side, _)| {
                let (value, slope) = self.aside(ray, side);
                slope == 0 && (5 * value).abs() == 4 * i64::from(self.radius())
            })
    }

    /// The direction from the first end to the second and the hexes between, if in one row.
    fn row(&self) -> Option<(Side, i64)> {
        let (one, two) = self.ends;
        let steps = i64::from(one.distance(two));
        let way = axial(two) - axial(one);
        let leads_there = |side: &Side| steps > 0 && steps * step_towards(*side) == way;
        let side = Side::ALL.into_iter().find(leads_there)?;
        Some((side, steps))
    }

    /// How far the line starts to the left of the axis, and how fast it moves there: in
    /// 1/120 of a step, where half the width of the body is 4/5 of its radius in hundredths.
    fn aside(&self, ray: &Ray, side: Side) -> (i64, i64) {
        let axis = step_towards(side);
        (ray.offset_from(self.ends.0).perp(&axis), ray.along.perp(&axis))
    }

    /// The stretch over which the line is abreast of the axis, between its two ends.
    fn abreast(&self, ray: &Ray, side: Side, steps: i64) -> Option<Span> {
        let onto = |plan: Axial| twice_dot(plan, step_towards(side));
        let (value, slope) = (onto(ray.offset_from(self.ends.0)), onto(ray.along));
        Span::WHOLE.within(value, slope, 0, 240 * steps)
    }

    /// The convex parts it consists of, as far as the line may meet them: a disc at each end and
    /// the oblong between.
    pub(super) fn parts(&self, index: usize, ray: &Ray) -> [Option<Part>; 3] {
        let (bottom, top) = (20 * i64::from(self.bottom), 20 * i64::from(self.top));
        let part = |span, disc| Part { span, disc, bottom, top, blocker: Blocker::Body(index) };
        let radius_hundredths = self.radius();
        let disc = |centre| Some(Disc { centre, radius_hundredths });
        let one = part(Span::WHOLE, disc(self.ends.0));
        if bottom >= top {
            return [None; 3];
        }
        if self.ends.0 == self.ends.1 {
            return [Some(one), None, None];
        }
        let two = part(Span::WHOLE, disc(self.ends.1));
        let between = self.row().and_then(|(side, steps)| {
            let (value, slope) = self.aside(ray, side);
            let half = 4 * i64::from(radius_hundredths);
            let span = self.abreast(ray, side, steps)?;
            Some(part(span.within(5 * value, 5 * slope, -half, half)?, None))
        });
        [Some(one), Some(two), between]
    }

    /// The solid sheet between two long bodies that touch along their sides, if the line runs in
    /// that sheet.
    pub(super) fn sheet(&self, other: &Self, index: usize, ray: &Ray) -> Option<Part> {
        let ((side, steps), (other_side, other_steps)) = (self.row()?, other.row()?);
        if side != other_side && side != other_side.opposite() {
            return None;
        }
        let (value, slope) = self.aside(ray, side);
        let (other_value, _) = other.aside(ray, side);
        let (half, other_half) = (4 * i64::from(self.radius()), 4 * i64::from(other.radius()));
        let touches = slope == 0
            && (5 * value).abs() == half
            && (5 * other_value).abs() == other_half
            && value.signum() == -other_value.signum();
        if !touches {
            return None;
        }
        let span = self.abreast(ray, side, steps)?;
        let span = span.meet(other.abreast(ray, other_side, other_steps)?)?;
        let bottom = 20 * i64::from(self.bottom.max(other.bottom));
        let top = 20 * i64::from(self.top.min(other.top));
        (bottom < top).then_some(Part {
            span,
            disc: None,
            bottom,
            top,
            blocker: Blocker::Body(index),
        })
    }
}

/// An obstacle narrower than its hex, as far as the line may meet it.
pub(super) fn narrow_part(hex: Hex, prism: &Prism, ray: &Ray) -> Option<Part> {
    let Width { numerator, denominator } = prism.width;
    let (half, scale) = (HALF * i64::from(numerator), i64::from(denominator));
    let (values, slopes) = (widths(ray.offset_from(hex)), widths(ray.along));
    let mut span = Span::WHOLE;
    for axis in 0..3 {
        span = span.within(scale * values[axis], scale * slopes[axis], -half, half)?;
    }
    let (bottom, top) = (20 * i64::from(prism.base), 20 * i64::from(prism.top()));
    (bottom < top).then_some(Part {
        span,
        disc: None,
        bottom,
        top,
        blocker: Blocker::Obstacle(hex),
    })
}
