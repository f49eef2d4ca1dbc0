//! The rows of wrong rules: how they are read, where in a source they stand, and how a source is rewritten.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use umpire::files::tables_under;
use umpire_core::data::read;
use umpire_tests::{faults_in_lines, project, source, told_path};

/// A file of rows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    mutants: Vec<Row>,
}

/// A wrong rule as it is written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the mutant, unique over all files.
    pub id: String,
    /// The source that holds the right rule, from the project's folder.
    pub file: String,
    /// The right rule as the source has it, blanks apart; it stands exactly once in the file, or after `after`.
    pub find: String,
    /// A text that stands exactly once in the file: `find` is the first of its kind behind it.
    #[serde(default)]
    pub after: Option<String>,
    /// The wrong rule.
    #[serde(default)]
    pub put: String,
    /// What kind of code both are.
    #[serde(default, rename = "as")]
    pub kind: Kind,
    /// The rule that is broken.
    pub rule: String,
    /// Why no scenario can notice it, where none can.
    #[serde(default)]
    pub survives: Option<String>,
}

/// What kind of code is replaced.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A value: both have one.
    #[default]
    Expression,
    /// One statement or several; the wrong ones may be none.
    Statement,
}

/// A row with its number, by which it is switched on, and where it was read.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Counts from 1 over all files.
    pub number: usize,
    /// The folder of its file.
    pub game: String,
    /// The name of its file.
    pub chapter: String,
    /// What it says.
    pub row: Row,
}

impl Mutant {
    /// Whether it is what a person means by that word.
    pub fn is_named(&self, name: &str) -> bool {
        [&self.game, &self.chapter, &self.row.id].iter().any(|own| own.as_str() == name)
    }
}

/// All rows of all files, numbered in the order of the files.
///
/// # Errors
/// Every fault of the files.
pub fn read_all() -> Result<Vec<Mutant>, String> {
    let folder = project().join("tests/mutants");
    let files = tables_under(&folder).map_err(|trouble| trouble.to_string())?;
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for path in files {
        let text = source(&path).map_err(|trouble| trouble.to_string())?;
        let named = |path: Option<&std::path::Path>| {
            path.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned())
        };
        let game = named(path.parent()).unwrap_or_default();
        let chapter = named(Some(&path)).unwrap_or_default();
        match read::<Rows>(&text) {
            Err(found) => faults.extend(found),
            Ok(rows) => {
                all.extend(rows.value.mutants.into_iter().map(|row| (row, &game, &chapter)).map(
                    |(row, game, chapter)| Mutant {
                        number: 0,
                        game: game.clone(),
                        chapter: chapter.clone(),
                        row,
                    },
                ))
            }
        }
    }
    for (before, mutant) in all.iter_mut().enumerate() {
        mutant.number = before + 1;
    }
    if faults.is_empty() { Ok(all) } else { Err(faults_in_lines(&faults)) }
}

/// The sources that rows name, rewritten so that each row can be switched on, by path.
///
/// # Errors
/// One line for each row whose place is not found exactly once, or overlaps another's.
pub fn rewritten(all: &[Mutant]) -> Result<BTreeMap<String, String>, Vec<String>> {
    let mut by_file: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in all {
        by_file.entry(&mutant.row.file).or_default().push(mutant);
    }
    let (mut sources, mut faults) = (BTreeMap::new(), Vec::new());
    for (file, mutants) in by_file {
        let path = project().join(file);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) => {
                faults.push(format!("{}: {e}", told_path(&path)));
                continue;
            }
        };
        let mut placed = Vec::new();
        for mutant in mutants {
            match place(&text, &mutant.row) {
                Ok(range) => placed.push(Placed { range, mutant }),
                Err(fault) => faults.push(format!("{}: in {file} {fault}", mutant.row.id)),
            }
        }
        placed.sort_by_key(|placed| (placed.range.start, std::cmp::Reverse(placed.range.end)));
        match switched(&text, 0..text.len(), &placed) {
            Ok(text) => drop(sources.insert(file.to_string(), text)),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(sources) } else { Err(faults) }
}

struct Placed<'a> {
    range: Range<usize>,
    mutant: &'a Mutant,
}

/// A stretch of a source in which each row stands beside the right rule; rows sorted by place, the longer first.
fn switched(text: &str, within: Range<usize>, placed: &[Placed]) -> Result<String, String> {
    let (mut out, mut at, mut rest) = (String::new(), within.start, placed);
    while let [first, ..] = rest {
        let range = first.range.clone();
        let same = rest.iter().take_while(|other| other.range == range).count();
        let inner =
            rest.iter().skip(same).take_while(|other| other.range.start < range.end).count();
        let (here, inside) = rest[..same + inner].split_at(same);
        if let Some(across) = inside.iter().find(|other| other.range.end > range.end) {
            let ids = (&first.mutant.row.id, &across.mutant.row.id);
            return Err(format!("{} and {} overlap, and neither holds the other", ids.0, ids.1));
        }
        out.push_str(&text[at..range.start]);
        let right = switched(text, range.clone(), inside)?;
        let on = switch_of(&first.mutant.row.file);
        let cases = here.iter().map(|placed| {
            format!(
                "if {on}({}) {{ {} }} else ",
                placed.mutant.number,
                placed.mutant.row.put.trim()
            )
        });
        let cases = format!("{}{{ {right} }}", cases.collect::<String>());
        let value = here.iter().all(|placed| placed.mutant.row.kind == Kind::Expression);
        out.push_str(&if value { format!("({cases})") } else { cases });
        (at, rest) = (range.end, &rest[same + inner..]);
    }
    out.push_str(&text[at..within.end]);
    Ok(out)
}

/// How code of a file asks whether a mutant is switched on.
fn switch_of(file: &str) -> &'static str {
    if file.starts_with("core/") { "crate::mutants::on" } else { "umpire_core::mutants::on" }
}

/// Where the right rule of a row stands in its source.
fn place(text: &str, row: &Row) -> Result<Range<usize>, String> {
    let from = match &row.after {
        None => 0,
        Some(after) => match places(text, after).as_slice() {
            [one] => one.end,
            found => return Err(format!("`{}` stands {} times", after.trim(), found.len())),
        },
    };
    let mut found = places(text, &row.find);
    found.retain(|range| range.start >= from);
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [first, ..] if row.after.is_some() => Ok(first.clone()),
        found => Err(format!("`{}` stands {} times", row.find.trim(), found.len())),
    }
}

/// Every place of a piece of code in a source, blanks and ends of lines apart; a name is found whole.
fn places(text: &str, piece: &str) -> Vec<Range<usize>> {
    let letters = |text: &str| -> Vec<(usize, char)> {
        text.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect()
    };
    let (text_letters, piece) = (letters(text), letters(piece));
    let (Some((_, first)), Some((_, last))) = (piece.first(), piece.last()) else {
        return Vec::new();
    };
    let in_a_name = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let found = text_letters.windows(piece.len()).filter_map(|window| {
        let same = window.iter().zip(&piece).all(|((_, a), (_, b))| a == b);
        let start = window[0].0;
        let end = window[window.len() - 1].0 + last.len_utf8();
        let cut_before =
            in_a_name(first) && text[..start].chars().next_back().is_some_and(|c| in_a_name(&c));
        let cut_after =
            in_a_name(last) && text[end..].chars().next().is_some_and(|c| in_a_name(&c));
        (same && !cut_before && !cut_after).then_some(start..end)
    });
    found.collect()
}
