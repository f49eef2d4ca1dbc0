//! Footprints are convex, turn with their facing and reach as far as they say.

use umpire_core::table::{CM, Facing, Footprint, Point, orientation};

#[test]
fn every_footprint_is_convex_and_turns_with_its_facing() {
    let shapes = [
        Footprint::Disc { radius: CM, corners: 24 },
        Footprint::Ellipse { long: 6 * CM, wide: 4 * CM, corners: 32 },
        Footprint::Rectangle { long: 3200, wide: 2000 },
    ];
    for shape in shapes {
        for degrees in (0..360).step_by(7) {
            let base = shape.at(Point::new(5, -7), Facing::degrees(degrees));
            let corners = base.corners();
            for at in 0..corners.len() {
                let next = |by: usize| corners[(at + by) % corners.len()];
                assert!(orientation(next(0), next(1), next(2)) > 0, "{shape:?} {degrees}");
            }
        }
    }
}

#[test]
fn a_disc_reaches_its_radius_along_the_axes() {
    let disc =
        Footprint::Disc { radius: CM, corners: 24 }.at(Point::default(), Facing::degrees(33));
    let ring = disc.corners();
    assert!(ring.contains(&Point::new(CM, 0)) && ring.contains(&Point::new(0, -CM)));
    assert_eq!(disc.bounds().low, Point::new(-CM, -CM));
}
