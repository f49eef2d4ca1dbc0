//! Descriptions that stand in the data: comments on the fields of editions, and the rules they name.

use crate::data::Files;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What the comment at the head of a file says about fields: a name, two blanks, and what it means.
pub fn of_head(text: &str) -> BTreeMap<String, String> {
    let mut says: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for line in text.lines().map_while(|line| line.strip_prefix('#')) {
        let inner = line.strip_prefix(' ').unwrap_or(line);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match inner.split_once("  ") {
            Some((name, text)) if !name.is_empty() && name.chars().all(is_name) => {
                says.insert(name.to_string(), text.trim().to_string());
                last = Some(name.to_string());
            }
            Some(("", text)) if !text.trim().is_empty() => {
                if let Some(says) = last.as_ref().and_then(|name| says.get_mut(name)) {
                    *says = format!("{says} {}", text.trim());
                }
            }
            _ => last = None,
        }
    }
    says
}

/// What the files of a game's editions say about their fields, by name; those that start from no other speak first.
pub(super) fn of_editions(data: &Files, game: &str) -> BTreeMap<String, String> {
    let mut files: Vec<_> = data.under(&format!("{game}/editions")).collect();
    files.sort_by_key(|file| file.text.lines().any(|line| line.starts_with("  like:")));
    let mut says = BTreeMap::new();
    for file in files {
        for (field, comment) in comments(&file.text) {
            says.entry(field).or_insert(comment);
        }
    }
    says
}

/// Fields with the comment above them, or else the one behind them.
pub fn comments(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    for line in text.lines().skip_while(|line| !line.starts_with("fields:")).skip(1) {
        let Some(inner) = line.strip_prefix("  ") else {
            above.clear();
            continue;
        };
        if let Some(comment) = inner.strip_prefix('#') {
            above.push(comment.trim());
            continue;
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if let Some((name, rest)) = inner.split_once(':')
            && !name.is_empty()
            && name.chars().all(is_name)
        {
            let behind = rest.split_once(" #").map(|(_, comment)| comment.trim());
            let comment =
                if above.is_empty() { behind.unwrap_or("").into() } else { above.join(" ") };
            if !comment.is_empty() {
                found.push((name.to_string(), comment));
            }
        }
        above.clear();
    }
    found
}

/// Describes the fields of an edition, wherever a schema has them as `fields`, by the comments in the data.
pub(super) fn describe(schema: &mut Value, says: &BTreeMap<String, String>) {
    let Some(target) = schema.pointer("/properties/fields/$ref").and_then(Value::as_str) else {
        return;
    };
    let pointer = format!("{}/properties", target.trim_start_matches('#'));
    let Some(Value::Object(fields)) = schema.pointer_mut(&pointer) else { return };
    for (name, field) in fields {
        if let (Some(comment), Value::Object(field)) = (says.get(name), field) {
            field.entry("description").or_insert_with(|| comment.as_str().into());
        }
    }
}

/// Describes every field of that name that is not described otherwise.
pub(super) fn describe_all(schema: &mut Value, says: &BTreeMap<String, String>) {
    match schema {
        Value::Object(inner) => {
            if let Some(Value::Object(fields)) = inner.get_mut("properties") {
                for (name, field) in fields {
                    if let (Some(comment), Value::Object(field)) = (says.get(name), field) {
                        field.entry("description").or_insert_with(|| comment.as_str().into());
                    }
                }
            }
            inner.values_mut().for_each(|inner| describe_all(inner, says));
        }
        Value::Array(rows) => rows.iter_mut().for_each(|inner| describe_all(inner, says)),
        _ => {}
    }
}

/// Puts the rules that a description names beside it, as `x-rule`.
pub(super) fn cite(schema: &mut Value, rules: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(|inner| cite(inner, rules));
            cite_one(fields, rules);
        }
        Value::Array(rows) => rows.iter_mut().for_each(|inner| cite(inner, rules)),
        _ => {}
    }
}

/// The words of a description as rules are named in it: `HS-7.6.2`.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_apart = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.' | '_');
    text.split(is_apart).map(|word| word.trim_end_matches('.'))
}

fn cite_one(schema: &mut Map<String, Value>, rules: &BTreeSet<String>) {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return };
    let mut named: Vec<&str> = words_of(text).filter(|word| rules.contains(*word)).collect();
    named.dedup();
    if !named.is_empty() {
        let named = Value::from(named);
        schema.insert("x-rule".into(), named);
    }
}
