//! Names that a field may hold, taken from the tables that give them.
//!
//! A field that holds the name of a row says so by a keyword of its schema: `x-names` where the reader refuses any
//! other name, `x-suggests` where house rules or files elsewhere may add some. Its value says where names stand:
//! `cards/*#/cards/*/id` is the field `id` of all rows of `cards` in all files of that folder of the game,
//! `battlefields/*` the names of the files themselves.

use crate::data::{Files, read};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Only these names.
const NAMES: &str = "x-names";
/// These names and others.
const SUGGESTS: &str = "x-suggests";

/// The names that were looked up, by where they stand.
pub struct Names<'a> {
    data: &'a Files,
    game: &'a str,
    found: BTreeMap<String, Vec<String>>,
}

impl<'a> Names<'a> {
    pub fn of(data: &'a Files, game: &'a str) -> Names<'a> {
        Names { data, game, found: BTreeMap::new() }
    }

    /// Puts names wherever a schema asks for them.
    pub fn fill(&mut self, schema: &mut Value) {
        match schema {
            Value::Object(inner) => {
                inner.values_mut().for_each(|inner| self.fill(inner));
                for (keyword, only) in [(NAMES, true), (SUGGESTS, false)] {
                    let place = inner.get(keyword).and_then(Value::as_str).map(String::from);
                    if let Some(place) = place {
                        let names = self.standing_at(&place).to_vec();
                        put(inner, &names, only);
                    }
                }
            }
            Value::Array(rows) => rows.iter_mut().for_each(|inner| self.fill(inner)),
            _ => {}
        }
    }

    fn standing_at(&mut self, place: &str) -> &[String] {
        let (data, game) = (self.data, self.game);
        self.found.entry(place.to_string()).or_insert_with(|| look_up(data, game, place))
    }
}

fn look_up(data: &Files, game: &str, place: &str) -> Vec<String> {
    let (files, pointer) = place.split_once('#').unwrap_or((place, ""));
    let mut names = Vec::new();
    match files.strip_suffix("/*") {
        Some(folder) => {
            let folder = format!("{game}/{folder}");
            for file in data.under(&folder) {
                let stem =
                    file.path.strip_prefix(&folder).and_then(|rest| rest.strip_suffix(".yaml"));
                match (pointer, stem) {
                    ("", Some(stem)) => names.push(stem.trim_start_matches('/').to_string()),
                    ("", None) => {}
                    _ => names.extend(words_of(data, &file.path, pointer)),
                }
            }
        }
        None => names = words_of(data, &format!("{game}/{files}.yaml"), pointer),
    }
    names.sort();
    names.dedup();
    names
}

/// The words at a pointer into a file, in which `*` is every row.
fn words_of(data: &Files, path: &str, pointer: &str) -> Vec<String> {
    let read = data.get(path).and_then(|file| read::<Value>(&file).ok());
    let mut at: Vec<Value> = read.map(|document| document.value).into_iter().collect();
    for part in pointer.split('/').skip(1) {
        let inner = |value: Value| match value {
            Value::Array(rows) if part == "*" => rows,
            Value::Object(mut fields) => fields.remove(part).into_iter().collect(),
            _ => Vec::new(),
        };
        at = at.into_iter().flat_map(inner).collect();
    }
    at.iter().filter_map(Value::as_str).map(String::from).collect()
}

/// Puts names into the schema of a text, or of what a list or mapping holds.
fn put(schema: &mut Map<String, Value>, names: &[String], only: bool) {
    if names.is_empty() {
        return;
    }
    for inner in ["items", "additionalProperties"] {
        if let Some(Value::Object(inner)) = schema.get_mut(inner) {
            return put(inner, names, only);
        }
    }
    let Some(types) = schema.get("type").cloned() else { return };
    let may_be_nothing = types.as_array().is_some_and(|types| types.contains(&json!("null")));
    let mut known: Vec<Value> = names.iter().map(|name| json!(name)).collect();
    if may_be_nothing {
        known.push(Value::Null);
    }
    if only {
        schema.insert("enum".into(), known.into());
    } else {
        schema.remove("type");
        schema.insert("anyOf".into(), json!([{ "enum": known }, { "type": types }]));
    }
}
