//! A typed line matched against the rows: the action it means, or what stands in the way of meaning one.

use super::names::{few, shortened};
use super::pattern::{Part, forms, is_where, is_word, may_be_left_out, parts, usage_of};
use super::{Noun as _, Row, Saying, Slots, Vocabulary};
use crate::data::suggest;
use crate::host::Slip;
use crate::seat::Seat;
use std::collections::HashMap;
use std::fmt::Debug;

/// At most so many words with which commands begin are told.
const MOST_WORDS: usize = 16;
/// A command has at most so many words.
const MOST_TYPED: usize = 200;
/// Words that one slot takes, where no word of the pattern ends it.
const LONGEST_SLOT: usize = 8;

/// Who reads, and what is known.
pub(super) struct Reading<'a, G: Vocabulary, A: 'static> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub seat: Seat,
    pub rows: &'a [Row<G, A>],
}

/// The best of the ways in which a line failed to be a command: the one with most of its words.
struct Failure<T> {
    words: usize,
    slots: usize,
    missing: Option<Missing<T>>,
    slip: Slip,
}

/// A slot at which the line ended.
struct Missing<T> {
    row: usize,
    slot: &'static str,
    noun: &'static str,
    before: Vec<(&'static str, T)>,
    usage: String,
}

/// What parts of a line name, by noun, first word, number of words and what parts them from the next: most rows ask for
/// the same.
type Named<T> = HashMap<(&'static str, usize, usize, &'static str), Result<T, Slip>>;

/// How a line is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
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
    /// The action of a line; `kind` is what a line is called, `legal` lists what could be done, `may` says whether
    /// something that is not listed could be.
    pub fn read(
        &self,
        text: &str,
        kind: &str,
        legal: impl FnOnce() -> Vec<A>,
        may: impl Fn(&A) -> bool,
    ) -> Result<A, Slip> {
        let typed: Vec<&str> = text.split_whitespace().collect();
        if typed.is_empty() {
            return Err(Slip::new("nothing was typed, type `help`"));
        }
        if typed.len() > MOST_TYPED {
            let says = format!("this is no {kind}: none has more than {MOST_TYPED} words");
            return Err(Slip::new(says));
        }
        let mut failure = None;
        match self.meant(&typed, &Manner::ALL, &mut failure) {
            Some(action) => Ok(action),
            None => Err(self.slip(text, kind, failure, legal, may)),
        }
    }

    /// The action that words mean, in the first of these manners in which they mean one.
    fn meant(
        &self,
        typed: &[&str],
        manners: &[Manner],
        failure: &mut Option<Failure<G::Thing>>,
    ) -> Option<A> {
        let mut named = Named::new();
        let patterns = self.patterns();
        for manner in manners {
            for (row, pattern, form) in &patterns {
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
        None
    }

    /// All patterns in all their forms, each with the number of its row.
    fn patterns(&self) -> Vec<(usize, &'static str, Vec<Part>)> {
        let rows = self.rows.iter().enumerate();
        let patterns = rows.flat_map(|(at, row)| row.patterns.iter().map(move |it| (at, *it)));
        let in_forms = |(at, pattern)| forms(pattern).into_iter().map(move |it| (at, pattern, it));
        patterns.flat_map(in_forms).collect()
    }

    /// Who says what is legal.
    fn saying(&self) -> Saying<'_, G, A> {
        let Reading { game, state, seat, rows } = *self;
        Saying { game, state, seat, rows }
    }

    /// What is said of a line that is no command.
    fn slip(
        &self,
        text: &str,
        kind: &str,
        failure: Option<Failure<G::Thing>>,
        legal: impl FnOnce() -> Vec<A>,
        may: impl Fn(&A) -> bool,
    ) -> Slip {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let near = self.with_near_word(&line);
        let is_meant = |line: &String| {
            let typed: Vec<&str> = line.split_whitespace().collect();
            self.meant(&typed, &[Manner::Plainly], &mut None).is_some()
        };
        if near.as_ref().is_some_and(is_meant) {
            return self.no_command(&line, kind, near);
        }
        let Some(told) = failure.filter(|failure| failure.words > 0) else {
            return self.begun(text, legal).unwrap_or_else(|| {
                let patterns = self.rows.iter().flat_map(|row| row.patterns);
                let whole = suggest(&line, patterns.copied()).map(String::from);
                self.no_command(&line, kind, whole.or(near))
            });
        };
        match told.missing {
            None => told.slip,
            Some(missing) => self.ask(text, missing, &legal(), may),
        }
    }

    /// The words with which commands begin, each once.
    fn first_words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        for pattern in self.rows.iter().flat_map(|row| row.patterns) {
            if let Some(Part::Word(word)) = parts(pattern).next()
                && !words.contains(&word)
            {
                words.push(word);
            }
        }
        words
    }

    /// A line with another first word, one of those with which commands begin, that is like its own.
    fn with_near_word(&self, line: &str) -> Option<String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let near = suggest(&first.to_lowercase(), self.first_words())?;
        let other = !near.eq_ignore_ascii_case(first);
        other.then(|| format!("{near} {rest}").trim_end().to_string())
    }

    /// The slip for a line that begins no command, with what was probably meant; where nothing was, the words with which they
    /// begin, if those are few.
    fn no_command(&self, line: &str, kind: &str, near: Option<String>) -> Slip {
        let words = self.first_words();
        let help = match words.len() {
            1..=MOST_WORDS if near.is_none() => {
                format!("; one begins with {} (`help`)", words.join(", "))
            }
            _ => ", type `help`".to_string(),
        };
        Slip::new(format!("`{}` is no {kind}{help}", shortened(line))).meant(near)
    }

    /// The slip for words that name the first thing of commands and no more: what it may do, in an example of each
    /// kind; where it may do nothing, how such commands go on.
    fn begun(&self, text: &str, legal: impl FnOnce() -> Vec<A>) -> Option<Slip> {
        // A thing alone begins nothing.
        let first = |pattern: &'static str| match parts(pattern).next() {
            Some(Part::Slot { noun, .. }) if parts(pattern).nth(1).is_some() => {
                G::Noun::named(noun)
            }
            _ => None,
        };
        let begins = |pattern: &&&'static str| first(pattern).is_some();
        let patterns = || self.rows.iter().filter_map(|row| row.patterns.iter().find(begins));
        let mut nouns: Vec<G::Noun> = Vec::new();
        for noun in patterns().filter_map(|pattern| first(pattern)) {
            if !nouns.contains(&noun) {
                nouns.push(noun);
            }
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let named = |count: usize| {
            let name = words.get(..count)?.join(" ");
            let thing = |noun: &G::Noun| {
                self.game
                    .thing(self.state, self.seat, *noun, &name)
                    .ok()
                    .map(|thing| (*noun, thing))
            };
            Some((count, nouns.iter().find_map(thing)?))
        };
        let most = words.len().min(LONGEST_SLOT);
        let whole = |noun: &G::Noun| self.game.thing(self.state, self.seat, *noun, text).err();
        if let Some(slip) =
            nouns.iter().filter_map(whole).find(|slip| slip.says.starts_with("which"))
        {
            return Some(slip);
        }
        let (count, (noun, thing)) = (1..=most).rev().find_map(named)?;
        let said = self.game.say_thing(self.state, &thing);
        let mut known: Vec<&Row<G, A>> = Vec::new();
        let mut forms: Vec<String> = Vec::new();
        for action in legal() {
            let Some((row, slots)) = self.saying().row_of(&action) else { continue };
            let is_it = slots.iter().next().is_some_and(|(_, first)| *first == thing);
            if is_it && !known.iter().any(|other| std::ptr::eq(*other, row)) {
                known.push(row);
                forms.push(self.saying().say(&action));
            }
        }
        if forms.is_empty() {
            let its = patterns().filter(|pattern| first(pattern) == Some(noun));
            let form = |pattern: &&'static str| {
                let usage = usage_of(pattern);
                let rest = usage.split_once(' ').map_or("", |(_, rest)| rest);
                format!("{said} {rest}")
            };
            forms.extend(its.map(form));
        }
        let forms: Vec<String> = forms.into_iter().map(|form| format!("`{form}`")).collect();
        let forms = few(forms.iter().map(String::as_str));
        let rest = shortened(&words[count..].join(" "));
        let verbs = patterns().filter(|pattern| first(pattern) == Some(noun));
        let verbs = verbs.filter_map(|pattern| match parts(pattern).nth(1) {
            Some(Part::Word(word)) => Some(word),
            _ => None,
        });
        let verbs: Vec<&str> = verbs.collect();
        let stems = || verbs.iter().map(|verb| verb.strip_suffix('s').unwrap_or(verb));
        let near = |word: &&str| suggest(word, verbs.iter().copied()).or(suggest(word, stems()));
        let near = words.get(count).and_then(near);
        let slip = Slip::new(match rest.is_empty() {
            true => format!("say what `{said}` does: {forms}"),
            false => format!("`{rest}` is nothing that `{said}` does: {forms}"),
        });
        Some(slip.meant(near.map(|verb| format!("{said} {verb}"))))
    }

    /// The question for what is missing, with what could stand there: what is legal, else what there is.
    fn ask(
        &self,
        text: &str,
        missing: Missing<G::Thing>,
        legal: &[A],
        may: impl Fn(&A) -> bool,
    ) -> Slip {
        let mut could: Vec<String> = Vec::new();
        let mut asked = false;
        for action in legal {
            let Some((row, slots)) = self.saying().row_of(action) else { continue };
            let is_of_row = std::ptr::eq(row, &self.rows[missing.row]);
            asked |= is_of_row;
            if !is_of_row
                || missing.before.iter().any(|(name, thing)| slots.named(name) != Some(thing))
            {
                continue;
            }
            let said = slots.named(missing.slot);
            let said = said.map(|thing| self.game.say_thing(self.state, thing));
            could.extend(said.filter(|said| !could.contains(said)));
        }
        let before = Slots(missing.before.clone());
        let likely = G::Noun::named(missing.noun)
            .and_then(|noun| self.game.likely(self.state, self.seat, missing.slot, noun, &before));
        let mut none_may = false;
        let is_none = could.is_empty() && likely.as_ref().is_some_and(Vec::is_empty);
        let likely = likely.unwrap_or_default();
        let place = |name: &String| likely.iter().position(|known| known == name);
        could.sort_by_key(|name| place(name).unwrap_or(usize::MAX));
        if could.is_empty()
            && let Some(noun) = G::Noun::named(missing.noun)
        {
            could = likely;
            let fits = |name: &&String| {
                let thing = self.game.thing(self.state, self.seat, noun, name).ok()?;
                let whole = missing.before.iter().cloned().chain([(missing.slot, thing)]);
                let slots = Slots(whole.collect());
                let reads = self.rows[missing.row].reads;
                Some(may(&reads(self.game, self.state, self.seat, &slots).ok()?))
            };
            let fit: Vec<String> =
                could.iter().filter(|name| fits(name) == Some(true)).cloned().collect();
            // Those that may not are told as that; where all may, or none can be tried, there is nothing to tell.
            none_may = fit.is_empty() && could.iter().any(|name| fits(&name) == Some(false));
            if !fit.is_empty() {
                could = fit;
                asked = true;
            }
        }
        // Whoever begins an action that is not asked for is told what is.
        let says_more = |action: &&A| {
            self.saying().row_of(action).is_some_and(|(_, slots)| slots.iter().next().is_some())
        };
        let other = legal.iter().find(says_more).or(legal.first()).filter(|_| !asked);
        let other = other.map_or(String::new(), |action| {
            format!("; what is asked now is answered as `{}`", self.saying().say(action))
        });
        let typed = shortened(text.trim());
        // Lists of things are told apart by quotes, and two of them tell enough.
        if could.iter().any(|one| one.contains(", ")) {
            could = could.iter().take(2).map(|one| format!("`{one}`")).collect();
        }
        let could = match could.is_empty() {
            true if is_none => " there is none".to_string(),
            true => String::new(),
            false if none_may => {
                format!(" none is legal now: {}", few(could.iter().map(String::as_str)))
            }
            false => format!(" {}", few(could.iter().map(String::as_str))),
        };
        let (noun, usage) = (missing.noun.replace('-', " ").replace('|', " or "), missing.usage);
        Slip::new(format!("`{typed}` which {noun}?{could} (`{usage}`){other}"))
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
                    self.fail(words, None, || {
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
        // Where parts may be left out whole, their words tell which is there.
        if self.pattern.contains('[') {
            return None;
        }
        // `end the turn`
        if typed.as_deref() == Some("the") {
            return self.go(all, at + 1, words);
        }
        // `place wolf to B4`
        let other = is_where(word) && typed.as_deref().is_some_and(is_where);
        let meant = if other { self.go(rest, at + 1, words) } else { None };
        meant.or_else(|| may_be_left_out(word).then(|| self.go(rest, at, words)).flatten())
    }

    fn finish(&mut self, at: usize, words: usize) -> Option<A> {
        if at < self.typed.len() {
            let (more, pattern) = (self.typed[at..].join(" "), self.pattern);
            self.fail(words, None, || {
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
                self.fail(words + 1, None, || slip);
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
                let ends_it = |taken: &usize| {
                    let next = self.typed.get(at + taken);
                    match next {
                        Some(typed) if is_word(typed, word) => true,
                        None => self.manner != Manner::Plainly,
                        Some(_) => self.manner == Manner::Leniently && may_be_left_out(word),
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
                        self.fail(words + 1, None, || slip);
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
                    self.fail(words + usize::from(behind), None, || slip);
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
        let left = self.typed.len() - at;
        let other = (taken + 1..=left).rev().find_map(|more| self.thing(noun, at, more).ok())?;
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
        Some(Slip::new(says))
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
        self.named.insert(key, found.clone());
        found
    }

    /// The line ended before a slot.
    fn lack(&mut self, slot: &'static str, noun: &'static str, words: usize) {
        let usage = usage_of(self.pattern);
        let before = self.slots.clone();
        let missing = Missing { row: self.row, slot, noun, before, usage };
        self.fail(words, Some(missing), || Slip::new(format!("which {noun}?")));
    }

    fn fail(
        &mut self,
        words: usize,
        missing: Option<Missing<G::Thing>>,
        slip: impl FnOnce() -> Slip,
    ) {
        if self.manner == Manner::Plainly {
            return;
        }
        // What is found only by leaving out words tells less.
        let slots = if self.manner == Manner::Leniently { 0 } else { self.slots.len() };
        // Of equal ones that which only ended early tells most.
        let rank = (words, slots, missing.is_some());
        let better =
            |known: &Failure<G::Thing>| rank > (known.words, known.slots, known.missing.is_some());
        if self.failure.as_ref().is_none_or(better) {
            *self.failure = Some(Failure { words, slots, missing, slip: slip() });
        }
    }
}
