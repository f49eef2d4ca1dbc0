//! A mistake in a data file: where it is, what was expected, what was found, what may have been meant.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

/// A line and a column of a text; both count characters and start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// One mistake; printed as one line, or shown with the line it is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct DataError {
    /// Path of the file.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Path of the field, as in `terrains[6].kind`; empty for the whole file.
    pub field: String,
    /// What is wrong, in words: says what was expected and found, not what may have been meant.
    pub problem: String,
    /// What would have been right here, where that can be said.
    pub expected: Option<String>,
    /// What stands here, shortened.
    pub found: Option<String>,
    /// What to write instead, if it looks like a slip.
    pub suggestion: Option<String>,
    /// The offending line, cut to what is near the place; tabs are spaces.
    pub line_text: String,
    /// Characters of `line_text` before the place.
    pub caret: usize,
    /// Characters of `line_text` the fault covers, at least 1.
    pub width: usize,
}

impl DataError {
    /// A fault of a whole file, as when it is not there.
    pub fn of_file(file: impl Into<String>, problem: impl Into<String>) -> DataError {
        DataError {
            file: file.into(),
            line: 1,
            column: 1,
            field: String::new(),
            problem: problem.into(),
            expected: None,
            found: None,
            suggestion: None,
            line_text: String::new(),
            caret: 0,
            width: 1,
        }
    }

    /// The same fault with something to write instead.
    pub fn suggesting(mut self, suggestion: impl Into<String>) -> DataError {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }

    /// The fault as one line, then its line of the file with carets under it.
    pub fn show(&self) -> String {
        let margin = self.line.to_string();
        let empty = " ".repeat(margin.len());
        let before = " ".repeat(self.caret);
        let carets = "^".repeat(self.width.max(1));
        format!("{self}\n{empty} |\n{margin} | {}\n{empty} | {before}{carets}", self.line_text)
    }

    fn order(&self) -> (&str, usize, usize, &str, &str) {
        (&self.file, self.line, self.column, &self.field, &self.problem)
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, "at `{}`: ", self.field)?;
        }
        f.write_str(&self.problem)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, ", did you mean `{suggestion}`?"),
            None => Ok(()),
        }
    }
}

impl PartialOrd for DataError {
    fn partial_cmp(&self, other: &DataError) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DataError {
    /// By file, then by place.
    fn cmp(&self, other: &DataError) -> Ordering {
        self.order().cmp(&other.order()).then_with(|| self.suggestion.cmp(&other.suggestion))
    }
}
