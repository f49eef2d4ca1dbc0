//! What the test files share: data and scenarios as they lie on disk, and games opened from them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use umpire::files::{read_beside, read_folder, read_source, tables_under};
use umpire::library::Library;
use umpire::trouble::Trouble;
use umpire_core::conformance::{Report, run};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Hosted, Loaded, Table};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::{random_game, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::state as dragon_dice;
use umpire_heroscape::position::names;
use umpire_heroscape::position::state::FigureId;
use umpire_heroscape::{Action, HeroScape, State};

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in the project")
}

/// The rulesets of this build with the tables as they lie in `data/`.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = read_folder(&project().join("data")).expect("the folder of tables can be read");
        let scenarios = Files::default();
        Library { data, scenarios, ..Library::embedded() }
    })
}

/// Every conformance scenario, sorted by path.
pub fn scenario_files() -> Vec<PathBuf> {
    tables_under(&project().join("tests/scenarios")).expect("the folder of scenarios can be read")
}

/// The path of a file as it is told: from the project's folder, with `/` between folders.
pub fn told_path(path: &Path) -> String {
    path.strip_prefix(project()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// A file of the project, named by its path from there.
///
/// # Errors
/// Where it cannot be read, or is no text.
pub fn source(path: &Path) -> Result<Source, Trouble> {
    Ok(Source { path: told_path(path), ..read_source(path)? })
}

/// Plays a scenario file on the tables of `data/` and of its own folder.
///
/// # Errors
/// Where it cannot be read.
pub fn run_scenario(path: &Path) -> Result<Report, Trouble> {
    Ok(run_source(&source(path)?, &data_with(path)))
}

/// The tables of `data/`, and over them those of a file's own folder.
pub fn data_with(path: &Path) -> Files {
    let mut data = library().data.clone();
    for beside in read_beside(path).under("") {
        data.insert(beside.path, beside.text);
    }
    data
}

/// Plays the text of a scenario on these tables.
pub fn run_source(scenario: &Source, data: &Files) -> Report {
    let library = library();
    let open = |game: &str, given: &Source| -> Result<Box<dyn Table>, Vec<DataError>> {
        let ruleset = library
            .ruleset(game)
            .map_err(|trouble| vec![DataError::of_file(&given.path, trouble.to_string())])?;
        ruleset.open(data, given, &[], None).map(|opened| opened.table)
    };
    run(scenario, &open)
}

/// A game read from the text of a scenario.
///
/// # Panics
/// Where the scenario has faults.
pub fn loaded<G: Hosted>(text: &str) -> Loaded<G> {
    let scenario = Source::new("scenario.yaml", text);
    let loaded = G::load(&library().data, &scenario);
    loaded.unwrap_or_else(|faults| panic!("{}\n{text}", faults_in_lines(&faults)))
}

/// Faults as a person reads them, one a line.
pub fn faults_in_lines(faults: &[DataError]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

const DUEL_ON_TWO_HEXES: &str = "
game: heroscape
battlefield:
  battlefield: duel
  levels:
    1: |
      g g
seats:
  A: {cards: [finn]}
  B: {cards: [thorgrim]}
position:
  figures: {finn: A1, thorgrim: B1}
  turn: {card: finn}
";

/// A normal attack of so many dice against so many that has just been announced, on level ground,
/// and the figure attacked, which no roll can destroy.
///
/// # Panics
/// Where the rules do not ask for the attack dice.
pub fn announced_attack(attack: u8, defense: u8) -> (HeroScape, State, FigureId) {
    static DUEL: OnceLock<Loaded<HeroScape>> = OnceLock::new();
    let duel = DUEL.get_or_init(|| loaded(DUEL_ON_TWO_HEXES));
    let mut game = duel.game.clone();
    for card in &mut Arc::make_mut(&mut game.catalog).cards {
        (card.attack, card.defense, card.life) = (attack.into(), defense.into(), u8::MAX);
        card.abilities.clear();
    }
    let mut state = game.start(&duel.setup).expect("the position is sound");
    let named = |name| names::figure_named(&game, &state, name).expect("the figure is there");
    let (attacker, target) = (named("finn"), named("thorgrim"));
    let action = Action::Attack { attacker, target };
    game.act(&mut state, Seat(0), &action, &mut Deaf).expect("adjacent enemies may be attacked");
    (game, state, target)
}

/// Eight kinds of small unit at the Frontier, so many of each, that are about to answer a dragon: a
/// roll of melee, missile and save together.
///
/// # Panics
/// Where the rules do not ask for that roll.
pub fn army_against_a_dragon(of_each: u32) -> (DragonDice, dragon_dice::State) {
    let kinds = ["oakling", "willowling", "hamadryad", "pineling"];
    let more = ["guardian", "explorer", "sunburst", "firestarter"];
    let army = kinds.iter().chain(&more).map(|kind| format!("{of_each} {kind}"));
    let army = army.collect::<Vec<_>>().join(", ");
    let loaded = loaded::<DragonDice>(&format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  phase: dragons\n  \
         armies: {{A: {{frontier: [{army}]}}, B: {{home B: [oak]}}}}\n  \
         dragons: {{frontier: [B red-drake]}}\n  terrains: {{frontier: coastland-city 3}}\n"
    ));
    let mut state = loaded.game.start(&loaded.setup).expect("the position is sound");
    let (mut scratch, mut die) = (Vec::new(), splitmix(0));
    for _ in 0..20 {
        let asked = loaded.game.pending(&state, &mut Silent);
        if matches!(asked, Pending::Roll(request) if request.dice() == 8 * of_each as usize) {
            return (loaded.game, state);
        }
        random_game(&loaded.game, &mut state, &mut scratch, &mut die, 1);
    }
    panic!("the army does not answer the dragon");
}
