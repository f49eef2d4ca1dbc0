//! What the fuzzer does with random bytes, done with a few that are not far from what is read: nothing panics.

#[path = "../../fuzz/src/lib.rs"]
mod ways_in;

use std::collections::BTreeMap;
use std::fs;
use umpire_core::testing::splitmix;
use umpire_tests::project;
use ways_in::seeds::{Seed, seeds};

/// Seeds of each target that are tried, the shortest of many.
const FEW: usize = 12;

/// The same bytes with a few changed, left out, or twice, as drawn.
fn changed(bytes: &[u8], die: &mut dyn FnMut(u32) -> u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..3 {
        let (at, length) = (die(bytes.len() as u32 + 1) as usize, die(12) as usize);
        let end = (at + length).min(bytes.len());
        match die(3) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes[at..end].iter_mut().for_each(|byte| *byte = die(256) as u8),
            _ => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

#[test]
fn each_way_in_takes_what_is_nearly_right() {
    let mut by_target: BTreeMap<String, Vec<Seed>> = BTreeMap::new();
    for seed in seeds(project(), 1).expect("the project can be read") {
        by_target.entry(seed.target.clone()).or_default().push(seed);
    }
    let targets = fs::read_dir(project().join("fuzz/fuzz_targets")).expect("there are targets");
    let mut targets: Vec<String> = targets
        .map(|file| file.expect("a file").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    targets.sort();
    assert!(by_target.keys().eq(&targets), "{targets:?} have something to start from");
    for (target, mut seeds) in by_target {
        let text = fs::read_to_string(project().join(format!("fuzz/fuzz_targets/{target}.rs")));
        assert!(text.expect("it can be read").contains(&format!("run(\"{target}\", bytes)")));
        seeds.sort_by_key(|seed| seed.bytes.len());
        let step = (seeds.len() / 2 / FEW).max(1);
        for (number, seed) in (0..).zip(seeds.iter().step_by(step).take(FEW)) {
            // Told where one fails.
            println!("{target}: {}", seed.name);
            let mut die = splitmix(number);
            ways_in::run(&target, &seed.bytes);
            ways_in::run(&target, &changed(&seed.bytes, &mut die));
        }
    }
}
