//! The lines so far, as all at the keyboard may read them, or as one of them may who asks by name.

use super::{Done, Sitting};
use crate::console::Typed;
use umpire_core::host::{Line, Told};
use umpire_core::seat::{Seat, Seats};

impl Sitting<'_, '_> {
    /// The last lines, or all of them, in words of what somebody saw, with the words on record between them.
    pub(super) fn last_lines(&self, viewer: Option<Seat>, count: Option<usize>) -> Vec<Line> {
        let all = self.table.counted();
        let first = all.saturating_sub(count.unwrap_or(all));
        let mut lines = self.table.log_seen_by(viewer, first);
        lines.extend(self.notes_since(count.and(lines.first().map(|line| line.number))));
        lines.sort_by_key(|line| line.number);
        lines
    }

    /// The same with all that a seat heard, which is wiped off a screen that others look at.
    pub(super) fn tell_log_of(&mut self, seat: Seat, count: Option<usize>) -> Done {
        let is_for = |known_by: Seats| seat == Seat::JUDGE || known_by.contains(seat);
        let mut secret = false;
        for line in self.last_lines(Some(seat).filter(|seat| *seat != Seat::JUDGE), count) {
            let own = |told: &Told| is_for(told.heard_by) && !self.hears(told.heard_by);
            secret |= line.told.iter().any(own);
            let line = line.heard(is_for);
            match self.settings.json {
                true => self.console.out.json(&line)?,
                false => self.tell_heard(line, None)?,
            }
        }
        if secret { self.wipe(seat) } else { Ok(()) }
    }

    /// Wipes the screen as soon as a person has read what is for them alone.
    pub(super) fn wipe(&mut self, seat: Seat) -> Done {
        let is_alone = self.persons().count() < 2;
        if is_alone || !self.console.out.terminal || self.console.lines.number().is_some() {
            return Ok(());
        }
        let name = self.name(seat);
        self.tell_note(&format!(
            "this is for {name} alone: an empty line wipes it off the screen"
        ))?;
        let typed = self.read_line(Some(seat), &name, false)?;
        self.console.out.clear()?;
        if !matches!(&typed, Typed::Line(line) if line.trim().is_empty()) {
            self.put_off = Some(typed);
        }
        Ok(())
    }
}
