//! A file as a form: each field with its meaning, its range, the rules behind it and what it says now.
//!
//! A form is made of the schema of the file's kind ([`crate::schema`]) and of its text; nothing in here knows a game.
//! Lists of rows are tables, of which one row is open at a time. Of house rules the rows are those of the tables they
//! are laid over, with what they change. An edit of a form is a few [`Change`](crate::data::Change)s of the text.

mod edit;
mod kind;
mod rows;
mod shape;

pub use edit::{Edit, Edited};
pub use kind::form_of;

use crate::data::{DataError, Files, Places, Source, Tree, Written};
use crate::schema::FileForm;
use schemars::JsonSchema;
use serde::Serialize;
use shape::{At, Shapes};

/// A file as a form.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Form {
    /// The kind of file, as in [`FileForm::kind`].
    pub kind: String,
    /// What people call it.
    pub title: String,
    /// What it holds.
    pub says: String,
    /// The fields that stand in no table.
    pub fields: Vec<Field>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The row that is open.
    pub row: Option<OpenRow>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FormField")]
pub struct Field {
    /// Where it is written, as a path in the file.
    pub field: String,
    /// Its name in the file.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it means.
    pub says: String,
    /// The rules behind it, by id.
    pub rules: Vec<String>,
    /// How it is filled in.
    pub control: Control,
    /// What may stand there, in words.
    pub range: String,
    /// Whether it has to be there.
    pub needed: bool,
    /// What the file says.
    pub value: Option<String>,
    /// What holds where the file says nothing.
    pub default: Option<String>,
    /// What it says elsewhere: in the table beneath house rules, or in each edition.
    pub elsewhere: Vec<(String, String)>,
    /// The fields inside it.
    pub fields: Vec<Field>,
    /// Where its value and its key stand, line and column from 1.
    pub places: Vec<(usize, usize)>,
    /// Its first and last line in the file, of a value that is shown as it is written there.
    pub lines: Option<(usize, usize)>,
    /// Whether it can only be written in the text of the file.
    pub in_text: bool,
}

/// How a field is filled in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "FormControl")]
pub enum Control {
    /// Yes or no.
    Truth,
    /// A number.
    Number {
        /// Whether it is whole.
        whole: bool,
        /// The least.
        least: Option<f64>,
        /// The most.
        most: Option<f64>,
    },
    /// A word or a text.
    Word,
    /// One of some names; where `open`, others may stand there too.
    Choice {
        /// The names.
        of: Vec<Choice>,
        /// Whether others are taken.
        open: bool,
    },
    /// Several words.
    Words {
        /// The names, where only some are known.
        of: Vec<Choice>,
        /// Whether others are taken.
        open: bool,
    },
    /// Fields of its own.
    Group,
    /// Anything else, as it is written in the file.
    Text {
        /// What may stand there.
        of: Vec<Choice>,
    },
}

/// A name that may stand in a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FormChoice")]
pub struct Choice {
    /// As it is written.
    pub value: String,
    /// What it means.
    pub says: String,
}

/// A list of rows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FormTable")]
pub struct Table {
    /// The list, as a path in the file.
    pub list: String,
    /// What people call it.
    pub title: String,
    /// What it holds.
    pub says: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// How a row stands to the table that house rules are laid over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FormStanding")]
pub enum Standing {
    /// It is a row of this file.
    Own,
    /// It is new.
    Added,
    /// Some of its fields are changed.
    Changed,
    /// It is taken out.
    Removed,
    /// It is as the table has it.
    Kept,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FormRow")]
pub struct Row {
    /// Where it is written, or would be, as a path in the file.
    pub row: String,
    /// Its name.
    pub name: String,
    /// What it says, in short.
    pub says: String,
    /// How it stands to the table beneath.
    pub standing: Standing,
    /// Its first and last line in the file, where it is written there.
    pub lines: Option<(usize, usize)>,
}

/// A row with its fields.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OpenRow {
    /// The list it stands in.
    pub list: String,
    /// The row.
    #[serde(flatten)]
    pub row: Row,
    /// The rules that it names.
    pub rules: Vec<String>,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A file that is being filled in.
pub struct Filled<'a> {
    game: &'a str,
    form: &'a FileForm,
    forms: &'a [FileForm],
    data: &'a Files,
    whole: Written,
    places: Places,
}

impl<'a> Filled<'a> {
    /// Reads a file of one of the forms of a game.
    ///
    /// # Errors
    /// What makes its text unreadable.
    pub fn read(
        (game, forms): (&'a str, &'a [FileForm]),
        form: &'a FileForm,
        data: &'a Files,
        file: &Source,
    ) -> Result<Filled<'a>, Vec<DataError>> {
        let tree = Tree::parse(file)?;
        let (whole, places) = (tree.written(), Places::of(tree));
        Ok(Filled { game, form, forms, data, whole, places })
    }

    /// The form, with one of its rows open.
    pub fn form(&self, row: Option<&str>) -> Form {
        let schema = &self.form.schema;
        let word = |name: &str| schema[name].as_str().unwrap_or_default().to_string();
        let tables = self.tables();
        let rows = tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        let found = row.and_then(|wanted| rows.into_iter().find(|(_, row)| row.row == wanted));
        let row = found.map(|(table, row)| {
            let (fields, rules) = self.row_fields(&table.list, row);
            OpenRow { list: table.list.clone(), row: row.clone(), rules, fields }
        });
        Form {
            kind: self.form.kind.clone(),
            title: word("title"),
            says: word("description"),
            fields: self.top_fields(),
            tables,
            row,
        }
    }

    fn shapes(&self) -> Shapes<'_> {
        Shapes { root: &self.form.schema, places: &self.places }
    }

    /// The fields of the file that are no tables.
    fn top_fields(&self) -> Vec<Field> {
        let shapes = self.shapes();
        let at = At::plain("", Some(&self.whole));
        let mut fields = shapes.fields(&self.form.schema, &at, &|name, schema| {
            schema.get("x-table").is_none() && shapes.rows(schema).is_none() && name != "game"
        });
        let editions = self.editions();
        for field in fields.iter_mut().filter(|field| field.field == "fields") {
            for inner in &mut field.fields {
                let says = |(edition, fields): &(String, Written)| {
                    Some((edition.clone(), fields.field(&inner.name)?.to_string()))
                };
                inner.elsewhere = editions.iter().filter_map(says).collect();
            }
        }
        fields.extend(self.base_texts());
        fields
    }

    /// The fields of each edition of the game.
    fn editions(&self) -> Vec<(String, Written)> {
        let files = self.data.under(&format!("{}/editions", self.game));
        let read = |file: Source| {
            let whole = Tree::parse(&file).ok()?.written();
            let name = whole.at("edition.name")?.as_word()?.to_string();
            Some((name, whole.field("fields")?.clone()))
        };
        files.filter_map(read).collect()
    }
}
