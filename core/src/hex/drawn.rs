//! Hexes on a drawing: pointed at the top, corners 1 from the middle, y growing downwards.

use super::Hex;

/// From flat side to flat side.
pub const HEX_WIDTH: f32 = 1.732_050_8;

/// A point of the axial grid on a drawing.
pub fn drawn(q: f32, r: f32) -> (f32, f32) {
    (HEX_WIDTH * (q + r / 2.0), 1.5 * r)
}

/// The corners of a hex with that middle and so far from it, the north one first, clockwise.
pub fn corners_around((x, y): (f32, f32), radius: f32) -> [(f32, f32); 6] {
    let half = HEX_WIDTH / 2.0;
    [(0.0, -1.0), (half, -0.5), (half, 0.5), (0.0, 1.0), (-half, 0.5), (-half, -0.5)]
        .map(|(right, down)| (x + radius * right, y + radius * down))
}

impl Hex {
    /// Its middle on a drawing.
    pub fn drawn(self) -> (f32, f32) {
        drawn(f32::from(self.q), f32::from(self.r))
    }
}
