//! The tables of HeroScape: what they must hold, and faults in each kind of file.

use crate::assert_told;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::Source;
use umpire_core::host::{Built, Hosted};
use umpire_core::ruleset::GameTables;
use umpire_heroscape::HeroScape;
use umpire_heroscape::tables::abilities::Power;
use umpire_heroscape::tables::catalog::{Catalog, Kind, Rarity};
use umpire_tests::{faults_in_lines, library, loaded, project};

#[test]
fn all_official_army_cards_are_there() {
    let catalog =
        Catalog::read(&library().data).unwrap_or_else(|f| panic!("{}", faults_in_lines(&f)));
    let official: Vec<_> = catalog.cards.iter().filter(|card| card.is_official()).collect();
    assert_eq!(official.len(), 237);
    let of = |kind, rarity| {
        official.iter().filter(|card| card.kind == kind && card.rarity == rarity).count()
    };
    let heroes = [Rarity::Unique, Rarity::Uncommon, Rarity::Common].map(|r| of(Kind::Hero, r));
    let squads = [Rarity::Unique, Rarity::Uncommon, Rarity::Common].map(|r| of(Kind::Squad, r));
    assert_eq!((heroes, squads), ([139, 12, 12], [15, 0, 59]), "heroes and squads, by rarity");
    for card in &catalog.cards {
        assert!(card.points > 0 && card.life > 0 && card.figures > 0, "{}", card.id);
        assert!(card.powers.len() < 5, "{} has {} powers", card.id, card.powers.len());
        for power in &card.powers {
            let told = !power.says.is_empty() || power.does.iter().all(is_keyword);
            assert!(told, "{}: what {} does is not said", card.id, power.name);
        }
        assert_eq!(card.kind == Kind::Hero, card.figures == 1, "{}", card.id);
    }
}

#[test]
fn the_documents_say_how_much_of_the_cards_is_built() {
    let ruleset = library().ruleset("heroscape").expect("the game is built in");
    let cards =
        ruleset.cards(&library().data).unwrap_or_else(|f| panic!("{}", faults_in_lines(&f)));
    let played = cards.iter().all(|card| card.built() == Built::All);
    assert!(played, "some power has no code");
    let catalog = Catalog::read(&library().data).expect("the tables were read");
    let (official, fans): (Vec<_>, Vec<_>) =
        catalog.cards.iter().partition(|card| card.is_official());
    let powers: usize = official.iter().map(|card| card.powers.len()).sum();
    let said = |file: &str, words: &str| {
        let text = std::fs::read_to_string(project().join(file)).expect("the document is there");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{file} does not say `{words}`");
    };
    let all = official.len();
    said("README.md", &format!("all {all} official army cards with all {powers} powers"));
    said("README.md", &format!("{} cards made by players", fans.len()));
    said("data/README.md", &format!("All {powers} powers of the {all} official cards"));
}

/// Whether an ability says all by its name.
fn is_keyword(power: &Power) -> bool {
    !matches!(
        power,
        Power::Modifier(_) | Power::DiceRule(_) | Power::Trigger(_) | Power::SpecialAttack(_)
    )
}

#[derive(Deserialize)]
struct PieceTable {
    pieces: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    name: String,
    class: String,
    kind: Option<String>,
    heights: Option<Vec<u8>>,
}

#[derive(Deserialize)]
struct TerrainTable {
    obstacles: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    heights: Vec<u8>,
}

fn table<T: for<'de> Deserialize<'de>>(path: &str) -> T {
    let text = library().data.get(path).expect("the table is shipped").text;
    serde_yaml::from_str(&text).expect("the table has these fields")
}

#[test]
fn pieces_and_terrain_agree_on_heights() {
    let terrain: TerrainTable = table("heroscape/terrain.yaml");
    let heights: BTreeMap<String, Vec<u8>> =
        terrain.obstacles.into_iter().map(|row| (row.id, row.heights)).collect();
    let mut compared = 0;
    for piece in table::<PieceTable>("heroscape/pieces.yaml").pieces {
        if piece.class == "obstacle" {
            let kind = piece.kind.expect("an obstacle is of a kind");
            assert_eq!(piece.heights.as_ref(), heights.get(&kind), "{}, `{kind}`", piece.name);
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} obstacles have a piece");
}

#[test]
fn shipped_scenarios_end() {
    let data = &library().data;
    let mut seen = 0;
    for source in data.under("heroscape/scenarios") {
        let loaded = HeroScape::load(data, &source);
        let loaded = loaded.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
        assert!(loaded.game.goals.round_limit.is_some(), "{} has no round limit", source.path);
        seen += 1;
    }
    assert!(seen > 0, "there is a scenario to play");
}

#[test]
fn each_battlefield_can_be_played_bare() {
    let data = &library().data;
    let fields: Vec<_> = data.under("heroscape/battlefields").collect();
    assert!(fields.len() >= 3, "three battlefields of our own at least");
    for source in fields {
        let loaded = HeroScape::load(data, &source);
        let loaded = loaded.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
        assert!(loaded.game.goals.round_limit.is_some(), "{} has no round limit", source.path);
    }
}

#[test]
fn a_battlefield_is_one_of_its_game_however_many_faults_it_has() {
    let faulty = "battlefield: B\nlevels:\n  1: |\n    g g q g\nobstacles:\n  - {kind: tree_99, at: A1}\n\
                  glyphs:\n  - {kind: nope, at: Z9}\nstart:\n  A: Q7 A1\n  B: A1\n";
    let misspelt = faulty.replace("levels", "levls");
    let named = format!("game: heroscape\n{faulty}");
    for (text, says) in [
        (faulty, "unknown tile `q`"),
        (&misspelt, "did you mean `levels`?"),
        (&named, "unknown obstacle `tree_99`"),
    ] {
        let file = Source::new("mine.yaml", text);
        let game = umpire::opening::ruleset_of(library(), &file).expect("it is one game's");
        assert_eq!(game.name(), "heroscape", "{text}");
        let faults = game.check_file(&library().data, &file);
        assert!(faults.iter().any(|fault| fault.to_string().contains(says)), "{faults:?}");
    }
}

#[test]
fn a_fault_in_each_kind_of_file_is_placed() {
    let cases = [
        (
            "rules.yaml",
            "    status: enforced",
            "    status: enforcd",
            "heroscape/rules.yaml:51:13: at `rules[2].status`: unknown value `enforcd`, did you mean `enforced`?",
        ),
        (
            "terrain.yaml",
            "stop: true",
            "stops: true",
            "heroscape/terrain.yaml:81:5: at `tiles[12].stops`: unknown field `stops`, did you mean `stop`?",
        ),
        (
            "terrain.yaml",
            "rule: HS-5.2.1\n",
            "rule: HS-5.2.11\n",
            "heroscape/terrain.yaml:86:11: at `tiles[12].rule`: unknown rule `HS-5.2.11`, did you mean `HS-5.2.1`?",
        ),
        (
            "terrain.yaml",
            "sight_marks: true, rule: HS-5.7.1",
            "sight_marks: true, rule: HS-5.7.9",
            "heroscape/terrain.yaml:205:97: at `edges[4].rule`: unknown rule `HS-5.7.9`, did you mean `HS-5.7.1`?",
        ),
        (
            "glyphs.yaml",
            "class: permanent",
            "class: permanant",
            "heroscape/glyphs.yaml:17:12: at `glyphs[0].class`: unknown class `permanant`, did you mean `permanent`?",
        ),
        (
            "dice.yaml",
            "numbered: 20",
            "numbered: 40",
            "heroscape/dice.yaml:21:5: at `dice[4]`: a die has 2 to 30 sides, either `faces` or `numbered`",
        ),
        (
            "editions/second.yaml",
            "great_height_over:",
            "great_hight_over:",
            "heroscape/editions/second.yaml:8:3: at `fields.great_hight_over`: unknown field `great_hight_over`, \
             did you mean `great_height_over`?",
        ),
        (
            "editions/second.yaml",
            "like: annihilation",
            "like: anihilation",
            "heroscape/editions/second.yaml:4:9: at `edition.like`: unknown edition `anihilation`, \
             did you mean `annihilation`?",
        ),
        (
            "cards/jandar.yaml",
            "{modifier:",
            "{modifer:",
            "heroscape/cards/jandar.yaml:29:14: at `cards[0].powers[0].does[0].modifer`: unknown field `modifer`, \
             did you mean `modifier`?",
        ),
        (
            "cards/jandar.yaml",
            "life: 1",
            "life: 0",
            "heroscape/cards/jandar.yaml:17:11: at `cards[0].life`: expected 1 to 50, found `0`",
        ),
        (
            "cards/ullar.yaml",
            "rarity: common",
            "rarity: comon",
            "heroscape/cards/ullar.yaml:99:13: at `cards[2].rarity`: unknown value `comon`, did you mean `common`?",
        ),
        (
            "pieces.yaml",
            "shape: seven, class: land",
            "shape: sevn, class: land",
            "heroscape/pieces.yaml:123:50: at `pieces[3].shape`: unknown shape `sevn`, did you mean `seven`?",
        ),
        (
            "battlefields/twin-hills.yaml",
            "kind: astrid",
            "kind: astird",
            "heroscape/battlefields/twin-hills.yaml:69:20: at `glyphs[0].kind`: unknown glyph `astird`, \
             did you mean `astrid`?",
        ),
        (
            "battlefields/twin-hills.yaml",
            "at: I3",
            "at: Z3",
            "heroscape/battlefields/twin-hills.yaml:69:10: at `glyphs[0].at`: there is no tile at Z3",
        ),
        (
            "battlefields/old-road.yaml",
            "kind: tree_11",
            "kind: tree_1",
            "heroscape/battlefields/old-road.yaml:45:12: at `obstacles[0].kind`: unknown obstacle `tree_1`, \
             did you mean `tree_10`?",
        ),
        (
            "scenarios/default.yaml",
            "battlefield: twin-hills",
            "battlefield: twin-hill",
            "heroscape/scenarios/default.yaml:6:14: at `battlefield`: unknown battlefield `twin-hill`, \
             did you mean `twin-hills`?",
        ),
        (
            "scenarios/default.yaml",
            "cards: [finn,",
            "cards: [fin,",
            "heroscape/scenarios/default.yaml:11:13: at `seats.A.cards[0]`: unknown card `fin`, did you mean `finn`? \
             (HS-1.1.4)",
        ),
        (
            "scenarios/default.yaml",
            "point_limit: 400",
            "point_limit: 286",
            "heroscape/scenarios/default.yaml:11:12: at `seats.A.cards`: the army costs 290 points, 286 are allowed \
             (HS-2.1.1)",
        ),
        (
            "scenarios/default.yaml",
            "round_limit: 12",
            "round_limit: 12\nround_limit: 13",
            "heroscape/scenarios/default.yaml:8:1: at `round_limit`: duplicate key `round_limit`, \
             given before in line 7, column 1",
        ),
    ];
    assert_told("heroscape", &cases);
}

#[test]
fn a_missing_file_is_told() {
    for table in ["rules", "terrain", "glyphs", "dice", "pieces"] {
        crate::assert_missing(&format!("heroscape/{table}.yaml"));
    }
}

#[test]
fn what_nobody_can_build_is_said_aloud() {
    let text = |piece: &str| {
        format!(
            "battlefield:\n  battlefield: pond\n  levels: {{1: \"g w g i\"}}\n  obstacles: [{piece}]\n\
             seats: {{A: {{cards: [finn]}}, B: {{cards: [thorgrim]}}}}\n\
             position: {{figures: {{finn: out, thorgrim: C1}}, turn: {{card: thorgrim}}}}\n"
        )
    };
    let told = |piece: &str| {
        let warnings = loaded::<HeroScape>(&text(piece)).warnings;
        warnings.into_iter().filter(|words| words.contains("HS-5.10.1")).collect::<Vec<_>>()
    };
    let says = "`tree_10` stands on `water` at B1, on which nothing can be built (HS-5.10.1)";
    assert_eq!(told("{kind: tree_10, at: B1}"), [says]);
    assert!(told("{kind: glacier_1, at: D1}").is_empty(), "ice is the base of a glacier");
    assert!(told("{kind: tree_10, at: A1}").is_empty(), "trees stand on land");
}
