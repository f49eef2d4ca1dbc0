//! Magic that an army has made and may spend.

use crate::tables::catalog::{Elements, SpeciesId};
use serde::{Deserialize, Serialize};

/// Some magic, all of it alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mana {
    /// Each point may be of any of these.
    pub elements: Elements,
    /// Each point may be ivory.
    pub ivory: bool,
    /// Who made it.
    pub by: Maker,
    /// What it was rolled with.
    pub with: With,
    /// A point spent as one of these counts for two (DD-7.10); none, where nothing doubles.
    pub doubling: Elements,
    /// How many points.
    pub amount: u16,
}

/// Who made magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// Units of a species.
    Units(SpeciesId),
    /// Items, whose magic serves every species of the army (DD-16.1).
    Items,
    /// Something that is bound to no species.
    Anybody,
}

/// What magic was rolled with; what steps 6 and 7 take away comes off icons first, IDs next, and
/// never off the rest (DD-8.2, DD-8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Plain icons.
    Icons,
    /// IDs.
    Ids,
    /// Special icons and abilities.
    Specials,
}

/// The magic of an army that may be spent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Purse {
    pub(crate) mana: Vec<Mana>,
    /// How much of the magic of icons, and of that of IDs, is left after steps 6 and 7.
    pub(crate) left: [u16; 2],
}
