//! Several pieces of a map are moved, mirrored, turned, copied and removed at once.

use umpire_core::data::{Source, edited};
use umpire_core::host::{Half, Stroke};
use umpire_core::table::{MapKit, ObjectivesForm};

const FIELD: &str = "size: [60, 40]\npieces:\n  - {terrain: wood, rect: [10, 10, 20, 20]} # one\n  - {terrain: wood, disc: [30, 10], radius: 3}\n  - {terrain: wood, rect: [40, 30, 50, 35]}\n";

fn after(tool: &str, by: Option<(f32, f32)>) -> Result<String, String> {
    let kit = MapKit::of_terrain(&[]);
    let file = Source::new("field.yaml", FIELD);
    let fields = vec!["pieces[1]".to_string(), "pieces[0]".to_string()];
    let stroke = Stroke { tool: tool.into(), fields, by, ..Stroke::default() };
    let (changes, _) = kit.stroke(&file, &stroke)?;
    edited(&file, &changes).map_err(|why| why.to_string())
}

#[test]
fn several_pieces_are_moved_mirrored_turned_copied_and_removed() {
    let moved = after("move", Some((2.0, -1.0))).expect("a text");
    assert_eq!(
        moved,
        FIELD.replace("[10, 10, 20, 20]", "[12, 11, 22, 21]").replace("[30, 10]", "[32, 11]")
    );
    let mirrored = after("mirror", None).expect("a text");
    assert_eq!(
        mirrored,
        FIELD
            .replace("[10, 10, 20, 20]", "[20, 10, 30, 20]")
            .replace("disc: [30, 10]", "disc: [10, 10]")
    );
    let turned = after("half-turn", None).expect("a text");
    assert!(
        turned.contains("rect: [20, 10, 30, 20]") && turned.contains("disc: [10, 20]"),
        "{turned}"
    );
    let copied = after("copy", Some((0.0, -10.0))).expect("a text");
    assert!(
        copied.starts_with(FIELD) && copied.contains("{terrain: wood, disc: [30, 20], radius: 3}"),
        "{copied}"
    );
    let removed = after("remove", None).expect("a text");
    assert!(removed.contains("[40, 30, 50, 35]") && !removed.contains("disc"), "{removed}");
    assert!(after("both-sides", None).is_err());
}

fn drawn(text: &str, stroke: &Stroke) -> Result<String, String> {
    let file = Source::new("field.yaml", text);
    let (changes, _) = MapKit::of_terrain(&[]).stroke(&file, stroke)?;
    edited(&file, &changes).map_err(|why| why.to_string())
}

#[test]
fn what_has_a_name_of_its_own_is_not_copied_alone_either() {
    let text = "size: [60, 40]\nobjectives:\n  middle: [24, 24]\n";
    let field = Some("objectives.middle".to_string());
    let copy = Stroke { tool: "copy".into(), field, by: Some((2.0, 2.0)), ..Stroke::default() };
    assert!(drawn(text, &copy).is_err_and(|says| says.contains("name of its own")));
    let field = Some("pieces[0]".to_string());
    let copy = Stroke { field, ..copy };
    let copied = drawn(FIELD, &copy).expect("a text");
    assert!(copied.contains("rect: [12, 8, 22, 18]"), "{copied}");
}

#[test]
fn what_stands_on_a_hill_in_the_middle_stands_on_it_on_both_sides() {
    let text = "size: [60, 40]\npieces:\n  - {terrain: hill, name: mid, rect: [20, 15, 40, 25]}\n  \
                - {terrain: hill, name: low, rect: [0, 0, 10, 10]}\n  \
                - {terrain: wood, on_hill: mid, rect: [24, 16, 28, 18]}\n  \
                - {terrain: wood, on_hill: low, rect: [2, 2, 4, 4]}\n";
    let alike = Stroke { tool: "both-sides".into(), ..Stroke::default() };
    let both = drawn(text, &alike).expect("a text");
    assert_eq!(both.matches("on_hill: mid").count(), 2, "{both}");
    assert_eq!(both.matches("on_hill: far low").count(), 1, "{both}");
}

#[test]
fn objectives_and_zones_have_their_twins_too_and_once_is_enough() {
    let alike = Stroke { tool: "both-sides".into(), ..Stroke::default() };
    let named = "size: [48, 48]\npieces:\n  - {terrain: wood, rect: [6, 4, 12, 10]}\n  \
                 - {terrain: hill, rect: [30, 40, 36, 46]}\nobjectives:\n  east: [33.5, 12.5]\n  \
                 left: [4, 24]\n  old: [20, 40]\ndeployment:\n  A: {rect: [0, 0, 30, 8]}\n  \
                 B: {rect: [0, 40, 48, 48]}\n";
    let both = drawn(named, &alike).expect("a text");
    for twin in [
        "rect: [36, 38, 42, 44]",
        "far east: [14.5, 35.5]",
        "far left: [44, 24]",
        "B: {rect: [18, 40, 48, 48]}",
    ] {
        assert!(both.contains(twin), "{twin}: {both}");
    }
    assert!(!both.contains("hill") && !both.contains("old"), "{both}");
    assert_eq!(drawn(&both, &alike).as_deref(), Ok(both.as_str()));
    let listed = "size: [180, 120]\nobjectives:\n  - {at: [48, 17], half: near, blitz: true}\n  \
                  - {at: [48, 109.5], half: far}\n";
    let both = drawn(listed, &alike).expect("a text");
    assert!(both.contains("{at: [132, 103], half: far, blitz: true}"), "{both}");
    assert!(!both.contains("109.5"), "{both}");
    assert_eq!(drawn(&both, &alike).as_deref(), Ok(both.as_str()));
}

#[test]
fn what_says_in_which_half_it_lies_says_so_wherever_it_is_put() {
    let text = "size: [180, 120]\nobjectives:\n  - {at: [90, 80], half: far} # theirs\n  \
                - {at: [30, 20], half: near}\n  - {at: [60, 59], half: near}\n";
    let whole = Stroke { tool: "half-turn".into(), ..Stroke::default() };
    let turned = drawn(text, &whole).expect("a text");
    for row in ["[90, 40], half: near} # theirs", "[150, 100], half: far", "[120, 61], half: far"] {
        assert!(turned.contains(row), "{row}: {turned}");
    }
    let field = Some("objectives[2]".to_string());
    let by = Some((0.0, -10.0));
    let over = Stroke { tool: "move".into(), field: field.clone(), by, ..Stroke::default() };
    let moved = drawn(text, &over).expect("a text");
    assert_eq!(moved, text.replace("[60, 59], half: near", "[60, 69], half: far"));
    let fields = vec!["objectives[1]".to_string(), "objectives[2]".to_string()];
    let several = Stroke { field: None, fields, ..over.clone() };
    let moved = drawn(text, &several).expect("a text");
    assert!(
        moved.contains("[30, 30], half: near") && moved.contains("[60, 69], half: far"),
        "{moved}"
    );
    let copied = drawn(text, &Stroke { tool: "copy".into(), ..over }).expect("a text");
    assert!(copied.starts_with(text) && copied.contains("[60, 69], half: far"), "{copied}");
    // The middle belongs to the near half.
    let middle = "size: [180, 120]\nobjectives:\n  - {at: [60, 60], half: near}\n";
    let alike = Stroke { tool: "both-sides".into(), ..Stroke::default() };
    let both = drawn(middle, &alike).expect("a text");
    assert!(both.contains("[120, 60], half: near"), "{both}");
}

#[test]
fn objectives_of_a_list_go_by_their_numbers_and_named_ones_by_their_names() {
    let kit = MapKit { objectives: ObjectivesForm::Listed, ..MapKit::of_terrain(&[]) };
    let words = |text: &str| {
        let scene = kit.sketch(&Source::new("field.yaml", text), &[]).scene.expect("a picture");
        let all = scene.things.into_iter().map(|thing| thing.words);
        all.filter(|words| words.starts_with("objective")).collect::<Vec<_>>()
    };
    let listed =
        "size: [60, 40]\nobjectives:\n  - {at: [9, 9], half: near}\n  - {at: [9, 30], half: far}\n";
    assert_eq!(words(listed), ["objective 1", "objective 2"]);
    let named = "size: [60, 40]\nobjectives:\n  well: [9, 9]\n  objective 1: [9, 30]\n";
    assert_eq!(words(named), ["objective well", "objective 1"]);
}

#[test]
fn the_half_that_is_named_stays_and_what_is_its_own_image_once() {
    let alike = |half: &str| Stroke { tool: format!("both-sides:{half}"), ..Stroke::default() };
    let text = "size: [60, 40]\npieces:\n  - {terrain: hill, name: mid, rect: [20.1, 15.2, 39.9, 24.8]} # both\n  \
                - {terrain: road, line: [[0, 10], [30, 20], [60, 30]], width: 2}\n  \
                - {terrain: wood, name: east, rect: [50, 2, 56, 8]}\n  \
                - {terrain: marsh, rect: [2, 2, 8, 8]}\ndeployment:\n  A: {rect: [0, 0, 8, 40]}\n";
    let left = drawn(text, &alike("left")).expect("a text");
    assert!(!left.contains("east") && left.contains("rect: [52, 32, 58, 38]"), "{left}");
    assert!(left.contains("# both") && left.matches("hill").count() == 1, "{left}");
    assert_eq!(left.matches("road").count(), 1, "{left}");
    assert!(left.contains("B: {rect: [52, 0, 60, 40]}"), "{left}");
    let right = drawn(text, &alike("right")).expect("a text");
    assert!(right.contains("far east") && !right.contains("marsh"), "{right}");
    assert_eq!(drawn(&right, &alike("right")).as_deref(), Ok(right.as_str()));
    let file = Source::new("field.yaml", text);
    let (_, says) = MapKit::of_terrain(&[]).stroke(&file, &alike("left")).expect("a stroke");
    assert!(says.contains("1 piece taken away (east)"), "{says}");
    // The half where the first zone lies is offered first.
    let tools = MapKit::of_terrain(&[]).sketch(&file, &[]).tools;
    let tool = tools.iter().find(|tool| tool.id == Half::TOOL).expect("the tool");
    assert_eq!(tool.choices[0].name, "the left half stays");
}
