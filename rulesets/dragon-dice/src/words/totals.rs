//! Totals of rolls, and what need not be told apart where nothing else is asked.

use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::Army;
use crate::roll::{Lone, RollStep};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::Step;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::odds::{Lumping, Outlook};

/// What is kept of rolls that are weighed: the totals of each army.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Totals {
    pub armies: Vec<Army>,
    pub found: Vec<Option<[u16; 5]>>,
}

impl Totals {
    pub fn of(armies: &[Army]) -> Totals {
        Totals { armies: armies.to_vec(), found: vec![None; armies.len()] }
    }

    pub fn total(&self, number: usize) -> [u16; 5] {
        self.found.get(number).copied().flatten().unwrap_or_default()
    }
}

impl Observe<Event> for Totals {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.found.iter().any(Option::is_none)
            && let Event::Total { army, total, .. } = event()
        {
            let own = self.armies.iter().zip(&mut self.found).find(|(one, _)| **one == army);
            if let Some((_, found)) = own {
                found.get_or_insert(total);
            }
        }
    }
}

/// Lets faces count for what they give to the totals and for nothing else: of rolls outside a fight,
/// where the first answer is given to every question.
pub(super) struct TotalsAlone<'a> {
    game: &'a DragonDice,
    plainly: bool,
    /// The one roll that falls, where icons of it double.
    doubling: Option<Lone>,
}

impl<'a> TotalsAlone<'a> {
    /// The same for a question; `plainly` where nothing but totals can bear on the answer.
    pub fn new(game: &'a DragonDice, plainly: bool) -> TotalsAlone<'a> {
        TotalsAlone { game, plainly, doubling: None }
    }

    /// How the totals of all rolls in progress come about, where all of them fall now and none bears on
    /// another.
    fn lone(&self, state: &State) -> Option<Vec<Lone>> {
        if !self.plainly || state.steps.last() != Some(&Step::Roll(RollStep::Throw(0))) {
            return None;
        }
        let all = (0..state.rolls.len() as u8).map(|number| self.game.lone(state, number));
        let all: Vec<Lone> = all.collect::<Option<_>>()?;
        let alone = |one: &Lone| all.len() == 1 || (one.cases().is_none() && !one.bears_on_others);
        all.iter().all(alone).then_some(all)
    }
}

/// Lets dice count for this much, from that place on; says how many they were.
fn recount(outlook: &mut Outlook, from: usize, lone: &Lone, case: usize) -> usize {
    let worth = lone.worth(case);
    for (at, of_die) in (from..).zip(&worth) {
        outlook.recount(at, |face, own| of_die.get(usize::from(face)).copied().unwrap_or(own));
    }
    worth.len()
}

impl Lumping<DragonDice, Totals> for TotalsAlone<'_> {
    fn coarsen(
        &mut self,
        state: &State,
        _: &RollRequest<Rule>,
        outlook: &mut Outlook,
        _: &mut Totals,
    ) {
        self.doubling = None;
        let Some(mut all) = self.lone(state) else { return };
        outlook.singly();
        if all.iter().all(|one| one.cases().is_none()) {
            let mut place = 0;
            for lone in &all {
                place += recount(outlook, place, lone, 0);
            }
        } else {
            self.doubling = all.pop();
        }
    }

    fn in_case(
        &mut self,
        _: &State,
        _: &RollRequest<Rule>,
        case: usize,
        outlook: &mut Outlook,
    ) -> bool {
        let Some(lone) = &self.doubling else { return false };
        let there = lone.cases().is_some_and(|cases| case < cases);
        if there {
            recount(outlook, 0, lone, case);
        }
        there
    }

    fn falls_in(&mut self, _: &State, _: &RollRequest<Rule>, case: usize, faces: &[Face]) -> bool {
        self.doubling.as_ref().is_some_and(|lone| lone.case_of(faces) == case)
    }

    fn joined(&self, one: &Totals, _: &Totals) -> Totals {
        one.clone()
    }
}

#[cfg(test)]
mod tests;
