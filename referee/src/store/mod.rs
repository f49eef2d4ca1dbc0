//! Where the tables of a server are kept: one file, or a PostgreSQL database, by the same statements.

mod sql;
#[cfg(test)]
mod tests;

pub use sql::Store;

use umpire_core::transcript::{Entry, Header, Sealed, Transcript};

/// Why something was not stored or not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unstored {
    /// Somebody else wrote to the table first: what was to be added does not follow what is there.
    #[error("the table has gone on meanwhile")]
    Overtaken,
    /// There is no such table.
    #[error("there is no such table")]
    Unknown,
    /// Whether it was written is not known, for the answer was lost.
    #[error("it is not known whether that was kept: {0}")]
    Unsure(String),
    /// The store does not answer, or what is in it makes no sense.
    #[error("the store of tables does not answer: {0}")]
    Failed(String),
}

/// A table as it is kept: its record and how it is played.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// The record.
    pub transcript: Transcript,
    /// Who sits there, who rolls, and the like, as the server writes it.
    pub settings: String,
    /// How often it was written to.
    pub revision: i64,
}

/// How far a table has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pulse {
    /// How often it was written to.
    pub revision: i64,
    /// The number of what was said there last.
    pub said: i64,
    /// How often somebody there was named.
    pub named: i64,
    /// Whether its battle is fought once more at another table.
    pub fought_again: bool,
}

/// What is added to a table at once.
#[derive(Debug, Clone, Copy)]
pub struct Addition<'a> {
    /// The table.
    pub table: &'a str,
    /// How often the writer believes it was written to.
    pub revision: i64,
    /// New lines of its record.
    pub entries: &'a [Entry],
    /// The sealed decisions that wait after them.
    pub waiting: &'a [Sealed],
}

/// A table at which the battle of another is fought once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rematch {
    /// The table of the rematch.
    pub table: String,
    /// Who opened it and how the seats go on, as the server writes it.
    pub how: String,
}

/// A way into a table, kept by the hash of its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrance {
    /// The table.
    pub table: String,
    /// What whoever has it may do, as the server writes it.
    pub role: String,
}

fn record(header: Header, entries: Vec<Entry>, waiting: Vec<Sealed>) -> Transcript {
    Transcript { header, entries, waiting, digest: None, end: None, signed: None }
}
