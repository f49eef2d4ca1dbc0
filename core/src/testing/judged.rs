//! The judge's word in random games: what is overruled, changed and ended leaves a position from which one can play on.

use crate::game::{Deaf, Game, Pending, Stop};
use crate::host::Hosted;
use crate::ruling::Silent;
use crate::seat::Seat;
use crate::testing::properties::assert_invariants;
use crate::testing::random::{Die, random_game};
use crate::testing::secrets::seats;

/// So many words a change has at most that is drawn.
const MOST_WORDS: usize = 8;

/// Overrules a refused action on a copy and plays on a little: nothing may break. Says whether it could be.
pub(super) fn try_overrule<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    pool: &[G::Action],
    die: Die,
) -> bool {
    if pool.is_empty() || die(8) != 0 {
        return false;
    }
    let action = &pool[die(pool.len() as u32) as usize];
    let mut after = state.clone();
    if game.overrule(&mut after, seat, action, &mut Deaf).is_err() {
        return false;
    }
    assert_invariants(game, &after);
    let mut scratch = Vec::new();
    random_game(game, &mut after, &mut scratch, &mut *die, 12);
    assert_invariants(game, &after);
    true
}

/// Lets a seat give up on a copy, or calls time, and plays on: nothing may break.
pub(super) fn try_stop<G: Game>(game: &G, state: &G::State, die: Die) {
    if die(24) != 0 {
        return;
    }
    let players = u32::from(game.players(state));
    let stop = match die(players + 1) {
        seat if seat < players => Stop::Concede(Seat(seat as u8)),
        _ => Stop::Time,
    };
    let mut after = state.clone();
    game.stop(&mut after, stop, &mut Deaf);
    assert_invariants(game, &after);
    if stop == Stop::Time {
        let over = matches!(game.pending(&after, &mut Silent), Pending::Over(_));
        assert!(over, "a game whose time is up is over");
    }
    let mut scratch = Vec::new();
    random_game(game, &mut after, &mut scratch, die, 40);
    assert_invariants(game, &after);
}

/// Changes a copy as a judge could type it, and plays on a little: nothing may break, and what is refused changes nothing. What each seat
/// sees is changed as well, for that tells whose sight a judge's word changed.
pub(super) fn try_amend<G: Hosted>(game: &G, state: &G::State, die: Die) {
    if die(16) != 0 {
        return;
    }
    let Some(change) = drawn_amendment(game, state, &mut *die) else { return };
    let said = game.say_amendment(state, &change);
    let read = game.parse_amendment(state, &said);
    let again = read.as_ref().map(|read| game.say_amendment(state, read));
    let is_same = again.as_ref().is_ok_and(|again| *again == said);
    assert!(is_same, "what a judge changes can be typed as it is said: `{said}`, read as {read:?}");
    let amended = |before: &G::State| {
        let mut after = before.clone();
        match game.amend(&mut after, &change, &mut Deaf) {
            Ok(()) => Some(after),
            Err(_) => {
                assert!(after == *before, "a refused change changes nothing: `{said}`");
                None
            }
        }
    };
    seats(game, state).for_each(|seat| {
        amended(&game.view(state, seat));
    });
    let Some(mut after) = amended(state) else { return };
    let sound = |after: &G::State, when: &str| {
        if let Err(refusals) = game.check_invariants(after) {
            panic!("an unsound position {when} `{said}`: {refusals:?}\n{after:?}");
        }
    };
    sound(&after, "by");
    random_game(game, &mut after, &mut Vec::new(), die, 6);
    sound(&after, "reached after");
}

/// A change drawn word by word of how it may be typed; nothing where that leads nowhere.
fn drawn_amendment<G: Hosted>(game: &G, state: &G::State, die: Die) -> Option<G::Amendment> {
    let mut text = String::new();
    for _ in 0..MOST_WORDS {
        let lines = game.complete_amendment(state, &text);
        text = match lines.len() {
            // Numbers are not listed.
            0 => format!("{text}{} ", die(8)),
            many => format!("{} ", lines[die(many as u32) as usize].trim()),
        };
        if let Ok(change) = game.parse_amendment(state, text.trim())
            && die(3) != 0
        {
            return Some(change);
        }
    }
    game.parse_amendment(state, text.trim()).ok()
}
