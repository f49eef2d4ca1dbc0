//! The battles that may be played: the scenarios of every game's tables.

use super::wire::{Battle, GameEntry, Lobby};
use crate::library::Library;
use crate::opening::Opening;
use crate::trouble::Trouble;
use umpire_core::data::{Source, Tree};
use umpire_core::host::{Ruleset, Standing};
use umpire_core::seat::Seat;

/// Parts of an army that are named in the lobby.
const MOST_OF_ARMY: usize = 5;

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
    let table = opening.look()?;
    let seats: Vec<String> = table.seats().into_iter().map(|(_, name)| name).collect();
    let standings = table.standings(Some(Seat::NOBODY));
    let armies = seats.iter().map(|seat| army(seat, &standings)).collect();
    let tree = Tree::parse(source).ok();
    let word = |field| tree.as_ref().and_then(|tree| tree.word(field));
    let says = word("says").unwrap_or_default().to_string();
    let title = word("scenario").unwrap_or(&name).to_string();
    Ok(Battle { name, title, says, seats, armies })
}

/// What a seat fights with, as anybody may know: what is told of it first, such as its cards or its formations.
fn army(seat: &str, standings: &[Standing]) -> String {
    let whose = format!(" of {seat}");
    let first = standings.iter().find(|it| it.group.ends_with(&whose)).map(|it| &it.group);
    let own = standings.iter().filter(|it| Some(&it.group) == first && !it.is_part);
    // What only goes by the name of its seat is told by what is in it.
    let told = own.map(|it| match it.name.strip_prefix(seat) {
        Some(rest) if rest.starts_with(' ') => it.says.join(", "),
        _ => it.name.clone(),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let words: Vec<&str> = told.split(", ").collect();
    let more = words.len().saturating_sub(MOST_OF_ARMY);
    let shown = words[..words.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
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
