//! Words that a line begins with are told how they go on.

mod names;

use umpire_core::command::goes_on;

#[test]
fn words_that_lines_begin_with_are_told_how_they_go_on() {
    let lines = ["melee B", "melee C", "melee B", "pass", "magic"];
    let said = |text| goes_on(text, lines.into_iter()).map(|slip| slip.to_string());
    assert_eq!(said("Melee"), Some("`Melee` goes on: `melee B`, `melee C`".into()));
    assert_eq!((said("mel"), said("pass"), said("")), (None, None, None));
}
