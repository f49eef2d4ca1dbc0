//! `umpire rules`: looks rules up, and says which are enforced and which scenarios show it.

mod coverage;

use crate::chosen::{Choices, Chosen};
use crate::command_line::Shared;
use crate::console::{Console, Screen, strong};
use crate::library::Library;
use crate::opening::needs_edition;
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::io;
use std::path::PathBuf;
use umpire_core::command::counted;
use umpire_core::rule_index::{RuleEntry, RuleIndex, Status};

/// Look a rule up by its id or a word, or list all; say what is enforced, judged, deferred, and why nothing cites the rest.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game.
    #[arg(value_name = "GAME")]
    game: String,
    /// A rule's id, the start of one (`HS-7`), or a word in its text.
    #[arg(value_name = "ID|WORD")]
    words: Vec<String>,
    /// Say what this edition chooses where a rule leaves it open (default: the one that is usually played).
    #[arg(long, value_name = "NAME", conflicts_with = "coverage")]
    edition: Option<String>,
    /// Say for every rule, and for every statement of the game's ledger, which scenarios show it. Exit code 1 if a
    /// statement is not covered.
    #[arg(long, conflicts_with = "words")]
    coverage: bool,
    /// The conformance scenarios (default: those built in).
    #[arg(long, value_name = "DIR", requires = "coverage")]
    scenarios: Option<PathBuf>,
}

/// Rules that are told with what an edition chooses in them.
const FEW: usize = 12;

impl Rules {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let ruleset = library.ruleset(&self.game)?;
        let index = ruleset.rules(&library.data);
        let index = index.map_err(|faults| Trouble::Faults(library.located(faults)))?;
        if self.coverage {
            let covered = coverage::Coverage::read(
                library,
                ruleset.name(),
                &index,
                self.scenarios.as_deref(),
            )?;
            return covered.show(shared.json, console);
        }
        if let Some(edition) = &self.edition {
            needs_edition(ruleset, &library.data, edition)?;
        }
        let edition = self.edition.as_deref().unwrap_or(ruleset.default_edition());
        let choices = Choices::of(&library.data, ruleset.name(), &index, edition, &[]);
        let word = self.words.join(" ");
        let found = find_near(&index, &word);
        if found.is_empty() {
            return Err(Trouble::Failed(none_found(&index, &word)));
        }
        if shared.json {
            let told = |rule: &&RuleEntry| {
                let mut told = serde_json::to_value(rule).unwrap_or_default();
                let chosen: Vec<&Chosen> = choices.in_rule(&rule.id).collect();
                if !chosen.is_empty() {
                    told["chosen"] = json!({ "edition": edition, "fields": chosen });
                }
                told
            };
            console.out.json(&found.iter().map(told).collect::<Vec<_>>())?;
            return Ok(0);
        }
        match found.as_slice() {
            [one] => {
                show_whole(&mut console.out, &index, one, true)?;
                show_chosen(&mut console.out, &choices, one, edition)?;
            }
            few if few.len() <= FEW => {
                show_list(&mut console.out, few)?;
                for rule in few {
                    show_chosen(
                        &mut console.out,
                        &choices,
                        rule,
                        &format!("{}, {edition}", rule.id),
                    )?;
                }
            }
            many => show_list(&mut console.out, many)?,
        }
        Ok(0)
    }
}

/// The rule of that id; or those whose id starts so; or those that are called so or hold the words.
pub(crate) fn find<'i>(index: &'i RuleIndex, word: &str) -> Vec<&'i RuleEntry> {
    if word.is_empty() {
        return index.rules.iter().collect();
    }
    let start = format!("{}.", word.to_uppercase());
    let below =
        |rule: &&RuleEntry| rule.id.eq_ignore_ascii_case(word) || rule.id.starts_with(&start);
    let found: Vec<_> = index.rules.iter().filter(below).collect();
    if found.is_empty() && is_id(word) {
        return Vec::new();
    }
    if found.is_empty() { index.find(word).collect() } else { found }
}

/// Whether a word can only be a rule's id, such as `EA-5.8`: the rule of another game is none of this one. A card such as
/// `deathwalker-9000` is no rule's id.
fn is_id(word: &str) -> bool {
    let parts = word.split_once('-');
    parts.is_some_and(|(game, number)| {
        !game.is_empty()
            && game.chars().all(|letter| letter.is_ascii_alphabetic())
            && number.starts_with(|digit: char| digit.is_ascii_digit())
            && number.contains('.')
            && number.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_'))
    })
}

/// What is found, or else what comes nearest to several words: `falling damage`, where the book has falling, and wounds.
pub(crate) fn find_near<'i>(index: &'i RuleIndex, word: &str) -> Vec<&'i RuleEntry> {
    let found = find(index, word);
    match found.is_empty() && word.contains(' ') && index.near(word).is_none() {
        true => index.with_most_words(word),
        false => found,
    }
}

/// What is said where no rule is found.
pub(crate) fn none_found(index: &RuleIndex, word: &str) -> String {
    let near = index.near(word).map_or(String::new(), |near| format!(", did you mean `{near}`?"));
    format!("no rule `{word}`{near}")
}

/// What is chosen in a rule where it leaves something open.
pub(crate) fn show_chosen(
    screen: &mut Screen,
    choices: &Choices,
    rule: &RuleEntry,
    by: &str,
) -> io::Result<()> {
    for Chosen { field, value, says, .. } in choices.in_rule(&rule.id) {
        let says = if says.is_empty() { String::new() } else { format!(". {says}") };
        screen.words(format!("  {by}: {field} is {value}{says}"))?;
    }
    Ok(())
}

fn show_list(screen: &mut Screen, rules: &[&RuleEntry]) -> io::Result<()> {
    for rule in rules {
        let id = strong(format!("{:<12}", rule.id));
        screen.words(id.then(format!(" {:<9} {}", rule.status.word(), rule.says)))?;
    }
    screen.words(format!(
        "{}: {}",
        counted(rules.len(), "rule"),
        by_status(rules.iter().map(|rule| rule.status))
    ))
}

/// How many rules have each status, in words.
fn by_status(rules: impl Iterator<Item = Status> + Clone) -> String {
    let count = |one: Status| rules.clone().filter(|status| *status == one).count();
    let counts = Status::ALL.map(|one| (count(one), one.word()));
    let some = counts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

/// One rule with its source; `labelled` with the words that its table has for how it is kept.
pub(crate) fn show_whole(
    screen: &mut Screen,
    index: &RuleIndex,
    rule: &RuleEntry,
    labelled: bool,
) -> io::Result<()> {
    let name = if labelled { rule.name.clone() } else { rule.name.replace('_', " ") };
    let status = match labelled {
        true => format!(" ({})", rule.status.word()),
        false if rule.status == Status::Deferred => " (players keep it)".to_string(),
        false => String::new(),
    };
    screen.words(strong(format!("{} {name}", rule.id)).then(status))?;
    screen.words(format!("  {}", rule.says))?;
    let book = index.books.get(&rule.source.book).unwrap_or(&rule.source.book);
    let page = rule.source.page.map_or(String::new(), |page| format!(", page {page}"));
    let tag = Some(&rule.source.tag).filter(|tag| labelled && !tag.is_empty());
    let tag = tag.map_or(String::new(), |tag| format!(" [{tag}]"));
    screen.words(format!("  source: {book}{page}{tag}"))?;
    if !rule.edition.is_empty() {
        screen.words(format!("  editions: {}", rule.edition.join(", ")))?;
    }
    rule.note.iter().try_for_each(|note| screen.words(format!("  note: {note}")))
}
