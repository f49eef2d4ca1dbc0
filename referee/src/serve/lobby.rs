//! The battles that may be played: the scenarios of every game's tables.

use super::wire::{Battle, GameEntry, Lobby};
use crate::library::Library;
use crate::opening::Opening;
use crate::trouble::Trouble;
use umpire_core::data::{Source, Tree};
use umpire_core::host::Ruleset;

/// The scenarios of a game by name; the one to begin with goes by the name of the game.
fn battles<'l>(library: &'l Library, game: &str) -> impl Iterator<Item = (String, String)> + 'l {
    let folder = format!("{game}/scenarios/");
    let game = game.to_string();
    let paths = library.data.paths().filter_map(move |path| {
        let name = path.strip_prefix(&folder)?.strip_suffix(".yaml")?;
        let name = if name == "default" { &game } else { name };
        Some((name.to_string(), path.to_string()))
    });
    paths.filter(|(name, _)| !name.contains('/'))
}

/// Whether a battle of that name is in the lobby.
pub fn is_battle(library: &Library, name: &str) -> bool {
    let mut games = library.rulesets.iter().map(|ruleset| ruleset.name());
    games.any(|game| battles(library, game).any(|(known, _)| known == name))
}

/// What is fought in a scenario: what it calls itself, and for whom it is.
///
/// # Errors
/// Where it cannot be opened.
pub fn battle(name: String, source: &Source, opening: &Opening<'_>) -> Result<Battle, Trouble> {
    let seats = opening.look()?.seats().into_iter().map(|(_, name)| name).collect();
    let tree = Tree::parse(source).ok();
    let word = |field| tree.as_ref().and_then(|tree| tree.word(field));
    let says = word("says").unwrap_or_default().to_string();
    let title = word("scenario").unwrap_or(&name).to_string();
    Ok(Battle { name, title, says, seats })
}

/// Every game with its battles; a battle that cannot be opened is left out.
pub fn lobby(library: &Library) -> Lobby {
    let entry = |ruleset: &&dyn Ruleset| {
        let game = ruleset.name();
        let mut battles: Vec<Battle> = battles(library, game)
            .filter_map(|(name, path)| {
                let opening = Opening::find(library, Some(&name)).ok()?;
                battle(name, &library.data.get(&path)?, &opening).ok()
            })
            .collect();
        battles.sort_by_key(|battle| battle.name != game);
        let (name, title) = (game.to_string(), ruleset.title().to_string());
        GameEntry { name, title, battles }
    };
    let games = library.rulesets.iter().map(|ruleset| entry(&&**ruleset)).collect();
    let version = env!("CARGO_PKG_VERSION").to_string();
    Lobby { version, games, webhook_hosts: Vec::new(), editor: false, network: None }
}
