//! What a file is, by the fields it has: a scenario, house rules, a battlefield, a conformance scenario.

use crate::data::{DataError, Source, Tree};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A game to be played: it has `seats`, `sides` or `scenario`.
    Scenario,
    /// Changes of an edition and of tables.
    HouseRules,
    /// Ground alone.
    Battlefield,
    /// A position with inputs and expectations.
    Conformance,
    /// None of these.
    Other,
}

/// What a file is. However it is written and wherever it lies, its fields say so.
pub fn kind_of(source: &Source) -> FileKind {
    match Tree::parse(source) {
        Ok(tree) => kind_of_tree(&tree),
        Err(_) => FileKind::Other,
    }
}

fn kind_of_tree(tree: &Tree) -> FileKind {
    let has = |name: &str| tree.fields().any(|field| field == name);
    if has("given") && has("steps") {
        FileKind::Conformance
    } else if ["seats", "sides", "scenario"].into_iter().any(has) {
        FileKind::Scenario
    } else if tree.word("house_rules").is_some() && !has("battlefield") {
        FileKind::HouseRules
    } else if ["levels", "pieces", "size"].into_iter().any(has)
        || tree.word("battlefield").is_some() && !has("game")
    {
        FileKind::Battlefield
    } else {
        FileKind::Other
    }
}

/// A file with a further field at its top, or with another value of one that it has.
///
/// # Errors
/// Where the file cannot be read.
pub fn with_field(source: &Source, name: &str, value: &str) -> Result<Source, Vec<DataError>> {
    let tree = Tree::parse(source)?;
    let text = match tree.bytes_of_word(name) {
        Some(at) => format!("{}{value}{}", &source.text[..at.start], &source.text[at.end..]),
        None if source.text.trim_start().starts_with('{') => {
            source.text.replacen('{', &format!("{{{name}: {value}, "), 1)
        }
        None => {
            let text = source.text.trim_end();
            let text = text.strip_suffix("\n...").unwrap_or(text);
            format!("{text}\n{name}: {value}\n")
        }
    };
    Ok(Source::new(&source.path, text))
}

/// A scenario on a battlefield that is written out in it, with `rest` below.
pub fn on_battlefield(battlefield: &Source, rest: &str) -> Source {
    let map: String = battlefield.text.lines().map(|line| format!("  {line}\n")).collect();
    Source::new(&battlefield.path, format!("battlefield:\n{map}{rest}"))
}

/// A scenario as a table without turns; a bare battlefield as such a table with what lies `beside` it, to be put down.
///
/// A file that cannot be read comes back as it is.
pub fn at_free_table(source: &Source, beside: &str) -> Source {
    let field = "free_table";
    match kind_of(source) {
        FileKind::Battlefield => on_battlefield(source, &format!("{field}: true\n{beside}")),
        _ => with_field(source, field, "true").unwrap_or_else(|_| source.clone()),
    }
}
