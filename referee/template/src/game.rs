//! The game as programs play it: it starts, is judged, changed by the judge, and ends.

use crate::NewGame;
use crate::deeds::{Action, Amendment, Event, State};
use crate::figures::Position;
use crate::rules;
use crate::tables::Rule;
use std::ops::RangeInclusive;
use umpire_core::dice::{D6, Dice};
use umpire_core::game::{Game, Observe, Outcome, Stop};
use umpire_core::numbers::Kind;
use umpire_core::pieces::Piece;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seats;

impl Game for NewGame {
    type Setup = Position;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    umpire_core::played_by_steps!();

    fn start(&self, setup: &Position) -> Result<State, Vec<Refusal<Rule>>> {
        let mut state = State { steps: Vec::new(), position: setup.clone(), over: None };
        self.check_invariants(&state)?;
        umpire_core::steps::settle(self, &mut state, &mut umpire_core::Deaf);
        Ok(state)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let found = state.position.faults(self);
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    fn dice(&self) -> &Dice {
        &D6
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        out: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let mut changed = state.clone();
        let figures = &mut changed.position.figures;
        let (Amendment::Place { figure: id, .. }
        | Amendment::Wounds { figure: id, .. }
        | Amendment::Remove { figure: id }) = *change;
        let (most, own) = (self.units[usize::from(figures[id].unit)].wounds, &mut figures[id]);
        match *change {
            Amendment::Place { to, .. } => {
                own.wounds = if own.stands() { own.wounds } else { most };
                own.at = Some(to);
            }
            Amendment::Wounds { left, .. } if own.stands() => own.wounds = left,
            Amendment::Wounds { .. } => {}
            Amendment::Remove { .. } => own.remove(),
        }
        self.check_invariants(&changed)?;
        *state = changed;
        out.tell(|| Event::Changed(id));
        umpire_core::steps::settle(self, state, out);
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, out: &mut O) {
        let winners = stop.winners(|| rules::ahead(self, &state.position));
        self.end(state, winners, Rule::JudgesWord, out);
        umpire_core::steps::settle(self, state, out);
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        let p = &state.position;
        p.figures.clock(p.round, state.over.is_some())
    }

    fn range(&self, state: &State, kind: Kind) -> Option<RangeInclusive<i64>> {
        state.position.figures.range(kind).or_else(|| self.range_of_places(kind))
    }
}

impl NewGame {
    /// Ends the game.
    pub(crate) fn end<O: Observe<Event>>(
        &self,
        state: &mut State,
        winners: Seats,
        rule: Rule,
        out: &mut O,
    ) {
        state.over = Some(Outcome { winners });
        out.tell(|| Event::Over(winners, rule));
    }
}
