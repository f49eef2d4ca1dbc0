//! What terrain does by an edition, in a referee's words.

use super::{
    Catalog, Column, Ground, GroundEffects, Sight, Stronghold, TableName, Terrain, Towering,
    Traits, centimetres,
};
use crate::tables::edition::{Edition, StrongholdVehicles};
use umpire_core::host::TerrainEntry;

impl Catalog {
    /// Every row that maps of an edition may name, with what it does.
    pub fn terrain_entries(&self, edition: &Edition) -> Vec<TerrainEntry> {
        let rows = self.terrain_in(edition);
        let offered = self.terrain_offered(edition);
        offered.map(|row| entry(&rows[row.id.index()], edition)).collect()
    }
}

fn entry(row: &Terrain, edition: &Edition) -> TerrainEntry {
    let mut said = Said(Vec::new());
    ground(row, edition, &mut said);
    cover(row, &mut said);
    sight(row, edition, &mut said);
    if let Some(stronghold) = &row.stronghold {
        building(stronghold, edition, &mut said);
    }
    if row.road {
        let bonus = centimetres(edition.road_bonus);
        said.tell(format!("a move that stays on it may be {bonus} longer"), "EA-5.9.1");
        let words = "a formation wholly on it may declare a road move for its test";
        said.tell(words.to_string(), "EA-5.9.3");
    }
    effects(&row.effects, &row.rule, &mut said);
    if row.gives != Traits::NONE {
        said.tell(format!("units in it have {}", row.gives), &row.rule);
    }
    if let Some(why) = &row.deferred {
        said.tell(format!("not kept: {why}"), &row.rule);
    }
    if said.0.is_empty() {
        said.tell("no effect".to_string(), &row.rule);
    }
    let kind = match row.table {
        _ if row.stronghold.is_some() => "stronghold",
        TableName::Own if row.special.is_some() => "fortification",
        _ => "terrain",
    };
    TerrainEntry {
        name: row.key.clone(),
        kind: kind.to_string(),
        effects: said.0,
        source: row.rule.clone(),
    }
}

/// Effects with the rule of each.
struct Said(Vec<(String, String)>);

impl Said {
    fn tell(&mut self, words: String, rule: &str) {
        self.0.push((words, rule.to_string()));
    }
}

/// What it does to movement: columns of one ground together.
fn ground(row: &Terrain, edition: &Edition, said: &mut Said) {
    if row.ground(Column::Infantry) != row.ground(Column::Vehicle) {
        let words = "Mounted infantry and light vehicles move in it as vehicles do";
        said.tell(words.to_string(), "EA-5.0.3");
    }
    let kinds = [Ground::Difficult, Ground::Dangerous, Ground::Impassable, Ground::Stronghold];
    for ground in kinds {
        let columns: Vec<&str> =
            Column::ALL.into_iter().filter(|c| row.ground(*c) == ground).map(name).collect();
        if columns.is_empty() {
            continue;
        }
        let who = columns.join(", ");
        let cautious = centimetres(edition.cautious_speed);
        match ground {
            Ground::Difficult => {
                let words = format!("difficult for {who}: a die, on 1 another, on 1 to 3 a hit");
                said.tell(words, "EA-5.2");
                said.tell(format!("no test at a speed of {cautious}"), "EA-5.2.1");
                said.tell("Walkers pass it without a test".to_string(), "EA-5.2.2");
            }
            Ground::Dangerous => {
                said.tell(format!("dangerous for {who}: a die, on 1 a hit"), "EA-5.1");
                let again = if row.effects.walker_rerolls {
                    format!(
                        "Walkers and whoever moves at a speed of {cautious} roll a failed test again"
                    )
                } else {
                    format!("whoever moves at a speed of {cautious} rolls a failed test again")
                };
                said.tell(again, "EA-5.1.1");
            }
            Ground::Impassable => said.tell(format!("impassable for {who}"), "EA-5.3"),
            Ground::Stronghold | Ground::Free => {
                said.tell(format!("entered by {who} as a Stronghold"), "EA-6.3.4");
            }
        }
    }
}

fn name(column: Column) -> &'static str {
    match column {
        Column::Infantry => "infantry",
        Column::Vehicle => "vehicles",
        Column::WarEngine => "war engines",
    }
}

fn cover(row: &Terrain, said: &mut Said) {
    if row.cover_save > 0 {
        said.tell(format!("infantry in it may save on {}+", row.cover_save), "EA-5.4");
        said.tell("infantry in it is hit at -1".to_string(), "EA-5.5");
    }
    if row.effects.vehicle_cover_save > 0 {
        let save = row.effects.vehicle_cover_save;
        said.tell(format!("a vehicle in it may save on {save}+"), &row.rule);
    }
    let others: Vec<&str> =
        Column::ALL.into_iter().filter(|c| row.in_cover[*c as usize]).map(name).collect();
    if !others.is_empty() {
        said.tell(format!("{} in it are hit at -1", others.join(", ")), "EA-5.5");
    }
}

fn sight(row: &Terrain, edition: &Edition, said: &mut Said) {
    match row.sight {
        Sight::None => {}
        Sight::Area => {
            let depth = centimetres(edition.area_depth);
            said.tell(format!("sight reaches {depth} into it, never through"), "EA-4.4");
        }
        Sight::Complete => said.tell("sight stops at its edge".to_string(), "EA-4.3"),
        Sight::Hill => {
            let words = "blocks lines that cross it; units on it see as popped-up skimmers do";
            said.tell(words.to_string(), "EA-4.6");
        }
    }
    if matches!(row.sight, Sight::Area | Sight::Complete) && row.stronghold.is_none() {
        let words = "who is in it, or partly hidden behind it, is hull down: hit at -1";
        said.tell(words.to_string(), "EA-5.8");
    }
    match row.towering {
        Towering::No => {}
        Towering::Yes => said.tell("Towering: nobody sees over it".to_string(), "EA-4.7"),
        Towering::HillRule => {
            let words = "Towering where a feature that blocks sight stands on it";
            said.tell(words.to_string(), "EA-4.6.1");
        }
    }
}

fn building(stronghold: &Stronghold, edition: &Edition, said: &mut Said) {
    let Stronghold { damage_capacity, armour, traits, critical_damage, .. } = *stronghold;
    said.tell(format!("damage capacity {damage_capacity}"), "EA-6.1.3");
    said.tell(format!("armour {armour}+, {traits}"), "EA-6.1.4");
    said.tell(format!("a critical hit is {critical_damage} more damage"), "EA-6.1.5");
    let spaces = stronghold.spaces();
    let words = format!("{spaces} spaces: infantry takes 1; Bulky, Mounted and vehicles 2");
    said.tell(words, "EA-6.2.2");
    let vehicles = match edition.sh_vehicle_rule {
        StrongholdVehicles::Walker => "vehicles with Walker may be inside",
        StrongholdVehicles::Nimble => "vehicles with Nimble may be inside",
        StrongholdVehicles::Either => "vehicles with Walker or Nimble may be inside",
    };
    said.tell(vehicles.to_string(), "EA-6.2.3");
    let save = stronghold.inside_cover_save;
    said.tell(format!("occupants save on {save}+ against invaders"), "EA-8.8.5");
}

fn effects(effects: &GroundEffects, rule: &str, said: &mut Said) {
    if effects.half_speed {
        said.tell("moves that touch it go half as far".to_string(), rule);
    }
    if !effects.walker_rerolls {
        said.tell("Walkers do not roll its test again".to_string(), rule);
    }
    if effects.skimmers_test {
        said.tell("skimmers and jump packs that cross it test too".to_string(), rule);
    }
    if let Some(face) = effects.fails_on {
        said.tell(format!("its test fails on {face} or less"), rule);
    }
    if let Some(face) = effects.then_hits_on {
        said.tell(format!("a failed test hits on {face} or less of a second die"), rule);
    }
    if let Some(capacity) = effects.capacity {
        said.tell(format!("room for {capacity}"), rule);
    }
    if let Some(length) = effects.centimetres_for_each {
        said.tell(format!("room for one on each {}", centimetres(length)), rule);
    }
}
