//! The tables of EA-Heresy: numbers of its lists, and faults in each kind of file and on a map.

use crate::{assert_missing, assert_told};
use std::collections::BTreeSet;
use std::sync::Arc;
use umpire_core::data::Source;
use umpire_core::host::Hosted;
use umpire_core::ruleset::GameTables;
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::tables::catalog::{Catalog, Reach, Unit};
use umpire_tests::{faults_in_lines, library};

fn catalog() -> Arc<Catalog> {
    Catalog::read(&library().data).unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)))
}

/// Units of a file, with the sums of what is printed of them: armour, close combat, firefight, and
/// damage capacities above 1.
const UNITS: [(&str, usize, [u32; 4]); 11] = [
    ("legiones_astartes", 148, [524, 604, 554, 45]),
    ("solar_auxilia", 66, [281, 328, 297, 49]),
    ("collegia_titanica", 14, [49, 45, 47, 82]),
    ("questoris_familia", 16, [55, 37, 47, 18]),
    ("legio_cybernetica", 23, [94, 78, 92, 0]),
    ("legion_navy", 10, [49, 0, 37, 29]),
    ("imperial_navy", 11, [46, 0, 11, 6]),
    ("taghmata", 40, [148, 182, 171, 3]),
    ("netea_orks", 27, [100, 101, 106, 0]),
    ("netea_space_marines", 80, [287, 331, 281, 0]),
    ("netea_steel_legion", 32, [128, 145, 122, 0]),
];

#[test]
fn every_unit_of_the_published_lists_is_there_with_its_numbers() {
    let catalog = catalog();
    for (army, count, sums) in UNITS {
        let units: Vec<&Unit> = catalog.units.iter().filter(|unit| unit.army == army).collect();
        let sum = |of: fn(&Unit) -> u8| units.iter().map(|unit| u32::from(of(unit))).sum::<u32>();
        let large = |unit: &Unit| if unit.damage_capacity > 1 { unit.damage_capacity } else { 0 };
        let mut found =
            [sum(|it| it.armour), sum(|it| it.close_combat), sum(|it| it.firefight), sum(large)];
        if army.starts_with("netea") {
            found[3] = 0; // Its lists print damage capacities in words.
        }
        assert_eq!((units.len(), found), (count, sums), "{army}");
    }
    let own = catalog.units.iter().filter(|unit| unit.army == "training").count();
    let published: usize = UNITS.iter().map(|(_, count, _)| count).sum();
    assert_eq!((published, own, catalog.units.len()), (467, 80, 547));
}

#[test]
fn every_weapon_of_the_published_lists_is_there_with_its_numbers() {
    let catalog = catalog();
    let of = |file: &str| catalog.weapons.iter().filter(|it| it.file == file).collect::<Vec<_>>();
    // The lists have two rows more, `OR` and `n/a`, which are no weapons.
    let heresy = of("heresy");
    assert_eq!((heresy.len(), of("netea").len(), of("training").len()), (277, 113, 37));
    let modes = || heresy.iter().flat_map(|weapon| &weapon.modes);
    assert_eq!(modes().count(), 329);
    let sum = |of: fn(&umpire_ea_heresy::tables::catalog::Mode) -> u8| -> u32 {
        modes().map(|mode| u32::from(of(mode))).sum()
    };
    let found = [sum(|it| it.ap), sum(|it| it.at), sum(|it| it.aa), sum(|it| it.barrage)];
    assert_eq!(found, [913, 781, 113, 85], "AP, AT, AA and barrage points");
    // The two that reach anywhere apart; one mode states none and has the 15 cm of the one before.
    let far = modes().filter_map(|mode| match mode.range {
        Reach::Range(length) if length <= 120_000 => Some(length / 1000),
        _ => None,
    });
    assert_eq!(far.sum::<i32>(), 9405 + 15, "ranges in cm");
}

#[test]
fn lists_offer_what_they_print() {
    let catalog = catalog();
    // Sections, formations, upgrades as printed, and the strategy rating.
    let lists = [
        ("ultramarines", 7, 36, 81, 4),
        ("sons_of_horus", 7, 36, 81, 4),
        ("calth_high_guard", 7, 29, 95, 2),
        ("netea_orks", 1, 12, 0, 3),
        ("netea_space_marines", 3, 20, 17, 5),
        ("netea_steel_legion", 2, 22, 48, 2),
        ("training", 3, 28, 12, 3),
    ];
    assert_eq!(catalog.armies.len(), lists.len());
    for (name, sections, formations, upgrades, strategy) in lists {
        let army = catalog.army(catalog.army_named(name).expect("the list is shipped"));
        let own = catalog.detachments.iter().filter(|row| row.army == army.id);
        let text = library().data.get(&format!("ea-heresy/armies/{name}.yaml"));
        let text = text.expect("the list is shipped").text;
        let printed = text.lines().filter(|line| line.contains("add_one_of:")).count();
        assert_eq!(
            (army.sections.len(), own.count(), printed, army.strategy),
            (sections, formations, upgrades, strategy),
            "{name}"
        );
    }
    let legion = catalog.army_named("ultramarines").expect("the list is shipped");
    let own = || catalog.detachments.iter().filter(|row| row.army == legion);
    let sum = |of: fn(&umpire_ea_heresy::tables::catalog::Cost) -> i16| -> i16 {
        own().map(|row| of(&row.cost)).sum()
    };
    assert_eq!((sum(|it| it.formation), sum(|it| it.upgrade), sum(|it| it.titan)), (39, 16, 14));
    assert_eq!(catalog.specials.len(), 111, "those of the source, and Scout");
    assert_eq!((catalog.actions.len(), catalog.barrage.len()), (11, 9));
    let rows = |name: &str| catalog.results.get(name).map(Vec::len);
    assert_eq!((rows("battle_line"), rows("fire_the_beacons")), (Some(6), Some(9)));
}

#[test]
fn a_weapon_that_nothing_explains_is_a_note() {
    let catalog = catalog();
    let unknown = catalog.notes.iter().filter(|it| it.problem.starts_with("unknown weapon `"));
    let (heresy, netea): (Vec<_>, Vec<_>) = unknown.partition(|it| !it.file.contains("netea"));
    let names: BTreeSet<&str> = heresy.iter().map(|it| &it.problem[..]).collect();
    assert_eq!((heresy.len(), names.len(), netea.len()), (18, 16, 0), "as the lists have them");
    assert!(heresy.iter().all(|it| it.field.contains(".weapons[") && it.line > 1));
    let mut data = library().data.clone();
    let path = "ea-heresy/units/training.yaml";
    let text = data.get(path).expect("the list is shipped").text;
    data.insert(path, text.replacen("weapon: rifle}", "weapon: rifel}", 1));
    let notes = Catalog::read(&data).map(|catalog| catalog.notes.clone()).unwrap_or_default();
    let own: Vec<String> =
        notes.iter().filter(|it| it.file == path).map(ToString::to_string).collect();
    assert_eq!(
        own,
        [
            "ea-heresy/units/training.yaml:8:102: at `units[0].weapons[0].weapon`: unknown weapon `rifel`, did you mean `Rifle`?"
        ]
    );
}

#[test]
fn shipped_scenarios_and_battlefields_open() {
    let data = &library().data;
    let mut opened = Vec::new();
    for folder in ["ea-heresy/scenarios", "ea-heresy/battlefields"] {
        for source in data.under(folder) {
            let loaded = EaHeresy::load(data, &source);
            let loaded = loaded.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
            let (game, setup) = (&loaded.game, &loaded.setup);
            let name = source.path.rsplit('/').next().unwrap_or_default();
            let counts = (game.board.pieces.len(), setup.units.len(), setup.formations.len());
            opened.push(format!("{name} {counts:?}, {} warnings", loaded.warnings.len()));
        }
    }
    // Pieces of ground, units and formations. Lists of the legions have rules that no code keeps.
    let expected = [
        "beacons.yaml (16, 41, 8), 0 warnings",
        "default.yaml (13, 62, 12), 0 warnings",
        "fire-at-the-crossroads.yaml (16, 63, 12), 0 warnings",
        "legion-and-auxilia.yaml (16, 51, 11), 9 warnings",
        "storm-the-keep.yaml (1, 9, 2), 0 warnings",
        "crossroads.yaml (16, 62, 12), 0 warnings",
        "market-cross.yaml (13, 62, 12), 0 warnings",
    ];
    assert_eq!(opened, expected);
}

#[test]
fn a_missing_file_is_told() {
    for table in [
        "rules",
        "terrain",
        "terrain_netea",
        "terrain_ragnarok",
        "fortifications",
        "special_rules",
        "actions",
        "barrage",
        "results",
        "bases",
    ] {
        assert_missing(&format!("ea-heresy/{table}.yaml"));
    }
}

#[test]
fn a_fault_in_each_kind_of_file_is_placed() {
    let cases = [
        (
            "rules.yaml",
            "    status: enforced",
            "    status: enforcd",
            "ea-heresy/rules.yaml:90:13: at `rules[6].status`: unknown value `enforcd`, did you mean `enforced`?",
        ),
        (
            "terrain.yaml",
            "vehicle: difficult",
            "vehicle: dificult",
            "ea-heresy/terrain.yaml:37:74: at `terrain[4].vehicle`: unknown value `dificult`, did you mean `difficult`?",
        ),
        (
            "terrain_netea.yaml",
            "cover: 3",
            "cover: three",
            "ea-heresy/terrain_netea.yaml:16:12: at `terrain[2].cover`: expected a whole number from 0 to 255, found `three`",
        ),
        (
            "terrain_ragnarok.yaml",
            "table: ragnarok",
            "table: ragnarock",
            "ea-heresy/terrain_ragnarok.yaml:3:8: at `table`: unknown value `ragnarock`, did you mean `ragnarok`?",
        ),
        (
            "fortifications.yaml",
            "capacity: 1",
            "capasity: 1",
            "ea-heresy/fortifications.yaml:12:15: at `terrain[0].effects.capasity`: unknown field `capasity`, did you mean `capacity`?",
        ),
        (
            "special_rules.yaml",
            "class: unit",
            "klass: unit",
            "ea-heresy/special_rules.yaml:6:5: at `special_rules[0].klass`: unknown field `klass`, did you mean `class`?",
        ),
        (
            "actions.yaml",
            "then: assault",
            "then: asault",
            "ea-heresy/actions.yaml:4:64: at `actions[1].then`: unknown value `asault`, did you mean `assault`?",
        ),
        (
            "barrage.yaml",
            "ap: 6, at: 6",
            "ap: 6, at: 1",
            "ea-heresy/barrage.yaml:4:77: at `barrage[0].at`: expected 2 to 6, found `1`",
        ),
        (
            "results.yaml",
            "lead: 4",
            "leed: 4",
            "ea-heresy/results.yaml:5:31: at `results.battle_line[0].leed`: unknown field `leed`, did you mean `lead`?",
        ),
        (
            "bases.yaml",
            "corners: 24",
            "corners: 2",
            "ea-heresy/bases.yaml:4:28: at `bases[0].base`: expected 4 to 64 corners",
        ),
        (
            "units/training.yaml",
            "speed: 15, armour: 5",
            "speed: fast, armour: 5",
            "ea-heresy/units/training.yaml:8:54: at `units[0].speed`: expected a number, found `fast`",
        ),
        (
            "units/training.yaml",
            "weapons_from: training",
            "weapons_from: trainin",
            "ea-heresy/units/training.yaml:5:15: at `weapons_from`: unknown file of weapons `trainin`, did you mean `training`?",
        ),
        (
            "weapons/training.yaml",
            "ap: 4",
            "app: 4",
            "ea-heresy/weapons/training.yaml:4:50: at `weapons[0].modes[0].app`: unknown field `app`, did you mean `ap`?",
        ),
        (
            "weapons/netea.yaml",
            "range: 30",
            "range: 30.00001",
            "ea-heresy/weapons/netea.yaml:9:66: at `weapons[5].modes[0].range`: expected centimetres, `contact`, `small_arms` or `unlimited`",
        ),
        (
            "armies/training.yaml",
            "cost: {formation: 1}",
            "cost: {formations: 1}",
            "ea-heresy/armies/training.yaml:15:16: at `sections[0].detachments[0].cost.formations`: unknown field `formations`, did you mean `formation`?",
        ),
        (
            "editions/netea.yaml",
            "like: seed-2025-06",
            "like: seed-2025-6",
            "ea-heresy/editions/netea.yaml:4:9: at `edition.like`: unknown edition `seed-2025-6`, did you mean `seed-2025-06`?",
        ),
        (
            "editions/head-2026-04.yaml",
            "sh_vehicle_rule: nimble",
            "sh_vehicle_rule: nimbel",
            "ea-heresy/editions/head-2026-04.yaml:16:20: at `fields.sh_vehicle_rule`: unknown value `nimbel`, did you mean `nimble`?",
        ),
        (
            "house_rules/wet-ground.yaml",
            "vehicle: dangerous",
            "vehicle: dangrous",
            "ea-heresy/house_rules/wet-ground.yaml:7:77: at `terrain[20].vehicle`: unknown value `dangrous`, did you mean `dangerous`?",
        ),
        (
            "house_rules/wet-ground.yaml",
            "half_speed: true",
            "half_sped: true",
            "ea-heresy/house_rules/wet-ground.yaml:7:121: at `terrain[20].effects.half_sped`: unknown field `half_sped`, did you mean `half_speed`?",
        ),
        (
            "battlefields/crossroads.yaml",
            "terrain: medium_stronghold",
            "terrain: medium_strongold",
            "ea-heresy/battlefields/crossroads.yaml:7:27: at `pieces[0].terrain`: unknown terrain `medium_strongold`, did you mean `medium_stronghold`?",
        ),
        (
            "battlefields/crossroads.yaml",
            "on_hill: ridge",
            "on_hill: rigde",
            "ea-heresy/battlefields/crossroads.yaml:16:44: at `pieces[9].on_hill`: unknown hill `rigde`, did you mean `ridge`?",
        ),
        (
            "battlefields/crossroads.yaml",
            "radius: 7",
            "radius: -7",
            "ea-heresy/battlefields/crossroads.yaml:17:72: at `pieces[10].disc.radius`: a disc needs a radius above 0",
        ),
        (
            "battlefields/crossroads.yaml",
            "rect: [44, 34, 52, 42]",
            "rect: [44, 34, 44, 42]",
            "ea-heresy/battlefields/crossroads.yaml:8:51: at `pieces[1].rect`: the corners of a rectangle differ in x and in y",
        ),
        (
            "battlefields/crossroads.yaml",
            "half: far, blitz",
            "haf: far, blitz",
            "ea-heresy/battlefields/crossroads.yaml:27:23: at `objectives[3].haf`: unknown field `haf`, did you mean `half`?",
        ),
        (
            "battlefields/crossroads.yaml",
            "at: [24, 46]",
            "at: [90, 2]",
            "ea-heresy/battlefields/crossroads.yaml:25:10: at `objectives[1].at`: a second objective lies at [90, 2]",
        ),
        (
            "battlefields/crossroads.yaml",
            "size: [180, 120]",
            "size: [180, 1]",
            "ea-heresy/battlefields/crossroads.yaml:5:7: at `size`: a table is 10 to 1000 cm long and wide (EA-13.1)",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "battlefield: crossroads",
            "battlefield: crosroads",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:5:14: at `battlefield`: unknown battlefield `crosroads`, did you mean `crossroads`?",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "victory: fire_the_beacons",
            "victory: fire_the_becons",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:6:10: at `victory`: unknown value `fire_the_becons`, did you mean `fire_the_beacons`?",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "army: training",
            "army: trainig",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:11:11: at `sides.A.army`: unknown army `trainig`, did you mean `training`?",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "detachment: mixed_company",
            "detachment: mixed_compny",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:15:38: at `sides.A.formations[1].detachment`: unknown formation of the list `mixed_compny`, did you mean `mixed_company`?",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "captain_of_training]",
            "captain_of_trainng]",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:14:63: at `sides.A.formations[0].upgrades[0]`: unknown upgrade `captain_of_trainng`, did you mean `captain_of_training`?",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "name: riflemen",
            "name: reds",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:15:16: at `sides.A.formations[1].name`: each formation has a name of its own, found `reds` again",
        ),
        (
            "scenarios/fire-at-the-crossroads.yaml",
            "half: far",
            "half: near",
            "ea-heresy/scenarios/fire-at-the-crossroads.yaml:21:5: at `sides.B`: both sides have the same half of the table",
        ),
        (
            "scenarios/legion-and-auxilia.yaml",
            "detachment: predator_detachment",
            "detachment: veteran_detachment",
            "ea-heresy/scenarios/legion-and-auxilia.yaml:15:39: at `sides.A.formations[2].detachment`: a force has at most 1 of `veteran_detachment` (EA-13.2)",
        ),
        (
            "scenarios/beacons.yaml",
            "from: [84, 24]",
            "from: [84, 24], stance: retreat",
            "ea-heresy/scenarios/beacons.yaml:15:76: at `sides.A.formations[1].stance`: expected one of `ready`, `acted`, `did`, `overwatch`, `waiting`, `lost`, found `retreat`",
        ),
        (
            "scenarios/storm-the-keep.yaml",
            "in: keep",
            "in: kepe",
            "ea-heresy/scenarios/storm-the-keep.yaml:17:47: at `sides.B.formations[0].in`: unknown stronghold `kepe`, did you mean `keep`?",
        ),
        (
            "scenarios/storm-the-keep.yaml",
            "{guard: 3}",
            "{guard: 13}",
            "ea-heresy/scenarios/storm-the-keep.yaml:17:9: at `sides.B.formations[0]`: `keep` has 10 spaces, and 13 are taken (EA-6.2.1)",
        ),
        (
            "scenarios/storm-the-keep.yaml",
            "{act: A}",
            "{act: C}",
            "ea-heresy/scenarios/storm-the-keep.yaml:10:15: at `begins.act`: unknown side `C`",
        ),
        (
            "scenarios/storm-the-keep.yaml",
            "turn: 1",
            "turn: 1\nturn: 2",
            "ea-heresy/scenarios/storm-the-keep.yaml:10:1: at `turn`: duplicate key `turn`, given before in line 9, column 1",
        ),
    ];
    assert_told("ea-heresy", &cases);
}

/// The faults of a scenario that is typed here.
fn faults_of(text: &str) -> String {
    let faults = EaHeresy::load(&library().data, &Source::new("my.yaml", text)).err();
    faults_in_lines(&faults.unwrap_or_default())
}

const SIDES: &str = "sides:
  A:
    formations:
      - {name: wolves, units: {infantry: 3}, at: [[20, 20], [20, 20], [170, 20]]}
      - {name: cubs, units: {infantry: 3}, at: [[30, 60], [33, 60], [50, 60]]}
      - {name: bears, units: {infantry: 1}, in: keep}
      - {name: foxes, units: {infantri: 1}, from: [5, 5]}
      - {name: owls, units: {infantry: 2}, from: [.inf, 5]}
  B:
    formations:
      - {name: orks, units: {infantry: 2}, from: [65, 20]}
      - {name: goblins, units: {infantry: 2}, from: [900, 20]}
      - {name: riders, units: {infantry: 1}, at: [aboard foxes 1]}
";

/// Bad input of every kind in one file: all of it is told at once, each with its place, and nothing
/// else is.
#[test]
fn bad_input_is_told_all_at_once() {
    let text = format!(
        "size: [120, 90]
pieces:
  - {{name: bow, terrain: woods, outline: [[10, 10], [20, 20], [20, 10], [10, 20]]}}
  - {{name: fold, terrain: woods, outline: [[30, 30], [40, 30], [35, 30], [35, 40]]}}
  - {{name: big, terrain: woods, outline: [[30, 30], [40, forty], [40, 30]]}}
  - {{name: nowhere, terrain: woods, disc: {{at: [.nan, 40], radius: 3}}}}
  - {{name: pool, terrain: lake_deep_river, rect: [60, 10, 80, 30]}}
  - {{name: far, terrain: hill, rect: [200, 10, 220, 30]}}
  - {{name: keep, terrain: small_stronghold, rect: [50, 50, 56, 1e12]}}
  - {{terrain: wods, rect: [1, 60, 3, 64]}}
objectives:
  - {{at: [50, 40], half: near}}
  - {{at: [50, 40], half: near}}
{SIDES}"
    );
    let told = faults_of(&text);
    let expected = [
        "my.yaml:3:63: at `pieces[0].outline[2]`: the outline crosses itself: the side [20, 10] to [10, 20] meets the side [10, 10] to [20, 20]",
        "my.yaml:4:54: at `pieces[1].outline[1]`: the corner [40, 30] lies on the side before or after it",
        "my.yaml:5:58: at `pieces[2].outline[1][1]`: expected a number, found `forty`",
        "my.yaml:6:49: at `pieces[3].disc.at[0]`: expected a finite number, found `.nan`",
        "my.yaml:8:5: at `pieces[5]`: `far` does not lie on the table of 120 x 90 cm",
        "my.yaml:9:64: at `pieces[6].rect[3]`: expected centimetres up to 1000, with three decimals at most",
        "my.yaml:10:15: at `pieces[7].terrain`: unknown terrain `wods`, did you mean `woods`?",
        "my.yaml:13:10: at `objectives[1].at`: a second objective lies at [50, 40]",
        "my.yaml:17:61: at `sides.A.formations[0].at[1]`: `wolves 2` cannot stand at (20, 20): `wolves 1` stands there; the nearest legal place is (18.417, 18.806) (EA-1.6.2)",
        "my.yaml:17:71: at `sides.A.formations[0].at[2]`: `wolves 3` cannot stand at (170, 20): its base would hang over the table's edge; the nearest legal place is (119, 18) (EA-13.1)",
        "my.yaml:18:69: at `sides.A.formations[1].at[2]`: `cubs 3` is out of coherency with its formation, whose units stand within 5 cm of each other unless it says `scattered: true` (EA-1.5), did you mean `[40.001, 60]`?",
        "my.yaml:20:31: at `sides.A.formations[3].units.infantri`: unknown unit `infantri`, did you mean `infantry`?",
        "my.yaml:21:51: at `sides.A.formations[4].from[0]`: expected a finite number, found `.inf`",
        "my.yaml:24:9: at `sides.B.formations[0]`: `orks 1` cannot stand at (65, 20): its base would be in `pool`, which it may not enter; the nearest legal place is (59, 20) (EA-5.3)",
        "my.yaml:24:9: at `sides.B.formations[0]`: `orks 2` cannot stand at (69, 20): its base would be in `pool`, which it may not enter; the nearest legal place is (59, 18) (EA-5.3)",
        "my.yaml:25:9: at `sides.B.formations[1]`: `goblins 1` cannot stand at (900, 20), far off the table; the nearest legal place is (119, 20) (EA-13.1)",
        "my.yaml:25:9: at `sides.B.formations[1]`: `goblins 2` cannot stand at (904, 20), far off the table; the nearest legal place is (119, 22) (EA-13.1)",
    ];
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_is_none_is_told() {
    let cases = [
        ("", "my.yaml:1:1: the file is empty"),
        ("hello", "my.yaml:1:1: expected a mapping or a list, found only `hello`"),
        ("- a\n", "my.yaml:1:1: expected a mapping, found a list"),
        ("sides:\n\tA: {}\n", "my.yaml:2:1: a tab in the indentation, use spaces"),
        (
            "sides: {A: {formations: []}}\n",
            "my.yaml:1:8: at `sides`: a battle has two sides, found 1",
        ),
        (
            "sides: {A: [], B: {}}\n",
            "my.yaml:1:12: at `sides.A`: expected a mapping, found an empty list",
        ),
        (
            "sides:\n  A: {}\n  B: {}\n  A: {}\n",
            "my.yaml:4:3: at `sides.A`: duplicate key `A`, given before in line 2, column 3",
        ),
        ("sides: &all {A: {}, B: {}}\n", "my.yaml:1:8: at `sides`: an anchor (`&`) is not allowed"),
        (
            "sides: {A: {}, B: {}\n",
            "my.yaml:1:8: at `sides`: the bracket opened here is never closed",
        ),
        (
            "battlefield: mine\npieces: {terrain: woods}\n",
            "my.yaml:2:9: at `pieces`: expected a list, found a mapping",
        ),
        (
            "battlefield: mine\npieces: [{terrain: woods, outline: [[1, 1], [2, 2]]}]\n",
            "my.yaml:2:36: at `pieces[0].outline`: an outline needs at least three corners",
        ),
        ("pieces: []\n", "my.yaml:1:1: missing field `battlefield`, expected text"),
    ];
    let unlike: Vec<String> = cases
        .iter()
        .filter(|(text, told)| faults_of(text) != *told)
        .map(|(text, _)| format!("{text:?}\n  {}", faults_of(text)))
        .collect();
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

/// Windows line ends change neither what a file says nor where its faults are.
#[test]
fn line_ends_of_windows_are_no_matter() {
    let text = format!("turn: 1\n{SIDES}");
    assert_eq!(faults_of(&text.replace('\n', "\r\n")), faults_of(&text));
}
