//! What is told unasked where several persons share a screen: no more of a decision than whoever looks on would be offered.

use super::Sitting;
use std::collections::HashMap;
use umpire_core::host::{Listed, Slip, Table};
use umpire_core::seat::Seat;

impl Sitting<'_, '_> {
    /// The table as all at the screen may know it, where several share it and something is hidden from one of them.
    pub(super) fn seen_by_all(&self) -> Option<Box<dyn Table>> {
        if self.is_shared() { seen_by_nobody(&*self.table) } else { None }
    }

    /// Whether several persons share the screen.
    pub(super) fn is_shared(&self) -> bool {
        self.at_the_screen() == Some(Seat::NOBODY)
    }

    /// Those answers of a seat that whoever sees so much of the table would be offered as well, in the same words; none where
    /// they would be offered more.
    pub(super) fn known_to_all(
        &self,
        seen: &dyn Table,
        seat: Seat,
        answers: Vec<Listed>,
    ) -> Vec<Listed> {
        let offered = seen.legal(seat).1.into_iter();
        let offered: HashMap<String, Listed> =
            offered.map(|answer| (answer.says.clone(), answer)).collect();
        let may = |answer: &Listed| {
            let ruling = seen.ruling(seat, &answer.action);
            ruling.is_ok_and(|ruling| ruling.holds())
                && seen.say_action(seat, &answer.action) == answer.says
        };
        // What an answer means may be hidden as well: it is told as they are told it.
        let known = |answer: Listed| match offered.get(&answer.says) {
            Some(known) => Some(known.clone()),
            None => may(&answer).then_some(Listed { short: None, meaning: None, ..answer }),
        };
        let all: Vec<Listed> = answers.into_iter().filter_map(known).collect();
        // Where an answer that they would be offered is not among these, the list would tell them why.
        let is_told = |says: &String| all.iter().any(|answer| answer.says == *says);
        if offered.keys().all(is_told) { all } else { Vec::new() }
    }

    /// What is wrong with a line, in words that tell all at the screen nothing new; `alone`: only whoever typed it reads them.
    pub(super) fn slip_for_all(&self, seat: Seat, text: &str, slip: Slip, alone: bool) -> Slip {
        let seen = if alone { None } else { self.seen_by_all() };
        seen.and_then(|seen| seen.parse(seat, text).err()).unwrap_or(slip)
    }

    /// How whoever decides asks for what the others at the screen may not know.
    pub(super) fn how_to_list(&self, seat: Seat) -> String {
        let name = self.name(seat);
        format!("what {name} may do {name} alone knows: `{name}: list` shows it")
    }
}

/// The table as whoever looks on may know it, where that is not all there is.
pub(super) fn seen_by_nobody(table: &dyn Table) -> Option<Box<dyn Table>> {
    let seen = table.seen_by(Seat::NOBODY);
    (seen.digest() != table.digest()).then_some(seen)
}
