//! Every shape of a map is laid, and every mistake is told at its place.

use umpire_core::data::{DataError, Source, read};
use umpire_core::table::{Facing, Footprint, Map, MapForm, Point, Terrain};

fn terrain() -> Vec<Terrain> {
    let text = "- {id: woods, sight: area, cover: true, difficult: true}\n- {id: rock, impassable: true}\n";
    read::<Vec<Terrain>>(&Source::new("terrain.yaml", text)).expect("rows").value
}

fn laid(text: &str) -> Result<Map, Vec<String>> {
    let told = |faults: Vec<DataError>| faults.iter().map(ToString::to_string).collect();
    let document = read::<MapForm>(&Source::new("map.yaml", text)).map_err(told)?;
    document.value.lay(&terrain(), &document.places, "").map_err(told)
}

const SIZE: &str = "battlefield: test\nunit: inches\nsize: [48, 36.5]\n";

#[test]
fn every_shape_is_laid() {
    let map = laid(&format!(
        "{SIZE}pieces:\n- {{terrain: woods, rect: [1, 2, 5, 4.5]}}\n\
         - {{terrain: rock, name: wall, line: [[10, 10], [20, 10], [20, 20]], width: 1}}\n\
         - {{terrain: rock, disc: [30, 10], radius: 2}}\n\
         - {{terrain: woods, corners: [[40, 10], [44, 10], [42, 14]]}}\n\
         objectives: {{well: [24, 18.25]}}\ndeployment:\n  A: {{rect: [0, 0, 48, 8]}}\n"
    ));
    let map = map.expect("a map");
    assert_eq!(map.bounds.high, Point::new(121_920, 92_710));
    let names: Vec<&str> = map.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["woods", "wall", "wall", "rock", "woods"]);
    assert_eq!(map.pieces[1].outline.bounds().low, Point::new(24_130, 24_130));
    assert_eq!(map.objectives[0].at, Point::new(60_960, 46_355));
    let base = Footprint::Disc { radius: 1600, corners: 24 };
    let at = |x, y| base.at(Point::new(x, y), Facing::default());
    assert!(map.is_in_zone("A", &at(5000, 5000)) && !map.is_in_zone("A", &at(5000, 20_000)));
    assert!(map.is_in_zone("B", &at(5000, 20_000)) && !map.holds(&at(1000, 5000)));
    assert_eq!(map.sight().pieces().len(), 5);
    assert_eq!((map.impassable().count(), map.difficult().count()), (3, 2));
}

#[test]
fn every_mistake_is_told_at_its_place() {
    let cases = [
        (
            "pieces:\n- {terrain: wods, rect: [1, 1, 2, 2]}",
            "5:13: at `pieces[0].terrain`: unknown terrain `wods`, did you mean `woods`?",
        ),
        (
            "pieces:\n- {rect: [1, 1, 2, 2]}",
            "5:3: at `pieces[0]`: the field `terrain` is missing: what is it made of",
        ),
        (
            "pieces:\n- {terrain: rock}",
            "5:3: at `pieces[0]`: expected exactly one of `rect`, `line`, `corners` and `disc`",
        ),
        ("pieces:\n- {terrain: rock, disc: [3, 3]}", "5:3: at `pieces[0]`: a disc has a `radius`"),
        (
            "pieces:\n- {terrain: rock, disc: [3, 3], radius: -2}",
            "5:41: at `pieces[0].radius`: a disc has a radius above 0",
        ),
        (
            "pieces:\n- {terrain: rock, rect: [1, 1, 2, 2], width: 3}",
            "5:46: at `pieces[0].width`: only a line has a `width`",
        ),
        (
            "pieces:\n- {terrain: rock, corners: [[1, 1], [5, 5], [5, 1], [1, 5]]}",
            "5:45: at `pieces[0].corners[2]`: edge 1 crosses or touches edge 3",
        ),
        (
            "pieces:\n- {terrain: rock, rect: [1, 1, 49, 2]}",
            "5:25: at `pieces[0].rect`: it reaches beyond the edge of the table",
        ),
        (
            "pieces:\n- {terrain: rock, disc: [x, 1], radius: 1}",
            "5:26: at `pieces[0].disc[0]`: expected a number such as `12` or `3.5`, found `x`",
        ),
        (
            "pieces:\n- {terrain: rock, disc: [9.00001, 1], radius: 1}",
            "5:26: at `pieces[0].disc[0]`: expected a number with up to 4 digits after the point, found `9.00001`",
        ),
        (
            "pieces:\n- {terrain: rock, disc: [9, 9], radius: 0.001}",
            "5:41: at `pieces[0].radius`: too small a disc",
        ),
        (
            "pieces:\n- {terrain: rock, rect: [5, 5, 5, 9]}",
            "5:25: at `pieces[0].rect`: a rectangle is wider and deeper than nothing",
        ),
        (
            "pieces:\n- {terrain: rock, line: [[5, 5], [9, 5], [9, 5]], width: 1}",
            "5:42: at `pieces[0].line[2]`: it is the place before it again",
        ),
        (
            "pieces:\n- {terrain: rock, line: [[5, 5], [90, 5]], width: 1}",
            "5:34: at `pieces[0].line[1]`: it is not on the table",
        ),
        (
            "pieces:\n- {terrain: rock, line: [[5, 5], [9, 5]], width: 50}",
            "5:50: at `pieces[0].width`: it is wider than the table",
        ),
        (
            "pieces:\n- {terrain: rock, disc: [9999, 1], radius: 1}",
            "5:26: at `pieces[0].disc[0]`: too far away, 825.7\" is the most",
        ),
        (
            "deployment:\n  A: {rect: [0, 0, 9, 9]}\n  B: {rect: [0, 8, 9, 12]}",
            "6:6: at `deployment.B`: it overlaps the zone of A",
        ),
        ("objectives: {well: [24, 40]}", "4:20: at `objectives.well`: `well` is not on the table"),
        (
            "deployment: {A: {terrain: rock, rect: [1, 1, 2, 2]}}",
            "4:27: at `deployment.A.terrain`: a zone is made of nothing",
        ),
    ];
    for (text, expected) in cases {
        let faults = laid(&format!("{SIZE}{text}\n")).expect_err(text);
        assert_eq!(faults[0], format!("map.yaml:{expected}"), "{text}");
    }
    let faults = laid("size: [0, 4]\n").expect_err("no table");
    assert_eq!(faults, ["map.yaml:1:7: at `size`: a table is wider and deeper than nothing"]);
}
