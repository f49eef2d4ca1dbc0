//! House rules: a small file that changes named fields and rows of another.
//!
//! A change has the shape of what it changes. Rows of a list are found by their `id`, else by their
//! `name`, and are changed by a mapping from that word, or by rows that repeat it. A row gets the fields that it left at
//! their defaults. Whatever else the base does not have is a fault, unless it stands under `add`: fields of a mapping, or
//! rows of a list. Under `remove` stand the names of fields, or of rows. A base that itself has such a field keeps it.
//!
//! ```yaml
//! height_dice: 2                      # a field
//! terrains:
//!   swamp: {cost: 3, stop: true}      # a row, and a field it left at its default
//!   add: [{id: bog, cost: 4}]             # a new row
//!   remove: [road]
//! ```

use std::collections::{HashMap, HashSet};

use super::error::DataError;
use super::source::Source;
use super::suggest::suggest;
use super::tree::{Key, Kind, Node, ROOT, Spot, Tree, shortened};

const ADD: &str = "add";
const REMOVE: &str = "remove";

/// The fields by which rows are known, the first that all rows of a list have.
const IDENTITIES: [&str; 2] = ["id", "name"];

/// Names that are listed where none is near.
const MOST_NAMED: usize = 8;

/// Files that may be laid over one another.
const MOST_FILES: usize = 256;

/// Lays changes over a base. The merged values keep the places of the files they came from.
///
/// # Errors
/// Faults that make either file unreadable. All others, such as a change to a row that is not there,
/// wait for [`Tree::read`], which tells them together with those of the merged values.
pub fn overlay(base: &Source, changes: &Source) -> Result<Tree, Vec<DataError>> {
    match (Tree::parse(base), Tree::parse(changes)) {
        (Ok(base), Ok(changes)) => base.overlaid(&changes, ""),
        (base, changes) => {
            let mut faults: Vec<DataError> =
                [base, changes].into_iter().filter_map(Result::err).flatten().collect();
            faults.sort();
            Err(faults)
        }
    }
}

impl Tree {
    /// Lays changes over this tree; the changes stand under field `at` of theirs, `""` for all of it.
    ///
    /// # Errors
    /// Too many files, or no field `at`. All other faults wait for [`Tree::read`].
    pub fn overlaid(&self, changes: &Tree, at: &str) -> Result<Tree, Vec<DataError>> {
        let Some(top) = changes.find_exactly(at) else {
            let spot = Spot::Value(changes.find(at));
            return Err(vec![changes.fault(spot, format!("missing field `{at}`"))]);
        };
        if self.texts.len() + changes.texts.len() > MOST_FILES {
            let problem = format!("more than {MOST_FILES} files laid over one another");
            return Err(vec![changes.fault(Spot::Value(ROOT), problem)]);
        }
        let merged = Tree {
            texts: self.texts.iter().chain(&changes.texts).cloned().collect(),
            nodes: Vec::with_capacity(self.nodes.len()),
            faults: self.faults.iter().chain(&changes.faults).cloned().collect(),
            spoiled: Vec::new(),
            repeated: Vec::new(),
            apart: Vec::new(),
        };
        let spoiled = |tree: &Tree| tree.spoiled.iter().chain(&tree.repeated).copied().collect();
        let mut merge =
            Merge { base: self, changes, spoiled: [spoiled(self), spoiled(changes)], merged };
        merge.value(ROOT, top, ROOT, 0);
        Ok(merge.merged)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Base,
    Changes,
}

/// What a change names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Field,
    FieldOfRow,
    Row,
}

impl What {
    fn word(self) -> &'static str {
        match self {
            What::Field | What::FieldOfRow => "field",
            What::Row => "row",
        }
    }
}

struct Merge<'t> {
    base: &'t Tree,
    changes: &'t Tree,
    /// Of the base, and of the changes.
    spoiled: [HashSet<u32>; 2],
    merged: Tree,
}

type Entry = (Key, u32);

/// What a mapping of changes says of one list or mapping.
struct Orders<'t> {
    changed: Vec<&'t Entry>,
    /// What a row had left at its default; its reader knows whether there is such a field.
    set: Vec<&'t Entry>,
    added: Option<u32>,
    removed: HashSet<String>,
}

impl<'t> Merge<'t> {
    fn side(&self, side: Side) -> &'t Tree {
        match side {
            Side::Base => self.base,
            Side::Changes => self.changes,
        }
    }

    fn shift(&self, side: Side, text: u16) -> u16 {
        match side {
            Side::Base => text,
            Side::Changes => text + self.base.texts.len() as u16,
        }
    }

    fn tell(&mut self, spot: Spot, problem: String, suggestion: Option<&str>) {
        let suggestion = suggestion.map(shortened);
        let fault = DataError { suggestion, ..self.changes.fault(spot, problem) };
        self.merged.faults.push(fault);
    }

    fn push(&mut self, side: Side, id: u32, parent: u32, slot: usize, kind: Kind) -> u32 {
        let node = self.side(side).node(id);
        let new = self.merged.nodes.len() as u32;
        if self.spoiled[side as usize].contains(&id) {
            self.merged.spoiled.push(new);
        }
        let text = self.shift(side, node.text);
        self.merged.nodes.push(Node {
            parent,
            slot: slot as u32,
            text,
            span: node.span,
            end: node.end,
            kind,
        });
        new
    }

    fn fill(&mut self, id: u32, kind: Kind) -> u32 {
        self.merged.nodes[id as usize].kind = kind;
        id
    }

    fn key(&self, side: Side, key: &Key) -> Key {
        Key { text: self.shift(side, key.text), ..key.clone() }
    }

    /// A value taken over whole.
    fn copy(&mut self, side: Side, id: u32, parent: u32, slot: usize) -> u32 {
        let kind = &self.side(side).node(id).kind;
        let empty = match kind {
            Kind::Scalar { .. } => return self.push(side, id, parent, slot, kind.clone()),
            Kind::Sequence(_) => Kind::Sequence(Vec::new()),
            Kind::Mapping(_) => Kind::Mapping(Vec::new()),
        };
        let new = self.push(side, id, parent, slot, empty);
        let kind = match kind {
            Kind::Sequence(rows) => Kind::Sequence(
                rows.iter()
                    .enumerate()
                    .map(|(slot, row)| self.copy(side, *row, new, slot))
                    .collect(),
            ),
            Kind::Mapping(entries) => Kind::Mapping(
                entries
                    .iter()
                    .enumerate()
                    .map(|(slot, (key, child))| {
                        (self.key(side, key), self.copy(side, *child, new, slot))
                    })
                    .collect(),
            ),
            Kind::Scalar { .. } => return new,
        };
        self.fill(new, kind)
    }

    /// A row of the base with its changes.
    fn row(&mut self, base: u32, change: u32, parent: u32, slot: usize) -> u32 {
        match (&self.base.node(base).kind, &self.changes.node(change).kind) {
            (Kind::Mapping(fields), Kind::Mapping(changes)) => {
                self.mapping(base, (fields, changes), What::FieldOfRow, parent, slot)
            }
            _ => self.value(base, change, parent, slot),
        }
    }

    /// A value of the base with its changes.
    fn value(&mut self, base: u32, change: u32, parent: u32, slot: usize) -> u32 {
        match (&self.base.node(base).kind, &self.changes.node(change).kind) {
            (Kind::Mapping(fields), Kind::Mapping(changes)) => {
                self.mapping(base, (fields, changes), What::Field, parent, slot)
            }
            (Kind::Sequence(rows), Kind::Mapping(changes)) => {
                self.rows_by_name(base, rows, changes, parent, slot)
            }
            (Kind::Sequence(rows), Kind::Sequence(changed)) => match self.identity(rows) {
                Some(identity) if self.are_rows(changed) => {
                    self.rows_by_row(base, rows, changed, identity, parent, slot)
                }
                _ => self.copy(Side::Changes, change, parent, slot),
            },
            _ => self.copy(Side::Changes, change, parent, slot),
        }
    }

    fn mapping(
        &mut self,
        base: u32,
        (fields, changes): (&'t [Entry], &'t [Entry]),
        what: What,
        parent: u32,
        slot: usize,
    ) -> u32 {
        let known: HashSet<&str> = fields.iter().map(|(key, _)| &*key.name).collect();
        let orders = self.orders(changes, (fields, &known), what);
        let changed: HashMap<&str, u32> =
            orders.changed.iter().map(|(key, id)| (&*key.name, *id)).collect();
        let new = self.push(Side::Base, base, parent, slot, Kind::Mapping(Vec::new()));
        let mut merged: Vec<Entry> = Vec::with_capacity(fields.len());
        for (key, id) in fields.iter().filter(|(key, _)| !orders.removed.contains(&*key.name)) {
            let value = match changed.get(&*key.name) {
                Some(change) => self.value(*id, *change, new, merged.len()),
                None => self.copy(Side::Base, *id, new, merged.len()),
            };
            merged.push((self.key(Side::Base, key), value));
        }
        for (key, id) in &orders.set {
            let value = self.copy(Side::Changes, *id, new, merged.len());
            merged.push((self.key(Side::Changes, key), value));
        }
        match orders.added.map(|id| (id, &self.changes.node(id).kind)) {
            None => {}
            Some((_, Kind::Mapping(added))) => {
                for (key, id) in added {
                    if known.contains(&*key.name) && !orders.removed.contains(&*key.name) {
                        self.tell_present(Spot::Key(*id), &key.name);
                        continue;
                    }
                    let value = self.copy(Side::Changes, *id, new, merged.len());
                    merged.push((self.key(Side::Changes, key), value));
                }
            }
            Some((id, _)) => self.tell_wrong(id, "a mapping"),
        }
        self.fill(new, Kind::Mapping(merged))
    }

    /// Rows changed by a mapping from their names.
    fn rows_by_name(
        &mut self,
        base: u32,
        rows: &'t [u32],
        changes: &'t [Entry],
        parent: u32,
        slot: usize,
    ) -> u32 {
        let identity = self.identity(rows);
        let names: Vec<&str> = rows.iter().map(|row| self.row_name(*row, identity)).collect();
        let known: HashSet<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
        let orders = self.orders(changes, (&[], &known), What::Row);
        let changed: HashMap<&str, u32> =
            orders.changed.iter().map(|(key, id)| (&*key.name, *id)).collect();
        let new = self.push(Side::Base, base, parent, slot, Kind::Sequence(Vec::new()));
        let mut merged = self.kept_rows(rows, &names, &changed, &orders.removed, new);
        match orders.added.map(|id| (id, &self.changes.node(id).kind)) {
            None => {}
            Some((_, Kind::Sequence(added))) => {
                for id in added {
                    let name = identity.and_then(|field| word(self.changes, *id, field));
                    match name {
                        Some(name) if known.contains(name) && !orders.removed.contains(name) => {
                            self.tell_present(Spot::Value(*id), name);
                        }
                        _ => merged.push(self.copy(Side::Changes, *id, new, merged.len())),
                    }
                }
            }
            Some((id, _)) => self.tell_wrong(id, "a list"),
        }
        self.fill(new, Kind::Sequence(merged))
    }

    /// Rows changed by rows with the same name.
    fn rows_by_row(
        &mut self,
        base: u32,
        rows: &'t [u32],
        changed: &'t [u32],
        identity: &'static str,
        parent: u32,
        slot: usize,
    ) -> u32 {
        let names: Vec<&str> = rows.iter().map(|row| self.row_name(*row, Some(identity))).collect();
        let mut by_name = HashMap::new();
        for row in changed {
            let Some(name) = word(self.changes, *row, identity) else {
                let problem = format!("missing field `{identity}`, which says what row is changed");
                self.tell(Spot::Value(*row), problem, None);
                continue;
            };
            if !names.contains(&name) {
                let near = suggest(name, names.iter().copied());
                let there = if near.is_some() { String::new() } else { few(names.clone()) };
                let problem = format!("no row `{}` to change{there}", shortened(name));
                let at = entry(self.changes, *row, identity).unwrap_or(*row);
                self.tell(Spot::Value(at), problem, near);
            } else if by_name.insert(name, *row).is_some() {
                self.tell(Spot::Value(*row), format!("row `{name}` is changed twice"), None);
            }
        }
        let new = self.push(Side::Base, base, parent, slot, Kind::Sequence(Vec::new()));
        let merged = self.kept_rows(rows, &names, &by_name, &HashSet::new(), new);
        self.fill(new, Kind::Sequence(merged))
    }

    fn kept_rows(
        &mut self,
        rows: &[u32],
        names: &[&str],
        changed: &HashMap<&str, u32>,
        removed: &HashSet<String>,
        parent: u32,
    ) -> Vec<u32> {
        let mut merged = Vec::with_capacity(rows.len());
        for (row, name) in rows.iter().zip(names).filter(|(_, name)| !removed.contains(**name)) {
            merged.push(match changed.get(name) {
                Some(change) => self.row(*row, *change, parent, merged.len()),
                None => self.copy(Side::Base, *row, parent, merged.len()),
            });
        }
        merged
    }

    /// Sorts changes into those of what is there, additions and removals; tells the rest.
    fn orders(
        &mut self,
        changes: &'t [Entry],
        (fields, known): (&[Entry], &HashSet<&str>),
        what: What,
    ) -> Orders<'t> {
        let (changed, set) = (Vec::new(), Vec::new());
        let mut orders = Orders { changed, set, added: None, removed: HashSet::new() };
        for change in changes {
            let (key, id) = change;
            match &*key.name {
                name if known.contains(name) => orders.changed.push(change),
                ADD => orders.added = Some(*id),
                REMOVE => orders.removed = self.removals(*id, known, what),
                _ if what == What::FieldOfRow => orders.set.push(change),
                name => {
                    let nearest = nearest(name, known);
                    let (short, said) = (shortened(name), what.word());
                    let list = fields.iter().find(|(_, list)| self.has_row(*list, name));
                    let problem = match (nearest, list) {
                        (Some(_), _) => format!("no {said} `{short}` to change"),
                        (None, Some((list, _))) => {
                            format!(
                                "`{short}` is a row of `{0}`: write `{0}: {{{short}: ...}}`",
                                list.name
                            )
                        }
                        (None, None) => {
                            let there = few(known.iter().copied().collect());
                            format!(
                                "no {said} `{short}` to change{there}; new ones go under `{ADD}`"
                            )
                        }
                    };
                    self.tell(Spot::Key(*id), problem, nearest);
                }
            }
        }
        orders
    }

    /// Whether a value of the base is a list with a row of that name.
    fn has_row(&self, list: u32, name: &str) -> bool {
        let Kind::Sequence(rows) = &self.base.node(list).kind else { return false };
        let identity = self.identity(rows);
        rows.iter().any(|row| self.row_name(*row, identity) == name)
    }

    fn removals(&mut self, id: u32, known: &HashSet<&str>, what: What) -> HashSet<String> {
        let Kind::Sequence(names) = &self.changes.node(id).kind else {
            self.tell_wrong(id, "a list of names");
            return HashSet::new();
        };
        let mut removed = HashSet::new();
        for name_id in names {
            match &self.changes.node(*name_id).kind {
                Kind::Scalar { text, .. } if known.contains(&**text) => {
                    removed.insert(text.to_string());
                }
                Kind::Scalar { text, .. } => {
                    let problem = format!("no {} `{}` to remove", what.word(), shortened(text));
                    self.tell(Spot::Value(*name_id), problem, nearest(text, known));
                }
                _ => self.tell_wrong(*name_id, "a name"),
            }
        }
        removed
    }

    fn tell_present(&mut self, spot: Spot, name: &str) {
        let name = shortened(name);
        self.tell(spot, format!("`{name}` is there already, change it without `{ADD}`"), None);
    }

    fn tell_wrong(&mut self, id: u32, expected: &str) {
        let found = self.changes.found(Spot::Value(id));
        self.tell(Spot::Value(id), format!("expected {expected}, found {found}"), None);
    }

    /// The field that names the rows of a list of the base.
    fn identity(&self, rows: &[u32]) -> Option<&'static str> {
        let has = |field: &str| rows.iter().all(|row| word(self.base, *row, field).is_some());
        IDENTITIES.into_iter().find(|field| !rows.is_empty() && has(field))
    }

    /// The name of a row; a list of words is a list of names.
    fn row_name(&self, row: u32, identity: Option<&'static str>) -> &'t str {
        match (&self.base.node(row).kind, identity) {
            (Kind::Scalar { text, .. }, None) => text,
            (_, Some(identity)) => word(self.base, row, identity).unwrap_or_default(),
            _ => "",
        }
    }

    fn are_rows(&self, rows: &[u32]) -> bool {
        rows.iter().all(|row| matches!(self.changes.node(*row).kind, Kind::Mapping(_)))
    }
}

fn entry(tree: &Tree, id: u32, field: &str) -> Option<u32> {
    let Kind::Mapping(entries) = &tree.node(id).kind else { return None };
    entries.iter().find(|(key, _)| *key.name == *field).map(|(_, child)| *child)
}

fn word<'t>(tree: &'t Tree, id: u32, field: &str) -> Option<&'t str> {
    match &tree.node(entry(tree, id, field)?).kind {
        Kind::Scalar { text, .. } => Some(text),
        _ => None,
    }
}

/// What there is, at most so much that it can be read.
fn few(mut known: Vec<&str>) -> String {
    known.retain(|name| !name.is_empty());
    known.sort_unstable();
    let more = known.len().saturating_sub(MOST_NAMED);
    known.truncate(MOST_NAMED);
    let names: Vec<String> = known.iter().map(|name| format!("`{}`", shortened(name))).collect();
    match (names.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!(", there is {}", names.join(", ")),
        (false, more) => format!(", there is {} and {more} more", names.join(", ")),
    }
}

/// As [`suggest`], in an order that does not change from run to run.
fn nearest<'k>(name: &str, known: &HashSet<&'k str>) -> Option<&'k str> {
    let mut known: Vec<&str> = known.iter().copied().collect();
    known.sort_unstable();
    suggest(name, known)
}
