//! Schemas and readers say the same: of every file of the data, and of a thousand files with one mistake each.

use serde_json::{Value, json};
use umpire_core::data::{Files, Source, Tree, read};
use umpire_core::host::Ruleset;
use umpire_core::schema::FileForm;
use umpire_core::testing::splitmix;
use umpire_tests::{faults_in_lines, library, scenario_files, source};

/// Files with a mistake that are tried.
const MISTAKEN: usize = 1000;

/// A form with its schema ready to judge, and the files of its kind.
struct Kind {
    ruleset: &'static dyn Ruleset,
    form: FileForm,
    schema: jsonschema::Validator,
    files: Vec<Source>,
}

fn kinds() -> Vec<Kind> {
    let library = library();
    let mut all: Vec<Source> = library.data.under("").collect();
    for path in scenario_files() {
        let file = source(&path).unwrap_or_else(|trouble| panic!("{trouble}"));
        all.push(Source { path: format!("../{}", file.path), ..file });
    }
    let kind = |ruleset: &'static dyn Ruleset, form: FileForm| {
        let schema = jsonschema::validator_for(&form.schema);
        let schema = schema.unwrap_or_else(|fault| panic!("{}: {fault}", form.kind));
        let files = all.iter().filter(|file| form.holds(&file.path)).cloned().collect();
        Kind { ruleset, form, schema, files }
    };
    let forms = |ruleset: &&'static dyn Ruleset| {
        let ruleset = *ruleset;
        ruleset.forms(&library.data).into_iter().map(move |form| (ruleset, form))
    };
    library.rulesets.iter().flat_map(forms).map(|(ruleset, form)| kind(ruleset, form)).collect()
}

/// A file as a value, by what its bare words mean.
fn value_of(file: &Source) -> Value {
    match read::<Value>(file) {
        Ok(document) => document.value,
        Err(faults) => panic!("{}", faults_in_lines(&faults)),
    }
}

impl Kind {
    fn says(&self, value: &Value) -> Vec<String> {
        let faults = self.schema.iter_errors(value);
        faults.map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
    }

    /// Whether the whole reader refuses a file in place of the one of its path.
    fn is_refused(&self, file: &Source) -> bool {
        let mut data: Files = library().data.clone();
        data.insert(file.path.as_str(), file.text.as_str());
        !self.ruleset.check(&data).is_empty()
    }
}

#[test]
fn every_kind_of_file_has_a_schema_that_takes_its_files() {
    let mut unlike = Vec::new();
    let mut taken = std::collections::BTreeSet::new();
    for kind in kinds() {
        let (game, name) = (kind.ruleset.name(), &kind.form.kind);
        assert!(!kind.files.is_empty(), "{game}: there is no file of kind {name}");
        for file in &kind.files {
            let (says, faults) = (kind.says(&value_of(file)), kind.form.faults(file));
            if !says.is_empty() || !faults.is_empty() {
                unlike.push(format!("{game} {name} {}:\n  {}", file.path, says.join("\n  ")));
            }
            taken.insert(file.path.clone());
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
    let data = &library().data;
    let others: Vec<&str> = data.paths().filter(|path| !taken.contains(*path)).collect();
    assert!(others.iter().all(|path| path.ends_with("/seed.yaml")), "without a schema: {others:?}");
}

#[test]
fn every_field_that_can_be_written_has_a_title() {
    for kind in kinds() {
        assert_eq!(kind.form.schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(
            kind.form.schema["title"].is_string() && kind.form.schema["description"].is_string()
        );
        for_each_field(&kind.form.schema, &mut |name, field| {
            assert!(field["title"].is_string(), "{} {name}", kind.form.kind);
        });
    }
}

fn for_each_field(schema: &Value, see: &mut dyn FnMut(&str, &Value)) {
    match schema {
        Value::Object(inner) => {
            if let Some(Value::Object(fields)) = inner.get("properties") {
                fields.iter().for_each(|(name, field)| see(name, field));
            }
            inner.values().for_each(|inner| for_each_field(inner, see));
        }
        Value::Array(rows) => rows.iter().for_each(|row| for_each_field(row, see)),
        _ => {}
    }
}

#[test]
fn schema_and_reader_say_the_same_of_mistaken_files() {
    let kinds = kinds();
    let mut numbers = splitmix(20_241);
    let mut chance = |most: usize| numbers(most as u32) as usize;
    let (mut unlike, mut refused) = (Vec::new(), 0);
    for _ in 0..MISTAKEN {
        let kind = &kinds[chance(kinds.len())];
        let file = &kind.files[chance(kind.files.len())];
        let mut value = value_of(file);
        let mistake = mistaken(&mut value, &mut chance);
        let text = format!("{value:#}");
        let changed = Source::new(&file.path, text);
        let (says, faults) = (kind.says(&value), kind.form.faults(&changed));
        refused += usize::from(!says.is_empty());
        match (says.is_empty(), faults.is_empty()) {
            (true, true) | (false, false) => {}
            (true, false) => unlike.push(format!(
                "{} {}: {mistake}: the schema takes it, the reader does not: {}",
                kind.form.kind, file.path, faults[0]
            )),
            // What the form leaves open may be refused where tables are put together.
            (false, true) if kind.is_refused(&changed) => {}
            (false, true) => unlike.push(format!(
                "{} {}: {mistake}: the reader takes it, the schema does not: {}",
                kind.form.kind, file.path, says[0]
            )),
        }
    }
    assert!(unlike.is_empty(), "{} unlike\n{}", unlike.len(), unlike.join("\n"));
    assert!(refused > MISTAKEN / 2, "{refused} of {MISTAKEN} mistakes are none");
}

/// Makes one mistake somewhere in a file, and says which.
fn mistaken(value: &mut Value, chance: &mut dyn FnMut(usize) -> usize) -> String {
    let mut places = Vec::new();
    places_in(value, String::new(), &mut places);
    let at = places[chance(places.len())].clone();
    let what = chance(6);
    let place = value.pointer_mut(&at).expect("the place was found in it");
    let name = match place {
        Value::Object(fields) if !fields.is_empty() => {
            fields.keys().nth(chance(fields.len())).cloned()
        }
        _ => None,
    };
    match (what, name, place) {
        (0, Some(name), Value::Object(fields)) => {
            let inner = fields.remove(&name).unwrap_or_default();
            fields.insert(format!("{name}x"), inner);
            format!("`{at}/{name}` renamed")
        }
        (1, Some(name), Value::Object(fields)) => {
            fields.remove(&name);
            format!("`{at}/{name}` removed")
        }
        (2, _, Value::Object(fields)) => {
            fields.insert("unheard_of".into(), json!(1));
            format!("`{at}` has a field more")
        }
        (_, _, place @ Value::Number(_)) => {
            let numbers = [json!(-1), json!(-70_000), json!(300), json!(1_u64 << 40), json!(2.5)];
            *place = numbers[chance(numbers.len())].clone();
            format!("`{at}` is {place}")
        }
        (3 | 4, _, Value::String(word)) => {
            word.push_str("ish");
            format!("`{at}` is `{word}`")
        }
        (_, _, place) => {
            let others = [json!(true), json!(7), json!("word"), json!([]), json!({}), Value::Null];
            *place = others[chance(others.len())].clone();
            format!("`{at}` is {place}")
        }
    }
}

/// Pointers to all values within one.
fn places_in(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, inner)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            places_in(inner, format!("{at}/{name}"), into);
        }),
        Value::Array(rows) => {
            rows.iter().enumerate().for_each(|(row, inner)| {
                places_in(inner, format!("{at}/{row}"), into);
            });
        }
        _ => {}
    }
    into.push(at);
}

/// The same file on one line, in braces.
fn in_braces(file: &Source) -> Source {
    let written = Tree::parse(file).unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
    Source::new(&file.path, written.written().to_string())
}

#[test]
fn house_rules_in_braces_change_tables_as_those_in_lines_do() {
    let cases = [
        ("dragon-dice", "wild-lands", "eighth: beacon", "eighth: becon"),
        ("ea-heresy", "wet-ground", "vehicle: dangerous", "vehicle: dangrous"),
        ("heroscape", "wet-feet", "destroyed_on", "destroyed_no"),
        ("heroscape", "lucky-charm", "class: treasure", "class: tresure"),
        ("skirmish", "long-night", "attacks: 2", "atacks: 2"),
    ];
    let library = library();
    for (game, name, right, wrong) in cases {
        let ruleset = library.ruleset(game).expect("it is shipped");
        let path = format!("{game}/house_rules/{name}.yaml");
        let file = library.data.get(&path).unwrap_or_else(|| panic!("no `{path}`"));
        let braces = in_braces(&file);
        assert_eq!(ruleset.check_file(&library.data, &braces), [], "{path}");
        assert!(braces.text.contains(right), "{path}: {}", braces.text);
        // What is not looked at has no faults.
        let mistaken = Source::new(&path, braces.text.replacen(right, wrong, 1));
        let faults = faults_in_lines(&ruleset.check_file(&library.data, &mistaken));
        let word = wrong.split([':', ' ']).find(|word| !right.contains(word)).unwrap_or(wrong);
        assert!(faults.contains(word), "{path}: {faults}");
    }
}

#[test]
fn a_referees_table_stands_on_a_battlefield_in_braces() {
    let library = library();
    for ruleset in &library.rulesets {
        let folder = format!("{}/battlefields", ruleset.name());
        for file in library.data.under(&folder) {
            let braces = in_braces(&file);
            let table = ruleset.at_free_table(&braces);
            let opened = ruleset.open(&library.data, &table, &[], None);
            let faults = opened.err().map(|faults| faults_in_lines(&faults));
            assert_eq!(faults, None, "{}", file.path);
        }
    }
}
