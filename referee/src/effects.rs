//! What a changed file would change: conformance scenarios that would say otherwise, and tables before and after.

use crate::library::Library;
use crate::table_file;
use crate::trouble::Trouble;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use umpire_core::conformance::{Report, head, run};
use umpire_core::data::{DataError, Files, Places, Source, Tree};
use umpire_core::form::form_of;
use umpire_core::host::{Ruleset, Table};
use umpire_core::ruleset::{FileKind, kind_of, with_field};

/// Scenarios that are played at once at most.
const AT_ONCE: usize = 4;
/// Words of a change that scenarios are looked through for.
const WORDS: usize = 200;

/// A file that is changed, and what it is laid over.
pub struct Changed {
    /// The game it belongs to.
    pub ruleset: &'static dyn Ruleset,
    /// Where it lies among the tables.
    pub place: String,
    before: Files,
    after: Files,
    /// The name of the house rules, of a file that holds some.
    house: Option<String>,
    /// Words that the change is about.
    words: BTreeSet<String>,
}

/// A conformance scenario, with the files beside it.
pub struct Case {
    /// Where it lies, as it is shown.
    pub path: String,
    /// The scenario.
    pub source: Source,
    /// What else it may name.
    pub beside: Files,
}

/// What comes of running scenarios with a change and without it.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct Effects {
    /// How many scenarios there are.
    pub of: usize,
    /// How many were run in the time there was.
    pub ran: usize,
    /// What came of it, in one sentence.
    pub says: String,
    /// Those that would say otherwise.
    pub otherwise: Vec<Otherwise>,
}

/// A scenario that would say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct Otherwise {
    /// Where it lies.
    pub path: String,
    /// What it shows.
    pub says: String,
    /// The rules it names.
    pub rules: Vec<String>,
    /// What differs.
    pub differs: String,
    /// The line of it that no longer holds.
    pub line: usize,
}

/// What came of running scenarios, in one sentence.
fn said((of, ran): (usize, usize), found: usize) -> String {
    let scenarios = if ran == 1 { "conformance scenario" } else { "conformance scenarios" };
    let count = if found == 0 { "none".to_string() } else { found.to_string() };
    let said = format!("{count} of {ran} {scenarios} would say otherwise");
    match of - ran {
        0 => said,
        left => format!("{said}; {left} more were not run in the time there was"),
    }
}

impl Changed {
    /// A changed file of a game's tables, of an edition or of house rules. `inside` is its place among the tables,
    /// where it is known; `against` is what stood there before, by default the table that is built in.
    ///
    /// # Errors
    /// Where it is no such file, or has faults that keep it from being played with.
    pub fn of(
        library: &Library,
        inside: Option<(&'static dyn Ruleset, String)>,
        file: &Source,
        against: Option<&Source>,
    ) -> Result<Changed, Trouble> {
        let (ruleset, place) = match inside {
            Some((ruleset, place)) => (ruleset, Some(place)),
            None => (table_file::game_of(library, file)?, None),
        };
        let game = ruleset.name();
        let forms = library.forms(ruleset);
        let form = form_of(&forms, place.as_deref(), file);
        if form.is_none_or(|form| form.kind == "scenario") {
            let says = "is no table, edition or house rules: what it would change cannot be told";
            return Err(Trouble::Misuse(format!("`{}` {says}", file.path)));
        }
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path).to_string();
        let stem = name.trim_end_matches(".yaml").to_string();
        let place = place.or_else(|| table_file::place_of(library, ruleset, file));
        let place = place.unwrap_or_else(|| format!("{game}/{name}"));
        let house = (kind_of(file) == FileKind::HouseRules).then_some(stem);
        let mut before = library.data.clone();
        if let Some(against) = against {
            before.insert(place.clone(), against.text.clone());
        }
        let mut after = library.data.clone();
        after.insert(place.clone(), file.text.clone());
        let old = before.get(&place).map_or(String::new(), |source| source.text);
        let placed = Source::new(place.clone(), file.text.as_str());
        let faults = match house {
            Some(_) => ruleset.check_file(&after, &placed),
            None => ruleset.check(&after).into_iter().filter(|fault| fault.file == place).collect(),
        };
        if !faults.is_empty() {
            let here = |fault: DataError| DataError { file: file.path.clone(), ..fault };
            return Err(Trouble::Faults(faults.into_iter().map(here).collect()));
        }
        let words = words_of_change(&old, &file.text);
        Ok(Changed { ruleset, place, before, after, house, words })
    }

    /// The conformance scenarios of its game that are built in.
    pub fn shipped(&self, library: &Library) -> Vec<Case> {
        let found = library.scenarios.under(self.ruleset.name());
        let case = |source: Source| {
            let path = library.scenario_path(&source.path);
            Case { path, source, beside: Files::default() }
        };
        found.filter(|source| kind_of(source) == FileKind::Conformance).map(case).collect()
    }

    /// Whether a file is a conformance scenario of its game.
    pub fn is_case(&self, source: &Source) -> bool {
        kind_of(source) == FileKind::Conformance
            && head(source).is_ok_and(|head| head.game == self.ruleset.name())
    }

    /// Runs scenarios with the change and, where they then fail, without it, as long as `goes_on` says so: first
    /// those that speak of what is changed.
    pub fn run(&self, cases: &[Case], goes_on: &(dyn Fn() -> bool + Sync)) -> Effects {
        let about =
            |case: &Case| self.words.iter().filter(|word| case.source.text.contains(*word)).count();
        let mut order: Vec<(usize, usize)> =
            cases.iter().enumerate().map(|(at, case)| (usize::MAX - about(case), at)).collect();
        order.sort_unstable();
        let (next, ran) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let found = Mutex::new(BTreeMap::new());
        let work = || {
            while let Some((_, at)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                if !goes_on() {
                    break;
                }
                if let Some(otherwise) = self.otherwise(&cases[*at]) {
                    let mut found = found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    found.insert(*at, otherwise);
                }
                ran.fetch_add(1, Ordering::Relaxed);
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(AT_ONCE);
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let otherwise: Vec<Otherwise> = found.into_values().collect();
        let (of, ran) = (cases.len(), ran.into_inner());
        Effects { of, ran, says: said((of, ran), otherwise.len()), otherwise }
    }

    fn otherwise(&self, case: &Case) -> Option<Otherwise> {
        let after = self.report(case, &self.after, true);
        if after.passed() {
            return None;
        }
        let before = self.report(case, &self.before, false);
        let differs = after.faults.first().filter(|fault| before.faults.first() != Some(*fault))?;
        let expected =
            differs.expected.as_ref().map_or(String::new(), |it| format!(", expected {it}"));
        Some(Otherwise {
            path: case.path.clone(),
            says: after.says.clone(),
            rules: after.rules.clone(),
            differs: format!("{}{expected}", differs.problem),
            line: differs.line,
        })
    }

    fn report(&self, case: &Case, files: &Files, with: bool) -> Report {
        let open = |game: &str, given: &Source| -> Result<Box<dyn Table>, Vec<DataError>> {
            if game != self.ruleset.name() {
                let says = format!("this is a scenario of {game}");
                return Err(vec![DataError::of_file(&given.path, says)]);
            }
            self.opened(given, &case.beside, files, with)
        };
        run(&case.source, &open)
    }

    fn opened(
        &self,
        scenario: &Source,
        beside: &Files,
        files: &Files,
        with: bool,
    ) -> Result<Box<dyn Table>, Vec<DataError>> {
        let played = match &self.house {
            Some(name) if with => under(scenario, name),
            Some(name) => without(scenario, name),
            None => scenario.clone(),
        };
        let open = |files: &Files| self.ruleset.open(files, &played, &[], None);
        // What is not copied is read and hashed once.
        if beside.paths().next().is_none() {
            return open(files).map(|opened| opened.table);
        }
        let mut files = files.clone();
        for source in beside.under("") {
            if files.get(&source.path).is_none() {
                files.insert(source.path, source.text);
            }
        }
        open(&files).map(|opened| opened.table)
    }

    /// A scenario's table as it was before the change.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn before(&self, scenario: &Source, beside: &Files) -> Result<Box<dyn Table>, Trouble> {
        let without = |faults: Vec<DataError>| {
            let named = self.house.as_deref().filter(|_| faults.len() == 1);
            let says = |fault: &DataError, name: &str| {
                format!("without `{name}` it cannot be set up: {}", fault.problem)
            };
            let told = named
                .map(|name| DataError { problem: says(&faults[0], name), ..faults[0].clone() });
            told.map_or(faults, |fault| vec![fault])
        };
        self.opened(scenario, beside, &self.before, false).map_err(without).map_err(Trouble::Faults)
    }

    /// A scenario's table as it is with the change.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn after(&self, scenario: &Source, beside: &Files) -> Result<Box<dyn Table>, Trouble> {
        self.opened(scenario, beside, &self.after, true).map_err(Trouble::Faults)
    }

    /// The tables with the change, on which maps are drawn and units held over them.
    pub fn files_after(&self) -> Files {
        match self.after.get(&self.place).filter(|_| self.house.is_some()) {
            Some(house) => self.ruleset.with_house_rules(&self.after, &house),
            None => self.after.clone(),
        }
    }

    /// The tables without it.
    pub fn files_before(&self) -> &Files {
        &self.before
    }
}

/// A scenario under one more file of house rules; it may be a part of another file, and stand indented.
fn under(scenario: &Source, name: &str) -> Source {
    let Ok(tree) = Tree::parse(scenario) else { return scenario.clone() };
    let whole = tree.written();
    let known = whole.field("house_rules");
    if known.is_some_and(|names| names.values().iter().any(|it| it.as_word() == Some(name))) {
        return scenario.clone();
    }
    let flow = scenario.text.trim_start().starts_with('{');
    if flow && known.is_none() {
        let made = with_field(scenario, "house_rules", &format!("[{name}]"));
        return made.unwrap_or_else(|_| scenario.clone());
    }
    let mut lines: Vec<String> = scenario.text.lines().map(String::from).collect();
    let blanks = |line: &String| line.len() - line.trim_start().len();
    match known {
        None => {
            let first = lines.iter().find(|line| !line.trim().is_empty());
            let indent = first.map_or(0, blanks);
            lines.push(format!("{:indent$}house_rules: [{name}]", ""));
        }
        Some(_) => {
            let at = Places::of(tree).key_place("house_rules").line - 1;
            match lines.get(at).and_then(|line| line.rfind(']')) {
                Some(end) => lines[at].insert_str(end, &format!(", {name}")),
                None => {
                    let indent = lines.get(at + 1).map_or(2, blanks);
                    lines.insert(at + 1, format!("{:indent$}- {name}", ""));
                }
            }
        }
    }
    Source::new(&scenario.path, lines.join("\n") + "\n")
}

/// A scenario as it is without a file of house rules that it may name.
fn without(scenario: &Source, name: &str) -> Source {
    let Ok(tree) = Tree::parse(scenario) else { return scenario.clone() };
    let whole = tree.written();
    let Some(known) = whole.field("house_rules") else { return scenario.clone() };
    let names: Vec<&str> = known.values().iter().filter_map(|it| it.as_word()).collect();
    if !names.contains(&name) {
        return scenario.clone();
    }
    let mut lines: Vec<String> = scenario.text.lines().map(String::from).collect();
    let at = Places::of(tree).key_place("house_rules").line - 1;
    let is_it = |word: &str| word.trim().trim_matches(['"', '\'']) == name;
    match (lines[at].find('['), lines[at].rfind(']')) {
        (Some(from), Some(to)) if from < to => {
            let others: Vec<&str> =
                lines[at][from + 1..to].split(',').filter(|word| !is_it(word)).collect();
            let others = others.join(",");
            lines[at].replace_range(from + 1..to, others.trim());
        }
        _ => {
            let listed = |line: &String| line.trim().strip_prefix('-').is_some_and(is_it);
            let Some(row) = lines[at + 1..].iter().position(listed) else {
                return scenario.clone();
            };
            lines.remove(at + 1 + row);
            if names.len() == 1 {
                lines.remove(at);
            }
        }
    }
    Source::new(&scenario.path, lines.join("\n") + "\n")
}

/// Words of the lines in which two texts differ.
fn words_of_change(old: &str, new: &str) -> BTreeSet<String> {
    let (had, has): (BTreeSet<&str>, BTreeSet<&str>) =
        (old.lines().collect(), new.lines().collect());
    let differing = had.symmetric_difference(&has);
    let letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let words = differing.flat_map(|line| line.split(|c| !letter(c)));
    let telling = |word: &&str| word.len() > 3 && word.parse::<f64>().is_err();
    words.filter(telling).map(String::from).take(WORDS).collect()
}

/// A row of an answer that is another after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct RowChange {
    /// What it is about: the first cell.
    pub name: String,
    /// As it was; nothing where it is new.
    pub before: Option<Vec<String>>,
    /// As it is; nothing where it is gone.
    pub after: Option<Vec<String>>,
}

/// The rows of two answers that differ; of each the head comes first.
pub fn differing_rows(before: &[Vec<String>], after: &[Vec<String>]) -> Vec<RowChange> {
    let by_name = |rows: &[Vec<String>]| -> BTreeMap<String, Vec<String>> {
        let named = rows.iter().skip(1).filter_map(|row| Some((row.first()?.clone(), row.clone())));
        named.collect()
    };
    let (was, is) = (by_name(before), by_name(after));
    let known = before.iter().skip(1).chain(
        after.iter().skip(1).filter(|row| row.first().is_some_and(|name| !was.contains_key(name))),
    );
    let names = known.filter_map(|row| row.first());
    let change = |name: &String| {
        let (before, after) = (was.get(name).cloned(), is.get(name).cloned());
        (before != after).then(|| RowChange { name: name.clone(), before, after })
    };
    names.filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_by_their_first_cell() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let before =
            [row(&["place", "cost"]), row(&["A1", "1"]), row(&["A2", "2"]), row(&["A3", "2"])];
        let after =
            [row(&["place", "cost"]), row(&["A1", "1"]), row(&["A2", "3"]), row(&["B1", "4"])];
        let told = differing_rows(&before, &after);
        let names: Vec<_> = told.iter().map(|change| change.name.as_str()).collect();
        assert_eq!(names, ["A2", "A3", "B1"]);
        assert_eq!((told[1].after.as_ref(), told[2].before.as_ref()), (None, None));
    }

    #[test]
    fn house_rules_join_those_of_a_scenario() {
        let under = |text: &str| under(&Source::new("a.yaml", text), "club").text;
        assert_eq!(under("seats: {}\n"), "seats: {}\nhouse_rules: [club]\n");
        assert_eq!(
            under("house_rules: [old]\nseats: {}\n"),
            "house_rules: [old, club]\nseats: {}\n"
        );
        assert_eq!(under("house_rules: [club]\n"), "house_rules: [club]\n");
        assert_eq!(under("\n  seats: {}\n"), "\n  seats: {}\n  house_rules: [club]\n");
        assert_eq!(under("house_rules:\n  - old\n"), "house_rules:\n  - club\n  - old\n");
        assert_eq!(under("{seats: {}}"), "{house_rules: [club], seats: {}}");
    }

    #[test]
    fn house_rules_are_left_out_of_a_scenario_that_names_them() {
        let without = |text: &str| without(&Source::new("a.yaml", text), "club").text;
        assert_eq!(without("house_rules: [old]\n"), "house_rules: [old]\n");
        assert_eq!(without("house_rules: [old, club]\n"), "house_rules: [old]\n");
        assert_eq!(without("house_rules: [\"club\", old]\n"), "house_rules: [old]\n");
        assert_eq!(without("{house_rules: [club], seats: {}}\n"), "{house_rules: [], seats: {}}\n");
        assert_eq!(
            without("house_rules:\n  - old\n  - club\nseats: {}\n"),
            "house_rules:\n  - old\nseats: {}\n"
        );
        assert_eq!(without("house_rules:\n  - club\nseats: {}\n"), "seats: {}\n");
    }
}
