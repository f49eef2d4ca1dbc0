//! A table as whoever looks may know it: who sits there, how things stand, what may be asked.

use super::{
    AskedFor, Correction, Decided, Declined, LogLine, Note, Offers, Picture, Proposal, Said, Undone,
};
use serde::Serialize;
use umpire_core::host::{Phase, Standing};
use utoipa::ToSchema;

/// Everything that whoever looks may know of a table now. Over a socket only what changed is sent: see the `_from`
/// fields.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct View {
    /// The table's name in addresses.
    pub table: String,
    /// The game.
    pub game: String,
    /// What people call it.
    pub game_title: String,
    /// The battle's title.
    pub title: String,
    /// The edition of the rules.
    pub edition: String,
    /// House rules laid over it.
    pub house_rules: Vec<String>,
    /// What is said aloud before the game.
    pub warnings: Vec<String>,
    /// Who looks.
    pub role: Role,
    /// The seats.
    pub seats: Vec<SeatEntry>,
    /// Whether it is a referee's table, where nobody's turn it is.
    pub referee: bool,
    /// Whether spectators see it as it was when the turn began; whoever looks on sees it so.
    pub delayed: bool,
    /// Whether dice are typed as they fall.
    pub typed_dice: bool,
    /// How many lines the record has: what an input names as `after`.
    pub after: usize,
    /// How many inputs count.
    pub counted: usize,
    /// The input up to which this shows the game; `counted`, unless an earlier moment was asked for.
    pub at: usize,
    /// What is waited for.
    pub asked: AskedFor,
    /// The seats whose secret decision is in.
    pub decided: Vec<Decided>,
    /// Whether whoever looks may answer it.
    pub yours: bool,
    /// What whoever looks may do now.
    pub offers: Offers,
    /// The rest of an action that was cut off, as it would be typed.
    pub rest: Option<String>,
    /// What may be asked of the game; words in capitals stand for what is asked about.
    pub questions: Vec<QuestionEntry>,
    /// The first word of the question that tells all of one piece, whose name follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tells_all: Option<&'static str>,
    /// The first word of the question that shows how far a piece may go, whose name follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows_reach: Option<&'static str>,
    /// The picture.
    pub scene: Picture,
    /// Millimetres on the table of one plan unit of the picture; nothing where the table is no open one.
    pub unit: Option<f32>,
    /// How far the game is: `round 3 of 4`; empty where the game does not tell it.
    pub when: String,
    /// The part of a turn that is under way, where the game tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseEntry>,
    /// How everything stands.
    pub status: Vec<Status>,
    /// Lines of the log, from number `log_from` on.
    pub log: Vec<LogLine>,
    /// How many lines of the log before these are as they were sent.
    pub log_from: usize,
    /// What was noted, the latest last.
    pub notes: Vec<Note>,
    /// What was taken back, the latest last: it stays on record and counts no more.
    pub undone: Vec<Undone>,
    /// What was corrected, the latest last: the lines read otherwise since.
    pub corrections: Vec<Correction>,
    /// Whether `redo` puts in again what was taken back last.
    pub may_redo: bool,
    /// A take-back or a draw that is proposed.
    pub proposal: Option<Proposal>,
    /// What was proposed last and came to nothing, until something else is proposed or counts.
    pub declined: Option<Declined>,
    /// What of the rules went wrong where nobody was asked, so that the table stands still.
    pub fault: Option<String>,
    /// What people said at the table; no part of the record.
    pub chat: Vec<Said>,
    /// The rematch that somebody opened, when the battle is over: whoever asks to fight it again sits down there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<RematchEntry>,
}

/// A table at which a battle is fought once more.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RematchEntry {
    /// Who opened it, as they are called at the table before.
    pub by: String,
    /// Whether each took the next seat: of two, each the other's.
    pub swap: bool,
}

/// The part of a turn that is under way.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PhaseEntry {
    /// What people call it, in a word or two: `moving`, `initiative`.
    pub says: String,
    /// The rule that tells how it goes, by its id.
    pub rule: String,
    /// The seats whose turns come after the present one, in order, where that is not plain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<u8>,
}

impl From<&Phase> for PhaseEntry {
    fn from(phase: &Phase) -> PhaseEntry {
        let next = phase.next.iter().map(|seat| seat.0).collect();
        PhaseEntry { says: phase.says.clone(), rule: phase.rule.clone(), next }
    }
}

/// A question that may be asked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuestionEntry {
    /// How it is typed.
    pub usage: String,
    /// What it tells.
    pub says: String,
    /// Whether what it asks about lies in the tables of the game, not on the board.
    pub of_tables: bool,
}

/// What whoever looks may do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Role {
    /// In words: `A`, `A and B`, `judge`, `spectator`.
    pub says: String,
    /// The seats they decide for.
    pub seats: Vec<u8>,
    /// Whether they judge: amend, overrule, answer, correct.
    pub judge: bool,
}

/// Who sits where.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatEntry {
    /// The seat's number.
    pub seat: u8,
    /// Its name.
    pub name: String,
    /// What whoever sits there is called, if they said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Who decides: `human`, `greedy`, `random`, `mcts:SECONDS`, `mcts:PLAYOUTSp`.
    pub player: String,
    /// The colour of what is theirs, `#rrggbb`.
    pub colour: String,
    /// How many look at the table as this seat.
    pub present: usize,
}

/// How one thing stands.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Status {
    /// Among what it is told.
    pub group: String,
    /// What it is called.
    pub name: String,
    /// What is told of it, the most important first.
    pub says: Vec<String>,
    /// Whose it is, where it is part of an army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// The name of what it is a part of, where it is one of the same army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
    /// The cards, units or dice it is, each once, by their names in the tables of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
}

impl From<Standing> for Status {
    fn from(standing: Standing) -> Status {
        let Standing { group, name, says, owner, part_of, cards, .. } = standing;
        Status { group, name, says, owner: owner.map(|seat| seat.0), part_of, cards }
    }
}
