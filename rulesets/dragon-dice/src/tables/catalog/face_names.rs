//! What faces are called, and what a person may type for them.

use super::{Counted, Face, Icon, Kind, MinorFace, Sai, What};
use umpire_core::dice::{Die, FaceName};

/// Words for icons of the tables, and the eighth face of a terrain.
pub(super) struct Vocabulary<'a> {
    pub sais: &'a [Sai],
    pub minor_faces: &'a [MinorFace],
    pub eighth: Option<&'a str>,
}

/// The die of a kind.
///
/// A face is called by its icon, with its count before it where that is not 1 or where the die has the
/// icon with several counts: `id`, `melee`, `3-smite`. Short forms are a letter (`i`, `m`, `r` for missile,
/// `g` for magic, `s`, `v` for maneuver, `x` for the first special icon), the letter with the count (`m2`),
/// and beginnings of a special icon's name that fit no other face. What fits faces of different counts
/// says too little. Terrains are numbered.
pub(super) fn die(kind: &Kind, words: &Vocabulary) -> Die {
    if let What::Terrain { .. } = kind.what {
        let mut die = Die::numbered(&kind.name, kind.sides);
        if let (Some(last), Some(eighth)) = (die.faces.last_mut(), words.eighth) {
            last.short.push(eighth.to_string());
        }
        return die;
    }
    let names = kind.faces().iter().map(|face| face_name(kind, *face, words)).collect();
    Die { name: kind.name.clone(), faces: names }
}

fn face_name(kind: &Kind, face: Face, words: &Vocabulary) -> FaceName {
    let word = icon_word(face.icon, words);
    let letters = letters(kind, face.icon, words);
    if !is_counted(face.icon) {
        return FaceName { name: word.to_string(), short: letters };
    }
    let counts: Vec<u8> =
        kind.faces().iter().filter(|other| other.icon == face.icon).map(|one| one.count).collect();
    let count = face.count;
    let is_plain = counts.iter().all(|count| *count == 1);
    let name = if is_plain { word.to_string() } else { format!("{count}-{word}") };
    let mut short = vec![format!("{count}-{word}"), format!("{word}{count}")];
    short.extend(letters.iter().map(|letter| format!("{letter}{count}")));
    short.push(word.to_string());
    short.extend(letters);
    short.retain(|short| *short != name);
    FaceName { name, short }
}

/// Whether the count is part of the face's name.
fn is_counted(icon: Icon) -> bool {
    matches!(icon, Icon::Plain(_) | Icon::Sai(_))
}

fn icon_word<'a>(icon: Icon, words: &Vocabulary<'a>) -> &'a str {
    match icon {
        Icon::Id => "id",
        Icon::Plain(counted) | Icon::Action(counted) => counted.name(),
        Icon::Sai(sai) => words.sais.get(sai.index()).map_or("?", |sai| sai.id.as_str()),
        Icon::Dragon(face) => face.name(),
        Icon::Eighth => "8",
        Icon::Minor(face) => words.minor_faces.get(face.index()).map_or("?", |face| &face.id),
    }
}

fn letters(kind: &Kind, icon: Icon, words: &Vocabulary) -> Vec<String> {
    match icon {
        Icon::Id => vec!["i".to_string()],
        Icon::Plain(counted) | Icon::Action(counted) => vec![counted.letter().to_string()],
        Icon::Dragon(face) => vec![face.letter().to_string()],
        Icon::Minor(face) => {
            words.minor_faces.get(face.index()).map_or(Vec::new(), |face| face.short.clone())
        }
        Icon::Eighth => Vec::new(),
        Icon::Sai(_) => special_letters(kind, icon, words),
    }
}

/// `x` for the first special icon of the die, and beginnings of the name that fit this icon alone.
fn special_letters(kind: &Kind, icon: Icon, words: &Vocabulary) -> Vec<String> {
    let mut letters = Vec::new();
    let is_special = |face: &&Face| matches!(face.icon, Icon::Sai(_));
    if kind.faces().iter().find(is_special).map(|face| face.icon) == Some(icon) {
        letters.push("x".to_string());
    }
    let word = icon_word(icon, words);
    let others: Vec<&str> = kind
        .faces()
        .iter()
        .filter(|face| face.icon != icon)
        .map(|face| icon_word(face.icon, words))
        .chain(Counted::ALL.map(Counted::name))
        .collect();
    for length in 1..=4 {
        let Some(start) = word.get(..length) else { break };
        let is_letter = Counted::ALL.iter().any(|counted| counted.letter() == start);
        let is_taken = is_letter || start == "i" || start == "x" || start.ends_with('-');
        if !is_taken && others.iter().all(|other| !other.starts_with(start)) {
            letters.push(start.to_string());
        }
    }
    letters
}
