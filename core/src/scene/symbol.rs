//! Symbols of kinds of units, as staffs draw them on maps: the frames of APP-6, with the plainest of what stands in them.

use super::{Paint, Shape};

/// What kind of unit stands somewhere, in a sign that is told from the others at a glance.
///
/// ```
/// use umpire_core::scene::Symbol;
///
/// let drawn = Symbol::Infantry.shapes((10.0, 5.0), 2.0, "#c0392b");
/// assert_eq!(drawn.len(), 3, "a frame and its two diagonals");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// Who goes on foot: both diagonals, as crossed belts.
    Infantry,
    /// What is light and quick: one diagonal, as of reconnaissance.
    Light,
    /// What is armoured: an oval, as a track.
    Armour,
    /// What is more than that, for itself: the oval filled.
    Heavy,
    /// What flies over the table: two wings, filled.
    Aircraft,
    /// What hovers over a place of it: two wings, open.
    Hovering,
    /// What stays beyond the sky: a rhombus.
    Spacecraft,
}

/// How much wider a frame is than high.
const WIDE: f32 = 1.5;

impl Symbol {
    /// How wide it is, by its height.
    pub fn width(height: f32) -> f32 {
        WIDE * height
    }

    /// Its shapes around a middle, so high, in a colour, `#rrggbb`; nothing of it is filled but what has to be.
    pub fn shapes(self, (x, y): (f32, f32), height: f32, colour: &str) -> Vec<Shape> {
        let (across, up) = (WIDE * height / 2.0, height / 2.0);
        let at = |right: f32, down: f32| (x + across * right, y + up * down);
        let line = height / 10.0;
        let open = || Paint::stroked(colour, line);
        let filled = || Paint::filled(colour, colour, line);
        let [high_left, high_right, low_right, low_left] =
            [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
        let stroke = |from, to| Shape::Line { points: vec![from, to], paint: open() };
        let ring = |points: Vec<(f32, f32)>, paint| Shape::Polygon { points, paint };
        // Straight above and below, round at both ends.
        let oval = || {
            [(0.3, -0.55), (0.55, -0.4), (0.65, 0.0), (0.55, 0.4), (0.3, 0.55)]
                .into_iter()
                .chain([(-0.3, 0.55), (-0.55, 0.4), (-0.65, 0.0), (-0.55, -0.4), (-0.3, -0.55)])
                .map(|(right, down)| at(right, down))
                .collect::<Vec<_>>()
        };
        let wings = || vec![at(-0.7, -0.45), at(0.7, 0.45), at(0.7, -0.45), at(-0.7, 0.45)];
        let rhombus = || vec![at(0.0, -0.7), at(0.5, 0.0), at(0.0, 0.7), at(-0.5, 0.0)];
        let mut shapes = vec![ring(vec![high_left, high_right, low_right, low_left], open())];
        match self {
            Symbol::Infantry => {
                shapes.extend([stroke(high_left, low_right), stroke(low_left, high_right)]);
            }
            Symbol::Light => shapes.push(stroke(low_left, high_right)),
            Symbol::Armour => shapes.push(ring(oval(), open())),
            Symbol::Heavy => shapes.push(ring(oval(), filled())),
            Symbol::Aircraft => shapes.push(ring(wings(), filled())),
            Symbol::Hovering => shapes.push(ring(wings(), open())),
            Symbol::Spacecraft => shapes.push(ring(rhombus(), filled())),
        }
        shapes
    }
}
