//! A table in progress on a server: who may put in what, who is waited for, and what each may see.

use super::problem::Problem;
use super::role::Role;
use super::wire::{
    Ask, AskedFor, Done, Fault, LogLine, Offers, Picture, Proposal, Put, QuestionEntry, Reply,
    Said, SeatEntry, Status, Undone, View,
};
use crate::bots::{Bots, NOTHING, Player, fault};
use crate::dice_source::{read_typed, seeded_faces};
use crate::library::Library;
use crate::prompt::{self, Back, Command};
use crate::session::salt;
use crate::store::{Addition, Kept};
use crate::taking_back::{last_put_in, learned_since};
use crate::trouble::counted;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use umpire_core::data::Tree;
use umpire_core::game::Stop;
use umpire_core::host::{Asked, AskedGroup, Line, Table, Told};
use umpire_core::scene::seat_colour;
use umpire_core::seat::Seat;
use umpire_core::session::Refused;
use umpire_core::transcript::{Entry, FaceSource, Input, Sealed, Transcript};

/// Words that are kept of what is said at a table, and letters of the longest of them.
const MOST_SAID: usize = 200;
const LONGEST_SAID: usize = 500;
/// Take-backs that are shown at most.
const MOST_UNDONE: usize = 20;
/// Actions that are offered at most; others may be typed.
const MOST_OFFERS: usize = 3000;

/// How a table is played: what is kept of it beside its record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Who decides, in seat order.
    pub players: Vec<String>,
    /// Whether dice are typed as they fall.
    pub typed: bool,
    /// The seed of dice and bots, in digits.
    pub seed: String,
    /// What is said aloud before the game.
    pub warnings: Vec<String>,
}

/// A take-back that waits for consent.
#[derive(Debug, Clone)]
struct Proposed {
    by: Role,
    keep: usize,
    because: String,
    waits_for: Vec<u8>,
}

/// A table in progress.
pub struct Live {
    table: Box<dyn Table>,
    library: Arc<Library>,
    settings: Settings,
    seed: u128,
    players: Vec<Player>,
    seats: Vec<(Seat, String)>,
    bots: Bots,
    revision: i64,
    /// Lines and sealed decisions that are stored.
    stored: (usize, Vec<Sealed>),
    proposal: Option<Proposed>,
    /// What was taken back, with how many inputs counted then.
    undone: Vec<(usize, Vec<Line>)>,
    chat: Vec<Said>,
}

impl Live {
    /// A table as it is kept, played again.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn of(library: Arc<Library>, kept: Kept) -> Result<Live, Problem> {
        let settings: Settings = serde_json::from_str(&kept.settings)
            .map_err(|fault| Problem::says(format!("this table is damaged: {fault}")))?;
        let table = replayed(&library, &kept.transcript, None)?;
        let undone = undone_in(&library, &kept.transcript)?;
        Ok(Live { undone, ..Live::new(library, table, settings, kept.revision) })
    }

    fn new(
        library: Arc<Library>,
        table: Box<dyn Table>,
        settings: Settings,
        revision: i64,
    ) -> Live {
        let seed = settings.seed.parse().unwrap_or(1);
        let known = |at: usize| settings.players.get(at).and_then(|name| Player::named(name));
        let seats = table.seats();
        let players = (0..seats.len()).map(|at| known(at).unwrap_or(Player::Greedy)).collect();
        let transcript = table.transcript();
        let stored = (transcript.entries.len(), transcript.waiting.clone());
        let (bots, chat) = (Bots::new(seed), Vec::new());
        Live {
            table,
            library,
            settings,
            seed,
            players,
            seats,
            bots,
            revision,
            stored,
            proposal: None,
            undone: Vec::new(),
            chat,
        }
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
    pub fn is_stored(&mut self, revision: i64) {
        let transcript = self.table.transcript();
        self.stored = (transcript.entries.len(), transcript.waiting.clone());
        self.revision = revision;
    }

    fn name(&self, seat: Seat) -> String {
        let known = self.seats.iter().find(|(known, _)| *known == seat);
        known.map_or_else(|| seat.lettered(), |(_, name)| name.clone())
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

    // What is put in.

    /// Takes an input.
    ///
    /// # Errors
    /// Where it came too late, is not theirs to put in, means nothing, or is against the rules.
    pub fn put(&mut self, role: &Role, put: &Put) -> Result<Done, Problem> {
        if put.after.is_some_and(|after| after != self.table.transcript().entries.len()) {
            return Err(Problem::stale());
        }
        if role.looks_on() {
            return Err(Problem::forbidden("spectators look on: this link decides for nobody"));
        }
        if let Some(words) = &put.chat {
            return self.say(role, words);
        }
        if let Some(consent) = put.consent {
            return self.consent(role, consent);
        }
        if let Some(keep) = put.keep {
            return self.take_back(role, keep);
        }
        if let Some(faces) = &put.faces {
            return self.roll(role, faces);
        }
        if put.decide {
            return self.decide(role, put.seat.map(Seat));
        }
        let line = put.line.as_deref().ok_or_else(|| Problem::says("nothing was put in"))?;
        let line = self.with_place(line, put.at)?;
        let (seat, line) = self.split_seat(&line, put.seat.map(Seat));
        let command = prompt::read(line, self.table.questions()).map_err(Problem::says)?;
        self.obey(role, seat, command)
    }

    /// A line with the place that a hand points at in words.
    fn with_place(&self, line: &str, at: Option<[f32; 2]>) -> Result<String, Problem> {
        let Some(at) = at else { return Ok(line.to_string()) };
        let place = self.table.place_at(at.into());
        let place =
            place.ok_or_else(|| Problem::says("at this table things are picked, not places"))?;
        Ok(line.replace('@', &place))
    }

    fn say(&mut self, role: &Role, words: &str) -> Result<Done, Problem> {
        let words: String = words.trim().chars().take(LONGEST_SAID).collect();
        if words.is_empty() {
            return Err(Problem::says("nothing was said"));
        }
        let by = role.says(|seat| self.name(seat));
        self.chat.push(Said { by, words });
        let surplus = self.chat.len().saturating_sub(MOST_SAID);
        self.chat.drain(..surplus);
        Ok(Done::default())
    }

    /// The seat a line names before a colon, and the rest.
    fn split_seat<'t>(&self, text: &'t str, seat: Option<Seat>) -> (Option<Seat>, &'t str) {
        let named = text.split_once(':').and_then(|(name, rest)| {
            let name = name.trim();
            let known = self.seats.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
            let judge = || name.eq_ignore_ascii_case("judge").then_some(Seat::JUDGE);
            Some((known.map(|(seat, _)| *seat).or_else(judge)?, rest.trim()))
        });
        named.map_or((seat, text), |(seat, rest)| (Some(seat), rest))
    }

    fn obey(&mut self, role: &Role, seat: Option<Seat>, command: Command) -> Result<Done, Problem> {
        match command {
            Command::Empty => match self.table.rest() {
                Some((seat, rest)) if role.holds(seat) => self.act(seat, &rest.action),
                _ => Err(Problem::says("nothing was put in")),
            },
            Command::Undo(back) => {
                let keep = self.how_far(role, back)?;
                self.take_back(role, keep)
            }
            Command::Correct(number, text) => {
                self.preside(role, "correcting a line")?;
                let text = self.split_seat(&text, None).1;
                let corrected = self.table.correct(number, text).map_err(|it| self.refusal(&it))?;
                let kept = counted(corrected.kept, "later input");
                let mut says = format!("line {number} corrected; {kept} carried out again");
                if let Some(because) = corrected.because {
                    let lines: Vec<_> = corrected.dropped.iter().map(usize::to_string).collect();
                    says +=
                        &format!("; no longer standing: {}, because {because}", lines.join(", "));
                }
                Ok(Done { says, answer: None })
            }
            Command::Overrule { action, reason } => {
                self.preside(role, "overruling")?;
                let (seat, action) = self.split_seat(&action, seat);
                let seat = self.whose(role, seat)?;
                let value = self.table.parse(seat, action)?;
                let told = self.table.overrule(seat, &value, &reason);
                self.told(told)
            }
            Command::Amend { change, reason } => {
                self.preside(role, "amending")?;
                let value = self.table.parse_amendment(&change)?;
                let told = self.table.amend(&value, &reason);
                self.told(told)
            }
            Command::Answer { action, reason } => {
                self.preside(role, "answering")?;
                let value = self.table.parse(Seat::JUDGE, &action)?;
                let told = self.table.answer(&value, &reason);
                self.told(told)
            }
            Command::Note(words) => {
                self.table.note(&words);
                Ok(Done { says: "noted".into(), answer: None })
            }
            Command::Concede(name) => {
                let (named, _) = self.split_seat(&format!("{name}:"), seat);
                let own = || role.seats.first().filter(|_| role.seats.len() == 1);
                let seat = named.or_else(|| own().map(|seat| Seat(*seat)));
                let seat = seat.ok_or_else(|| Problem::says("say who: `concede SEAT`"))?;
                if !role.holds(seat) {
                    return Err(Problem::forbidden("nobody concedes for another"));
                }
                let told = self.table.stop(Stop::Concede(seat));
                self.told(told)
            }
            Command::Draw if self.presides(role) => {
                let bots = self.players.iter().any(|player| *player != Player::Human);
                if bots && !self.table.is_free() {
                    return Err(Problem::says("the bots do not agree to a draw"));
                }
                let told = self.table.stop(Stop::Draw);
                self.told(told)
            }
            Command::Draw => {
                Err(Problem::forbidden("a draw is for all players or the judge to call"))
            }
            Command::Time => {
                self.preside(role, "calling time")?;
                let told = self.table.stop(Stop::Time);
                self.told(told)
            }
            Command::Roll(what) if what.is_empty() => {
                let Asked::Roll { groups, .. } = self.table.pending() else {
                    return Err(Problem::says("no dice are asked for now"));
                };
                if !self.may_roll(role, &groups) {
                    return Err(Problem::forbidden("these are others' dice"));
                }
                self.roll_seeded(&groups)
            }
            Command::Other(text) => self.take(role, seat, &text),
            Command::Quit | Command::Save(_) => {
                Ok(Done { says: "everything is stored already".into(), answer: None })
            }
            asks => {
                let answer = Some(self.reply(role, seat, asks, &|| false)?);
                Ok(Done { says: String::new(), answer })
            }
        }
    }

    /// For whom somebody speaks: the seat named, or the one of theirs that is asked.
    fn whose(&self, role: &Role, named: Option<Seat>) -> Result<Seat, Problem> {
        let asked = Live::asked_seats(&self.table.pending());
        let decided = self.table.decided();
        let own = || role.seats.iter().map(|seat| Seat(*seat));
        let open = |seat: &Seat| asked.contains(&seat.0) && !decided.contains(*seat);
        let judge = || (role.judge && asked.contains(&Seat::JUDGE.0)).then_some(Seat::JUDGE);
        let seat = named.or_else(|| own().find(open)).or_else(judge).or_else(|| own().next());
        let seat = seat.ok_or_else(|| Problem::says("say for whom: `SEAT: ACTION`"))?;
        let every = self.table.is_free() && role.judge;
        if !every && !self.decides(role, seat) {
            let says = format!("this link does not decide for {}", self.name(seat));
            return Err(Problem::forbidden(says));
        }
        Ok(seat)
    }

    /// Dice where dice are asked for, else an action; at a referee's table a change of the position, where it is one.
    fn take(&mut self, role: &Role, named: Option<Seat>, text: &str) -> Result<Done, Problem> {
        if let Asked::Roll { groups, .. } = self.table.pending()
            && named.is_none()
        {
            if !self.may_roll(role, &groups) {
                return Err(Problem::forbidden("these are others' dice"));
            }
            let typed = read_typed(&*self.table, text).map_err(Problem::says)?;
            if !typed.left.is_empty() {
                let says = format!("`{}` is more than the dice that are asked for", typed.left);
                return Err(Problem::says(says));
            }
            return self.faces(&typed.faces, FaceSource::Typed);
        }
        let free = self.table.is_free() && role.judge;
        let seat = self.whose(role, named);
        let parsed = seat.and_then(|seat| {
            let action = self.table.parse(seat, text)?;
            Ok((seat, action))
        });
        if free {
            let may = parsed.as_ref().is_ok_and(|(seat, action)| {
                self.table.ruling(*seat, action).is_ok_and(|ruling| ruling.holds())
            });
            if !may && let Ok(change) = self.table.parse_amendment(text) {
                let told = self.table.amend(&change, "at the table");
                return self.told(told);
            }
        }
        let (seat, action) = parsed?;
        self.act(seat, &action)
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<Done, Problem> {
        let taken = match seat {
            Seat::JUDGE => self.table.answer(action, "").map(Some),
            seat => self.table.act(seat, action, &salt()),
        };
        let says = match taken.map_err(|refused| self.refusal(&refused))? {
            None => format!("{} has decided", self.name(seat)),
            Some(_) => String::new(),
        };
        self.proposal = None;
        Ok(Done { says, answer: None })
    }

    /// Takes a decision as a bot would.
    fn decide(&mut self, role: &Role, named: Option<Seat>) -> Result<Done, Problem> {
        let seat = self.whose(role, named)?;
        let action = self.bots.decide(&*self.table, seat, Player::Greedy);
        let action = action.ok_or_else(|| Problem::says("nothing is asked of you now"))?;
        let says = self.table.say_action(seat, &action);
        let done = self.act(seat, &action)?;
        Ok(if done.says.is_empty() { Done { says, ..done } } else { done })
    }

    fn roll(&mut self, role: &Role, faces: &[u8]) -> Result<Done, Problem> {
        let Asked::Roll { groups, .. } = self.table.pending() else {
            return Err(Problem::says("no dice are asked for now"));
        };
        if !self.may_roll(role, &groups) {
            return Err(Problem::forbidden("these are others' dice"));
        }
        if !self.settings.typed {
            return Err(Problem::forbidden("at this table the seed rolls"));
        }
        self.faces(faces, FaceSource::Typed)
    }

    fn roll_seeded(&mut self, groups: &[AskedGroup]) -> Result<Done, Problem> {
        let faces = seeded_faces(self.seed, self.table.counted(), groups);
        // A record of typed dice has no seed that these could be checked against.
        let seeded = self.table.transcript().header.seed.is_some();
        self.faces(&faces, if seeded { FaceSource::Seeded } else { FaceSource::Typed })
    }

    fn faces(&mut self, faces: &[u8], source: FaceSource) -> Result<Done, Problem> {
        let told = self.table.roll(faces, source);
        self.told(told)
    }

    fn told(&mut self, told: Result<Vec<Told>, Refused>) -> Result<Done, Problem> {
        told.map_err(|refused| self.refusal(&refused))?;
        self.proposal = None;
        Ok(Done::default())
    }

    fn refusal(&self, refused: &Refused) -> Problem {
        let typed = |action: &Value| self.typed(action);
        Problem::refused(Fault::refused(refused, &typed))
    }

    /// An action as it would be typed, for whoever is asked.
    fn typed(&self, action: &Value) -> String {
        let asked = Live::asked_seats(&self.table.pending());
        self.table.say_action(Seat(asked.first().copied().unwrap_or(0)), action)
    }

    // What is taken back.

    fn how_far(&self, role: &Role, back: Back) -> Result<usize, Problem> {
        let all = self.table.counted();
        let theirs = |seat: Seat| role.holds(seat);
        let sealed = self.table.decided().iter().any(theirs);
        let anything = self.table.is_free() || (role.judge && role.seats.is_empty());
        let keep = match back {
            Back::One if sealed => Some(all),
            Back::One => last_put_in(&*self.table, anything, self.settings.typed, &theirs),
            Back::Turn => Some(self.table.turn_start()),
            Back::To(0) => Some(0),
            Back::To(number) => self.table.before_line(number).map(|before| before + 1),
        };
        keep.ok_or_else(|| {
            Problem::says(match back {
                Back::To(number) => format!("line {number} is not an input that counts"),
                _ => "there is nothing of yours to take back".into(),
            })
        })
    }

    /// Takes back to the position after `keep` inputs: at once where it is free or theirs to say, else with the consent
    /// of the others.
    fn take_back(&mut self, role: &Role, keep: usize) -> Result<Done, Problem> {
        if keep > self.table.counted() {
            return Err(Problem::says("there are not so many inputs"));
        }
        let theirs = |seat: Seat| role.seats.contains(&seat.0);
        let others = self.others(role);
        let learned = learned_since(&*self.table, keep, &theirs);
        match learned.filter(|_| !self.presides(role)) {
            None => self.carry_back(keep),
            Some(because) => {
                let says = "the others are asked whether they agree".to_string();
                let (by, waits_for) = (role.clone(), others);
                self.proposal = Some(Proposed { by, keep, because, waits_for });
                Ok(Done { says, answer: None })
            }
        }
    }

    fn carry_back(&mut self, keep: usize) -> Result<Done, Problem> {
        self.proposal = None;
        let all = self.table.counted();
        let gone = self.table.log(keep);
        let waits = !self.table.decided().is_empty();
        let mut taken = if waits { self.table.undo(all) } else { Ok(()) };
        if keep < all || !waits {
            taken = self.table.undo(keep);
        }
        taken.map_err(|refused| self.refusal(&refused))?;
        if !gone.is_empty() {
            self.undone.push((keep, gone));
            let surplus = self.undone.len().saturating_sub(MOST_UNDONE);
            self.undone.drain(..surplus);
        }
        let gone = counted(all.saturating_sub(keep), "input");
        Ok(Done { says: format!("{gone} taken back"), answer: None })
    }

    fn consent(&mut self, role: &Role, consent: bool) -> Result<Done, Problem> {
        let nothing = || Problem::says("no take-back is proposed");
        let proposed = self.proposal.as_mut().ok_or_else(nothing)?;
        let withdrawn = proposed.by == *role && !consent;
        let asked = role.judge || proposed.waits_for.iter().any(|seat| role.seats.contains(seat));
        if !withdrawn && !asked {
            return Err(Problem::forbidden("this is for the others to say"));
        }
        if !consent {
            self.proposal = None;
            let says = if withdrawn { "withdrawn" } else { "not taken back" };
            return Ok(Done { says: says.into(), answer: None });
        }
        proposed.waits_for.retain(|seat| !role.judge && !role.seats.contains(seat));
        match proposed.waits_for.is_empty() {
            true => {
                let keep = proposed.keep;
                self.carry_back(keep)
            }
            false => Ok(Done::default()),
        }
    }

    // What nobody has to put in.

    /// Carries out one thing that waits for no person: a decision of a bot, dice of the seed. Tells whether there was
    /// one.
    ///
    /// # Errors
    /// Where the rules have a fault.
    pub fn step(&mut self) -> Result<bool, Problem> {
        if self.table.is_free() {
            return Ok(false);
        }
        match self.table.pending() {
            Asked::Over(_) => Ok(false),
            Asked::Roll { groups, .. } if !self.settings.typed => {
                self.roll_seeded(&groups).map(|_| true)
            }
            Asked::Roll { .. } => Ok(false),
            Asked::Choice { seats, .. } => {
                let Some(seat) = seats.iter().find(|seat| self.is_a_bots(*seat)) else {
                    return Ok(false);
                };
                let player = self.players.get(seat.index()).copied().unwrap_or(Player::Random);
                let faulty = |says: String| Problem::says(says);
                let action = self.bots.decide(&*self.table, seat, player);
                let action = action.ok_or_else(|| faulty(fault(&*self.table, NOTHING)))?;
                let carried = self.bots.carry_out(&mut *self.table, seat, &action, &salt());
                carried.map_err(faulty)?;
                Ok(true)
            }
        }
    }

    /// Whether a bot decides for a seat; where no person plays, also for the judge.
    fn is_a_bots(&self, seat: Seat) -> bool {
        match seat {
            Seat::JUDGE => !self.players.contains(&Player::Human),
            seat => !self.is_person(seat),
        }
    }

    // What is seen.

    /// Everything that somebody may know of the table, with the log from `log_from` on.
    pub fn view(
        &self,
        id: &str,
        role: &Role,
        present: &dyn Fn(Seat) -> usize,
        log_from: usize,
    ) -> View {
        let table = &*self.table;
        let (asked, header) = (table.pending(), &table.transcript().header);
        let waited = Live::asked_seats(&asked);
        let viewer = role.viewer(&waited);
        let yours = match &asked {
            Asked::Choice { seats, .. } => seats.iter().any(|seat| self.decides(role, seat)),
            Asked::Roll { groups, .. } => self.settings.typed && self.may_roll(role, groups),
            Asked::Over(_) => false,
        };
        let seats = self.seats.iter().zip(&self.players).map(|((seat, name), player)| SeatEntry {
            seat: seat.0,
            name: name.clone(),
            player: player.name().to_string(),
            colour: seat_colour(*seat).to_string(),
            present: present(*seat),
        });
        let rest = table.rest().filter(|(seat, _)| role.holds(*seat));
        let counted = table.counted();
        View {
            table: id.to_string(),
            game: header.ruleset.clone(),
            game_title: self
                .library
                .ruleset(&header.ruleset)
                .map_or_else(|_| header.ruleset.clone(), |ruleset| ruleset.title().to_string()),
            title: title_of(table),
            edition: header.edition.clone(),
            house_rules: header.house_rules.clone(),
            warnings: self.settings.warnings.clone(),
            role: super::wire::Role {
                says: role.says(|seat| self.name(seat)),
                seats: role.seats.clone(),
                judge: self.presides(role),
            },
            seats: seats.collect(),
            referee: table.is_free(),
            typed_dice: self.settings.typed,
            after: table.transcript().entries.len(),
            counted,
            at: counted,
            yours: yours || (table.is_free() && role.judge),
            offers: self.offers(role, &asked),
            rest: rest.map(|(_, rest)| rest.says),
            questions: table
                .questions()
                .iter()
                .map(|it| QuestionEntry { usage: it.usage.to_string(), says: it.says.to_string() })
                .collect(),
            scene: Picture::of(table.scene(viewer)),
            status: table.standings(viewer).into_iter().map(Status::from).collect(),
            log: self.lines_for(role, table.log(log_from), log_from),
            log_from,
            undone: self
                .undone
                .iter()
                .map(|(keep, lines)| Undone {
                    keep: *keep,
                    lines: self.lines_for(role, lines.clone(), *keep),
                })
                .collect(),
            proposal: self.proposal.as_ref().map(|proposed| Proposal {
                by: proposed.by.says(|seat| self.name(seat)),
                keep: proposed.keep,
                because: proposed.because.clone(),
                waits_for: proposed.waits_for.clone(),
            }),
            chat: self.chat.clone(),
            asked: asked_for(table, asked),
        }
    }

    /// Lines of the log as somebody may read them: what all their seats heard; who only looks on, what all heard.
    fn lines_for(&self, role: &Role, lines: Vec<Line>, from: usize) -> Vec<LogLine> {
        let hears = |told: &Told| match (role.seats.is_empty(), role.judge) {
            (true, true) => true,
            (true, false) => self.seats.iter().all(|(seat, _)| told.heard_by.contains(*seat)),
            (false, _) => role.seats.iter().all(|seat| told.heard_by.contains(Seat(*seat))),
        };
        let entries = &self.table.transcript().entries;
        let by = |number: usize| match &entries.get(number - 1)?.input {
            Input::Act { seat, .. } | Input::Overrule { seat, .. } => Some(*seat),
            Input::Amend { .. } | Input::Answer { .. } => Some(Seat::JUDGE),
            _ => None,
        };
        let lines = lines.into_iter().zip(from + 1..);
        let line = |(line, counted): (Line, usize)| {
            let by = by(line.number);
            LogLine::of(line, counted, by, hears)
        };
        lines.map(line).collect()
    }

    fn decides(&self, role: &Role, seat: Seat) -> bool {
        role.holds(seat) || (seat == Seat::JUDGE && self.presides(role))
    }

    fn offers(&self, role: &Role, asked: &Asked) -> Offers {
        let mut offers = Offers { complete: true, actions: Vec::new() };
        if let Asked::Choice { seats, .. } = asked {
            for seat in seats.iter().filter(|seat| self.decides(role, *seat)) {
                let place = |words: &str| self.table.drawn_at(words);
                offers.add(seat, self.table.offered(seat), &place);
            }
        }
        if offers.actions.len() > MOST_OFFERS {
            offers.actions.truncate(MOST_OFFERS);
            offers.complete = false;
        }
        offers
    }

    /// Answers a line that changes nothing. `stop` tells when nobody waits any more.
    ///
    /// # Errors
    /// Where it means nothing.
    pub fn ask(&self, role: &Role, ask: &Ask, stop: &dyn Fn() -> bool) -> Result<Reply, Problem> {
        let line = self.with_place(&ask.line, ask.at)?;
        let (seat, line) = self.split_seat(&line, ask.seat.map(Seat));
        let command = prompt::read(line, self.table.questions()).map_err(Problem::says)?;
        let asks = super::questions::is_question(&command);
        if !asks && !matches!(command, Command::Other(_)) {
            return Err(Problem::says("this is no question: it is typed at the prompt"));
        }
        self.reply(role, seat, command, stop)
    }

    fn reply(
        &self,
        role: &Role,
        named: Option<Seat>,
        command: Command,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reply, Problem> {
        let asked = Live::asked_seats(&self.table.pending());
        let viewer = role.viewer(&asked);
        let own = role.seats.iter().copied();
        let speaker = own.clone().find(|seat| asked.contains(seat)).or(own.clone().next());
        let speaker = named.unwrap_or(Seat(speaker.or(asked.first().copied()).unwrap_or(0)));
        let asking = super::questions::Asking {
            table: &*self.table,
            library: &self.library,
            viewer,
            speaker,
            stop,
        };
        asking.reply(command)
    }

    /// Lines that could follow what somebody has typed so far.
    pub fn complete(&self, role: &Role, line: &str) -> Vec<String> {
        let seat = self.whose(role, None).unwrap_or(Seat(0));
        let mut lines = self.table.complete(seat, line);
        let verbs = prompt::verbs().chain(self.table.questions().iter().map(|it| it.verb));
        lines.extend(
            verbs.filter(|verb| !line.is_empty() && verb.starts_with(line)).map(Into::into),
        );
        lines.truncate(40);
        lines
    }

    /// The record as somebody may have it: whole when the game is over, or for whoever presides; else as they saw it.
    pub fn record(&self, role: &Role) -> Transcript {
        let over = matches!(self.table.pending(), Asked::Over(_));
        let whole = over || (self.presides(role) && !role.looks_on());
        match whole {
            true => self.table.saved(),
            false => {
                let seat = role.seats.first().map_or(Seat::NOBODY, |seat| Seat(*seat));
                self.table.saved().seen_by(seat, false)
            }
        }
    }

    /// The game as it was after `at` inputs.
    ///
    /// # Errors
    /// Where there were not so many.
    pub fn earlier(&self, at: usize) -> Result<Live, Problem> {
        let transcript = self.table.transcript();
        let lines = if at == 0 { Vec::new() } else { self.table.log(at - 1) };
        let to = match (at, lines.first()) {
            (0, _) => 0,
            (_, Some(line)) => line.number,
            (_, None) => return Err(Problem::says("there are not so many inputs")),
        };
        let mut transcript = transcript.clone();
        transcript.entries.truncate(to);
        transcript.waiting.clear();
        let table = replayed(&self.library, &transcript, None)?;
        let mut live =
            Live::new(Arc::clone(&self.library), table, self.settings.clone(), self.revision);
        live.chat = self.chat.clone();
        live.undone = self.undone.iter().filter(|(keep, _)| *keep <= at).cloned().collect();
        Ok(live)
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

/// A record played again.
pub fn replayed(
    library: &Library,
    transcript: &Transcript,
    to: Option<usize>,
) -> Result<Box<dyn Table>, Problem> {
    let ruleset = library.ruleset(&transcript.header.ruleset)?;
    let seeded = &crate::dice_source::seeded;
    let replayed = ruleset.replay(&library.data, transcript, to, seeded);
    let replayed =
        replayed.map_err(|faults| crate::trouble::Trouble::Faults(library.located(faults)))?;
    replayed.map_err(|differs| {
        let doubts = crate::save::doubts(transcript, &library.data);
        let doubts: String = doubts.iter().map(|doubt| format!(" ({doubt})")).collect();
        Problem::says(format!("{differs}{doubts}"))
    })
}

fn asked_for(table: &dyn Table, asked: Asked) -> AskedFor {
    let faces = |die: &str| {
        let die = table.dice().named(die);
        die.map_or_else(Vec::new, |die| die.faces.iter().map(|face| face.name.clone()).collect())
    };
    match table.is_free() && matches!(asked, Asked::Choice { .. }) {
        true => AskedFor::Free,
        false => AskedFor::of(asked, faces),
    }
}

/// What was taken back in a record, as it was told then.
fn undone_in(
    library: &Library,
    transcript: &Transcript,
) -> Result<Vec<(usize, Vec<Line>)>, Problem> {
    let undo = |(at, entry): (usize, &Entry)| match entry.input {
        Input::Undo { keep } => Some((at, keep)),
        _ => None,
    };
    let all: Vec<_> = transcript.entries.iter().enumerate().filter_map(undo).collect();
    let latest = all.iter().rev().take(MOST_UNDONE).rev();
    latest
        .map(|(at, keep)| {
            let mut before = transcript.clone();
            before.entries.truncate(*at);
            before.waiting.clear();
            Ok((*keep, replayed(library, &before, None)?.log(*keep)))
        })
        .collect()
}

/// Whether what came after `entries` lines only adds to the log.
pub fn only_adds(transcript: &Transcript, entries: usize) -> bool {
    let new = transcript.entries.get(entries..);
    new.is_some_and(|new| {
        new.iter().all(|entry| !matches!(entry.input, Input::Undo { .. } | Input::Correct { .. }))
    })
}

/// What a battle is called: the title of its scenario, or the name of its file.
fn title_of(table: &dyn Table) -> String {
    let path = &table.transcript().header.scenario;
    let named = || {
        let source = table.sources().get(path)?;
        Some(Tree::parse(&source).ok()?.word("scenario")?.to_string())
    };
    let stem = || {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        name.strip_suffix(".yaml").unwrap_or(name).to_string()
    };
    named().unwrap_or_else(stem)
}
