//! What bots remember of a position changes no value of it.

use crate::staged::Staged;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::state::State;
use umpire_ea_heresy::words::bots::appraisal::*;

/// Takes one input at random; nothing more once the battle is over.
fn go_on(game: &EaHeresy, state: &mut State, die: &mut impl FnMut(u32) -> u32) {
    match game.pending(state, &mut Silent) {
        Pending::Over(_) => {}
        Pending::Roll(request) => {
            let faces: Vec<Face> = (0..request.dice()).map(|_| die(6) as Face).collect();
            game.resolve(state, &faces, &mut Deaf);
        }
        Pending::Choice(choice) => {
            let seat = choice.seats.first().expect("somebody is asked");
            let mut actions = Vec::new();
            game.legal(state, seat, &mut actions);
            let action = actions.swap_remove(die(actions.len() as u32) as usize);
            game.act(state, seat, &action, &mut Deaf).expect("what is listed may be done");
        }
    }
}

#[test]
fn what_is_remembered_of_a_view_changes_no_value() {
    let wolves = "{name: wolves, units: {infantry: 4}, from: [30, 30], step: [3, 0]}";
    let tanks = "{name: tanks, units: {tank: 3}, from: [60, 30], step: [5, 0]}";
    let orks = "{name: orks, units: {infantry: 5}, from: [30, 44], step: [3, 0]}";
    let guards = "{name: guards, units: {guard: 3}, from: [62, 48], step: [3, 0]}";
    for seed in 0..6 {
        let mut die = splitmix(seed);
        let Staged { game, mut state, .. } = Staged::of(&[wolves, tanks], &[orks, guards], "");
        for _ in 0..60 {
            let seat = Seat(die(2) as u8);
            let view = state.clone();
            let appraisal = Appraisal::of(&game, &view, seat);
            for _ in 0..3 {
                let mut after = view.clone();
                for _ in 0..=die(4) {
                    go_on(&game, &mut after, &mut die);
                    let afresh = Appraisal::of(&game, &after, seat).stands(&after);
                    assert_eq!(appraisal.stands(&after).to_bits(), afresh.to_bits());
                }
            }
            go_on(&game, &mut state, &mut die);
        }
    }
}
