//! The shipped tables read without fault, and say what the printed dice say.

use super::*;
use umpire_core::data::Files;

fn files() -> Files {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/dragon-dice");
    let mut files = Files::default();
    let mut open = vec![folder.clone()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|kind| kind == "yaml") {
                let inside = path.strip_prefix(&folder).expect("it lies inside");
                let name = format!("dragon-dice/{}", inside.display());
                files.insert(name, std::fs::read_to_string(&path).expect("it is text"));
            }
        }
    }
    files
}

fn catalog() -> Catalog {
    Catalog::read(&files()).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

#[test]
fn every_table_reads() {
    let catalog = catalog();
    assert!(catalog.kinds.len() > 700, "{}", catalog.kinds.len());
}
