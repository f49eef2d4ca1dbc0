//! What is alike is charted together.

use umpire_core::scene::{Drawing, Scene, Thing};

#[test]
fn what_is_alike_is_charted_together() {
    let mut scene = Scene::default();
    for level in ["1", "2", "1"] {
        scene.thing(Thing::default(), |_| {});
        let thing = scene.latest();
        scene.charted("heights", Drawing::Words, level).things.push(thing);
    }
    scene.charted("zones", Drawing::Shapes, "of A").shapes.push((0, 4));
    let names: Vec<&str> = scene.charts.iter().map(|chart| chart.name.as_str()).collect();
    assert_eq!(names, ["heights", "zones"]);
    let [low, high] = &scene.charts[0].groups[..] else { panic!("{:?}", scene.charts) };
    assert_eq!((&low.things[..], &high.things[..]), (&[0, 2][..], &[1][..]));
}
