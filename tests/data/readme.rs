//! The files that `data/README.md` shows are files: whoever copies one is told no fault.

use umpire_core::data::Source;
use umpire_tests::{faults_in_lines, library, project};

/// The files shown in full, each with its game: those that stand for others by `...`, and rows of tables, are left out.
fn shown() -> Vec<(&'static str, String)> {
    let readme = std::fs::read_to_string(project().join("data/README.md")).expect("it is there");
    let blocks = readme.split("```yaml\n").skip(1);
    let texts = blocks.map(|rest| rest.split("```").next().unwrap_or(rest).to_string());
    let game_of = |text: &String| {
        let begins = |start: &str| text.starts_with(start);
        match text {
            _ if begins("game: heroscape") || begins("battlefield: two-levels") => {
                Some("heroscape")
            }
            _ if begins("game: skirmish") || begins("battlefield: ferry-landing") => {
                Some("skirmish")
            }
            _ => None,
        }
    };
    texts.filter_map(|text| Some((game_of(&text)?, text))).collect()
}

#[test]
fn files_that_are_shown_have_no_faults() {
    let shown = shown();
    assert_eq!(shown.len(), 4, "{shown:?}");
    for (game, text) in shown {
        // The house rules that are named are the reader's own.
        let own = |line: &&str| !line.starts_with("house_rules: [our-club]");
        let text = text.lines().filter(own).collect::<Vec<_>>().join("\n") + "\n";
        let ruleset = library().ruleset(game).expect("the game is in this build");
        let faults = ruleset.check_file(&library().data, &Source::new("shown.yaml", text.as_str()));
        assert!(faults.is_empty(), "{}\n{text}", faults_in_lines(&faults));
    }
}
