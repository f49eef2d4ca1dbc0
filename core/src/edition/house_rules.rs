//! House rules laid over an edition: found by name, checked, and put over it in order.

use super::Fields;
use crate::data::{DataError, Document, Files, Places, Source, read};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A file of house rules: its name, the fields it changes; its rows are read with the tables.
pub trait HouseRules: DeserializeOwned {
    /// Fields of an edition.
    type Fields: Fields;

    /// What it is called.
    fn name(&self) -> &str;

    /// The fields it changes.
    fn fields(&self) -> &Self::Fields;

    /// Reads a file of house rules.
    ///
    /// # Errors
    /// Every fault of its form.
    fn read(source: &Source) -> Result<Document<Self>, Vec<DataError>> {
        read::<Self>(source)
    }
}

/// What a scenario says about its edition.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a, F> {
    /// The edition's name, given or by default.
    pub edition: &'a str,
    /// Fields that the scenario itself changes, laid over all others.
    pub fields: &'a F,
    /// Files of house rules, by name or path, the first laid first.
    pub house_rules: &'a [String],
    /// The folder in which house rules go by their bare names.
    pub folder: &'a str,
}

/// A file of house rules, by path, by path without its ending, or by name.
pub fn house_file(data: &Files, folder: &str, name: &str) -> Option<Source> {
    let beside = || data.get(&format!("{name}.yaml"));
    data.get(name).or_else(beside).or_else(|| data.get(&format!("{folder}/{name}.yaml")))
}

/// The files of house rules that a scenario names and that are there.
pub fn house_files(data: &Files, folder: &str, names: &[String]) -> Vec<Source> {
    names.iter().filter_map(|name| house_file(data, folder, name)).collect()
}

/// Every fault of a file of house rules itself; its rows are checked with the tables.
pub fn faults_of<H: HouseRules>(source: &Source) -> Vec<DataError> {
    read_checked::<H>(source).1
}

/// Lays house rules and a scenario's own fields over its edition. Files that were used join
/// `sources`. Gives the edition, unless there is none of that name, and the names of the rules.
pub fn choose<H: HouseRules>(
    data: &Files,
    editions: &BTreeMap<String, <H::Fields as Fields>::Edition>,
    wanted: &Wanted<'_, H::Fields>,
    (places, sources): (&Places, &mut Files),
    faults: &mut Vec<DataError>,
) -> (Option<<H::Fields as Fields>::Edition>, Vec<String>)
where
    <H::Fields as Fields>::Edition: Clone,
{
    let mut edition = editions.get(wanted.edition).cloned();
    if edition.is_none() {
        let known = editions.keys().map(String::as_str);
        faults.push(places.unknown("edition", "edition", wanted.edition, known));
    }
    wanted.fields.check(&mut |field, problem| {
        faults.push(places.fault(&format!("fields.{field}"), problem));
    });
    let mut names = Vec::new();
    for (at, name) in wanted.house_rules.iter().enumerate() {
        let Some(source) = house_file(data, wanted.folder, name) else {
            let place = format!("house_rules[{at}]");
            faults.push(places.fault(&place, format!("there is no file `{name}`")));
            continue;
        };
        sources.insert(source.path.clone(), source.text.clone());
        let (rules, found) = read_checked::<H>(&source);
        faults.extend(found);
        if let Some(rules) = rules {
            names.push(rules.name().to_string());
            if let Some(edition) = &mut edition {
                rules.fields().clone().over(edition);
            }
        }
    }
    if let Some(edition) = &mut edition {
        wanted.fields.clone().over(edition);
    }
    (edition, names)
}

fn read_checked<H: HouseRules>(source: &Source) -> (Option<H>, Vec<DataError>) {
    match H::read(source) {
        Ok(rules) => {
            let mut faults = Vec::new();
            rules.value.fields().check(&mut |field, problem| {
                faults.push(rules.places.fault(&format!("fields.{field}"), problem));
            });
            (Some(rules.value), faults)
        }
        Err(faults) => (None, faults),
    }
}
