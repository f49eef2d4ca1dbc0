//! Whole games at the keyboard: bots, piped lines, typed dice, and the words a person may type.

use super::desk::{run, run_with};
use umpire::library::Library;

const BOTH: &str = "play --seat A=human --seat B=human --dice typed";

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
    let random = run("play --seat A=random --seat b=random --dice seed:7 duel/tired", "");
    random.says(&["tired.yaml", "A random, B random", "over after"]);
}

#[test]
fn a_piped_game_is_echoed_and_judged() {
    // Three fives and sixes against a guard that turns one aside: 3 lives less 2, then dead.
    let typed = "# the first bout\nA: thrust\nguard\n6 5 6/1\nfeint\nguard\n5 5/1\nlog 1\n";
    let game = run(BOTH, typed);
    assert_eq!(game.code, 0, "{}", game.err);
    game.says(&["A> # the first bout", "A> (not shown)", "A has decided", "B> (not shown)"]);
    game.says(&[
        "   1  A and B decide in secret",
        "A rolls 3 d6: the hits of A, 5+ counts; B rolls 1 d6",
    ]);
    game.says(&[
        "+3 thrust (DUEL-2)",
        "dice> 6 5 6/1",
        "   2  dice: 6 5 6 / 1",
        "B loses 2 (DUEL-4)",
    ]);
    game.says(&[
        "   4  dice: 5 5 / 1",
        "B loses 1",
        "over after 4 inputs: A wins",
        "over> log 1",
        "   4",
    ]);
    // Neither player may read the other's stance.
    game.lacks("chooses");
}

#[test]
fn the_end_of_the_input_says_what_is_waited_for() {
    let game = run(BOTH, "thrust\n");
    assert_eq!(game.code, 0);
    game.says(&["the input ended; the game waits for B: choose a stance"]);
    let game = run(BOTH, "thrust\nfeint\n");
    game.says(&[
        "the input ended; the game waits for dice: A rolls 3 d6: the hits of A, 5+ counts; B rolls 2",
    ]);
    run(BOTH, "thrust\nquit\nfeint\n").says(&["B> quit"]).lacks("waits");
}

#[test]
fn dice_too_many_are_dropped_when_something_else_is_put_in() {
    let game = run(BOTH, "feint\nguard\n1 1/1/6 6/1\nlog 1\nfeint\nguard\n2 2/2\nquit\n");
    game.says(&["`6 6/1` is kept for the next dice", "   2  dice: 1 1 / 1", "A> log 1"]);
    game.says(&[
        "A> (not shown)",
        "`6 6/1`, typed before, is dropped: no dice were asked for since",
    ]);
    game.says(&["A rolls 2 d6", "dice> 2 2/2", "   4  dice: 2 2 / 2"]).lacks("takes `6 6/1`");
    // A judge's word is an input too; a refused action is none.
    let game = run(BOTH, "feint\nguard\n1 1/1/6 6/1\nlunge\namend lives A 2 because so\nquit\n");
    game.says(&["lunge", "amend lives A 2 because so", "`6 6/1`, typed before, is dropped"]);
}

#[test]
fn slips_and_refusals_name_the_line_and_what_would_do() {
    let typed = "thurst\nthrust\nthrust\nfeint\n6 6\n7/1\nroll\nwhy\n";
    let game = run(&format!("{BOTH} tired"), typed);
    game.says(&["line 1: `thurst` is no action, type `help`, did you mean `thrust`?"]);
    game.says(&["line 2: no: more than one life is needed to thrust [1, needed 2] (DUEL-3)"]);
    game.says(&["instead: guard", "line 3: no: more than one life", "A> (not shown)"]);
    let typed = "feint\nthrust\n6 6\n6 7/1 1 1\nroll\n";
    let game = run(&format!("{BOTH} tired"), typed);
    game.says(&["line 3: 5 dice are asked for, 2 given", "line 4: die 2 (d6) has no face `7`"]);
    game.says(&["dice> roll", "   2  dice: "]);
}

#[test]
fn why_tells_the_grounds_of_any_action() {
    let game =
        run(&format!("{BOTH} tired"), "why\nwhy thrust\nwhy all B: thrust\nlist\nwhy jump\n");
    game.says(&[
        "line 1: there is no ruling yet",
        "A: thrust: no, by DUEL-3",
        "needed 2] (DUEL-3)",
    ]);
    game.says(&["B: thrust: yes", "yes: this seat is asked for a stance (DUEL-1)"]);
    game.says(&["A: feint", "A: guard", "line 5: `jump` is no action"]);
    let game = run(BOTH, "thrust\nfeint\nwhy\n");
    game.says(&["A rolls 3 d6", "by DUEL-2\n", "+3: thrust (DUEL-2)", "+2: feint (DUEL-2)"]);
    // What fell is explained, and what is asked for then is explained before it.
    let game = run(BOTH, "thrust\nfeint\n6 6 1/6 1\nwhy\nwhy all\n");
    game.says(&[
        "A> why\n      dice: 6 6 1 / 6 1\n        A loses 1 (DUEL-4)\n        B loses 2 (DUEL-4)",
    ]);
    let game = run(BOTH, "thrust\nfeint\nlist\nmelee\nguard\n");
    game.says(&["A: 3 d6, the hits of A: 1 2 3 4 5 6", "line 4: die 1 (d6) has no face `melee`"]);
    game.says(&[
        "line 5: dice are asked for first: A rolls 3 d6: the hits of A, 5+ counts; B rolls 2 d6",
    ]);
    // A secret is not told to the next at the keyboard.
    run(BOTH, "thrust\nwhy\n").says(&["line 2: there is no ruling yet"]);
}

#[test]
fn what_was_typed_is_taken_back_step_by_step() {
    let typed = "thrust\nguard\n6 6 6/1\nundo\n1 1 1/1\nundo turn\nfeint\nundo\nguard\nfeint\n";
    let game = run(BOTH, typed);
    game.says(&["B loses 2", "1 input taken back, to the position after line 1", "A rolls 3 d6"]);
    game.says(&[
        "dice: 1 1 1 / 1",
        "2 inputs taken back, to the beginning",
        "A> (not shown)",
        "B> undo",
    ]);
    game.says(&[
        "A> (not shown)",
        "B> (not shown)",
        "A rolls 1 d6: the hits of A, 5+ counts; B rolls 2 d6",
    ]);
    let game =
        run(BOTH, "thrust\nguard\n6 6 6/1\nguard\nguard\nundo to 2\nundo to 0\nundo\nundo to 9\n");
    game.says(&["1 input taken back, to the position after line 2", "2 inputs taken back"]);
    game.says(&["line 8: there is nothing of yours", "line 9: line 9 is not an input that counts"]);
}

#[test]
fn a_bots_answer_goes_with_the_move_that_is_taken_back() {
    let game = run("play --seat A=human --dice seed:3", "guard\nundo\nguard\nquit\n");
    let rolls: Vec<&str> = game.out.lines().filter(|line| line.contains("dice: ")).collect();
    assert_eq!(rolls.len(), 2, "{}", game.out);
    let faces = |line: &str| line.split("dice: ").nth(1).map(String::from);
    assert_eq!(faces(rolls[0]), faces(rolls[1]), "taking back does not fish for dice");
}

#[test]
fn a_mistyped_die_is_corrected() {
    let typed = "thrust\nguard\n6 6 6/1\nguard\nguard\n1/1\ncorrect 2 1 1 1/1\ncorrect 1 guard\nlog\nquit\n";
    let game = run(BOTH, typed);
    game.says(&[
        "B loses 2",
        "   2  dice: 1 1 1 / 1",
        "line 2 corrected; 2 later inputs carried out again",
    ]);
    game.says(&[
        "line 8: say whose decision is put right: `A: ACTION` or `B: ACTION`",
        "   4  dice: 1 / 1",
    ]);
    let reasoned = "thrust\nguard\n6 6 6/1\ncorrect 2 1 1 1/1 because we misread it\nlog\nquit\n";
    let game = run(BOTH, reasoned);
    game.says(&["   2  dice: 1 1 1 / 1", "line 2 corrected", "judge: line 2: we misread it"]);
    // With six hits the second bout is the last: what came after no longer stands.
    let typed =
        "feint\nfeint\n1 1/1 1\nfeint\nfeint\n5 5/1 1\nguard\nguard\ncorrect 2 6 6/1 1\nquit\n";
    let game = run(&format!("{BOTH} tired"), typed);
    game.says(&[
        "line 2 corrected; 2 later inputs",
        "no longer standing: 5, because",
        "over after 4 inputs: A wins",
    ]);
}

#[test]
fn the_judge_overrules_and_amends_with_a_reason() {
    let typed = "overrule thrust\noverrule thrust because he is fresh\nguard\n1 1 1/1\n\
                 amend lives A 5 because a die was overlooked\namend lives A 12 because\n\
                 amend lives A 12 because of nothing\nnote all agree\nlog\n";
    let game = run(&format!("{BOTH} tired"), typed);
    game.says(&["line 1: the reason goes on record", "   1  judge lets A: thrust (he is fresh)"]);
    game.says(&["A rolls 3 d6", "   4  judge: lives A 5 (a die was overlooked)"]);
    game.says(&["line 6: the reason goes on record", "line 7: 12 lives (DUEL-5)", "noted"]);
}

#[test]
fn an_overruling_asks_again_whoever_had_decided_in_secret() {
    let typed = "B: guard\noverrule A: thrust because the table agrees\nguard\n1 1 1/1\nquit\n";
    let game = run(&format!("{BOTH} tired"), typed);
    assert_eq!(game.code, 0, "{}", game.err);
    game.says(&[
        "B has decided",
        "   1  judge lets A: thrust",
        "B> (not shown)",
        "dice: 1 1 1 / 1",
    ]);
}

#[test]
fn a_game_ends_by_the_tables_word() {
    run(BOTH, "concede\n").says(&["A concedes", "over after 1 input: B wins"]);
    run(BOTH, "concede b\n").says(&["B concedes", "A wins"]);
    run(BOTH, "concede C\n").says(&["line 1: no seat `C`, there are A, B"]);
    run(BOTH, "time\n").says(&["time is called", "nobody wins"]);
    run(BOTH, "draw\nno\ndraw\nyes\n").says(&["does B agree?", "the game goes on", "nobody wins"]);
    run("play --seat A=human", "draw\n").says(&["the bots do not agree to a draw"]);
}

#[test]
fn dice_nobody_asked_for_are_rolled_and_noted() {
    let one = run(BOTH, "roll 3 d6\nroll 3 d6\nroll\nroll 3 d20\n");
    one.says(&["3 d6: ", "3 d6: ", "line 3: no dice are asked for now", "one of the dice d6"]);
}

#[test]
fn every_kind_of_help_is_there() {
    let game = run(BOTH, "help\nboard\nhelp me\n");
    game.says(&[
        "A and B: choose a stance",
        "`thrust`, `feint`, `guard`",
        "help judge",
        "A 3 : 3 B",
    ]);
    game.says(&["line 3: nothing is typed with `me`", "There is help on actions, questions,"]);
    game.lacks("overrule ACTION because REASON");
    assert!(game.out.lines().count() < 40, "the first help fits a screen: {}", game.out);
    let all = run(BOTH, "help all\n");
    all.says(&["thrust", "guard", "overrule ACTION because REASON", "lives SEAT NUMBER"]);
    let undo = run(BOTH, "help undo\n");
    undo.says(&["undo to N", "correct N TEXT"]);
    undo.lacks("overrule");
    // A word that is no topic: every form with it, whatever its ending.
    let lives = run(BOTH, "help live\n");
    lives.says(&["lives SEAT NUMBER"]);
    lives.lacks("undo to N");
}

#[test]
fn a_referees_table_asks_nobody() {
    let typed = "A: thrust\nlives\nB: thrust\nroll\nroll\nA: thrust\nA: jump\n\
                 overrule A: thrust because we look\nwhy B: guard\nthrust\nundo\n";
    let game = run("table tired --seed 4", typed);
    assert_eq!(game.code, 0, "{}", game.err);
    game.says(&["the referee's table", "A and B: choose a stance", "table> A: thrust"]);
    game.says(&[
        "more than one life is needed",
        "`overrule SEAT: ACTION because REASON` lets it through",
    ]);
    game.says(&["line 2: say for whom: `SEAT: lives`, with one of A, B", "judge lets A: thrust"]);
    game.says(&["taken back"]);
}

#[test]
fn a_referee_changes_the_position_without_a_reason() {
    let game = run("table tired --seed 4", "lives A 5\nA: lives B 2\nlives A 12\n");
    game.says(&["   1  judge: lives A 5 (at the table)", "   2  judge: lives B 2 (at the table)"]);
    game.says(&["line 3: 12 lives (DUEL-5)"]);
    run(&format!("{BOTH} tired"), "lives A 5\n").lacks("judge: lives A 5");
}

#[test]
fn a_board_is_drawn_when_it_is_asked_for() {
    run("play --dice seed:7 --show board", "").says(&[
        "A 3 : 3 B",
        "   1  ",
        "   2  ",
        "A 3 : 3 B",
        "   3  ",
    ]);
    run("play --dice seed:7", "").lacks("A 3 : 3 B");
}

#[test]
fn bots_that_search_repeat_their_game() {
    let seats = "--seat A=mcts:20p --seat B=mcts:9p --dice seed:3";
    let (one, other) = (run(&format!("play {seats}"), ""), run(&format!("play {seats}"), ""));
    one.says(&["A mcts:20p, B mcts:9p"]);
    assert_eq!((one.out.as_str(), one.code), (other.out.as_str(), 0));
    run("play --seat A=mcts:0.01 --dice seed:3", "").says(&["A mcts:0.01, B greedy"]);
}

#[test]
fn a_seed_that_was_drawn_is_told_to_programs() {
    let shipped = Library::embedded();
    let game = run_with(&shipped, "play duel-on-the-hill --seat A=human --json", "quit\n");
    let first = game.out.lines().next().expect("the game is told");
    let first: serde_json::Value = serde_json::from_str(first).expect("each line is JSON");
    assert_eq!((game.code, first["players"][0].as_str()), (0, Some("human")), "{}", game.err);
    assert!(!first["seed"].is_null(), "{first}");
}

#[test]
fn one_who_is_not_asked_gives_up_by_name_and_is_not_asked_for_a_draw_any_more() {
    let three = "play three-on-the-hill --seat A=human --seat B=human --seat C=human --dice typed";
    let game = run_with(&Library::embedded(), three, "B: concede\ndraw\nyes\n");
    game.says(&["> B: concede", "B concedes"]);
    game.says(&["does C agree?", "a draw is agreed", "over"]).lacks("does B agree?");
}

#[test]
fn programs_read_json() {
    let game = run("play --dice seed:7 --json", "");
    let lines: Vec<serde_json::Value> = game
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(lines[0]["seats"], serde_json::json!(["A", "B"]));
    assert_eq!(lines[1]["number"], 1);
    assert_eq!(lines.last().expect("there are lines")["over"]["winners"], serde_json::json!(["A"]));
    let typed = "jump\nthrust\nlist\nwhy thrust\nhelp\n";
    let game = run(&format!("{BOTH} tired --json"), typed);
    for line in game.out.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON");
    }
    game.says(&["\"line\":1", "\"rules\":[\"DUEL-3\"]"]);
}

#[test]
fn a_wrong_call_says_what_was_expected() {
    let wrong = |arguments: &str, says: &str| {
        let ran = run(arguments, "");
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.out);
        assert!(ran.err.contains(says), "{arguments}: {}", ran.err);
    };
    wrong(
        "play --seat A=wizard",
        "expected `--seat NAME=human|random|greedy|mcts:SECONDS|mcts:PLAYOUTSp`, found `A=wizard`",
    );
    wrong("play --seat C=human", "no seat `C`, there are A, B");
    wrong("play --dice seed:x", "`--dice typed:N` or `--dice seed:N`, found `seed:x`");
    wrong("play tierd", "no file and no scenario `tierd`, did you mean `tired`?");
    wrong("play --data /nowhere/at/all", "there is no `/nowhere/at/all`");
    wrong("plya", "");
    let help = run("play --help", "");
    assert_eq!((help.code, help.err.as_str()), (0, ""));
}

/// Lines of which some are typed only after a file was saved.
struct Saving<'a> {
    lines: std::vec::IntoIter<(&'a str, &'a str)>,
    path: std::path::PathBuf,
}

impl umpire::console::Lines for Saving<'_> {
    fn read(
        &mut self,
        _: &str,
        _: bool,
        _: umpire::console::Complete,
    ) -> std::io::Result<umpire::console::Typed> {
        let Some((saved, line)) = self.lines.next() else { return Ok(umpire::console::Typed::End) };
        if !saved.is_empty() {
            std::fs::write(&self.path, saved)?;
        }
        Ok(umpire::console::Typed::Line(line.to_string()))
    }

    fn number(&self) -> Option<usize> {
        None
    }
}

/// Plays on a file that is saved between lines; what was said, and the record.
fn watched(lines: Vec<(&str, &str)>) -> (String, std::path::PathBuf, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("creek.yaml");
    std::fs::write(&path, CREEK).expect("a file");
    let record = folder.path().join("creek.umpire");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = umpire::console::Console {
        lines: Box::new(Saving { lines: lines.into_iter(), path: path.clone() }),
        out: umpire::console::Screen::new(&mut out, false, false),
        err: umpire::console::Screen::new(&mut err, false, false),
        stop: Default::default(),
    };
    let arguments = format!(
        "umpire play {} --watch --seat A=human --seat B=human --save {}",
        path.display(),
        record.display()
    );
    let words = arguments.split_whitespace().map(std::ffi::OsString::from);
    umpire::command_line::run(words, &umpire::library::Library::embedded(), &mut console);
    drop(console);
    let said = format!(
        "{}{}",
        String::from_utf8(out).expect("text"),
        String::from_utf8(err).expect("text")
    );
    (said, record, folder)
}

const CREEK: &str = "game: skirmish
battlefield:
  unit: inches
  size: [48, 48]
  pieces:
    - {terrain: mud, rect: [4, 10, 20, 14]}
sides:
  A: [hedda]
  B: [boar]
position:
  turn: A
  figures:
    hedda: {at: [12, 4]}
    boar: {at: [12, 20]}
";

#[test]
fn a_saved_file_is_played_on_from_then_on_and_is_on_record() {
    let dry = CREEK.replace("terrain: mud", "terrain: hedge");
    let (said, record, _folder) =
        watched(vec![("", "status"), (&dry, "status"), ("", "undo"), ("", "status")]);
    assert!(said.contains("watches creek.yaml"), "{said}");
    assert!(said.contains("judge: creek.yaml as saved (saved while it was played)"), "{said}");
    let ran = run_with(
        &umpire::library::Library::embedded(),
        &format!("replay {}", record.display()),
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn what_would_not_go_on_is_refused_with_its_reason() {
    let broken = CREEK.replace("terrain: mud", "terrain: mudd");
    let moved = CREEK.replace("hedda", "tolman");
    let (said, record, _folder) = watched(vec![(&broken, "status"), (&moved, "status")]);
    assert!(said.contains("unknown terrain `mudd`, did you mean `mud`?"), "{said}");
    assert!(said.contains("that is for a new game"), "{said}");
    assert!(said.contains("the game goes on as it was"), "{said}");
    let ran = run_with(
        &umpire::library::Library::embedded(),
        &format!("replay {}", record.display()),
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
}
