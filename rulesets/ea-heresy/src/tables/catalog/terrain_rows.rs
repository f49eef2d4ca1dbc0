//! Rows of the files of terrain, and the terrain made of them.

use super::{
    Column, Ground, GroundEffects, Instead, Printed, Sight, Special, Stronghold, TableName,
    Terrain, TerrainId, Towering, Traits,
};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Places, Within};
use umpire_core::table::Strewn;

/// The most rows: their numbers have eight bits.
const MOST_ROWS: usize = 250;

/// A file of terrain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainFile {
    table: TableName,
    terrain: Vec<TerrainRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    id: String,
    name: String,
    rule: String,
    /// Absent: that of the file.
    #[serde(default)]
    table: Option<TableName>,
    #[serde(default)]
    cover: u8,
    #[serde(default = "free")]
    infantry: Ground,
    #[serde(default = "free")]
    vehicle: Ground,
    #[serde(default = "free")]
    war_engine: Ground,
    #[serde(default)]
    in_cover: Vec<Column>,
    #[serde(default = "unseen")]
    sight: Sight,
    #[serde(default = "low")]
    towering: Towering,
    #[serde(default)]
    road: bool,
    /// Whether it counts as open ground.
    #[serde(default)]
    open: bool,
    #[serde(default)]
    stronghold: Option<StrongholdRow>,
    #[serde(default)]
    becomes: Option<String>,
    #[serde(default)]
    strewn: Option<Strewn>,
    #[serde(default)]
    effects: GroundEffects,
    #[serde(default)]
    gives: Vec<String>,
    #[serde(default)]
    special: Option<String>,
    #[serde(default)]
    printed: Printed,
    #[serde(default)]
    instead: Option<Instead>,
    #[serde(default)]
    deferred: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StrongholdRow {
    #[serde(with = "Within::<1, 30>")]
    dc: u8,
    #[serde(with = "Within::<2, 6>")]
    armour: u8,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default = "one")]
    critical_damage: u8,
    #[serde(default = "two", with = "Within::<0, 8>")]
    spaces_per_dc: u8,
    #[serde(default = "three")]
    inside_cover_save: u8,
    #[serde(default = "two", with = "Within::<0, 8>")]
    surrounded_by_per_dc: u8,
}

fn free() -> Ground {
    Ground::Free
}

fn unseen() -> Sight {
    Sight::None
}

fn low() -> Towering {
    Towering::No
}

fn one() -> u8 {
    1
}

fn two() -> u8 {
    2
}

fn three() -> u8 {
    3
}

/// The terrain of all files; what a row becomes is a row of its own table.
pub(super) fn resolve(
    documents: &[Document<TerrainFile>],
    specials: &[Special],
    faults: &mut Vec<DataError>,
) -> Vec<Terrain> {
    let mut terrain: Vec<Terrain> = Vec::new();
    for document in documents {
        let places = &document.places;
        for (at, row) in document.value.terrain.iter().enumerate() {
            let place = format!("terrain[{at}]");
            let table = row.table.unwrap_or(document.value.table);
            for other in &terrain {
                if other.rule == row.rule {
                    let problem = format!("`{}` stands twice", row.rule);
                    faults.push(places.fault(&format!("{place}.rule"), problem));
                }
                if other.key == row.id && other.table == table {
                    let problem = format!("`{}` stands twice", row.id);
                    faults.push(places.fault(&format!("{place}.id"), problem));
                }
            }
            check(row, places, &place, faults);
            let id = TerrainId(terrain.len().min(MOST_ROWS) as u8);
            terrain.push(read_row(row, id, table, specials, places, &place, faults));
            if terrain.len() == MOST_ROWS + 1 {
                faults.push(places.fault("terrain", format!("expected at most {MOST_ROWS} rows")));
            }
        }
    }
    join(documents, &mut terrain, faults);
    terrain
}

fn check(row: &TerrainRow, places: &Places, place: &str, faults: &mut Vec<DataError>) {
    let saves =
        [("cover", row.cover), ("effects.vehicle_cover_save", row.effects.vehicle_cover_save)];
    for (field, save) in saves {
        if save == 1 || save > 6 {
            let problem = format!("expected 2 to 6, found `{save}`");
            faults.push(places.fault(&format!("{place}.{field}"), problem));
        }
    }
    if !row.rule.starts_with("EA-T.") {
        faults
            .push(places.fault(&format!("{place}.rule"), "the rule of a row begins with `EA-T.`"));
    }
    let let_in = [row.infantry, row.vehicle, row.war_engine].contains(&Ground::Stronghold);
    if let_in != row.stronghold.is_some() {
        let problem = "a row with `stronghold` has a column that says so, and no other row has";
        faults.push(places.fault(place, problem));
    }
}

fn read_row(
    row: &TerrainRow,
    id: TerrainId,
    table: TableName,
    specials: &[Special],
    places: &Places,
    place: &str,
    faults: &mut Vec<DataError>,
) -> Terrain {
    let mut gained = |names: &[String], field: &str| {
        let mut traits = Traits::NONE;
        for (number, name) in names.iter().enumerate() {
            let special = specials.iter().find(|special| special.name == *name);
            match special.and_then(|special| Traits::named(&special.key)) {
                Some(own) => traits |= own,
                None => {
                    let field = format!("{place}.{field}[{number}]");
                    let known = specials.iter().map(|special| special.name.as_str());
                    faults.push(places.unknown(&field, "trait", name, known));
                }
            }
        }
        traits
    };
    let gives = gained(&row.gives, "gives");
    let stronghold = row.stronghold.as_ref().map(|stronghold| Stronghold {
        damage_capacity: stronghold.dc,
        armour: stronghold.armour,
        traits: gained(&stronghold.rules, "stronghold.rules"),
        critical_damage: stronghold.critical_damage,
        spaces_per_damage: stronghold.spaces_per_dc,
        inside_cover_save: stronghold.inside_cover_save,
        surrounded_by_per_damage: stronghold.surrounded_by_per_dc,
    });
    let special = row.special.as_ref().and_then(|key| {
        let found = specials.iter().find(|special| special.key == *key);
        if found.is_none() {
            let known = specials.iter().map(|special| special.key.as_str());
            faults.push(places.unknown(&format!("{place}.special"), "special rule", key, known));
        }
        found.map(|special| special.id)
    });
    Terrain {
        id,
        key: row.id.clone(),
        name: row.name.clone(),
        table,
        rule: row.rule.clone(),
        movement: [row.infantry, row.vehicle, row.war_engine],
        cover_save: row.cover,
        in_cover: Column::ALL.map(|column| row.in_cover.contains(&column)),
        sight: row.sight,
        towering: row.towering,
        stronghold,
        road: row.road,
        open: row.open,
        effects: row.effects,
        printed: row.printed.clone(),
        instead: row.instead.clone(),
        becomes: None,
        strewn: row.strewn,
        gives,
        special,
        deferred: row.deferred.clone(),
    }
}

/// Rows that rows name.
fn join(documents: &[Document<TerrainFile>], terrain: &mut [Terrain], faults: &mut Vec<DataError>) {
    let rows = documents.iter().flat_map(|document| {
        let rows = document.value.terrain.iter().enumerate();
        rows.map(move |(at, row)| (&document.places, format!("terrain[{at}]"), row))
    });
    for (number, (places, place, row)) in rows.enumerate() {
        let table = terrain[number].table;
        let find = |key: &str, table: TableName| {
            terrain.iter().find(|other| other.key == key && other.table == table)
        };
        let known = |table: TableName| {
            terrain.iter().filter(move |other| other.table == table).map(|other| other.key.as_str())
        };
        let mut becomes = None;
        if let Some(key) = &row.becomes {
            becomes = find(key, table).map(|other| other.id);
            if becomes.is_none() {
                let field = format!("{place}.becomes");
                faults.push(places.unknown(&field, "terrain", key, known(table)));
            }
        }
        if let Some(instead) = &row.instead
            && find(&instead.row, TableName::Heresy).is_none()
        {
            let field = format!("{place}.instead.row");
            let known = known(TableName::Heresy);
            faults.push(places.unknown(&field, "terrain", &instead.row, known));
        }
        terrain[number].becomes = becomes;
    }
}
