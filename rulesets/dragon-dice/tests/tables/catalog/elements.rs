//! Elements in words, and which of them match.

use umpire_dragon_dice::tables::catalog::*;

#[test]
fn sets_are_read_and_written_in_words() {
    for words in ["ivory", "white", "death", "air+fire", "air+earth+water"] {
        assert_eq!(Elements::read(words).map(|set| set.to_string()), Some(words.to_string()));
    }
    assert_eq!(Elements::read("fire + air"), Elements::read("air+fire"));
    assert_eq!(Elements::read("aether"), None);
}

#[test]
fn ivory_matches_nothing_and_white_everything_but_ivory() {
    for element in Element::ALL {
        assert!(Elements::ALL.intersects(Elements::of(element)));
        assert!(!Elements::NONE.intersects(Elements::of(element)));
    }
    assert!(!Elements::ALL.intersects(Elements::NONE));
    assert_eq!(Elements::ALL.len(), 5);
}
