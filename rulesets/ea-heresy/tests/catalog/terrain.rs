//! Terrain as shipped: what is printed, which tables offer what, and ground added by rows alone.

use crate::catalog::*;

fn row<'a>(catalog: &'a Catalog, edition: &str, key: &str) -> &'a Terrain {
    let edition = &catalog.editions[edition];
    let id = catalog.terrain_named(edition, key).unwrap_or_else(|why| panic!("{key}: {why:?}"));
    catalog.terrain(id)
}

/// The page's table, where it refers to rules of strongholds by their number here: name, infantry, armoured vehicles, war engines, sight, Towering.
const PRINTED: [[&str; 6]; 20] = [
    ["Small Stronghold", "Walls (EA-6)", "Walls (EA-6)", "Impassable", "Yes, Completely", "No"],
    ["Medium Stronghold", "Walls (EA-6)", "Walls (EA-6)", "Impassable", "Yes, Completely", "No"],
    ["Large Stronghold", "Walls (EA-6)", "Walls (EA-6)", "Impassable", "Yes, Completely", "Yes"],
    ["Ruined Stronghold", "Impassable", "Impassable", "Impassable", "Yes, Completely", "Yes"],
    ["Urban Area", "5+ Cover Save", "Difficult", "Difficult", "Yes, Area Terrain", "No"],
    ["Ruin", "4+ Cover Save", "Dangerous", "Dangerous", "Yes, Area Terrain", "No"],
    ["Crater", "4+ Cover Save", "Dangerous", "Dangerous", "No", "No"],
    ["Jungle", "4+ Cover Save, Difficult", "Dangerous", "Dangerous", "Yes, Area Terrain", "No"],
    ["Woods", "5+ Cover Save", "Dangerous", "Dangerous", "Yes, Area Terrain", "No"],
    ["Marsh", "5+ Cover Save, Difficult", "Impassable", "Dangerous", "No", "No"],
    ["Scrub", "6+ Cover Save", "Difficult", "Difficult", "Yes, Area Terrain", "No"],
    ["Field", "6+ Cover Save", "No Effect", "No Effect", "No", "No"],
    ["Stream, Shallow River", "6+ Cover Save, Difficult", "Difficult", "No Effect", "No", "No"],
    ["Toxic Flow", "6+ Cover Save, Dangerous", "Difficult", "No Effect", "No", "No"],
    ["Open Ground", "No Effect", "No Effect", "No Effect", "No", "No"],
    ["Road (See special rules)", "No Effect", "No Effect", "No Effect", "No", "No"],
    [
        "Hill (See special rules)",
        "No Effect",
        "No Effect",
        "No Effect",
        "Yes (see special rules)",
        "No (see special rules)",
    ],
    ["Mountain", "Impassable", "Impassable", "Impassable", "Yes, Completely", "Yes"],
    ["Smoking Vulcanic Crater", "Impassable", "Impassable", "Impassable", "Yes, Completely", "Yes"],
    ["Lake / Deep River", "Impassable", "Impassable", "Impassable", "No", "No"],
];

#[test]
fn the_table_says_what_the_page_prints() {
    let catalog = catalog();
    let heresy = catalog.terrain.iter().filter(|row| row.table == TableName::Heresy);
    let rows: Vec<&Terrain> = heresy.collect();
    assert_eq!(rows.len(), 20);
    for (number, (row, printed)) in rows.iter().zip(PRINTED).enumerate() {
        assert_eq!(row.rule, format!("EA-T.{:02}", number + 1));
        let cells = Cell::ALL.map(|cell| row.cell(cell));
        assert_eq!(row.printed_name(), printed[0]);
        assert_eq!(cells.as_slice(), &printed[1..], "{}", row.name);
    }
}

#[test]
fn strongholds_are_as_large_as_printed() {
    let catalog = catalog();
    let sizes =
        [("small_stronghold", 4, 8), ("medium_stronghold", 5, 10), ("large_stronghold", 6, 12)];
    for (key, damage_capacity, spaces) in sizes {
        let row = row(&catalog, "seed-2025-06", key);
        let own = row.stronghold.expect("it is one");
        assert_eq!((own.damage_capacity, own.armour, own.spaces()), (damage_capacity, 5, spaces));
        assert!(own.traits.has(Traits::REINFORCED_ARMOUR | Traits::THICK_REAR_ARMOUR));
        assert_eq!(own.traits.has(Traits::TOWERING), key == "large_stronghold");
        let ruin = catalog.ruin_of(row.id).expect("it falls");
        assert_eq!(catalog.terrain(ruin).rule, "EA-T.04");
    }
}

#[test]
fn tables_of_editions_differ() {
    let catalog = catalog();
    let ground = |edition: &str, key: &str, column: Column| {
        let id = row(&catalog, edition, key).id;
        catalog.terrain_in(&catalog.editions[edition])[id.index()].ground(column)
    };
    let cells = [
        ("crater", Column::WarEngine, Ground::Dangerous, Ground::Difficult),
        ("marsh", Column::Vehicle, Ground::Impassable, Ground::Dangerous),
        ("crater", Column::Vehicle, Ground::Dangerous, Ground::Dangerous),
        ("marsh", Column::WarEngine, Ground::Dangerous, Ground::Dangerous),
    ];
    for (key, column, seed, head) in cells {
        assert_eq!(ground("seed-2025-06", key, column), seed, "{key}");
        assert_eq!(ground("head-2026-04", key, column), head, "{key}");
    }
    assert_eq!(ground("netea", "marsh", Column::Vehicle), Ground::Dangerous);
    assert_eq!(row(&catalog, "netea", "marsh").cover_save, 6);
    assert_eq!(ground("ragnarok", "marsh", Column::Vehicle), Ground::Dangerous);
    assert_eq!(row(&catalog, "seed-2025-06", "cliff").rule, "EA-T.netea.cliff");
    assert_eq!(row(&catalog, "seed-2025-06", "minefield").rule, "EA-T.minefield");
    let count = |edition: &str| {
        let offered = catalog.terrain_offered(&catalog.editions[edition]);
        offered.filter(|row| row.table != TableName::Own).count()
    };
    assert_eq!(count("seed-2025-06"), 22);
    assert_eq!(count("head-2026-04"), 21);
    assert_eq!((count("netea"), count("ragnarok")), (11, 15));
}

#[test]
fn rows_that_are_not_offered_name_another() {
    let catalog = catalog();
    let refused = |edition: &str, key: &str| {
        let edition = &catalog.editions[edition];
        catalog.terrain_named(edition, key).expect_err("it is not offered")
    };
    let large = refused("seed-2025-06", "large_building");
    assert_eq!(large.suggestion.as_deref(), Some("large_stronghold"));
    assert!(large.because.contains("Strongholds take the place of large buildings"));
    assert_eq!(row(&catalog, "ragnarok", "large_building").cover_save, 4);
    assert_eq!(refused("seed-2025-06", "building").suggestion.as_deref(), Some("small_stronghold"));
    assert_eq!(refused("seed-2025-06", "urban_aria").suggestion.as_deref(), Some("urban_area"));
    assert_eq!(
        refused("head-2026-04", "ruined_stronghold").because,
        "unknown terrain `ruined_stronghold`"
    );
    assert!(catalog.terrain_named(&catalog.editions["netea"], "small_stronghold").is_err());
}

#[test]
fn other_tables_print_their_own_way() {
    let catalog = catalog();
    let cells = |edition: &str, key: &str| {
        let row = row(&catalog, edition, key);
        Cell::ALL.map(|cell| row.cell(cell)).join(" | ")
    };
    assert_eq!(cells("netea", "marsh"), "6+ cover; dangerous | dangerous | dangerous |  | ");
    assert_eq!(cells("netea", "scrub"), "6+ cover | none | none |  | ");
    assert_eq!(
        cells("netea", "fortification"),
        "3+ cover (see rules) | see rules | impassable |  | "
    );
    assert_eq!(
        cells("ragnarok", "large_building"),
        "4+ Cover Save | Impassable | Impassable | Yes | "
    );
    assert_eq!(cells("ragnarok", "craters"), "4+ Cover Save | Dangerous | Dangerous | No | ");
}

#[test]
fn house_rules_add_ground_by_rows_alone() {
    let file = files().get("ea-heresy/house_rules/wet-ground.yaml").expect("it is shipped");
    let catalog = read(&files(), &[file]);
    let bog = row(&catalog, "seed-2025-06", "bog");
    assert!(bog.effects.half_speed);
    assert_eq!(bog.ground(Column::Vehicle), Ground::Dangerous);
    assert_eq!(row(&catalog, "netea", "reeds").cover_save, 6);
    assert_eq!(row(&catalog, "seed-2025-06", "bunker").effects.at_most, Some(8 * CM));
    let entries = catalog.terrain_entries(&catalog.editions["seed-2025-06"]);
    let told = |name: &str, words: &str| {
        let entry = entries.iter().find(|entry| entry.name == name).expect("it is told");
        entry.effects.iter().any(|(effect, _)| effect == words)
    };
    assert!(told("bog", "moves that touch it go half as far"));
    assert!(told("reeds", "sight reaches 10 cm into it, never through"));
    assert!(told("woods", "sight reaches 10 cm into it, never through"));
    assert!(told("open_ground", "no effect"));
    assert!(told("large_stronghold", "armour 5+, towering, reinforced_armour, thick_rear_armour"));
}
