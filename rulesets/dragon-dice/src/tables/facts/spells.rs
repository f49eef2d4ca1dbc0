//! What every listing of spells asks of each, beside one another so that it is read quickly.

use crate::tables::catalog::{Catalog, SpeciesId, Spell, SpellElement, SpellId};
use crate::tables::edition::{Edition, ReserveSpells};

/// What decides whether a spell can be paid for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpellRow {
    pub id: SpellId,
    pub cost: u8,
    pub element: SpellElement,
    pub species: Option<SpeciesId>,
    /// Whether Cantrip magic buys it.
    pub cantrip: bool,
    /// Whether an army in Reserves may cast it (DD-7.12).
    pub in_reserves: bool,
}

/// The spells that code carries out, in the order of the table.
#[derive(Debug, Clone)]
pub(crate) struct SpellTable {
    pub(crate) rows: Vec<SpellRow>,
}

impl SpellTable {
    /// The spells of a catalog under an edition.
    pub fn new(catalog: &Catalog, edition: &Edition) -> SpellTable {
        let all = (0..).map(SpellId).zip(&catalog.spells);
        let kept = all.filter(|(_, spell)| spell.deferred.is_none());
        let row = |(id, spell): (SpellId, &Spell)| SpellRow {
            id,
            cost: spell.cost,
            element: spell.element,
            species: spell.species,
            cantrip: spell.cantrip,
            in_reserves: in_reserves(edition, spell),
        };
        SpellTable { rows: kept.map(row).collect() }
    }
}

/// Whether an army in Reserves may cast a spell (DD-7.12).
pub(crate) fn in_reserves(edition: &Edition, spell: &Spell) -> bool {
    match edition.reserve_spells {
        ReserveSpells::Flagged => spell.reserves,
        ReserveSpells::ListedOnOwn => spell.classic_reserves,
    }
}
