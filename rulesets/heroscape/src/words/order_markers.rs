//! The cards of order markers, as people name them for all four at once.

use super::nouns::{MARKERS, copy_or_slip};
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, State};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// The cards of order markers 1, 2, 3 and X: in this order, or behind their markers, as in `1 on finn, 2 3 X on marro`.
pub(super) fn cards_or_slip(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    text: &str,
) -> Result<[CopyId; 4], Slip> {
    let lower = text.to_lowercase().replace(':', " ");
    let parts = parts_of_markers(&lower);
    let named = |part: &&(Vec<usize>, String)| part.0.is_empty();
    let mut on: [Option<&str>; 4] = [None; 4];
    for (markers, card) in parts.iter().filter(|part| !named(part)) {
        for marker in markers {
            if on[*marker].replace(card).is_some() {
                let says = format!("marker {} is told twice", MARKERS[*marker]);
                return Err(Slip::new(says));
            }
        }
    }
    let told = on.iter().flatten().count() + parts.iter().filter(named).count();
    if told != on.len() {
        let example = example_of_markers(game, state, seat);
        let example = example.map_or(String::new(), |four| format!(", as `markers {four}`"));
        return Err(Slip::new(format!(
            "four cards are needed, for 1, 2, 3 and X, and {told} given: all go down at once{example}"
        )));
    }
    // Cards without a marker take those that are left.
    let mut left = parts.iter().filter(named);
    let mut cards = [CopyId(0); 4];
    for (at, told) in on.into_iter().enumerate() {
        let card = told.or_else(|| left.next().map(|(_, card)| card.as_str()));
        cards[at] = copy_or_slip(game, state, Some(seat), card.unwrap_or_default())?;
    }
    Ok(cards)
}

/// Each card that is named for order markers, behind the markers that go on it, where they are told.
fn parts_of_markers(text: &str) -> Vec<(Vec<usize>, String)> {
    let marker = |word: &str| MARKERS.iter().position(|known| known.eq_ignore_ascii_case(word));
    let words: Vec<&str> = text.split_whitespace().collect();
    let parts: Vec<Vec<&str>> = if text.contains([',', ';']) {
        let parts = text.split([',', ';']).map(|part| part.split_whitespace().collect());
        parts.filter(|part: &Vec<&str>| !part.is_empty()).collect()
    } else if words.contains(&"on") {
        // A marker before `on` begins the next.
        let mut parts: Vec<Vec<&str>> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let is_on = |word: &&&str| marker(word).is_none();
            let begins = marker(word).is_some()
                && words[at..].iter().find(is_on) == Some(&"on")
                && (at == 0 || marker(words[at - 1]).is_none());
            match parts.last_mut() {
                Some(part) if !begins => part.push(word),
                _ => parts.push(vec![word]),
            }
        }
        parts
    } else {
        words.into_iter().map(|word| vec![word]).collect()
    };
    let read = |part: Vec<&str>| {
        let markers: Vec<usize> = part.iter().map_while(|word| marker(word)).collect();
        let (markers, rest) = match part.get(markers.len()..) {
            // `2` alone is no marker without its card.
            Some(rest) if !rest.is_empty() => (markers, rest),
            _ => (Vec::new(), part.as_slice()),
        };
        let rest = rest.strip_prefix(&["on"]).unwrap_or(rest);
        (markers, rest.join(" "))
    };
    parts.into_iter().map(read).collect()
}

/// Four cards on which a seat could put its markers, as they would be typed.
pub(super) fn example_of_markers(game: &HeroScape, state: &State, seat: Seat) -> Option<String> {
    let mut cards: Vec<String> = Vec::new();
    for copy in game.cards_in_play(state, seat) {
        cards.push(game.copy_name(state, copy));
    }
    let four: Vec<&str> = cards.iter().cycle().take(4).map(String::as_str).collect();
    (!four.is_empty()).then(|| four.join(", "))
}
