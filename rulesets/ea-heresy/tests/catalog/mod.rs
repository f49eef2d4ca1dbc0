//! The tables as shipped: what they hold, and what is told of those that are wrong.

mod terrain;

use std::collections::BTreeSet;
use std::sync;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::RuleId;
use umpire_ea_heresy::tables::catalog::*;
use umpire_ea_heresy::tables::rule::Rule;

/// The tables of the game as shipped.
pub fn files() -> Files {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/ea-heresy");
    let mut files = Files::default();
    let mut open = vec![folder.clone()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|kind| kind == "yaml") {
                let inside = path.strip_prefix(&folder).expect("it lies inside");
                let name = format!("ea-heresy/{}", inside.display());
                files.insert(name, std::fs::read_to_string(&path).expect("it is text"));
            }
        }
    }
    files
}

pub fn catalog() -> sync::Arc<Catalog> {
    read(&files(), &[])
}

fn read(files: &Files, house: &[Source]) -> sync::Arc<Catalog> {
    Catalog::read_with(files, house).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

fn unit<'a>(catalog: &'a Catalog, key: &str) -> &'a Unit {
    catalog.unit(catalog.unit_named(key).unwrap_or_else(|| panic!("there is no unit `{key}`")))
}

fn weapon<'a>(catalog: &'a Catalog, key: &str) -> &'a Weapon {
    let id = catalog.weapon_named(key).unwrap_or_else(|| panic!("there is no weapon `{key}`"));
    catalog.weapon(id)
}

#[test]
fn units_are_as_their_lists_print_them() {
    let catalog = catalog();
    let reaver = unit(&catalog, "reaver_battle_titan");
    assert_eq!((reaver.kind, reaver.speed, reaver.armour), (UnitType::WarEngine, 20 * CM, 4));
    assert_eq!((reaver.damage_capacity, reaver.void_shields), (6, 4));
    assert_eq!(reaver.critical, Critical::Damage(1));
    assert!(reaver.traits.has(Traits::BLITZ | Traits::TOWERING | Traits::STEADFAST));
    assert_eq!((reaver.column(), reaver.counts_as()), (Column::WarEngine, 6));
    let names: Vec<(String, u8)> = reaver
        .armament(&[])
        .iter()
        .map(|mount| (catalog.weapon(mount.weapon).name.clone(), mount.count))
        .collect();
    assert_eq!(
        names,
        [("Turbo-Laser Destructor".to_string(), 1), ("Turbo-Laser Blaster".to_string(), 2)]
    );
    let bike = unit(&catalog, "marines_bike");
    assert_eq!((bike.kind, bike.column()), (UnitType::Infantry, Column::Vehicle));
    assert_eq!(unit(&catalog, "marines_attack_bike").column(), Column::Vehicle);
    assert_eq!(unit(&catalog, "infantry").column(), Column::Infantry);
    let spartan = unit(&catalog, "assault_carrier").transport.expect("it carries");
    assert_eq!(spartan, Transport { spaces: 8, bulky: true, vehicles: true });
    assert_eq!(
        unit(&catalog, "heavy_carrier").transport.map(|t| (t.bulky, t.vehicles)),
        Some((true, false))
    );
    assert_eq!(unit(&catalog, "daemons").invulnerable, 5);
    assert_eq!(unit(&catalog, "ion_tank").ion_shield, 4);
    assert_eq!(unit(&catalog, "steel_infantry").armour, 0);
    assert_eq!(unit(&catalog, "marines_warlord_class_titan").void_shields, 6);
    let by_kind = |kind| catalog.units.iter().filter(|unit| unit.kind == kind).count();
    assert!(by_kind(UnitType::Infantry) > 100 && by_kind(UnitType::WarEngine) > 60);
    for unit in &catalog.units {
        assert_eq!(unit, catalog.unit(unit.id));
        let Footprint::Rectangle { long, wide } = unit.base else { continue };
        assert!(long > 0 && wide > 0, "{} has a base", unit.key);
    }
}

#[test]
fn bases_go_by_type_and_size() {
    let catalog = catalog();
    let base = |key: &str| unit(&catalog, key).base;
    assert_eq!(base("infantry"), Footprint::Disc { radius: CM, corners: 24 });
    assert_eq!(base("tank"), Footprint::Rectangle { long: 3200, wide: 2 * CM });
    assert_eq!(base("super_heavy_tank"), Footprint::Rectangle { long: 6 * CM, wide: 4 * CM });
    assert_eq!(base("titan"), Footprint::Ellipse { long: 3 * CM, wide: 2400, corners: 24 });
    assert_eq!(base("great_titan"), Footprint::Ellipse { long: 3500, wide: 3 * CM, corners: 24 });
    assert_eq!(base("scout_titan"), Footprint::Ellipse { long: 2 * CM, wide: 1600, corners: 24 });
}

#[test]
fn weapons_hold_their_numbers_and_rules() {
    let catalog = catalog();
    let mode = |key: &str| weapon(&catalog, key).modes[0];
    let gun = mode("great_cannon");
    assert_eq!((gun.range, gun.ap, gun.at, gun.titan_killer), (Reach::Range(60 * CM), 2, 2, 2));
    assert!(gun.flags.has(WeaponFlags::MACRO) && gun.is_titan_killer());
    let doom = mode("doom_cannon").titan_killer_dice.expect("it rolls");
    let damage: Vec<u8> = (1..=6).map(|face| doom.damage(face)).collect();
    assert_eq!(damage, [1, 1, 2, 2, 3, 3]);
    let howitzer = mode("howitzer");
    assert_eq!((howitzer.barrage, howitzer.ap), (2, 0));
    assert!(howitzer.flags.has(WeaponFlags::INDIRECT));
    assert_eq!(
        mode("blades"),
        Mode { extra_attacks: 1, range: Reach::BaseContact, ..mode("pistols") }
    );
    assert_eq!(mode("crusher").graviton, 1);
    assert_eq!(weapon(&catalog, "front_gun").arc, Arc::FixedForward);
    assert_eq!(unit(&catalog, "casemate_tank").mounts[0].arc, Arc::FixedForward);
    assert!(weapon(&catalog, "twin_role_gun").any_mode);
    let earthshaker = weapon(&catalog, "netea_earthshaker");
    assert!(earthshaker.any_mode && earthshaker.modes.len() == 2);
    assert!(!weapon(&catalog, "melta").any_mode);
    let dice = |plus| Some(TkDice { sides: 3, plus });
    let found: BTreeSet<_> = catalog
        .weapons
        .iter()
        .flat_map(|weapon| &weapon.modes)
        .filter_map(|mode| mode.titan_killer_dice)
        .filter(|die| die.sides == 3)
        .map(Some)
        .collect();
    assert_eq!(found, BTreeSet::from([dice(0), dice(1), dice(3)]));
}

#[test]
fn lists_offer_their_formations() {
    let catalog = catalog();
    let names: Vec<&str> = catalog.armies.iter().map(|army| army.key.as_str()).collect();
    let lists = [
        ("ultramarines", 36, 4),
        ("sons_of_horus", 36, 4),
        ("calth_high_guard", 29, 2),
        ("netea_space_marines", 20, 5),
        ("netea_steel_legion", 22, 2),
        ("netea_orks", 12, 3),
    ];
    assert_eq!(names.len(), lists.len() + 1);
    for (key, formations, strategy) in lists {
        let army = catalog.army(catalog.army_named(key).expect("it is there"));
        let offered: usize = army.sections.iter().map(|section| section.detachments.len()).sum();
        assert_eq!((offered, army.strategy), (formations, strategy), "{key}");
    }
    let ultramarines = catalog.army_named("ultramarines").expect("it is there");
    let tactical = catalog.detachment_named(ultramarines, "tactical_detachment");
    let tactical = catalog.detachment(tactical.expect("it is offered"));
    assert_eq!((tactical.cost.formation, tactical.initiative, tactical.upgrades.len()), (1, 1, 12));
    let units: Vec<(&str, u8)> = tactical
        .units
        .iter()
        .map(|(unit, count)| (catalog.unit(*unit).key.as_str(), *count))
        .collect();
    assert_eq!(units, [("lieutenant", 1), ("legion_tactical_squad", 4)]);
    assert_eq!(tactical.upgrades[0].add_one_of.len(), 3);
    let horde = catalog.army_named("netea_orks").expect("it is there");
    let warband = catalog.detachment_named(horde, "warband").expect("it is offered");
    let sum: u8 = catalog.detachment(warband).units.iter().map(|(_, count)| count).sum();
    assert_eq!((sum, catalog.detachment(warband).cost.points), (10, 200));
    let rows = &catalog.army(ultramarines).sections;
    let kinds = ["core", "special"].map(str::to_string).to_vec();
    assert_eq!(rows[2].at_most_per, Some((kinds, 2)));
}

#[test]
fn upgrades_that_put_in_the_same_unit_differ_in_number_or_replace() {
    let catalog = catalog();
    let mut several = 0;
    for list in &catalog.detachments {
        let mut said = BTreeSet::new();
        let mut units = BTreeSet::new();
        for upgrade in &list.upgrades {
            let words = (upgrade.remove.is_empty(), upgrade.add_count);
            for unit in &upgrade.add_one_of {
                assert!(said.insert((*unit, words)), "{}: {}", list.key, catalog.unit(*unit).key);
                several += usize::from(!units.insert(*unit));
            }
        }
    }
    assert!(several > 10, "{several}");
}

#[test]
fn slips_of_the_sources_are_noted_where_they_stand() {
    let catalog = catalog();
    let told: Vec<String> = catalog.notes.iter().map(ToString::to_string).collect();
    let names = |kind: &str| -> BTreeSet<&str> {
        let start = format!("unknown {kind} `");
        let noted = catalog.notes.iter().filter_map(|note| note.problem.strip_prefix(&start));
        noted.filter_map(|name| name.split('`').next()).collect()
    };
    let weapons = [
        "AC Combi-Bolters",
        "AC Quad Heavy Bolter",
        "AC Twin Heavy Bolter Turret",
        "Bolter",
        "Boltpistols",
        "Disruptor",
        "Dreadhammer Siege Cannon",
        "Hydra Autocannon",
        "Meltagun",
        "Meltaguns",
        "OR",
        "Phosphor Blaster",
        "Quad Heavy Bolters",
        "Servo Arm",
        "Siege Claw",
        "Twin Heavy Flamers",
    ];
    assert_eq!(names("weapon"), BTreeSet::from(weapons));
    let rules = names("special rule");
    for rule in ["Machine Empathy", "Slow to Arrive", "Regeneration", "Tunneler", "Planetfall"] {
        assert!(rules.contains(rule), "{rule}");
    }
    let squad = told.iter().filter(|line| line.contains("unknown unit `Lasrifle Squad`"));
    let squad: Vec<&String> = squad.collect();
    assert_eq!(squad.len(), 12);
    assert!(squad.iter().all(|line| line.ends_with("did you mean `Auxilia Lasrifle Squad`?")));
    let borrowed = told.iter().filter(|line| line.ends_with("bears the name of `ultramarines`"));
    assert_eq!(borrowed.count(), 4);
    let own = told.iter().filter(|line| line.contains("training"));
    assert_eq!(own.count(), 0, "our own list has no slips");
    assert!(catalog.notes.iter().all(|note| note.line > 1 && note.column > 1));
}

#[test]
fn a_slip_of_spelling_is_read_as_what_was_meant() {
    let catalog = catalog();
    let mut odd = catalog.units.iter().filter(|unit| unit.army == "taghmata");
    assert!(odd.any(|unit| unit.traits.has(Traits::SKIRMISHER)));
    let lowercase = catalog.notes.iter().find(|note| note.problem.contains("`Assault transport`"));
    let lowercase = lowercase.expect("noted").to_string();
    assert!(lowercase.ends_with("is read as the special rule `Assault Transport`"), "{lowercase}");
    let dropped = |note: &DataError| note.problem.contains("`Tunneler`, which is left out");
    assert!(catalog.notes.iter().any(dropped));
    let carrier = unit(&catalog, "techmarine");
    assert!(carrier.deferred.iter().any(|why| why.starts_with("Machine Empathy")));
    assert!(carrier.deferred.iter().any(|why| why.starts_with("Servo Arm")));
}

#[test]
fn cards_say_what_units_carry_and_what_their_hard_points_take() {
    use umpire_core::host::Hosting;
    let cards = umpire_ea_heresy::EaHeresy::cards(&files()).expect("the tables are sound");
    let number = |name: &str, what: &str| {
        let card = cards.iter().find(|card| card.name == name).expect(name);
        let found = card.numbers.iter().find(|(known, _)| known == what);
        found.map_or(String::new(), |(_, number)| number.clone())
    };
    assert_eq!(number("carrier", "transport"), "2");
    assert_eq!(number("heavy_carrier", "heavy transport"), "4");
    assert_eq!(number("great_carrier", "assault transport"), "16");
    assert_eq!(number("infantry", "transport"), "");
    assert_eq!(number("great_titan", "god machine"), "2");
    let arms = number("warhound_scout_titan", "arms");
    assert!(arms.starts_with("2 of: ") && arms.matches(", ").count() > 2, "{arms}");
}

#[test]
fn editions_say_what_differs() {
    let catalog = catalog();
    let [seed, head] = ["seed-2025-06", "head-2026-04"].map(|name| &catalog.editions[name]);
    assert_eq!((seed.strategy_dice, seed.strategy_fewer_titan_and_ally_points), (2, 2));
    assert_eq!(head.strategy_fewer_titan_and_ally_points, 0);
    assert!(!seed.critical_chains && head.critical_chains);
    assert!(seed.overwatch_step_on_roads && !head.overwatch_step_on_roads);
    assert_eq!((seed.coherency, seed.area_depth, seed.crossfire), (5000, 10_000, 45_000));
    assert_eq!((seed.board_long, seed.board_wide), (180 * CM, 120 * CM));
    let netea = &catalog.editions["netea"];
    assert_eq!((netea.strategy_dice, netea.overwatch_step), (1, 0));
    assert_eq!(netea.terrain_table, TableName::Netea);
}

#[test]
fn barrages_are_read_off_the_table() {
    let catalog = catalog();
    let row = |points| {
        let row = catalog.barrage(points).expect("points attack");
        (row.extra_templates, row.extra_blast_markers, row.ap, row.at)
    };
    assert_eq!(row(3), (0, 0, 4, 6));
    assert_eq!(row(5), (1, 0, 4, 5));
    assert_eq!(row(12), (2, 2, 4, 5));
    assert_eq!(row(40), (2, 4, 4, 5));
    assert!(catalog.barrage(0).is_none());
    assert_eq!(catalog.actions.len(), 11);
    assert_eq!(catalog.results["battle_line"].len(), 6);
    assert_eq!(catalog.results["fire_the_beacons"].len(), 9);
    assert_eq!(catalog.dice.get(D6).face_named("6"), Some(5));
}

#[test]
fn army_rules_change_tests() {
    let catalog = catalog();
    let tests = |key: &str| catalog.special(catalog.special_named(key).expect("it is there")).tests;
    let mankind = tests("army_of_mankind");
    assert_eq!((mankind.advance, mankind.overwatch, mankind.march), (1, 1, 0));
    assert_eq!((mankind.rally, mankind.rally_with_character), (0, 1));
    let logic = tests("logic_of_victory");
    assert_eq!((logic.advance, logic.marshal, logic.march, logic.rally), (1, 1, -1, 1));
    assert_eq!(tests("leader"), TestModifiers::default());
}

#[test]
fn every_trait_and_flag_is_a_special_rule() {
    let catalog = catalog();
    let traits = Traits::ALL.iter().map(|(_, key)| *key);
    let flags = WeaponFlags::ALL.iter().map(|(_, key)| *key);
    for key in traits.chain(flags) {
        let special = catalog.special_named(key).unwrap_or_else(|| panic!("no row `{key}`"));
        assert_eq!(catalog.cite(Rule::Special(special)), format!("EA-14.{key}"));
    }
    let both = Traits::LEADER | Traits::WALKER;
    assert_eq!(both.to_string(), "leader, walker");
    assert!(both.any(Traits::WALKER) && !both.has(Traits::WALKER | Traits::BLITZ));
}

#[test]
fn code_and_index_name_the_same_rules() {
    let catalog = catalog();
    let named = |name: &str| -> String {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        name.split('_').map(capital).collect()
    };
    let kept = catalog.rules.rules.iter().filter(|rule| rule.status.is_kept());
    let index: BTreeSet<(String, String)> =
        kept.map(|rule| (rule.id.clone(), named(&rule.name))).collect();
    let code: BTreeSet<(String, String)> =
        Rule::ALL.iter().map(|rule| (rule.id().to_string(), format!("{rule:?}"))).collect();
    assert_eq!(index, code);
    let whole = catalog.rule_index();
    let ids: BTreeSet<&str> = whole.rules.iter().map(|rule| rule.id.as_str()).collect();
    let names: BTreeSet<&str> = whole.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!((ids.len(), names.len()), (whole.rules.len(), whole.rules.len()));
    assert!(whole.rules.iter().all(|rule| whole.books.contains_key(&rule.source.book)));
    let crater = whole.get("EA-T.07").expect("rows are rules");
    assert_eq!(
        crater.says,
        "Crater: infantry 4+ cover save, vehicles dangerous, war engines dangerous, \
         blocks sight no, Towering no"
    );
}

#[test]
fn the_first_source_speaks_of_kept_rules() {
    #[derive(serde::Deserialize)]
    struct Ledger {
        statements: Vec<Statement>,
    }
    #[derive(serde::Deserialize)]
    struct Statement {
        id: String,
        says: String,
        rules: Vec<String>,
    }
    let file = files().get("ea-heresy/seed.yaml").expect("it is shipped");
    let ledger = umpire_core::data::read::<Ledger>(&file).expect("it has the form").value;
    let index = catalog().rule_index();
    assert_eq!(ledger.statements.len(), 153);
    for Statement { id, says, rules } in &ledger.statements {
        assert!(!says.is_empty() && !rules.is_empty(), "{id}");
        for rule in rules {
            let entry = index.get(rule).unwrap_or_else(|| panic!("{id}: no rule {rule}"));
            assert!(entry.status.is_kept(), "{id}: {rule}");
        }
    }
}

/// What is told when a file says one thing in place of another.
fn broken(file: &str, from: &str, to: &str) -> String {
    let mut files = files();
    let path = format!("ea-heresy/{file}");
    let text = files.get(&path).expect("it is shipped").text;
    assert!(text.contains(from), "{file} holds `{from}`");
    files.insert(path, text.replacen(from, to, 1));
    match Catalog::read(&files) {
        Ok(_) => "nothing".to_string(),
        Err(faults) => faults.iter().map(|f| format!("{f}\n")).collect(),
    }
}

#[test]
fn faults_are_told_with_their_place() {
    let cases = [
        ("actions.yaml", "moves: 3", "moves: 5", "expected 0 to 4"),
        (
            "terrain.yaml",
            "sight: area}",
            "sight: aria}",
            "unknown value `aria`, did you mean `area`?",
        ),
        ("terrain.yaml", "cover: 5,", "cover: 7,", "`: expected 2 to 6, found `7`"),
        (
            "terrain.yaml",
            "becomes: ruined_stronghold",
            "becomes: ruined",
            "unknown terrain `ruined`",
        ),
        ("terrain.yaml", "rule: EA-T.09", "rule: EA-T.08", "`EA-T.08` stands twice"),
        (
            "terrain.yaml",
            "    stronghold: {dc: 4, armour: 5, rules: [Reinforced Armour, Thick Rear Armour]}\n",
            "",
            "at `terrain[0]`: a row with `stronghold` has a column that says so, and no other row has",
        ),
        (
            "barrage.yaml",
            "from: 4, to: 5",
            "from: 5, to: 5",
            "expected a row that starts at 4 barrage points",
        ),
        (
            "actions.yaml",
            "EA-2.8.4",
            "EA-2.8.44",
            "unknown rule `EA-2.8.44`, did you mean `EA-2.8.4`?",
        ),
        (
            "special_rules.yaml",
            "class: unit",
            "class: units",
            "unknown value `units`, did you mean `unit`?",
        ),
        ("bases.yaml", "radius: 1,", "radius: 0,", "a footprint is larger than 0 cm"),
        (
            "bases.yaml",
            "  - {type: spacecraft,",
            "  - {type: aircraft,",
            "no row gives the usual base of every SC",
        ),
        ("units/training.yaml", "type: LV", "type: LW", "expected one of `INF`, `LV`"),
        ("units/training.yaml", "armour: 5,", "armour: 7,", "expected 2 to 6, found `7`"),
        ("units/training.yaml", "id: guard,", "id: infantry,", "`infantry` stands twice"),
        (
            "weapons/training.yaml",
            "range: 30, ap: 4}",
            "range: far, ap: 4}",
            "expected centimetres, `contact`",
        ),
        (
            "weapons/training.yaml",
            "range: contact,",
            "range: contact, ap: 4,",
            "and no other mode has",
        ),
        (
            "armies/training.yaml",
            "units_from: [training]",
            "units_from: [trainig]",
            "did you mean `training`?",
        ),
        (
            "armies/training.yaml",
            "rules: [army_of_mankind]",
            "rules: [leader]",
            "unknown rule of armies or formations `leader`",
        ),
        (
            "armies/ultramarines.yaml",
            "at_most: {count: 2, per: core_or_special}",
            "at_most: {count: 2, per: core_or_spezial}",
            "unknown kind of section `spezial`, did you mean `special`?",
        ),
        (
            "editions/head-2026-04.yaml",
            "terrain: crater",
            "terrain: krater",
            "the terrain `krater`",
        ),
        (
            "editions/seed-2025-06.yaml",
            "  coherency: 5\n",
            "",
            "the edition lacks the field `coherency`",
        ),
        (
            "editions/seed-2025-06.yaml",
            "strategy_dice: 2",
            "strategy_dice: 9",
            "expected 1 to 4, found `9`",
        ),
        (
            "editions/seed-2025-06.yaml",
            "  coherency: 5\n",
            "  coherency: 5.0001\n",
            "three decimals",
        ),
        ("results.yaml", "at_least: 2", "at_leest: 2", "did you mean `at_least`?"),
    ];
    for (file, from, to, expected) in cases {
        let told = broken(file, from, to);
        assert!(told.contains(expected), "{file}: {to}\n{told}");
        assert!(told.contains(file), "{file}: {told}");
    }
}

#[test]
fn before_a_battle_each_thing_that_is_not_built_is_told_once() {
    use umpire_core::host::Hosted;
    let text = "
edition: netea
begins: {act: A}
sides:
  A: {army: training, formations: [{name: birds, units: {bomber: 2}, from: [20, 20], step: [7, 0]}]}
  B: {formations: [{name: fleet, units: {orks_battlekroozer: 1}, at: [[50, 80]]}]}
";
    let source = Source::new("told.yaml", text);
    let loaded = umpire_ea_heresy::EaHeresy::load(&files(), &source).expect("it is a battle");
    let told = |what: &str| loaded.warnings.iter().filter(|line| line.contains(what)).count();
    let all = &loaded.warnings;
    assert_eq!(told("Bomber: aircraft are not built (EA-12)"), 1, "{all:?}");
    assert_eq!(told("aircraft"), 1, "{all:?}");
    let points = "Battlekroozer: Orbital Bombardment: it rolls D6 more barrage points (EA-14)";
    assert_eq!(told(points), 1, "{all:?}");
}
