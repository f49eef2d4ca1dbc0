//! Forms of files: what a file of each kind looks like, as JSON Schema, made of the very types that read it.
//!
//! A schema says what the reader says of a file's form: which fields there are, of which type, within which
//! bounds, which have to be there. What one file says of another is left to [`Ruleset::check`].
//! Editors complete and mark files by it; fields are described by the doc comments of their types, fields of
//! editions by the comments in their files. Beside the words of the standard stand `x-rule`, the rules that a
//! description names, `x-names` and `x-suggests`: of which rows a field holds the name, and in house rules `x-table`:
//! which file a field is laid over, `terrain#terrain` where over that list in it.
//!
//! [`Ruleset::check`]: crate::host::Ruleset::check

#[doc(hidden)]
pub mod comments;
mod fit;
#[doc(hidden)]
pub mod names;

pub use fit::{exact, exactly};

use crate::data::{DataError, Document, Files, Source, read};
use crate::edition::{EditionFile, Fields, HouseForm, HouseRules, HouseTable};
use crate::rule_index::RuleIndex;
use crate::ruleset::{Head, Read, Row, rows_form};
use crate::table::MapForm;
pub(crate) use fit::title;
use fit::{capital, fitted};
use names::Names;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The faults of a file of a form.
type Verdict = Box<dyn Fn(&Source) -> Vec<DataError> + Send + Sync>;

/// A kind of file of a game.
pub struct FileForm {
    /// What such files are called, as it is typed: `battlefield`.
    pub kind: String,
    /// What they hold, in one line.
    pub says: String,
    /// Where they lie among the data: paths, in which `*` stands for any name.
    pub files: Vec<String>,
    /// Their JSON Schema, draft 2020-12.
    pub schema: Value,
    read: Verdict,
}

impl FileForm {
    /// Files that are read as one type.
    pub fn of<T>(kind: &str, says: &str, files: &[String]) -> FileForm
    where
        T: DeserializeOwned + JsonSchema + 'static,
    {
        let schema = schema_of(|generator| vec![T::json_schema(generator)]);
        FileForm::new((kind, says, files), schema, |source| faults(read::<T>(source)))
    }

    /// The file `NAME.yaml` of a game, whose rows stand under `NAME`.
    pub fn rows<T>(game: &str, name: &'static str, says: &str) -> FileForm
    where
        T: Row + JsonSchema + 'static,
    {
        let schema = schema_of(|generator| {
            let rows = generator.subschema_for::<Vec<T>>();
            vec![one_field(name, &rows)]
        });
        let files = [format!("{game}/{name}.yaml")];
        FileForm::new((name, says, &files), schema, move |source| rows_form::<T>(source, name))
    }

    /// Scenarios of a game: what all games' scenarios say, and the game's own body.
    pub fn scenario<F, B>(game: &'static str) -> FileForm
    where
        F: Fields + Default + 'static,
        B: DeserializeOwned + JsonSchema + 'static,
    {
        let mut schema = schema_of(|generator| {
            vec![Head::<F>::json_schema(generator), B::json_schema(generator)]
        });
        schema["properties"]["game"]["enum"] = json!([game, null]);
        let files = [format!("{game}/scenarios/*.yaml")];
        let kind = ("scenario", "who plays, where and with what", &files[..]);
        FileForm::new(kind, schema, |source| {
            Read::<F, B>::scenario(source, game).err().unwrap_or_default()
        })
    }

    /// House rules of a game: fields of the edition, and tables that they change.
    pub fn house_rules<F>(form: HouseForm) -> FileForm
    where
        F: Fields + Default + 'static,
    {
        let mut schema = schema_of(|generator| vec![HouseRules::<F>::json_schema(generator)]);
        for HouseTable { field, rows } in form.tables {
            let says = match rows.contains('#') {
                true => {
                    "Rows of this table that change, by id, each with its fields; `add` holds new rows."
                }
                false => {
                    "Lists of this table, and in each the rows that change, by id, each with its fields; `add` holds new rows."
                }
            };
            schema["properties"][*field] = json!({
                "title": title(field),
                "description": says,
                "x-table": rows,
            });
        }
        schema["properties"]["game"]["enum"] = json!([form.game, null]);
        let files = [format!("{}/house_rules/*.yaml", form.game)];
        let kind = ("house_rules", "what a house plays otherwise than the book", &files[..]);
        FileForm::new(kind, schema, move |source| form.check::<F, _>(source, |_| Ok(())))
    }

    /// Editions of a game.
    pub fn edition<F: Fields + 'static>(game: &str) -> FileForm {
        let files = [format!("{game}/editions/*.yaml")];
        let says = "the choices in which printings of the rules differ";
        FileForm::of::<EditionFile<F>>("edition", says, &files)
    }

    /// The rule index of a game.
    pub fn rule_index(game: &str) -> FileForm {
        let says = "every rule with its source, and whether code enforces it";
        FileForm::of::<RuleIndex>("rules", says, &[format!("{game}/rules.yaml")])
    }

    /// Conformance scenarios of a game.
    pub fn ruling(game: &str) -> FileForm {
        let says = "a ruling as a test: a position, typed inputs, and what must come of them";
        let files = [format!("../tests/scenarios/{game}/*/*.yaml")];
        FileForm::of::<crate::conformance::Scenario>("ruling", says, &files)
    }

    /// What every game has: scenarios, house rules and editions, its own tables, the rule index and conformance scenarios.
    pub fn of_game<F, B>(form: HouseForm, own: Vec<FileForm>) -> Vec<FileForm>
    where
        F: Fields + Default + 'static,
        B: DeserializeOwned + JsonSchema + 'static,
    {
        let game = form.game;
        let mut forms = vec![
            FileForm::scenario::<F, B>(game),
            FileForm::house_rules::<F>(form),
            FileForm::edition::<F>(game),
        ];
        forms.extend(own);
        forms.extend([FileForm::rule_index(game), FileForm::ruling(game)]);
        forms
    }

    /// Maps of an open table.
    pub fn map(game: &str) -> FileForm {
        let files = [format!("{game}/battlefields/*.yaml")];
        FileForm::of::<MapForm>(
            "battlefield",
            "a table with its ground, objectives and zones",
            &files,
        )
    }

    fn new(
        (kind, says, files): (&str, &str, &[String]),
        mut schema: Value,
        read: impl Fn(&Source) -> Vec<DataError> + Send + Sync + 'static,
    ) -> FileForm {
        schema["description"] = format!("{}.", capital(says)).into();
        FileForm {
            kind: kind.into(),
            says: says.into(),
            files: files.to_vec(),
            schema,
            read: Box::new(read),
        }
    }

    /// Every fault of a file's form, whatever the rest of the data says.
    pub fn faults(&self, file: &Source) -> Vec<DataError> {
        (self.read)(file)
    }

    /// Whether a file of the data is of this kind, by where it lies.
    pub fn holds(&self, path: &str) -> bool {
        let fits = |(part, name): (&str, &str)| match part.split_once('*') {
            None => part == name,
            Some((before, after)) => {
                let rest = name.strip_prefix(before);
                rest.is_some_and(|rest| rest.ends_with(after))
            }
        };
        self.files.iter().any(|pattern| {
            pattern.split('/').count() == path.split('/').count()
                && pattern.split('/').zip(path.split('/')).all(fits)
        })
    }

    /// The form with what only the data knows: descriptions of the editions' fields and the rules they name.
    pub(crate) fn explained(mut self, game: &str, title: &str, data: &Files) -> FileForm {
        self.schema["title"] = format!("{title}: {}", self.kind.replace('_', " ")).into();
        comments::describe(&mut self.schema, &comments::of_editions(data, game));
        let files: Vec<Source> = data.under(game).filter(|file| self.holds(&file.path)).collect();
        for file in files {
            comments::describe_all(&mut self.schema, &comments::of_head(&file.text));
        }
        let rules: BTreeSet<String> = data
            .get(&format!("{game}/rules.yaml"))
            .and_then(|source| read::<RuleIndex>(&source).ok())
            .map(|index| index.value.rules.into_iter().map(|rule| rule.id).collect())
            .unwrap_or_default();
        comments::cite(&mut self.schema, &rules);
        Names::of(data, game).fill(&mut self.schema);
        self
    }
}

fn faults<T>(read: Result<Document<T>, Vec<DataError>>) -> Vec<DataError> {
    read.err().unwrap_or_default()
}

/// A mapping of one field.
fn one_field(name: &str, value: &Schema) -> Schema {
    let mut properties = Map::new();
    properties.insert(name.into(), value.as_value().clone());
    schemars::json_schema!({ "type": "object", "properties": properties, "required": [name] })
}

/// The schema of a file that has the fields of all parts.
fn schema_of(parts: impl FnOnce(&mut SchemaGenerator) -> Vec<Schema>) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut parts = parts(&mut generator).into_iter().map(Schema::to_value);
    let mut whole = parts.next().unwrap_or_else(|| json!({}));
    for part in parts {
        extend(&mut whole, part);
    }
    let definitions = generator.take_definitions(false);
    if !definitions.is_empty() {
        whole["$defs"] = Value::Object(definitions);
    }
    fitted(whole)
}

/// Adds the fields of another part.
fn extend(whole: &mut Value, part: Value) {
    let Value::Object(part) = part else { return };
    for (key, more) in part {
        match (whole.get_mut(&key), more) {
            (Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more),
            (Some(Value::Array(names)), Value::Array(more)) => names.extend(more),
            (Some(_), _) => {}
            (None, more) => whole[&key] = more,
        }
    }
}
