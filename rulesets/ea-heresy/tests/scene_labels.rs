//! Where labels stand beside what is drawn.

use crate::staged::Staged;
use umpire_core::host::Hosted;
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

#[test]
fn a_label_shows_what_its_formation_consists_of() {
    let staged = Staged::of(
        &["{name: riders, units: {infantry: 1, tank: 2}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 3}, from: [20, 60]}"],
        "",
    );
    let scene = staged.game.scene(&staged.state);
    let words = |id: &str| {
        let label = scene.things.iter().find(|thing| thing.id == id).expect("it has a label");
        (label.words.clone(), label.shapes)
    };
    let (riders, drawn) = words("riders");
    assert!(riders.ends_with("3 units of armoured vehicles and infantry"), "{riders}");
    assert!(words("orks").0.ends_with("3 units of infantry"));
    let symbols = scene.charts.iter().find(|chart| chart.name == "symbols").expect("they are told");
    let told: Vec<(&str, usize)> =
        symbols.groups.iter().map(|group| (group.words.as_str(), group.shapes.len())).collect();
    assert_eq!(told, [("armoured vehicles", 1), ("infantry", 2)]);
    let (from, to) = symbols.groups[0].shapes[0];
    assert!(drawn.0 < from && to < drawn.1, "the symbol stands between the frame and the name");
}
