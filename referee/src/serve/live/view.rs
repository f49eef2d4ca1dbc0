//! What each may see of a table.

use super::Live;
use super::take_back::{self, Proposed, What};
use crate::save::WITHHELD;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::webhooks::News;
use crate::serve::wire::{
    AskedFor, Corrects, Decided, Declined, LogLine, Note, Offers, PhaseEntry, Picture, PictureSent,
    Proposal, QuestionEntry, SeatEntry, Status, Undone, View,
};
use std::sync::Arc;
use umpire_core::command::all_of;
use umpire_core::data::Tree;
use umpire_core::host::{About, Asked, Line, Table, phase, when};
use umpire_core::scene::seat_colour;
use umpire_core::seat::{Seat, Seats};
use umpire_core::transcript::{Entry, Input, Sealed, Transcript};

/// Roles whose views are kept at once.
const MOST_VIEWS: usize = 4;
/// Notes that are shown at most.
const MOST_NOTES: usize = 100;
/// Actions that are offered at most; others may be typed.
const MOST_OFFERS: usize = 3000;

/// What is kept of a view that was shown, for others who look on as the same.
pub(super) struct Seen {
    role: Role,
    /// Without picture and log.
    view: View,
    picture: Picture,
    sent: Arc<PictureSent>,
}

impl Live {
    /// Everything that somebody may know of the table.
    pub fn view(&self, id: &str, role: &Role, present: &dyn Fn(Seat) -> usize) -> View {
        let (view, _) = self.view_since(id, role, present, 0, &PictureSent::default());
        view
    }

    /// The same with the log from `log_from` on and of the picture what is new since `before`; and what is kept of
    /// the picture.
    pub fn view_since(
        &self,
        id: &str,
        role: &Role,
        present: &dyn Fn(Seat) -> usize,
        log_from: usize,
        before: &PictureSent,
    ) -> (View, Arc<PictureSent>) {
        let mut views = self.views.borrow_mut();
        let at = views.iter().position(|seen| seen.role == *role).unwrap_or_else(|| {
            views.truncate(MOST_VIEWS - 1);
            views.push(self.seen(role));
            views.len() - 1
        });
        let Seen { view, picture, sent, .. } = &views[at];
        let mut view = view.clone();
        view.table = id.to_string();
        for entry in &mut view.seats {
            entry.present = present(Seat(entry.seat));
        }
        view.scene = picture.since(sent, before);
        let log = self.table.log_seen_by(self.viewer(role), log_from);
        view.log = self.lines_for(role, log, log_from);
        view.log_from = log_from;
        (view, Arc::clone(sent))
    }

    /// Whether views are kept for others who look on.
    pub fn keeps_views(&self) -> bool {
        !self.views.borrow().is_empty()
    }

    /// Lets go of what is kept of views.
    pub fn forget_views(&self) {
        self.views.borrow_mut().clear();
        self.shown.set(0);
    }

    /// One more of so many who look on was shown what there is; after the last of them nobody needs it any more. A view of
    /// a large table takes more room than the table.
    pub fn count_shown(&self, lookers: usize) {
        self.shown.set(self.shown.get() + 1);
        if self.shown.get() >= lookers {
            self.forget_views();
        }
    }

    /// All but what differs from one who looks on to the next.
    fn seen(&self, role: &Role) -> Seen {
        let table = &*self.table;
        let header = &table.transcript().header;
        let viewer = self.viewer(role);
        let asked = table.pending_seen_by(viewer);
        let yours = match &asked {
            Asked::Choice { seats, .. } => seats.iter().any(|seat| self.decides(role, seat)),
            Asked::Roll { groups, .. } => self.settings.typed && self.may_roll(role, groups),
            Asked::Over(_) => false,
        };
        let lies = match &asked {
            Asked::Roll { groups, .. } => self.laid.lies(self.moment(), groups),
            _ => Vec::new(),
        };
        let seats = self.seats.iter().zip(&self.players).map(|((seat, name), player)| SeatEntry {
            seat: seat.0,
            name: name.clone(),
            called: self.names.of(seat.0).map(str::to_string),
            player: player.name(),
            colour: seat_colour(*seat).to_string(),
            present: 0,
        });
        let rest = table.rest().filter(|(seat, _)| role.holds(*seat));
        let counted = table.counted();
        let standings = table.standings(viewer);
        let picture = Picture::of(table.scene(viewer));
        let sent = Arc::new(picture.sent());
        let ruleset = self.library.ruleset(&header.ruleset).ok();
        let is_open = table.place_at((0.0, 0.0)).is_some();
        let view = View {
            table: String::new(),
            game: header.ruleset.clone(),
            game_title: ruleset
                .map_or_else(|| header.ruleset.clone(), |ruleset| ruleset.title().to_string()),
            unit: ruleset.filter(|_| is_open).and_then(|ruleset| ruleset.plan_unit()),
            title: self.title.clone(),
            edition: header.edition.clone(),
            house_rules: header.house_rules.clone(),
            warnings: self.settings.warnings.clone(),
            role: crate::serve::wire::Role {
                says: role.says(|seat| self.name(seat)),
                seats: role.seats.clone(),
                judge: self.presides(role),
            },
            seats: seats.collect(),
            referee: table.is_free(),
            delayed: self.settings.delayed,
            typed_dice: self.settings.typed,
            after: table.transcript().entries.len(),
            counted,
            at: counted,
            decided: self.decided(role),
            yours: yours || (table.is_free() && role.judge),
            offers: self.offers(role, &asked),
            rest: rest.map(|(_, rest)| rest.says),
            tells_all: table.tells_all(),
            shows_reach: table.shows_reach(),
            questions: table
                .questions()
                .iter()
                .map(|it| QuestionEntry {
                    usage: it.usage.to_string(),
                    says: it.says.to_string(),
                    of_tables: it.about == About::Tables,
                })
                .collect(),
            scene: Picture::default(),
            when: when(&standings).to_string(),
            phase: phase(&standings).map(PhaseEntry::from),
            status: standings.into_iter().map(Status::from).collect(),
            log: Vec::new(),
            log_from: 0,
            notes: self.notes(),
            undone: self
                .undone
                .iter()
                .map(|(keep, lines)| Undone {
                    keep: *keep,
                    lines: self.lines_for(role, lines.read_by(viewer).to_vec(), *keep),
                })
                .collect(),
            corrections: self.corrections(role),
            may_redo: self.may_redo(role),
            proposal: self.proposal.as_ref().map(|proposed| self.proposed(role, proposed)),
            declined: self.declined.as_ref().map(|declined| self.came_to_nothing(role, declined)),
            fault: self.fault.clone(),
            chat: self.chat.clone(),
            rematch: self.rematch_told(),
            asked: asked_for(table, asked, lies),
        };
        Seen { role: role.clone(), view, picture, sent }
    }

    fn proposed(&self, role: &Role, proposed: &Proposed) -> Proposal {
        let mut corrects = None;
        let (draw, keep, because) = match &proposed.what {
            What::TakeBack { keep, because } => (false, *keep, because.clone()),
            What::Correct { number, text } => {
                corrects = Some(Corrects { line: *number, says: text.clone() });
                (false, self.table.counted(), String::new())
            }
            What::Draw => (true, self.table.counted(), String::new()),
        };
        let (number, yours) = (proposed.number, proposed.by == *role);
        let by = proposed.by.says(|seat| self.called(seat));
        let (says, waits_for) = (proposed.says.clone(), proposed.waits_for.clone());
        Proposal { number, by, yours, draw, corrects, keep, because, says, waits_for }
    }

    fn came_to_nothing(&self, role: &Role, declined: &take_back::Declined) -> Declined {
        let take_back::Declined { proposed, who, went_on, because } = declined;
        let named = |role: &Role| role.says(|seat| self.called(seat));
        Declined {
            number: proposed.number,
            by: named(&proposed.by),
            draw: matches!(proposed.what, What::Draw),
            corrects: matches!(proposed.what, What::Correct { .. }),
            who: if who.seats.is_empty() { "the judge".into() } else { named(who) },
            yours: who == role,
            withdrawn: *who == proposed.by,
            went_on: *went_on,
            because: because.clone(),
        }
    }

    /// What a webhook is told: what a spectator may read; nothing at a referee's table.
    pub fn news(&self, table: &str) -> Option<News> {
        if self.table.is_free() {
            return None;
        }
        let asked = self.table.pending_seen_by(Some(Seat::NOBODY));
        let names = |seats: Vec<u8>| -> Vec<String> {
            seats.into_iter().map(|seat| self.name(Seat(seat))).collect()
        };
        let mut waits_for = names(Live::asked_seats(&asked));
        waits_for.dedup();
        let all = all_of(&waits_for, "and");
        let what = match &asked {
            // What spectators see later is not told them here.
            Asked::Choice { .. } | Asked::Roll { .. } if self.settings.delayed => {
                format!("{all} is waited for")
            }
            Asked::Choice { says, .. } => format!("{all} to decide: {says}"),
            Asked::Roll { groups, .. } => {
                let what: Vec<&str> = groups.iter().map(|group| group.says.as_str()).collect();
                format!("{all} to roll: {}", what.join("; "))
            }
            Asked::Over(outcome) if outcome.winners.iter().next().is_none() => "a draw".into(),
            Asked::Over(outcome) => {
                let winners = outcome.winners.iter().map(|seat| seat.0).collect();
                format!("{} won", all_of(&names(winners), "and"))
            }
        };
        Some(News {
            table: table.to_string(),
            title: self.title.clone(),
            says: format!("{}: {what}", self.title),
            waits_for,
            counted: self.table.counted(),
            over: matches!(asked, Asked::Over(_)),
        })
    }

    /// Whose secret decisions are in; their words for whoever made them.
    fn decided(&self, role: &Role) -> Vec<Decided> {
        let waiting = self.table.transcript().waiting.iter();
        let said = |sealed: &Sealed| {
            let opened = sealed.opened.as_ref().filter(|_| role.seats.contains(&sealed.seat.0));
            opened.map(|opened| self.table.say_action(sealed.seat, &opened.action))
        };
        waiting.map(|sealed| Decided { seat: sealed.seat.0, says: said(sealed) }).collect()
    }

    /// Lines of the log as somebody may read them: what all their seats heard; who only looks on, what all heard.
    fn lines_for(&self, role: &Role, lines: Vec<Line>, from: usize) -> Vec<LogLine> {
        let lines = lines.into_iter().zip(from + 1..);
        lines.map(|(line, counted)| self.line_for(role, line, counted)).collect()
    }

    pub(super) fn line_for(&self, role: &Role, line: Line, counted: usize) -> LogLine {
        let entry = self.table.transcript().entries.get(line.number.wrapping_sub(1));
        let together = match entry.map(|entry| &entry.input) {
            Some(Input::Together(sealed)) => sealed.iter().map(|one| one.seat.0).collect(),
            _ => Vec::new(),
        };
        let entered = self.was_entered(line.number);
        let line = LogLine::of(line, counted, |known_by| self.is_for(role, known_by));
        LogLine { together, entered, ..line }
    }

    /// Whether something that some may know is for somebody: for a player where all their seats may, for who only looks on where
    /// all who play may.
    fn is_for(&self, role: &Role, known_by: Seats) -> bool {
        match (role.seats.is_empty(), role.judge) {
            (true, true) => true,
            (true, false) => self.seats.iter().all(|(seat, _)| known_by.contains(*seat)),
            (false, _) => role.seats.iter().all(|seat| known_by.contains(Seat(*seat))),
        }
    }

    /// What was noted in the record, which everybody at the table may read; what the judge put in for others, its line tells.
    fn notes(&self) -> Vec<Note> {
        let noted = |entry: &Entry| match &entry.input {
            Input::Note(_) if self.was_entered(entry.number - 1) => None,
            Input::Note(words) => Some(Note { number: entry.number, says: words.clone() }),
            _ => None,
        };
        let entries = self.table.transcript().entries.iter().rev();
        let mut notes: Vec<Note> = entries.filter_map(noted).take(MOST_NOTES).collect();
        notes.reverse();
        notes
    }

    pub(super) fn decides(&self, role: &Role, seat: Seat) -> bool {
        role.holds(seat) || (seat == Seat::JUDGE && self.presides(role))
    }

    fn offers(&self, role: &Role, asked: &Asked) -> Offers {
        let mut offers = Offers { complete: true, ..Offers::default() };
        if let Asked::Choice { seats, .. } = asked {
            for seat in seats.iter().filter(|seat| self.decides(role, *seat)) {
                let place = |words: &str| self.table.drawn_at(words);
                offers.add(seat, self.table.offered(seat), &place);
                offers.unlisted.extend(self.table.unlisted_actors(seat));
            }
        }
        if offers.actions.len() > MOST_OFFERS {
            offers.actions.truncate(MOST_OFFERS);
            offers.complete = false;
        }
        offers
    }

    /// The record as somebody may have it: whole when the game is over, or for whoever presides; else as they saw it.
    ///
    /// # Errors
    /// Where something stands in it that they may not know.
    pub fn record(&self, role: &Role) -> Result<Transcript, Problem> {
        let over = matches!(self.table.pending(), Asked::Over(_));
        if over || (self.presides(role) && !role.looks_on()) {
            return Ok(self.table.saved());
        }
        let seat = role.seats.first().map_or(Seat::NOBODY, |seat| Seat(*seat));
        let mut seats = role.seats.iter().map(|seat| Seat(*seat)).chain([seat]);
        if seats.any(|seat| self.table.withholds(seat)) {
            return Err(Problem::forbidden(WITHHELD));
        }
        Ok(self.table.saved().seen_by(seat, false))
    }
}

fn asked_for(table: &dyn Table, asked: Asked, lies: Vec<Vec<u8>>) -> AskedFor {
    let faces = |die: &str| {
        let die = table.dice().named(die);
        die.map_or_else(Vec::new, |die| die.faces.iter().map(|face| face.name.clone()).collect())
    };
    match table.is_free() && matches!(asked, Asked::Choice { .. }) {
        true => AskedFor::Free,
        false => AskedFor::of(asked, faces, |seat| table.seat_name(seat), lies),
    }
}

/// What a battle is called: the title of its scenario, or the name of its file.
pub(super) fn title_of(table: &dyn Table) -> String {
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
