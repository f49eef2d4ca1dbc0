//! What lies hidden, at a prompt: who is told of it when it is turned up, what is for one at the keyboard alone, and how it is put right.

use super::desk::{Ran, run, run_with};
use std::fs;
use umpire::library::Library;

/// A glyph face down beside a wounded figure, and order markers that are secret.
const GLYPH: &str = "game: heroscape
battlefield:
  battlefield: row
  levels: {1: g g g g g g g g}
  glyphs: [{at: B1, kind: kelda, face: hidden}]
seats:
  A: {cards: [finn, dorim]}
  B: {cards: [thorgrim]}
position:
  figures: {finn: {at: C1, wounds: 2}, dorim: E1, thorgrim: H1}
  markers:
    A: {1: finn, 2: finn, 3: finn, X: finn}
    B: {1: thorgrim, 2: thorgrim, 3: thorgrim, X: thorgrim}
  first: A
  turn: {card: finn, marker: 1}
";

/// Runs lines typed on a battle.
fn run_on(scenario: &str, how: &str, typed: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("glyph.yaml");
    fs::write(&file, scenario).expect("a file");
    run_with(&Library::embedded(), &format!("play {} {how}", file.display()), typed)
}

const BOTH: &str = "--seat A=human --seat B=human --dice typed";

#[test]
fn what_was_hidden_and_seen_is_told_when_it_is_taken_back() {
    let told = "something hidden had been seen, which the record keeps";
    let game = run_on(GLYPH, BOTH, "finn moves to D1\nundo\nquit\n");
    game.says(&["1 input taken back, to the beginning"]).lacks(told);
    let game = run_on(GLYPH, BOTH, "finn moves to B1\nundo\nquit\n");
    game.says(&["is turned up: kelda", "1 input taken back, to the beginning", told]);
}

#[test]
fn what_one_at_the_keyboard_alone_may_know_they_ask_for_by_name() {
    let told = "A alone is told something: `A: log` shows it";
    let typed = "amend marker A 2 on dorim because it slipped\nlog 1\nA: log 1\nB: log 1\nquit\n";
    let game = run_on(GLYPH, BOTH, typed);
    game.says(&[told, "> log 1", told, "> A: log 1", "dorim", "> B: log 1"]);
    // Neither of both lines for all says what changed, nor does the other's.
    game.says(&["judge: a change that others know of", "> A: log 1", "judge: marker A 2 on dorim"]);
    for words in ["judge: marker A 2 on dorim", "the judge amends: marker A 2 on dorim"] {
        assert_eq!(game.out.matches(words).count(), 1, "{}", game.out);
    }
    // What they decided in secret themselves they know, and the other is not told.
    let game = run(
        "play --seat A=human --seat B=human --dice typed",
        "thrust\nguard\nA: log\nlog\nquit\n",
    );
    game.says(&["A and B decide in secret", "> A: log", "A chooses thrust", "> log"]);
    game.lacks("alone is told").lacks("B chooses");
    assert_eq!(game.out.matches("chooses").count(), 1, "{}", game.out);
    // Nobody asks so for a bot.
    run("play --seat A=human --dice seed:3", "guard\nB: log\nquit\n").lacks("B chooses");
}

#[test]
fn what_a_bot_turned_up_is_told_in_short_too() {
    let bots = GLYPH.replace("at: B1", "at: D1");
    let bots =
        bots.replace("first: A", "first: B").replace("{card: finn, marker: 1}", "{card: finn}");
    let bots = bots.replace("A: {", "C: {").replace("B: {", "A: {").replace("C: {", "B: {");
    let game = run_on(&bots, "--seat A=human --seat B=greedy --dice seed:1", "quit\n");
    game.says(&["B: move finn by D1", "the glyph at D1/1 is turned up: kelda", "   2"]);
}

#[test]
fn one_decision_of_several_in_secret_is_put_right_and_the_others_stand() {
    let both = "play --seat A=human --seat B=human --dice typed";
    let typed = "thrust\nguard\n6 5 6/1\ncorrect 1 feint\ncorrect 1 B: feint\nlog\nB: log\nquit\n";
    let game = run(both, typed);
    game.says(&["line 4: say whose decision is put right: `A: ACTION` or `B: ACTION`"]);
    game.says(&["line 1 corrected; 0 later inputs carried out again", "no longer standing: 2"]);
    game.says(&[
        "A rolls 3 d6: the hits of A, 5+ counts; B rolls 2 d6",
        "> B: log",
        "B chooses feint",
    ]);
    game.lacks("A chooses").lacks("B chooses guard").lacks("B: feint");
}

#[test]
fn the_grounds_of_an_action_are_asked_for_by_name() {
    let typed = "B: why thorgrim moves to G1\nB: why\nB: list\nquit\n";
    let game = run_on(GLYPH, BOTH, typed);
    game.says(&["> B: why thorgrim moves to G1", "B: move thorgrim", ": no, by", "> B: list"]);
    game.says(&["nothing is asked of B now, but of A"]);
}
