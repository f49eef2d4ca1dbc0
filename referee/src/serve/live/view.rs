//! What each may see of a table.

use super::Live;
use crate::serve::role::Role;
use crate::serve::wire::{
    AskedFor, LogLine, Offers, Picture, Proposal, QuestionEntry, SeatEntry, Status, Undone, View,
};
use umpire_core::data::Tree;
use umpire_core::host::{Asked, Line, Table, Told};
use umpire_core::scene::seat_colour;
use umpire_core::seat::Seat;
use umpire_core::transcript::{Input, Transcript};

/// Actions that are offered at most; others may be typed.
const MOST_OFFERS: usize = 3000;

impl Live {
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
            role: crate::serve::wire::Role {
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

    pub(super) fn decides(&self, role: &Role, seat: Seat) -> bool {
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
