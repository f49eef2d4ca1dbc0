//! Lists of dice as people write them: `oak`, `2 oakling`.

use crate::catalog::{KindId, What};
use crate::game::DragonDice;
use crate::pieces::MOST_PIECES;
use umpire_core::data::suggest;

/// The kind of die with that id or name.
pub(crate) fn die_named(game: &DragonDice, word: &str) -> Option<KindId> {
    let id = word.trim().to_ascii_lowercase().replace(' ', "-");
    let named = || {
        let is_it = |kind: &crate::catalog::Kind| kind.name.eq_ignore_ascii_case(word.trim());
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
