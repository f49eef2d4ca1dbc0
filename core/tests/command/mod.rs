//! Words that a line begins with are told how they go on.

mod names;

use umpire_core::command::{goes_on, unknown_noun};

umpire_core::nouns! {
    /// What is named here.
    pub enum Thing, Noun {
        /// A number.
        Count(u8) = "number",
        /// A word.
        Word(String) = "word",
    }
}

#[test]
fn words_that_lines_begin_with_are_told_how_they_go_on() {
    let lines = ["melee B", "melee C", "melee B", "pass", "magic"];
    let said = |text| goes_on(text, lines.into_iter()).map(|slip| slip.to_string());
    assert_eq!(said("Melee"), Some("`Melee` goes on: `melee B`, `melee C`".into()));
    assert_eq!((said("mel"), said("pass"), said("")), (None, None, None));
}

#[test]
fn a_noun_that_is_not_declared_is_the_mistake_of_a_pattern() {
    assert_eq!(unknown_noun::<Noun>("{word} pays {most:number} [to {word}]"), None);
    assert_eq!(unknown_noun::<Noun>("{word} pays {price:gold}"), Some("gold"));
    assert_eq!(unknown_noun::<Noun>("{figure} waits"), Some("figure"));
}
