//! What is said at a terminal alone: words that go on, what is asked twice, what was taken back and put in again.

use super::desk::library;
use std::ffi::OsString;
use umpire::console::{Complete, Console, Lines, Screen, Typed};
use umpire_core::scene::Room;

/// Lines that a person types one after the other; `!gone FOLDER` stands for a disk that goes away meanwhile.
struct Keyboard<'a>(std::str::Lines<'a>);

impl Lines for Keyboard<'_> {
    fn read(&mut self, _: &str, _: bool, _: Complete) -> std::io::Result<Typed> {
        let mut next = self.0.next();
        while let Some(folder) = next.and_then(|line| line.strip_prefix("!gone ")) {
            std::fs::remove_dir_all(folder)?;
            next = self.0.next();
        }
        Ok(match next {
            None => Typed::End,
            Some("^C") => Typed::Interrupted,
            Some(line) => Typed::Line(line.to_string()),
        })
    }

    fn number(&self) -> Option<usize> {
        None
    }
}

/// Plays the tutorial game on a terminal of so many columns; what was said.
fn at_terminal(columns: usize, arguments: &str, typed: &str) -> String {
    let mut out = Vec::new();
    let mut console = Console {
        lines: Box::new(Keyboard(typed.lines())),
        out: Screen::new(&mut out, false, true).of(Some(Room { columns, lines: 40 })),
        err: Screen::new(std::io::sink(), false, false),
        stop: Default::default(),
    };
    let words = format!("umpire {arguments}");
    let words = words.split_whitespace().map(OsString::from);
    umpire::command_line::run(words, &library(), &mut console);
    drop(console);
    String::from_utf8(out).expect("text")
}

const BOTH: &str = "play --seat A=human --seat B=human --dice typed";

#[test]
fn whoever_gives_up_at_a_terminal_is_asked_once() {
    let said = at_terminal(100, BOTH, "concede\nno\nconcede b\nyes\n");
    let (kept, over) = said.split_once("nobody gives up; the game goes on").expect("it goes on");
    assert!(kept.contains("A gives up the game: sure? (yes or no)"), "{said}");
    assert!(!kept.contains("A concedes"), "{said}");
    assert!(over.contains("B concedes") && over.contains("A wins"), "{said}");
}

#[test]
fn whoever_stops_a_game_that_is_saved_nowhere_is_told_so_once() {
    let bout = "thrust\nguard\n1 1 1/1\n";
    let said = at_terminal(100, BOTH, &format!("{bout}^C\n{bout}^C\n^C\nlog\n"));
    let told = "nothing is saved: `save FILE` keeps the game, the same key again leaves it";
    assert_eq!(said.matches(told).count(), 2, "what came since is lost as well: {said}");
    assert!(said.contains("stopped"), "{said}");
    let nothing = at_terminal(100, BOTH, "^C\n");
    assert!(nothing.contains("stopped") && !nothing.contains(told), "{nothing}");
}

/// A file that takes nothing is told to take nothing, and whoever is there may save elsewhere.
#[cfg(target_os = "linux")]
#[test]
fn whoever_leaves_a_game_that_cannot_be_saved_may_save_it_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let other = folder.path().join("other.umpire");
    let full = format!("{BOTH} --save /dev/full");
    let bout = "thrust\nguard\n1 1 1/1\n";
    let said = at_terminal(200, &full, &format!("{bout}save\nquit\nlog 1\nquit\nlog 1\n"));
    assert!(said.contains("`/dev/full` is no file to add to"), "{said}");
    assert!(!said.contains("saved to"), "{said}");
    let told = "not saved: cannot write `/dev/full`: no space left on device";
    assert_eq!(said.matches(told).count(), 1, "once: {said}");
    assert_eq!(
        said.matches("   2  dice: 1 1 1 / 1").count(),
        2,
        "the second `quit` leaves: {said}"
    );
    let saves = format!("{bout}quit\nsave {}\nquit\n", other.display());
    let said = at_terminal(200, &full, &saves);
    assert!(said.contains("the game is kept where it was saved before"), "{said}");
    assert!(other.is_file());
}

#[test]
fn whoever_stops_a_game_that_is_not_saved_any_more_is_told_so_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path().join("here");
    std::fs::create_dir(&here).expect("a folder for the test");
    let (file, bout) = (here.join("g.umpire"), "thrust\nguard\n1 1 1/1\n");
    let typed = format!("{bout}!gone {}\nsave\n{bout}quit\nlog 1\nquit\n", here.display());
    let said = at_terminal(200, &format!("{BOTH} --save {}", file.display()), &typed);
    assert!(
        said.contains("not saved: cannot write") && said.contains("the game goes on"),
        "{said}"
    );
    let told = "not all of it is saved: `save FILE` keeps the game in another file, `quit` again";
    assert_eq!(said.matches(told).count(), 1, "{said}");
}

#[test]
fn a_draw_that_is_offered_keeps_nobody_from_asking_and_leaving() {
    let said = at_terminal(100, BOTH, "draw\nstatus\nthrust\nno\ndraw\nquit\nlog\n");
    assert!(said.contains("does B agree?") && !said.contains("does A agree?"), "{said}");
    assert!(said.contains("how things stand"), "what is asked is answered: {said}");
    assert!(said.contains("expected `yes` or `no`"), "{said}");
    assert!(said.contains("B does not agree; the game goes on"), "{said}");
    assert!(said.contains("the draw is not agreed to; the game goes on"), "{said}");
    let dice = at_terminal(100, BOTH, "thrust\nguard\ndraw\nyes\n");
    assert!(dice.contains("does B agree?") && !dice.contains("does A agree?"), "{dice}");
    let over = at_terminal(100, BOTH, "concede b\nyes\ndraw\n");
    assert!(over.contains("A wins") && !over.contains("a draw is offered"), "{over}");
}

#[test]
fn whoever_calls_time_at_a_terminal_is_asked_once() {
    let said = at_terminal(100, BOTH, "time\nno\ntime\nyes\n");
    let (kept, over) = said.split_once("there is time left; the game goes on").expect("it goes on");
    assert!(kept.contains("the game ends as it stands: sure? (yes or no)"), "{said}");
    assert!(!kept.contains("time is called") && over.contains("time is called"), "{said}");
}

#[test]
fn rulings_refusals_and_rules_go_on_under_their_text_and_no_word_is_cut() {
    let typed =
        "why thrust\njump over it\nrule duellists\nrule DUEL-1\nthrust\nguard\n6 6 6/1\nlog\n";
    let narrow = at_terminal(36, BOTH, typed);
    let wide = at_terminal(500, BOTH, typed);
    let plain = |said: &str| said.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(plain(&narrow), plain(&wide), "the same words");
    let longest = |said: &str| said.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(longest(&wide) > 60 && longest(&narrow) <= 40, "{narrow}\n{wide}");
    let piped = super::desk::run(BOTH, typed);
    assert!(longest(&piped.out) > 60, "what is piped stays as it is:\n{}", piped.out);
}
