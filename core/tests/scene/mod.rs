//! Pictures are well-formed, and what moved in them is told.

mod chart;
mod likeness;

use umpire_core::scene::{Layer, Paint, Scene, Shape, Thing, lightened, rgb};

#[test]
fn a_picture_is_well_formed_and_escaped() {
    let paint = Paint::filled("#ffffff", "#000000", 0.1).titled("a < b");
    let circle = Shape::Circle { centre: (1.0, 2.0), radius: 0.5, paint };
    let words = "R&D".to_string();
    let text = Shape::Text { at: (0.0, 0.0), size: 0.4, words, colour: "#000000".into() };
    let svg = Scene { shapes: vec![circle, text], ..Scene::default() }.to_svg();
    assert!(svg.contains("<title>a &lt; b</title></circle>"), "{svg}");
    assert!(svg.contains(">R&amp;D</text>"), "{svg}");
    assert!(svg.ends_with("</svg>\n"));
}

#[test]
fn what_moved_is_told_and_nothing_else_of_it() {
    let picture = |at: f32, letters: &str| {
        let disc = Shape::Circle { centre: (at, 0.0), radius: 0.5, paint: Paint::default() };
        let words = letters.to_string();
        let letters = Shape::Text { at: (at, 0.0), size: 0.4, words, colour: "#000000".into() };
        let stays = Shape::Circle { centre: (9.0, 0.0), radius: 0.5, paint: Paint::default() };
        let mut scene = Scene { shapes: vec![disc, letters, stays], ..Scene::default() };
        let thing = |id: &str, shapes| Thing {
            id: id.into(),
            layer: Layer::Pieces,
            shapes,
            ..Thing::default()
        };
        scene.things = vec![thing("ann", (0, 2)), thing("bob", (2, 3))];
        scene
    };
    let moved = picture(3.0, "2").moved_since(&picture(1.0, "0"), &["ann"]);
    let [Shape::Circle { centre, .. }, Shape::Text { words, at, .. }] = &moved[..] else {
        panic!("{moved:?}")
    };
    assert_eq!((*centre, *at, words.as_str()), ((3.0, 0.0), (3.0, 0.0), "0"));
    assert!(picture(1.0, "2").moved_since(&picture(1.0, "0"), &["ann"]).is_empty());
    assert!(picture(3.0, "2").moved_since(&picture(1.0, "0"), &["bob"]).is_empty());
}

#[test]
fn colours_are_read_as_data_write_them_and_brought_nearer_to_white() {
    assert_eq!(rgb("#0aF010"), Some([10, 240, 16]));
    for wrong in ["0af010", "#0af01", "#0af0100", "#0ag010", "#+f+f+f", "#ääa", ""] {
        assert_eq!(rgb(wrong), None, "{wrong}");
    }
    assert_eq!(lightened("#0080ff", (0, 40)), "#0080ff");
    assert_eq!(lightened("#0080ff", (20, 40)), "#7fbfff");
    assert_eq!(lightened("#0080ff", (8, 8)), "#ffffff");
    assert_eq!(lightened("green", (0, 1)), "#808080", "a grey");
}
