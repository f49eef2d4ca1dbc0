//! House rules laid over an edition: found by name, checked, and put over it in order.

use super::Fields;
use crate::data::{DataError, Files, Places, Source, Tree};
use crate::ruleset::{FileKind, kind_of};
use schemars::JsonSchema;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The fields that house rules of all games have; others are tables that they change.
const HEAD: [&str; 4] = ["game", "house_rules", "says", "fields"];

/// What house rules of all games say. Their other fields are changes of tables, which are read with these.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "F: Fields + Default")]
#[schemars(bound = "F: Fields + Default")]
pub struct HouseRules<F> {
    /// The game's name.
    #[serde(default)]
    pub game: Option<String>,
    /// What they are called.
    pub house_rules: String,
    /// What they are about, for people.
    #[serde(default)]
    pub says: Option<String>,
    /// Fields of the edition that they change.
    #[serde(default)]
    pub fields: F,
}

/// A table that house rules may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseTable {
    /// The field that its changes stand in.
    pub field: &'static str,
    /// Which rows they are: of all lists of a kind of file, as `terrain`, or of one list, as `terrain#terrain`.
    pub rows: &'static str,
}

/// What house rules of a game may say: its name, by which its folder goes, and the tables they may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseForm {
    /// The game.
    pub game: &'static str,
    /// The tables.
    pub tables: &'static [HouseTable],
}

/// What a scenario says about its edition.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a, F> {
    /// The edition's name, given or by default.
    pub edition: &'a str,
    /// Fields that the scenario itself changes, laid over all others.
    pub fields: &'a F,
    /// Files of house rules, the first laid first.
    pub house_rules: &'a [Source],
    /// What those may say.
    pub form: HouseForm,
}

/// The field in which scenarios and battlefields name house rules.
const NAMED_IN: &str = "house_rules";

impl HouseForm {
    /// A file of house rules, by path, by path without its ending, by its name in the game's folder of them, or in any
    /// folder beside.
    pub fn file(self, data: &Files, name: &str) -> Option<Source> {
        let within = || {
            let mut named = data.paths().filter(|path| {
                let file = path.split_once('/').map_or("", |(_, file)| file);
                file == name || file.strip_suffix(".yaml") == Some(name)
            });
            named.find_map(|path| data.get(path).filter(|it| kind_of(it) == FileKind::HouseRules))
        };
        data.find(&format!("{}/house_rules", self.game), name).or_else(within)
    }

    /// The names by which the game's house rules and those beside can be named.
    fn known(self, data: &Files) -> Vec<String> {
        let own = format!("{}/house_rules/", self.game);
        let built_in = data.paths().filter_map(|path| path.strip_prefix(&own));
        let beside = data.paths().filter(|path| path.matches('/').count() < 2).filter(|path| {
            data.get(path).is_some_and(|file| kind_of(&file) == FileKind::HouseRules)
        });
        let names = built_in.chain(beside).filter_map(|path| path.strip_suffix(".yaml"));
        // Those in a folder beside go by their own name as well.
        names.map(|name| name.rsplit('/').next().unwrap_or(name).to_string()).collect()
    }

    /// The files of house rules that a scenario or a battlefield names and that are there. `within` is the field in which it
    /// is written, with a dot behind it, or nothing where it has a file of its own. Names of no file are told.
    pub fn named(
        self,
        data: &Files,
        places: &Places,
        within: &str,
        faults: &mut Vec<DataError>,
    ) -> Vec<Source> {
        let field = format!("{within}{NAMED_IN}");
        let Some(names) = places.written(&field) else { return Vec::new() };
        let mut files: Vec<Source> = Vec::new();
        for (at, name) in names.values().iter().enumerate() {
            let Some(name) = name.as_word() else { continue };
            match self.file(data, name) {
                Some(file) => files.push(file),
                None => {
                    let known = self.known(data);
                    let known = known.iter().map(String::as_str);
                    let field = format!("{field}[{at}]");
                    faults.push(places.unknown(&field, "house rules", name, known));
                }
            }
        }
        files
    }

    /// The files of house rules that a battlefield names, and every fault in naming them and in them.
    pub fn of_battlefield(self, data: &Files, field: &Source) -> (Vec<Source>, Vec<DataError>) {
        let mut faults = Vec::new();
        let names_some = field.text.contains(NAMED_IN);
        let tree = names_some.then(|| Tree::parse(field).ok()).flatten();
        let files = tree.map(|tree| self.named(data, &Places::of(tree), "", &mut faults));
        (files.unwrap_or_default(), faults)
    }

    /// The tables as a battlefield is built of them: the house rules that it names are written into them, and left with
    /// what they say of the edition, so that nothing is laid over twice.
    pub fn built_into<'d>(self, data: &'d Files, field: &Source) -> Cow<'d, Files> {
        let (houses, _) = self.of_battlefield(data, field);
        houses.iter().fold(Cow::Borrowed(data), |data, house| {
            let mut built = self.written_into(&data, house);
            if let Ok(tree) = Tree::parse(house) {
                let head = tree.with_fields(|field| HEAD.contains(&field));
                built.insert(house.path.clone(), format!("{}\n", head.written()));
            }
            Cow::Owned(built)
        })
    }

    /// The tables with house rules written into them, as if they were built in so; those that cannot be are as they stand.
    pub fn written_into(self, data: &Files, house: &Source) -> Files {
        let mut files = data.clone();
        let Ok(changes) = Tree::parse(house) else { return files };
        let is_changed = |table: &&HouseTable| changes.fields().any(|field| field == table.field);
        for table in self.tables.iter().filter(is_changed) {
            let (name, list) = table.rows.split_once('#').unwrap_or((table.rows, ""));
            let path = format!("{}/{name}.yaml", self.game);
            let Some(source) = data.get(&path) else { continue };
            let at = if list == table.field { "" } else { table.field };
            let laid = Tree::parse(&source).and_then(|tree| match at.is_empty() {
                true => tree.overlaid(&changes.with_fields(|field| field == table.field), at),
                false => tree.overlaid(&changes, at),
            });
            if let Ok(laid) = laid {
                files.insert(path, format!("{}\n", laid.written()));
            }
        }
        files
    }

    /// Every fault of a file of house rules: of its head, of fields that are no table of the game's, and those which `read`
    /// finds in the tables with the file laid over them.
    pub fn check<F: Fields + Default, T>(
        self,
        file: &Source,
        read: impl FnOnce(&[Source]) -> Result<T, Vec<DataError>>,
    ) -> Vec<DataError> {
        let mut faults = self.read::<F>(file).1;
        faults.extend(read(std::slice::from_ref(file)).err().into_iter().flatten());
        faults.sort();
        faults.dedup();
        faults
    }

    fn read<F: Fields + Default>(self, source: &Source) -> (Option<HouseRules<F>>, Vec<DataError>) {
        let tree = match Tree::parse(source) {
            Ok(tree) => tree,
            Err(faults) => return (None, faults),
        };
        let is_known = |field: &str| {
            HEAD.contains(&field) || self.tables.iter().any(|table| table.field == field)
        };
        let unknown: Vec<String> =
            tree.fields().filter(|field| !is_known(field)).map(String::from).collect();
        let head = tree.with_fields(|field| HEAD.contains(&field)).read::<HouseRules<F>>();
        let places = Places::of(tree);
        let mut faults = Vec::new();
        for field in unknown {
            if F::NAMES.contains(&&*field) {
                let problem =
                    format!("`{field}` is a field of the edition: write it under `fields`");
                faults.push(places.key_fault(&field, problem));
                continue;
            }
            let known = HEAD.into_iter().chain(self.tables.iter().map(|table| table.field));
            faults.push(places.unknown_key(&field, "field", &field, known));
        }
        let rules = match head {
            Ok(head) => head.value,
            Err(found) => {
                faults.extend(found);
                return (None, faults);
            }
        };
        if let Some(game) = rules.game.as_deref().filter(|game| *game != self.game) {
            faults.push(places.unknown("game", "game", game, [self.game]));
        }
        rules.fields.check(&mut |field, problem| {
            faults.push(places.fault(&format!("fields.{field}"), problem));
        });
        (Some(rules), faults)
    }
}

/// Lays house rules and a scenario's own fields over its edition. Files that were used join
/// `sources`. Gives the edition, unless there is none of that name, and the names of the rules.
pub fn choose<F: Fields + Default>(
    editions: &BTreeMap<String, F::Edition>,
    wanted: &Wanted<'_, F>,
    (places, sources): (&Places, &mut Files),
    faults: &mut Vec<DataError>,
) -> (Option<F::Edition>, Vec<String>)
where
    F::Edition: Clone,
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
    for source in wanted.house_rules {
        sources.insert(source.path.clone(), source.text.clone());
        let (rules, found) = wanted.form.read::<F>(source);
        faults.extend(found);
        if let Some(rules) = rules {
            if let Some(edition) = &mut edition {
                rules.fields.over(edition);
            }
            names.push(rules.house_rules);
        }
    }
    if let Some(edition) = &mut edition {
        wanted.fields.clone().over(edition);
    }
    (edition, names)
}
