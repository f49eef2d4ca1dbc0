//! A typed line matched against the rows: the action it means, or what stands in the way of meaning one.

use super::names::shortened;
use super::pattern::{Parsed, Part, is_where, is_word, may_be_left_out, parsed, usage_of};
use super::{Noun as _, Row, Saying, Slots, Vocabulary};
use crate::host::Slip;
use crate::seat::Seat;
use std::collections::HashMap;
use std::fmt::Debug;
use std::rc::Rc;

/// Parts of one line that are remembered with what they name.
const MOST_NAMED: usize = 4096;
/// Words that one slot takes, where no word of the pattern ends it.
pub(super) const LONGEST_SLOT: usize = 8;

/// Who reads, and what is known.
pub(super) struct Reading<'a, G: Vocabulary, A: 'static> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub seat: Seat,
    pub rows: &'a [Row<G, A>],
}

/// What a slip tells beside the rows: how the position is.
pub(super) struct Circumstances<'a, A> {
    /// What a line is called.
    pub kind: &'a str,
    /// What could be done.
    pub legal: &'a dyn Fn() -> Vec<A>,
    /// Whether something that is not listed could be.
    pub may: &'a dyn Fn(&A) -> bool,
    /// A short line for an action that is said in a long one.
    pub shortly: &'a dyn Fn(&A) -> Option<String>,
    /// What is asked, for whoever typed no command at all; else it is told how commands begin.
    pub asked: &'a dyn Fn() -> Option<String>,
}

/// The best of the ways in which a line failed to be a command: the one with most of its words.
pub(super) struct Failure<T> {
    pub rank: Rank,
    pub missing: Option<Missing<T>>,
    pub slip: Slip,
}

/// How much of a line a failure explains: words of the pattern that were typed, slots that were filled, and how it ended.
pub(super) type Rank = (usize, usize, End);

/// How a line failed to be a command, that first which tells least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// A whole command was typed, and more behind it.
    TooMuch,
    /// Something else stands where a word or a thing should.
    Wrong,
    /// It only ended early.
    Early,
}

/// A slot at which the line ended.
pub(super) struct Missing<T> {
    pub row: usize,
    pub slot: &'static str,
    pub noun: &'static str,
    pub before: Vec<(&'static str, T)>,
    pub usage: String,
}

/// What parts of a line name, by noun, first word, number of words and what parts them from the next: most rows ask for
/// the same.
type Named<T> = HashMap<(&'static str, usize, usize, &'static str), Result<T, Slip>>;

/// How a line is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// As a whole command, without a word on why it is none: what is no name costs most to tell of.
    Plainly,
    /// As one that may have ended early, to say what is missing.
    Strictly,
    /// As one in which small words may be left out.
    Leniently,
}

impl Manner {
    const ALL: [Manner; 3] = [Manner::Plainly, Manner::Strictly, Manner::Leniently];
}

/// One pattern being matched.
struct Walk<'w, G: Vocabulary, A: 'static> {
    reading: &'w Reading<'w, G, A>,
    row: usize,
    pattern: &'static str,
    typed: &'w [&'w str],
    manner: Manner,
    slots: Vec<(&'static str, G::Thing)>,
    failure: &'w mut Option<Failure<G::Thing>>,
    named: &'w mut Named<G::Thing>,
}

impl<G: Vocabulary, A: Debug> Reading<'_, G, A> {
    /// The action of a line.
    pub fn read(&self, text: &str, circumstances: &Circumstances<A>) -> Result<A, Slip> {
        let spaced = G::spaced(text);
        let typed: Vec<&str> = spaced.split_whitespace().collect();
        if typed.is_empty() {
            return Err(Slip::new("nothing was typed, type `help`"));
        }
        if typed.len() > G::LONGEST_LINE {
            let (kind, most) = (circumstances.kind, G::LONGEST_LINE);
            let says = format!("this is no {kind}: none has more than {most} words");
            return Err(Slip::new(says));
        }
        let mut failure = None;
        match self.meant(&typed, &Manner::ALL, &mut failure) {
            Some(action) => Ok(action),
            None => Err(self.slip(text, failure, circumstances)),
        }
    }

    /// The action that words mean, in the first of these manners in which they mean one.
    pub(super) fn meant(
        &self,
        typed: &[&str],
        manners: &[Manner],
        failure: &mut Option<Failure<G::Thing>>,
    ) -> Option<A> {
        let mut named = Named::new();
        let patterns = self.patterns();
        for manner in manners {
            for (row, pattern, parsed) in &patterns {
                for form in &parsed.forms {
                    let mut walk = Walk {
                        reading: self,
                        row: *row,
                        pattern,
                        typed,
                        manner: *manner,
                        slots: Vec::new(),
                        failure,
                        named: &mut named,
                    };
                    if let Some(action) = walk.go(form, 0, 0) {
                        return Some(action);
                    }
                }
            }
        }
        None
    }

    /// All patterns, each with the number of its row.
    fn patterns(&self) -> Vec<(usize, &'static str, Rc<Parsed>)> {
        let mut all = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            all.extend(row.patterns.iter().map(|pattern| (at, *pattern, parsed(pattern))));
        }
        all
    }

    /// Who says what is legal.
    pub(super) fn saying(&self) -> Saying<'_, G, A> {
        let Reading { game, state, seat, rows } = *self;
        Saying { game, state, seat, rows }
    }
}

impl<G: Vocabulary, A> Walk<'_, G, A> {
    /// Matches the rest of the pattern against the rest of the line; `words` of the pattern have been typed.
    fn go(&mut self, all: &[Part], at: usize, words: usize) -> Option<A> {
        let Some((part, rest)) = all.split_first() else {
            return self.finish(at, words);
        };
        if self.manner != Manner::Plainly
            && at == self.typed.len()
            && let Some(Part::Slot { name, noun, .. }) =
                [*part].iter().chain(rest).find(|part| matches!(part, Part::Slot { .. }))
        {
            self.lack(name, noun, words);
            return None;
        }
        match part {
            Part::Word(word) => {
                if self.typed.get(at).is_some_and(|typed| is_word(typed, word)) {
                    if let Some(action) = self.go(rest, at + 1, words + 1) {
                        return Some(action);
                    }
                } else if self.manner == Manner::Strictly {
                    let pattern = self.pattern;
                    self.fail(words, End::Wrong, None, || {
                        Slip::new(format!("expected `{}`", usage_of(pattern)))
                    });
                }
                match self.manner {
                    Manner::Leniently => self.without(word, all, at, words),
                    _ => None,
                }
            }
            Part::Slot { name, noun, mark } => self.slot((name, noun, mark), rest, at, words),
        }
    }

    /// Goes on though the first part, a word, was not typed: where another stands for it, it may be left out, or an article
    /// stands before it.
    fn without(&mut self, word: &str, all: &[Part], at: usize, words: usize) -> Option<A> {
        let (rest, typed) = (&all[1..], self.typed.get(at).map(|typed| typed.to_lowercase()));
        // `end the turn`
        if typed.as_deref() == Some("the") {
            return self.go(all, at + 1, words);
        }
        // `place wolf to B4`
        let other = is_where(word) && typed.as_deref().is_some_and(is_where);
        let meant = if other { self.go(rest, at + 1, words) } else { None };
        // Where parts may be left out whole, their words tell which is there.
        let may_lack = may_be_left_out(word) && !self.pattern.contains('[');
        meant.or_else(|| may_lack.then(|| self.go(rest, at, words)).flatten())
    }

    fn finish(&mut self, at: usize, words: usize) -> Option<A> {
        if at < self.typed.len() {
            let (more, pattern) = (self.typed[at..].join(" "), self.pattern);
            self.fail(words, End::TooMuch, None, || {
                let usage = usage_of(pattern);
                Slip::new(format!("`{}` is too much for `{usage}`", shortened(&more)))
            });
            return None;
        }
        // The name of a thing alone is no command of which all words are left out.
        if words == 0 && self.manner == Manner::Leniently && self.slots.len() < 2 {
            return None;
        }
        let Reading { game, state, seat, rows } = self.reading;
        let slots = Slots(self.slots.clone());
        match (rows[self.row].reads)(game, state, *seat, &slots) {
            Ok(action) => Some(action),
            Err(slip) => {
                // A whole command: what its own reader says of it counts for most.
                self.fail(words + 1, End::Wrong, None, || slip);
                None
            }
        }
    }

    fn slot(
        &mut self,
        (name, noun, mark): (&'static str, &'static str, &'static str),
        rest: &[Part],
        at: usize,
        words: usize,
    ) -> Option<A> {
        let left = self.typed.len().saturating_sub(at);
        let kind = G::Noun::named(noun)?;
        // `place at G8`: the word behind the slot, and nothing in it.
        if self.manner != Manner::Plainly
            && let Some(Part::Word(word)) = rest.first()
            && self.typed.get(at).is_some_and(|typed| is_word(typed, word))
        {
            self.lack(name, noun, words + 1);
        }
        let ends: Vec<usize> = match rest.first() {
            None => vec![left],
            Some(Part::Word(word)) => {
                let is_lenient = self.manner == Manner::Leniently;
                let may_lack = !self.pattern.contains('[') && may_be_left_out(word);
                // As `without` has it.
                let stands_for = |typed: &str| may_lack || is_where(typed) && is_where(word);
                let ends_it = |taken: &usize| {
                    let next = self.typed.get(at + taken);
                    match next {
                        Some(typed) if is_word(typed, word) => true,
                        None => self.manner != Manner::Plainly,
                        Some(typed) => is_lenient && *taken <= LONGEST_SLOT && stands_for(typed),
                    }
                };
                (1..=left).filter(ends_it).collect()
            }
            Some(Part::Slot { .. }) => (1..=left.min(LONGEST_SLOT)).collect(),
        };
        for taken in ends {
            match self.thing((kind, mark), at, taken) {
                Ok(thing) => {
                    self.slots.push((name, thing.clone()));
                    let found = self.go(rest, at + taken, words);
                    let other = found.is_some() && matches!(rest.first(), Some(Part::Slot { .. }));
                    let other = other.then(|| self.another((kind, mark), (at, taken), &thing));
                    if let Some(slip) = other.flatten() {
                        self.fail(words + 1, End::Wrong, None, || slip);
                        self.slots.pop();
                        return None;
                    }
                    if found.is_some() {
                        return found;
                    }
                    self.slots.pop();
                }
                Err(slip) => {
                    // The word behind a slot tells of the row as much as one before it.
                    let behind = matches!(rest.first(), Some(Part::Word(word))
                        if self.typed.get(at + taken).is_some_and(|typed| is_word(typed, word)));
                    self.fail(words + usize::from(behind), End::Wrong, None, || slip);
                }
            }
        }
        None
    }

    /// The question where what follows a name in the line is the rest of another's name: `lives wolf 2` where one that is
    /// called `wolf 1` was taken for `wolf`.
    fn another(
        &mut self,
        noun: (G::Noun, &'static str),
        (at, taken): (usize, usize),
        thing: &G::Thing,
    ) -> Option<Slip> {
        let most = (self.typed.len() - at).min(LONGEST_SLOT);
        let other = (taken + 1..=most).rev().find_map(|more| self.thing(noun, at, more).ok())?;
        if other == *thing {
            return None;
        }
        let Reading { game, state, seat, .. } = self.reading;
        let (one, other) = (game.say_thing(state, thing), game.say_thing(state, &other));
        // Any words may be some kinds of things.
        if !game.things(state, *seat, noun.0)?.contains(&other) {
            return None;
        }
        let (kind, usage) = (noun.0.word(), usage_of(self.pattern));
        let says = format!("which {kind}, `{one}` or `{other}`? say it in full (`{usage}`)");
        Some(Slip::asking(says))
    }

    /// What so many words of the line name.
    fn thing(
        &mut self,
        (noun, mark): (G::Noun, &'static str),
        at: usize,
        taken: usize,
    ) -> Result<G::Thing, Slip> {
        let key = (noun.word(), at, taken, mark);
        if let Some(known) = self.named.get(&key) {
            return known.clone();
        }
        let Reading { game, state, seat, .. } = self.reading;
        let text = self.typed[at..at + taken].join(" ");
        let found = game.thing(state, *seat, noun, text.strip_suffix(mark).unwrap_or(&text));
        if self.named.len() < MOST_NAMED {
            self.named.insert(key, found.clone());
        }
        found
    }

    /// The line ended before a slot.
    fn lack(&mut self, slot: &'static str, noun: &'static str, words: usize) {
        let usage = usage_of(self.pattern);
        let before = self.slots.clone();
        let is_first = self.pattern.starts_with('{') && before.is_empty();
        // Before the first word there may be anything.
        let end = if is_first { End::Wrong } else { End::Early };
        let missing = Missing { row: self.row, slot, noun, before, usage };
        self.fail(words, end, Some(missing), || Slip::asking(format!("which {noun}?")));
    }

    fn fail(
        &mut self,
        words: usize,
        end: End,
        missing: Option<Missing<G::Thing>>,
        slip: impl FnOnce() -> Slip,
    ) {
        if self.manner == Manner::Plainly {
            return;
        }
        // What is found only by leaving out words tells less.
        let slots = if self.manner == Manner::Leniently { 0 } else { self.slots.len() };
        let rank = (words, slots, end);
        if self.failure.as_ref().is_none_or(|known| rank > known.rank) {
            *self.failure = Some(Failure { rank, missing, slip: slip() });
        }
    }
}
