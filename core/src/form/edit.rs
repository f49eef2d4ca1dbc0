//! What an edit of a form changes in the text of its file.

use super::rows::List;
use super::shape::joined;
use super::{Control, Field, Filled, Form, Row, Standing};
use crate::data::{Change, Written, meaning};
use schemars::JsonSchema;
use serde::Deserialize;

/// An edit of a form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "FieldEdit")]
pub enum Edit {
    /// Writes a field; an empty value takes it away.
    Write {
        /// Which.
        field: String,
        /// What it says from now on, as it stands in its control.
        value: String,
    },
    /// Takes a field away, so that its default holds, or what is beneath.
    Clear {
        /// Which.
        field: String,
    },
    /// Adds a row to a list.
    Add {
        /// The list.
        list: String,
        /// The row that it is made of.
        #[serde(default)]
        like: Option<String>,
        /// Its name; by default one that is free.
        #[serde(default)]
        name: Option<String>,
    },
    /// Takes a row out.
    Remove {
        /// Which.
        row: String,
    },
    /// Leaves a row as it is beneath house rules.
    Restore {
        /// Which.
        row: String,
    },
}

/// What an edit comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The changes of the text.
    pub changes: Vec<Change>,
    /// What was done, in words.
    pub says: String,
    /// The row that is open afterwards.
    pub row: Option<String>,
}

impl Filled<'_> {
    /// What an edit changes, while one row is open.
    ///
    /// # Errors
    /// Where there is no such field or row, or the value cannot be read.
    pub fn edit(&self, edit: &Edit, open: Option<&str>) -> Result<Edited, String> {
        let form = self.form(open);
        let stays = open.map(String::from);
        match edit {
            Edit::Write { field, value } if !value.trim().is_empty() => {
                let found = field_of(&form, field)?;
                if found.in_text {
                    return Err(format!("{} can only be written in the text", found.name));
                }
                let meant = read(&found.control, value)?;
                let is_text = matches!(found.control, Control::Text { .. });
                let says = match is_text && (value.contains('\n') || value.len() > LONG) {
                    true => format!("{} is written", found.name),
                    false => format!("{} is {meant}", found.name),
                };
                let as_written = Change::AsWritten { field: field.clone(), says: value.clone() };
                let changes = match (is_text, self.whole.at(field)) {
                    (true, Some(_)) => vec![as_written],
                    (lines, _) => {
                        let (path, meant) = self.with_needed(&form, field, meant);
                        let set = self.set(&path, meant);
                        let lines = lines && value.contains('\n');
                        [set].into_iter().chain(lines.then_some(as_written)).collect()
                    }
                };
                Ok(Edited { changes, says, row: stays })
            }
            Edit::Write { field, .. } | Edit::Clear { field } => {
                let found = field_of(&form, field)?;
                let says = format!("{} is not written any more", found.name);
                let changes = match self.whole.at(field) {
                    Some(_) => vec![self.take_away(&form, field)],
                    None => Vec::new(),
                };
                Ok(Edited { changes, says, row: stays })
            }
            Edit::Add { list, like, name } => self.add(list, like.as_deref(), name.as_deref()),
            Edit::Remove { row } => self.remove(&form, row),
            Edit::Restore { row } => self.restore(&form, row),
        }
    }

    /// Gives a path a value, and makes what encloses it.
    fn set(&self, path: &str, value: Written) -> Change {
        let (mut field, mut value) = (path.to_string(), value);
        while let Some((outer, name)) = outer(&field) {
            match self.whole.at(outer) {
                Some(Written::Row(_) | Written::List(_)) => break,
                _ => value = Written::row([(name, value)]),
            }
            field = outer.to_string();
        }
        Change::Set { field, value }
    }

    /// A value with what its group needs besides, where the group is not there yet.
    fn with_needed(&self, form: &Form, path: &str, value: Written) -> (String, Written) {
        let Some((group, name)) = outer(path) else { return (path.into(), value) };
        let found = field_of(form, group).ok().filter(|found| found.control == Control::Group);
        let Some(found) = found.filter(|_| self.whole.at(group).is_none()) else {
            return (path.into(), value);
        };
        let mut fields: Vec<(&str, Written)> = found
            .fields
            .iter()
            .filter(|field| field.needed && field.name != name && field.elsewhere.is_empty())
            .map(|field| (field.name.as_str(), least(field)))
            .collect();
        fields.push((name, value));
        self.with_needed(form, group, Written::row(fields))
    }

    /// Takes a path away, and what would be left empty around it.
    fn take_away(&self, form: &Form, path: &str) -> Change {
        let mut field = path;
        while let Some((outer, _)) = outer(field) {
            let alone = match self.whole.at(outer) {
                Some(Written::Row(fields)) => fields.len() == 1,
                Some(Written::List(rows)) => rows.len() == 1,
                _ => false,
            };
            let needed = field_of(form, outer).is_ok_and(|field| field.needed);
            let row = outer.ends_with(']');
            let own = form.tables.iter().any(|table| table.list == outer && !self.is_over(outer));
            if !alone || needed || row || own {
                break;
            }
            field = outer;
        }
        Change::Remove { field: field.to_string() }
    }

    fn is_over(&self, list: &str) -> bool {
        self.lists().iter().any(|known| known.path == list && known.is_over())
    }

    fn push(&self, list: &str, row: Written) -> Change {
        match self.whole.at(list) {
            Some(Written::List(_)) => Change::Push { list: list.into(), row },
            _ if !list.contains('.') => Change::Push { list: list.into(), row },
            _ => self.set(list, Written::list([row])),
        }
    }

    fn add(&self, path: &str, like: Option<&str>, name: Option<&str>) -> Result<Edited, String> {
        let list = self.list(path)?;
        let rows = self.rows(&list);
        let model = like.and_then(|like| rows.iter().find(|row| row.row == like));
        let fresh = self.fresh_fields(&list);
        let mut made = match model {
            Some(model) => self.copied(&list, model).ok_or("this row cannot be copied")?,
            None => {
                let needed = fresh.iter().filter(|field| field.needed);
                Written::row(needed.map(|field| (field.name.as_str(), least(field))))
            }
        };
        let stem = name.or(model.map(|model| model.name.as_str())).unwrap_or("new");
        let name = free(stem, &rows);
        if let (Written::Row(fields), Some(identity)) =
            (&mut made, fresh.iter().find(|field| ["id", "name"].contains(&field.name.as_str())))
        {
            let word = Written::word(&name);
            match fields.iter_mut().find(|(field, _)| *field == identity.name) {
                Some((_, value)) => *value = word,
                None => fields.insert(0, (identity.name.clone(), word)),
            }
        }
        let target = if list.is_over() { joined(path, "add") } else { path.to_string() };
        let at = self.whole.at(&target).map_or(0, |it| it.values().len());
        let says = format!("{name} is added");
        let changes = vec![self.push(&target, made)];
        Ok(Edited { changes, says, row: Some(format!("{target}[{at}]")) })
    }

    /// A row as it is, beneath as well.
    fn copied(&self, list: &List, row: &Row) -> Option<Written> {
        match row.standing {
            Standing::Own | Standing::Added => self.whole.at(&row.row).cloned(),
            _ => list.base_row(&row.name).cloned(),
        }
    }

    fn remove(&self, form: &Form, row: &str) -> Result<Edited, String> {
        let (list, found) = self.row(row)?;
        let says = format!("{} is taken out", found.name);
        let out = joined(&list.path, "remove");
        let name = Written::word(&found.name);
        let (changes, row) = match found.standing {
            Standing::Own | Standing::Added => (vec![self.take_away(form, row)], None),
            Standing::Removed => (Vec::new(), Some(row.to_string())),
            Standing::Kept => (vec![self.push(&out, name)], Some(row.to_string())),
            Standing::Changed => {
                let changes = vec![self.push(&out, name), Change::Remove { field: row.into() }];
                (changes, Some(joined(&list.path, &found.name)))
            }
        };
        Ok(Edited { changes, says, row })
    }

    fn restore(&self, form: &Form, row: &str) -> Result<Edited, String> {
        let (list, found) = self.row(row)?;
        let says = format!("{} is as the table has it", found.name);
        let mut changes = Vec::new();
        let out = joined(&list.path, "remove");
        let named = |word: &Written| word.as_word() == Some(found.name.as_str());
        let at = self.whole.at(&out).and_then(|names| names.values().iter().position(named));
        if let Some(at) = at {
            changes.push(self.take_away(form, &format!("{out}[{at}]")));
        } else if self.whole.at(row).is_some() && found.standing == Standing::Changed {
            changes.push(self.take_away(form, row));
        }
        Ok(Edited { changes, says, row: Some(joined(&list.path, &found.name)) })
    }

    fn list(&self, path: &str) -> Result<List<'_>, String> {
        let found = self.lists().into_iter().find(|list| list.path == path);
        found.ok_or_else(|| format!("there is no list `{path}`"))
    }

    fn row(&self, row: &str) -> Result<(List<'_>, Row), String> {
        let lists = self.lists().into_iter();
        let mut found = lists.filter_map(|list| {
            let row = self.rows(&list).into_iter().find(|known| known.row == row)?;
            Some((list, row))
        });
        found.next().ok_or_else(|| format!("there is no row `{row}`"))
    }
}

/// What encloses a path, and its last step; a row of a list is enclosed by the list.
fn outer(path: &str) -> Option<(&str, &str)> {
    match path.strip_suffix(']') {
        Some(inner) => inner.rsplit_once('['),
        None => path.rsplit_once('.'),
    }
}

fn field_of<'f>(form: &'f Form, path: &str) -> Result<&'f Field, String> {
    fn find<'f>(fields: &'f [Field], path: &str) -> Option<&'f Field> {
        let own = fields.iter().find(|field| field.field == path);
        own.or_else(|| fields.iter().find_map(|field| find(&field.fields, path)))
    }
    let open = form.row.as_ref().and_then(|row| find(&row.fields, path));
    let found = open.or_else(|| find(&form.fields, path));
    found.ok_or_else(|| format!("there is no field `{path}`"))
}

/// A value as it was entered in a control.
fn read(control: &Control, text: &str) -> Result<Written, String> {
    match control {
        Control::Word => Ok(Written::word(text)),
        Control::Truth | Control::Number { .. } | Control::Choice { .. } => {
            Ok(Written::word(text.trim()))
        }
        Control::Words { .. } => parsed(&format!("[{text}]")),
        Control::Group | Control::Text { .. } => parsed(text),
    }
}

/// Letters beyond which a value is not told back.
const LONG: usize = 80;

fn parsed(text: &str) -> Result<Written, String> {
    let value = meaning(text);
    value.ok_or_else(|| "this cannot be read as a value: brackets or quotes do not close".into())
}

/// The least that may stand in a field that has to be there.
fn least(field: &Field) -> Written {
    match &field.control {
        Control::Truth => Written::word(false),
        Control::Number { least, .. } => Written::word(least.map_or(0.0, |it| it.max(0.0))),
        Control::Word => Written::word("new"),
        Control::Choice { of, .. } => {
            Written::word(of.first().map_or("new", |choice| choice.value.as_str()))
        }
        Control::Words { .. } | Control::Text { .. } => Written::list([]),
        Control::Group => {
            let needed = field.fields.iter().filter(|field| field.needed);
            Written::row(needed.map(|field| (field.name.as_str(), least(field))))
        }
    }
}

/// A name that no row has yet.
fn free(stem: &str, rows: &[Row]) -> String {
    let taken = |name: &str| rows.iter().any(|row| row.name == name);
    let stem = match stem.rsplit_once(['-', '_']) {
        Some((stem, number)) if taken(stem) && number.parse::<u32>().is_ok() => stem,
        _ => stem,
    };
    let numbered = (2..).map(|number| format!("{stem}_{number}"));
    let mut names = std::iter::once(stem.to_string()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}
