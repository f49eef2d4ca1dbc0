//! Each power of an army card, taken away from it, is missed by some conformance scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use umpire_core::data::{Files, Source};
use umpire_core::ruleset::GameTables;
use umpire_heroscape::tables::catalog::Catalog;
use umpire_tests::{faults_in_lines, library, run_source, scenario_files, source};

/// The files of cards by their paths, as they are read.
type CardFiles = BTreeMap<String, serde_yaml::Value>;

/// A power by its file, the numbers of card and power in it, and what they are called.
struct Withheld {
    file: String,
    card: usize,
    power: usize,
    id: String,
    name: String,
}

#[test]
fn every_power_is_missed_by_a_scenario() {
    let (scenarios, files) = (scenarios(), card_files());
    let powers = powers(&files);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut unmissed = Vec::new();
        while let Some(power) = powers.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !is_missed(power, &files, &scenarios) {
                unmissed.push(format!("{}: {}", power.id, power.name));
            }
        }
        unmissed
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let unmissed: BTreeSet<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let lines: Vec<&str> = unmissed.iter().map(String::as_str).collect();
    assert!(
        lines.is_empty(),
        "{} of {} powers could be taken away, and no scenario would notice:\n{}",
        lines.len(),
        powers.len(),
        lines.join("\n")
    );
}

/// The scenarios of HeroScape.
fn scenarios() -> Vec<Source> {
    let files = scenario_files().into_iter().filter(|path| path.iter().any(|p| p == "heroscape"));
    files.map(|path| source(&path).unwrap_or_else(|trouble| panic!("{trouble}"))).collect()
}

/// Whether a scenario that fields the card fails without the power.
fn is_missed(withheld: &Withheld, files: &CardFiles, scenarios: &[Source]) -> bool {
    let data = without(withheld, files);
    Catalog::read(&data).unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
    let fields = |scenario: &&Source| scenario.text.contains(&withheld.id);
    scenarios.iter().filter(fields).any(|scenario| !run_source(scenario, &data).passed())
}

/// The tables with a card that does not have the power.
fn without(withheld: &Withheld, files: &CardFiles) -> Files {
    let mut data = library().data.clone();
    let mut file = files[&withheld.file].clone();
    file["cards"][withheld.card]["powers"][withheld.power]["does"] = Vec::<String>::new().into();
    let text = serde_yaml::to_string(&file).expect("what was read can be written");
    data.insert(withheld.file.clone(), text);
    data
}

fn card_files() -> CardFiles {
    let read = |file: Source| {
        let cards = serde_yaml::from_str(&file.text);
        let cards = cards.unwrap_or_else(|fault| panic!("{}: {fault}", file.path));
        (file.path, cards)
    };
    library().data.under("heroscape/cards").map(read).collect()
}

/// All powers of all cards.
fn powers(files: &CardFiles) -> Vec<Withheld> {
    let mut powers = Vec::new();
    for (file, read) in files {
        let list = |value: &serde_yaml::Value| value.as_sequence().cloned().unwrap_or_default();
        let text = |value: &serde_yaml::Value| value.as_str().unwrap_or_default().to_string();
        for (at, card) in list(&read["cards"]).iter().enumerate() {
            for (number, power) in list(&card["powers"]).iter().enumerate() {
                powers.push(Withheld {
                    file: file.clone(),
                    card: at,
                    power: number,
                    id: text(&card["id"]),
                    name: text(&power["name"]),
                });
            }
        }
    }
    powers
}
