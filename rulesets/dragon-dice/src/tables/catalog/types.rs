//! Types of results as a set.

use crate::tables::catalog::Counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Types of results as a set.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(from = "Vec<Counted>", into = "Vec<Counted>")]
pub struct Types(pub u8);

impl Types {
    /// All five.
    pub const ALL: Types = Types(31);

    /// Just one.
    #[inline]
    pub const fn only(kind: Counted) -> Types {
        Types(1 << kind as u8)
    }

    /// Whether that type is in the set.
    #[inline]
    pub fn contains(self, kind: Counted) -> bool {
        self.0 & Types::only(kind).0 != 0
    }

    /// All of both.
    #[must_use]
    pub const fn with(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// What both hold.
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two or more.
    pub fn several(self) -> bool {
        self.0.count_ones() > 1
    }

    /// The one type, where there is just one.
    pub fn single(self) -> Option<Counted> {
        (self.0.count_ones() == 1).then(|| self.iter().next()).flatten()
    }

    /// The types in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Counted> {
        Counted::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl From<Vec<Counted>> for Types {
    fn from(kinds: Vec<Counted>) -> Types {
        kinds.into_iter().fold(Types(0), |set, kind| set.with(Types::only(kind)))
    }
}

impl From<Types> for Vec<Counted> {
    fn from(types: Types) -> Vec<Counted> {
        types.iter().collect()
    }
}
