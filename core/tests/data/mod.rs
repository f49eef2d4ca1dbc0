//! Broken files and what is said of each; every line and column was counted by hand.

mod edit;
mod memo;
mod overlay;
mod scalar;
mod source;
mod suggest;

use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroU8;
use umpire_core::data::{DataError, LIMITS, Limits, Place, Places, Source, Tree, overlay, read};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rows: Vec<Row>,
    #[serde(default)]
    colors: BTreeMap<String, (u8, u8, u8)>,
    #[serde(default)]
    levels: BTreeMap<u8, String>,
    #[serde(default)]
    forms: Vec<Form>,
    #[serde(default)]
    pair: arrayvec::ArrayVec<u8, 2>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    kind: Kind,
    #[serde(default)]
    cost: u8,
    #[serde(default)]
    next_to: Vec<String>,
    scale: Option<f64>,
    #[serde(default)]
    solid: bool,
    #[serde(default)]
    effects: Vec<Effect>,
    #[serde(default)]
    count: Option<NonZeroU8>,
    #[serde(default)]
    span: Option<Range>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Swamp,
    Road,
    DeepWater,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Effect {
    Stop,
    Slow(i16),
    Roll { die: String, least: u8 },
}

/// Told apart by a field, so that serde looks ahead and loses places.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
enum Form {
    Round { size: u8 },
    Square { side: u8 },
}

/// Written as `1-19`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Range(u8, u8);

impl TryFrom<String> for Range {
    type Error = String;

    fn try_from(text: String) -> Result<Range, String> {
        let ends = text.split_once('-');
        let parsed = ends.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let (low, high) =
            parsed.ok_or_else(|| format!("expected a range such as `1-19`, found `{text}`"))?;
        Ok(Range(low, high))
    }
}

const FILE: &str = "data/t.yaml";

fn faults_of(text: &str) -> Vec<DataError> {
    match read::<Table>(&Source::new(FILE, text)) {
        Ok(document) => panic!("no fault in {text:?}: {:?}", document.value),
        Err(faults) => faults,
    }
}

/// The faults of a text, without the file's name.
fn faults(text: &str) -> Vec<String> {
    let bare = |fault: &DataError| {
        let line = fault.to_string();
        line.strip_prefix("data/t.yaml:").expect("a fault names its file").to_owned()
    };
    faults_of(text).iter().map(bare).collect()
}

#[track_caller]
fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(faults(text), *expected, "in {text:?}");
    }
}

#[test]
fn syntax_is_told_where_it_breaks() {
    check(&[
        ("", &["1:1: the file is empty"]),
        ("---\n", &["1:1: the file is empty"]),
        ("# only a remark\n", &["1:1: the file is empty"]),
        ("abc", &["1:1: expected a mapping or a list, found only `abc`"]),
        ("rows\n", &["1:1: expected a mapping or a list, found only `rows`"]),
        ("rows: []\n---\nrows: []\n", &["2:1: a second document, only one is allowed in a file"]),
        ("rows:\n\t- id: a\n", &["2:1: a tab in the indentation, use spaces"]),
        (
            "rows:\n- id: a\n  \tkind: road\n",
            &["3:3: at `rows[0]`: a tab in the indentation, use spaces"],
        ),
        ("rows: [\n", &["1:7: at `rows`: the bracket opened here is never closed"]),
        ("{rows: []", &["1:1: the bracket opened here is never closed"]),
        (
            "rows:\n- {id: a, next_to: [b, c\n- {id: d}\nlevels: {}\n",
            &["2:20: at `rows`: the bracket opened here is not closed before line 4"],
        ),
        (
            "rows:\n- {id: a\n- {id: 'b}', kind: road} # and }\nlevels: {}\n",
            &["2:3: at `rows`: the bracket opened here is not closed before line 4"],
        ),
        (
            "rows: [\n  {id: a}\n  {id: b}\n]\n",
            &["3:3: at `rows[1]`: expected `,` or a closing bracket"],
        ),
        (
            "rows: []\nlevels: pick a card [or two\nkinds\nmore: 1\n",
            &["3:1: expected `:` after the key"],
        ),
        ("rows: [}\n", &["1:8: at `rows[0]`: expected a value"]),
        ("rows: {a: 1]\n", &["1:12: at `rows`: expected `,` or a closing bracket"]),
        ("rows: [a b: c: d]\n", &["1:14: at `rows[0]`: expected `,` or a closing bracket"]),
        ("rows: a: b\n", &["1:8: unexpected `:`, put text that holds one in quotes"]),
        ("rows: \"abc\nmore: 1\n", &["1:7: at `rows`: the quotes opened here are never closed"]),
        (
            "rows:\n- {id: \"a, kind: road}\n- {id: \"b\", kind: road}\n",
            &["2:8: at `rows[0]`: the quotes opened here are not closed before line 3"],
        ),
        ("rows:\n- {id: a}\n-{id: b, kind: road}\n", &["3:1: expected a space behind `-`"]),
        ("rows: \"abc\n", &["1:7: at `rows`: the quotes opened here are never closed"]),
        ("rows: \"\\q\"\n", &["1:7: at `rows`: unknown escape, put the text in single quotes"]),
        (
            "rows: @a\n",
            &["1:7: at `rows`: a value cannot start with this character, put it in quotes"],
        ),
        ("rows:\tx: 1\n", &["1:6: expected a space, found a tab"]),
        ("rows: []\nfoo\n# remark\n", &["2:1: expected `:` after the key"]),
        ("rows: []\nfoo:bar\nlevels: {}\n", &["2:5: expected a space after `:`"]),
        (
            "rows: some\n  levels: {}\n",
            &["2:3: this is set in further than `rows` above, which has its value already"],
        ),
        (
            "rows: some\n  # of them\n  levels: {}\n",
            &["3:3: this is set in further than `rows` above, which has its value already"],
        ),
        (
            "rows: []\n  x: 1\n",
            &["2:3: this is set in further than `rows` above, which has its value already"],
        ),
        ("rows:\n- id: a\n - id: b\n", &["3:2: expected a key in line with the keys above"]),
        ("? [a]\n: b\n", &["1:3: expected a key, found a list or mapping"]),
        ("rows: &a []\n", &["1:7: at `rows`: an anchor (`&`) is not allowed"]),
        ("rows: *a\n", &["1:7: at `rows`: an alias (`*`) is not allowed, write the value out"]),
        ("rows: !x []\n", &["1:7: at `rows`: a tag (`!`) is not allowed"]),
        (
            "rows: [\u{7}, \u{202E}]\n",
            &["1:8: unprintable character U+0007", "1:11: unprintable character U+202E"],
        ),
        (
            "rows: \u{85}[\u{200F}]\u{2028}\n",
            &[
                "1:7: unprintable character U+0085",
                "1:9: unprintable character U+200F",
                "1:11: unprintable character U+2028",
            ],
        ),
        (
            "rows: [\"\\a\"]\n",
            &[
                "1:8: at `rows[0]`: expected a mapping, found the text `\" \"`",
                "1:8: at `rows[0]`: the text contains an unprintable character",
            ],
        ),
    ]);
}

#[test]
fn every_bad_field_of_every_row_is_told() {
    check(&[
        (
            "rows:\n- id: a\n  kind: swmp\n  cost: 300\n  knd: 3\n- id: b\n- kind: road\n  effects: \
             [stop, slow, {slow: x}, {roll: {die: d6}}]\n  span: 1to3\n  count: 0\n  cost: abc\n- 7\n",
            &[
                "3:9: at `rows[0].kind`: unknown value `swmp`, did you mean `swamp`?",
                "4:9: at `rows[0].cost`: expected a whole number from 0 to 255, found `300`",
                "5:3: at `rows[0].knd`: unknown field `knd`, did you mean `kind`?",
                "6:3: at `rows[1]`: missing field `kind`, expected one of `swamp`, `road`, `deep-water`",
                "7:3: at `rows[2]`: missing field `id`, expected text",
                "8:19: at `rows[2].effects[1]`: `slow` needs a value, expected `slow:` with a value",
                "8:32: at `rows[2].effects[2].slow`: expected a whole number from -32768 to 32767, found `x`",
                "8:43: at `rows[2].effects[3].roll`: missing field `least`, expected a whole number from 0 to 255",
                "9:9: at `rows[2].span`: expected a range such as `1-19`, found `1to3`",
                "10:10: at `rows[2].count`: expected a whole number from 1 to 255, found `0`",
                "11:9: at `rows[2].cost`: expected a whole number from 0 to 255, found `abc`",
                "12:3: at `rows[3]`: expected a mapping, found `7`",
            ],
        ),
        (
            "rows: [{id: ~, kind: [road], solid: yes, scale: .nan, cost: '5', next_to: a}]\n",
            &[
                "1:13: at `rows[0].id`: expected text, found `~`",
                "1:22: at `rows[0].kind`: expected one of `swamp`, `road`, `deep-water`, found a list",
                "1:37: at `rows[0].solid`: expected `true` or `false`, found `yes`, did you mean `true`?",
                "1:49: at `rows[0].scale`: expected a finite number, found `.nan`",
                "1:61: at `rows[0].cost`: expected a whole number from 0 to 255, found the text `\"5\"`, did you mean `5`?",
                "1:75: at `rows[0].next_to`: expected a list, found `a`, did you mean `[a]`?",
            ],
        ),
        (
            "rows:\n-\n- id:\n- {}\n",
            &[
                "2:2: at `rows[0]`: expected a mapping, found nothing",
                "3:3: at `rows[1]`: missing field `kind`, expected one of `swamp`, `road`, `deep-water`",
                "3:3: at `rows[1].id`: expected text, found nothing",
                "4:3: at `rows[2]`: missing field `id`, expected text",
                "4:3: at `rows[2]`: missing field `kind`, expected one of `swamp`, `road`, `deep-water`",
            ],
        ),
    ]);
}

#[test]
fn keys_are_checked_as_values_are() {
    check(&[
        (
            "rows: []\nrows: [3]\n",
            &["2:1: at `rows`: duplicate key `rows`, given before in line 1, column 1"],
        ),
        (
            "rows:\n- {id: a, kind: road, id: b, zzz: 1}\n",
            &[
                "2:23: at `rows[0].id`: duplicate key `id`, given before in line 2, column 4",
                "2:30: at `rows[0].zzz`: unknown field `zzz`, expected one of `id`, `kind`, `cost`, `next_to`, \
                 `scale`, `solid`, `effects`, `count`, `span`",
            ],
        ),
        (
            "rows: []\nlevels: {1: low, x: high, 256: top}\n",
            &[
                "2:18: at `levels.x`: expected a whole number from 0 to 255, found `x`",
                "2:27: at `levels.256`: expected a whole number from 0 to 255, found `256`",
            ],
        ),
        (
            "rows: 5\ncolours: {}\n",
            &[
                "1:7: at `rows`: expected a list, found `5`, did you mean `[5]`?",
                "2:1: at `colours`: unknown field `colours`, did you mean `colors`?",
            ],
        ),
        (
            "colors: {red: [1, 2], green: [256, 1, x], blue: red}\n",
            &[
                "1:1: missing field `rows`, expected a list",
                "1:15: at `colors.red`: expected a list of 3, found 2 entries",
                "1:31: at `colors.green[0]`: expected a whole number from 0 to 255, found `256`",
                "1:39: at `colors.green[2]`: expected a whole number from 0 to 255, found `x`",
                "1:49: at `colors.blue`: expected a list of 3, found `red`",
            ],
        ),
    ]);
}

#[test]
fn numbers_and_forms_say_what_they_wanted() {
    check(&[
        (
            "rows: []\npair: [1, 2, 3]",
            &["2:7: at `pair`: expected a list of at most 2, found 3 entries"],
        ),
        (
            "rows: [{id: a, kind: road, cost: 1_0}]",
            &[
                "1:34: at `rows[0].cost`: expected a whole number from 0 to 255, found `1_0`, did you mean `10`?",
            ],
        ),
        (
            "rows: [{id: a, kind: road, cost: -1}]",
            &["1:34: at `rows[0].cost`: expected a whole number from 0 to 255, found `-1`"],
        ),
        (
            "rows: [{id: a, kind: road, cost: 2.5}]",
            &["1:34: at `rows[0].cost`: expected a whole number from 0 to 255, found `2.5`"],
        ),
        (
            "rows: [{id: a, kind: road, scale: 1e999}]",
            &["1:35: at `rows[0].scale`: expected a finite number, found `1e999`"],
        ),
        (
            "rows: [{id: a, kind: road, scale: big}]",
            &["1:35: at `rows[0].scale`: expected a number, found `big`"],
        ),
        (
            "rows: [{id: a, kind: road, effects: [{stop: 1}]}]",
            &["1:39: at `rows[0].effects[0].stop`: `stop` takes no value"],
        ),
        (
            "rows: [{id: a, kind: road, effects: [{stop: , slow: 1}]}]",
            &[
                "1:38: at `rows[0].effects[0]`: expected a mapping with one key, one of `stop`, `slow`, `roll`, found a mapping",
            ],
        ),
        (
            "rows: [{id: a, kind: road, effects: [{slw: 1}]}]",
            &["1:39: at `rows[0].effects[0].slw`: unknown field `slw`, did you mean `slow`?"],
        ),
        (
            "rows: []\nforms: [{form: round, size: x}]",
            &["2:29: at `forms[0].size`: expected a whole number from 0 to 255, found `x`"],
        ),
        (
            "rows: []\nforms: [{form: round, sice: 1}]",
            &["2:23: at `forms[0].sice`: unknown field `sice`, did you mean `size`?"],
        ),
        (
            "rows: []\nforms: [{form: rund, size: 1}, {form: square}]",
            &[
                "2:16: at `forms[0].form`: unknown value `rund`, did you mean `round`?",
                "2:32: at `forms[1]`: missing field `side`",
            ],
        ),
    ]);
}

#[test]
fn columns_count_characters_whatever_ends_a_line() {
    check(&[
        ("\u{FEFF}rows: 5", &["1:7: at `rows`: expected a list, found `5`, did you mean `[5]`?"]),
        (
            "rows:\r\n- {id: héé, cost: x,\r\n   kind: road}\r\n",
            &["2:19: at `rows[0].cost`: expected a whole number from 0 to 255, found `x`"],
        ),
        (
            "rows: # ä\n- id: |\n    two\n    lines\n  kind: 3\n",
            &["5:9: at `rows[0].kind`: expected one of `swamp`, `road`, `deep-water`, found `3`"],
        ),
    ]);
}

#[test]
fn a_fault_shows_its_line() {
    let [fault] = &faults_of("rows:\n- id: a\n  kind: swmp\t# wet\n")[..] else {
        panic!("one fault");
    };
    assert_eq!(
        fault.show(),
        "data/t.yaml:3:9: at `rows[0].kind`: unknown value `swmp`, did you mean `swamp`?\n  \
         |\n3 |   kind: swmp # wet\n  |         ^^^^"
    );
    assert_eq!(fault.place(), Place { line: 3, column: 9 });
    assert_eq!(fault.found.as_deref(), Some("`swmp`"));
    assert_eq!(fault.suggestion.as_deref(), Some("swamp"));
    let long = format!("rows: [{}x]", "1, ".repeat(5000));
    let last = faults_of(&long).pop().expect("many faults");
    assert!(last.line_text.chars().count() <= 200, "a long line is cut: {}", last.line_text);
}

#[test]
fn limits_are_kept() {
    let refuse = |text: &str, limits: &Limits| {
        let faults = Tree::parse_within(&Source::new("t", text), limits).expect_err("refused");
        faults[0].to_string()
    };
    let short = Limits { bytes: 10, ..LIMITS };
    assert_eq!(
        refuse("rows: [1, 2]", &short),
        "t:1:1: the file has 12 bytes, more than the 10 allowed"
    );
    let flat = Limits { depth: 2, ..LIMITS };
    assert_eq!(refuse("a: [[1]]", &flat), "t:1:5: at `a[0]`: more than 2 levels deep");
    let wide: String = (0..=LIMITS.keys).map(|key| format!("{key}: a\n")).collect();
    let said = refuse(&wide, &LIMITS);
    assert!(said.ends_with(": more than 5000 keys in one mapping"), "{said}");
    let few = Limits { nodes: 3, ..LIMITS };
    assert_eq!(refuse("[1, 2, 3]", &few), "t:1:8: at `[2]`: more than 3 values");
    for deep in ["- ", "[", "{a: "] {
        let said = refuse(&deep.repeat(10_000), &LIMITS);
        assert!(said.contains("levels deep"), "{said}");
    }
    let bomb: String = ('b'..='z').fold("a: &a [x, x]\n".into(), |text, letter| {
        let before = char::from(letter as u8 - 1);
        format!("{text}{letter}: &{letter} [*{before}, *{before}]\n")
    });
    let faults = Tree::parse(&Source::new("t", bomb)).map(Tree::read::<Table>);
    assert!(matches!(faults, Ok(Err(faults)) if faults.len() >= 26 + 50));
    let many = format!("rows:\n{}", "- 1\n".repeat(2 * LIMITS.faults));
    let faults = faults_of(&many);
    assert_eq!(faults.len(), LIMITS.faults + 1);
    assert_eq!(faults[0].problem, "more faults than the 1000 told here");
}

const GOOD: &str = "\
# a table
rows:
- id: a
  kind: swamp
  cost: 3
  next_to: [b, 'c d', \"e\\n\"]
- {id: b, kind: deep-water, scale: -1.5e1, solid: true, span: 1-19, count: 2}
- id: 300
  kind: road
  scale: ~
  effects:
    - stop
    - slow: -2
    - roll: {die: d6, least: 4}
colors:
  deep water: [0, 0, 0x80]
levels: {1: low, 2: high}
forms: [{form: round, size: 3}]
";

#[test]
fn a_good_table_is_read() {
    let document = read::<Table>(&Source::new(FILE, GOOD)).expect("no fault");
    let Table { rows, colors, levels, forms, .. } = &document.value;
    let ids: Vec<&str> = rows.iter().map(|row| &*row.id).collect();
    assert_eq!(ids, ["a", "b", "300"]);
    assert_eq!(rows[0].next_to, ["b", "c d", "e\n"]);
    assert_eq!((rows[1].kind, rows[1].scale, rows[1].solid), (Kind::DeepWater, Some(-15.0), true));
    assert_eq!((&rows[1].span, rows[1].count), (&Some(Range(1, 19)), NonZeroU8::new(2)));
    let roll = Effect::Roll { die: "d6".into(), least: 4 };
    assert_eq!(rows[2].effects, [Effect::Stop, Effect::Slow(-2), roll]);
    assert_eq!(colors["deep water"], (0, 0, 128));
    assert_eq!(levels[&2], "high");
    assert_eq!(forms, &[Form::Round { size: 3 }]);
}

#[test]
fn the_value_of_a_key_stands_alone_where_it_stood_however_it_is_written() {
    let block = |text: &str| {
        let tree = Tree::parse(&Source::new(FILE, text)).expect("no fault");
        Places::of(tree).block("b").text.trim_end().to_string()
    };
    assert_eq!(block("a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"), "\n\n  c: 2\n  d: 3");
    assert_eq!(block("a: 1\nb: {c: 2, d: 3} # both\ne: 4\n"), "\n   {c: 2, d: 3}");
    assert_eq!(block("a: 1\nb:\n  [2,\n 3]\ne: 4\n"), "\n\n  [2,\n 3]");
    let flow = "{a: 1, b: {c: \"}\", # }\n d: [it's, '}}']}, e: 4}";
    assert_eq!(block(flow), "          {c: \"}\", # }\n d: [it's, '}}']}");
    let json = "{\"a:\": [1],\n \"b\": {\"c\": \"\\\\\"}, \"e\": 4}";
    assert_eq!(block(json), "\n      {\"c\": \"\\\\\"}");
}

#[test]
fn faults_found_later_are_placed_too() {
    let document = read::<Table>(&Source::new(FILE, GOOD)).expect("no fault");
    let places = &document.places;
    let place = |line, column| Place { line, column };
    assert_eq!(places.place("rows[0].next_to[1]"), place(6, 16));
    assert_eq!(places.place("rows[1].span"), place(7, 63));
    assert_eq!(places.key_place("rows[1].span"), place(7, 57));
    assert_eq!(places.place("colors.deep water[2]"), place(16, 22));
    assert_eq!(places.place("rows[2].solid"), place(8, 3), "not written: its row");
    assert_eq!(places.place("nothing"), place(2, 1));
    assert!(places.is_written("rows[1].span") && !places.is_written("rows[2].span"));
    let ids = document.value.rows.iter().map(|row| row.id.as_str());
    assert_eq!(
        places.unknown("rows[0].next_to[1]", "terrain", "3OO", ids.clone()).to_string(),
        "data/t.yaml:6:16: at `rows[0].next_to[1]`: unknown terrain `3OO`"
    );
    assert_eq!(
        places.unknown("rows[0].next_to[1]", "terrain", "30", ids).to_string(),
        "data/t.yaml:6:16: at `rows[0].next_to[1]`: unknown terrain `30`, did you mean `300`?"
    );
    assert_eq!(
        places.fault("rows[2].solid", "a road is not solid").to_string(),
        "data/t.yaml:8:3: at `rows[2].solid`: a road is not solid"
    );
    assert_eq!(
        places.key_fault("colors.deep water", "no such row").to_string(),
        "data/t.yaml:16:3: at `colors.deep water`: no such row"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A table cut anywhere, with anything put in anywhere, is read or refused.
    #[test]
    fn mutilated_tables_do_not_panic(
        end in 0..=GOOD.len(),
        cuts in prop::collection::vec((0..GOOD.len(), 0..6_usize, ".{0,3}|[\\[\\]{}:,&*!|>'\"?%@#\\-\t\n ]{1,4}"), 0..6),
    ) {
        let mut text: Vec<char> = GOOD.chars().take(end).collect();
        for (at, length, word) in cuts {
            let at = at.min(text.len());
            let to = (at + length).min(text.len());
            text.splice(at..to, word.chars());
        }
        let text: String = text.into_iter().collect();
        let lines = text.split('\n').count();
        match read::<Table>(&Source::new(FILE, text.as_str())) {
            Ok(document) => drop(document.places.fault("rows[1]", "here").show()),
            Err(faults) => {
                prop_assert!(!faults.is_empty() && faults.is_sorted());
                for fault in &faults {
                    prop_assert!(fault.line >= 1 && fault.line <= lines + text.matches('\r').count());
                    prop_assert!(fault.column >= 1 && !fault.show().is_empty());
                }
            }
        }
        if let Ok(tree) = overlay(&Source::new(FILE, GOOD), &Source::new("house.yaml", text)) {
            drop(tree.read::<Table>());
        }
    }
}
