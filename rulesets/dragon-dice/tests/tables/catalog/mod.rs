//! The shipped tables read without fault, and say what the printed dice say.

mod elements;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use umpire_core::data::{Files, Source};
use umpire_core::dice::{DiceGroup, RollRequest, read_faces};
use umpire_core::rule_index::Status;
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;
use umpire_dragon_dice::tables::catalog::effects::{Fate, Lasting, Peril, RollKind, Test};
use umpire_dragon_dice::tables::catalog::*;
use umpire_dragon_dice::tables::edition::{CaptureDoubles, Form as EditionForm, UndeadElements};
use umpire_dragon_dice::tables::rule::Rule;

/// The tables of the game as shipped.
pub fn files() -> Files {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/dragon-dice");
    let mut files = Files::default();
    let mut open = vec![folder.clone()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|kind| kind == "yaml") {
                let inside = path.strip_prefix(&folder).expect("it lies inside");
                let name = format!("dragon-dice/{}", inside.display());
                files.insert(name, std::fs::read_to_string(&path).expect("it is text"));
            }
        }
    }
    files
}

pub fn catalog() -> Arc<Catalog> {
    Catalog::read(&files()).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

fn kind<'a>(catalog: &'a Catalog, id: &str) -> &'a Kind {
    catalog.kind(catalog.kind_named(id).unwrap_or_else(|| panic!("there is no `{id}`")))
}

/// The faces of a kind as data files write them.
fn shown(catalog: &Catalog, id: &str) -> Vec<String> {
    let word = |face: &Face| {
        let name = match face.icon {
            Icon::Id => "id".to_string(),
            Icon::Plain(counted) | Icon::Action(counted) => counted.name().to_string(),
            Icon::Sai(sai) => catalog.sai(sai).id.clone(),
            Icon::Dragon(face) => face.name().to_string(),
            Icon::Eighth => "8".to_string(),
            Icon::Minor(face) => catalog.minor_face(face).id.clone(),
        };
        format!("{}{name}", face.count)
    };
    kind(catalog, id).faces().iter().map(word).collect()
}

#[test]
fn every_die_of_the_sources_is_there() {
    let catalog = catalog();
    let of = |is_it: &dyn Fn(&Kind) -> bool| catalog.kinds.iter().filter(|k| is_it(k)).count();
    let mut species = BTreeMap::new();
    for kind in &catalog.kinds {
        if let Some(id) = kind.species() {
            *species.entry(catalog.species(id).id.as_str()).or_insert(0) += 1;
        }
    }
    // 12 Dragonkin of five elements; 38 Eldarim and 3 champions of five, and 3 white champions.
    assert_eq!((species.remove("dragonkin"), species.remove("eldarim")), (Some(60), Some(208)));
    assert_eq!(species.len(), 12);
    assert!(species.values().all(|units| *units == 20), "{species:?}");
    // 20 items of five elements, 3 medallions and 2 relics.
    assert_eq!(of(&Kind::is_item), 105);
    // Of each form 5 of one colour, 10 of two, 5 with ivory, an ivory and a white one.
    assert_eq!(of(&Kind::is_dragon), 44);
    // 6 lands with 8 eighth faces, and 7 lands with 4 kinds of minor terrain.
    assert_eq!(of(&|kind| matches!(kind.what, What::Terrain { .. })), 48);
    assert_eq!(of(&|kind| matches!(kind.what, What::Minor { .. })), 28);
    assert_eq!(catalog.kinds.len(), 240 + 60 + 208 + 105 + 44 + 48 + 28);
    assert_eq!((catalog.spells.len(), catalog.unknown_spells.len()), (47, 21));
    // 72 icons, 8 logos and the 6 faces of the Elemental Relic; 27 abilities as now and 2 classic ones.
    assert_eq!((catalog.sais.len(), catalog.abilities.len()), (86, 29));
}

#[test]
fn dice_are_as_printed() {
    let catalog = catalog();
    let oakling = kind(&catalog, "oakling");
    assert_eq!(
        shown(&catalog, "oakling"),
        ["1id", "1melee", "1melee", "1melee", "1melee", "2save"]
    );
    assert_eq!((oakling.health, oakling.points, oakling.magical), (1, 1, false));
    assert_eq!(oakling.elements, Elements::read("water+earth").expect("two elements"));
    assert_eq!(oakling.size(), Some(Size::Small));
    let vine = kind(&catalog, "strangle-vine");
    assert_eq!((vine.sides, vine.health), (10, 4));
    assert_eq!(shown(&catalog, "strangle-vine")[4..7], ["4choke", "4choke", "4smother"]);
    assert!(kind(&catalog, "oracle").magical && kind(&catalog, "seer").magical);
    let foal = kind(&catalog, "fire-dragonfoal");
    assert_eq!((foal.name.as_str(), foal.points, foal.health), ("Fire Dragonfoal", 0, 1));
    assert_eq!((foal.automatic_saves, foal.elements), (1, Elements::of(Element::Fire)));
    assert_eq!(kind(&catalog, "dragonslayer").elements, Elements::ALL);
    assert_eq!(kind(&catalog, "air-dragonhunter").elements, Elements::of(Element::Air));
    let buckler = kind(&catalog, "water-steel-buckler");
    assert_eq!((buckler.points, buckler.points_in_pair, buckler.sides), (2, 1, 4));
    let hybrid = kind(&catalog, "blue-red-wyrm");
    assert_eq!((hybrid.health, hybrid.automatic_saves, hybrid.sides), (5, 5, 12));
    let white = kind(&catalog, "white-wyrm");
    assert_eq!((white.health, white.automatic_saves), (10, 5));
    assert_eq!(
        shown(&catalog, "coastland-castle"),
        ["0magic", "0magic", "0missile", "0melee", "0melee", "0melee", "0melee", "08"]
    );
    assert!(matches!(kind(&catalog, "deadland-knoll").what, What::Minor { deadland: true, .. }));
    assert!(std::mem::size_of::<Face>() <= 4);
}

#[test]
fn two_dice_have_an_icon_too_few() {
    let catalog = catalog();
    let odd: Vec<&str> = catalog
        .kinds
        .iter()
        .filter(|kind| kind.automatic_saves == 0)
        .filter(|kind| {
            let others = kind.faces().iter().filter(|face| face.icon != Icon::Id);
            let total: u32 = others.map(|face| u32::from(face.count)).sum();
            let usual = match kind.size() {
                Some(Size::Small) => 6,
                Some(Size::Medium) => 12,
                Some(Size::Large) => 16,
                _ => total,
            };
            total != usual
        })
        .map(|kind| kind.id.as_str())
        .collect();
    assert_eq!(odd, ["conqueror", "wolf-folk"]);
}

#[test]
fn every_word_for_a_face_finds_a_face_that_looks_so() {
    let catalog = catalog();
    for (kind, die) in catalog.kinds.iter().zip(&catalog.dice.0) {
        assert_eq!((kind.sides, &kind.name), (die.faces.len() as u8, &die.name), "{}", kind.id);
        for (at, name) in die.faces.iter().enumerate() {
            for word in std::iter::once(&name.name).chain(&name.short) {
                assert!(die.readings(word).contains(&name.name.as_str()), "{}: `{word}`", kind.id);
                if die.readings(word).len() > 1 {
                    continue;
                }
                let found = die.face_named(word).expect("the word is a name of this die");
                let (found, meant) = (kind.face(found), kind.face(at as u8));
                assert_eq!(found, meant, "{}: `{word}`", kind.id);
                assert!(!word.contains([' ', ',', '/', '\t']), "{}: `{word}`", kind.id);
            }
        }
    }
}

#[test]
fn an_army_is_typed_by_icons() {
    let catalog = catalog();
    let group = |id: &str, count| DiceGroup {
        seat: Seat(0),
        die: catalog.kind_named(id).expect("there is such a die").die(),
        count,
        purpose: 0,
        subject: None,
    };
    let groups = [group("oakling", 3), group("strangle-vine", 1), group("oak-lord", 1)];
    let request = RollRequest::of(0, groups.into_iter().collect());
    let typed = |text: &str| read_faces(&catalog.dice, &request, text).map_err(|e| e.to_string());
    // Oak Lord: 3 ID, 3 melee, two of 3 Smite, 3 melee, 4 saves.
    assert_eq!(typed("i m 2-save choke x"), Ok(vec![0, 1, 5, 4, 2]));
    assert_eq!(typed("2m s2 ch smite"), Ok(vec![1, 1, 5, 4, 2]));
    assert_eq!(typed("iim / dou / 3-melee"), Ok(vec![0, 0, 1, 2, 1]));
    let slip = typed("r m m m m").unwrap_err();
    assert_eq!(slip, "die 1 (Oakling) has no face `r`, it has id (i), melee (m), 2-save (s)");
    let terrain = catalog.kind_named("highland-city").expect("a terrain").die();
    let die = catalog.dice.get(terrain);
    assert_eq!((die.face_named("7"), die.face_named("city")), (Some(6), Some(7)));
}

#[test]
fn breath_is_that_of_the_editions() {
    let catalog = catalog();
    let (current, classic) = (&catalog.breath_current, &catalog.breath_classic);
    let killed = Peril { test: Test::None, fate: Fate::Killed, on_id: None, bury: None };
    let water = current.of(Some(Element::Water));
    assert_eq!((water.peril, water.lasting), (killed, Some(Lasting::Halve(Counted::Missile))));
    let cloud = classic.of(Some(Element::Water));
    assert_eq!(cloud.peril, Peril { test: Test::Save, bury: Some(Test::Save), ..killed });
    assert_eq!(cloud.lasting, Some(Lasting::Halve(Counted::Missile)));
    assert_eq!(classic.of(Some(Element::Air)).lasting, Some(Lasting::OnlySaves));
    assert_eq!(current.of(Some(Element::Air)).lasting, Some(Lasting::Halve(Counted::Melee)));
    assert_eq!((classic.of(None).peril, classic.of(None).lasting), (killed, None));
    assert!(Element::ALL.into_iter().all(|element| current.of(Some(element)).health == 5));
}

#[test]
fn icons_count_only_in_their_rolls() {
    let catalog = catalog();
    let sai = |id: &str| catalog.sai(catalog.sai_named(id).expect("there is such an icon"));
    let does = |id: &str, kind| sai(id).in_roll(kind).cloned().collect::<Vec<_>>();
    let add =
        |types: &[Counted]| SaiEffect::Add { types: types.to_vec(), amount: effects::Amount::X };
    assert_eq!(does("sortie", RollKind::SaveOther), [add(&[Counted::Save])]);
    assert_eq!(does("rend", RollKind::Counter), [add(&[Counted::Melee]), SaiEffect::Reroll]);
    assert_eq!(does("rend", RollKind::Maneuver), [add(&[Counted::Maneuver])]);
    assert_eq!(does("surprise", RollKind::Counter), []);
    assert_eq!(does("belly", RollKind::Individual), [SaiEffect::NoAutomaticSaves]);
    assert_eq!(does("trample", RollKind::Special), []);
    // Alone, a Kick saves and does not kick; a Cloak gives what is asked; a Smite gives nothing.
    let alone = |id: &str, asked| sai(id).alone(asked).cloned().collect::<Vec<_>>();
    assert_eq!(alone("kick", Counted::Save), [add(&[Counted::Save])]);
    assert_eq!(
        alone("cloak", Counted::Maneuver),
        [SaiEffect::AddAsked { amount: effects::Amount::X }]
    );
    assert_eq!(alone("smite", Counted::Melee), []);
    assert_eq!(alone("rend", Counted::Melee), [add(&[Counted::Melee])]);
    // What comes in any roll of an army comes in none of a unit alone.
    assert_eq!(alone("create-fireminions", Counted::Save), []);
    // Teleporting comes in any lone roll but one for maneuver, which it helps instead.
    assert_eq!(alone("teleport", Counted::Save), [SaiEffect::MoveUnits { health: 3 }]);
    assert_eq!(alone("teleport", Counted::Maneuver), [add(&[Counted::Maneuver])]);
}

#[test]
fn icons_but_one_stand_on_dice() {
    let catalog = catalog();
    let on_dice: BTreeSet<SaiId> = catalog
        .kinds
        .iter()
        .flat_map(|kind| kind.faces().iter().filter_map(|face| face.sai()))
        .collect();
    let nowhere: Vec<&str> = (0..catalog.sais.len() as u8)
        .map(SaiId)
        .filter(|sai| !on_dice.contains(sai))
        .map(|sai| catalog.sai(sai).id.as_str())
        .collect();
    // The Satyr's Hoof of older dice is a plain maneuver icon on those of the sources.
    assert_eq!(nowhere, ["hoof"]);
}

#[test]
fn editions_differ_where_the_classic_page_speaks() {
    let catalog = catalog();
    let (current, classic) = (&catalog.editions["current"], &catalog.editions["classic"]);
    assert_eq!((current.victory_hold_turns, classic.victory_hold_turns), (0, 3));
    assert_eq!((current.white_dragon_slots, classic.white_dragon_slots), (2, 1));
    assert_eq!(current.capture_doubles, CaptureDoubles::Ids);
    assert_eq!(classic.capture_doubles, CaptureDoubles::ManeuverAndSaves);
    assert_eq!(classic.undead_elements, UndeadElements::DeathAndIvory);
    assert_eq!((classic.sais_from, classic.idle_turns_limit), (EditionForm::Current, 60));
}

#[test]
fn code_and_index_name_the_same_rules() {
    let catalog = catalog();
    let coded: BTreeMap<&str, String> =
        Rule::ALL.iter().map(|rule| (rule.id(), format!("{rule:?}"))).collect();
    assert_eq!(coded.len(), Rule::ALL.len(), "ids are unique");
    for entry in &catalog.rules.rules {
        let name: String = entry.name.split('_').map(capitalised).collect();
        let kept = entry.status.is_kept().then_some(&name);
        assert_eq!(coded.get(entry.id.as_str()), kept, "{}", entry.id);
    }
    let index = catalog.rule_index();
    assert!(coded.keys().all(|id| index.get(id).is_some()));
    let sai = Rule::Sai(catalog.sai_named("double-strike").expect("there is such an icon"));
    assert_eq!(catalog.cite(sai), "DD-9.SAI.double-strike");
    assert!(index.get("DD-9.SAI.double-strike").is_some());
    assert!(index.get("DD-17.AB.winter-s-fortitude").is_some());
    let books = &catalog.rules.books;
    assert!(index.rules.iter().all(|rule| books.contains_key(&rule.source.book)));
    assert_eq!(index.get("DD-7.SPELL.fade").map(|rule| rule.status), Some(Status::Deferred));
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

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

#[test]
fn every_statement_of_the_first_sources_has_its_rules() {
    let index = catalog().rule_index();
    let file = files().get("dragon-dice/seed.yaml").expect("the ledger is there");
    let ledger = umpire_core::data::read::<Ledger>(&file).expect("it reads").value;
    for (at, statement) in ledger.statements.iter().enumerate() {
        let number = statement.id.split_once('.').and_then(|(_, number)| number.parse().ok());
        assert_eq!(number, Some(at + 1), "{}", statement.id);
        assert!(!statement.says.is_empty() && !statement.rules.is_empty(), "{}", statement.id);
        for rule in &statement.rules {
            let entry = index.get(rule).unwrap_or_else(|| panic!("{}: {rule}", statement.id));
            assert!(entry.status.is_kept(), "{}: {rule}", statement.id);
        }
    }
    assert_eq!(ledger.statements.len(), 356);
}

/// The faults of the tables with one change in one file.
fn broken(file: &str, from: &str, to: &str) -> String {
    let mut files = files();
    let path = format!("dragon-dice/{file}");
    let text = files.get(&path).unwrap_or_else(|| panic!("there is no `{path}`")).text;
    assert!(text.contains(from), "`{path}` holds `{from}`");
    files.insert(path, text.replacen(from, to, 1));
    let faults = Catalog::read(&files).err().unwrap_or_default();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn faults_are_placed() {
    let cases = [
        (
            "units/treefolk.yaml",
            "faces: [id, melee, melee, melee, melee, 2 save]",
            "faces: [id, melee, melee, melee, mele, 2 save]",
            "units/treefolk.yaml:6:99: at `units[1].faces[4]`: unknown icon `mele`, did you mean `melee`?",
        ),
        (
            "units/treefolk.yaml",
            "melee, melee, melee, melee, 2 save]",
            "melee, melee, melee, melee, 3 save]",
            "at `units[1].faces`: icons other than IDs add up to 7, on such a die to 6; if the die is so, say `icons: 7`",
        ),
        (
            "units/treefolk.yaml",
            "id: oakling",
            "id: willowling",
            "at `units[2].id`: another die is called `willowling`",
        ),
        (
            "dragons.yaml",
            "[jaws, breath, claw,",
            "[jaws, breath, jaws,",
            "at `layouts[0].faces`: expected 12 faces, 1 of them `jaws`, found 2",
        ),
        (
            "dragons.yaml",
            "nature: hybrid",
            "nature: white",
            "at `dragons[5].nature`: its elements do not make it that",
        ),
        (
            "terrains.yaml",
            "rule: DD-14.13",
            "rule: DD-14.99",
            "at `eighth_faces[0].current[0].rule`: unknown rule `DD-14.99`",
        ),
        (
            "terrains.yaml",
            "any_of: [city,",
            "any_of: [citty,",
            "unknown eighth face `citty`, did you mean `city`?",
        ),
        (
            "minor_terrains.yaml",
            "faces: [choice, melee, magic, double-saves,",
            "faces: [choice, melee, magic,",
            "at `kinds[0].faces`: a minor terrain has 8 faces, this has 7",
        ),
        (
            "spells.yaml",
            "species: feral",
            "species: ferall",
            "unknown species `ferall`, did you mean `feral`?",
        ),
        (
            "sais.yaml",
            "rolls: [missile],",
            "rolls: [misile],",
            "unknown value `misile`, did you mean `missile`?",
        ),
        (
            "breath.yaml",
            "element: ivory",
            "element: air",
            "at `current`: expected one breath of each element and one of ivory",
        ),
        (
            "items.yaml",
            "item: artifact, elements: any,",
            "item: artifact,",
            "at `items[0]`: equipment and artifacts have elements, medallions and relics none",
        ),
        (
            "editions/classic.yaml",
            "victory_hold_turns: 3",
            "victory_hold_turns: 30",
            "at `fields.victory_hold_turns`: expected 0 to 20, found `30`",
        ),
        (
            "editions/classic.yaml",
            "  victory_hold_turns: 3",
            "  sais_from: classic",
            "at `fields.sais_from`: no source gives the classic ones, so only `current` is built",
        ),
    ];
    for (file, from, to, expected) in cases {
        let told = broken(file, from, to);
        assert!(told.contains(expected), "{file}: {to}\n{told}");
    }
}

#[test]
fn a_ninth_eighth_face_and_a_new_disaster_are_rows() {
    let house = "\
house_rules: more-ground
says: a spring and a landslide
terrain:
  eighth_faces:
    add:
      - id: spring
        name: Spring
        current: [{rule: DD-14.1, does: {protection: {element: fire, from: new_spells}}}]
        classic: []
  terrains:
    add: [{id: feyland-spring, land: feyland, eighth: spring,
           faces: [magic, magic, magic, melee, melee, missile, missile]}]
minor_terrain:
  faces:
    add: [{id: mist, name: Mist, rule: DD-15.16, disaster: true, effects: [{halve: magic}, {halve: missile}]}]
  kinds:
    add: [{id: moor, name: Moor, lands: [feyland], faces: [choice, melee, magic, magic, mist, mist, double-saves, mist]}]
";
    let house = Source::new("more-ground.yaml", house);
    let catalog = Catalog::read_with(&files(), &[house]).unwrap_or_else(|f| panic!("{f:?}"));
    assert_eq!(catalog.eighth_faces.len(), 9);
    assert_eq!(kind(&catalog, "feyland-spring").name, "Feyland Spring");
    assert_eq!(kind(&catalog, "feyland-moor").sides, 8);
    let entries = catalog.terrain_entries(&catalog.editions["current"]);
    let spring = entries.iter().find(|entry| entry.name == "spring").expect("it is told");
    assert_eq!(spring.effects[0].0, "opponents' new fire magic spares the army");
    let mist = entries.iter().find(|entry| entry.name == "mist").expect("it is told");
    assert_eq!(mist.effects[1].0, "missile results are halved");
}
