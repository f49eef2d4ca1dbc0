//! Dice and their faces by name, alone and in lists: `oak`, `2 oakling`.

use crate::position::game::DragonDice;
use crate::position::pieces::MOST_PIECES;
use crate::position::setup;
use crate::position::setup::{Refusals, Tagged};
use crate::tables::catalog::{KindId, What};
use crate::tables::rule::Rule;
use umpire_core::data::suggest;
use umpire_core::ruling::Refusal;

/// The kind of die with that id or name.
pub(crate) fn die_named(game: &DragonDice, word: &str) -> Option<KindId> {
    let id = word.trim().to_ascii_lowercase().replace(' ', "-");
    let named = || {
        let is_it =
            |kind: &crate::tables::catalog::Kind| kind.name.eq_ignore_ascii_case(word.trim());
        let at = game.catalog.kinds.iter().position(is_it)?;
        Some(KindId(at as u16))
    };
    game.catalog.kind_named(&id).or_else(named)
}

/// The same, or what is wrong with the word.
pub(crate) fn die_of_word(game: &DragonDice, word: &str) -> Result<KindId, String> {
    die_named(game, word).ok_or_else(|| {
        let near = suggest(word.trim(), game.catalog.kinds.iter().map(|k| k.id.as_str()));
        let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        format!("unknown die `{}`{near}", word.trim())
    })
}

/// A terrain die.
pub(crate) fn terrain_of_word(game: &DragonDice, word: &str) -> Result<KindId, String> {
    let kind = die_of_word(game, word)?;
    match game.catalog.kind(kind).what {
        What::Terrain { .. } => Ok(kind),
        _ => Err(format!("`{}` is no terrain die", word.trim())),
    }
}

/// How many of which die: `2 oak`.
pub(crate) fn dice_of_word(game: &DragonDice, words: &str) -> Result<(usize, KindId), String> {
    let words = words.trim();
    let counted = words.split_once(' ').and_then(|(count, die)| {
        let count = count.strip_suffix('x').unwrap_or(count).parse::<usize>().ok()?;
        Some((count, die))
    });
    let (count, die) = counted.unwrap_or((1, words));
    if !(1..=MOST_PIECES).contains(&count) {
        return Err(format!("1 to {MOST_PIECES} dice of a kind, found {count}"));
    }
    Ok((count, die_of_word(game, die)?))
}

/// Adds the dice of a list with a tag; says what is wrong with each entry.
pub(crate) fn list_dice(
    game: &DragonDice,
    list: &[String],
    tag: u8,
    field: &str,
    dice: &mut Tagged,
    refusals: &mut Refusals,
) {
    for (at, words) in list.iter().enumerate() {
        let place = || match list.len() {
            1 if field.starts_with("position.minor") => field.to_string(),
            _ => format!("{field}[{at}]"),
        };
        match dice_of_word(game, words) {
            Ok((_, kind)) if setup::sort(game, kind).is_none() => {
                let says = format!("`{words}` is a terrain, and stands under `terrains`");
                refusals.push(Refusal::at(Rule::TerrainDice, place(), says));
            }
            Ok((count, kind)) => dice.extend((0..count).map(|_| (kind, tag))),
            Err(says) => refusals.push(Refusal::at(Rule::UnitDice, place(), says)),
        }
    }
}

/// The number of a minor terrain's face, from 1, by name or number; of several the first.
pub(crate) fn minor_face_named(
    game: &DragonDice,
    kind: crate::tables::catalog::KindId,
    word: &str,
) -> Option<u8> {
    let kind = game.catalog.kind(kind);
    if let Ok(number) = word.parse::<u8>() {
        return (1..=kind.sides).contains(&number).then_some(number);
    }
    let is_it = |face: &crate::tables::catalog::Face| match face.icon {
        crate::tables::catalog::Icon::Minor(id) => game.catalog.minor_face(id).id == word,
        crate::tables::catalog::Icon::Id => word == "id",
        _ => false,
    };
    kind.faces().iter().position(is_it).map(|at| at as u8 + 1)
}
