//! What a referee may put down, and change.

use serde::Serialize;
use umpire_core::host::Stock;
use utoipa::ToSchema;

/// Something that a referee puts down, or somewhere else.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockEntry {
    /// Among what it is listed.
    pub group: String,
    /// What it is called.
    pub name: String,
    /// What it is, with its numbers, in a line.
    pub says: String,
    /// Whether it lies on the table already.
    pub is_down: bool,
    /// The ways in which it is put down.
    pub ways: Vec<PutDown>,
    /// The line that asks for all that is known of it; may be empty.
    pub asks: String,
}

impl From<Stock> for StockEntry {
    fn from(stock: Stock) -> StockEntry {
        let Stock { group, name, says, is_down, ways, asks } = stock;
        let ways = ways.into_iter().map(|way| {
            let umpire_core::host::PutDown { says, line, aims } = way;
            PutDown { says, line, aims }
        });
        StockEntry { group, name, says, is_down, ways: ways.collect(), asks }
    }
}

/// A change of the position that puts something down.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PutDown {
    /// What it does, as people say it.
    pub says: String,
    /// How it is typed; where it goes to a place, up to that place.
    pub line: String,
    /// Whether a place follows: the name of a thing of the picture, or one that a hand points at.
    pub aims: bool,
}

/// A way to change the position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangeEntry {
    /// How it is typed; words in capitals stand for what it is about.
    pub usage: String,
    /// What it does.
    pub says: String,
    /// Whether the first of those words may be the name that was asked about.
    pub fits: bool,
}
