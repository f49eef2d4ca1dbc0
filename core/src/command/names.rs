//! Things found by whatever a person may call them: the handle, the printed name, any case, a near miss suggested.

use crate::data::{suggest, suggest_far};
use crate::host::Slip;
use crate::seat::Seat;
use std::fmt::Display;
use std::str::FromStr;

/// At most so many names are listed in a slip.
const FEW: usize = 8;
/// Names beyond these are too many to be listed, however often each stands among them.
const LISTED: usize = 200;
/// At most so many characters of what was typed are repeated.
const REPEATED: usize = 60;

/// Everything of one kind, each under the names it may be called by.
#[derive(Debug, Clone)]
pub struct Names<T> {
    kind: &'static str,
    known: Vec<Known<T>>,
}

#[derive(Debug, Clone)]
struct Known<T> {
    thing: T,
    /// Of bare words, so that they compare.
    bare: String,
    /// How much of it is the name itself: what stands behind a comma tells of the thing, and one word of that is nobody's name.
    called: usize,
    /// As it would be typed; nothing for a name that is not offered.
    said: Option<String>,
}

impl Names<Seat> {
    /// The sides of a game between two by their letters.
    ///
    /// ```
    /// # use umpire_core::Seat;
    /// # use umpire_core::command::{Names, number};
    /// assert_eq!(Names::of_sides().find("b"), Ok(Seat(1)));
    /// assert_eq!(Names::of_sides().listed(), Some(vec!["A".to_string(), "B".to_string()]));
    /// assert_eq!(number::<u8>("x").unwrap_err().says, "`x` is no number");
    /// ```
    pub fn of_sides() -> Names<Seat> {
        let mut names = Names::of("side");
        Seat::SIDES.into_iter().for_each(|side| names.add(side.lettered(), side));
        names
    }
}

impl<T: Clone + PartialEq> Names<T> {
    /// No names yet; `kind` is what one is called, such as `figure`.
    pub fn of(kind: &'static str) -> Names<T> {
        Names { kind, known: Vec::new() }
    }

    /// A thing by the name it is said by.
    pub fn add(&mut self, said: impl Into<String>, thing: T) {
        let said = said.into();
        let (bare, called) = bare(&said);
        self.known.push(Known { thing, bare, called, said: Some(said) });
    }

    /// A further name of a thing that has one.
    pub fn also(&mut self, name: &str, thing: T) {
        let (bare, called) = bare(name);
        self.known.push(Known { thing, bare, called, said: None });
    }

    /// The names things are said by, in the order in which they were added.
    pub fn said(&self) -> impl Iterator<Item = &str> + Clone {
        self.known.iter().filter_map(|known| known.said.as_deref())
    }

    /// The same as [`Vocabulary::things`](crate::command::Vocabulary::things) has them.
    pub fn listed(&self) -> Option<Vec<String>> {
        Some(self.said().map(String::from).collect())
    }

    /// The thing that has just that name, where there is one.
    pub fn exactly(&self, text: &str) -> Option<T> {
        let wanted = normalized(text);
        let mut exact = self.known.iter().filter(|known| known.bare == wanted);
        let first = exact.next()?;
        exact.all(|other| other.thing == first.thing).then(|| first.thing.clone())
    }

    /// What a text means: the thing of that name; else the only one whose name goes on from it, as `wolf` where
    /// there is only `wolf 2`; else the only one in whose name it is words, or begins a word.
    ///
    /// # Errors
    /// Where it is nothing, or could be several.
    pub fn find(&self, text: &str) -> Result<T, Slip> {
        let wanted = normalized(text);
        if wanted.is_empty() {
            return Err(Slip::asking(format!("which {}? {}", self.kind, few(self.said()))));
        }
        let mut exact = self.known.iter().filter(|known| known.bare == wanted);
        if let Some(first) = exact.next() {
            if exact.all(|other| other.thing == first.thing) {
                return Ok(first.thing.clone());
            }
            let same = |known: &&Known<T>| known.bare == wanted;
            return Err(self.which(text, self.known.iter().filter(same)));
        }
        let ways: [(Fits, bool); 3] = [(goes_on, true), (is_part, false), (begins_part, false)];
        for (fits, whole) in ways {
            let whole = whole || wanted.contains(' ');
            let fits = |known: &&Known<T>| match known.bare.get(..known.called) {
                Some(called) if !whole => fits(called, &wanted),
                _ => fits(&known.bare, &wanted),
            };
            let mut near = self.known.iter().filter(fits);
            if let Some(first) = near.next() {
                if near.all(|other| other.thing == first.thing) {
                    return Ok(first.thing.clone());
                }
                return Err(self.which(text, self.known.iter().filter(fits)));
            }
        }
        Err(unlike_any(self.kind, text, self.said()))
    }

    fn which<'k>(&self, text: &str, known: impl Iterator<Item = &'k Known<T>>) -> Slip
    where
        T: 'k,
    {
        let mut said: Vec<&str> = Vec::new();
        let first_said = |thing: &T| {
            let its = self.known.iter().find(|known| known.thing == *thing && known.said.is_some());
            its.and_then(|known| known.said.as_deref())
        };
        for known in known {
            let name = known.said.as_deref().or_else(|| first_said(&known.thing));
            said.extend(name.filter(|name| !said.contains(name)));
        }
        let (number, kind) = (said.len(), self.kind);
        let which = few(said.into_iter());
        Slip::asking(format!("which {kind} of {number} called `{}`? {which}", shortened(text)))
    }
}

/// A whole number as it is typed.
///
/// # Errors
/// Where it is none, or none of that type.
pub fn number<N: FromStr>(text: &str) -> Result<N, Slip> {
    text.parse().map_err(|_| Slip::new(format!("`{text}` is no number")))
}

/// Whether a name fits some words.
type Fits = fn(&str, &str) -> bool;

/// A name of bare words, and how long it is before its first comma.
fn bare(name: &str) -> (String, usize) {
    let bare = normalized(name);
    let called = name.split_once(',').map_or(bare.len(), |(called, _)| normalized(called).len());
    (bare, called)
}

/// Whether a name goes on from some words.
fn goes_on(name: &str, words: &str) -> bool {
    name.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
}

/// Whether some words stand within a name.
fn is_part(name: &str, words: &str) -> bool {
    stand_in(name, words, |known, word| known == word)
}

/// Whether words of a name behind each other begin with some words, of which the first has more than a letter or two;
/// numbers are not cut off.
fn begins_part(name: &str, words: &str) -> bool {
    let begins = |known: &str, word: &str| match word.ends_with(|it: char| it.is_ascii_digit()) {
        true => known == word,
        false => known.starts_with(word),
    };
    let long = words.split(' ').next().is_some_and(|first| first.chars().count() > 2);
    long && stand_in(name, words, begins)
}

/// Whether words that are no numbers alone stand behind each other in a name, as `fits` says of each.
fn stand_in(name: &str, words: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
    let alike = |from: &str| {
        let mut known = from.split(' ');
        words.split(' ').all(|word| known.next().is_some_and(|known| fits(known, word)))
    };
    let begins = name.match_indices(' ').map(|(at, _)| at + 1);
    words.contains(char::is_alphabetic)
        && std::iter::once(0).chain(begins).any(|at| alike(&name[at..]))
}

/// Whether a text has a word that begins so, in any case: `oak` begins one of `Oak Lord`, and none of `cloak`.
pub fn begins_a_word(text: &str, start: &str) -> bool {
    let (text, start) = (text.to_lowercase(), start.to_lowercase());
    let mut found = text.match_indices(&start);
    found.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// The slip for a name that nothing of a kind has.
pub fn unlike_any<'a>(kind: &str, text: &str, known: impl Iterator<Item = &'a str>) -> Slip {
    unlike_all(kind, text, &known.collect::<Vec<&str>>())
}

fn unlike_all(kind: &str, text: &str, known: &[&str]) -> Slip {
    let all = || known.iter().copied();
    if text.trim().is_empty() {
        return Slip::asking(format!("which {kind}? {}", few(all())));
    }
    let near = suggest(text, all()).or_else(|| suggest_far(text, all()));
    let near = near.map(String::from);
    let mut each: Vec<&str> = Vec::new();
    for name in all().take(LISTED) {
        if !each.contains(&name) {
            each.push(name);
        }
    }
    let listed = match near {
        None if each.len() <= 2 * FEW => format!("; there is {}", few(each.into_iter())),
        _ => String::new(),
    };
    Slip::new(format!("there is no {kind} `{}`{listed}", shortened(text))).meant(near)
}

/// A few names in a line: `knight, wolf 1, wolf 2 and 4 more`.
pub fn few<'a>(names: impl Iterator<Item = &'a str>) -> String {
    few_of(&names.collect::<Vec<&str>>())
}

/// All of some names in a line, with a word before the last.
///
/// ```
/// # use umpire_core::command::all_of;
/// assert_eq!(all_of(&["A", "B", "C"], "and"), "A, B and C");
/// assert_eq!([all_of(&["A"], "or"), all_of::<&str>(&[], "or")], ["A", ""]);
/// ```
pub fn all_of<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let Some((last, before)) = names.split_last() else { return String::new() };
    let before: Vec<&str> = before.iter().map(AsRef::as_ref).collect();
    match before.is_empty() {
        true => last.as_ref().to_string(),
        false => format!("{} {word} {}", before.join(", "), last.as_ref()),
    }
}

fn few_of(all: &[&str]) -> String {
    match all.len() {
        0 => "none".to_string(),
        1..=FEW => all.join(", "),
        more => format!("{} and {} more", all[..FEW].join(", "), more - FEW),
    }
}

/// A number with its noun.
///
/// ```
/// # use umpire_core::command::counted;
/// let told = [counted(1, "army"), counted(2, "attack die"), counted(3, "hex"), counted(4, "blind man")];
/// assert_eq!(told, ["1 army", "2 attack dice", "3 hexes", "4 blind men"]);
/// assert_eq!([counted(0, "army"), counted(2, "day"), counted(3, "pass")], ["0 armies", "2 days", "3 passes"]);
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) {
        format!("{number} {noun}")
    } else {
        format!("{number} {}", plural(noun))
    }
}

/// Several of what a noun means, as players count: the last word of it changes.
fn plural(noun: &str) -> String {
    let (before, word) = noun.rsplit_once(' ').map_or(("", noun), |(before, word)| (before, word));
    let gap = if before.is_empty() { "" } else { " " };
    let stem = |ends: &str| word.strip_suffix(ends);
    let after_vowel = stem("y").is_some_and(|stem| stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    let many = match word {
        "die" => "dice".to_string(),
        "man" => "men".to_string(),
        _ if ["x", "s", "sh", "ch"].iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        _ => match stem("y").filter(|_| !after_vowel) {
            Some(stem) => format!("{stem}ies"),
            None => format!("{word}s"),
        },
    };
    format!("{before}{gap}{many}")
}

/// At most so much of what was typed is repeated.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(REPEATED).collect()
}

/// A name without what people write in different ways: case, dashes, quotes, dots, `the`.
pub fn normalized(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut gap = false;
    for letter in name.chars() {
        match letter {
            '\'' | '"' | '`' | '’' | '.' => {}
            '-' | '_' | ',' => gap = true,
            letter if letter.is_whitespace() => gap = true,
            letter => {
                if gap && !plain.is_empty() {
                    plain.push(' ');
                }
                gap = false;
                // Most letters are of the kind of which each has one small one.
                match letter.is_ascii() {
                    true => plain.push(letter.to_ascii_lowercase()),
                    false => plain.extend(letter.to_lowercase()),
                }
            }
        }
    }
    match plain.strip_prefix("the ") {
        Some(rest) => rest.to_string(),
        None => plain,
    }
}
