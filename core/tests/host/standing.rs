//! How one thing, a group and everything stand.

use umpire_core::host::Standing;
use umpire_core::host::standing::{of_facts, status};

#[test]
fn one_thing_is_told_of_by_any_of_its_names() {
    let knight = Standing::of("figures of A", "knight").also("kni").says("1 of 4 lives");
    let all = [knight.closely("its card is out"), Standing::of("figures of A", "wolf 2")];
    let answer = status(&all, "KNI").expect("it is called so");
    assert_eq!(answer.rows[1], ["knight (figures of A)", "1 of 4 lives"]);
    assert_eq!(answer.rows[2], ["", "its card is out"]);
    let slip = status(&all, "knght").expect_err("nothing is called so");
    assert_eq!(slip.to_string(), "there is no thing `knght`, did you mean `knight`?");
    assert_eq!(status(&all, "").expect("everything").rows.len(), 3);
    for group in ["figures of A", "figures", "a"] {
        let told = status(&all, group).expect("a group");
        let names: Vec<&str> = told.rows.iter().map(|row| &*row[1]).collect();
        assert_eq!(names, ["", "knight", "wolf 2"], "{group}");
    }
}

#[test]
fn facts_alone_tell_how_things_stand() {
    let facts = [("knight.at", "A1"), ("knight.lives", "2"), ("round", "1")];
    let facts = facts.map(|(name, is)| (name.to_string(), is.to_string())).into();
    let all = of_facts(&facts);
    assert_eq!(all[0], Standing::of("", "knight").says("at A1").says("lives 2"));
    assert_eq!(all[1], Standing::of("", "round").says("1"));
}
