//! Where labels stand beside what is drawn.

use umpire_ea_heresy::words::scene_labels::*;

#[test]
fn a_label_is_above_its_units_where_nothing_is_covered_and_beside_them_where_it_would_be() {
    let units = [((10.0, 10.0), 1.0), ((14.0, 10.0), 1.0)];
    let bases = units.map(|(at, radius)| Room::around(at, radius, radius));
    let size = (8.0, 2.0);
    let free = spot_for(&units, size, &bases);
    assert!(free.1 < 9.0, "{free:?} is above both");
    let wall = Room(0.0, 0.0, 40.0, 8.9);
    let taken: Vec<Room> = bases.into_iter().chain([wall]).collect();
    let at = spot_for(&units, size, &taken);
    let own = Room::around(at, size.0 / 2.0, size.1 / 2.0);
    assert!(taken.iter().all(|other| own.covers(*other) == 0.0), "{at:?}");
}
