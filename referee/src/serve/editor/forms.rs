//! Files as forms: made of the schema of their kind, with the rules behind each field; an edit is a patch of the text.

use super::Workshop;
use crate::serve::problem::Problem;
use crate::serve::wire::of_core::{EditSchema, FormSchema};
use crate::table_file::lies_in;
use crate::trouble::Trouble;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::data::{Change, Source, edited, lost};
use umpire_core::form::{Edit, Field, Filled, Form, form_of};
use umpire_core::host::Ruleset;
use utoipa::ToSchema;

/// A text to be shown as a form.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AsForm {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// The row that is open.
    #[serde(default)]
    pub row: Option<String>,
}

/// A text as a form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormShown {
    /// Its fields and tables.
    #[schema(value_type = FormSchema)]
    pub form: Form,
    /// The rules that it names, by id.
    pub rules: BTreeMap<String, RuleNote>,
    /// What is wrong at a field, by the field's path.
    pub faults: BTreeMap<String, Vec<String>>,
}

/// A rule that stands behind a field.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RuleNote {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Where it was read.
    pub source: String,
}

/// An edit of a form.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormEdit {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// The row that is open.
    #[serde(default)]
    pub row: Option<String>,
    /// What is done.
    #[schema(value_type = EditSchema)]
    pub edit: Edit,
}

/// What came of an edit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormEdited {
    /// The text from now on.
    pub text: String,
    /// What was done, in words.
    pub says: String,
    /// The row that is open from now on.
    pub row: Option<String>,
    /// Comments and texts of several lines that are gone with it, though nobody wrote over them.
    pub loses: Vec<String>,
}

impl Workshop {
    /// A text as a form; nothing where files of its kind have none.
    ///
    /// # Errors
    /// Where the text cannot be read.
    pub fn form(&self, asked: &AsForm) -> Result<Option<FormShown>, Problem> {
        let source = Source::new(&asked.path, asked.text.as_str());
        let ruleset = self.ruleset(&source);
        let forms = self.library.forms(ruleset);
        let inside = self.inside(&source).map(|(_, inside)| inside);
        let Some(kind) = form_of(&forms, inside.as_deref(), &source) else { return Ok(None) };
        let of = (ruleset.name(), forms.as_slice());
        let filled = Filled::read(of, kind, &self.library.data, &source);
        let mut form = filled.map_err(Trouble::Faults)?.form(asked.row.as_deref());
        let rules = self.rules(ruleset, &mut form);
        let faults = self.faults_by_field(ruleset, &source, &form);
        Ok(Some(FormShown { form, rules, faults }))
    }

    /// A text after an edit of its form: only the lines that the edit means are changed.
    ///
    /// # Errors
    /// Where the edit means nothing, or the text cannot be changed so.
    pub fn fill(&self, edit: &FormEdit) -> Result<FormEdited, Problem> {
        let source = Source::new(&edit.path, edit.text.as_str());
        let ruleset = self.ruleset(&source);
        let forms = self.library.forms(ruleset);
        let inside = self.inside(&source).map(|(_, inside)| inside);
        let kind = form_of(&forms, inside.as_deref(), &source);
        let kind = kind.ok_or_else(|| Problem::says("this file has no form"))?;
        let of = (ruleset.name(), forms.as_slice());
        let filled =
            Filled::read(of, kind, &self.library.data, &source).map_err(Trouble::Faults)?;
        let done = filled.edit(&edit.edit, edit.row.as_deref()).map_err(Problem::says)?;
        let text = edited(&source, &done.changes).map_err(|why| Problem::says(why.to_string()))?;
        let by_hand = done.changes.iter().any(|it| matches!(it, Change::AsWritten { .. }));
        let loses = if by_hand { Vec::new() } else { lost(&source.text, &text) };
        Ok(FormEdited { text, says: done.says, row: done.row, loses })
    }

    /// The game among whose tables a file lies, and its path among them.
    pub(super) fn inside(&self, source: &Source) -> Option<(&'static dyn Ruleset, String)> {
        lies_in(&self.library, &self.folder.whole(&source.path))
    }

    /// The rules that a form names, its open row's also by their ids alone.
    fn rules(&self, ruleset: &'static dyn Ruleset, form: &mut Form) -> BTreeMap<String, RuleNote> {
        let Ok(index) = ruleset.rules(&self.library.data) else { return BTreeMap::new() };
        if let Some(row) = &mut form.row {
            let said = |field: &Field| {
                let beneath = field.elsewhere.first().map(|(_, value)| value);
                field.value.as_ref().or(beneath).filter(|id| index.get(id).is_some()).cloned()
            };
            let more: Vec<String> = row.fields.iter().filter_map(said).collect();
            row.rules.extend(more);
            row.rules.sort();
            row.rules.dedup();
        }
        let form = &*form;
        let mut named = BTreeSet::new();
        let open = form.row.as_ref();
        named.extend(open.iter().flat_map(|row| row.rules.iter().cloned()));
        let open = open.map_or(&[][..], |row| row.fields.as_slice());
        each(form.fields.iter().chain(open), &mut |field| {
            named.extend(field.rules.iter().cloned())
        });
        let note = |id: String| {
            let rule = index.get(&id)?;
            let book = index.books.get(&rule.source.book).unwrap_or(&rule.source.book);
            let page = rule.source.page.map_or(String::new(), |page| format!(", p. {page}"));
            let source = format!("{book}{page}");
            Some((id, RuleNote { name: rule.name.clone(), says: rule.says.clone(), source }))
        };
        named.into_iter().filter_map(note).collect()
    }

    /// What is wrong, by the field at which it stands; what stands at no field is told with the text.
    fn faults_by_field(
        &self,
        ruleset: &'static dyn Ruleset,
        source: &Source,
        form: &Form,
    ) -> BTreeMap<String, Vec<String>> {
        let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let name = source.path.rsplit('/').next().unwrap_or(&source.path);
        for fault in self.faults(ruleset, source) {
            if fault.file != source.path && fault.file != name {
                continue;
            }
            let at = (fault.line, fault.column);
            let open = form.row.as_ref().map_or(&[][..], |row| row.fields.as_slice());
            let mut found = None;
            each(form.fields.iter().chain(open), &mut |field| {
                if field.places.contains(&at) {
                    found = Some(field.field.clone());
                }
            });
            let rows = form.tables.iter().flat_map(|table| &table.rows);
            let row = rows
                .into_iter()
                .find(|row| row.lines.is_some_and(|(from, to)| (from..=to).contains(&fault.line)));
            let says = match &fault.expected {
                Some(expected) if !fault.problem.contains(expected.as_str()) => {
                    format!("{}, expected {expected}", fault.problem)
                }
                _ => fault.problem.clone(),
            };
            let places = found.into_iter().chain(row.map(|row| row.row.clone()));
            places.for_each(|place| told.entry(place).or_default().push(says.clone()));
        }
        told
    }
}

fn each<'f>(fields: impl IntoIterator<Item = &'f Field>, tell: &mut dyn FnMut(&'f Field)) {
    for field in fields {
        tell(field);
        each(&field.fields, tell);
    }
}
