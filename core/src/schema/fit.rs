//! Schemas fitted to the reader: what it takes for text, the bounds of its numbers, fields it does not know.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Map, Value, json};

/// Marks text that is read as written or not at all: a bare `300` is no such text.
const EXACT: &str = "x-exact";
/// The draft that all schemas are written in.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema of text that has to be text: a bare `300`, which is text elsewhere, is none here.
pub fn exact() -> Schema {
    schemars::json_schema!({ "type": "string", EXACT: true })
}

/// Marks every text in a schema as [`exact`], as in types that serde reads ahead.
pub fn exactly(schema: &mut Schema) {
    let mut mark = RecursiveTransform(|schema: &mut Schema| {
        if is(schema, "string") {
            schema.insert(EXACT.into(), true.into());
        }
    });
    mark.transform(schema);
}

/// A schema that says what the reader says.
pub(super) fn fitted(schema: Value) -> Value {
    let Ok(mut schema) = Schema::try_from(schema) else { return json!({}) };
    RecursiveTransform(fit).transform(&mut schema);
    schema.insert("$schema".into(), DRAFT.into());
    schema.to_value()
}

fn fit(schema: &mut Schema) {
    let is_exact = schema.remove(EXACT).is_some();
    if is(schema, "string")
        && !is_exact
        && !["enum", "const"].iter().any(|k| schema.get(*k).is_some())
    {
        take_bare_words(schema);
    }
    bound(schema);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.iter_mut().for_each(entitle);
    }
    let is_open = ["additionalProperties", "unevaluatedProperties"];
    if schema.get("properties").is_some() && is_open.iter().all(|k| schema.get(*k).is_none()) {
        schema.insert("additionalProperties".into(), false.into());
    }
    schema.remove("uniqueItems");
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

/// Whether a schema allows a type.
fn is(schema: &Schema, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == name,
        Some(Value::Array(several)) => several.iter().any(|one| one == name),
        _ => false,
    }
}

/// Bare numbers and truths are text where text is wanted, digits where a letter is.
fn take_bare_words(schema: &mut Schema) {
    let is_letter = schema.get("maxLength").is_some_and(|most| most == 1);
    let mut types = vec![json!("string"), json!("number"), json!("boolean")];
    if is_letter {
        types = vec![json!("string"), json!("integer")];
        schema.insert("minimum".into(), 0.into());
        schema.insert("maximum".into(), 9.into());
    }
    if is(schema, "null") {
        types.push(json!("null"));
    }
    schema.insert("type".into(), types.into());
}

/// Bounds of whole numbers by their type, where it has any that a person would meet.
fn bound(schema: &mut Schema) {
    let bounds: (Option<i64>, Option<i64>) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        Some("uint8") => (Some(0), Some(u8::MAX.into())),
        Some("uint16") => (Some(0), Some(u16::MAX.into())),
        Some("uint32") => (Some(0), Some(u32::MAX.into())),
        Some("uint" | "uint64" | "uint128") => (Some(0), None),
        Some("int" | "int8" | "int16" | "int64" | "int128" | "float" | "double") => (None, None),
        _ => return,
    };
    schema.remove("format");
    for (key, value) in [("minimum", bounds.0), ("maximum", bounds.1)] {
        if let (Some(value), None) = (value, schema.get(key)) {
            schema.insert(key.into(), value.into());
        }
    }
}

/// A field's name as people would read it, where the schema has no title.
fn entitle((name, schema): (&String, &mut Value)) {
    if schema == &Value::Bool(true) {
        *schema = Value::Object(Map::new());
    }
    if let Value::Object(schema) = schema {
        schema.entry("title").or_insert_with(|| title(name).into());
    }
}

/// A name as people read it: `long_range` is `Long range`.
pub(crate) fn title(name: &str) -> String {
    capital(&name.replace(['_', '-'], " "))
}

/// Words with their first letter a capital.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
