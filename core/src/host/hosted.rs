//! The second trait of a ruleset: how its game is said, typed, drawn, loaded and asked about.

use crate::data::{DataError, Files, Source};
use crate::dice::DiceGroup;
use crate::game::{Choice, Game, Listing};
use crate::host::{Limits, Measured, RosterEntry, Standing, TablesInPlay};
use crate::odds::Budget;
use crate::rule_index::RuleIndex;
use crate::ruleset::asked;
use crate::ruling::{RuleId, Ruling};
use crate::scene::{Scene, Shape};
use crate::seat::Seat;
use crate::table::Map;
use serde::Serialize;
use std::collections::BTreeMap;

/// Typed words that mean nothing here. Nothing is lost; they may be typed again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}{}", says, .suggestions.first().map_or(String::new(), |s| format!(", did you mean `{s}`?")))]
pub struct Slip {
    /// What is wrong with them.
    pub says: String,
    /// What was probably meant, likeliest first.
    pub suggestions: Vec<String>,
    /// Whether it asks back: the words are understood but for one of them, or for which of several is meant.
    #[serde(skip)]
    pub asks: bool,
}

impl Slip {
    /// A slip without a suggestion.
    pub fn new(says: impl Into<String>) -> Slip {
        Slip { says: says.into(), suggestions: Vec::new(), asks: false }
    }

    /// A question back.
    pub fn asking(says: impl Into<String>) -> Slip {
        Slip { asks: true, ..Slip::new(says) }
    }

    /// Refuses words that are longer than anybody types.
    ///
    /// # Errors
    /// Where they are.
    pub fn of_length(text: &str) -> Result<(), Slip> {
        match text.len() <= LONGEST_LINE {
            true => Ok(()),
            false => Err(Slip::new(format!(
                "{} bytes typed at once, {LONGEST_LINE} are the most",
                text.len()
            ))),
        }
    }

    /// Adds what was probably meant.
    #[must_use]
    pub fn meant(mut self, suggestion: Option<impl Into<String>>) -> Slip {
        self.suggestions.extend(suggestion.map(Into::into));
        self
    }
}

/// Bytes of the longest line that is read as typed words.
pub const LONGEST_LINE: usize = 4096;

/// A question a referee may ask at any time, such as who sees whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// How it is typed: a word that begins it, such as `los`, and what varies in capitals.
    pub usage: &'static str,
    /// What it tells.
    pub says: &'static str,
    /// Where the things it asks about are found.
    pub about: About,
    /// What programs ask it for by themselves, if anything.
    pub shows: Option<Shows>,
}

/// What a question shows that programs ask by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// All of one piece.
    Piece,
    /// How far a piece may go: what it answers is drawn over the table ([`Answer::over`]) while a hand has the piece and is asked where
    /// to. Where every place is listed, no question need show it: each is marked.
    Reach,
}

/// Where the things that a question asks about are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// On the board, or among what is said to stand there.
    Board,
    /// In the tables of the game, under the word that begins the question: spells, dice.
    Tables,
}

impl Question {
    /// A question about what is on the board.
    pub const fn new(usage: &'static str, says: &'static str) -> Question {
        Question { usage, says, about: About::Board, shows: None }
    }

    /// The same about what is in the tables of the game.
    #[must_use]
    pub const fn about_tables(self) -> Question {
        Question { about: About::Tables, ..self }
    }

    /// The same, asked by programs with the name of a piece behind its first word.
    ///
    /// ```
    /// # use umpire_core::host::{Question, Shows};
    /// const QUESTIONS: &[Question] = &[
    ///     Question::new("los FIGURE FIGURE", "whether one sees the other"),
    ///     Question::new("reach FIGURE", "how far it can go").shows(Shows::Reach),
    /// ];
    /// assert_eq!(Question::that_shows(Shows::Reach, QUESTIONS), Some("reach"));
    /// assert_eq!(Question::that_shows(Shows::Piece, QUESTIONS), None);
    /// ```
    #[must_use]
    pub const fn shows(self, shows: Shows) -> Question {
        Question { shows: Some(shows), ..self }
    }

    /// The first word of the question that shows something, where there is one.
    pub fn that_shows(shows: Shows, all: &[Question]) -> Option<&'static str> {
        all.iter().find(|question| question.shows == Some(shows)).map(Question::verb)
    }

    /// The word that begins it.
    pub fn verb(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or(self.usage)
    }
}

/// What a line that is typed in some form does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UsageKind {
    /// A player's action.
    Action,
    /// The judge's change of the position.
    Amendment,
    /// Dice as they lie.
    Faces,
}

/// One form of a line, for help texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// What such a line does.
    pub kind: UsageKind,
    /// The form, with what varies in capitals: `FIGURE attacks FIGURE`.
    pub form: String,
    /// What it means.
    pub says: String,
}

impl Usage {
    /// Rows of forms and meanings, all of one kind.
    pub fn rows(kind: UsageKind, rows: &[(&str, &str)]) -> impl Iterator<Item = Self> {
        rows.iter().map(move |(form, says)| Self::new(kind, *form, *says))
    }

    /// One form and its meaning.
    pub fn new(kind: UsageKind, form: impl Into<String>, says: impl Into<String>) -> Self {
        Self { kind, form: form.into(), says: says.into() }
    }
}

/// Something that a referee puts down, or somewhere else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stock {
    /// Among what it is listed: `figures of A`, `kinds of units`.
    pub group: String,
    /// What it is called, as typed.
    pub name: String,
    /// What it is, with its numbers, in a line.
    pub says: String,
    /// Whether it lies on the table already.
    pub is_down: bool,
    /// The ways in which it is put down.
    pub ways: Vec<PutDown>,
    /// The line that asks for all that is known of it: `unit guard`; may be empty.
    pub asks: String,
}

/// A change of the position that puts something down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PutDown {
    /// What it does, as people say it: `put down`, `for A`.
    pub says: String,
    /// How it is typed; where it goes to a place, up to that place.
    pub line: String,
    /// Whether a place follows.
    pub aims: bool,
}

impl Stock {
    /// Something that is put down at a place, which follows `line`.
    pub fn placed(group: impl Into<String>, name: impl Into<String>, line: String) -> Stock {
        let ways = vec![PutDown { says: "put down".to_string(), line, aims: true }];
        let (group, name) = (group.into(), name.into());
        Stock { group, name, says: String::new(), is_down: false, ways, asks: String::new() }
    }
}

/// A question that somebody asks.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The word that begins it.
    pub verb: &'static str,
    /// What is typed after it.
    pub about: &'a str,
    /// Who asks, where somebody does who has a seat.
    pub seat: Option<Seat>,
    /// What the answer may take.
    pub budget: &'a Budget<'a>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Answer {
    /// The answer in one line.
    pub headline: String,
    /// Yes or no, where the question has such an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
    /// The grounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling<String>>,
    /// A table: its head, then its rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Vec<String>>,
    /// Odds: what is expected on average.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<Measured>,
    /// Odds: how likely single things are, each looked at alone where the table tells them together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<Measured>,
    /// Odds: of how many plays they are a sample, where to weigh them all would have taken too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<u32>,
    /// What the marks in its picture mean, where they do not tell it themselves.
    #[serde(skip)]
    pub pictured: String,
    /// The picture with the answer drawn in.
    #[serde(skip)]
    pub scene: Option<Scene>,
    /// The answer alone, to be drawn over the table as it is shown.
    #[serde(skip)]
    pub over: Vec<Shape>,
}

/// What a ruleset made of its data and a scenario.
pub struct Loaded<G: Game> {
    /// The rules with their tables.
    pub game: G,
    /// What the game starts from.
    pub setup: G::Setup,
    /// The edition's name.
    pub edition: String,
    /// Names of house rules laid over it.
    pub house_rules: Vec<String>,
    /// Path of the scenario among `sources`.
    pub scenario: String,
    /// The files of the scenario itself: it, its battlefield, forces and house rules.
    pub sources: Files,
    /// What is said aloud before the game: powers fielded that no code enforces, and who lies ready
    /// at a referee's table.
    pub warnings: Vec<String>,
}

/// How a game is hosted by programs.
pub trait Hosted: Game + Sized {
    /// The ruleset's name, as typed and as in `data/`.
    const NAME: &'static str;

    /// What people call it, as it stands on its box; by default its name.
    const TITLE: &'static str = Self::NAME;

    /// What may be asked, which of it shows all of one piece, and which how far one may go ([`Shows`]); by default nothing.
    const QUESTIONS: &'static [Question] = &[];

    /// What a player who searches takes, and how far it looks.
    const SEARCH: Limits = Limits::USUAL;

    /// Reads the tables and a scenario; reports every fault of every file. Nearly all of it is done by
    /// [`Opening`](crate::ruleset::Opening): `Opening::<Self>::read(data, scenario)?.game(|opening, tables, edition| ..)`.
    fn load(data: &Files, scenario: &Source) -> Result<Loaded<Self>, Vec<DataError>>;

    /// Whether nobody's turn it is: a referee's table, where the judge does as they like.
    fn is_free(&self, _state: &Self::State) -> bool {
        false
    }

    /// What a seat is called; by default `A`, `B` and so on. That of [`Seat::NOBODY`] tells who rolls for what nobody leads, such as
    /// `the dungeon`; by default `nobody`.
    fn seat_name(&self, seat: Seat) -> String {
        seat.lettered()
    }

    /// An event in a player's words; `None` where it says nothing of its own. `after` is the position after the whole input, as whoever reads
    /// sees it: where an input turns over what had another name before, the event carries the name it had.
    fn say_event(&self, after: &Self::State, event: &Self::Event) -> Option<String>;

    /// Whether an event is a note that is told once a game: another that is equal says nothing new.
    fn is_told_once(&self, _event: &Self::Event) -> bool {
        false
    }

    /// An action as it would be typed.
    fn say_action(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> String;

    /// An action in few words, where `say_action` is long: in a list, and where somebody else took it. By default there are
    /// none.
    fn say_shortly(&self, _: &Self::State, _: Seat, _: &Self::Action) -> Option<String> {
        None
    }

    /// What an action does, for somebody who does not know its name: of an order, a power, a spell. Nothing where the
    /// words it is typed in say it.
    fn meaning(&self, _: &Self::State, _: &Self::Action) -> Option<String> {
        None
    }

    /// What can still be done and no longer can after an action, for whoever might have forgotten it: attacks, as a turn
    /// ends. By default nobody is reminded.
    fn forgoes(&self, _: &Self::State, _: Seat, _: &Self::Action) -> Option<String> {
        None
    }

    /// The index of the rules that are played by; by default there is none.
    fn rules(&self) -> Option<&RuleIndex> {
        None
    }

    /// The tables as they hold in this game; by default nothing, where they hold as they stand in the data.
    fn tables(&self) -> Option<TablesInPlay> {
        None
    }

    /// What a rule says, in a line; by default that of the rule index.
    fn say_rule(&self, rule: Self::Rule) -> Option<String> {
        Some(self.rules()?.get(rule.id())?.says.clone())
    }

    /// A question to a seat.
    fn say_choice(&self, state: &Self::State, choice: &Choice<Self::Rule>) -> String;

    /// What a group of dice is rolled for.
    fn say_group(&self, state: &Self::State, group: &DiceGroup) -> String;

    /// Which faces of a group of dice count, where the game says so itself: `4+`, `sword or crown`. By default
    /// those that count alike.
    fn counting(&self, _state: &Self::State, _group: &DiceGroup) -> Option<String> {
        None
    }

    /// A change of the position, in the judge's words.
    fn say_amendment(&self, state: &Self::State, change: &Self::Amendment) -> String;

    /// Reads an action as a person types it; tables give the state as the seat sees it, so that no slip and no name that is
    /// understood tells what they may not know.
    fn parse(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Action, Slip>;

    /// Reads a change of the position as a judge types it.
    fn parse_amendment(&self, state: &Self::State, text: &str) -> Result<Self::Amendment, Slip>;

    /// How actions, amendments and dice are typed, for help texts.
    fn usages(&self) -> Vec<Usage>;

    /// The things an action is about, as they would be typed, each with words that go on after `pick`: `where to`, `the
    /// target`; what a board shows of it. By default nothing is told.
    fn about(&self, _: &Self::State, _: &Self::Action) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The ways that things go by a legal action, to be drawn before it is done: [`Shape::way`]. By default there are none.
    fn ways(&self, _: &Self::State, _: &Self::Action) -> Vec<Shape> {
        Vec::new()
    }

    /// Actions that could follow what has been typed so far.
    fn complete(&self, state: &Self::State, seat: Seat, text: &str) -> Vec<String>;

    /// Changes of the position that could follow what a judge has typed so far. By default the forms that begin so.
    fn complete_amendment(&self, _: &Self::State, text: &str) -> Vec<String> {
        let changes = self.usages().into_iter().filter(|usage| usage.kind == UsageKind::Amendment);
        let forms = changes.map(|usage| usage.form);
        forms.filter(|form| form.to_lowercase().starts_with(&text.to_lowercase())).collect()
    }

    /// A line that answers what is asked, where the first action listed says less of what a hand would do. By default
    /// none.
    fn example(&self, _: &Self::State, _: Seat) -> Option<String> {
        None
    }

    /// Actions worth weighing by a player who looks ahead; may hold what `legal` leaves out.
    fn candidates(&self, view: &Self::State, seat: Seat, into: &mut Vec<Self::Action>) {
        let _: Listing = self.legal(view, seat, into);
    }

    /// A few of the candidates, as `die(n)`, a number below `n`, draws them, for players who play on from thousands of
    /// positions. By default all candidates: a game that takes long to list them lists less here.
    fn glimpsed(
        &self,
        view: &Self::State,
        seat: Seat,
        _die: &mut dyn FnMut(u32) -> u32,
        into: &mut Vec<Self::Action>,
    ) {
        self.candidates(view, seat, into);
    }

    /// A number that an action shares with others that differ from it in little, as in where a figure goes: whoever searches
    /// looks at the best of every kind first. `None`, the default, is a kind of its own.
    fn kind(&self, _action: &Self::Action) -> Option<u32> {
        None
    }

    /// How far a search plays on: until this number, which only grows, changes. By default the turn; use the round where only
    /// its end shows what the turns were worth.
    fn stage(&self, state: &Self::State) -> u32 {
        self.clock(state)
    }

    /// What a hand on a board may pick: whole moves instead of single steps, and legal actions that `legal` leaves out. If the
    /// list is not `Complete`, illegal ones are sorted out afterwards. By default what is listed, and where that is not all,
    /// the candidates.
    fn offered(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>) -> Listing {
        let listing = self.legal(state, seat, into);
        if listing == Listing::Candidates {
            self.candidates(&self.view(state, seat), seat, into);
        }
        listing
    }

    /// Pieces that may act though nothing is listed for them: at a place of the seat's choice they may do what a listed member
    /// of the same whole (such as a formation) may do. By default none.
    fn unlisted_actors(&self, _: &Self::State, _: Seat) -> Vec<String> {
        Vec::new()
    }

    /// How good positions look to a seat that decides at `view`; higher is better.
    ///
    /// What does not change with one decision (how far it is from everywhere to the enemy) is worked
    /// out once, before the first position is valued. Only positions that a decision at `view` may lead to
    /// are asked about.
    ///
    /// What is mutual, such as how near two sides are to each other, comes to nothing where the other side's share is taken
    /// off: it has to count for whoever wants it alone.
    fn appraise<'g>(
        &'g self,
        view: &'g Self::State,
        seat: Seat,
    ) -> impl Fn(&Self::State) -> f64 + 'g;

    /// Whether what is asked at a position is a small question whose answers show only later what they are good for, such as which
    /// way a die is turned: whoever looks ahead looks through it, each seat answering for itself. Nothing that is
    /// hidden may hang on it. By default none is.
    fn looks_through(&self, _: &Self::State) -> bool {
        false
    }

    /// How well a seat is likely to end from where playing on stops ([`Hosted::stage`]). By default what `appraise` says. Override
    /// it where `appraise` rewards things, such as walking towards objectives, that say little about who will win.
    fn outlook(&self, view: &Self::State, seat: Seat) -> f64 {
        self.appraise(view, seat)(view)
    }

    /// A state that could be behind a view; `die(n)` draws a number below `n`. By default the view itself, as in a
    /// game that hides nothing.
    fn sample(&self, view: &Self::State, _die: &mut dyn FnMut(u32) -> u32) -> Self::State {
        view.clone()
    }

    /// The table as a picture and as text.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The map of an open table as it is drawn; by default there is none.
    fn map(&self) -> Option<&Map> {
        None
    }

    /// The row of the terrain table that the piece of ground of that name is of; by default on the map.
    fn ground_called(&self, name: &str) -> Option<String> {
        self.map()?.ground_called(name).map(|row| row.id.clone())
    }

    /// A place of the picture as it would be typed, about as exactly as a hand points; by default one of the map, and
    /// nothing where a hand picks things alone.
    fn place_at(&self, at: (f32, f32)) -> Option<String> {
        let map = self.map()?;
        Some(map.unit.said_place(map.place_at(at)))
    }

    /// Where a place is in the picture, typed as [`Hosted::about`] says it; by default on the map.
    fn drawn_at(&self, words: &str) -> Option<(f32, f32)> {
        let map = self.map()?;
        Some(map.drawn(map.unit.read_place(words)?))
    }

    /// The action as it would be typed if it were meant for another place of the picture; nothing where it is about no
    /// place. By default that place stands where the last one it is about stood. A game whose actions put several
    /// things down moves them together.
    fn aimed_at(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        at: (f32, f32),
    ) -> Option<String> {
        let about = self.about(state, action);
        let (_, place) = about.iter().rfind(|(_, thing)| self.drawn_at(thing).is_some())?;
        let says = self.say_action(state, seat, action);
        let found = says.rfind(place.as_str())?;
        let (before, after) = (&says[..found], &says[found + place.len()..]);
        Some(format!("{before}{}{after}", self.place_at(at)?))
    }

    /// All pieces as they stand, and the round: what facts, standings and stock say by default, each told once. By default nothing.
    fn roster(&self, _state: &Self::State) -> Vec<RosterEntry> {
        Vec::new()
    }

    /// What a referee may put down on the table, or elsewhere on it; by default the pieces of the roster.
    fn stock(&self, state: &Self::State) -> Vec<Stock> {
        self.roster(state).iter().filter_map(RosterEntry::stock).collect()
    }

    /// Answers a question, typed with its verb first, within a budget. A seat asks with what it may
    /// know. By default as [`Hosted::answer`] has it, for the questions there are; a game whose questions are read otherwise answers here.
    ///
    /// # Errors
    /// Where it asks nothing, or there is no answer, and why.
    fn ask(
        &self,
        state: &Self::State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        if Self::QUESTIONS.is_empty() {
            return Err(Slip::new("this game has no questions"));
        }
        let (verb, about) = asked(Self::QUESTIONS, text)?;
        self.answer(state, &Asking { verb, about, seat, budget })
    }

    /// Answers one of its [`QUESTIONS`](Hosted::QUESTIONS).
    ///
    /// # Errors
    /// Where there is no answer, and why.
    fn answer(&self, _state: &Self::State, asking: &Asking) -> Result<Answer, Slip> {
        Err(Slip::new(format!("nobody answers `{}`", asking.verb)))
    }

    /// How everything stands, for `status`, told to someone who may know this state. By default by the roster; where there is
    /// none the facts, thing by thing.
    fn standings(&self, state: &Self::State) -> Vec<Standing> {
        match self.roster(state) {
            roster if roster.is_empty() => super::standing::of_facts(&self.facts(state)),
            roster => roster.iter().map(RosterEntry::standing).collect(),
        }
    }

    /// Facts of a position by name, such as `knight.lives: 2`, for tests and programs. Where a thing stands is its fact
    /// `at`. By default those of the roster.
    fn facts(&self, state: &Self::State) -> BTreeMap<String, String> {
        self.roster(state).iter().flat_map(RosterEntry::facts).collect()
    }
}
