//! A game in progress at a keyboard: who is asked, who rolls, what is told, and how it ends.

mod asked_dice;
mod asking;
mod board;
mod free_dice;
mod help;
mod judge;
mod listing;
mod log;
mod no_dice;
mod shared;
mod talk;
mod telling;

pub use listing::names;

use crate::bots::{Bots, NOTHING, Player, fault};
use crate::console::{Console, Typed};
use crate::dice_source::{DiceFrom, read_typed, seeded_faces};
use crate::library::Library;
use crate::save::Journal;
use crate::taking_back::TakenBack;
use crate::trouble::Trouble;
use crate::watch::Watch;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use umpire_core::game::Outcome;
use umpire_core::host::{Asked, AskedGroup, Table};
use umpire_core::ruling::Ruling;
use umpire_core::scene::Corner;
use umpire_core::seat::{Seat, Seats};
use umpire_core::transcript::{FaceSource, Input};

/// What whoever cannot save where they wanted may do.
const KEEP_ELSEWHERE: &str = "`save FILE` keeps the game in another file, `quit` again leaves it";

/// How a game is played.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Who decides, in seat order.
    pub players: Vec<Player>,
    /// Who rolls.
    pub dice: DiceFrom,
    /// The seed of dice and bots.
    pub seed: u128,
    /// Where the game is saved.
    pub save: Option<PathBuf>,
    /// Whether the board is drawn when a round begins.
    pub board: bool,
    /// Whether what bots do is told in short to those who play against them.
    pub short: bool,
    /// Whether everything is told as JSON, a value a line.
    pub json: bool,
    /// Whether nobody is asked: a referee's table.
    pub free: bool,
}

/// How a sitting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The game is over.
    Over,
    /// No more is typed.
    InputEnded,
    /// The person left.
    Quit,
    /// The person pressed Ctrl-C.
    Interrupted,
}

/// A ruling that `why` explains.
#[derive(Clone)]
struct Ruled {
    about: String,
    ruling: Ruling<String>,
}

/// What was decided last.
enum Last {
    /// An action.
    Ruled(Ruled),
    /// What dice came to.
    Dice,
}

/// A game at a keyboard.
pub struct Sitting<'s, 'c> {
    table: Box<dyn Table>,
    library: &'s Library,
    settings: Settings,
    console: &'s mut Console<'c>,
    seats: Vec<(Seat, String)>,
    bots: Bots,
    /// Inputs whose lines have been told.
    shown: usize,
    /// What was asked when it was last printed, and of whom.
    asked: Option<(usize, Asked)>,
    /// Typed dice kept for the next roll.
    left: String,
    last: Option<Last>,
    taken_back: TakenBack,
    /// The action that was warned of, and after how many inputs.
    warned: Option<(usize, Seat, serde_json::Value)>,
    round: Option<String>,
    /// The part of the table that was shown last.
    corner: Corner,
    /// Whether it was told how to see the rest of the table, and what its letters mean.
    guided: bool,
    /// Whether the last decision was a bot's, which is told in short.
    bots_turn: bool,
    /// Whether anything was left out of what was told.
    cut: bool,
    /// Whether it was told where the whole is.
    told_of_log: bool,
    free_rolls: u64,
    /// Where every input is written.
    journal: Option<Journal>,
    /// Whether it was said that it cannot be.
    unsaved: bool,
    /// How many inputs are in a file, saved by hand or the one that was resumed.
    saved_at: usize,
    /// What counted before the last correction, as long as nothing else was put in: after how many inputs, and those it took
    /// the place of.
    corrected: Option<(usize, Vec<Input>)>,
    /// After how many inputs somebody was told what would be lost by quitting.
    quit_at: Option<usize>,
    /// What was typed in the place of an answer that it is not, and is read next.
    put_off: Option<Typed>,
    /// The files that are taken in when they are saved.
    watch: Option<Watch>,
}

type Step = Result<Option<Ending>, Trouble>;

/// What was said or done, or why nothing could be.
type Done = Result<(), Trouble>;

impl<'s, 'c> Sitting<'s, 'c> {
    /// Sits down at a table, new or resumed.
    pub fn new(
        table: Box<dyn Table>,
        library: &'s Library,
        settings: Settings,
        console: &'s mut Console<'c>,
    ) -> Sitting<'s, 'c> {
        let (seats, shown) = (table.seats(), table.counted());
        let bots = Bots::new(settings.seed).stopped_by(&console.stop);
        Sitting {
            table,
            library,
            settings,
            console,
            seats,
            bots,
            shown,
            asked: None,
            left: String::new(),
            last: None,
            taken_back: TakenBack::default(),
            warned: None,
            round: None,
            corner: Corner::default(),
            guided: false,
            bots_turn: false,
            cut: false,
            told_of_log: false,
            free_rolls: 0,
            journal: None,
            unsaved: false,
            saved_at: shown,
            corrected: None,
            quit_at: None,
            put_off: None,
            watch: None,
        }
    }

    /// The same, going on under files that are saved meanwhile.
    #[must_use]
    pub fn watching(mut self, watch: Watch) -> Self {
        let (news, library) = (Mutex::new(watch.clone()), self.library.clone());
        self.console.lines.herald(Arc::new(move || {
            news.lock().unwrap_or_else(PoisonError::into_inner).news(&library)
        }));
        self.watch = Some(watch);
        self
    }

    /// Plays until the game is over or nobody plays on.
    ///
    /// # Errors
    /// Where nothing can be printed, nothing can be saved from the beginning, or a ruleset fails its
    /// contract.
    pub fn run(&mut self) -> Result<Ending, Trouble> {
        if let Some(path) = &self.settings.save {
            let journal = Journal::begin(path, self.table.transcript())?;
            let kept = journal.aside().map(|aside| {
                format!("the game that was in this file is kept in `{}`", aside.display())
            });
            self.journal = Some(journal);
            kept.map_or(Ok(()), |kept| self.tell_note(&kept))?;
        }
        loop {
            self.take_saved()?;
            self.write_down()?;
            self.tell_new()?;
            if self.console.out.terminal {
                self.console.out.flush()?;
            }
            let ending =
                if self.console.stopped() { Some(Ending::Interrupted) } else { self.step()? };
            if let Some(ending) = ending
                && self.leave(ending)?
            {
                return Ok(ending);
            }
        }
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// What the game waits for, in words of whoever is asked in secret and reads the screen, or of all who read it.
    fn asked_here(&self) -> Asked {
        let asked = match self.table.pending() {
            Asked::Choice { seats, sealed: true, .. } => seats.first().filter(|_| seats.len() == 1),
            _ => None,
        };
        let person = asked.filter(|seat| !self.settings.free && self.is_person(*seat));
        self.table.pending_seen_by(person.or(self.at_the_screen()))
    }

    fn step(&mut self) -> Step {
        let asked = self.asked_here();
        if !matches!(asked, Asked::Over(_)) {
            self.tell_round()?;
        }
        if self.settings.free {
            self.tell_asked(&asked)?;
            return self.talk(None, "table", false);
        }
        match &asked {
            Asked::Over(outcome) => self.over(&asked, *outcome),
            Asked::Roll { groups, secret_to, .. } => self.roll(&asked, groups, *secret_to),
            Asked::Choice { seats, sealed, .. } => self.choose(&asked, *seats, *sealed),
        }
    }

    fn over(&mut self, asked: &Asked, outcome: Outcome) -> Step {
        if self.is_told(asked) {
            return self.talk(None, "over", false);
        }
        self.tell_over(outcome)?;
        self.asked = Some((self.table.counted(), asked.clone()));
        Ok((!self.has_person()).then_some(Ending::Over))
    }

    fn roll(&mut self, asked: &Asked, groups: &[AskedGroup], secret_to: Option<Seat>) -> Step {
        // Whoever typed what falls for a bot alone would know it.
        let is_a_bots = secret_to.is_some_and(|seat| !self.is_person(seat));
        let seeded = self.settings.dice == DiceFrom::Seed || is_a_bots;
        let unseen = secret_to.filter(|_| !seeded && self.persons().count() > 1);
        if let Some(seat) = unseen
            && !self.is_told(asked)
        {
            self.hand_over(seat)?;
        }
        // Dice of a bot's turn that nobody types are told with what they came to.
        if !(seeded && self.bots_turn) {
            self.tell_asked(asked)?;
        }
        if seeded {
            self.roll_seeded(groups)?;
            return Ok(None);
        }
        if self.left.is_empty() {
            return self.talk(unseen, "dice", unseen.is_some());
        }
        let left = std::mem::take(&mut self.left);
        match read_typed(&*self.table, &left) {
            Ok(typed) => {
                self.tell_note(&format!("takes `{left}`, typed before"))?;
                self.left = typed.left;
                self.take_faces(&typed.faces, FaceSource::Typed)?;
            }
            Err(says) => {
                let says = format!("`{left}`, typed before, does not fit: {says}");
                self.complain(&says, &[])?;
            }
        }
        Ok(None)
    }

    fn roll_seeded(&mut self, groups: &[AskedGroup]) -> Result<(), Trouble> {
        let faces = seeded_faces(self.settings.seed, self.table.counted(), groups);
        self.take_faces(&faces, FaceSource::Seeded)
    }

    /// Dice typed for a roll that never came are dropped when something else is put in: the next roll
    /// has its own.
    fn drop_left(&mut self) -> Result<(), Trouble> {
        if self.left.is_empty() {
            return Ok(());
        }
        let left = std::mem::take(&mut self.left);
        self.tell_note(&format!("`{left}`, typed before, is dropped: no dice were asked for since"))
    }

    fn take_faces(&mut self, faces: &[u8], source: FaceSource) -> Result<(), Trouble> {
        match self.table.roll(faces, source, &salt()) {
            Ok(_) => {
                self.last = Some(Last::Dice);
                Ok(())
            }
            Err(refused) if source == FaceSource::Typed => self.refuse("these dice", &refused),
            Err(refused) => {
                Err(Trouble::Failed(format!("the dice are refused: {}", refused.says())))
            }
        }
    }

    fn choose(&mut self, asked: &Asked, seats: Seats, sealed: bool) -> Step {
        if let Some(bot) = seats.iter().find(|seat| !self.is_person(*seat)) {
            self.decide(bot, sealed)?;
            return Ok(None);
        }
        let Some(seat) = seats.first() else {
            return Err(Trouble::Failed(
                "the game waits for nobody: its rules have a fault".into(),
            ));
        };
        let hidden = sealed && self.persons().count() > 1;
        if hidden && !self.is_told(asked) {
            self.hand_over(seat)?;
        }
        self.tell_asked(asked)?;
        let name = self.name(seat);
        self.talk(Some(seat), &name, hidden)
    }

    /// Lets a bot decide; what a ruleset lists and then refuses is a fault of its rules.
    fn decide(&mut self, seat: Seat, sealed: bool) -> Result<(), Trouble> {
        let player = self.settings.players.get(seat.index()).copied().unwrap_or(Player::Random);
        let action = self.bots.decide(&*self.table, seat, player);
        // What was cut off in its thoughts would decide otherwise than it does.
        if matches!(player, Player::Mcts(_)) && self.console.stopped() {
            return Ok(());
        }
        let action = action.ok_or_else(|| Trouble::Failed(fault(&*self.table, NOTHING)))?;
        let ruled = (self.has_person() && !sealed).then(|| self.ruled(seat, &action)).flatten();
        let carried = self.bots.carry_out(&mut *self.table, seat, &action, &salt());
        match carried.map_err(Trouble::Failed)? {
            true => {
                self.last = ruled.map(Last::Ruled);
                self.drop_left()
            }
            false => Ok(()),
        }
    }

    /// The ruling on an action, to be explained when somebody asks why.
    fn ruled(&self, seat: Seat, action: &serde_json::Value) -> Option<Ruled> {
        let about = format!("{}: {}", self.name(seat), self.table.say_action(seat, action));
        Some(Ruled { about, ruling: self.table.ruling(seat, action).ok()? })
    }

    fn persons(&self) -> impl Iterator<Item = Seat> {
        let seats = self.seats.iter().zip(&self.settings.players);
        seats.filter(|(_, player)| **player == Player::Human).map(|((seat, _), _)| *seat)
    }

    /// As whom the screen is read: the one person at it, what all of several may know; where there is none, all there is.
    fn at_the_screen(&self) -> Option<Seat> {
        let mut persons = self.persons().filter(|_| !self.settings.free);
        match (persons.next(), persons.next()) {
            (person, None) => person,
            _ => Some(Seat::NOBODY),
        }
    }

    fn has_person(&self) -> bool {
        self.settings.free
            || self.settings.dice == DiceFrom::Typed
            || self.persons().next().is_some()
    }

    /// Whether a person decides for a seat; the judge is whoever is there.
    fn is_person(&self, seat: Seat) -> bool {
        if seat == Seat::JUDGE { self.has_person() } else { self.persons().any(|one| one == seat) }
    }

    fn name(&self, seat: Seat) -> String {
        self.table.seat_name(seat)
    }

    /// Adds to the file what was put in since: what is answered is written, and, where a person
    /// plays, not even a power cut takes it away. Where that fails it is said, and the game goes on.
    fn write_down(&mut self) -> Result<(), Trouble> {
        let sync = self.has_person();
        let Some(journal) = &mut self.journal else { return Ok(()) };
        match journal.add(self.table.transcript(), sync) {
            Ok(()) if self.unsaved => {
                self.unsaved = false;
                self.tell_note("saved again")
            }
            Err(trouble) if !self.unsaved => {
                self.unsaved = true;
                self.tell_note(&format!("not saved: {trouble}; the game goes on"))
            }
            _ => Ok(()),
        }
    }

    /// Whether something was put in that no file has.
    fn is_unsaved(&self) -> bool {
        (self.journal.is_none() || self.unsaved) && self.saved_at < self.table.counted()
    }

    /// Ends the sitting, with the record in its file. Where that fails, whoever sits at a terminal is told so, once, and stays.
    fn leave(&mut self, ending: Ending) -> Result<bool, Trouble> {
        self.tell_ending(ending)?;
        if let Some(journal) = &mut self.journal {
            let path = journal.path().to_path_buf();
            match journal.end(&self.table.saved()) {
                Ok(()) => self.tell_saved(&path)?,
                Err(trouble) if self.saved_at > 0 && self.saved_at == self.table.counted() => {
                    let says = "the game is kept where it was saved before";
                    self.tell_note(&format!("{trouble}; {says}"))?;
                }
                Err(trouble) if self.stays() => {
                    self.complain(&format!("not saved: {trouble}"), &[])?;
                    self.tell_note(KEEP_ELSEWHERE)?;
                    return Ok(false);
                }
                Err(trouble) => return Err(trouble),
            }
        } else if self.is_unsaved() && self.is_left(ending) {
            match self.saved_at {
                0 => self.tell_note("nothing is saved: `--save FILE` names a file")?,
                line => self.tell_note(&format!("what came after line {line} is not saved"))?,
            }
        }
        self.console.out.flush()?;
        Ok(true)
    }

    /// Whether somebody leaves a game that goes on; lines of a file that end leave it, too, and say what it waits for.
    fn is_left(&self, ending: Ending) -> bool {
        match ending {
            Ending::Interrupted | Ending::Quit => true,
            Ending::InputEnded => self.is_at_terminal(),
            _ => false,
        }
    }

    /// Whether lines are typed on a terminal, and what is said is read there.
    fn is_at_terminal(&self) -> bool {
        self.console.out.terminal && self.console.lines.number().is_none()
    }

    /// Whether somebody at a terminal was not yet told that what was put in is lost; now they will be.
    fn stays(&mut self) -> bool {
        let now = Some(self.table.counted());
        let is_there = self.has_person() && self.is_at_terminal() && self.quit_at != now;
        if is_there {
            self.quit_at = now;
            self.console.stop.store(false, Ordering::Relaxed);
        }
        is_there
    }
}

/// Letters nobody can guess, that hide a sealed decision.
pub(crate) fn salt() -> String {
    let bytes: [u8; 16] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
