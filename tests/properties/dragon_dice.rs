//! Dragon Dice in random games, in both editions, from set-ups and from positions drawn at random.

use crate::muster::position;
use std::sync::OnceLock;
use umpire_core::game::Game;
use umpire_core::host::Loaded;
use umpire_core::ruleset::GameTables;
use umpire_core::seat::Seat;
use umpire_core::testing::{
    equal_faces_lead_to_equal_positions, holds_in_random_play, picks_are_drawn, random_game,
    replays_and_undoes, splitmix, views_wait_for_the_same,
};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::pieces::{Army, PieceSet, Place, Sort};
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::Catalog;
use umpire_tests::{library, loaded};

/// Inputs of the longest random game, with room to spare.
const LONG: usize = 100_000;

/// A game from a position drawn at random.
fn drawn(number: u64) -> Loaded<DragonDice> {
    static CATALOG: OnceLock<std::sync::Arc<Catalog>> = OnceLock::new();
    let read = || Catalog::read(&library().data).expect("the tables are without fault");
    let text = position(CATALOG.get_or_init(read), number, &mut splitmix(number));
    println!("position {number}:\n{text}");
    loaded(&text)
}

/// The games of shipped scenarios, each in both editions where its forces are legal in both.
fn shipped() -> Vec<(String, Loaded<DragonDice>)> {
    let scenarios = library().data.under("dragon-dice/scenarios");
    scenarios.map(|source| (source.path.clone(), loaded(&source.text))).collect()
}

#[test]
fn the_contract_holds_in_random_games() {
    let (mut legal, mut refused, mut rolls, mut overruled) = (0, 0, 0, 0);
    for number in 0..48 {
        let Loaded { game, setup, .. } = drawn(number);
        let checked = holds_in_random_play(&game, &setup, &mut splitmix(number), 150);
        legal += checked.legal;
        refused += checked.refused;
        rolls += checked.rolls;
        overruled += checked.overruled;
    }
    let looked = [legal, refused, rolls, overruled];
    assert!(looked.iter().all(|count| *count > 100), "little was looked at: {looked:?}");
}

#[test]
fn the_contract_holds_in_shipped_scenarios() {
    for (path, Loaded { game, setup, .. }) in shipped() {
        for seed in 100..103 {
            println!("{path}, seed {seed}");
            let checked = holds_in_random_play(&game, &setup, &mut splitmix(seed), 400);
            assert!(checked.ended || checked.inputs == 400);
        }
    }
}

#[test]
fn what_a_hand_picks_is_drawn() {
    let slots =
        ["an army", "the target", "a die", "the die that goes", "the die that comes", "where to"];
    let games = (100..108).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    let of_game = |(seed, Loaded { game, setup, .. }): (u64, Loaded<DragonDice>)| {
        picks_are_drawn(&game, &setup, &mut splitmix(seed), 200, Some(&slots))
    };
    let looked: usize = (100..).zip(games).map(of_game).sum();
    assert!(looked > 1000, "only {looked} names were looked for");
}

#[test]
fn records_replay_and_take_back() {
    let games = (200..208).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    for (seed, Loaded { game, setup, .. }) in (200..).zip(games) {
        println!("seed {seed}");
        let counted = replays_and_undoes(|| game.clone(), &setup, &mut splitmix(seed), 200);
        assert!(counted > 20, "only {counted} inputs counted");
    }
}

#[test]
fn secrets_never_show_in_what_is_asked() {
    let games = (300..306).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    for (seed, Loaded { game, setup, .. }) in (300..).zip(games) {
        println!("seed {seed}");
        views_wait_for_the_same(&game, &setup, &mut splitmix(seed), 300);
    }
}

#[test]
fn faces_that_count_for_the_same_are_alike() {
    let mut compared = 0;
    for number in 400..424 {
        let Loaded { game, setup, .. } = drawn(number);
        let mut die = splitmix(number);
        compared += equal_faces_lead_to_equal_positions(&game, &setup, &mut die, 400);
    }
    assert!(compared > 1500, "only {compared} throws were compared");
}

#[test]
fn no_die_is_created_or_lost() {
    let mut scratch = Vec::new();
    for number in 500..530 {
        let Loaded { game, setup, .. } = drawn(number);
        let mut die = splitmix(number);
        let start = game.start(&setup).expect("the position is sound");
        let mut state = start.clone();
        for input in 0..1000 {
            assert_whole(&start, &state, &|| format!("position {number}, input {input}"));
            if random_game(&game, &mut state, &mut scratch, &mut die, 1) == 0 {
                break;
            }
        }
    }
}

/// Every die lies in one place, and only where its sort may lie.
fn assert_whole(start: &State, state: &State, when: &dyn Fn() -> String) {
    assert_eq!(state.roster, start.roster, "{}: the dice of players", when());
    for (seat, side) in (0..).map(Seat).zip(&state.sides) {
        let mut seen = PieceSet::NONE;
        for set in side.places {
            assert!(set.and(seen).is_empty(), "{}: a die of {seat:?} lies in two places", when());
            seen = seen.with(set);
        }
        let force = state.roster.force(seat);
        let all = (0..force.members().len() as u8).collect::<PieceSet>();
        assert_eq!(seen, all, "{}: the dice of {seat:?}", when());
        for (number, member) in (0..).zip(force.members()) {
            let place = (0..).map(Place).zip(side.places).find(|(_, set)| set.contains(number));
            let (place, _) = place.expect("it lies somewhere");
            let (terrain, in_play) = (place.as_terrain().is_some(), place.in_play());
            let may = match member.sort {
                Sort::Unit => place != Place::POOL,
                Sort::Dragonkin => terrain || [Place::POOL, Place::BURIED].contains(&place),
                Sort::Item => in_play || place == Place::BURIED,
                Sort::Dragon => terrain || [Place::POOL, Place::OUT].contains(&place),
                Sort::Minor => terrain || [Place::POOL, Place::BURIED].contains(&place),
            };
            assert!(may, "{}: {:?} of {seat:?} at {place:?}", when(), member.sort);
        }
        for (place, face) in state.terrains().zip(side.minor_faces) {
            let minors = state.at(seat, place).and(force.of_sort(Sort::Minor)).len();
            assert_eq!(minors, u32::from(face > 0), "{}: {seat:?} at {place:?}", when());
        }
    }
    for (place, (ground, before)) in state.terrains().zip(state.grounds.iter().zip(&start.grounds))
    {
        assert_eq!(ground.kind, before.kind, "{}: a terrain die is another", when());
        assert!((1..=8).contains(&ground.face), "{}: a terrain shows {}", when(), ground.face);
        let Some(owner) = ground.holder else { continue };
        assert_eq!(ground.face, 8, "{}: only an eighth face is held", when());
        let kept = state.exists(Army { owner, place }) || state.over.is_some();
        assert!(kept, "{}: nobody is there to hold {place:?}", when());
    }
}

#[test]
fn random_games_end() {
    let mut scratch = Vec::new();
    let mut ended = 0;
    let games = (600..630).map(drawn).chain(shipped().into_iter().map(|(_, loaded)| loaded));
    for (seed, Loaded { game, setup, .. }) in (600..).zip(games) {
        let mut state = game.start(&setup).expect("the position is sound");
        random_game(&game, &mut state, &mut scratch, splitmix(seed), LONG);
        assert!(state.over.is_some(), "game {seed} does not end");
        ended += 1;
    }
    assert!(ended > 30);
}
