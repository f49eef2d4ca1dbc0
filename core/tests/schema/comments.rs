//! Comments of a file are read with the fields they stand at.

use umpire_core::schema::comments::{comments, of_head};

#[test]
fn comments_above_go_before_those_behind() {
    let text = "edition:\n  name: a  # no field\nfields:\n  # G-1. How long\n  # it takes.\n  rounds: 4  # a few\n  \
                cover: none  # none | some\n  bare: 1\n";
    let head = "# Ground.\n#\n# letter   on maps,\n#          one each\n# thick    adds a level\nrows: []\n";
    let head = of_head(head);
    assert_eq!(head["letter"], "on maps, one each");
    assert_eq!(head["thick"], "adds a level");
    let found = comments(text);
    let found: Vec<_> = found.iter().map(|(name, says)| (name.as_str(), says.as_str())).collect();
    assert_eq!(found, [("rounds", "G-1. How long it takes."), ("cover", "none | some")]);
}
