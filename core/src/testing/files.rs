//! Checks of what a game consists of besides code: its tables, its rule index, its scenarios.

use crate::conformance::{faults_of_rules, run};
use crate::data::{Files, Source};
use crate::host::{Hosted, Ruleset};
use crate::rule_index::Status;
use crate::ruling::RuleId;
use crate::testing::properties::told_of;
use crate::testing::{holds_in_random_play, picks_are_drawn, replays_and_undoes, splitmix};

/// What is wrong with a game's tables: every fault of a file, and rules that code knows and the index does not.
pub fn faults_of_data(ruleset: &dyn Ruleset, data: &Files, rules: &[impl RuleId]) -> Vec<String> {
    let mut faults: Vec<String> = ruleset.check(data).iter().map(ToString::to_string).collect();
    match ruleset.rules(data) {
        Ok(index) => {
            let unknown = rules.iter().filter(|rule| index.get(rule.id()).is_none());
            faults.extend(unknown.map(|rule| format!("{} is not in the rule index", rule.id())));
        }
        Err(wrong) => faults.extend(wrong.iter().map(ToString::to_string)),
    }
    faults
}

/// What is wrong with a game's scenarios: what does not come of them as they say, rules they name that their runs do not
/// cite, and enforced rules that none of them shows.
pub fn faults_of_scenarios(ruleset: &dyn Ruleset, data: &Files, scenarios: &Files) -> Vec<String> {
    let index = match ruleset.rules(data) {
        Ok(index) => index,
        Err(wrong) => return wrong.iter().map(ToString::to_string).collect(),
    };
    let open =
        |_: &str, given: &Source| ruleset.open(data, given, &[], None).map(|opened| opened.table);
    let (mut shown, mut faults) = (Vec::new(), Vec::new());
    for source in scenarios.paths().filter_map(|path| scenarios.get(path)) {
        let mut report = run(&source, &open);
        let of_rules = faults_of_rules(&source, &index, Some(&report));
        report.faults.extend(of_rules);
        faults.extend(report.faults.iter().map(|fault| fault.show()));
        shown.extend(report.rules);
    }
    let enforced = index.rules.iter().filter(|rule| rule.status == Status::Enforced);
    let unseen = enforced.filter(|rule| !shown.contains(&rule.id));
    faults.extend(unseen.map(|rule| {
        let wanted = "a premise, a modifier or an event of one has to cite it";
        format!("no scenario shows {}, which is enforced: {wanted}: {}", rule.id, rule.says)
    }));
    faults
}

/// Every scenario that lies in a game's data, by every edition: as it is opened, and what the game starts from.
///
/// # Panics
/// Where one cannot be opened, with every fault.
pub fn starts<G: Hosted>(data: &Files) -> Vec<(Source, G::Setup)> {
    let of = |folder: &str| -> Vec<Source> {
        let folder = format!("{}/{folder}/", G::NAME);
        data.paths()
            .filter(|path| path.starts_with(&folder))
            .filter_map(|it| data.get(it))
            .collect()
    };
    let (scenarios, editions) = (of("scenarios"), of("editions"));
    let each = scenarios.iter().flat_map(|scenario| editions.iter().map(move |it| (scenario, it)));
    let start = |(scenario, edition): (&Source, &Source)| {
        let name = edition.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".yaml");
        let lines = scenario.text.lines().filter(|line| !line.starts_with("edition: "));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        let scenario = Source::new(&scenario.path, format!("edition: {name}\n{text}"));
        match G::load(data, &scenario) {
            Ok(loaded) => (scenario, loaded.setup),
            Err(faults) => panic!("{} by {name}: {faults:?}", scenario.path),
        }
    };
    each.map(start).collect()
}

/// What a game's contract was asserted of, so that a test can assert that it was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// Games that were played.
    pub games: usize,
    /// Those of them that came to their end.
    pub ended: usize,
    /// Names that were looked for in pictures.
    pub looked: usize,
}

/// Plays every scenario that lies in a game's data, by every edition, in so many random games each of at most so many inputs, and asserts all
/// that is asserted of any game: [`holds_in_random_play`] in each of them, [`replays_and_undoes`] in a third, and in one that a hand finds
/// what actions name ([`picks_are_drawn`]).
///
/// # Panics
/// Where a scenario cannot be opened, and where a property fails: naming scenario and game, the property, the position and the steps that
/// lead there.
pub fn keeps_contract<G: Hosted>(data: &Files, games: usize, limit: usize) -> Kept {
    let mut kept = Kept::default();
    for (scenario, setup) in starts::<G>(data) {
        let load = || match G::load(data, &scenario) {
            Ok(loaded) => loaded.game,
            Err(faults) => panic!("{}: {faults:?}", scenario.path),
        };
        let game = load();
        for seed in 0..games as u64 {
            told_of(&format!("{}, game {seed}", scenario.path), || {
                let checked = holds_in_random_play(&game, &setup, &mut splitmix(seed), limit);
                kept.games += 1;
                kept.ended += usize::from(checked.ended);
                if seed % 3 == 0 {
                    replays_and_undoes(load, &setup, &mut splitmix(seed), limit.min(80));
                }
            });
        }
        let looked = || picks_are_drawn(&game, &setup, &mut splitmix(0), limit, None);
        kept.looked += told_of(&scenario.path, looked);
    }
    kept
}
