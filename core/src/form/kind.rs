//! Which form a file has: by what it is, by where it lies, by its name, or by the fields it begins with.

use crate::data::{Source, Tree};
use crate::ruleset::{FileKind, kind_of};
use crate::schema::FileForm;

/// The form of a file among those of a game; `inside` is its path among the data, where it lies there. Battlefields
/// are drawn and rulings are written: they have none.
pub fn form_of<'f>(
    forms: &'f [FileForm],
    inside: Option<&str>,
    file: &Source,
) -> Option<&'f FileForm> {
    let named = |kind: &str| forms.iter().find(|form| form.kind == kind);
    match kind_of(file) {
        FileKind::HouseRules => return named("house_rules"),
        FileKind::Scenario => return named("scenario"),
        FileKind::Conformance => return None,
        FileKind::Battlefield | FileKind::Other => {}
    }
    let tables = || forms.iter().filter(|form| form.kind != "ruling" && form.kind != "battlefield");
    if let Some(form) = inside.and_then(|path| tables().find(|form| form.holds(path))) {
        return Some(form);
    }
    if kind_of(file) == FileKind::Battlefield {
        return None;
    }
    let last = file.path.rsplit('/').next().unwrap_or_default();
    let ends = |form: &&FileForm| {
        form.files.iter().any(|pattern| pattern.rsplit('/').next() == Some(last))
    };
    let tree = Tree::parse(file).ok()?;
    let fits = |form: &&FileForm| has_its_fields(form, &tree);
    tables()
        .find(|form| ends(form) && fits(form))
        .or_else(|| tables().filter(fits).min_by_key(|form| form.faults(file).len()))
}

/// Whether a file has the fields that its kind needs, and no others.
fn has_its_fields(form: &FileForm, tree: &Tree) -> bool {
    let known = |field: &str| form.schema["properties"].get(field).is_some();
    let needed = form.schema["required"].as_array();
    let needed = needed.into_iter().flatten().filter_map(|name| name.as_str());
    let mut needed = needed.peekable();
    let has = |name: &str| tree.fields().any(|field| field == name);
    needed.peek().is_some() && needed.all(has) && tree.fields().all(known)
}
