//! Lines that could follow what has been typed: answers, and faces where dice have to fall.

use super::USAGES;
use super::read_names::plain;
use crate::game::DragonDice;
use crate::state::State;
use crate::words::say_action;
use umpire_core::dice::{DieId, RollRequest};
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

/// How many lines are offered at most.
const MOST: usize = 200;

pub(super) fn continued(game: &DragonDice, state: &State, seat: Seat, text: &str) -> Vec<String> {
    if let Pending::Roll(request) = game.pending(state, &mut Silent) {
        return faces_continued(game, &request, text);
    }
    let mut actions = Vec::new();
    game.legal(state, seat, &mut actions);
    let said = actions.iter().map(|action| say_action::typed(game, state, seat, action));
    let starts = |line: &String| line.to_lowercase().starts_with(&text.to_lowercase());
    let said: Vec<String> = said.filter(starts).take(MOST).collect();
    // How lines are built helps where none is legal that begins so.
    match said.is_empty() {
        true => USAGES.iter().map(|(usage, _)| usage.to_string()).filter(starts).collect(),
        false => said,
    }
}

/// After `oakling: melee s` the faces of that die, after `;` the kinds that are still to be named.
fn faces_continued<R>(game: &DragonDice, request: &RollRequest<R>, text: &str) -> Vec<String> {
    let mut kinds: Vec<DieId> = Vec::new();
    for group in &request.groups {
        if !kinds.contains(&group.die) {
            kinds.push(group.die);
        }
    }
    let id = |die: &DieId| game.catalog.kinds[usize::from(die.0)].id.clone();
    let last = text.rfind([';', '/']).map_or(0, |at| at + 1);
    let (before, part) = text.split_at(last);
    let gap = if before.is_empty() { "" } else { " " };
    if let Some((name, faces)) = part.split_once(':') {
        let Some(die) = kinds.iter().find(|die| plain(&id(die)) == plain(name)) else {
            return Vec::new();
        };
        let word = faces.rfind([' ', ',']).map_or(0, |at| at + 1);
        let (typed, word) = faces.split_at(word);
        let mut names: Vec<&str> = Vec::new();
        let word = word.to_lowercase();
        for face in &game.catalog.dice.get(*die).faces {
            // `2-save` is found by its number and by its icon.
            let icon = face.name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
            let fits = face.name.starts_with(&word) || icon.starts_with(&word);
            if fits && !names.contains(&&*face.name) {
                names.push(&face.name);
            }
        }
        let typed = if typed.is_empty() { " " } else { typed };
        return names.iter().map(|face| format!("{before}{name}:{typed}{face}")).collect();
    }
    let named: Vec<String> = before
        .split([';', '/'])
        .filter_map(|part| part.split_once(':'))
        .map(|(name, _)| plain(name))
        .collect();
    let open = kinds.iter().map(id).filter(|id| !named.contains(&plain(id)));
    let starts = |id: &String| plain(id).starts_with(&plain(part));
    open.filter(starts).map(|id| format!("{before}{gap}{id}: ")).collect()
}
