//! Exact odds: an attack by the rule itself and in closed form, and sums of many unlike dice.

use criterion::{Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hint::black_box;
use umpire_core::game::{Game, Pending};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::odds::{Budget, Share, classes, enumerate, sums};
use umpire_core::ruling::Silent;
use umpire_dragon_dice::DragonDice;
use umpire_heroscape::State;
use umpire_heroscape::words::odds;
use umpire_tests::{announced_attack, army_against_a_dragon, loaded};

// Peers on the same work, 10 against 8 combat dice in fractions, on another machine of two cores:
// icepool 798 us, dyce 131 us.

/// 10 attack dice against 8 defense dice.
const POOLS: (u8, u8) = (10, 8);

fn attack(criterion: &mut Criterion) {
    let (game, state, target) = announced_attack(POOLS.0, POOLS.1);
    let by_the_rules = || {
        let over = |state: &State| state.attack.is_none();
        let wounds = |state: &State| state.figure(target).wounds;
        enumerate(&game, &state, 10_000, over, |_, _| None, wounds).expect("few outcomes")
    };
    let closed = || odds::wound_ways::<u128>(&game, black_box(POOLS.0), black_box(POOLS.1));
    let whole = 6u128.pow(u32::from(POOLS.0 + POOLS.1));
    let ways = closed();
    let ruled = by_the_rules();
    let agree = ruled.iter().filter(|(wounds, share)| {
        let closed = Share::of(ways[usize::from(*wounds)], whole);
        share.in_lowest_terms() == closed.in_lowest_terms()
    });
    let mean: u128 = ways.iter().zip(0..).map(|(ways, wounds)| ways * wounds).sum();
    println!(
        "10 v 8 combat dice: {} outcomes by the rule, {} as in the closed form, {:.6} wounds on average",
        ruled.len(),
        agree.count(),
        mean as f64 / whole as f64,
    );
    let mut group = criterion.benchmark_group("attack odds");
    group.bench_function("the rule, 10 v 8", |bench| bench.iter(by_the_rules));
    group.bench_function("closed form, 10 v 8", |bench| bench.iter(closed));
    group.bench_function("closed form, 24 v 24", |bench| {
        bench.iter(|| odds::wound_ways::<u128>(&game, black_box(24), black_box(24)));
    });
    group.bench_function("closed form, 50 v 50", |bench| {
        bench.iter(|| odds::wound_ways::<BigUint>(&game, black_box(50), black_box(50)));
    });
    group.finish();
}

/// What one face adds to each of three counters, and how many faces add it.
type Amount = (u64, u32);

/// Eight kinds of dice of six faces.
const KINDS: [[Amount; 6]; 8] = [
    [(1, 1), (1, 1), (1 << 8, 1), (1 << 16, 1), (1 << 16, 1), (0, 1)],
    [(2, 1), (1, 1), (2 << 8, 1), (1 << 16, 1), (2 << 16, 1), (0, 1)],
    [(3, 1), (3, 1), (1 << 8, 1), (3 << 16, 1), (1 << 16, 1), (0, 1)],
    [(4, 1), (4, 1), (4 << 8, 1), (4 << 16, 1), (4 << 16, 1), (0, 1)],
    [(1, 1), (1 << 8, 1), (1 << 8, 1), (1 << 16, 1), (0, 1), (0, 1)],
    [(2, 1), (2 << 8, 1), (1 << 8, 1), (2 << 16, 1), (1 << 16, 1), (1, 1)],
    [(3, 1), (2, 1), (3 << 8, 1), (3 << 8, 1), (3 << 16, 1), (1 << 16, 1)],
    [(1, 1), (1, 1), (1 << 8, 1), (1 << 8, 1), (1 << 16, 1), (0, 1)],
];

/// The dice merged one by one in a table of sums.
fn merged(of_each: usize) -> HashMap<u64, u128> {
    let mut all = HashMap::from([(0, 1)]);
    for kind in KINDS.iter().flat_map(|kind| vec![kind; of_each]) {
        let mut next = HashMap::with_capacity(all.len() * 2);
        for (sum, rolls) in &all {
            for (amount, times) in kind {
                *next.entry(sum + amount).or_default() += rolls * u128::from(*times);
            }
        }
        all = next;
    }
    all
}

fn army(criterion: &mut Criterion) {
    let summed = |of_each| sums::<u128>(KINDS.iter().map(|kind| (of_each, &kind[..])));
    let (all, expected) = (summed(3), merged(3));
    let agree = all.iter().filter(|(sum, rolls)| expected.get(sum) == Some(rolls));
    println!("24 dice in three counters: {} sums, {} as merged", expected.len(), agree.count());
    let mut group = criterion.benchmark_group("joint odds");
    group.bench_function("24 dice of 8 kinds", |bench| bench.iter(|| summed(black_box(3))));
    group.bench_function("40 dice of 8 kinds", |bench| bench.iter(|| summed(black_box(5))));
    group.sample_size(10);
    group.bench_function("24 dice merged in a table", |bench| bench.iter(|| merged(black_box(3))));
    group.finish();
}

/// The roll of an army against a dragon by the rules themselves: melee, missile and save together.
fn army_by_the_rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("an army against a dragon");
    for of_each in [1, 3] {
        let (game, state) = army_against_a_dragon(of_each);
        let Pending::Roll(request) = game.pending(&state, &mut Silent) else {
            panic!("the army answers the dragon");
        };
        let all = || classes::<_, u128>(black_box(&game), &state, &request);
        let found = all();
        let rolls: u128 = found.iter().map(|(_, rolls)| rolls).sum();
        let dice = request.dice();
        println!("{dice} dice against a dragon: {} classes of {rolls} rolls", found.len());
        group.bench_function(format!("{dice} dice of 8 kinds"), |bench| bench.iter(all));
    }
    group.finish();
}

/// An army of 60 health, and 24 dice against 24 with what comes back.
fn whole_armies(criterion: &mut Criterion) {
    let met = |own: &str, target: &str| {
        let text = format!(
            "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
             terrains: {{frontier: swampland-city 7}}\n  armies:\n    \
             A: {{frontier: [{own}], reserve: [oak]}}\n    \
             B: {{frontier: [{target}], reserve: [oak]}}\n"
        );
        let Loaded { game, setup, .. } = loaded::<DragonDice>(&text);
        let state = game.start(&setup).expect("the position is sound");
        (game, state)
    };
    let feral = "3 elephant-folk, 3 owl-folk, 3 wolf-folk, 3 lynx-folk, 3 antelope-folk, 3 lion-folk, 3 hound-folk, 3 fox-folk, 3 leopard-folk";
    let army = "6 bowman, 6 guardian, 6 watcher, 6 explorer";
    let mut group = criterion.benchmark_group("whole armies");
    group.sample_size(10);
    for (name, own, question) in [
        ("Feral melee with trumpets", feral, "odds A at frontier rolls melee"),
        ("Feral saves with trumpets", feral, "odds A at frontier rolls save"),
        ("24 against 24, and what comes back", army, "odds A at frontier melee B at frontier"),
    ] {
        let (game, state) = met(own, army);
        let ask = || game.ask(&state, None, question, &Budget::default()).expect("it is told");
        group.bench_function(name, |bench| bench.iter(ask));
    }
    group.finish();
}

criterion_group!(benches, attack, army, army_by_the_rules, whole_armies);
criterion_main!(benches);
