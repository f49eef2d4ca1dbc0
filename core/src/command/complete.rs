//! How a line may go on: legal actions that begin with it, then the words and things of each pattern.

use super::pattern::{Part, is_word, parts};
use super::{Noun as _, Vocabulary, say};
use crate::seat::Seat;

/// At most so many lines are offered.
const MOST: usize = 200;
/// Words that one slot takes in a completion.
const LONGEST_SLOT: usize = 8;

/// Lines that could follow a text.
pub(super) fn lines<G: Vocabulary>(
    game: &G,
    state: &G::State,
    seat: Seat,
    text: &str,
    legal: &[G::Action],
) -> Vec<String> {
    let start = text.trim_start().to_lowercase();
    let mut lines: Vec<String> = Vec::new();
    for action in legal {
        let said = say(game, state, G::actions(), action);
        if said.to_lowercase().starts_with(&start) && lines.len() < MOST {
            lines.push(said);
        }
    }
    let mut going =
        Going { game, state, seat, typed: text.split_whitespace().collect(), partial: "", lines };
    if !text.ends_with(char::is_whitespace) {
        going.partial = going.typed.pop().unwrap_or_default();
    }
    let patterns = G::actions().iter().map(|row| row.patterns);
    for patterns in patterns.chain(G::amendments().iter().map(|row| row.patterns)) {
        for pattern in patterns {
            let all: Vec<Part> = parts(pattern).collect();
            going.go(&all, 0);
        }
    }
    going.lines.truncate(MOST);
    going.lines
}

struct Going<'a, G: Vocabulary> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    /// Whole words.
    typed: Vec<&'a str>,
    /// The word that is being typed.
    partial: &'a str,
    lines: Vec<String>,
}

impl<G: Vocabulary> Going<'_, G> {
    fn go(&mut self, rest: &[Part], at: usize) {
        let Some((part, rest)) = rest.split_first() else { return };
        match part {
            Part::Word(word) if at == self.typed.len() => {
                if word.starts_with(&self.partial.to_lowercase()) {
                    self.offer(at, word);
                }
            }
            Part::Word(word) => {
                if is_word(self.typed[at], word) {
                    self.go(rest, at + 1);
                }
            }
            Part::Slot { noun, .. } => self.slot(noun, rest, at),
        }
    }

    fn slot(&mut self, noun: &str, rest: &[Part], at: usize) {
        let Some(noun) = G::Noun::named(noun) else { return };
        let left = self.typed.len() - at;
        if left < LONGEST_SLOT {
            let mut begun = self.typed[at..].join(" ");
            if left > 0 {
                begun.push(' ');
            }
            begun.push_str(&self.partial.to_lowercase());
            let begun = begun.to_lowercase();
            for name in self.game.things(self.state, self.seat, noun) {
                if name.to_lowercase().starts_with(&begun) {
                    self.offer(at, &name);
                }
            }
        }
        for taken in 1..=left.min(LONGEST_SLOT) {
            let text = self.typed[at..at + taken].join(" ");
            if self.game.thing(self.state, self.seat, noun, &text).is_ok() {
                self.go(rest, at + taken);
            }
        }
    }

    fn offer(&mut self, at: usize, next: &str) {
        let mut line = self.typed[..at].join(" ");
        if at > 0 {
            line.push(' ');
        }
        line.push_str(next);
        if self.lines.len() < MOST && !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }
}
