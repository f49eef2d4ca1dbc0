//! What is said at a terminal alone: words that go on, what is asked twice, what was taken back and put in again.

use super::desk::library;
use std::ffi::OsString;
use umpire::console::{Complete, Console, Lines, Screen, Typed};
use umpire_core::scene::Room;

/// Lines that a person types one after the other.
struct Keyboard<'a>(std::str::Lines<'a>);

impl Lines for Keyboard<'_> {
    fn read(&mut self, _: &str, _: bool, _: Complete) -> std::io::Result<Typed> {
        Ok(match self.0.next() {
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
