//! Exact odds of an attack: the rule itself under every outcome, and the closed form.

use criterion::{Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use std::hint::black_box;
use umpire_core::odds::{Share, enumerate};
use umpire_heroscape::State;
use umpire_tests::announced_attack;

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
    let closed = || game.wound_ways::<u128>(black_box(POOLS.0), black_box(POOLS.1));
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
        bench.iter(|| game.wound_ways::<u128>(black_box(24), black_box(24)));
    });
    group.bench_function("closed form, 50 v 50", |bench| {
        bench.iter(|| game.wound_ways::<BigUint>(black_box(50), black_box(50)));
    });
    group.finish();
}

criterion_group!(benches, attack);
criterion_main!(benches);
