//! The end of rounds, and of the game.

use super::roll_off::RollOff;
use super::{State, Step};
use crate::position::{Event, Position, Post};
use crate::rules::objectives;
use crate::tables::{Rule, Skirmish};
use umpire_core::{Observe, Outcome, Seats};

/// Objectives are seized, and the next round begins, or the game ends.
pub fn end_round<O: Observe<Event>>(game: &Skirmish, state: &mut State, out: &mut O) {
    for (objective, side, rule) in objectives::held(state.on(game)) {
        state.position.held[usize::from(objective.0)] = Some(side);
        out.tell(|| Event::Held { objective, side, rule });
    }
    let p = &mut state.position;
    if p.round >= game.edition.rounds {
        let winners = objectives::ahead(p);
        return end(state, winners, Rule::Winner, out);
    }
    p.round += 1;
    let round = p.round;
    out.tell(|| Event::RoundBegins { round });
    rest(p);
    state.steps.push(Step::RollOff(RollOff));
}

/// Ends the game if a side has nobody left, other than at a referee's table; says whether it does.
pub fn last_side<O: Observe<Event>>(state: &mut State, out: &mut O) -> bool {
    let figures = state.position.figures.iter().filter(|figure| figure.post != Post::Gone);
    let left: Seats = figures.map(|figure| figure.side).collect();
    let over = left.len() < 2 && !state.at_free_table();
    if over {
        end(state, left, Rule::LastSide, out);
    }
    over
}

/// Ends the game.
pub fn end<O: Observe<Event>>(state: &mut State, winners: Seats, rule: Rule, out: &mut O) {
    state.outcome = Some(Outcome { winners });
    out.tell(|| Event::Ended { winners, rule });
}

/// Forgets what only matters within a round.
pub fn rest(p: &mut Position) {
    for figure in p.figures.iter_mut() {
        (figure.acted, figure.tired) = (false, false);
    }
}
