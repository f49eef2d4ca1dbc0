//! What a person may type at any time, and how it is read.

use std::path::PathBuf;
use umpire_core::host::Question;
use umpire_core::seat::Seat;

/// How far to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// To the beginning of the turn.
    Turn,
    /// So many things a person put in, and what followed from them.
    Last(usize),
    /// To the position after a line.
    To(usize),
}

/// A line that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed.
    Empty,
    /// A comment alone, which does nothing.
    Comment,
    /// The grounds of the last ruling.
    Why {
        /// Whether every ground is wanted.
        deep: bool,
    },
    /// The grounds of an action's ruling.
    WhyAction {
        /// Whether every ground is wanted.
        deep: bool,
        /// The action.
        action: String,
    },
    /// A question of the game.
    Ask(String),
    /// What may be done.
    List,
    /// Those of it in which words stand, or `all` of it.
    ListOf(String),
    /// Take back.
    Undo(Back),
    /// Put in again what was taken back last.
    Redo,
    /// Put a line right.
    Correct(usize, String),
    /// Let an action through.
    Overrule {
        /// The action.
        action: String,
        /// The judge's words.
        reason: String,
    },
    /// Change the position.
    Amend {
        /// The change.
        change: String,
        /// The judge's words.
        reason: String,
    },
    /// Answer what is left to judgement.
    Answer {
        /// The answer.
        action: String,
        /// The judge's words; may be empty.
        reason: String,
    },
    /// Words for the record.
    Note(String),
    /// Save, to a file of its own if one is named.
    Save(Option<PathBuf>),
    /// Give up; a seat's name may follow.
    Concede(String),
    /// Offer a draw.
    Draw,
    /// The time is up.
    Time,
    /// The board.
    Board(String),
    /// How things stand, or one thing.
    Status(String),
    /// What the tables say: under which word, of what.
    LookUp(&'static str, String),
    /// The log, or its last lines.
    Log(Option<usize>),
    /// What may be typed: about a topic or with a word, where one is named.
    Help(String),
    /// Leave.
    Quit,
    /// Dice from the seed; what to roll, where it is not the game that asks.
    Roll(String),
    /// An action or dice.
    Other(String),
}

impl Command {
    /// Whether it asks and changes nothing.
    pub fn asks(&self) -> bool {
        matches!(
            self,
            Command::Why { .. }
                | Command::WhyAction { .. }
                | Command::Ask(_)
                | Command::List
                | Command::ListOf(_)
                | Command::Status(_)
                | Command::LookUp(..)
                | Command::Log(_)
                | Command::Board(_)
                | Command::Help(_)
        )
    }
}

/// Lines that may be typed at any time and belong together.
#[derive(Debug, Clone, Copy)]
pub struct Topic {
    /// What it is asked for by: `help judge`.
    pub name: &'static str,
    /// What it is about.
    pub says: &'static str,
    /// How they are typed, and what they mean.
    pub lines: &'static [(&'static str, &'static str)],
}

/// What may be typed at any time. Actions, questions, amendments and dice of the game are added to the topics of that name.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "actions",
        says: "what players do",
        lines: &[
            ("", "(an empty line) the rest of an action that was cut off"),
            ("do ACTION", "an action that would otherwise be read as a command"),
        ],
    },
    Topic {
        name: "questions",
        says: "what may be done, and why not; what the game can be asked; what its rules say",
        lines: &[
            (
                "list [all|WORD]",
                "what may be done now: in short where it is much, all of it, or what has a word in it; `A: list` with what A alone may know",
            ),
            ("why", "the grounds of the last ruling; `why all` for every ground"),
            ("why ACTION", "may it be done, and why not; `why all ACTION` for every ground"),
            (
                "rule [ID|WORD]",
                "what a rule says, alone what people ask for; `rule all WORD`: every one in which the word stands",
            ),
            (
                "card [NAME]",
                "what the tables say of a card, alone which there are; likewise `unit`, `die`, `icon`, `spell`, `glyph` and `terrain`, where a game has them",
            ),
        ],
    },
    Topic {
        name: "table",
        says: "the board, how things stand, the lines so far",
        lines: &[
            ("board", "show the table, or the part of it that the screen holds"),
            (
                "board THING",
                "show the part around a thing; `board left`, `right`, `up`, `down` go on from there",
            ),
            ("board whole", "show all of it, however wide"),
            ("board legend", "what its letters mean, and which other views there are"),
            (
                "status [THING]",
                "how everything stands: wounds, markers, damage, who is inside; or one thing",
            ),
            (
                "log [N]",
                "show the lines so far (`log all`), or the last N; `A: log` with what A alone may know",
            ),
        ],
    },
    Topic {
        name: "dice",
        says: "dice as they lie, and dice from the seed",
        lines: &[
            ("roll", "let the seed roll the dice that are asked for"),
            ("roll 3 DIE", "roll dice that nobody asked for; `roll DIE` rolls one"),
        ],
    },
    Topic {
        name: "undo",
        says: "take back, put a line right",
        lines: &[
            ("undo", "take back the last thing typed, and what followed from it"),
            ("undo last N", "take back the last N things put in"),
            ("undo turn", "take back to the beginning of the turn"),
            ("undo to N", "take back to the position after line N"),
            ("redo", "put in again what was taken back, as long as nothing else was put in since"),
            (
                "correct N TEXT [because REASON]",
                "put line N right; later lines stand as far as they can; `undo` takes it back",
            ),
        ],
    },
    Topic {
        name: "judge",
        says: "let an action through, decide, change the position",
        lines: &[
            ("overrule ACTION because REASON", "let an action through past the rules it breaks"),
            ("answer ACTION because REASON", "decide what a rule leaves to judgement"),
            ("amend CHANGE because REASON", "change the position; `help changes` tells how"),
        ],
    },
    Topic {
        name: "changes",
        says: "what the judge may change by `amend CHANGE because REASON`",
        lines: &[],
    },
    Topic {
        name: "game",
        says: "save, note, give up, leave",
        lines: &[
            ("save [FILE]", "save the game"),
            ("note WORDS", "write words into the record"),
            ("concede [SEAT]", "give up"),
            ("draw", "end in a draw, if all agree"),
            ("time", "end because the time is up"),
            ("help [TOPIC|WORD]", "what may be typed: about a topic, or with a word; `help all`"),
            ("quit", "leave, saving first if the game has a file"),
        ],
    },
];

/// The words under which tables are looked into.
pub const LOOK_UPS: [&str; 9] =
    ["rule", "rules", "icon", "spell", "glyph", "card", "unit", "die", "terrain"];

/// The word under which tables are looked into, where it is one.
pub fn looked_up(word: &str) -> Option<&'static str> {
    LOOK_UPS.into_iter().find(|known| known.eq_ignore_ascii_case(word))
}

/// The first words of what may be typed at any time, for completion.
pub fn verbs() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    let forms = TOPICS.iter().flat_map(|topic| topic.lines).map(|(form, _)| *form);
    forms.filter_map(move |form| {
        let verb = form.split(' ').next().filter(|verb| !verb.is_empty() && *verb != last)?;
        last = verb;
        Some(verb)
    })
}

/// A line without its comment: what stands behind a `#` that stands alone.
pub fn without_comment(line: &str) -> &str {
    let alone = |at: &usize| {
        line[..*at].chars().next_back().is_none_or(char::is_whitespace)
            && line[at + 1..].chars().next().is_none_or(char::is_whitespace)
    };
    let comment = line.match_indices('#').map(|(at, _)| at).find(alone);
    comment.map_or(line, |at| &line[..at])
}

/// Reads a line; a comment on it is left out.
///
/// # Errors
/// What is missing, in words.
pub fn read(line: &str, questions: &[Question]) -> Result<Command, String> {
    let (whole, line) = (line.trim(), without_comment(line).trim());
    if line.is_empty() && !whole.is_empty() {
        return Ok(Command::Comment);
    }
    let (verb, rest) = match line.split_once(char::is_whitespace) {
        Some((verb, rest)) => (verb, rest.trim()),
        None => (line, ""),
    };
    let verb = verb.to_lowercase();
    let bare = |command: Command| {
        if rest.is_empty() { Ok(command) } else { Ok(Command::Other(line.into())) }
    };
    match verb.as_str() {
        "" => Ok(Command::Empty),
        "why" => Ok(read_why(rest)),
        "list" if rest.is_empty() => Ok(Command::List),
        "list" => Ok(Command::ListOf(rest.into())),
        "undo" => read_undo(rest),
        "redo" => bare(Command::Redo),
        "correct" => read_correct(rest),
        "overrule" => {
            let (action, reason) = because(rest);
            Ok(Command::Overrule { action, reason })
        }
        "amend" => {
            let (change, reason) = because(rest);
            Ok(Command::Amend { change, reason })
        }
        "answer" => {
            let (action, reason) = because(rest);
            Ok(Command::Answer { action, reason })
        }
        "note" if rest.is_empty() => Err("expected `note WORDS`".into()),
        "note" => Ok(Command::Note(rest.into())),
        "save" => Ok(Command::Save((!rest.is_empty()).then(|| PathBuf::from(rest)))),
        "concede" => Ok(Command::Concede(rest.into())),
        "draw" => bare(Command::Draw),
        "time" => bare(Command::Time),
        "board" => Ok(Command::Board(rest.into())),
        "status" => Ok(Command::Status(rest.into())),
        "log" => match rest.parse() {
            Ok(count) => Ok(Command::Log(Some(count))),
            Err(_) if rest.eq_ignore_ascii_case("all") => Ok(Command::Log(None)),
            Err(_) => bare(Command::Log(None)),
        },
        "help" | "?" => Ok(Command::Help(rest.into())),
        "quit" | "exit" => bare(Command::Quit),
        "roll" => Ok(Command::Roll(rest.into())),
        "do" if !rest.is_empty() => Ok(Command::Other(rest.into())),
        known => {
            let asks = questions.iter().any(|question| question.verb() == known);
            Ok(match looked_up(known) {
                // A word alone tells all that there is.
                Some(word) if rest.is_empty() || !asks => Command::LookUp(word, rest.into()),
                _ if asks => Command::Ask(line.into()),
                _ => Command::Other(line.into()),
            })
        }
    }
}

/// Whether a line is numbers and nothing else, as dice are typed.
pub fn are_numbers(line: &str) -> bool {
    let mut words = line.split([' ', ',', '/']).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| word.bytes().all(|one| one.is_ascii_digit()))
}

/// The seat that a line names before a colon, and the rest.
pub fn split_seat<'t>(seats: &[(Seat, String)], text: &'t str) -> (Option<Seat>, &'t str) {
    let named = text.split_once(':').and_then(|(name, rest)| {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name.trim());
        let seat = seats.iter().find(|(_, known)| is_it(known)).map(|(seat, _)| *seat);
        Some((seat.or_else(|| is_it("judge").then_some(Seat::JUDGE))?, rest.trim()))
    });
    named.map_or((None, text), |(seat, rest)| (Some(seat), rest))
}

fn read_why(rest: &str) -> Command {
    let (deep, action) = match rest.split_once(char::is_whitespace) {
        Some(("all", action)) => (true, action.trim()),
        _ if rest == "all" => (true, ""),
        _ => (false, rest),
    };
    match action {
        "" => Command::Why { deep },
        action => Command::WhyAction { deep, action: action.into() },
    }
}

fn read_undo(rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let usage = || "expected `undo`, `undo last N`, `undo turn` or `undo to N`".to_string();
    Ok(Command::Undo(match words.as_slice() {
        [] => Back::Last(1),
        ["turn"] => Back::Turn,
        ["last", number] => Back::Last(number.parse().map_err(|_| usage())?),
        ["to", number] => Back::To(number.parse().map_err(|_| usage())?),
        // So many back, or back to that line: nothing is undone by a guess.
        [number] if number.parse::<usize>().is_ok() => {
            return Err(format!(
                "`undo last {number}` takes back the last {number}, `undo to {number}` goes back to line {number}"
            ));
        }
        _ => return Err(usage()),
    }))
}

fn read_correct(rest: &str) -> Result<Command, String> {
    let usage = || "expected `correct N TEXT`, with N the number of a line".to_string();
    let (number, text) = rest.split_once(char::is_whitespace).ok_or_else(usage)?;
    Ok(Command::Correct(number.parse().map_err(|_| usage())?, text.trim().into()))
}

/// Parts what is done from the judge's reason; either may be missing.
pub fn because(rest: &str) -> (String, String) {
    let (what, why) = match rest.split_once(" because") {
        Some((what, why)) if why.is_empty() || why.starts_with(' ') => (what, why),
        _ => (rest.strip_prefix("because ").map_or(rest, |_| ""), ""),
    };
    (what.trim().into(), why.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_commands_or_left_to_the_game() {
        let questions = [Question::new("los A B", "sight")];
        let read = |line| read(line, &questions).expect("a line that means something");
        assert_eq!(read("  "), Command::Empty);
        assert_eq!(read("why"), Command::Why { deep: false });
        assert_eq!(read("why   # of the dice"), Command::Why { deep: false });
        assert_eq!(read("# a comment alone"), Command::Comment);
        assert_eq!(read("note seat #2 is late"), Command::Note("seat #2 is late".into()));
        assert_eq!(read("why all"), Command::Why { deep: true });
        let action = "attack wolf".to_string();
        assert_eq!(read("why attack wolf"), Command::WhyAction { deep: false, action });
        assert_eq!(read("los A1 B2"), Command::Ask("los A1 B2".into()));
        assert_eq!(read("undo to 12"), Command::Undo(Back::To(12)));
        assert_eq!(read("undo last 3"), Command::Undo(Back::Last(3)));
        assert_eq!((read("log all"), read("log")), (Command::Log(None), Command::Log(None)));
        assert_eq!(read("correct 4 ssb / bb"), Command::Correct(4, "ssb / bb".into()));
        assert_eq!(read("draw two cards"), Command::Other("draw two cards".into()));
        assert_eq!(read("do board"), Command::Other("board".into()));
        let (action, reason) = ("move wolf".into(), "all saw it, because it stood there".into());
        let line = "overrule move wolf because all saw it, because it stood there";
        assert_eq!(read(line), Command::Overrule { action, reason });
    }

    #[test]
    fn the_reason_of_a_judge_is_parted_from_what_is_done() {
        let amend = |line: &str| match read(line, &[]) {
            Ok(Command::Amend { change, reason }) => (change, reason),
            other => panic!("{other:?}"),
        };
        let parts = |change: &str, reason: &str| (change.to_string(), reason.to_string());
        assert_eq!(amend("amend lives A 3 because he  fell"), parts("lives A 3", "he  fell"));
        assert_eq!(amend("amend lives A 3"), parts("lives A 3", ""));
        assert_eq!(amend("amend lives A 3 because"), parts("lives A 3", ""));
        assert_eq!((amend("amend"), amend("amend because x")), (parts("", ""), parts("", "")));
        assert!(read("undo a bit", &[]).is_err());
        assert!(read("correct four ssb", &[]).is_err());
        assert!(read("note", &[]).is_err());
    }

    #[test]
    fn every_line_but_the_empty_one_starts_with_a_verb() {
        assert_eq!(verbs().next(), Some("do"));
        assert_eq!(verbs().filter(|verb| *verb == "undo").count(), 1);
    }
}
