//! Files by their folders, saved as paths and texts, and told apart by their digest.

use umpire_core::data::Files;

#[test]
fn folders_end_at_a_slash() {
    let files = Files::from_pairs([
        ("data/b/two.yaml", "2"),
        ("data/b/one.yaml", "1"),
        ("data/bc.yaml", "3"),
        ("data/a.yaml", "4"),
    ]);
    let paths = |folder: &str| files.under(folder).map(|source| source.path).collect::<Vec<_>>();
    assert_eq!(paths("data/b"), ["data/b/one.yaml", "data/b/two.yaml"]);
    assert_eq!(paths("data/b/"), paths("data/b"));
    assert_eq!(paths("").len(), 4);
    assert_eq!(paths("data/c").len(), 0);
    assert_eq!(files.get("data/a.yaml").map(|source| source.text), Some("4".into()));
}

#[test]
fn files_are_saved_as_paths_and_texts() {
    let files = Files::from_pairs([("b.yaml", "2"), ("a.yaml", "1")]);
    let saved = serde_json::to_string(&files).expect("paths are keys");
    assert_eq!(saved, r#"{"a.yaml":"1","b.yaml":"2"}"#);
    let mut back: Files = serde_json::from_str(&saved).expect("it was written so");
    assert_eq!(files, back);
    back.remove("a.yaml");
    assert_eq!(back.paths().collect::<Vec<_>>(), ["b.yaml"]);
}

#[test]
fn digest_tells_where_a_path_ends() {
    let one = Files::from_pairs([("ab", "c")]);
    let other = Files::from_pairs([("a", "bc")]);
    assert_ne!(one.digest(), other.digest());
    assert_eq!(one.digest(), one.clone().digest());
    assert_eq!(one.digest().len(), 64);
}
