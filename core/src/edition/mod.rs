//! Editions as data: named fields, read from files of which one may start from another.

mod house_rules;

pub use house_rules::{HouseForm, HouseRules, HouseTable, Wanted, choose};

use crate::data::{DataError, Document, Files, read};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Some fields of an edition: those that a file, a scenario or house rules state.
pub trait Fields: Clone + DeserializeOwned + JsonSchema {
    /// The edition that all fields together make.
    type Edition;

    /// What they are called.
    const NAMES: &'static [&'static str];

    /// These fields laid over an edition.
    fn over(self, base: &mut Self::Edition);

    /// An edition of these fields alone, or the name of one that is missing.
    fn complete(self) -> Result<Self::Edition, &'static str>;

    /// Names the fields whose values the engine cannot use.
    fn check(&self, fault: &mut dyn FnMut(&str, String));
}

/// An edition as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditionFile<F> {
    /// What the edition is.
    edition: EditionHead,
    /// Its choices; of an edition that starts from another, those in which it differs.
    fields: F,
}

/// The head of an edition.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditionHead {
    /// What scenarios call it.
    name: String,
    /// What it is, for people.
    #[serde(rename = "says")]
    _says: String,
    /// The edition it starts from; without one it states every field.
    #[serde(default)]
    #[schemars(extend("x-names" = "editions/*#/edition/name"))]
    like: Option<String>,
}

/// Reads every edition of a folder of the data, by name.
///
/// # Errors
/// Every fault of every file, and of what they say of each other.
pub fn read_all<F: Fields>(
    data: &Files,
    folder: &str,
) -> Result<BTreeMap<String, F::Edition>, Vec<DataError>> {
    let mut faults = Vec::new();
    let mut files = BTreeMap::new();
    for source in data.under(folder) {
        match read::<EditionFile<F>>(&source) {
            Ok(document) => {
                document.value.fields.check(&mut |field, problem| {
                    faults.push(document.places.fault(&format!("fields.{field}"), problem));
                });
                let name = &document.value.edition.name;
                if files.contains_key(name) {
                    let problem = format!("another edition is called `{name}` already");
                    faults.push(document.places.fault("edition.name", problem));
                    continue;
                }
                files.insert(name.clone(), document);
            }
            Err(found) => faults.extend(found),
        }
    }
    let mut editions = BTreeMap::new();
    for (name, document) in &files {
        match resolve(&files, name, &mut Vec::new()) {
            Ok(edition) => {
                editions.insert(name.clone(), edition);
            }
            Err(Trouble::Missing(field)) => {
                let problem = format!("the edition lacks the field `{field}`");
                faults.push(document.places.fault("fields", problem));
            }
            // It is told of the edition that names it, not of those that are like that one.
            Err(Trouble::NoSuch(like)) if document.value.edition.like.as_ref() != Some(&like) => {}
            Err(Trouble::NoSuch(like)) => {
                let known = files.keys().map(String::as_str);
                faults.push(document.places.unknown("edition.like", "edition", &like, known));
            }
            Err(Trouble::Circle) => {
                let problem = format!("`{name}` is like itself, by way of others");
                faults.push(document.places.fault("edition.like", problem));
            }
        }
    }
    if files.is_empty() && faults.is_empty() {
        faults.push(DataError::of_file(folder, "there is no edition here"));
    }
    if faults.is_empty() { Ok(editions) } else { Err(faults) }
}

enum Trouble {
    Missing(&'static str),
    NoSuch(String),
    Circle,
}

type EditionFiles<F> = BTreeMap<String, Document<EditionFile<F>>>;

fn resolve<F: Fields>(
    files: &EditionFiles<F>,
    name: &str,
    passed: &mut Vec<String>,
) -> Result<F::Edition, Trouble> {
    if passed.iter().any(|seen| seen == name) {
        return Err(Trouble::Circle);
    }
    passed.push(name.to_string());
    let document = files.get(name).ok_or_else(|| Trouble::NoSuch(name.to_string()))?;
    let fields = document.value.fields.clone();
    match &document.value.edition.like {
        None => fields.complete().map_err(Trouble::Missing),
        Some(like) => {
            let mut edition = resolve(files, like, passed)?;
            fields.over(&mut edition);
            Ok(edition)
        }
    }
}
