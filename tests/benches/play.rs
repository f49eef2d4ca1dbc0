//! Random play, uniform over what is legal, on one core: inputs and games a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;
use umpire_core::game::Game;
use umpire_core::testing::{random_game, splitmix};
use umpire_heroscape::{Action, HeroScape, State};
use umpire_tests::{heroscape, library};

/// Inputs after which a game is given up; none comes near.
const LIMIT: usize = 100_000;
/// Games of one measurement.
const BATCH: u64 = 50;
/// Games played once, before anything is measured.
const GAMES: u64 = 10_000;

struct Play {
    game: HeroScape,
    start: State,
    scratch: Vec<Action>,
}

impl Play {
    fn default_scenario() -> Play {
        let default = library().data.get("heroscape/scenarios/default.yaml");
        let loaded = heroscape(&default.expect("it is shipped").text);
        let start = loaded.game.start(&loaded.setup).expect("its armies may meet");
        Play { game: loaded.game, start, scratch: Vec::new() }
    }

    /// Inputs of one game, and its last position.
    fn one(&mut self, seed: u64) -> (usize, State) {
        let mut state = self.start.clone();
        let die = splitmix(seed);
        let inputs = random_game(&self.game, &mut state, &mut self.scratch, die, LIMIT);
        (inputs, state)
    }
}

/// Plays many games to their ends, and says how many inputs that took and what came of them.
fn many(play: &mut Play) {
    let begun = Instant::now();
    let (mut inputs, mut ended, mut rounds, mut won) = (0, 0, 0, [0; 2]);
    let mut checksum = DefaultHasher::new();
    for seed in 0..GAMES {
        let (count, last) = play.one(seed);
        inputs += count;
        rounds += usize::from(last.round);
        ended += usize::from(last.ended.is_some());
        for seat in last.ended.iter().flat_map(|outcome| outcome.winners.iter()) {
            won[usize::from(seat.0)] += 1;
        }
        (count, last.clock).hash(&mut checksum);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{GAMES} random games of the default scenario: {ended} ended, {:.1} inputs and {:.1} rounds a game, \
         A won {}, B won {}; {:.0} inputs and {:.0} games a second; checksum {:016x}",
        inputs as f64 / GAMES as f64,
        rounds as f64 / GAMES as f64,
        won[0],
        won[1],
        inputs as f64 / seconds,
        GAMES as f64 / seconds,
        checksum.finish(),
    );
}

fn random_play(criterion: &mut Criterion) {
    let mut play = Play::default_scenario();
    many(&mut play);
    let inputs: usize = (0..BATCH).map(|seed| play.one(seed).0).sum();
    let mut group = criterion.benchmark_group("random play, default scenario");
    group.sample_size(20);
    let mut batch = || (0..BATCH).map(|seed| play.one(seed).0).sum::<usize>();
    group.throughput(Throughput::Elements(inputs as u64));
    group.bench_function("inputs", |bench| bench.iter(&mut batch));
    group.throughput(Throughput::Elements(BATCH));
    group.bench_function("games", |bench| bench.iter(&mut batch));
    group.finish();
}

criterion_group!(benches, random_play);
criterion_main!(benches);
