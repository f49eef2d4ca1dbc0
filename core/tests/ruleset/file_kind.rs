//! What a file is goes by its fields, however it is written.

use umpire_core::data::Source;
use umpire_core::ruleset::{FileKind, kind_of, with_field};

fn kind(text: &str) -> FileKind {
    kind_of(&Source::new("a.yaml", text))
}

#[test]
fn fields_say_what_a_file_is_however_it_is_written() {
    assert_eq!(kind("house_rules: club\nfields: {a: 1}"), FileKind::HouseRules);
    assert_eq!(kind("{fields: {a: 1}, \"house_rules\": club}"), FileKind::HouseRules);
    assert_eq!(kind("seats: {}\nhouse_rules: [club]"), FileKind::Scenario);
    assert_eq!(kind("house_rules: club\nsides: {A: {}}"), FileKind::Scenario);
    assert_eq!(kind("battlefield: hill\nlevels: {1: g}"), FileKind::Battlefield);
    assert_eq!(kind("given: {seats: {}}\nsteps: []"), FileKind::Conformance);
    assert_eq!(kind("[1, 2]"), FileKind::Other);
    assert_eq!(kind("a: [1"), FileKind::Other);
}

#[test]
fn a_field_is_added_or_changed() {
    let with = |text: &str| {
        let changed = with_field(&Source::new("a.yaml", text), "free_table", "true");
        changed.expect("it can be read").text
    };
    assert_eq!(with("seats: {}\n"), "seats: {}\nfree_table: true\n");
    assert_eq!(with("{seats: {}}"), "{free_table: true, seats: {}}");
    assert_eq!(
        with("free_table: false # not yet\nseats: {}"),
        "free_table: true # not yet\nseats: {}"
    );
}
