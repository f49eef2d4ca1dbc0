//! What may be played, a table that is to be opened, and the links to it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What may be played here.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Lobby {
    /// The program's version.
    pub version: String,
    /// The games, each with its battles.
    pub games: Vec<GameEntry>,
    /// What tells the data here from other data: pictures of battles (`/api/battles/NAME/picture.svg?of=DIGEST`) are kept by it.
    pub digest: String,
    /// The hosts at which a table's webhook may be; none are called where there are none.
    pub webhook_hosts: Vec<String>,
    /// Whether this is the server of an editor, which is at `/edit`.
    pub editor: bool,
    /// The address under which others in the network reach it, where it listens to them.
    pub network: Option<String>,
}

/// A game and its battles.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameEntry {
    /// Its name, as typed.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The battles that are built in, the one to begin with first.
    pub battles: Vec<Battle>,
    /// The battlefields on which two may pick their armies; none where the game lets nobody pick.
    pub fields: Vec<Battle>,
    /// For how many points they usually do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// A battle that may be played.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Battle {
    /// Its name, as typed: `tower-held`.
    pub name: String,
    /// What its scenario calls it, as it stands over its table.
    pub title: String,
    /// What it is, in one line; may be empty.
    pub says: String,
    /// The names of its seats.
    pub seats: Vec<String>,
    /// What each of them fights with, in a few words; empty where it is not known yet.
    pub armies: Vec<String>,
}

/// A scenario of one's own, as it was read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Brought {
    /// What people call its game.
    pub game: String,
    /// What is fought in it.
    pub battle: Battle,
    /// Where it is a battlefield alone, for how many points two usually pick their armies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// A table to be opened.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The battle's name, or a game's for its first.
    #[serde(default)]
    pub battle: String,
    /// A scenario of one's own, as text (YAML); then `battle` only names its file.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Where that scenario lies in the folder that is edited here, if it does: what lies beside it may be named in it.
    #[serde(default)]
    pub path: Option<String>,
    /// Points for which two pick their armies on a battlefield, which `battle` names or `scenario` is; where it is no
    /// battlefield, or the game lets nobody pick, no table is opened.
    #[serde(default)]
    pub muster: Option<u32>,
    /// Who sits where, in seat order: `here` (whoever opens the table), `friend` (gets a link), `greedy`, `random`,
    /// `mcts:SECONDS` (up to 5) or, up to 200, `mcts:PLAYOUTSp`. Seats that are not named are bots.
    #[serde(default)]
    pub players: Vec<String>,
    /// What whoever sits there is called, in seat order, for all at the table to read: at most 24 letters each; empty where they
    /// are called by their seats alone.
    #[serde(default)]
    pub names: Vec<String>,
    /// `seeded`, or `typed` for dice that fall on a real table.
    #[serde(default)]
    pub dice: String,
    /// A seed for dice and bots; by default one that nobody can guess.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether it is a referee's table, where nobody's turn it is.
    #[serde(default)]
    pub referee: bool,
    /// Whether somebody judges who does not play: they get a link of their own.
    #[serde(default)]
    pub judge: bool,
    /// Whether spectators see the table as it was when the turn began.
    #[serde(default)]
    pub delayed: bool,
    /// An address that is told who is waited for, `https://...`; whoever runs the server lists the hosts it may be at.
    #[serde(default)]
    pub webhook: Option<String>,
}

/// A moment to go on from.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// How many inputs count there.
    pub at: usize,
}

/// The same battle once more.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Again {
    /// Whether each takes the next seat: of two, each the other's.
    #[serde(default)]
    pub swap: bool,
}

/// How far a table is, for whoever holds a link to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Brief {
    /// When it is, as the game counts, such as `round 3`; may be empty.
    pub when: String,
    /// Whether whoever holds the link is waited for.
    pub yours: bool,
    /// The names of those who sit at other seats, as far as they said: `Anna (A)`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Who is waited for, by name.
    pub waits_for: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
    /// Who won, by name; nobody in a draw.
    pub winners: Vec<String>,
    /// Whether whoever holds the link won; nothing for whoever has no seat, or all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<bool>,
}

/// A table that was opened, and the links to it. They are told this once.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Seated {
    /// The table's name in addresses.
    pub table: String,
    /// One link for each who may come, the opener's own first.
    pub links: Vec<Link>,
}

/// A way into a table: whoever has it may do what it says.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Link {
    /// For whom it is, in words: `A`, `B`, `spectators`.
    pub whose: String,
    /// Its secret.
    pub key: String,
    /// The path of its page.
    pub path: String,
}
