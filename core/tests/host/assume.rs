//! A policy is taken off the end of a question.

use umpire_core::host::Assume;

#[test]
fn a_policy_is_taken_off_the_end() {
    assert_eq!(Assume::taken_off("a hits b"), Ok(("a hits b", Assume::First)));
    assert_eq!(Assume::taken_off("a hits b --assume worst"), Ok(("a hits b", Assume::Worst)));
    let slip = Assume::taken_off("a --assume besst").expect_err("there is no such policy");
    assert_eq!(slip.says, "no policy `besst`");
    assert_eq!(slip.suggestions, ["best"]);
}
