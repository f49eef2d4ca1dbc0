//! How a line of faces may go on: the kinds of dice that are still to be named, and the faces of one.

use super::{Dice, Die, DieId, RollRequest};
use crate::command::normalized;

/// Lines of faces that could follow what has been typed so far: after `wolf: fang t` the faces of that die that begin so,
/// after `;` the kinds of dice that are not named yet. Faces of numbered dice are not offered.
pub fn faces_going_on<R>(dice: &Dice, request: &RollRequest<R>, text: &str) -> Vec<String> {
    let mut kinds: Vec<DieId> = Vec::new();
    for group in &request.groups {
        if !kinds.contains(&group.die) {
            kinds.push(group.die);
        }
    }
    let last = text.rfind([';', '/']).map_or(0, |at| at + 1);
    let (before, part) = text.split_at(last);
    let called = |die: &DieId| normalized(&dice.get(*die).name);
    if let Some((name, faces)) = part.split_once(':') {
        let die = kinds.iter().find(|die| called(die) == normalized(name));
        let begun = format!("{before}{name}:");
        return die.map_or(Vec::new(), |die| faces_of(dice.get(*die), &begun, faces));
    }
    // Where dice of one kind fall, their name is typed by few.
    if let [only] = kinds.as_slice() {
        let faces = faces_of(dice.get(*only), before, part);
        if !faces.is_empty() {
            return faces;
        }
    }
    let named: Vec<String> = before
        .split([';', '/'])
        .filter_map(|part| part.split_once(':'))
        .map(|(name, _)| normalized(name))
        .collect();
    let open = kinds.iter().map(called).filter(|name| !named.contains(name));
    let gap = if before.is_empty() { "" } else { " " };
    let starts = |name: &String| name.starts_with(&normalized(part));
    open.filter(starts).map(|name| format!("{before}{gap}{}: ", name.replace(' ', "-"))).collect()
}

/// The faces of a die that begin as the last word does, each behind what stands before it.
fn faces_of(die: &Die, before: &str, typed: &str) -> Vec<String> {
    let word = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (typed, word) = typed.split_at(word);
    let word = word.to_lowercase();
    let mut names: Vec<&str> = Vec::new();
    for face in &die.faces {
        // `2-save` is found by its number and by its icon.
        let name = face.name.to_lowercase();
        let icon = name.trim_start_matches(|letter: char| !letter.is_alphabetic());
        let fits = name.starts_with(&word) || icon.starts_with(&word);
        if !icon.is_empty() && fits && !names.contains(&&*face.name) {
            names.push(&face.name);
        }
    }
    let gap = if typed.is_empty() && !before.is_empty() { " " } else { "" };
    names.iter().map(|face| format!("{before}{gap}{typed}{face}")).collect()
}
