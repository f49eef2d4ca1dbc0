//! Tables and their rows: those of the file itself, and those that house rules are laid over.

use super::shape::{At, Shapes, joined};
use super::{Field, Filled, Row, Standing, Table};
use crate::data::{Files, Tree, Written};
use crate::schema::{FileForm, title};
use serde_json::{Map, Value};

/// By which fields rows are known, the first that all rows of a list have.
const IDENTITIES: [&str; 2] = ["id", "name"];
/// Letters of a row in short.
const SHORT: usize = 72;

/// A list of rows: where house rules change it, and what lies beneath.
pub(super) struct List<'f> {
    /// The list, as a path in the file.
    pub path: String,
    title: String,
    says: String,
    form: &'f FileForm,
    items: &'f Value,
    /// Its rows beneath house rules; nothing for a list of the file itself.
    base: Option<Vec<Written>>,
}

/// A file that house rules are laid over, and the list in it where that is all they change.
struct Base<'f> {
    form: &'f FileForm,
    whole: Written,
    list: Option<String>,
}

impl<'f> Base<'f> {
    fn find(game: &str, forms: &'f [FileForm], data: &Files, table: &str) -> Option<Base<'f>> {
        let (file, list) =
            table.split_once('#').map_or((table, None), |(file, list)| (file, Some(list)));
        let path = format!("{game}/{file}.yaml");
        let form = forms.iter().find(|form| form.holds(&path))?;
        let whole = Tree::parse(&data.get(&path)?).ok()?.written();
        Some(Base { form, whole, list: list.map(String::from) })
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

impl<'a> Filled<'a> {
    fn shapes_of<'s>(&'s self, form: &'s FileForm) -> Shapes<'s> {
        Shapes { root: &form.schema, places: &self.places }
    }

    fn bases(&self) -> Vec<(&'a str, Base<'a>)> {
        let named = properties(&self.form.schema).filter_map(|(name, schema)| {
            let table = schema.get("x-table")?.as_str()?;
            Some((name.as_str(), Base::find(self.game, self.forms, self.data, table)?))
        });
        named.collect()
    }

    /// Every list of rows that the file has or may change.
    pub(super) fn lists(&self) -> Vec<List<'_>> {
        let mut lists = Vec::new();
        let shapes = Shapes { root: &self.form.schema, places: &self.places };
        for (name, schema) in properties(&self.form.schema) {
            if let Some(items) = shapes.rows(schema) {
                lists.push(List::new(name.clone(), self.form, (name, schema, items), None));
            }
        }
        for (field, base) in self.bases() {
            let shapes = Shapes { root: &base.form.schema, places: &self.places };
            for (name, schema) in properties(&base.form.schema) {
                let wanted = base.list.as_ref().is_none_or(|list| list == name);
                let Some(items) = shapes.rows(schema).filter(|_| wanted) else { continue };
                let rows = base.whole.field(name).map_or(&[][..], Written::values).to_vec();
                if identity(&rows).is_none() {
                    continue;
                }
                let path =
                    if base.list.is_some() { field.to_string() } else { joined(field, name) };
                lists.push(List::new(path, base.form, (name, schema, items), Some(rows)));
            }
        }
        lists
    }

    /// Every table with its rows.
    pub(super) fn tables(&self) -> Vec<Table> {
        let table = |list: List| Table {
            rows: self.rows(&list),
            list: list.path,
            title: list.title,
            says: list.says,
        };
        self.lists().into_iter().map(table).collect()
    }

    /// The rows of a list.
    pub(super) fn rows(&self, list: &List) -> Vec<Row> {
        let written = self.whole.at(&list.path);
        let Some(base) = &list.base else {
            return self.own_rows(&list.path, written, Standing::Own);
        };
        let identity = identity(base).unwrap_or(IDENTITIES[0]);
        let removed = written.and_then(|it| it.field("remove")).map_or(&[][..], Written::values);
        let row = |row: &Written| {
            let name = row.field(identity)?.as_word()?;
            if name.contains(['.', '[', ']']) {
                return None;
            }
            let path = match written {
                Some(Written::List(rows)) => {
                    let is = |row: &Written| {
                        row.field(identity).and_then(Written::as_word) == Some(name)
                    };
                    let at = rows.iter().position(is);
                    at.map_or_else(|| joined(&list.path, name), |at| format!("{}[{at}]", list.path))
                }
                _ => joined(&list.path, name),
            };
            let changed = self.whole.at(&path);
            let is_removed = removed.iter().any(|word| word.as_word() == Some(name));
            let standing = match changed {
                _ if is_removed => Standing::Removed,
                Some(_) => Standing::Changed,
                None => Standing::Kept,
            };
            Some(Row {
                says: short(changed.unwrap_or(row), identity),
                lines: changed.map(|changed| self.lines(&path, changed)),
                row: path,
                name: name.to_string(),
                standing,
            })
        };
        let mut rows: Vec<Row> = base.iter().filter_map(row).collect();
        let added = joined(&list.path, "add");
        rows.extend(self.own_rows(&added, self.whole.at(&added), Standing::Added));
        rows
    }

    fn own_rows(&self, list: &str, written: Option<&Written>, standing: Standing) -> Vec<Row> {
        let rows = written.map_or(&[][..], Written::values);
        let identity = identity(rows).unwrap_or(IDENTITIES[0]);
        let row = |(at, row): (usize, &Written)| {
            let path = format!("{list}[{at}]");
            let named = IDENTITIES.iter().find_map(|field| row.field(field)?.as_word());
            Row {
                name: named.map_or_else(|| format!("row {}", at + 1), String::from),
                says: short(row, identity),
                lines: Some(self.lines(&path, row)),
                row: path,
                standing,
            }
        };
        rows.iter().enumerate().map(row).collect()
    }

    /// The fields of a row, and the rules that it names.
    pub(super) fn row_fields(&self, list: &str, row: &Row) -> (Vec<Field>, Vec<String>) {
        let Some(list) = self.lists().into_iter().find(|known| known.path == list) else {
            return (Vec::new(), Vec::new());
        };
        let value = self.whole.at(&row.row);
        let mut at = At::plain(&row.row, value);
        let base = list.base_row(&row.name).filter(|_| row.standing != Standing::Added);
        let identity = list.base.as_deref().and_then(identity);
        if base.is_some() {
            at = At { base, over: true, ..at };
        }
        let keep = |name: &str, _: &Value| base.is_none() || Some(name) != identity;
        let shapes = self.shapes_of(list.form);
        let fields = shapes.fields(list.items, &at, &keep);
        let named = properties_of(&shapes, list.items).filter(|(_, schema)| {
            schema["x-names"].as_str().is_some_and(|names| names.starts_with("rules#"))
        });
        let rules = named.filter_map(|(name, _)| {
            let own = value.and_then(|row| row.field(name)).or_else(|| base?.field(name));
            own?.as_word().map(String::from)
        });
        let rules = rules.collect();
        (fields, rules)
    }

    /// The fields of a row that is not there yet.
    pub(super) fn fresh_fields(&self, list: &List) -> Vec<Field> {
        self.shapes_of(list.form).fields(list.items, &At::plain("", None), &|_, _| true)
    }

    /// What house rules may change besides rows.
    pub(super) fn base_texts(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for (field, base) in self.bases().into_iter().filter(|(_, base)| base.list.is_none()) {
            let shapes = self.shapes_of(base.form);
            let (value, under) = (self.whole.at(field), Some(&base.whole));
            let at = At { path: field.into(), value, base: under, over: true };
            let known =
                |name: &str| base.whole.field(name).is_some_and(|it| it.as_word().is_none());
            let plain = |name: &str, schema: &Value| {
                let rows = base.whole.field(name).map_or(&[][..], Written::values);
                known(name) && (shapes.rows(schema).is_none() || identity(rows).is_none())
            };
            fields.extend(shapes.fields(&base.form.schema, &at, &plain));
        }
        fields
    }

    /// From which line to which something is written.
    fn lines(&self, path: &str, value: &Written) -> (usize, usize) {
        let line = self.places.key_place(path).line;
        (line, self.places.last_line(path, value).max(line))
    }
}

fn properties_of<'s>(
    shapes: &Shapes<'s>,
    items: &'s Value,
) -> impl Iterator<Item = (&'s String, &'s Value)> {
    properties(shapes.target(items))
}

impl<'f> List<'f> {
    fn new(
        path: String,
        form: &'f FileForm,
        (name, schema, items): (&str, &Value, &'f Value),
        base: Option<Vec<Written>>,
    ) -> List<'f> {
        let word = |key: &str| schema[key].as_str().map(String::from);
        let title = word("title").unwrap_or_else(|| title(name));
        List { path, title, says: word("description").unwrap_or_default(), form, items, base }
    }

    /// Whether it is laid over another.
    pub fn is_over(&self) -> bool {
        self.base.is_some()
    }

    /// The row of that name beneath.
    pub fn base_row(&self, name: &str) -> Option<&Written> {
        let rows = self.base.as_deref()?;
        let identity = identity(rows)?;
        rows.iter().find(|row| row.field(identity).and_then(Written::as_word) == Some(name))
    }
}

/// The field by which the rows of a list are known.
pub(super) fn identity(rows: &[Written]) -> Option<&'static str> {
    let has = |field: &&'static str| {
        rows.iter().all(|row| row.field(field).is_some_and(|it| it.as_word().is_some()))
    };
    IDENTITIES.into_iter().find(|field| !rows.is_empty() && has(field))
}

/// A row in short, without its name.
fn short(row: &Written, identity: &str) -> String {
    let Written::Row(fields) = row else { return row.to_string() };
    let told = fields.iter().filter(|(name, _)| name != identity);
    let told: Vec<String> = told.map(|(name, value)| format!("{name}: {value}")).collect();
    let says = told.join(", ");
    match says.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{} ...", says[..end].trim_end()),
        None => says,
    }
}
