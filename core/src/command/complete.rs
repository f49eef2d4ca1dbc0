//! How a line may go on: legal actions that begin with it, then the words and things of patterns.
//!
//! Of rows that stand in the help the first patterns count; the others where those give nothing.

use super::pattern::{Part, is_word, parsed};
use super::read::LONGEST_SLOT;
use super::{Noun as _, Row, Slots, Vocabulary};
use crate::seat::Seat;
use std::collections::HashMap;

/// At most so many lines are offered.
const MOST: usize = 200;

/// Lines that could follow a text, by how commands are typed; `said` are those that come before all others.
pub(super) fn lines<G: Vocabulary, A>(
    game: &G,
    state: &G::State,
    seat: Seat,
    text: &str,
    rows: &[Row<G, A>],
    said: impl Iterator<Item = String>,
) -> Vec<String> {
    let start = text.trim_start().to_lowercase();
    let lines: Vec<String> =
        said.filter(|said| said.to_lowercase().starts_with(&start)).take(MOST).collect();
    if start.is_empty() && !lines.is_empty() {
        return lines;
    }
    let spaced = G::spaced(text);
    let mut going = Going {
        game,
        state,
        seat,
        text,
        typed: spaced.split_whitespace().collect(),
        partial: "",
        before: Vec::new(),
        named: HashMap::new(),
        lines,
    };
    if !text.ends_with(char::is_whitespace) {
        going.partial = going.typed.pop().unwrap_or_default();
    }
    let rows = || rows.iter().filter(|row| !row.says.is_empty());
    let first = rows().filter_map(|row| row.patterns.first());
    first.for_each(|pattern| going.go_all(pattern));
    // Other ways to say the same help where the first does not go on.
    if going.lines.is_empty() {
        let others = rows().flat_map(|row| row.patterns.iter().skip(1));
        others.for_each(|pattern| going.go_all(pattern));
    }
    going.lines.truncate(MOST);
    going.lines
}

struct Going<'a, G: Vocabulary> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    /// As it was typed.
    text: &'a str,
    /// Its whole words.
    typed: Vec<&'a str>,
    /// The word that is being typed.
    partial: &'a str,
    /// The slots of the pattern that are filled.
    before: Vec<(&'static str, G::Thing)>,
    /// What parts of the line name, by noun and words: most rows ask for the same.
    named: HashMap<(&'static str, String), Option<G::Thing>>,
    lines: Vec<String>,
}

impl<G: Vocabulary> Going<'_, G> {
    /// Goes on with every form of a pattern.
    fn go_all(&mut self, pattern: &'static str) {
        parsed(pattern).forms.iter().for_each(|form| self.go(form, 0));
    }

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
            Part::Slot { name, noun, mark } => self.slot((name, noun, mark), rest, at),
        }
    }

    fn slot(&mut self, (slot, noun, mark): (&'static str, &str, &str), rest: &[Part], at: usize) {
        let Some(noun) = G::Noun::named(noun) else { return };
        let left = self.typed.len() - at;
        if left < LONGEST_SLOT {
            let mut begun = self.typed[at..].join(" ");
            if left > 0 {
                begun.push(' ');
            }
            begun.push_str(&self.partial.to_lowercase());
            let begun = begun.to_lowercase();
            let before = Slots(self.before.clone());
            let likely = self.game.likely(self.state, self.seat, slot, noun, &before);
            for name in likely.into_iter().flatten() {
                if name.to_lowercase().starts_with(&begun) {
                    self.offer(at, &name);
                }
            }
        }
        for taken in 1..=left.min(LONGEST_SLOT) {
            let text = self.typed[at..at + taken].join(" ");
            let text = text.strip_suffix(mark).unwrap_or(&text).to_string();
            let Going { game, state, seat, .. } = *self;
            let key = (noun.word(), text);
            if !self.named.contains_key(&key) {
                let thing = game.thing(state, seat, noun, &key.1).ok();
                self.named.insert(key.clone(), thing);
            }
            if let Some(Some(thing)) = self.named.get(&key).cloned() {
                self.before.push((slot, thing));
                self.go(rest, at + taken);
                self.before.pop();
            }
        }
    }

    fn offer(&mut self, at: usize, next: &str) {
        let mut line = self.typed_before(at).to_string();
        if at > 0 {
            line.push(' ');
        }
        line.push_str(next);
        if self.lines.len() < MOST && !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// The line before that word of it, as it was typed.
    fn typed_before(&self, at: usize) -> &str {
        let mut end = 0;
        for word in &self.typed[..at] {
            let rest = &self.text[end..];
            let blanks = rest.len() - rest.trim_start().len();
            end = (end + blanks + word.len()).min(self.text.len());
        }
        self.text.get(..end).unwrap_or(self.text).trim()
    }
}
