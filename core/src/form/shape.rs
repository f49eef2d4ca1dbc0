//! From a schema to fields: what each means, how it is filled in, and what the file says of it.

use super::{Choice, Control, Field};
use crate::data::{Places, Written, lost};
use serde_json::{Map, Value};

/// How deep fields lie inside one another; what lies deeper is written as text.
const DEEPEST: usize = 4;
/// Bounds beyond which a number is not worth telling them.
const UNTOLD: f64 = 32_767.0;
/// Fields that name a row come first.
const NAMES: [&str; 2] = ["id", "name"];

/// Where a mapping is written: its path, what the file says there, and what is laid over.
pub(super) struct At<'w> {
    pub path: String,
    pub value: Option<&'w Written>,
    pub base: Option<&'w Written>,
    /// Whether it is laid over something: then what that does not have goes under `add`.
    pub over: bool,
}

impl<'w> At<'w> {
    /// What stands for itself.
    pub fn plain(path: &str, value: Option<&'w Written>) -> At<'w> {
        At { path: path.into(), value, base: None, over: false }
    }

    /// One of its fields.
    fn inner(&self, name: &str) -> At<'w> {
        let value = self.value.and_then(|value| value.field(name));
        let base = self.base.and_then(|base| base.field(name));
        if !self.over || base.is_some() {
            return At { path: joined(&self.path, name), value, base, over: self.over };
        }
        let added = self.value.and_then(|value| value.field("add"));
        let value = added.and_then(|added| added.field(name));
        At::plain(&joined(&joined(&self.path, "add"), name), value)
    }
}

/// The path of a field inside another.
pub(super) fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

/// A schema whose references lead somewhere.
pub(super) struct Shapes<'s> {
    pub root: &'s Value,
    pub places: &'s Places,
}

/// What a schema means, references followed and `null` left out.
struct Meant<'s> {
    inner: &'s Value,
    says: String,
    default: Option<&'s Value>,
    rules: Vec<String>,
}

impl<'s> Shapes<'s> {
    fn meant(&self, schema: &'s Value) -> Meant<'s> {
        let mut meant =
            Meant { inner: schema, says: String::new(), default: None, rules: Vec::new() };
        for _ in 0..8 {
            let now = meant.inner;
            if let (true, Some(says)) = (meant.says.is_empty(), now["description"].as_str()) {
                meant.says = says.to_string();
            }
            meant.default = meant.default.or_else(|| now.get("default"));
            if meant.rules.is_empty() {
                let rules = now["x-rule"].as_array().into_iter().flatten();
                meant.rules = rules.filter_map(|rule| rule.as_str().map(String::from)).collect();
            }
            let target =
                now["$ref"].as_str().and_then(|at| self.root.pointer(at.trim_start_matches('#')));
            let only = || {
                let several = now["anyOf"].as_array()?;
                let mut real = several.iter().filter(|one| one["type"] != "null");
                real.next().filter(|_| several.len() == 2 && real.next().is_none())
            };
            match target.or_else(only) {
                Some(next) => meant.inner = next,
                None => break,
            }
        }
        meant
    }

    /// A schema, references followed.
    pub fn target(&self, schema: &'s Value) -> &'s Value {
        self.meant(schema).inner
    }

    /// The schema of the rows, of a list of rows.
    pub fn rows(&self, schema: &'s Value) -> Option<&'s Value> {
        let inner = self.meant(schema).inner;
        let items = inner.get("items").filter(|_| has_type(inner, "array"))?;
        self.meant(items).inner.get("properties").map(|_| items)
    }

    /// The fields of a mapping, those that name it and those it needs first.
    pub fn fields(
        &self,
        schema: &'s Value,
        at: &At,
        keep: &dyn Fn(&str, &'s Value) -> bool,
    ) -> Vec<Field> {
        self.fields_at(schema, at, keep, 0)
    }

    fn fields_at(
        &self,
        schema: &'s Value,
        at: &At,
        keep: &dyn Fn(&str, &'s Value) -> bool,
        depth: usize,
    ) -> Vec<Field> {
        let inner = self.meant(schema).inner;
        let Some(Value::Object(properties)) = inner.get("properties") else { return Vec::new() };
        let needed = names(inner.get("required"));
        let mut order: Vec<(usize, &String)> =
            properties.keys().map(|name| (rank(name, &needed, at), name)).collect();
        order.sort();
        let kept = order.into_iter().filter(|(_, name)| keep(name, &properties[*name]));
        let field = |(_, name): (usize, &String)| {
            let needed = needed.contains(&name.as_str());
            self.field((name, &properties[name]), needed, &at.inner(name), depth)
        };
        kept.map(field).collect()
    }

    fn field(
        &self,
        (name, schema): (&str, &'s Value),
        needed: bool,
        at: &At,
        depth: usize,
    ) -> Field {
        let meant = self.meant(schema);
        let mut control = self.control(meant.inner);
        if control == Control::Group && depth >= DEEPEST {
            control = Control::Text { of: Vec::new() };
        }
        // What stands in several lines, or has a comment inside, is shown and written as it stands.
        let as_written = at.value.and_then(|_| self.places.as_written(&at.path));
        let deep = |says: &String| says.contains('\n') || !lost(says, "").is_empty();
        if control != Control::Group && as_written.as_ref().is_some_and(deep) {
            control = Control::Text { of: choices_of(control) };
        }
        let is_text = matches!(control, Control::Text { .. });
        let in_text = is_text && at.value.is_some() && as_written.is_none();
        let lines = at.value.filter(|_| is_text).map(|value| {
            let from = self.places.key_place(&at.path).line;
            let last = self.places.last_line(&at.path, value);
            let below = as_written.as_ref().map_or(0, |says| says.lines().count());
            let from_value = self.places.place(&at.path).line.min(from + 1);
            (from, last.max((from_value + below).saturating_sub(1)).max(from))
        });
        let fields = match control {
            Control::Group => self.fields_at(meant.inner, at, &|_, _| true, depth + 1),
            _ => Vec::new(),
        };
        let title = schema["title"].as_str().map_or_else(|| crate::schema::title(name), Into::into);
        let places = match at.value {
            Some(_) => [self.places.place(&at.path), self.places.key_place(&at.path)]
                .map(|place| (place.line, place.column))
                .to_vec(),
            None => Vec::new(),
        };
        let base = at.base.map(|base| ("the table".to_string(), shown(&control, base)));
        Field {
            field: at.path.clone(),
            name: name.to_string(),
            title,
            says: meant.says,
            rules: meant.rules,
            range: match in_text {
                true => "this can only be written in the text of the file".into(),
                false => range(&control, meant.inner),
            },
            needed,
            value: at.value.map(|value| match as_written {
                Some(says) if is_text => says,
                _ => shown(&control, value),
            }),
            default: meant.default.map(default).filter(|words| !words.is_empty()),
            elsewhere: base.into_iter().collect(),
            fields,
            control,
            places,
            lines,
            in_text,
        }
    }

    fn control(&self, inner: &'s Value) -> Control {
        if let Some(names) = inner["enum"].as_array() {
            return Control::Choice { of: choices(names), open: false };
        }
        if let Some(known) =
            inner["anyOf"].as_array().and_then(|any| any.first()?["enum"].as_array())
        {
            return Control::Choice { of: choices(known), open: true };
        }
        if let Some(variants) = inner["oneOf"].as_array() {
            let of: Vec<Choice> = variants.iter().flat_map(variant).collect();
            let plain =
                variants.iter().all(|one| one["const"].is_string() || one["enum"].is_array());
            return if plain { Control::Choice { of, open: false } } else { Control::Text { of } };
        }
        if has_type(inner, "string") {
            return Control::Word;
        }
        if has_type(inner, "boolean") {
            return Control::Truth;
        }
        if has_type(inner, "integer") || has_type(inner, "number") {
            let bound = |name: &str| inner[name].as_f64();
            let whole = !has_type(inner, "number");
            return Control::Number { whole, least: bound("minimum"), most: bound("maximum") };
        }
        if has_type(inner, "array") {
            let items = inner.get("items").map(|items| self.control(self.meant(items).inner));
            return match items {
                Some(Control::Choice { of, open }) => Control::Words { of, open },
                Some(Control::Word | Control::Number { .. }) => {
                    Control::Words { of: Vec::new(), open: true }
                }
                Some(Control::Text { of }) => Control::Text { of },
                _ => Control::Text { of: Vec::new() },
            };
        }
        match inner.get("properties") {
            Some(Value::Object(fields)) if !fields.is_empty() => Control::Group,
            _ => Control::Text { of: Vec::new() },
        }
    }
}

/// What may stand in a field, in words.
fn range(control: &Control, inner: &Value) -> String {
    let told = |bound: Option<f64>| bound.filter(|bound| bound.abs() < UNTOLD);
    match control {
        Control::Number { whole, least, most } => {
            let kind = if *whole { "a whole number" } else { "a number" };
            match (told(*least), told(*most)) {
                (Some(least), Some(most)) => format!("{kind} from {least} to {most}"),
                (Some(least), None) => format!("{kind} of at least {least}"),
                (None, Some(most)) => format!("{kind} of at most {most}"),
                (None, None) => kind.into(),
            }
        }
        Control::Truth => "yes or no".into(),
        Control::Word if inner["maxLength"] == 1 => "one letter".into(),
        Control::Word => String::new(),
        Control::Choice { open, .. } if *open => {
            "one of these, or a name that files elsewhere add".into()
        }
        Control::Choice { .. } => "one of these".into(),
        Control::Words { of, open: false } if !of.is_empty() => {
            "some of these, with commas between".into()
        }
        Control::Words { .. } => "several, with commas between".into(),
        Control::Group => String::new(),
        Control::Text { .. } => "as it stands in the file".into(),
    }
}

/// The place of a field among the others: names, then what is needed, then what the row says, then the rest.
fn rank(name: &str, needed: &[&str], at: &At) -> usize {
    let named = NAMES.iter().position(|known| *known == name);
    let needed = || Some(NAMES.len() + needed.iter().position(|known| *known == name)?);
    let written = |row: Option<&Written>| match row {
        Some(Written::Row(fields)) => fields.iter().position(|(known, _)| known == name),
        _ => None,
    };
    // What the row itself says would move while it is written: its place goes by what lies beneath.
    let written = || Some(1_000 + written(at.base)?);
    named.or_else(needed).or_else(written).unwrap_or(10_000)
}

fn names(list: Option<&Value>) -> Vec<&str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn has_type(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::String(one) => one == name,
        Value::Array(several) => several.iter().any(|one| one == name),
        _ => false,
    }
}

fn choices(names: &[Value]) -> Vec<Choice> {
    let named = names.iter().filter_map(Value::as_str);
    named.map(|name| Choice { value: name.into(), says: String::new() }).collect()
}

/// The names of a form of a value: a word, or the field that it is written under.
fn variant(schema: &Value) -> Vec<Choice> {
    let says = schema["description"].as_str().unwrap_or_default().to_string();
    if let Some(word) = schema["const"].as_str() {
        return vec![Choice { value: word.into(), says }];
    }
    if let Some(words) = schema["enum"].as_array() {
        return choices(words);
    }
    let under = |fields: &Map<String, Value>| fields.keys().next().cloned();
    let name = schema["properties"].as_object().and_then(under);
    name.map(|name| Choice { value: format!("{name}: ..."), says }).into_iter().collect()
}

/// The names that a control knows.
fn choices_of(control: Control) -> Vec<Choice> {
    match control {
        Control::Choice { of, .. } | Control::Words { of, .. } | Control::Text { of } => of,
        _ => Vec::new(),
    }
}

fn default(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(values) if values.is_empty() => "none".into(),
        Value::Object(fields) if fields.is_empty() => "none".into(),
        other => other.to_string(),
    }
}

/// A value as it stands in its control.
pub(super) fn shown(control: &Control, value: &Written) -> String {
    match (control, value) {
        (_, Written::Word(word)) => word.clone(),
        (Control::Words { .. }, Written::List(values)) => {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            words.join(", ")
        }
        (_, other) => other.to_string(),
    }
}
