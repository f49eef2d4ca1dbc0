//! What is known while a tree is read as a type: faults so far, and how to go on after one.
//!
//! A value that does not fit is told and replaced by a blank, so that one pass finds most faults. Where
//! a type itself refuses (a field is missing, its own conversion fails), nothing can stand for it: the
//! pass ends, the reader remembers the refusal, and the next pass leaves that value out.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed};

use super::error::DataError;
use super::from_tree::{Blank, FromTree, Origin};
use super::source::LIMITS;
use super::stop::{Stop, one_of};
use super::suggest::{suggest, suggest_far};
use super::tree::{Kind, ROOT, Spot, Tree, shortened};

/// Passes times values that one file may cost.
const WORK: usize = 20_000_000;

pub(super) struct Reader<'t> {
    pub tree: &'t Tree,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    faults: Vec<DataError>,
    told: HashSet<(Spot, String)>,
    /// Values with a fault in them, and all that enclose them.
    dirty: HashSet<u32>,
    /// Values no type can be built from.
    left_out: HashSet<u32>,
    /// Fields that types were seen to require.
    required: HashMap<Shape, Vec<&'static str>>,
    /// Fields that a misspelt key was probably meant to be.
    misspelt: HashSet<(u32, String)>,
}

/// A type with fields: its visitor's type name, and where its list of fields is.
pub(super) type Shape = (&'static str, *const &'static str);

pub(super) fn shape<V>(fields: &'static [&'static str]) -> Shape {
    (type_name::<V>(), fields.as_ptr())
}

impl<'t> Reader<'t> {
    /// Every fault of the tree, sorted, or the value.
    pub fn run<T: DeserializeOwned>(tree: &'t Tree) -> Result<T, Vec<DataError>> {
        match Reader::run_mended(tree) {
            (Some(value), faults) if faults.is_empty() => Ok(value),
            (_, faults) => Err(faults),
        }
    }

    /// Every fault of the tree, sorted, and the value with blanks for what could not be read; none
    /// where no type could be built at all.
    pub fn run_mended<T: DeserializeOwned>(tree: &'t Tree) -> (Option<T>, Vec<DataError>) {
        let reader = Reader { tree, state: RefCell::default() };
        {
            let mut state = reader.state.borrow_mut();
            state.left_out.extend(&tree.repeated);
            for &id in tree.spoiled.iter().chain(&tree.repeated) {
                state.mark(tree, id);
            }
            state.faults.clone_from(&tree.faults);
        }
        let mut left = (WORK / tree.nodes.len().max(1)).clamp(4, 4 * LIMITS.faults);
        let value = loop {
            let known = reader.knowledge();
            match reader.child(PhantomData::<T>, Origin::Spot(Spot::Value(ROOT))) {
                Ok(value) => break Some(value),
                Err(_) if left == 0 || reader.knowledge() == known || reader.is_full() => {
                    break None;
                }
                Err(_) => left -= 1,
            }
        };
        let is_cut_short = left == 0 || reader.is_full();
        let mut faults = reader.state.into_inner().faults;
        if value.is_some() && faults.is_empty() {
            return (value, faults);
        }
        if is_cut_short || faults.is_empty() {
            let problem = match faults.len() {
                0 => "not readable".into(),
                told => format!("more faults than the {told} told here"),
            };
            faults.push(tree.fault(Spot::Value(ROOT), problem));
        }
        faults.sort();
        (value.filter(|_| !is_cut_short), faults)
    }

    fn knowledge(&self) -> (usize, usize) {
        let state = self.state.borrow();
        (state.left_out.len(), state.required.values().map(Vec::len).sum())
    }

    fn is_full(&self) -> bool {
        self.state.borrow().faults.len() >= LIMITS.faults
    }

    pub fn is_left_out(&self, id: u32) -> bool {
        self.state.borrow().left_out.contains(&id)
    }

    /// A value whose fault was told while parsing.
    pub fn is_spoiled(&self, id: u32) -> bool {
        !self.tree.spoiled.is_empty() && self.tree.spoiled.contains(&id)
    }

    /// Reads a value; a refusal that nobody has told yet is told here.
    pub fn child<'de, S: DeserializeSeed<'de>>(
        &self,
        seed: S,
        origin: Origin<'t>,
    ) -> Result<S::Value, Stop> {
        seed.deserialize(FromTree { reader: self, origin }).map_err(|stop| match origin {
            Origin::Spot(spot) => self.settle(spot, stop),
            Origin::Blank(Blank { absent: Some((id, _)), .. }) => {
                self.settle(Spot::Value(id), stop)
            }
            Origin::Name(_) | Origin::Blank(_) => stop,
        })
    }

    /// Tells a refusal, unless a fault inside explains it, and leaves the value out from now on.
    fn settle(&self, spot: Spot, stop: Stop) -> Stop {
        if matches!(stop, Stop::Told | Stop::Again) {
            return stop;
        }
        let (Spot::Value(id) | Spot::Key(id)) = spot;
        let is_explained = match spot {
            Spot::Value(id) => self.state.borrow().dirty.contains(&id),
            Spot::Key(_) => false,
        };
        if !is_explained {
            self.tell_stop(spot, stop);
        }
        self.state.borrow_mut().left_out.insert(id);
        Stop::Told
    }

    fn tell_stop(&self, spot: Spot, stop: Stop) {
        match stop {
            Stop::Told | Stop::Again => {}
            Stop::Words(words) => self.tell(spot, words),
            Stop::Missing(field) => self.tell(spot, format!("missing field `{field}`")),
            Stop::Unknown { name, known } => {
                let at = self.entry(spot, &name).unwrap_or(spot);
                self.unknown(at, &name, known);
            }
            Stop::Wrong { expected, found } => {
                let inside = found.as_deref().and_then(|word| self.only(spot, word));
                self.wrong(inside.unwrap_or(spot), &expected, None);
            }
        }
    }

    /// The key of a mapping, by name.
    fn entry(&self, spot: Spot, name: &str) -> Option<Spot> {
        let Spot::Value(id) = spot else { return None };
        let Kind::Mapping(entries) = &self.tree.node(id).kind else { return None };
        entries.iter().find(|(key, _)| *key.name == *name).map(|(_, child)| Spot::Key(*child))
    }

    /// The one scalar below a value that reads so: serde lost its place on the way.
    fn only(&self, spot: Spot, word: &str) -> Option<Spot> {
        let Spot::Value(id) = spot else { return None };
        let mut open = vec![id];
        let mut found = None;
        while let Some(id) = open.pop() {
            match &self.tree.node(id).kind {
                Kind::Scalar { text, .. } if **text == *word => {
                    if found.replace(Spot::Value(id)).is_some() {
                        return None;
                    }
                }
                Kind::Scalar { .. } => {}
                Kind::Sequence(rows) => open.extend(rows),
                Kind::Mapping(entries) => open.extend(entries.iter().map(|(_, child)| child)),
            }
        }
        found
    }

    pub fn tell(&self, spot: Spot, problem: String) {
        self.push(spot, problem, |fault| fault);
    }

    /// Not what was expected there.
    pub fn wrong(&self, spot: Spot, expected: &str, suggestion: Option<&str>) {
        let found = self.tree.found(spot);
        self.push(spot, format!("expected {expected}, found {found}"), |fault| DataError {
            expected: Some(expected.into()),
            found: Some(found.clone()),
            suggestion: suggestion.map(shortened),
            ..fault
        });
    }

    /// A name that is none of those known there: a key, or a value.
    pub fn unknown(&self, spot: Spot, name: &str, known: &[&str]) {
        let at_top = matches!(spot, Spot::Key(id) if self.tree.node(id).parent == ROOT);
        let apart: &[&str] = if at_top { &self.tree.apart } else { &[] };
        let known = &[apart, known].concat();
        let mut suggestion = suggest(name, known.iter().copied());
        if matches!(spot, Spot::Key(_)) {
            // Of fields there are few.
            suggestion = suggestion.or_else(|| suggest_far(name, known.iter().copied()));
        }
        let short = shortened(name);
        let problem = match (spot, suggestion) {
            (Spot::Key(_), Some(_)) => format!("unknown field `{short}`"),
            (Spot::Key(_), None) => {
                format!("unknown field `{short}`, expected {}", one_of(known))
            }
            (Spot::Value(_), Some(_)) => format!("unknown value `{short}`"),
            (Spot::Value(_), None) => {
                format!("expected {}, found {}", one_of(known), self.tree.found(spot))
            }
        };
        if let (Spot::Key(id), Some(meant)) = (spot, suggestion) {
            let parent = self.tree.node(id).parent;
            self.state.borrow_mut().misspelt.insert((parent, meant.into()));
        }
        self.push(spot, problem, |fault| DataError {
            expected: Some(one_of(known)),
            found: Some(format!("`{short}`")),
            suggestion: suggestion.map(Into::into),
            ..fault
        });
    }

    /// A field that has to be there, with what should stand in it.
    pub fn missing(&self, id: u32, field: &str, expected: &str) {
        if self.state.borrow().misspelt.contains(&(id, field.into())) {
            return;
        }
        let problem = format!("missing field `{field}`, expected {expected}");
        self.push(Spot::Value(id), problem, |fault| DataError {
            expected: Some(expected.into()),
            ..fault
        });
    }

    fn push(&self, spot: Spot, problem: String, finish: impl Fn(DataError) -> DataError) {
        let (Spot::Value(id) | Spot::Key(id)) = spot;
        let mut state = self.state.borrow_mut();
        state.mark(self.tree, id);
        if state.faults.len() < LIMITS.faults && state.told.insert((spot, problem.clone())) {
            state.faults.push(finish(self.tree.fault(spot, problem)));
        }
    }

    /// Remembers that a type requires a field; false if that was known.
    pub fn learn(&self, shape: Shape, field: &'static str) -> bool {
        let mut state = self.state.borrow_mut();
        let fields = state.required.entry(shape).or_default();
        let is_new = !fields.contains(&field);
        if is_new {
            fields.push(field);
        }
        is_new
    }

    /// The fields a type was seen to require.
    pub fn required(&self, shape: Shape) -> Vec<&'static str> {
        self.state.borrow().required.get(&shape).cloned().unwrap_or_default()
    }
}

impl State {
    fn mark(&mut self, tree: &Tree, id: u32) {
        let mut at = id;
        while self.dirty.insert(at) && at != ROOT {
            at = tree.node(at).parent;
        }
    }
}
