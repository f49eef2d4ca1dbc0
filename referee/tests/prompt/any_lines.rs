//! Whatever is typed, in any order: nothing panics, and what was saved replays the same.

use super::desk::run;
use umpire::dice_source::{Purpose, Stream};

const LINES: [&str; 42] = [
    "thrust",
    "feint",
    "guard",
    "A: guard",
    "B: feint",
    "judge: guard",
    "C: guard",
    "6 6 6/1",
    "1 1/1 1",
    "5 5/6",
    "6/6",
    "2 2 2/3 3 3/1 1",
    "roll",
    "roll",
    "roll 2 d6",
    "undo",
    "undo turn",
    "undo to 1",
    "undo to 3",
    "undo to 99",
    "redo",
    "list all",
    "correct 1 guard",
    "correct 2 6 6/6",
    "correct 2 1/1",
    "overrule A: thrust because we say so",
    "overrule B: thrust because we say so",
    "amend lives A 2 because it was so",
    "amend lives B 99 because it was so",
    "answer guard",
    "note what a game",
    "why",
    "why thrust",
    "why all B: thrust",
    "list",
    "log",
    "board",
    "help",
    "draw",
    "",
    "7 8 9",
    "overrule",
];

#[test]
fn any_lines_in_any_order_leave_a_game_that_replays() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("game.umpire");
    let mut inputs = 0;
    for seed in 0..280 {
        let mut stream = Stream::new(seed, Purpose::Free, 0);
        let count = 5 + stream.die(60);
        let lines: Vec<&str> =
            (0..count).map(|_| LINES[stream.die(LINES.len() as u32) as usize]).collect();
        let typed = lines.join("\n") + "\n";
        let how = [
            "play --seat A=human --seat B=human --dice typed",
            "play tired --seat A=human --seat B=random --dice typed",
            "play --seat B=human --dice seed:3",
            "table tired --seed 3",
        ][stream.die(4) as usize];
        let ran = run(&format!("{how} --save {}", path.display()), &typed);
        assert_eq!(ran.code, 0, "{how}\n{typed}\n{}", ran.err);
        let replay = run(&format!("replay {} --json", path.display()), "");
        assert_eq!(replay.code, 0, "{how}\n{typed}\n{}{}", replay.out, ran.out);
        let resumed = run(&format!("play --resume {}", path.display()), &typed);
        assert_eq!(resumed.code, 0, "{how}\n{typed}\n{}", resumed.err);
        inputs += ran.out.matches("dice: ").count();
    }
    assert!(inputs > 500, "{inputs} rolls");
}
