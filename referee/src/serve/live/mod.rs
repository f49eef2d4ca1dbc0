//! A table in progress on a server: who may put in what, who is waited for, and what each may see.

mod around;
mod ask;
mod corrections;
mod laid;
mod names;
mod put;
mod rematch;
mod take_back;
mod view;

pub use names::{Names, printed};
pub use rematch::Rematch;

use super::problem::Problem;
use super::role::Role;
use super::wire::{Ask, Put, Said};
use crate::bots::{Bots, NOTHING, Player, fault};
use crate::dice_source::seeded;
use crate::help::meant_at;
use crate::library::Library;
use crate::prompt;
use crate::session::salt;
use crate::store::{Addition, Kept};
use crate::taking_back::TakenBack;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use umpire_core::host::{Asked, AskedGroup, Table};
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::transcript::{Input, Sealed, Transcript};

/// Take-backs that are shown at most.
const MOST_UNDONE: usize = 20;
/// Corrections that are shown at most.
const MOST_CORRECTIONS: usize = 20;

/// How a table is played: what is kept of it beside its record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Who decides, in seat order.
    pub players: Vec<String>,
    /// Whether dice are typed as they fall.
    pub typed: bool,
    /// The seed of dice and bots, in digits.
    pub seed: String,
    /// What is said aloud before the game.
    pub warnings: Vec<String>,
    /// Whether spectators see the table as it was when the turn began.
    #[serde(default)]
    pub delayed: bool,
    /// The address that is told who is waited for.
    #[serde(default)]
    pub webhook: Option<String>,
}

/// A moment of a table: lines of its record, and sealed decisions that are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(usize, usize);

/// A table in progress.
pub struct Live {
    table: Box<dyn Table>,
    library: Arc<Library>,
    settings: Settings,
    /// What the battle is called.
    title: String,
    seed: u128,
    players: Vec<Player>,
    seats: Vec<(Seat, String)>,
    bots: Bots,
    revision: i64,
    /// Lines and sealed decisions that are stored.
    stored: (usize, Vec<Sealed>),
    proposal: Option<take_back::Proposed>,
    /// What was proposed last and came to nothing.
    declined: Option<take_back::Declined>,
    /// How many take-backs and draws were proposed.
    proposals: u32,
    /// What of the rules went wrong where nobody was asked: the table stands still by it.
    fault: Option<String>,
    undone: take_back::Undone,
    corrections: Vec<corrections::Correction>,
    taken_back: TakenBack,
    /// Dice that lie there while others are waited for.
    laid: laid::Laid,
    chat: Vec<Said>,
    /// The number of what was said last.
    heard: i64,
    names: Names,
    /// Where the battle is fought once more, when it is over.
    rematch: Option<Rematch>,
    /// What was shown since something was put in last, for others who look on as the same.
    views: RefCell<Vec<view::Seen>>,
    /// To how many it was shown.
    shown: Cell<usize>,
}

impl Live {
    /// A table as it is kept, played again.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn of(library: Arc<Library>, kept: Kept) -> Result<Live, Problem> {
        let settings: Settings = serde_json::from_str(&kept.settings)
            .map_err(|fault| Problem::says(format!("this table is damaged: {fault}")))?;
        let table = replayed(&library, &kept.transcript, Replaying::whole(&seeded))?;
        let changed = take_back::changed_in(&library, &kept.transcript)?;
        let take_back::ChangedSince { undone, taken_back, corrections } = changed;
        let live = Live::new(library, table, settings, kept.revision)?;
        Ok(Live { undone, taken_back, corrections, ..live })
    }

    fn new(
        library: Arc<Library>,
        table: Box<dyn Table>,
        settings: Settings,
        revision: i64,
    ) -> Result<Live, Problem> {
        let damaged = |what: &str| Problem::says(format!("this table is damaged: {what}"));
        let seed = settings.seed.parse();
        let seed = seed.map_err(|_| damaged(&format!("`{}` is no seed", settings.seed)))?;
        let seats = table.seats();
        // A record may name fewer players than there are seats.
        let player = |at: usize| match settings.players.get(at) {
            None => Ok(Player::Greedy),
            Some(name) => Player::named(name)
                .map(Player::shared)
                .ok_or_else(|| damaged(&format!("nobody plays as `{name}`"))),
        };
        let players = (0..seats.len()).map(player).collect::<Result<Vec<Player>, Problem>>()?;
        let title = view::title_of(&*table);
        let transcript = table.transcript();
        let stored = (transcript.entries.len(), transcript.waiting.clone());
        let (bots, chat) = (Bots::new(seed), Vec::new());
        Ok(Live {
            table,
            library,
            settings,
            title,
            seed,
            players,
            seats,
            bots,
            revision,
            stored,
            proposal: None,
            declined: None,
            proposals: 0,
            fault: None,
            undone: Vec::new(),
            corrections: Vec::new(),
            taken_back: TakenBack::default(),
            laid: laid::Laid::default(),
            chat,
            heard: 0,
            names: Names::default(),
            rematch: None,
            views: RefCell::default(),
            shown: Cell::default(),
        })
    }

    /// The game itself.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// How it is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How often it has been written to.
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// What is not stored yet; nothing, where all is.
    pub fn unstored<'a>(&'a self, table: &'a str) -> Option<Addition<'a>> {
        let transcript = self.table.transcript();
        let entries = transcript.entries.get(self.stored.0..).unwrap_or_default();
        let waiting = &transcript.waiting;
        if entries.is_empty() && *waiting == self.stored.1 {
            return None;
        }
        Some(Addition { table, revision: self.revision, entries, waiting })
    }

    /// Remembers that all is stored.
    pub fn mark_stored(&mut self, revision: i64) {
        self.forget_views();
        let transcript = self.table.transcript();
        self.stored = (transcript.entries.len(), transcript.waiting.clone());
        self.revision = revision;
    }

    fn name(&self, seat: Seat) -> String {
        self.table.seat_name(seat)
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&Player::Human)
    }

    /// The seats of persons that somebody else decides for.
    fn others(&self, role: &Role) -> Vec<u8> {
        let seats = self.seats.iter().map(|(seat, _)| *seat);
        let others = seats.filter(|seat| self.is_person(*seat) && !role.seats.contains(&seat.0));
        others.map(|seat| seat.0).collect()
    }

    /// Whether they decide above the rules: the judge, or whoever plays alone or against bots.
    fn presides(&self, role: &Role) -> bool {
        role.judge || (!role.seats.is_empty() && self.others(role).is_empty())
    }

    /// Refuses to let others do what is the judge's.
    fn preside(&self, role: &Role, what: &str) -> Result<(), Problem> {
        match self.presides(role) {
            true => Ok(()),
            false => Err(Problem::forbidden(format!("{what} is the judge's at this table"))),
        }
    }

    fn asked_seats(asked: &Asked) -> Vec<u8> {
        match asked {
            Asked::Choice { seats, .. } => seats.iter().map(|seat| seat.0).collect(),
            Asked::Roll { groups, .. } => groups.iter().map(|group| group.seat.0).collect(),
            Asked::Over(_) => Vec::new(),
        }
    }

    /// As whom somebody sees the table now.
    pub fn viewer(&self, role: &Role) -> Option<Seat> {
        role.viewer(&Live::asked_seats(&self.table.pending()))
    }

    /// Whether they may roll dice that are asked for.
    fn may_roll(&self, role: &Role, groups: &[AskedGroup]) -> bool {
        let mut persons =
            groups.iter().map(|group| group.seat).filter(|seat| self.is_person(*seat));
        let theirs = groups.iter().any(|group| role.holds(group.seat));
        let nobodys = persons.next().is_none() && !role.looks_on();
        theirs || nobodys || role.judge
    }

    // What nobody has to put in.

    /// The moment, where a bot is asked that thinks for a while: that is done on a copy of the table.
    pub fn pondered(&self) -> Option<(Moment, Past)> {
        let (seat, player) = self.asked_bot()?;
        (!self.table.is_free() && seat != Seat::JUDGE && matches!(player, Player::Mcts(_)))
            .then(|| (self.moment(), self.past()))
    }

    /// What the bot decides that is asked.
    pub fn ponder(&self) -> Option<Value> {
        let (seat, player) = self.asked_bot()?;
        self.bots.decide(&*self.table, seat, player)
    }

    /// Whether nothing was put in since a moment.
    pub fn is_still(&self, moment: Moment) -> bool {
        self.moment() == moment
    }

    fn moment(&self) -> Moment {
        let transcript = self.table.transcript();
        Moment(transcript.entries.len(), transcript.waiting.len())
    }

    /// The bot that is asked.
    fn asked_bot(&self) -> Option<(Seat, Player)> {
        let Asked::Choice { seats, .. } = self.table.pending() else { return None };
        let seat = seats.iter().find(|seat| self.is_a_bots(*seat))?;
        Some((seat, self.players.get(seat.index()).copied().unwrap_or(Player::Random)))
    }

    /// Carries out one thing that waits for no person: a decision of a bot, the one it has come to if it has thought,
    /// or dice of the seed. Tells whether there was one.
    ///
    /// # Errors
    /// Where the rules have a fault.
    pub fn step(&mut self, decided: Option<&Value>) -> Result<bool, Problem> {
        let (_, told) = self.open();
        let stepped = self.carry_on(decided)?;
        self.passes_over(None, (None, told));
        Ok(stepped)
    }

    fn carry_on(&mut self, decided: Option<&Value>) -> Result<bool, Problem> {
        self.forget_views();
        if self.table.is_free() {
            return Ok(false);
        }
        match self.table.pending() {
            Asked::Over(_) => Ok(false),
            // Whoever typed what falls for a bot alone would know it.
            Asked::Roll { groups, secret_to, .. }
                if !self.settings.typed || secret_to.is_some_and(|seat| self.is_a_bots(seat)) =>
            {
                self.roll_seeded(&groups).map(|_| true)
            }
            Asked::Roll { .. } => Ok(false),
            Asked::Choice { .. } => {
                let Some((seat, player)) = self.asked_bot() else { return Ok(false) };
                let faulty = |says: String| Problem::says(says);
                // Whoever thinks for a while has done so by now, or there is no time.
                let at_once =
                    if matches!(player, Player::Mcts(_)) { Player::Greedy } else { player };
                let decide = || self.bots.decide(&*self.table, seat, at_once);
                let action = decided.cloned().or_else(decide);
                let action = action.ok_or_else(|| faulty(fault(&*self.table, NOTHING)))?;
                let carried = self.bots.carry_out(&mut *self.table, seat, &action, &salt());
                carried.map_err(faulty)?;
                self.declined = None;
                Ok(true)
            }
        }
    }

    /// Remembers what went wrong with the rules, for all at the table to read.
    pub fn fails(&mut self, problem: &Problem) {
        self.forget_views();
        self.fault = Some(problem.fault.says.clone());
    }

    /// A line that is put in and only asks, as a question; nothing for any other.
    pub fn asked_in(&self, role: &Role, put: &Put) -> Option<Ask> {
        let bare = put.chat.is_none() && put.consent.is_none() && put.keep.is_none();
        let line = put.line.as_deref().filter(|_| bare && put.faces.is_none() && !put.decide)?;
        let (_, rest) = self.split_seat(line, None);
        let command = prompt::read(rest, self.table.questions()).ok()?;
        let command = meant_at(&*self.table, command, rest, role.judge);
        let ask = || Ask { line: line.into(), seat: put.seat, at: put.at, ..Ask::default() };
        command.asks().then(ask)
    }

    /// Whether a bot decides for a seat; where no person plays, also for the judge.
    fn is_a_bots(&self, seat: Seat) -> bool {
        match seat {
            Seat::JUDGE => !self.players.contains(&Player::Human),
            seat => !self.is_person(seat),
        }
    }

    /// After how many inputs somebody sees the table, who does not see it as it is: spectators of a table that is
    /// delayed, while the game is on.
    pub fn delayed_to(&self, role: &Role) -> Option<usize> {
        let over = matches!(self.table.pending(), Asked::Over(_));
        let delayed = self.settings.delayed && role.looks_on() && !over;
        // A turn is seen when it is over: until the next has begun.
        let to = self.table.turn_start_of(self.table.counted().saturating_sub(1));
        (delayed && to < self.table.counted()).then_some(to)
    }

    /// The game after `at` inputs with nothing in it of what came later, to be played again at leisure.
    ///
    /// # Errors
    /// Where there were not so many.
    pub fn shortened(&self, at: usize) -> Result<Past, Problem> {
        let transcript = self.table.begun_again(at);
        let transcript = transcript.ok_or_else(|| Problem::says("there are not so many inputs"))?;
        let (undone, corrections, chat) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Past { transcript, counted: at, undone, corrections, chat, ..self.past() })
    }

    /// What an earlier moment is played again from, at leisure.
    pub fn past(&self) -> Past {
        Past {
            library: Arc::clone(&self.library),
            transcript: self.table.transcript().clone(),
            counted: self.table.counted(),
            settings: self.settings.clone(),
            revision: self.revision,
            undone: self.undone.clone(),
            corrections: self.corrections.clone(),
            chat: self.chat.clone(),
            names: self.names.clone(),
        }
    }

    /// Whether somebody may go on from an earlier moment at a table of their own: nobody else's secrets are in it.
    ///
    /// # Errors
    /// Where they may not, and why.
    pub fn may_go_on(&self, role: &Role) -> Result<(), Problem> {
        let over = matches!(self.table.pending(), Asked::Over(_));
        match over || self.presides(role) {
            true => Ok(()),
            false => Err(Problem::forbidden(
                "others play here and have their secrets: go on from here when the game is over",
            )),
        }
    }
}

/// A table's record, to be played again while the table goes on.
pub struct Past {
    library: Arc<Library>,
    transcript: Transcript,
    counted: usize,
    settings: Settings,
    revision: i64,
    undone: take_back::Undone,
    corrections: Vec<corrections::Correction>,
    chat: Vec<Said>,
    names: Names,
}

impl Past {
    /// The record.
    pub fn into_transcript(self) -> Transcript {
        self.transcript
    }

    /// The table as it is.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn now(self) -> Result<Live, Problem> {
        let now = self.counted;
        self.at(now)
    }

    /// The table as it was after `at` inputs, with the corrections that were made since.
    ///
    /// # Errors
    /// Where there were not so many.
    pub fn at(self, at: usize) -> Result<Live, Problem> {
        let mut transcript = self.transcript;
        let earlier = at != self.counted;
        if earlier {
            transcript.waiting.clear();
        }
        let mut table = replayed(&self.library, &transcript, Replaying::whole(&seeded))?;
        if earlier {
            let none = |_| Problem::says("there are not so many inputs");
            table.undo(at).map_err(none)?;
        }
        let mut live = Live::new(self.library, table, self.settings, self.revision)?;
        (live.chat, live.names) = (self.chat, self.names);
        live.undone = self.undone.into_iter().filter(|(keep, _)| *keep <= at).collect();
        live.corrections = self.corrections;
        corrections::keep(&mut live.corrections, at);
        Ok(live)
    }
}

/// A record played again.
pub fn replayed(
    library: &Library,
    transcript: &Transcript,
    how: Replaying,
) -> Result<Box<dyn Table>, Problem> {
    library.replay(transcript, how)?.map_err(|differs| {
        let doubts = crate::save::doubts(transcript, &library.data);
        let doubts: String = doubts.iter().map(|doubt| format!(" ({doubt})")).collect();
        Problem::says(format!("{differs}{doubts}"))
    })
}

/// Whether what came after `entries` lines only adds to the log.
pub fn only_adds(transcript: &Transcript, entries: usize) -> bool {
    let new = transcript.entries.get(entries..);
    new.is_some_and(|new| {
        new.iter().all(|entry| !matches!(entry.input, Input::Undo { .. } | Input::Correct { .. }))
    })
}
