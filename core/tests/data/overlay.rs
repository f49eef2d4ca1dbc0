//! Changes laid over a table: what they change, where each value came from, and what is at fault.

use serde::Deserialize;
use umpire_core::data::{DataError, Place, Source, Tree, overlay};

#[derive(Debug, PartialEq, Deserialize)]
struct Edition {
    dice: u8,
    #[serde(default)]
    label: Option<String>,
    rows: Vec<Row>,
    words: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Row {
    id: String,
    #[serde(default)]
    cost: u8,
    #[serde(default)]
    solid: bool,
}

const BASE: &str = "\
dice: 1
rows:
- {id: a, cost: 1}
- {id: bog, cost: 2}
- {id: c}
words: [x, y]
";

fn laid(changes: &str) -> Result<(String, Place), Vec<String>> {
    let base = Source::new("base.yaml", BASE);
    let tree = overlay(&base, &Source::new("house.yaml", changes));
    match tree.and_then(Tree::read::<Edition>) {
        Ok(document) => {
            let Edition { dice, label, rows, words } = &document.value;
            let rows: Vec<String> =
                rows.iter().map(|row| format!("{}{}{}", row.id, row.cost, row.solid)).collect();
            let said = format!("{dice} {label:?} {} {}", rows.join(" "), words.join(" "));
            Ok((said, document.places.place("rows[0].cost")))
        }
        Err(faults) => Err(faults.iter().map(DataError::to_string).collect()),
    }
}

#[test]
fn named_fields_and_rows_change() {
    let said = |changes: &str| laid(changes).expect("no fault").0;
    assert_eq!(said("{}"), "1 None a1false bog2false c0false x y");
    assert_eq!(said("dice: 2"), "2 None a1false bog2false c0false x y");
    assert_eq!(said("rows: {bog: {cost: 9}}"), "1 None a1false bog9false c0false x y");
    assert_eq!(said("rows: [{id: a, cost: 8}]"), "1 None a8false bog2false c0false x y");
    assert_eq!(
        said("rows:\n  c: {add: {solid: true}}\n  add: [{id: d}]\n  remove: [a]"),
        "1 None bog2false c0true d0false x y"
    );
    assert_eq!(said("rows: {bog: {solid: true}}"), "1 None a1false bog2true c0false x y");
    assert_eq!(
        said("add: {label: big}\nwords: {add: [z], remove: [x]}"),
        "1 Some(\"big\") a1false bog2false c0false y z"
    );
    assert_eq!(said("words: [z]"), "1 None a1false bog2false c0false z");
}

#[test]
fn places_are_those_of_the_file_a_value_came_from() {
    assert_eq!(laid("dice: 2").map(|(_, at)| at), Ok(Place { line: 3, column: 17 }));
    let changed = laid("\nrows: {a: {cost: 5}}").map(|(_, at)| at);
    assert_eq!(changed, Ok(Place { line: 2, column: 18 }));
}

#[test]
fn changes_to_what_is_not_there_are_faults() {
    let faults = |changes: &str| laid(changes).expect_err("faults");
    assert_eq!(
        faults(
            "\
dise: 3
rows:
  bgo: {cost: 3}
  bog: {cost: 300, soild: true, add: {cost: 1}}
  add: [{id: a}, {cost: x}]
  remove: [e]
words: {add: 5}
"
        ),
        [
            "house.yaml:1:1: at `dise`: no field `dise` to change, did you mean `dice`?",
            "house.yaml:3:3: at `rows.bgo`: no row `bgo` to change, did you mean `bog`?",
            "house.yaml:4:15: at `rows[1].cost`: expected a whole number from 0 to 255, found `300`",
            "house.yaml:4:20: at `rows[1].soild`: unknown field `soild`, did you mean `solid`?",
            "house.yaml:4:39: at `rows.bog.add.cost`: `cost` is there already, change it without `add`",
            "house.yaml:5:9: at `rows.add[0]`: `a` is there already, change it without `add`",
            "house.yaml:5:18: at `rows[3]`: missing field `id`, expected text",
            "house.yaml:5:25: at `rows[3].cost`: expected a whole number from 0 to 255, found `x`",
            "house.yaml:6:12: at `rows.remove[0]`: no row `e` to remove",
            "house.yaml:7:14: at `words.add`: expected a list, found `5`",
        ]
    );
    assert_eq!(
        faults("rows: [{id: d}, {cost: 1}, {id: a}, {id: a}]"),
        [
            "house.yaml:1:13: at `rows[0].id`: no row `d` to change, there is `a`, `bog`, `c`",
            "house.yaml:1:17: at `rows[1]`: missing field `id`, which says what row is changed",
            "house.yaml:1:37: at `rows[3]`: row `a` is changed twice",
        ]
    );
    assert_eq!(
        faults("bog: {cost: 3}\nheight: 2"),
        [
            "house.yaml:1:1: at `bog`: `bog` is a row of `rows`: write `rows: {bog: ...}`",
            "house.yaml:2:1: at `height`: no field `height` to change, there is `dice`, `rows`, `words`; new ones go under `add`",
        ]
    );
    assert_eq!(
        faults("dice: [\n"),
        ["house.yaml:1:7: at `dice`: the bracket opened here is never closed"]
    );
}
