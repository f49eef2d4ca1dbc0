//! Typed commands as rows: one pattern an action gives reading, saying, help, completion and what is missing.
//!
//! A pattern is words and slots: `{attacker:figure} attacks {target:figure}`. A slot has a name and a noun, which
//! are the same where one word stands for both (`end move at {place}`). What stands in brackets may be left out
//! (`cast {spell} [on {target}]`): brackets do not nest, and each doubles the number of forms. A slot may end in a comma or the
//! like (`sees {from:unit}, {to:unit}`). Nouns are declared once a game ([`nouns!`](crate::nouns)); a row
//! ([`row!`](crate::row)) says which action a pattern means. The first pattern of a row is how the action is said, those
//! after it are further ways to type it.
//!
//! ```
//! # use umpire_core::command::Noun as _;
//! umpire_core::nouns! {
//!     /// What a command of this game may name.
//!     pub enum Thing, Noun {
//!         /// A seat.
//!         Seat(umpire_core::seat::Seat) = "seat",
//!         /// A number.
//!         Count(u8) = "number",
//!     }
//! }
//! assert_eq!(Noun::named("number"), Some(Noun::Count));
//! assert_eq!(u8::try_from(Thing::from(3)), Ok(3));
//! ```
//!
//! A row, in the list that [`Vocabulary::actions`] returns:
//!
//! ```ignore
//! umpire_core::row!("{figure} attacks {target:figure}" | "attack {target:figure} with {figure}"
//!     => Action::Attack { figure, target }, "attack without moving")
//! ```

mod complete;
mod macros;
mod names;
mod pattern;
mod read;
mod slips;

pub use names::{Names, all_of, begins_a_word, counted, few, normalized, number, unlike_any};
pub use pattern::slots_are_fields;

use crate::dice::faces_going_on;
use crate::game::{Game, Pending};
use crate::host::{Slip, Usage, UsageKind};
use crate::ruling::Silent;
use crate::seat::Seat;
use pattern::{Part, parsed, parts, usage};
use std::borrow::Cow;
use std::fmt::Debug;

/// The kinds of things that commands of a game name; made by [`nouns!`](crate::nouns).
pub trait Noun: Copy + PartialEq + Debug + 'static {
    /// The one with that word in patterns.
    fn named(word: &str) -> Option<Self>;
    /// Its word in patterns and in help.
    fn word(self) -> &'static str;
}

/// What people type about a game: its commands, and the names of its things.
pub trait Vocabulary: Game<Action: 'static, Amendment: 'static> + 'static {
    /// Anything a command names.
    type Thing: Clone + PartialEq + Debug + 'static;
    /// Which kind of thing.
    type Noun: Noun;

    /// How actions are typed, in the order of the help.
    fn actions() -> &'static [Row<Self, Self::Action>];

    /// How changes of the position by a judge are typed.
    fn amendments() -> &'static [Row<Self, Self::Amendment>];

    /// The most words a line may have.
    const LONGEST_LINE: usize = 200;

    /// A line with blanks between its words, where more than blanks parts them: brackets of places.
    fn spaced(line: &str) -> Cow<'_, str> {
        Cow::Borrowed(line)
    }

    /// How dice are typed, a form and its meaning each, where that is more than every game knows.
    fn faces() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The thing that somebody means by a text: its name, as forgiving as can be. [`Names`] helps. The state is as the seat
    /// sees it; of the judge and at a referee's table it is all of it.
    ///
    /// # Errors
    /// Where it names nothing of that kind: what it might have meant, and the few there are.
    fn thing(
        &self,
        state: &Self::State,
        seat: Seat,
        noun: Self::Noun,
        text: &str,
    ) -> Result<Self::Thing, Slip>;

    /// A thing as it would be typed.
    fn say_thing(&self, state: &Self::State, thing: &Self::Thing) -> String;

    /// The things a hand on a board would point at for it, each as it would be typed: the last space of a way, each
    /// thing of a list. By default the thing itself.
    fn pointed_at(&self, state: &Self::State, thing: &Self::Thing) -> Vec<String> {
        vec![self.say_thing(state, thing)]
    }

    /// What a hand is asked to point at for a slot, as it goes on after `pick`: `where to`, `the target`; empty for what no
    /// hand points at. Things of a list are counted from 0. By default the name of the slot, but for the usual ones.
    fn asked_for(slot: &'static str, _number: usize) -> &'static str {
        match slot {
            "figure" => "a figure",
            "to" => "where to",
            "target" => "the target",
            _ => slot,
        }
    }

    /// What an action means, for whoever sees it in a list; by default what its row says.
    fn meaning_of(&self, state: &Self::State, action: &Self::Action) -> Option<String> {
        meaning(self, state, action)
    }

    /// What is asked of a seat and how it may be answered, for whoever typed no action. By default it is told how
    /// commands begin.
    fn asked(&self, _state: &Self::State, _seat: Seat) -> Option<String> {
        None
    }

    /// A short line that shows how an action is typed, where the action is said in a long one.
    fn shortly(&self, _state: &Self::State, _seat: Seat, _action: &Self::Action) -> Option<String> {
        None
    }

    /// What could be typed for a noun, the likeliest first; `None` where they cannot be listed, like
    /// places on a table.
    fn things(&self, state: &Self::State, seat: Seat, noun: Self::Noun) -> Option<Vec<String>>;

    /// What could be typed for a slot of a command of which those before are filled, the likeliest first: whom an attack
    /// may be against. By default what legal actions have there that have the same before; where none has anything, and for
    /// the judge, who may change everything, all there is of its noun.
    fn likely(
        &self,
        state: &Self::State,
        seat: Seat,
        slot: &'static str,
        noun: Self::Noun,
        before: &Slots<Self::Thing>,
    ) -> Option<Vec<String>> {
        let all = self.things(state, seat, noun)?;
        let asked = match self.pending(state, &mut Silent) {
            Pending::Choice(choice) => seat != Seat::JUDGE && choice.seats.contains(seat),
            _ => false,
        };
        let legal = if asked { held(self, state, seat, slot, before) } else { Vec::new() };
        Some(if legal.is_empty() { all } else { legal })
    }
}

/// What legal actions have in a slot, each once and as typed, where they have the same in the slots before.
fn held<G: Vocabulary>(
    game: &G,
    state: &G::State,
    seat: Seat,
    slot: &str,
    before: &Slots<G::Thing>,
) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let saying = Saying { game, state, seat, rows: G::actions() };
    let mut said: Vec<String> = Vec::new();
    for (_, slots) in legal.iter().filter_map(|action| saying.row_of(action)) {
        let alike = before.iter().all(|(name, thing)| slots.named(name) == Some(thing));
        let thing = slots.named(slot).filter(|_| alike);
        said.extend(
            thing.map(|thing| game.say_thing(state, thing)).filter(|it| !said.contains(it)),
        );
    }
    said
}

/// What a command says, slot by slot.
#[derive(Debug, Clone, PartialEq)]
pub struct Slots<T>(Vec<(&'static str, T)>);

impl<T: Clone> Slots<T> {
    /// Slots with what stands in them.
    pub fn of<const N: usize>(slots: [(&'static str, T); N]) -> Slots<T> {
        Slots(slots.into())
    }

    /// The same, with one more slot, where something stands in it.
    pub fn with(mut self, slot: &'static str, thing: Option<T>) -> Slots<T> {
        self.0.extend(thing.map(|thing| (slot, thing)));
        self
    }

    /// What stands in a slot, as the type that its noun has.
    ///
    /// # Errors
    /// Where the pattern has no such slot or it holds a thing of another type: a mistake of the row, which
    /// [`mistakes`] finds.
    pub fn get<X: TryFrom<T>>(&self, name: &str) -> Result<X, Slip> {
        let found = self.named(name).cloned().and_then(|thing| X::try_from(thing).ok());
        found.ok_or_else(|| Slip::new(format!("this command has no `{name}`")))
    }

    /// What stands in a slot that may be left out.
    pub fn optional<X: TryFrom<T>>(&self, name: &str) -> Option<X> {
        self.get(name).ok()
    }

    /// What stands in a slot.
    pub fn named(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(slot, _)| *slot == name).map(|(_, thing)| thing)
    }

    /// Every slot with what stands in it.
    pub fn iter(&self) -> impl Iterator<Item = &(&'static str, T)> {
        self.0.iter()
    }
}

/// What a pattern means, from what was typed.
pub type Reads<G, A> =
    fn(&G, &<G as Game>::State, Seat, &Slots<<G as Vocabulary>::Thing>) -> Result<A, Slip>;

/// What stands in the slots of a pattern, where an action is one that it means; for whoever acts, in a position. Slots that
/// no pattern has are for a hand on a board: who acts, before what is said of it.
pub type Takes<G, A> =
    fn(&G, &<G as Game>::State, Seat, &A) -> Option<Slots<<G as Vocabulary>::Thing>>;

/// One way to act, and the words for it.
pub struct Row<G: Vocabulary, A: 'static> {
    /// How it is typed; the first is how it is said.
    pub patterns: &'static [&'static str],
    /// What it does, for help; a row that says nothing stands in no help.
    pub says: &'static str,
    /// What it means.
    pub reads: Reads<G, A>,
    /// What is in its slots, where an action is one of this row.
    pub takes: Takes<G, A>,
}

/// A row, and what is in its slots.
type Filled<'r, G, A> = (&'r Row<G, A>, Slots<<G as Vocabulary>::Thing>);

/// Who speaks, in which position.
struct Saying<'a, G: Vocabulary, A: 'static> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    rows: &'a [Row<G, A>],
}

impl<'a, G: Vocabulary, A: Debug> Saying<'a, G, A> {
    /// The row of an action, and what is in its slots.
    fn row_of(&self, action: &A) -> Option<Filled<'a, G, A>> {
        let Saying { game, state, seat, rows } = *self;
        rows.iter().find_map(|row| Some((row, (row.takes)(game, state, seat, action)?)))
    }

    fn say(&self, action: &A) -> String {
        let Some((row, slots)) = self.row_of(action) else {
            return format!("{action:?}"); // `mistakes` finds actions without a row.
        };
        let mut words = Vec::new();
        let pattern = row.patterns.first().map(|pattern| parsed(pattern));
        for (optional, piece) in pattern.iter().flat_map(|it| &it.pieces) {
            let is_there = |part: &Part| match part {
                Part::Word(_) => true,
                Part::Slot { name, .. } => slots.named(name).is_some(),
            };
            if *optional && !piece.iter().all(is_there) {
                continue;
            }
            for part in piece {
                match part {
                    Part::Word(word) => words.push(word.to_string()),
                    Part::Slot { name, mark, .. } => {
                        let said = |thing| self.game.say_thing(self.state, thing) + mark;
                        words.extend(slots.named(name).map(said));
                    }
                }
            }
        }
        words.join(" ")
    }
}

/// The seat that is asked, where just one is; otherwise the judge's.
fn asked_seat<G: Game>(game: &G, state: &G::State) -> Seat {
    match game.pending(state, &mut Silent) {
        Pending::Choice(choice) if choice.seats.len() == 1 => choice.seats.first(),
        _ => None,
    }
    .unwrap_or(Seat::JUDGE)
}

/// What the row of an action says that it does.
pub fn meaning<G: Vocabulary>(game: &G, state: &G::State, action: &G::Action) -> Option<String> {
    let saying = Saying { game, state, seat: asked_seat(game, state), rows: G::actions() };
    Some(saying.row_of(action)?.0.says.to_string()).filter(|says| !says.is_empty())
}

/// An action or amendment of a seat as it would be typed.
pub fn say<G: Vocabulary, A: Debug>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rows: &[Row<G, A>],
    action: &A,
) -> String {
    Saying { game, state, seat, rows }.say(action)
}

/// The things an action is about, as they would be typed, each with what a hand is asked for: what a board shows
/// when a hand hovers over the action.
pub fn about<G: Vocabulary>(
    game: &G,
    state: &G::State,
    action: &G::Action,
) -> Vec<(&'static str, String)> {
    let saying = Saying { game, state, seat: asked_seat(game, state), rows: G::actions() };
    let slots = saying.row_of(action).map(|(_, slots)| slots);
    let picks = |(name, thing): &(&'static str, G::Thing)| {
        let name = *name;
        let things = game.pointed_at(state, thing).into_iter().enumerate();
        things.map(move |(number, thing)| (G::asked_for(name, number), thing))
    };
    let picks = slots.iter().flat_map(Slots::iter).flat_map(picks);
    picks.filter(|(asked, _)| !asked.is_empty()).collect()
}

/// Reads an action; a slip says what is missing or wrong, and what was probably meant.
///
/// # Errors
/// Where the words mean nothing.
pub fn read<G: Vocabulary>(
    game: &G,
    state: &G::State,
    seat: Seat,
    text: &str,
) -> Result<G::Action, Slip> {
    let circumstances = read::Circumstances {
        kind: "action",
        legal: &|| {
            let mut legal = Vec::new();
            game.legal(state, seat, &mut legal);
            legal
        },
        may: &|action| game.check(state, seat, action, &mut Silent).is_ok(),
        shortly: &|action| game.shortly(state, seat, action),
        asked: &|| game.asked(state, seat),
    };
    read::Reading { game, state, seat, rows: G::actions() }.read(text, &circumstances)
}

/// Reads a change of the position.
///
/// # Errors
/// Where the words mean nothing.
pub fn read_amendment<G: Vocabulary>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<G::Amendment, Slip> {
    let circumstances = read::Circumstances {
        kind: "change of the position",
        legal: &Vec::new,
        may: &|_| true,
        shortly: &|_| None,
        asked: &|| None,
    };
    let reading = read::Reading { game, state, seat: Seat::JUDGE, rows: G::amendments() };
    reading.read(text, &circumstances)
}

/// Two things of a kind behind each other, such as the figures of `los FIGURE FIGURE`, wherever the name of the
/// first ends.
///
/// # Errors
/// Where there are not two, or one of them names nothing.
pub fn pair<G: Vocabulary, T: TryFrom<G::Thing>>(
    game: &G,
    state: &G::State,
    seat: Seat,
    noun: G::Noun,
    text: &str,
) -> Result<[T; 2], Slip> {
    let word = noun.word();
    let thing = |text: &str| {
        let thing = game.thing(state, seat, noun, text)?;
        T::try_from(thing).map_err(|_| Slip::new(format!("`{text}` is no {word}")))
    };
    let mut slip = Slip::new(format!("expected two of them: {word} and {word}"));
    // Where the first is one, what is wrong is the second.
    let mut is_first_known = false;
    for (at, _) in text.match_indices(' ') {
        match (thing(text[..at].trim()), thing(text[at..].trim())) {
            (Ok(one), Ok(other)) => return Ok([one, other]),
            (Ok(_), Err(found)) => (slip, is_first_known) = (found, true),
            (Err(found), _) if !is_first_known => slip = found,
            (Err(_), _) => {}
        }
    }
    Err(slip)
}

/// Letters of the longest line that is told as one of several.
const LONGEST_TOLD: usize = 60;

/// The slip for words with which lines begin that could be typed, but that are none by themselves.
pub fn goes_on<'a>(text: &str, lines: impl Iterator<Item = &'a str>) -> Option<Slip> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins = |line: &&str| {
        let mut line = line.split_whitespace();
        let alike =
            words.iter().all(|word| line.next().is_some_and(|it| it.eq_ignore_ascii_case(word)));
        alike && line.next().is_some()
    };
    let mut known: Vec<String> = Vec::new();
    for line in lines.filter(begins).filter(|line| line.len() <= LONGEST_TOLD) {
        let line = format!("`{line}`");
        if !known.contains(&line) {
            known.push(line);
        }
    }
    let says = few(known.iter().map(String::as_str));
    let is = !words.is_empty() && !known.is_empty();
    is.then(|| Slip::new(format!("`{}` goes on: {says}", words.join(" "))))
}

/// The words with which commands begin, each once.
pub fn first_words<G: Vocabulary, A>(rows: &[Row<G, A>]) -> Vec<&'static str> {
    let mut words = Vec::new();
    for pattern in rows.iter().flat_map(|row| row.patterns) {
        if let Some(Part::Word(word)) = parts(pattern).next()
            && !words.contains(&word)
        {
            words.push(word);
        }
    }
    words
}

/// Usage and meaning of every row, for help texts.
pub fn usages<G: Vocabulary>() -> Vec<Usage> {
    let of = |kind, patterns, says: &str| Usage::new(kind, usage(patterns), says);
    let actions = G::actions().iter().map(|row| of(UsageKind::Action, row.patterns, row.says));
    let amendments =
        G::amendments().iter().map(|row| of(UsageKind::Amendment, row.patterns, row.says));
    let rows = actions.chain(amendments).filter(|usage| !usage.says.is_empty());
    rows.chain(Usage::rows(UsageKind::Faces, G::faces())).collect()
}

/// Lines that could follow what has been typed so far: legal actions first, then how commands go on; faces where dice
/// have to fall.
pub fn complete<G: Vocabulary>(game: &G, state: &G::State, seat: Seat, text: &str) -> Vec<String> {
    if let Pending::Roll(request) = game.pending(state, &mut Silent) {
        return faces_going_on(game.dice(), &request, text);
    }
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let saying = Saying { game, state, seat, rows: G::actions() };
    let said = legal.iter().map(|action| saying.say(action));
    complete::lines(game, state, seat, text, G::actions(), said)
}

/// Changes of the position that could follow what a judge has typed so far.
pub fn complete_amendment<G: Vocabulary>(game: &G, state: &G::State, text: &str) -> Vec<String> {
    complete::lines(game, state, Seat::JUDGE, text, G::amendments(), std::iter::empty())
}

/// The first noun in a pattern that is none of those declared: a mistake of the game.
pub fn unknown_noun<N: Noun>(pattern: &'static str) -> Option<&'static str> {
    parts(pattern).find_map(|part| match part {
        Part::Slot { noun, .. } if N::named(noun).is_none() => Some(noun),
        _ => None,
    })
}

/// What is wrong with the rows of a game: nouns that are not declared, slots that differ between patterns of
/// a row, an action among those given that has no row, or whose row does not say it in words that are read as it. For a
/// test of the ruleset; the actions are those of the seat that is asked.
pub fn mistakes<G: Vocabulary>(game: &G, state: &G::State, actions: &[G::Action]) -> Vec<String> {
    let mut found = Vec::new();
    let patterns = G::actions().iter().map(|row| row.patterns);
    for patterns in patterns.chain(G::amendments().iter().map(|row| row.patterns)) {
        let mut names: Vec<Vec<&str>> = Vec::new();
        for pattern in patterns {
            let unknown = unknown_noun::<G::Noun>(pattern);
            found.extend(unknown.map(|noun| format!("`{pattern}`: no noun is called `{noun}`")));
            let slot = |part| match part {
                Part::Slot { name, .. } => Some(name),
                Part::Word(_) => None,
            };
            let mut slots: Vec<&str> = parts(pattern).filter_map(slot).collect();
            slots.sort_unstable();
            names.push(slots);
        }
        if names.windows(2).any(|pair| pair[0] != pair[1]) {
            found.push(format!("`{}`: its patterns have unlike slots", patterns.join("`, `")));
        }
    }
    let saying = Saying { game, state, seat: asked_seat(game, state), rows: G::actions() };
    let lost = actions.iter().filter(|action| saying.row_of(action).is_none());
    found.extend(lost.map(|action| format!("no row says {action:?}")));
    let seat = saying.seat;
    let unlike = |action: &&G::Action| {
        saying.row_of(action).is_some()
            && read(game, state, seat, &saying.say(action)).ok().as_ref() != Some(*action)
    };
    let unlike = actions.iter().filter(unlike);
    found
        .extend(unlike.map(|action| format!("`{}` is not read as {action:?}", saying.say(action))));
    found
}
