//! What comes between the steps: the end of rounds, and of the game.

use super::{RollOff, State, Step};
use crate::position::{Event, Position};
use crate::rules::objectives;
use crate::tables::{Rule, Skirmish};
use umpire_core::steps::{Change, Now, Stepped};
use umpire_core::{Observe, Outcome, Seat, Seats};

impl Stepped for Skirmish {
    type Step = Step;
    type Stack = Vec<Step>;
    const TURNS: Rule = Rule::Alternate;

    fn steps(state: &State) -> &Vec<Step> {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Vec<Step> {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome
    }

    /// Ends the game if a side has nobody left, other than at a referee's table.
    fn between(change: &mut Change<Skirmish, impl Observe<Event>>) -> bool {
        let left = change.state.position.figures.sides_left();
        let over = left.len() < 2 && !change.state.at_free_table();
        if over {
            end(change.state, left, Rule::LastSide, change.out);
        }
        over
    }

    /// Objectives are seized, and the next round begins, or the game ends.
    fn next(change: &mut Change<Skirmish, impl Observe<Event>>) {
        for (objective, side, rule) in objectives::held(change.state.on(change.game)) {
            change.state.position.held[usize::from(objective.0)] = Some(side);
            change.tell(|| Event::Held { objective, side, rule });
        }
        let p = &mut change.state.position;
        if p.round >= change.game.edition.rounds {
            let winners = objectives::ahead(p);
            return end(change.state, winners, Rule::Winner, change.out);
        }
        p.round += 1;
        rest(p);
        let round = p.round;
        change.tell(|| Event::RoundBegins { round });
        change.push(RollOff);
    }

    fn may_always(now: Now<Skirmish>, _: Seat) -> bool {
        now.state.at_free_table()
    }

    fn forget(state: &mut State) {
        state.steps.clear();
        rest(&mut state.position);
    }
}

/// Ends the game.
pub fn end(state: &mut State, winners: Seats, rule: Rule, out: &mut impl Observe<Event>) {
    state.outcome = Some(Outcome { winners });
    out.tell(|| Event::Ended { winners, rule });
}

/// Forgets what only matters within a round.
pub fn rest(p: &mut Position) {
    for figure in p.figures.iter_mut() {
        (figure.acted, figure.tired) = (false, false);
    }
}
