//! Which scenarios show which rules, and whether every statement of a game's ledger is covered.

use super::by_status;
use crate::console::{Console, Styled, bad, good, strong};
use crate::files::read_folder;
use crate::library::Library;
use crate::trouble::{Trouble, show_faults};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use umpire_core::command::counted;
use umpire_core::conformance::head;
use umpire_core::data::{DataError, Source, read};
use umpire_core::rule_index::{RuleIndex, Status};

/// `data/GAME/seed.yaml`: what the game's first source states, with the rules that state it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ledger {
    statements: Vec<Statement>,
}

/// One statement.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    /// Its number in the source, such as `1.12`.
    id: String,
    /// What it says, in our own words.
    says: String,
    /// The rules that state it.
    rules: Vec<String>,
}

/// A rule and the scenarios that name it.
#[derive(Debug, Serialize)]
struct Shown {
    id: String,
    status: Status,
    says: String,
    scenarios: Vec<String>,
}

/// What is shown of a game.
pub(super) struct Coverage {
    rules: Vec<Shown>,
    statements: Vec<Statement>,
    faults: Vec<DataError>,
}

impl Coverage {
    pub(super) fn read(
        library: &Library,
        game: &str,
        index: &RuleIndex,
        scenarios: Option<&Path>,
    ) -> Result<Coverage, Trouble> {
        let files = match scenarios {
            Some(folder) => read_folder(folder)?,
            None => library.scenarios.clone(),
        };
        let shown = |path: &str| match scenarios {
            Some(folder) => format!("{}/{path}", folder.display()),
            None => library.scenario_path(path),
        };
        let mut faults = Vec::new();
        let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for source in files.under("") {
            let source = Source::new(shown(&source.path), source.text);
            match head(&source) {
                Err(found) => faults.extend(found),
                Ok(head) if head.game != game => {}
                Ok(head) => {
                    for rule in head.rules.into_iter().chain(head.uncited) {
                        if index.get(&rule).is_none() {
                            let problem =
                                format!("names the rule `{rule}`, which is not in the index");
                            faults.push(DataError::of_file(&source.path, problem));
                        }
                        named.entry(rule).or_default().push(source.path.clone());
                    }
                }
            }
        }
        let statements = match library.data.get(&format!("{game}/seed.yaml")) {
            None => Vec::new(),
            Some(source) => {
                let ledger = read::<Ledger>(&source);
                ledger.map_err(|f| Trouble::Faults(library.located(f)))?.value.statements
            }
        };
        let shown = |rule: &umpire_core::rule_index::RuleEntry| Shown {
            id: rule.id.clone(),
            status: rule.status,
            says: rule.says.clone(),
            scenarios: named.get(&rule.id).cloned().unwrap_or_default(),
        };
        let rules = index.rules.iter().map(shown).collect();
        Ok(Coverage { rules, statements, faults })
    }

    /// What keeps a rule from being covered.
    fn missing(&self, id: &str) -> Option<String> {
        match self.rules.iter().find(|rule| rule.id == id) {
            None => Some(format!("{id} is not in the index")),
            Some(rule) if matches!(rule.status, Status::Judged | Status::Deferred) => {
                Some(format!("{id} is {}", rule.status.word()))
            }
            Some(rule) if rule.scenarios.is_empty() => Some(format!("{id} has no scenario")),
            Some(_) => None,
        }
    }

    fn gaps(&self, statement: &Statement) -> Vec<String> {
        match statement.rules.is_empty() {
            true => vec!["it names no rule".into()],
            false => statement.rules.iter().filter_map(|rule| self.missing(rule)).collect(),
        }
    }

    pub(super) fn show(&self, as_json: bool, console: &mut Console) -> Result<u8, Trouble> {
        let open: Vec<_> =
            self.statements.iter().filter(|one| !self.gaps(one).is_empty()).collect();
        let silent = self
            .rules
            .iter()
            .filter(|rule| rule.status == Status::Enforced && rule.scenarios.is_empty());
        let silent = silent.count();
        let code = u8::from(!open.is_empty() || !self.faults.is_empty());
        if as_json {
            let statements = self.statements.iter().map(|one| {
                json!({ "id": one.id, "says": one.says, "rules": one.rules, "gaps": self.gaps(one) })
            });
            let statements = statements.collect::<Vec<_>>();
            console.out.json(&json!({
                "rules": self.rules, "statements": statements, "not_covered": open.len(),
                "enforced_without_scenario": silent, "faults": self.faults,
            }))?;
            return Ok(code);
        }
        for rule in &self.rules {
            self.show_rule(rule, console)?;
        }
        for statement in &self.statements {
            self.show_statement(statement, console)?;
        }
        if !self.faults.is_empty() {
            show_faults(&mut console.out, &self.faults)?;
        }
        let rules = counted(self.rules.len(), "rule");
        let kinds = by_status(self.rules.iter().map(|rule| rule.status));
        console.out.line(format!("{rules}: {kinds}; {silent} enforced without a scenario"))?;
        if !self.statements.is_empty() {
            let (all, covered) = (self.statements.len(), self.statements.len() - open.len());
            let says = format!("{}: {covered} covered", counted(all, "statement"));
            let says = if open.is_empty() { good(says) } else { bad(says) };
            console.out.line(says)?;
        }
        Ok(code)
    }

    fn show_rule(&self, rule: &Shown, console: &mut Console) -> Result<(), Trouble> {
        let id = strong(format!("{:<12}", rule.id));
        let status_of = format!(" {:<9} ", rule.status.word());
        let line = match rule.scenarios.as_slice() {
            [] if rule.status == Status::Enforced => id.then(status_of).then(bad("no scenario")),
            [] => id.then(status_of.trim_end()),
            all => id.then(status_of).then(all.join(", ")),
        };
        Ok(console.out.line(line)?)
    }

    fn show_statement(&self, statement: &Statement, console: &mut Console) -> Result<(), Trouble> {
        let gaps = self.gaps(statement);
        let mark = match gaps.is_empty() {
            true => good("covered"),
            false => bad(format!("not covered: {}", gaps.join(", "))),
        };
        let scenarios = |rule: &String| {
            let shown = self.rules.iter().find(|one| one.id == *rule);
            let count = shown.map_or(0, |one| one.scenarios.len());
            format!("{rule} ({})", counted(count, "scenario"))
        };
        let rules: Vec<String> = statement.rules.iter().map(scenarios).collect();
        let (id, says) = (&statement.id, &statement.says);
        console.out.line(format!("statement {id}: {says}"))?;
        Ok(console.out.line(Styled::from(format!("    {}; ", rules.join(", "))).then(mark))?)
    }
}
