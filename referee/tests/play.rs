//! Whole games at the keyboard: bots, piped lines, typed dice, and the words a person may type.

mod desk;

use desk::run;

#[test]
fn bots_play_a_whole_game_and_repeat_it() {
    let one = run("play --dice seed:7", "");
    assert_eq!(one.code, 0, "{}", one.err);
    one.says(&[
        "duel, edition only",
        "A greedy, B greedy",
        "seed 7",
        "   1  A and B decide in secret",
    ]);
    one.says(&["A rolls", "d6: the hits of A", "(DUEL-2)", "   2  dice: ", "over after"]);
    assert_eq!(one.out, run("play --dice seed:7", "").out);
    assert_ne!(one.out, run("play --dice seed:8", "").out);
    println!("{}", one.out);
}
