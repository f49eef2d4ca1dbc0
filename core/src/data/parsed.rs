//! Texts that were parsed lately are not parsed again: of the many tables of a game few change from one reading to the next.

use std::sync::{Arc, Mutex, PoisonError};

use super::error::DataError;
use super::source::Source;
use super::tree::{Key, Node, Tree};

/// Bytes that the kept trees may hold, about; those used longest ago go first.
const KEPT: usize = 48 * 1024 * 1024;
/// Trees that are kept at most.
const MOST: usize = 512;
/// Bytes of any tree beside its text and its values.
const OVERHEAD: usize = 1024;

/// Trees, the one used last at the end.
static TREES: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

struct Kept {
    /// Of path and text.
    hash: [u8; 32],
    /// What it holds, about.
    bytes: usize,
    tree: Arc<Tree>,
}

/// The tree of a text: one that is known, or what `parse` makes of it. What cannot be parsed is not kept.
pub(super) fn tree_of(
    source: &Source,
    parse: impl FnOnce() -> Result<Tree, Vec<DataError>>,
) -> Result<Tree, Vec<DataError>> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(source.path.len() as u64).to_le_bytes());
    hasher.update(source.path.as_bytes());
    let hash = *hasher.update(source.text.as_bytes()).finalize().as_bytes();
    if let Some(tree) = known(hash) {
        return Ok(Tree::clone(&tree));
    }
    let tree = Arc::new(parse()?);
    let nodes = tree.nodes.len() * (size_of::<Node>() + size_of::<Key>());
    keep(Kept { hash, bytes: OVERHEAD + 2 * source.text.len() + nodes, tree: tree.clone() });
    Ok(Tree::clone(&tree))
}

fn known(hash: [u8; 32]) -> Option<Arc<Tree>> {
    let mut trees = TREES.lock().unwrap_or_else(PoisonError::into_inner);
    let at = trees.iter().rposition(|kept| kept.hash == hash)?;
    let found = trees.remove(at);
    let tree = found.tree.clone();
    trees.push(found);
    Some(tree)
}

fn keep(new: Kept) {
    let mut trees = TREES.lock().unwrap_or_else(PoisonError::into_inner);
    trees.push(new);
    let mut bytes: usize = trees.iter().map(|kept| kept.bytes).sum();
    let is_too_much = |kept: &&Kept| {
        let is_too_much = bytes > KEPT;
        bytes -= kept.bytes;
        is_too_much
    };
    let too_many = trees.len().saturating_sub(MOST);
    let oldest = trees.iter().take_while(is_too_much).count().max(too_many);
    trees.drain(..oldest);
}
