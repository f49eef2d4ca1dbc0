//! What a file is, by the fields it has: a scenario, house rules, a battlefield, a conformance scenario.

use crate::data::{DataError, Source, Tree};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A game to be played: it has seats or sides.
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
pub fn form_of(source: &Source) -> Form {
    match Tree::parse(source) {
        Ok(tree) => form_of_tree(&tree),
        Err(_) => Form::Other,
    }
}

fn form_of_tree(tree: &Tree) -> Form {
    let has = |name: &str| tree.fields().any(|field| field == name);
    if has("given") && has("steps") {
        Form::Conformance
    } else if has("seats") || has("sides") || has("forces") || has("players") {
        Form::Scenario
    } else if tree.is_word("house_rules") {
        Form::HouseRules
    } else if has("levels") || has("pieces") || tree.is_word("battlefield") {
        Form::Battlefield
    } else {
        Form::Other
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
