//! What goes over the wire: the shapes of requests and answers, from which the page's types are generated.

mod of;

pub use of::PictureSent;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What may be played here.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Lobby {
    /// The program's version.
    pub version: String,
    /// The games, each with its battles.
    pub games: Vec<GameEntry>,
    /// The hosts at which a table's webhook may be; none are called where there are none.
    pub webhook_hosts: Vec<String>,
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
}

/// A battle that may be played.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Battle {
    /// Its name, as typed: `tower-held`.
    pub name: String,
    /// What it is, in one line; may be empty.
    pub says: String,
    /// The names of its seats.
    pub seats: Vec<String>,
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
    /// Who sits where, in seat order: `here` (whoever opens the table), `friend` (gets a link), `greedy`, `random`,
    /// `mcts:SECONDS` (up to 5) or, up to 200, `mcts:PLAYOUTSp`. Seats that are not named are bots.
    #[serde(default)]
    pub players: Vec<String>,
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
    /// The picture.
    pub scene: Picture,
    /// Millimetres on the table of one plan unit of the picture; nothing where the table is no open one.
    pub unit: Option<f32>,
    /// How everything stands.
    pub status: Vec<Status>,
    /// Lines of the log, from number `log_from` on.
    pub log: Vec<LogLine>,
    /// How many lines of the log before these are as they were sent.
    pub log_from: usize,
    /// What was taken back, the latest last: it stays on record and counts no more.
    pub undone: Vec<Undone>,
    /// A take-back that is proposed.
    pub proposal: Option<Proposal>,
    /// What people said at the table; no part of the record.
    pub chat: Vec<Said>,
}

/// A question that may be asked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuestionEntry {
    /// How it is typed.
    pub usage: String,
    /// What it tells.
    pub says: String,
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
    /// Who decides: `human`, `greedy`, `random`, `mcts:SECONDS`, `mcts:PLAYOUTSp`.
    pub player: String,
    /// The colour of what is theirs, `#rrggbb`.
    pub colour: String,
    /// How many look at the table as this seat.
    pub present: usize,
}

/// What the game waits for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AskedFor {
    /// Somebody decides.
    Choice {
        /// Who has not decided yet.
        seats: Vec<u8>,
        /// The rule that asks.
        rule: String,
        /// The question.
        says: String,
        /// Whether others must not see the decision.
        sealed: bool,
    },
    /// Dice fall.
    Roll {
        /// The rule that asks.
        rule: String,
        /// The dice, in the order in which faces are given.
        groups: Vec<DiceAsked>,
        /// Where the numbers of dice come from, line by line.
        why: Vec<String>,
    },
    /// The game is over.
    Over {
        /// Who won; nobody in a draw.
        winners: Vec<u8>,
    },
    /// Nobody's turn it is.
    Free,
}

/// A decision that is in and still secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Decided {
    /// Whose.
    pub seat: u8,
    /// What it is, for whoever made it.
    pub says: Option<String>,
}

/// Dice of one kind that are asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DiceAsked {
    /// Who rolls.
    pub seat: u8,
    /// Which die.
    pub die: String,
    /// How many.
    pub count: u8,
    /// What for.
    pub says: String,
    /// Which faces count, where all that count do so alike.
    pub needs: Option<String>,
    /// The names of its faces, in order.
    pub faces: Vec<String>,
}

/// The actions that are offered.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Offers {
    /// Whether these are all there is.
    pub complete: bool,
    /// The actions.
    pub actions: Vec<Offer>,
}

/// An action that may be taken.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Offer {
    /// For which seat.
    pub seat: u8,
    /// As it would be typed.
    pub says: String,
    /// What it is about, in the order in which a hand would pick.
    pub about: Vec<Pick>,
}

/// Something an action is about.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Pick {
    /// What is asked for, as it goes on after "pick": `a figure`, `where to`.
    pub slot: String,
    /// Its name: the id of a thing of the picture, or words.
    pub thing: String,
    /// Where it is in the picture, if it is a place and no thing.
    pub at: Option<[f32; 2]>,
}

/// The picture: shapes from the ground up, and the things they belong to.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Picture {
    /// How many shapes before these are as they were sent.
    pub shapes_from: usize,
    /// The shapes from there on.
    pub shapes: Vec<Drawn>,
    /// How many things before these are as they were sent.
    pub things_from: usize,
    /// The things from there on.
    pub things: Vec<Named>,
}

/// A shape, in plan units (x to the right, y down).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Drawn {
    /// A closed outline.
    Polygon {
        /// Its corners.
        points: Vec<[f32; 2]>,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// A disc.
    Circle {
        /// The middle.
        centre: [f32; 2],
        /// The radius.
        radius: f32,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// A line of corners.
    Line {
        /// From corner to corner.
        points: Vec<[f32; 2]>,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// Words, centred.
    Text {
        /// The middle of the words.
        at: [f32; 2],
        /// Height of a letter.
        size: f32,
        /// What is written.
        words: String,
        /// The colour of the letters, `#rrggbb`.
        colour: String,
    },
}

/// Colours and stroke of a shape.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Stroke {
    /// Colour of the inside, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// Colour of the outline, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stroke: Option<String>,
    /// Width of the outline in plan units.
    pub width: f32,
    /// Whether the outline is dashed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dashed: bool,
}

/// A thing of the picture.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Named {
    /// As it would be typed.
    pub id: String,
    /// `ground`, `marks`, `pieces` or `answers`.
    pub layer: String,
    /// What it is, in words.
    pub words: String,
    /// Whose it is.
    pub owner: Option<u8>,
    /// The name of a whole that it is a part of: whoever points at it points at the whole, where that is asked for.
    pub part_of: Option<String>,
    /// What there is to know about it: letters and words each.
    pub badges: Vec<[String; 2]>,
    /// From which height to which it reaches, in plan units over the table.
    pub heights: [f32; 2],
    /// Which shapes are its: from this one, up to but not that one.
    pub shapes: [usize; 2],
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
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LogLine {
    /// Its number in the record.
    pub number: usize,
    /// How many inputs count up to and with it.
    pub counted: usize,
    /// Whose decision it was; nobody's where dice fell, or several decided.
    pub by: Option<u8>,
    /// What was put in.
    pub says: String,
    /// What happened.
    pub told: Vec<ToldLine>,
}

/// Lines that were taken back together.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Undone {
    /// How many inputs counted when they were gone.
    pub keep: usize,
    /// The lines.
    pub lines: Vec<LogLine>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ToldLine {
    /// What.
    pub says: String,
    /// By which rule.
    pub rule: String,
}

/// A take-back that waits for consent.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Proposal {
    /// Who asks for it, in words.
    pub by: String,
    /// How many inputs would still count.
    pub keep: usize,
    /// Why it is not free.
    pub because: String,
    /// Whose consent is missing.
    pub waits_for: Vec<u8>,
}

/// Something that a referee puts down, or somewhere else.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StockEntry {
    /// Among what it is listed.
    pub group: String,
    /// What it is called.
    pub name: String,
    /// What it is, with its numbers, in a line.
    pub says: String,
    /// Whether it lies on the table already.
    pub is_down: bool,
    /// The ways in which it is put down.
    pub ways: Vec<PutDown>,
    /// The line that asks for all that is known of it; may be empty.
    pub asks: String,
}

/// A change of the position that puts something down.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PutDown {
    /// What it does, as people say it.
    pub says: String,
    /// How it is typed; where it goes to a place, up to that place.
    pub line: String,
    /// Whether a place follows: the name of a thing of the picture, or one that a hand points at.
    pub aims: bool,
}

/// Words said at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Said {
    /// Who says it.
    pub by: String,
    /// What.
    pub words: String,
}

/// Something put in: exactly one of the fields besides `after` and `seat`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// How many lines of the record whoever sends this has seen; another number is refused, so that nobody answers a
    /// question that is no longer asked.
    #[serde(default)]
    pub after: Option<usize>,
    /// For which seat; by default the one that is asked.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Anything that could be typed at the prompt: an action, dice, `undo`, `amend ... because ...`.
    #[serde(default)]
    pub line: Option<String>,
    /// A place of the picture that a hand points at: it is typed at the end of the line, before a reason.
    #[serde(default)]
    pub at: Option<[f32; 2]>,
    /// Faces of the dice asked for, die by die, by their numbers among the die's faces.
    #[serde(default)]
    pub faces: Option<Vec<u8>>,
    /// Take back, so that this many inputs still count.
    #[serde(default)]
    pub keep: Option<usize>,
    /// Yes or no to the take-back that is proposed.
    #[serde(default)]
    pub consent: Option<bool>,
    /// Let a bot take the decision that is asked for, in one's place.
    #[serde(default)]
    pub decide: bool,
    /// Words to the others.
    #[serde(default)]
    pub chat: Option<String>,
}

/// What came of an input.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Done {
    /// What is to be said of it; may be empty.
    pub says: String,
    /// An answer, where the line was a question.
    pub answer: Option<Reply>,
}

/// A question: may something be done, and what are the odds; or anything the game can be asked.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// As it would be typed: an action (is it legal, and why not), or a question such as `los finn "marro 1"`.
    pub line: String,
    /// For which seat.
    #[serde(default)]
    pub seat: Option<u8>,
    /// A place of the picture that a hand points at: then the line's action is meant, but there. The headline of the
    /// answer says that action.
    #[serde(default)]
    pub at: Option<[f32; 2]>,
    /// Whether an empty answer will do where the line means nothing here, such as the odds of what is left to no chance.
    #[serde(default)]
    pub or_nothing: bool,
}

/// An answer.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Reply {
    /// In one line.
    pub headline: String,
    /// Yes or no, where there is such an answer.
    pub yes: Option<bool>,
    /// The grounds, what decides first.
    pub grounds: Vec<String>,
    /// Every ground.
    pub all: Vec<String>,
    /// What would be legal instead, as it would be typed.
    pub instead: Vec<String>,
    /// What should be known before it is done.
    pub warnings: Vec<String>,
    /// A table: its head, then its rows.
    pub rows: Vec<Vec<String>>,
    /// Averages and single chances.
    pub means: Vec<MeasuredAs>,
    /// Of how many plays the odds are a sample.
    pub plays: Option<u32>,
    /// What is drawn over the board.
    pub shapes: Vec<Drawn>,
    /// The pieces that an action moves, where they will stand.
    pub after: Vec<Drawn>,
    /// The whole picture with the answer drawn in, where the answer is a picture.
    pub scene: Option<Picture>,
}

/// One number of an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MeasuredAs {
    /// Of what.
    pub of: String,
    /// As people read it.
    pub says: String,
    /// The number.
    pub value: f64,
}

/// Why something was not done. Nothing changed.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Fault {
    /// In one sentence.
    pub says: String,
    /// The grounds, where rules forbid it.
    pub grounds: Vec<String>,
    /// What was probably meant, or would be legal.
    pub instead: Vec<String>,
    /// Whether a judge may let it through.
    pub may_be_overruled: bool,
}
