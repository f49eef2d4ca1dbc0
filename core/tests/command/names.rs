//! A part of a name finds the only thing that has it.

use umpire_core::command::Names;

fn names() -> Names<u8> {
    let mut names = Names::of("figure");
    for (at, name) in (0..).zip(["old-merrin", "wolf 1", "wolf 2", "wolf 12", "boar"]) {
        names.add(name, at);
    }
    names.also("Old Merrin, who knows the fords", 0);
    names
}

#[test]
fn a_part_of_a_name_means_the_only_thing_that_has_it() {
    let found = |text| names().find(text).map_err(|slip| slip.to_string());
    for text in ["old-merrin", "MERRIN", "merr", "old", "who knows", "old mer"] {
        assert_eq!(found(text), Ok(0), "{text}");
    }
    assert_eq!((found("wol 1"), found("Wolf 12"), found("boa")), (Ok(1), Ok(3), Ok(4)));
    let which = "which figure of 3 called `wolf`? wolf 1, wolf 2, wolf 12";
    assert_eq!(found("wolf"), Err(which.into()));
    assert_eq!(found("bore"), Err("there is no figure `bore`, did you mean `boar`?".into()));
    // A number alone, or a letter or two, is no part of a name, nor is a word of what is told of its bearer.
    for text in ["who", "fords", "1", "o", "me", "2 wolf", "wolf 3", "wolf 1 2"] {
        assert!(found(text).is_err(), "{text}");
    }
    assert_eq!((names().exactly("wolf"), names().exactly("Wolf-1")), (None, Some(1)));
}
