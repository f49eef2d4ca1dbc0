//! The files of a game's tables: read with house rules laid over them, every fault of every file gathered.

use crate::data::{DataError, Document, Files, Places, Source, Tree};
use crate::edition::{self, Fields};
use crate::host::CardEntry;
use crate::plan::Ground;
use crate::rule_index::RuleIndex;
use crate::table::Terrain;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A row of a table.
pub trait Row: DeserializeOwned {
    /// The name by which other files speak of it.
    fn id(&self) -> &str;

    /// What the game could not use in the rows of a file, each of which has the form of a row and an id of its own.
    fn faults(_: &Rows<Self>) -> Vec<DataError> {
        Vec::new()
    }

    /// The row as a card, where it is a kind of piece of the game; by default it is none.
    fn card(&self) -> Option<CardEntry> {
        None
    }

    /// The row as a kind of ground of open tables; by default it is none.
    fn terrain(&self) -> Option<&Terrain> {
        None
    }

    /// The row as a kind of ground of boards that scenarios write in letters; by default it is none.
    fn ground(&self) -> Option<&Ground> {
        None
    }
}

impl Places {
    /// The number of the row of a table that a field names. One that refers to nothing is told, and counts as the first, for what is misspelt
    /// is there all the same.
    pub fn row_of<R: Row>(
        &self,
        field: &str,
        (kind, name): (&str, &str),
        rows: &[R],
        faults: &mut Vec<DataError>,
    ) -> usize {
        self.number_of(field, kind, name, rows.iter().map(Row::id), faults).unwrap_or_default()
    }
}

/// Rows of a table with the places they were read from.
#[derive(Debug, Clone)]
pub struct Rows<T> {
    /// The rows, in the order of the file.
    pub rows: Vec<T>,
    /// Where they stand.
    pub places: Places,
    /// The field of the file that holds them.
    list: String,
}

impl<T: Row> Rows<T> {
    /// The number of the row of that name.
    pub fn named(&self, id: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.id() == id)
    }

    /// A fault at a field of a row.
    pub fn fault(&self, row: usize, field: &str, problem: impl Into<String>) -> DataError {
        self.places.fault(&self.path(row, field), problem)
    }

    /// A name in a field of a row that refers to nothing.
    pub fn unknown<'a>(
        &self,
        row: usize,
        field: &str,
        (kind, name): (&str, &str),
        known: impl IntoIterator<Item = &'a str>,
    ) -> DataError {
        self.places.unknown(&self.path(row, field), kind, name, known)
    }

    /// The path of a field of a row.
    pub fn path(&self, row: usize, field: &str) -> String {
        match field {
            "" => format!("{}[{row}]", self.list),
            field => format!("{}[{row}].{field}", self.list),
        }
    }
}

/// The files of one game's tables, as they are being read.
pub struct Tables<'a> {
    data: &'a Files,
    folder: &'a str,
    house: &'a [Source],
    faults: Vec<DataError>,
}

impl<'a> Tables<'a> {
    /// The tables in a folder of the data, under house rules.
    pub fn of(data: &'a Files, folder: &'a str, house: &'a [Source]) -> Tables<'a> {
        Tables { data, folder, house, faults: Vec::new() }
    }

    /// All files of the data.
    pub fn data(&self) -> &'a Files {
        self.data
    }

    /// A file of the folder as it stands, named without `.yaml`.
    pub fn plain<T: DeserializeOwned>(&mut self, name: &str) -> Option<Document<T>> {
        self.file(name, "")
    }

    /// Every file of a folder of the folder, as they stand.
    pub fn folder<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<Document<T>>> {
        let sources = self.data.under(&format!("{}/{name}", self.folder));
        let read = sources.map(|source| crate::data::read(&source));
        let read: Vec<_> = read.map(|read| self.keep(read)).collect();
        read.into_iter().collect()
    }

    /// A file of the folder, made into something else, with the changes of house rules that have the field `changed`.
    pub fn made<T>(
        &mut self,
        name: &str,
        changed: &str,
        make: impl FnOnce(Tree) -> Result<T, Vec<DataError>>,
    ) -> Option<T> {
        let made = self.tree(name, changed).and_then(make);
        self.keep(made)
    }

    /// A file of the folder, named without `.yaml`; house rules that have the field `changed` are laid over it.
    pub fn file<T: DeserializeOwned>(&mut self, name: &str, changed: &str) -> Option<Document<T>> {
        self.made(name, changed, Tree::read)
    }

    /// The rows of the file `NAME.yaml`, which stand under the field `NAME` there and in house rules.
    pub fn rows<T: Row>(&mut self, name: &str) -> Option<Rows<T>> {
        let read = self.tree_of_rows(name).and_then(|tree| rows_of(tree, name));
        self.keep(read)
    }

    /// The rule index, `rules.yaml`.
    pub fn rules(&mut self) -> Option<RuleIndex> {
        let read = self.source("rules").and_then(|source| RuleIndex::read(&source));
        self.keep(read)
    }

    /// Every edition of the folder `editions`, by name.
    pub fn editions<F: Fields>(&mut self) -> Option<BTreeMap<String, F::Edition>> {
        let read = edition::read_all::<F>(self.data, &format!("{}/editions", self.folder));
        self.keep(read)
    }

    /// What could be read; faults of what could not are kept.
    pub fn keep<T>(&mut self, read: Result<T, Vec<DataError>>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(found) => {
                self.faults.extend(found);
                None
            }
        }
    }

    /// The faults so far, for checks of what one table says of another.
    pub fn faults(&mut self) -> &mut Vec<DataError> {
        &mut self.faults
    }

    /// Tells a fault that was found between tables.
    pub fn fault(&mut self, fault: DataError) {
        self.faults.push(fault);
    }

    /// What all tables make together.
    ///
    /// # Errors
    /// Every fault of every file, sorted by place.
    pub fn finish<T>(mut self, made: Option<T>) -> Result<T, Vec<DataError>> {
        self.faults.sort();
        self.faults.dedup();
        match made {
            Some(made) if self.faults.is_empty() => Ok(made),
            _ => Err(self.faults),
        }
    }

    fn source(&self, name: &str) -> Result<Source, Vec<DataError>> {
        let path = format!("{}/{name}.yaml", self.folder);
        self.data.get(&path).ok_or_else(|| vec![DataError::of_file(path, "this file is missing")])
    }

    /// The tree of a file of rows, with the rows that house rules change under the same field.
    fn tree_of_rows(&self, name: &str) -> Result<Tree, Vec<DataError>> {
        let mut tree = Tree::parse(&self.source(name)?)?;
        for rules in self.house {
            let changes = Tree::parse(rules)?.with_fields(|field| field == name);
            if changes.fields().next().is_some() {
                tree = tree.overlaid(&changes, "")?;
            }
        }
        Ok(tree)
    }

    fn tree(&self, name: &str, changed: &str) -> Result<Tree, Vec<DataError>> {
        laid_over(&self.source(name)?, self.house, changed)
    }
}

/// A table with the changes of house rules that have the field.
fn laid_over(table: &Source, house: &[Source], changed: &str) -> Result<Tree, Vec<DataError>> {
    let mut tree = Tree::parse(table)?;
    for rules in house {
        let changes = Tree::parse(rules)?;
        if !changed.is_empty() && changes.fields().any(|field| field == changed) {
            tree = tree.overlaid(&changes, changed)?;
        }
    }
    Ok(tree)
}

/// Every fault of the form of a file of rows, whatever their ids are.
pub(crate) fn rows_form<T: Row>(source: &Source, list: &str) -> Vec<DataError> {
    let read = Tree::parse(source).and_then(|tree| rows_as_written::<T>(tree, list));
    read.err().unwrap_or_default()
}

/// Rows under one field of a file, whose name only the game knows; each has its own id.
fn rows_of<T: Row>(tree: Tree, list: &str) -> Result<Rows<T>, Vec<DataError>> {
    let rows = rows_as_written::<T>(tree, list)?;
    let twice = |(at, row): (usize, &T)| {
        let stands = rows.rows[..at].iter().any(|other| other.id() == row.id());
        stands.then(|| rows.fault(at, "id", format!("`{}` stands twice", row.id())))
    };
    let mut faults: Vec<DataError> = rows.rows.iter().enumerate().filter_map(twice).collect();
    if faults.is_empty() {
        faults = T::faults(&rows);
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}

fn rows_as_written<T: Row>(tree: Tree, list: &str) -> Result<Rows<T>, Vec<DataError>> {
    let other = tree.fields().find(|field| *field != list).map(String::from);
    let document = tree.read::<OneList<T>>()?;
    let OneList(found, _) = document.value;
    let (rows, places) = match found {
        Some((name, rows)) if name == list => (rows, document.places),
        _ => {
            let problem = format!("expected a list of rows under `{list}`");
            return Err(vec![document.places.fault("", problem)]);
        }
    };
    match other {
        Some(other) => Err(vec![places.unknown_key(&other, "field", &other, [list])]),
        None => Ok(Rows { rows, places, list: list.to_string() }),
    }
}

/// A file of one list.
struct OneList<T>(Option<(String, Vec<T>)>, PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneList<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<OneList<T>, D::Error> {
        struct Visitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Visitor<T> {
            type Value = OneList<T>;

            fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
                to.write_str("a list of rows under one field")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<OneList<T>, A::Error> {
                let first = map.next_entry()?;
                while map.next_entry::<String, serde::de::IgnoredAny>()?.is_some() {}
                Ok(OneList(first, PhantomData))
            }
        }
        from.deserialize_map(Visitor(PhantomData))
    }
}
