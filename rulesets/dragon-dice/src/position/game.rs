//! The game: its tables, its edition, and what seats are called.

use crate::tables::catalog::Catalog;
use crate::tables::edition::Edition;
use crate::tables::facts::abilities::SpeciesTable;
use crate::tables::facts::icons::IconTable;
use crate::tables::facts::lands::LandRules;
use crate::tables::facts::spells::SpellTable;
use std::sync::Arc;

/// Dragon Dice: the rules, with the tables and the edition of one game.
#[derive(Debug, Clone)]
pub struct DragonDice {
    /// Every table.
    pub catalog: Arc<Catalog>,
    /// The edition with its house rules.
    pub edition: Edition,
    /// The edition's name.
    pub edition_name: String,
    /// What seats are called.
    pub seat_names: Vec<String>,
    pub(crate) species: SpeciesTable,
    pub(crate) spells: SpellTable,
    pub(crate) icons: IconTable,
    pub(crate) lands: LandRules,
}

impl DragonDice {
    /// The rules under an edition, with the tables it keeps.
    pub fn new(
        catalog: Arc<Catalog>,
        edition: Edition,
        edition_name: String,
        seat_names: Vec<String>,
    ) -> DragonDice {
        let species = SpeciesTable::new(&catalog);
        let spells = SpellTable::new(&catalog, &edition);
        let icons = IconTable::new(&catalog);
        let lands = LandRules::new(&catalog, &edition);
        DragonDice { catalog, edition, edition_name, seat_names, species, spells, icons, lands }
    }
}
