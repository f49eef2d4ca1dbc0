//! Rules are found by what people call them.

use umpire_core::data::Source;
use umpire_core::rule_index::RuleIndex;

#[test]
fn rules_are_found_by_what_people_call_them() {
    let text = "books: {b: a book}\nsynonyms: {swipe: [G-2], free strike: [G-2]}\nrules:\n\
        - {id: G-1, name: height_advantage, says: higher is better, source: {book: b}, status: enforced}\n\
        - {id: G-2, name: leaving, says: an enemy may strike, source: {book: b}, status: enforced}\n";
    let index = RuleIndex::read(&Source::new("rules.yaml", text)).expect("no faults");
    let find = |words: &str| index.find(words).map(|rule| rule.id.as_str()).collect::<Vec<_>>();
    assert_eq!(find("Height advantage"), ["G-1"]);
    assert_eq!(find("better higher"), ["G-1"]);
    assert_eq!(find("how is it higher and better"), ["G-1"], "words that only ask are left out");
    assert_eq!(find("swipe"), ["G-2"]);
    assert_eq!(find("free-strike"), ["G-2"]);
    assert_eq!(find("g-1"), ["G-1"]);
    assert!(find("swip").is_empty());
    assert_eq!(index.near("swip").as_deref(), Some("swipe"));
    assert_eq!(index.near("hight advantage").as_deref(), Some("height advantage"));
}

#[test]
fn what_nothing_cites_has_a_reason() {
    let text = "books: {b: a book}\nrules:\n\
        - {id: G-1, name: hex, says: spaces have six sides, source: {book: b}, status: definition}\n\
        - {id: G-2, name: turn, says: one acts, source: {book: b}, status: emergent, note: by G-1}\n";
    let faults = RuleIndex::read(&Source::new("rules.yaml", text)).expect_err("no reason");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("a rule that is `definition` says why"), "{told:?}");
}
