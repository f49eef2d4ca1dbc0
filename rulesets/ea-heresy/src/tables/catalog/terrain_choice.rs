//! Which rows of the terrain tables an edition offers, and what its cells say.

use super::{Catalog, TableName, Terrain, TerrainId};
use crate::tables::edition::Edition;
use umpire_core::data::suggest;

/// Why a name is no terrain of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotOffered {
    /// Why, in words.
    pub because: String,
    /// What to write instead.
    pub suggestion: Option<String>,
}

impl Catalog {
    /// Every row by its [`TerrainId`], with the cells that the edition prints otherwise.
    pub fn terrain_in(&self, edition: &Edition) -> Vec<Terrain> {
        let mut rows = self.terrain.clone();
        for change in &edition.terrain_changes {
            let changed = rows
                .iter_mut()
                .find(|row| row.table == edition.terrain_table && row.key == change.terrain);
            if let Some(row) = changed {
                row.movement[change.column as usize] = change.is;
            }
        }
        rows
    }

    /// The rows that maps of an edition may name, in the order of their tables.
    pub fn terrain_offered(&self, edition: &Edition) -> impl Iterator<Item = &Terrain> {
        self.terrain.iter().filter(|row| is_offered(row, edition))
    }

    /// The row that a map of an edition means by a name.
    ///
    /// # Errors
    /// Why there is none, and what to write instead.
    pub fn terrain_named(&self, edition: &Edition, key: &str) -> Result<TerrainId, NotOffered> {
        if let Some(row) = self.terrain_offered(edition).find(|row| row.key == key) {
            return Ok(row.id);
        }
        if edition.terrain_table == TableName::Heresy
            && let Some(row) = self.terrain.iter().find(|row| row.key == key)
            && let Some(instead) = &row.instead
        {
            let because = format!("`{key}` is not offered here: {}", instead.because);
            return Err(NotOffered { because, suggestion: Some(instead.row.clone()) });
        }
        let known = self.terrain_offered(edition).map(|row| row.key.as_str());
        Err(NotOffered {
            because: format!("unknown terrain `{key}`"),
            suggestion: suggest(key, known).map(Into::into),
        })
    }

    /// The row that a Stronghold becomes (EA-6.9.1), whether or not maps may name it.
    pub fn ruin_of(&self, stronghold: TerrainId) -> Option<TerrainId> {
        self.terrain(stronghold).becomes
    }
}

fn is_offered(row: &Terrain, edition: &Edition) -> bool {
    let in_table = match row.table {
        TableName::Own => true,
        TableName::Netea if edition.terrain_table == TableName::Heresy => row.instead.is_none(),
        table => table == edition.terrain_table,
    };
    in_table && !edition.terrain_unlisted.contains(&row.key)
}
