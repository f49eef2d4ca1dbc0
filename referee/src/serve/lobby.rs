//! The battles that may be played: the scenarios of every game's tables.

use super::wire::{Battle, GameEntry, Lobby};
use crate::library::Library;
use crate::opening::{Draft, Opening, by_name};
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::path::Path;
use umpire_core::data::{Files, Source, Tree};
use umpire_core::host::{Ruleset, Standing};
use umpire_core::ruleset::{FileKind, kind_of, with_field};
use umpire_core::seat::Seat;

/// Digits by which data is told from other data in addresses.
const DIGEST: usize = 16;
/// Parts of an army that are named in the lobby.
const MOST_OF_ARMY: usize = 5;

/// The names in print of a game's cards, units or dice, by those that are typed.
pub type Titles = BTreeMap<String, String>;

/// The names in print of a game.
pub fn titles(library: &Library, ruleset: &dyn Ruleset) -> Titles {
    let cards = ruleset.cards(&library.data).unwrap_or_default();
    cards.into_iter().map(|card| (card.name, card.title)).collect()
}

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
pub fn battle(
    name: String,
    source: &Source,
    opening: &Opening<'_>,
    titles: &Titles,
) -> Result<Battle, Trouble> {
    let table = opening.look()?;
    let seats: Vec<String> = table.seats().into_iter().map(|(_, name)| name).collect();
    let standings = table.standings(Some(Seat::NOBODY));
    let armies = seats.iter().map(|seat| army(seat, &standings, titles)).collect();
    let tree = Tree::parse(source).ok();
    let word = |field| tree.as_ref().and_then(|tree| tree.word(field));
    let says = word("says").unwrap_or_default().to_string();
    let title = word("scenario").unwrap_or(&name).to_string();
    Ok(Battle { name, title, says, seats, armies })
}

/// What a seat fights with, as anybody may know: what is told of it first, such as its cards or its formations.
fn army(seat: &str, standings: &[Standing], titles: &Titles) -> String {
    let whose = format!(" of {seat}");
    let first = standings.iter().find(|it| it.group.ends_with(&whose)).map(|it| &it.group);
    let own = standings.iter().filter(|it| Some(&it.group) == first && !it.is_part);
    // What only goes by the name of its seat is told by what is in it.
    let in_it = |it: &Standing| match it.cards.is_empty() {
        true => it.says.clone(),
        false => it.cards.iter().map(|card| titles.get(card).unwrap_or(card).clone()).collect(),
    };
    let told = own.flat_map(|it| match it.name.strip_prefix(seat) {
        Some(rest) if rest.starts_with(' ') => in_it(it),
        _ => vec![in_print(it, titles)],
    });
    let mut counted: Vec<(String, usize)> = Vec::new();
    for one in told {
        match counted.iter_mut().find(|(known, _)| *known == one) {
            Some((_, times)) => *times += 1,
            None => counted.push((one, 1)),
        }
    }
    let more = counted.len().saturating_sub(MOST_OF_ARMY);
    let times = |(one, times): &(String, usize)| match times {
        1 => one.clone(),
        _ => format!("{times} \u{d7} {one}"),
    };
    let shown: Vec<String> = counted.iter().take(MOST_OF_ARMY).map(times).collect();
    let shown = shown.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// What goes by the name of its only card, with or without a number, by that name in print.
fn in_print(it: &Standing, titles: &Titles) -> String {
    let printed = || {
        let [card] = it.cards.as_slice() else { return None };
        let rest = it.name.strip_prefix(card.as_str())?;
        let is_number = rest.trim_start().chars().all(|c| c.is_ascii_digit());
        // What goes by a plain word stays among others that do.
        let differs = |title: &&String| !title.eq_ignore_ascii_case(&it.name);
        titles.get(card).filter(|_| is_number).filter(differs).cloned()
    };
    printed().unwrap_or_else(|| it.name.clone())
}

/// How a battle of the lobby, or a battlefield on which armies are picked, looks at its start, as SVG; nothing where there is
/// none of that name.
pub fn picture(library: &Library, name: &str) -> Option<String> {
    let opening = match is_battle(library, name) {
        true => Opening::find(library, Some(name)).ok()?,
        false => {
            let field = field(library, name)?;
            let points = field.ruleset.usual_muster()?;
            mustered(field, points).ok()?
        }
    };
    Some(opening.look().ok()?.scene(Some(Seat::NOBODY)).to_svg())
}

/// A battlefield of a game's tables by its name, alone.
pub fn field<'l>(library: &'l Library, name: &str) -> Option<Opening<'l>> {
    let mut games = library.rulesets.iter();
    games.find_map(|ruleset| {
        let path = format!("{}/battlefields/{name}.yaml", ruleset.name());
        let source = by_name(Path::new(&path), library.data.get(&path)?);
        let draft = Draft { ruleset: *ruleset, source, beside: Files::default() };
        Opening::of_draft(library, draft).ok()
    })
}

/// A battlefield on which two pick their armies for so many points each.
///
/// # Errors
/// Where it is no battlefield alone, or its game lets nobody pick.
pub fn mustered(mut opening: Opening<'_>, points: u32) -> Result<Opening<'_>, Trouble> {
    let field = &opening.scenario;
    let name = field.path.strip_suffix(".yaml").unwrap_or(&field.path).to_string();
    if kind_of(field) != FileKind::Battlefield {
        let says = format!("`{name}` is no battlefield alone: it says itself who fights");
        return Err(Trouble::Misuse(says));
    }
    let title = opening.ruleset.title();
    let none = || Trouble::Misuse(format!("in {title} nobody picks an army at the table"));
    let scenario = opening.ruleset.mustered(field, points).ok_or_else(none)?;
    let called = with_field(&scenario, "scenario", &format!("own-armies-on-{name}"));
    opening.scenario = called.map_err(Trouble::Faults)?;
    Ok(opening)
}

/// For how many points two usually pick their armies on a battlefield alone; nothing for any other file.
pub fn usual_muster(opening: &Opening<'_>) -> Option<u32> {
    let is_field = kind_of(&opening.scenario) == FileKind::Battlefield;
    opening.ruleset.usual_muster().filter(|_| is_field)
}

/// The battlefields of a game on which two may pick their armies.
fn fields(library: &Library, ruleset: &dyn Ruleset) -> Vec<Battle> {
    let Some(points) = ruleset.usual_muster() else { return Vec::new() };
    let folder = format!("{}/battlefields", ruleset.name());
    let offered = library.data.under(&folder).filter_map(|source| {
        let name = source.path.strip_prefix(&folder)?.trim_start_matches('/');
        let name = name.strip_suffix(".yaml")?.to_string();
        let table = mustered(field(library, &name)?, points).ok()?.look().ok()?;
        let seats: Vec<String> = table.seats().into_iter().map(|(_, name)| name).collect();
        let tree = Tree::parse(&source).ok()?;
        let says = tree.word("notes").unwrap_or_default().to_string();
        let armies = vec![String::new(); seats.len()];
        Some(Battle { title: name.clone(), name, says, seats, armies })
    });
    offered.collect()
}

/// Every game with its battles; a battle that cannot be opened is left out.
pub fn lobby(library: &Library) -> Lobby {
    let entry = |ruleset: &&dyn Ruleset| {
        let game = ruleset.name();
        let titles = titles(library, *ruleset);
        let mut battles: Vec<Battle> = battles(library, game)
            .filter_map(|(name, path)| {
                let opening = Opening::find(library, Some(&name)).ok()?;
                battle(name, &library.data.get(&path)?, &opening, &titles).ok()
            })
            .collect();
        battles.sort_by_key(|battle| battle.name != game);
        let (name, title) = (game.to_string(), ruleset.title().to_string());
        let (fields, points) = (fields(library, *ruleset), ruleset.usual_muster());
        GameEntry { name, title, battles, fields, points }
    };
    let games = library.rulesets.iter().map(|ruleset| entry(&&**ruleset)).collect();
    let version = env!("CARGO_PKG_VERSION").to_string();
    // Another program may draw the same data otherwise.
    let digest = format!("{version}-{:.DIGEST$}", library.data.digest());
    Lobby { version, games, digest, webhook_hosts: Vec::new(), editor: false, network: None }
}
