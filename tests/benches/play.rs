//! Random play, uniform over what is legal, on one core: inputs and games a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::Silent;
use umpire_core::testing::{random_game, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_ea_heresy::EaHeresy;
use umpire_heroscape::HeroScape;
use umpire_tests::{library, loaded};

/// Inputs after which a game is given up; none comes near.
const LIMIT: usize = 100_000;
/// Games of one measurement.
const BATCH: u64 = 50;
/// Games played once, before anything is measured.
const GAMES: u64 = 10_000;
/// The same of a game on an open table, whose inputs take longer.
const BATTLES: u64 = 1_000;

struct Play<G: Game> {
    name: &'static str,
    game: G,
    start: G::State,
    scratch: Vec<G::Action>,
    games: u64,
}

impl<G: Hosted> Play<G> {
    /// A shipped scenario, under the edition it names or under another.
    fn shipped(name: &'static str, scenario: &str, edition: Option<&str>) -> Play<G> {
        let path = format!("{}/scenarios/{scenario}.yaml", G::NAME);
        let text = library().data.get(&path).expect("it is shipped").text;
        let named = text.lines().map(|line| match edition {
            Some(edition) if line.starts_with("edition:") => format!("edition: {edition}"),
            _ => line.to_string(),
        });
        let loaded = loaded::<G>(&named.collect::<Vec<_>>().join("\n"));
        let start = loaded.game.start(&loaded.setup);
        let start = start.unwrap_or_else(|refusals| panic!("{name}: {refusals:?}"));
        let games = if G::NAME == EaHeresy::NAME { BATTLES } else { GAMES };
        Play { name, game: loaded.game, start, scratch: Vec::new(), games }
    }
}

impl<G: Game> Play<G> {
    /// Inputs of one game, and its last position.
    fn one(&mut self, seed: u64) -> (usize, G::State) {
        let mut state = self.start.clone();
        let inputs = random_game(&self.game, &mut state, &mut self.scratch, splitmix(seed), LIMIT);
        (inputs, state)
    }

    /// Plays many games to their ends, and says how many inputs that took and what came of them.
    fn many(&mut self) {
        let begun = Instant::now();
        let (mut inputs, mut clocks, mut ended, mut drawn) = (0, 0, 0, 0);
        let mut won = vec![0; self.game.players(&self.start).into()];
        let mut checksum = DefaultHasher::new();
        for seed in 0..self.games {
            let (count, last) = self.one(seed);
            inputs += count;
            clocks += u64::from(self.game.clock(&last));
            if let Pending::Over(outcome) = self.game.pending(&last, &mut Silent) {
                ended += 1;
                drawn += usize::from(outcome.winners.is_empty());
                outcome.winners.iter().for_each(|seat| won[seat.index()] += 1);
            }
            (count, &last).hash(&mut checksum);
        }
        let (seconds, games) = (begun.elapsed().as_secs_f64(), self.games);
        println!(
            "{}: {games} random games, {ended} ended, {drawn} drawn, won {won:?}; {:.1} inputs and {:.1} turns a game; \
             {:.0} inputs and {:.0} games a second; checksum {:016x}",
            self.name,
            inputs as f64 / games as f64,
            clocks as f64 / games as f64,
            inputs as f64 / seconds,
            games as f64 / seconds,
            checksum.finish(),
        );
    }

    fn measure(mut self, criterion: &mut Criterion) {
        self.many();
        let inputs: usize = (0..BATCH).map(|seed| self.one(seed).0).sum();
        let mut group = criterion.benchmark_group(format!("random play, {}", self.name));
        group.sample_size(20);
        let mut batch = || (0..BATCH).map(|seed| self.one(seed).0).sum::<usize>();
        group.throughput(Throughput::Elements(inputs as u64));
        group.bench_function("inputs", |bench| bench.iter(&mut batch));
        group.throughput(Throughput::Elements(BATCH));
        group.bench_function("games", |bench| bench.iter(&mut batch));
        group.finish();
    }
}

fn random_play(criterion: &mut Criterion) {
    Play::<HeroScape>::shipped("two hills", "default", None).measure(criterion);
    let dragon_dice = Play::<DragonDice>::shipped;
    dragon_dice("Treefolk v Firewalkers, current", "default", Some("current")).measure(criterion);
    dragon_dice("Treefolk v Firewalkers, classic", "default", Some("classic")).measure(criterion);
    Play::<EaHeresy>::shipped("four formations a side", "beacons", None).measure(criterion);
}

criterion_group!(benches, random_play);
criterion_main!(benches);
