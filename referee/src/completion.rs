//! How a line that is being typed may go on, at the prompt and in the browser.

use crate::help::{guide, pages};
use crate::library::Library;
use crate::look_up::Tables;
use crate::prompt;
use umpire_core::host::{About, Table, UsageKind};
use umpire_core::scene::Layer;
use umpire_core::seat::Seat;

/// At most so many lines are offered.
const MOST: usize = 200;

/// Words before an action.
const BEFORE_ACTIONS: [&str; 5] = ["why all ", "why ", "overrule ", "do ", "answer "];

/// Parts of a board that may be asked for beside its things.
const PARTS: [&str; 6] = ["left", "right", "up", "down", "whole", "legend"];

/// Who types at a table.
pub struct Typing<'t> {
    /// The table.
    pub table: &'t dyn Table,
    /// What its game's tables are found in.
    pub library: &'t Library,
    /// Whose action it would be.
    pub seat: Seat,
    /// Whose knowledge names may be taken from; nobody's: all.
    pub viewer: Option<Seat>,
}

impl Typing<'_> {
    /// Lines that could follow what has been typed: actions first, then words of the prompt.
    pub fn lines(&self, typed: &str) -> Vec<String> {
        let mut lines = match typed.split_once(' ') {
            Some(_) => self.behind_a_verb(typed),
            None => self.first_words(typed),
        };
        let mut known = std::collections::HashSet::new();
        lines.retain(|line| known.insert(line.clone()));
        lines.truncate(MOST);
        lines
    }

    fn first_words(&self, typed: &str) -> Vec<String> {
        let mut lines = self.lines_of_the_game(typed);
        let questions = self.table.questions().iter().map(|question| question.verb());
        let verbs = prompt::verbs().chain(questions).filter(|verb| verb.starts_with(typed));
        lines.extend(verbs.map(String::from));
        lines
    }

    /// Actions, and changes where they need no word before them.
    fn lines_of_the_game(&self, typed: &str) -> Vec<String> {
        let mut lines = self.table.complete(self.seat, typed);
        if self.table.is_free() {
            lines.extend(self.table.complete_amendment(typed));
        }
        lines
    }

    fn behind_a_verb(&self, typed: &str) -> Vec<String> {
        let with = |verb: &str, lines: Vec<String>| -> Vec<String> {
            lines.into_iter().map(|line| format!("{verb}{line}")).collect()
        };
        for verb in BEFORE_ACTIONS {
            if let Some(action) = typed.strip_prefix(verb) {
                return with(verb, self.table.complete(self.seat, action));
            }
        }
        if let Some(change) = typed.strip_prefix("amend ") {
            return with("amend ", self.table.complete_amendment(change));
        }
        let (verb, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        let begins = |names: Vec<String>| -> Vec<String> {
            let rest = rest.to_lowercase();
            let names = names.into_iter().filter(|name| name.to_lowercase().starts_with(&rest));
            with(&format!("{verb} "), names.collect())
        };
        match verb {
            "help" => begins(self.topics()),
            "status" => begins(self.names()),
            "board" => begins(self.parts_of_the_board()),
            "undo" => begins(vec!["turn".into(), "to ".into()]),
            "list" => begins(vec!["all".into()]),
            _ => {
                let asks = |about: About| {
                    let mut questions = self.table.questions().iter();
                    questions.any(|it| it.verb() == verb && it.about == about)
                };
                let (asks, of_tables) = (asks(About::Board), asks(About::Tables));
                let looks_up = of_tables || prompt::looked_up(verb).is_some();
                let mut lines = Vec::new();
                if asks {
                    lines.extend(self.asked_about(verb, rest));
                }
                if looks_up {
                    lines.extend(begins(self.looked_up(verb)));
                }
                if !asks && !looks_up {
                    lines.extend(self.lines_of_the_game(typed));
                }
                lines
            }
        }
    }

    /// A question with the name that is being typed, be it the first or a later one.
    fn asked_about(&self, verb: &str, rest: &str) -> Vec<String> {
        let mut lines = Vec::new();
        // What stands on the table is asked about more than what lies beside it.
        let pieces = self.table.scene(self.viewer).things.into_iter();
        let pieces = pieces.filter(|thing| thing.layer == Layer::Pieces).map(|thing| thing.id);
        let names: Vec<String> = pieces.chain(self.names()).collect();
        let starts = rest.match_indices(' ').map(|(at, _)| at + 1);
        for start in std::iter::once(0).chain(starts) {
            let (before, begun) = (&rest[..start], rest[start..].to_lowercase());
            let fits = names.iter().filter(|name| name.to_lowercase().starts_with(&begun));
            lines.extend(fits.map(|name| format!("{verb} {before}{name}")));
        }
        let actions = self.table.complete(self.seat, rest);
        lines.extend(actions.into_iter().map(|action| format!("{verb} {action}")));
        lines
    }

    /// What the things on the table are called.
    fn names(&self) -> Vec<String> {
        let standings = self.table.standings(self.viewer);
        standings.into_iter().map(|standing| standing.name).collect()
    }

    fn parts_of_the_board(&self) -> Vec<String> {
        let scene = self.table.scene(self.viewer);
        let things = scene.things.into_iter().map(|thing| thing.id);
        let charts = scene.charts.into_iter().map(|chart| chart.name);
        PARTS.map(String::from).into_iter().chain(charts).chain(things).collect()
    }

    /// Topics of the help, and the first words of what is typed.
    fn topics(&self) -> Vec<String> {
        let usages = self.table.usages().into_iter();
        let typed = usages.filter(|usage| usage.kind != UsageKind::Faces);
        let words = typed.filter_map(|usage| usage.form.split(' ').next().map(String::from));
        let words = words.filter(|word| word.chars().all(char::is_lowercase));
        let own = prompt::verbs().map(String::from);
        let topics = pages(self.table).into_iter().map(|page| page.name.to_string());
        let guide = guide(self.table).map(|page| page.name.to_string());
        topics.chain(guide).chain(["all".to_string()]).chain(words).chain(own).collect()
    }

    /// What the tables of the game call things that are looked up under a word.
    fn looked_up(&self, kind: &str) -> Vec<String> {
        let tables = Tables::in_play(self.library, self.table);
        tables.map_or(Vec::new(), |tables| tables.names_under(kind))
    }
}

#[cfg(all(test, feature = "heroscape"))]
mod tests {
    use super::*;
    use crate::opening::Opening;

    #[test]
    fn every_kind_of_line_goes_on() {
        let library = Library::embedded();
        let opening = Opening::find(&library, Some("duel-on-the-hill")).expect("it is shipped");
        let table = opening.look().expect("it can be opened");
        let typing =
            Typing { table: &*table, library: &library, seat: Seat(0), viewer: Some(Seat(0)) };
        let first = |typed: &str| typing.lines(typed).into_iter().next().unwrap_or_default();
        assert_eq!(first("amend wounds fi"), "amend wounds finn");
        assert_eq!(first("status fi"), "status finn");
        assert_eq!(first("board le"), "board left");
        assert_eq!(first("help ju"), "help judge");
        assert_eq!(first("help mar"), "help markers");
        assert_eq!(first("rule height ad"), "rule height advantage");
        assert_eq!(first("card tar"), "card tarn-viking-warriors");
        assert_eq!(first("los finn mar"), "los finn marro 1");
        assert_eq!(first("undo t"), "undo turn");
        let changes = typing.lines("");
        assert!(!changes.iter().any(|line| line.starts_with("wounds")), "{changes:?}");
    }
}
