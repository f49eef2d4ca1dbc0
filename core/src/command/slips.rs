//! What is said of a line that is no command: what is missing or wrong, what could stand there, and what was probably meant.

use super::names::{few, shortened};
use super::pattern::{Part, parts, usage_of};
use super::read::{Circumstances, End, Failure, LONGEST_SLOT, Manner, Missing, Reading};
use super::{Noun as _, Row, Slots, Vocabulary, first_words, goes_on};
use crate::data::suggest;
use crate::host::Slip;
use std::fmt::Debug;

/// At most so many words with which commands begin are told.
const MOST_WORDS: usize = 16;
/// Words of a name that may be misspelt at the beginning of a line.
const LONGEST_NAME: usize = 3;

impl<G: Vocabulary, A: Debug> Reading<'_, G, A> {
    /// What is said of a line that is no command.
    pub(super) fn slip(
        &self,
        text: &str,
        failure: Option<Failure<G::Thing>>,
        circumstances: &Circumstances<A>,
    ) -> Slip {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let near = self.with_near_word(&line);
        let is_meant = |line: &String| {
            let spaced = G::spaced(line);
            let typed: Vec<&str> = spaced.split_whitespace().collect();
            self.meant(&typed, &[Manner::Plainly], &mut None).is_some()
        };
        if near.as_ref().is_some_and(is_meant) {
            return self.no_command(&line, near, circumstances);
        }
        let Some(told) = failure.filter(|failure| failure.rank.0 > 0) else {
            if let Some(near) = self.with_near_name(&line).filter(is_meant) {
                return self.no_command(&line, Some(near), circumstances);
            }
            return self.begun(text, circumstances).unwrap_or_else(|| {
                let patterns = self.rows.iter().flat_map(|row| row.patterns);
                let whole = suggest(&line, patterns.copied()).map(String::from);
                self.no_command(&line, whole.or(near), circumstances)
            });
        };
        match told.missing {
            // The words of a command, and no more.
            None if told.rank == (line.split(' ').count(), 0, End::Wrong) => {
                let legal = (circumstances.legal)();
                let said: Vec<String> =
                    legal.iter().map(|action| self.saying().say(action)).collect();
                goes_on(text, said.iter().map(String::as_str)).unwrap_or(told.slip)
            }
            None => told.slip,
            Some(missing) => self.ask(text, missing, circumstances),
        }
    }

    /// A line with another first word, one of those with which commands begin, that is like its own.
    fn with_near_word(&self, line: &str) -> Option<String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let near = suggest(&first.to_lowercase(), first_words(self.rows))?;
        let other = !near.eq_ignore_ascii_case(first);
        other.then(|| format!("{near} {rest}").trim_end().to_string())
    }

    /// A line with which another thing begins, where its own first words are like the name of one.
    fn with_near_name(&self, line: &str) -> Option<String> {
        let (words, nouns): (Vec<&str>, _) =
            (line.split_whitespace().collect(), self.first_nouns());
        let near = |count: usize| {
            let name = words[..count].join(" ");
            let thing = |noun: &G::Noun| self.game.thing(self.state, self.seat, *noun, &name);
            let slips = nouns.iter().filter_map(|noun| thing(noun).err());
            let near = slips.flat_map(|slip| slip.suggestions).next()?;
            Some([&[near.as_str()], &words[count..]].concat().join(" "))
        };
        (1..=words.len().min(LONGEST_NAME)).find_map(near)
    }

    /// The kinds of things with which commands begin, each once; a thing alone begins nothing.
    fn first_nouns(&self) -> Vec<G::Noun> {
        let mut nouns: Vec<G::Noun> = Vec::new();
        for pattern in self.rows.iter().flat_map(|row| row.patterns) {
            if let Some(noun) = first_noun::<G>(pattern)
                && !nouns.contains(&noun)
            {
                nouns.push(noun);
            }
        }
        nouns
    }

    /// The slip for a line that begins no command, with what was probably meant; where nothing was, the words with which they
    /// begin, if those are few.
    fn no_command(
        &self,
        line: &str,
        near: Option<String>,
        circumstances: &Circumstances<A>,
    ) -> Slip {
        // Whoever writes the game looks for a mistake of their own in what was typed.
        let mut patterns = self.rows.iter().flat_map(|row| row.patterns);
        let unknown = |pattern: &'static &'static str| {
            let noun = super::unknown_noun::<G::Noun>(pattern)?;
            Some(Slip::new(format!(
                "the game has a mistake: `{pattern}` asks for `{noun}`, which is no noun of it"
            )))
        };
        if let Some(slip) = patterns.find_map(unknown) {
            return slip;
        }
        let words = first_words(self.rows);
        let help = match (circumstances.asked)() {
            Some(asked) => format!(": {asked}"),
            None if words.len() <= MOST_WORDS && near.is_none() => {
                format!("; one begins with {} (`help`)", words.join(", "))
            }
            None => ", type `help`".to_string(),
        };
        let (line, kind) = (shortened(line), circumstances.kind);
        Slip::new(format!("`{line}` is no {kind}{help}")).meant(near)
    }

    /// The slip for words that name the first thing of commands and no more: what it may do, in an example of each
    /// kind; where it may do nothing, how such commands go on.
    fn begun(&self, text: &str, circumstances: &Circumstances<A>) -> Option<Slip> {
        let first = first_noun::<G>;
        let begins = |pattern: &&&'static str| first(pattern).is_some();
        let rows = || self.rows.iter().filter(|row| !row.says.is_empty());
        let patterns = || rows().filter_map(|row| row.patterns.iter().find(begins));
        let nouns = self.first_nouns();
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
        if let Some(slip) = nouns.iter().filter_map(whole).find(|slip| slip.asks) {
            return Some(slip);
        }
        let (count, (noun, thing)) = (1..=most).rev().find_map(named)?;
        let said = self.game.say_thing(self.state, &thing);
        let mut known: Vec<&Row<G, A>> = Vec::new();
        let mut forms: Vec<String> = Vec::new();
        for action in (circumstances.legal)() {
            let Some((row, slots)) = self.saying().row_of(&action) else { continue };
            let is_it = slots.iter().next().is_some_and(|(_, first)| *first == thing);
            if is_it && !known.iter().any(|other| std::ptr::eq(*other, row)) {
                known.push(row);
                let short = (circumstances.shortly)(&action);
                forms.push(short.unwrap_or_else(|| self.saying().say(&action)));
            }
        }
        // Who may do nothing now is told what is asked.
        if forms.is_empty() && count == words.len() && (circumstances.asked)().is_some() {
            return Some(self.no_command(text.trim(), None, circumstances));
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
        // The words behind the thing, up to what is named next: `digs in`.
        let said_of = |pattern: &&'static str| {
            let word = |part| match part {
                Part::Word(word) => Some(word),
                Part::Slot { .. } => None,
            };
            parts(pattern).skip(1).map_while(word).collect::<Vec<_>>()
        };
        let its = patterns().filter(|pattern| first(pattern) == Some(noun));
        let phrases: Vec<Vec<&str>> = its.map(said_of).filter(|words| !words.is_empty()).collect();
        let verbs: Vec<&str> = phrases.iter().map(|words| words[0]).collect();
        let stem = |verb: &'static str| verb.strip_suffix('s').unwrap_or(verb);
        let stems = || verbs.iter().map(|verb| stem(verb));
        let rest_of = |verb: &str| {
            let phrase = phrases.iter().find(|words| words[0] == verb || stem(words[0]) == verb);
            phrase.map_or(String::new(), |words| [&[verb], &words[1..]].concat().join(" "))
        };
        let near = |word: &&str| suggest(word, verbs.iter().copied()).or(suggest(word, stems()));
        let near = words.get(count).and_then(near);
        let slip = Slip::new(match rest.is_empty() {
            true => format!("say what `{said}` does: {forms}"),
            false => format!("`{rest}` is nothing that `{said}` does: {forms}"),
        });
        Some(slip.meant(near.map(|verb| format!("{said} {}", rest_of(verb)))))
    }

    /// The question for what is missing, with what could stand there: what is legal, else what there is.
    fn ask(
        &self,
        text: &str,
        missing: Missing<G::Thing>,
        circumstances: &Circumstances<A>,
    ) -> Slip {
        let legal = (circumstances.legal)();
        let mut shown = None;
        let mut could: Vec<String> = Vec::new();
        let mut asked = false;
        for action in &legal {
            let Some((row, slots)) = self.saying().row_of(action) else { continue };
            let is_of_row = std::ptr::eq(row, &self.rows[missing.row]);
            asked |= is_of_row;
            if !is_of_row
                || missing.before.iter().any(|(name, thing)| slots.named(name) != Some(thing))
            {
                continue;
            }
            shown = shown.or_else(|| (circumstances.shortly)(action));
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
                Some((circumstances.may)(&reads(self.game, self.state, self.seat, &slots).ok()?))
            };
            let fit: Vec<String> =
                could.iter().filter(|name| fits(name) == Some(true)).cloned().collect();
            // Those that may not are told as that; where one could not be tried, nothing is known of all.
            none_may = !could.is_empty() && could.iter().all(|name| fits(&name) == Some(false));
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
        let names = could.clone();
        // Lists of things are told apart by quotes, and two of them tell enough.
        if could.iter().any(|one| one.contains(", ")) {
            could = could.iter().take(2).map(|one| format!("`{one}`")).collect();
        }
        let could = match could.is_empty() {
            true if is_none => " there is none".to_string(),
            true => String::new(),
            false if none_may => {
                format!(" none of {} is legal now", few(could.iter().map(String::as_str)))
            }
            false => format!(" {}", few(could.iter().map(String::as_str))),
        };
        let noun = missing.noun.replace('-', " ").replace('|', " or ");
        // A word of two or three is asked for by them.
        if missing.noun.split('|').eq(names.iter().map(String::as_str)) {
            let lines: Vec<String> = names.iter().map(|it| format!("`{typed} {it}`")).collect();
            return Slip::asking(format!("`{typed}` {noun}? ({})", lines.join(", ")));
        }
        let usage = shown.unwrap_or(missing.usage);
        Slip::asking(format!("`{typed}` which {noun}?{could} (`{usage}`){other}"))
    }
}

/// What a pattern begins with, where that is a thing and more follows.
fn first_noun<G: Vocabulary>(pattern: &'static str) -> Option<G::Noun> {
    match parts(pattern).next() {
        Some(Part::Slot { noun, .. }) if parts(pattern).nth(1).is_some() => G::Noun::named(noun),
        _ => None,
    }
}
