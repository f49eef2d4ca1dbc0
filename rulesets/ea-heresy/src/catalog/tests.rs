//! The tables as shipped: what they hold, and what is told of those that are wrong.

use super::*;
use std::path::Path;
use umpire_core::data::{Files, Source};

/// The data of the game as shipped.
pub(crate) fn files() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut files = Vec::new();
    gather(&root.join("ea-heresy"), &root, &mut files);
    Files::from_pairs(files)
}

fn gather(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            gather(&path, root, files);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            let text = std::fs::read_to_string(&path).expect("it is text");
            let name = path.strip_prefix(root).expect("it lies below").to_string_lossy();
            files.push((name.replace('\\', "/"), text));
        }
    }
}

#[test]
fn shipped_tables_load() {
    let catalog = Catalog::read(&files()).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.iter().map(|f| f.to_string()).collect();
        panic!("{}", lines.join("\n"))
    });
    for note in &catalog.notes {
        println!("{note}");
    }
}
