//! The tables of Dragon Dice: shipped scenarios open, and faults in each kind of file are placed.

use crate::assert_told;
use umpire_core::host::Hosted;
use umpire_dragon_dice::DragonDice;
use umpire_tests::{faults_in_lines, library};

#[test]
fn shipped_scenarios_open() {
    let data = &library().data;
    let mut editions = std::collections::BTreeSet::new();
    for source in data.under("dragon-dice/scenarios") {
        let loaded = DragonDice::load(data, &source);
        let loaded = loaded.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
        // Two species have other abilities in the classic edition: which they play by is said.
        let own = match source.path.rsplit('/').next() {
            Some("castle-gate.yaml") => "Amazons play by their current abilities",
            Some("dragon-winter.yaml") => "Dwarves play by their current abilities",
            _ => "",
        };
        let said = loaded.warnings.iter().all(|warning| {
            !own.is_empty() && warning.starts_with(own) && warning.ends_with("(DD-17.5)")
        });
        let warned = usize::from(!own.is_empty());
        assert!(said && loaded.warnings.len() == warned, "{}: {:?}", source.path, loaded.warnings);
        editions.insert(loaded.edition);
    }
    assert_eq!(editions, ["classic", "current"].map(String::from).into(), "both are played");
}

#[test]
fn a_missing_file_is_told() {
    for table in ["rules", "terrains", "minor_terrains", "sais", "spells", "dragons", "eldarim"] {
        crate::assert_missing(&format!("dragon-dice/{table}.yaml"));
    }
}

#[test]
fn a_fault_in_each_kind_of_file_is_placed() {
    let cases = [
        (
            "rules.yaml",
            "    status: enforced",
            "    status: enforcd",
            "dragon-dice/rules.yaml:36:13: at `rules[0].status`: unknown value `enforcd`, did you mean `enforced`?",
        ),
        (
            "units/undead.yaml",
            "size: small",
            "size: smal",
            "dragon-dice/units/undead.yaml:5:65: at `units[0].size`: unknown value `smal`, did you mean `small`?",
        ),
        (
            "eldarim.yaml",
            "faces: [id,",
            "faces: [ids,",
            "dragon-dice/eldarim.yaml:5:101: at `units[0].faces[0]`: unknown icon `ids`, did you mean `id`?",
        ),
        (
            "dragonkin.yaml",
            "automatic_saves: 1",
            "automatic_save: 1",
            "dragon-dice/dragonkin.yaml:5:83: at `units[0].automatic_save`: unknown field `automatic_save`, did you mean `automatic_saves`?",
        ),
        (
            "abilities.yaml",
            "species: ",
            "specie: ",
            "dragon-dice/abilities.yaml:8:5: at `abilities[0].specie`: unknown field `specie`, did you mean `species`?",
        ),
        (
            "terrains.yaml",
            "does: force_burial",
            "does: force_burrial",
            "dragon-dice/terrains.yaml:35:32: at `eighth_faces[2].current[1].does`: unknown value `force_burrial`, did you mean `force_burial`?",
        ),
        (
            "terrains.yaml",
            "eighth: castle",
            "eighth: castel",
            "dragon-dice/terrains.yaml:68:53: at `terrains[0].eighth`: unknown eighth face `castel`, did you mean `castle`?",
        ),
        (
            "minor_terrains.yaml",
            "effects: [{halve: save}]",
            "effects: [{halve: saves}]",
            "dragon-dice/minor_terrains.yaml:13:96: at `faces[9].effects[0].halve`: unknown value `saves`, did you mean `save`?",
        ),
        (
            "editions/classic.yaml",
            "name: classic",
            "name: current",
            "dragon-dice/editions/classic.yaml:4:9: at `edition.like`: `current` is like itself, by way of others\n\
             dragon-dice/editions/current.yaml:2:9: at `edition.name`: another edition is called `current` already",
        ),
        (
            "editions/classic.yaml",
            "like: current",
            "like: curent",
            "dragon-dice/editions/classic.yaml:4:9: at `edition.like`: unknown edition `curent`, did you mean `current`?",
        ),
        (
            "editions/classic.yaml",
            "magic_user_cap: half",
            "magic_user_cap: third",
            "dragon-dice/editions/classic.yaml:10:19: at `fields.magic_user_cap`: expected one of `none`, `half`, found `third`",
        ),
        (
            "editions/classic.yaml",
            "phases: classic",
            "phase: classic",
            "dragon-dice/editions/classic.yaml:18:3: at `fields.phase`: unknown field `phase`, did you mean `phases`?",
        ),
        (
            "house_rules/wild-lands.yaml",
            "effects: [{halve: missile}",
            "effects: [{halves: missile}",
            "dragon-dice/house_rules/wild-lands.yaml:21:87: at `faces[10].effects[0].halves`: unknown field `halves`, did you mean `halve`?",
        ),
        (
            "house_rules/wild-lands.yaml",
            "eighth: beacon",
            "eighth: becon",
            "dragon-dice/house_rules/wild-lands.yaml:17:53: at `terrains[48].eighth`: unknown eighth face `becon`, did you mean `beacon`?",
        ),
        (
            "scenarios/default.yaml",
            "edition: current",
            "edition: curent",
            "dragon-dice/scenarios/default.yaml:5:10: at `edition`: unknown edition `curent`, did you mean `current`?",
        ),
        (
            "scenarios/default.yaml",
            "pine, 2 hamadryad",
            "pin, 2 hamadryad",
            "dragon-dice/scenarios/default.yaml:11:24: at `seats.A.armies.home[1]`: unknown die `pin`, did you mean `pine`? (DD-1.1)",
        ),
        (
            "scenarios/default.yaml",
            "2 hamadryad]",
            "4 hamadryad]",
            "dragon-dice/scenarios/default.yaml:11:7: at `seats.A.armies`: A brings 26 points, and 24 are agreed (DD-3.1)",
        ),
        (
            "scenarios/default.yaml",
            "home: swampland-standing-stones",
            "home: swampland-castle",
            "dragon-dice/scenarios/default.yaml:9:22: at `seats.A.terrains.home`: Swampland Castle is an advanced terrain, and those stand only at the Frontier (DD-3.7)",
        ),
        (
            "scenarios/default.yaml",
            "dragons: [green-wyrm]",
            "dragons: []",
            "dragon-dice/scenarios/default.yaml:14:14: at `seats.A.dragons`: A brings dragons for 0, and 1 are brought with 24 points (DD-3.5)",
        ),
        (
            "scenarios/default.yaml",
            "dragons: [green-wyrm]",
            "dragons: [pine]",
            "dragon-dice/scenarios/default.yaml:14:15: at `seats.A.dragons[0]`: `pine` does not belong in this list (DD-3.5)",
        ),
        (
            "scenarios/default.yaml",
            "total: 24",
            "total: 24\ntotal: 25",
            "dragon-dice/scenarios/default.yaml:7:1: at `total`: duplicate key `total`, given before in line 6, column 1",
        ),
        (
            "scenarios/default.yaml",
            "says:",
            "say:",
            "dragon-dice/scenarios/default.yaml:4:1: at `say`: unknown field `say`, did you mean `says`?",
        ),
    ];
    assert_told("dragon-dice", &cases);
}
