//! What all at a shared prompt read of a decision that others may not know all of, and whose dice are told as nobody's.

#[path = "../../../core/tests/secrets/game.rs"]
mod game;

use super::desk::{Ran, run_with};
use game::Cups;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;
use umpire::command_line;
use umpire::console::{Complete, Console, Lines, Screen, Typed};
use umpire::library::Library;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::host::{Hosting, Ruleset};
use umpire_core::rule_index::RuleIndex;

impl Hosting for Cups {
    type Tables = ();
    type Body = ();

    fn check_data(_: &Files) -> Vec<DataError> {
        Vec::new()
    }

    fn at_free_table(scenario: &Source) -> Source {
        scenario.clone()
    }

    fn check_file(_: &Files, _: &Source) -> Vec<DataError> {
        Vec::new()
    }

    fn rule_index(data: &Files) -> Result<RuleIndex, Vec<DataError>> {
        RuleIndex::read(&data.get("cups/rules.yaml").expect("the test has an index"))
    }
}

static RULESETS: &[&dyn Ruleset] = &[&PhantomData::<fn() -> Cups>];

const RULES: &str = "
books: {cups: the game of the cups}
rules:
  - {id: CUP-1, name: under_the_cup, says: each side rolls a die under its cup, source: {book: cups}, status: enforced}
  - {id: CUP-2, name: claim, says: A says whether its die is higher, source: {book: cups}, status: enforced}
  - {id: CUP-3, name: judges_word, says: the judge may turn a die, source: {book: cups}, status: enforced}
  - {id: CUP-4, name: shown, says: a die that is shown is thrown against nobody's, source: {book: cups}, status: enforced}
";

fn library() -> Library {
    let pairs = [("cups/rules.yaml", RULES), ("cups/scenarios/default.yaml", "{}\n")];
    Library {
        rulesets: RULESETS.to_vec(),
        data: Files::from_pairs(pairs),
        scenarios: Files::default(),
        root: "data".into(),
        own: None,
        forms: Default::default(),
    }
}

const BOTH: &str = "play --seat A=human --seat B=human --dice typed";

fn run(how: &str, typed: &str) -> Ran {
    run_with(&library(), how, typed)
}

#[test]
fn what_one_alone_knows_is_not_among_the_examples_on_a_shared_screen() {
    let game = run(BOTH, "5\n2\nlist\nshow\nwhy show\nhelp\nquit\n");
    game.says(&["A: with 0 against 0: claim or pass", "`claim`, `pass`\n"]);
    game.says(&["> list", "A: claim", "A: pass", "`A: list` shows it with what A alone knows"]);
    game.says(&["> show", "`show` which number?", "> why show", "`show` which number?"]);
    game.lacks("show 5").lacks("? 5").lacks("with 5");
    // Where the input ends, nothing more is told.
    run(BOTH, "5\n2\n").says(&["the game waits for A: with 0 against 0"]);
}

#[test]
fn who_decides_asks_by_name_for_all_they_may_do() {
    let game = run(BOTH, "5\n2\nA: list\nA: list show\nB: list\nquit\n");
    game.says(&["> A: list", "A: claim", "A: pass", "A: show 5", "> A: list show", "A: show 5"]);
    game.says(&["> B: list", "nothing is asked of B now, but of A"]);
    assert_eq!(game.out.matches("show 5").count(), 2, "{}", game.out);
    // A six is shown: there is nothing else to do, which is not told.
    let how = "what A may do A alone knows: `A: list` shows it";
    let game = run(BOTH, "6\n2\nlist\nA: list\nquit\n");
    game.says(&["with 0 against 0", how, "> list", how, "> A: list", "A: show 6"]);
    assert_eq!(game.out.matches("show 6").count(), 1, "{}", game.out);
}

/// Lines that are typed one by one, with what each could be gone on with before it is sent.
struct Completing {
    typed: Vec<&'static str>,
    offered: Rc<RefCell<Vec<Vec<String>>>>,
}

impl Lines for Completing {
    fn read(&mut self, _: &str, _: bool, complete: Complete) -> io::Result<Typed> {
        self.offered.borrow_mut().push(complete("s"));
        Ok(self.typed.pop().map_or(Typed::End, |line| Typed::Line(line.to_string())))
    }

    fn number(&self) -> Option<usize> {
        None
    }
}

#[test]
fn a_line_is_gone_on_with_by_what_all_at_the_screen_know() {
    let offered = |how: &str, mut typed: Vec<&'static str>| {
        typed.reverse();
        let offered = Rc::default();
        let lines = Completing { typed, offered: Rc::clone(&offered) };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            lines: Box::new(lines),
            out: Screen::new(&mut out, false, false),
            err: Screen::new(&mut err, false, false),
            stop: Arc::default(),
        };
        let words = how.split_whitespace().map(OsString::from);
        let words = [OsString::from("umpire")].into_iter().chain(words);
        command_line::run(words, &library(), &mut console);
        drop(console);
        let last = offered.borrow().last().cloned();
        last.expect("a line was read")
    };
    let shows = |lines: &[String]| lines.iter().any(|line| line == "show 5");
    let alone = "play --seat A=human --seat B=random --dice typed";
    assert!(shows(&offered(alone, vec!["5"])));
    let shared = offered(BOTH, vec!["5", "2"]);
    assert!(!shows(&shared) && shared.iter().any(|line| line == "status"), "{shared:?}");
}

#[test]
fn one_person_at_the_prompt_reads_all_they_may_do() {
    let alone = "play --seat A=human --seat B=random --dice typed";
    let game = run(alone, "5\nlist\nshow\nquit\n");
    game.says(&["A: with 5 against 0: claim or pass", "`claim`, `pass`, `show 5`"]);
    game.says(&["> list", "A: show 5", "> show", "which number? 5"]);
    game.lacks("A: list");
    run(alone, "6\nquit\n").says(&["`show 6`"]);
}

#[test]
fn dice_that_nobody_leads_are_not_the_judges() {
    let game = run(BOTH, "5\n2\nshow 5\nlist\n3\n");
    game.says(&["nobody rolls 1 d6: under the cup of nobody", "> list", "nobody: 1 d6"]);
    game.says(&["nobody's die shows 3", "A wins"]).lacks("judge");
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = |dice: &str| {
        let steps = format!(
            "[{{roll: 5}}, {{roll: 2}}, {{do: 'A: show 5'}}, {{asks: {{dice: ['{dice}']}}}}, {{roll: 3}}]"
        );
        let text = format!(
            "game: cups\nuncited: [CUP-1, CUP-2, CUP-3, CUP-4]\nsays: nobody's die\ngiven: {{}}\nsteps: {steps}\n"
        );
        let file = folder.path().join("shown.yaml");
        fs::write(&file, text).expect("a file");
        run(&format!("scenario {}", file.display()), "")
    };
    scenario("nobody: 1 d6").lacks("expected");
    scenario("judge: 1 d6").says(&["nobody: 1 d6"]);
}
