//! Help at the prompt: what is asked now and the topics, one topic, or what is typed with a word.

use super::{Done, Sitting};
use crate::console::strong;
use crate::help::{about, guide, pages};
use crate::words::show_forms;
use serde_json::json;
use umpire_core::command::counted;
use umpire_core::host::Asked;

/// What is worth knowing in the first minute.
const FIRST: [(&str, &str); 5] = [
    ("list", "what may be done now"),
    ("why ACTION", "may it be done, and why not; `why` alone: the grounds of the last ruling"),
    ("undo", "take back the last thing typed, and what followed from it"),
    ("board, status", "the table, and how everything stands on it"),
    ("quit", "leave, saving first if the game has a file"),
];

impl Sitting<'_, '_> {
    /// What may be typed: the question that waits and the topics, or what `what` names.
    pub(super) fn help(&mut self, what: &str) -> Done {
        if what.is_empty() && !self.settings.json {
            return self.tell_topics();
        }
        let pages = match about(&*self.table, if what.is_empty() { "all" } else { what }) {
            Ok(pages) => pages,
            Err(_) if self.names_a_rule(what) => return self.look_up("rule", what),
            Err(says) => return self.complain(&says, &[]),
        };
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "help": pages }))?);
        }
        for page in &pages {
            self.console.out.words(strong(format!("      {}: {}", page.name, page.says)))?;
            show_forms(&mut self.console.out, &page.lines)?;
        }
        Ok(())
    }

    fn tell_topics(&mut self) -> Done {
        self.asked = None;
        let asked = self.asked_here();
        match &asked {
            // Dice of whole armies would fill the screen.
            Asked::Roll { groups, .. } if self.say_groups(groups).len() > 1 => {
                let rolls = self.say_groups(groups);
                let more = counted(rolls.len() - 1, "roll");
                self.tell_note(&format!("{}; and {more} more: `list` tells them", rolls[0]))?;
            }
            _ => self.tell_asked(&asked)?,
        }
        self.asked = Some((self.table.counted(), asked));
        let own = |(form, says): (&str, &str)| (form.to_string(), says.to_string());
        let mut rows: Vec<_> = FIRST.map(own).into();
        if let Some(guide) = guide(&*self.table) {
            rows.push((format!("help {}", guide.name), guide.says.to_string()));
        }
        rows.extend(pages(&*self.table).into_iter().map(|page| {
            let forms = counted(page.lines.len(), "form");
            (format!("help {}", page.name), format!("{} ({forms})", page.says))
        }));
        rows.push(own((
            "help WORD",
            "what is typed with a word, such as `help board`; `help all`",
        )));
        Ok(show_forms(&mut self.console.out, &rows)?)
    }
}
