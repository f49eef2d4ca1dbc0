//! Rows of a file that could not be read as they are: nothing is concluded from them, or about them.

use super::{DataError, Places, Source};

/// The rows of one file in which faults of form were found.
#[derive(Debug, Clone, Default)]
pub struct Spoiled {
    file: String,
    rows: Vec<String>,
}

impl Spoiled {
    /// Of faults that were found when a file was read.
    pub fn by(source: &Source, faults: &[DataError]) -> Spoiled {
        let rows = faults.iter().map(|fault| row_of(&fault.field).to_string()).collect();
        Spoiled { file: source.path.clone(), rows }
    }

    /// Whether a field lies in such a row.
    pub fn has(&self, field: &str) -> bool {
        self.rows.iter().any(|row| row == row_of(field))
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Faults that are told on top of those of form: not the ones in rows that have some.
    pub fn without(&self, faults: Vec<DataError>) -> Vec<DataError> {
        let is_told = |fault: &DataError| fault.file != self.file || !self.has(&fault.field);
        faults.into_iter().filter(is_told).collect()
    }

    /// The same; where some row has a fault, none of what is not written either: it may be what was misspelt.
    pub fn without_unwritten(&self, faults: Vec<DataError>, places: &Places) -> Vec<DataError> {
        let is_here = |fault: &DataError| fault.file == self.file;
        let is_told = |fault: &DataError| {
            self.is_empty() || !is_here(fault) || places.is_written(&fault.field)
        };
        self.without(faults).into_iter().filter(is_told).collect()
    }
}

/// The row of a list that a field belongs to: a piece, an objective, a formation; or its first word.
fn row_of(field: &str) -> &str {
    match field.find(']') {
        Some(end) => &field[..=end],
        None => field.split('.').next().unwrap_or(field),
    }
}
