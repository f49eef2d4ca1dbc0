//! Random play, uniform over what is legal, and play by whoever looks ahead, with numbers drawn by the caller.

use crate::dice::Face;
use crate::game::{Deaf, Game, Pending};
use crate::host::{Hosted, choose};
use crate::ruling::Silent;

/// Draws a number below its argument.
pub type Die<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A small generator for tests that need no quality: the same numbers for the same seed.
pub fn splitmix(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ (z >> 31)) >> 32) * u64::from(below.max(1))) >> 32) as u32
    }
}

/// Plays to the end, or to `limit` inputs, and returns how many inputs it took.
///
/// Nothing is observed and nothing but `scratch` and the state's own growth is allocated.
pub fn random_game<G: Game>(
    game: &G,
    state: &mut G::State,
    scratch: &mut Vec<G::Action>,
    mut die: impl FnMut(u32) -> u32,
    limit: usize,
) -> usize {
    let mut faces: Vec<Face> = Vec::new();
    for inputs in 0..limit {
        match game.pending(state, &mut Silent) {
            Pending::Over(_) => return inputs,
            Pending::Choice(choice) => {
                let Some(seat) = choice.seats.first() else { return inputs };
                scratch.clear();
                game.legal(state, seat, scratch);
                if scratch.is_empty() {
                    return inputs;
                }
                let chosen = die(scratch.len() as u32) as usize;
                game.apply(state, seat, &scratch[chosen], &mut Deaf);
            }
            Pending::Roll(request) => {
                request.throw(game.dice(), &mut die, &mut faces);
                game.resolve(state, &faces, &mut Deaf);
            }
        }
    }
    limit
}

/// Plays on as a bot does that looks ahead, for all who are asked, and says whether the game came to its end within `limit` inputs.
///
/// # Panics
///
/// Where a bot finds nothing to do, or what it chooses is not legal.
pub fn foreseen_game<G: Hosted>(game: &G, state: &mut G::State, die: Die, limit: usize) -> bool {
    let mut faces: Vec<Face> = Vec::new();
    for _ in 0..limit {
        match game.pending(state, &mut Silent) {
            Pending::Over(_) => return true,
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                let (view, mut draw) = (game.view(state, seat), |below| die(below as u32) as usize);
                let chosen = choose(game, &view, seat, 0, &mut draw);
                let chosen = chosen.expect("there is something to do");
                game.act(state, seat, &chosen, &mut Deaf).expect("what a bot chooses is legal");
            }
            Pending::Roll(request) => {
                request.throw(game.dice(), die, &mut faces);
                game.resolve(state, &faces, &mut Deaf);
            }
        }
    }
    false
}
