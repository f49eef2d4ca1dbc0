//! The end of rounds, and of the game.

use super::{RollOff, State};
use crate::position::{Event, Position, Post};
use crate::rules::objectives;
use crate::tables::{Rule, Skirmish};
use umpire_core::steps::Change;
use umpire_core::{Observe, Outcome, Seats};

/// Objectives are seized, and the next round begins, or the game ends.
pub fn end_round(change: &mut Change<Skirmish, impl Observe<Event>>) {
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

/// Ends the game if a side has nobody left, other than at a referee's table; says whether it does.
pub fn last_side(state: &mut State, out: &mut impl Observe<Event>) -> bool {
    let figures = state.position.figures.iter().filter(|figure| figure.post != Post::Gone);
    let left: Seats = figures.map(|figure| figure.side).collect();
    let over = left.len() < 2 && !state.at_free_table();
    if over {
        end(state, left, Rule::LastSide, out);
    }
    over
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
