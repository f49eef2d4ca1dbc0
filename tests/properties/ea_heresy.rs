//! EA-Heresy in random battles, in both editions, from set-ups and from positions drawn at random.

use crate::battles::position;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Loaded;
use umpire_core::ruling::Silent;
use umpire_core::testing::{
    equal_faces_lead_to_equal_positions, holds_in_random_play, picks_are_drawn, random_game,
    replays_and_undoes, splitmix,
};
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::state::State;
use umpire_tests::{library, loaded};

/// Inputs of the longest random battle, with room to spare.
const LONG: usize = 20_000;

/// A battle from a position drawn at random.
fn drawn(number: u64) -> Loaded<EaHeresy> {
    println!("position {number}");
    loaded(&position(number, &mut splitmix(number)))
}

/// The battles of shipped scenarios.
fn shipped() -> Vec<(String, Loaded<EaHeresy>)> {
    let scenarios = library().data.under("ea-heresy/scenarios");
    scenarios.map(|source| (source.path.clone(), loaded(&source.text))).collect()
}

#[test]
fn the_contract_holds_in_random_battles() {
    let (mut legal, mut refused, mut rolls, mut overruled) = (0, 0, 0, 0);
    for number in 0..16 {
        let Loaded { game, setup, .. } = drawn(number);
        let checked = holds_in_random_play(&game, &setup, &mut splitmix(number), 60);
        legal += checked.legal;
        refused += checked.refused;
        rolls += checked.rolls;
        overruled += checked.overruled;
    }
    let looked = [legal, refused, rolls, overruled];
    let least = [1000, 1000, 100, 5];
    let enough = looked.iter().zip(least).all(|(count, least)| *count >= least);
    assert!(enough, "little was looked at: {looked:?}");
}

#[test]
fn the_contract_holds_in_shipped_scenarios() {
    for (path, Loaded { game, setup, .. }) in shipped() {
        let checked = holds_in_random_play(&game, &setup, &mut splitmix(7), 60);
        let looked = [checked.legal, checked.refused, checked.rolls];
        assert!(looked.iter().all(|count| *count > 0), "{path}: little was looked at: {looked:?}");
    }
}

#[test]
fn what_a_hand_picks_is_drawn() {
    let slots = ["a formation", "who helps", "a unit", "the target", "where to"];
    let games = (100..108).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    let of_game = |(seed, Loaded { game, setup, .. }): (u64, Loaded<EaHeresy>)| {
        picks_are_drawn(&game, &setup, &mut splitmix(seed), 120, Some(&slots))
    };
    let looked: usize = (100..).zip(games).map(of_game).sum();
    assert!(looked > 1000, "only {looked} names were looked for");
}

#[test]
fn records_replay_and_take_back() {
    let games = (200..204).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    for (seed, Loaded { game, setup, .. }) in (200..).zip(games) {
        println!("seed {seed}");
        let counted = replays_and_undoes(|| game.clone(), &setup, &mut splitmix(seed), 80);
        assert!(counted > 10, "only {counted} inputs counted");
    }
}

#[test]
fn faces_that_count_for_the_same_are_alike() {
    let mut compared = 0;
    for number in 400..420 {
        let Loaded { game, setup, .. } = drawn(number);
        let mut die = splitmix(number);
        compared += equal_faces_lead_to_equal_positions(&game, &setup, &mut die, 200);
    }
    assert!(compared > 300, "only {compared} throws were compared");
}

#[test]
fn every_battle_ends_and_no_unit_is_created_or_lost() {
    for number in 500..540 {
        let Loaded { game, setup, .. } = drawn(number);
        ends_whole(&game, &setup, number);
    }
    for (path, Loaded { game, setup, .. }) in shipped() {
        println!("{path}");
        ends_whole(&game, &setup, 9);
    }
}

/// Plays to the end; after every input the position is sound, and what cannot change has not.
fn ends_whole(game: &EaHeresy, setup: &<EaHeresy as Game>::Setup, seed: u64) {
    let mut die = splitmix(seed);
    let start = game.start(setup).expect("the position is sound");
    let (mut state, mut scratch) = (start.clone(), Vec::new());
    for input in 0..LONG {
        let before = state.clone();
        if random_game(game, &mut state, &mut scratch, &mut die, 1) == 0 {
            break;
        }
        let when = || {
            let moved = before.units.iter().zip(&state.units).filter(|(old, new)| old != new);
            let moved: Vec<_> = moved.map(|(old, new)| (old.place, new.place)).collect();
            format!("battle {seed}, input {input}, after {:?}: {moved:?}", before.steps.last())
        };
        if let Err(refusals) = game.check_invariants(&state) {
            panic!("{}: {refusals:?}", when());
        }
        assert_whole(&start, &state, &when);
    }
    assert!(matches!(game.pending(&state, &mut Silent), Pending::Over(_)), "{seed} never ends");
}

fn assert_whole(start: &State, state: &State, when: &dyn Fn() -> String) {
    assert_eq!(state.units.len(), start.units.len(), "{}: units", when());
    assert_eq!(state.formations.len(), start.formations.len(), "{}: formations", when());
    for (now, then) in state.units.iter().zip(&start.units) {
        assert_eq!((now.model, now.formation), (then.model, then.formation), "{}", when());
        assert!(then.alive() || !now.alive(), "{}: a unit came back to life", when());
    }
    for (now, then) in state.strongholds.iter().zip(&start.strongholds) {
        assert!(now.damage >= then.damage, "{}: a stronghold was mended", when());
    }
}
