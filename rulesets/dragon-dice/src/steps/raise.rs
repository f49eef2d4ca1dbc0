//! One unit is recruited to an army or promoted in it: what may be picked, and what that does.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::pieces::{Army, PieceSet};
use crate::position::state::State;
use crate::steps::death;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Recruits or promotes.
pub(crate) fn raise<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    action: &Action,
    rule: Rule,
    out: &mut O,
) {
    match *action {
        Action::Recruit(unit) => {
            death::bring(state, army.owner, PieceSet::only(unit), army.place, rule, out);
        }
        Action::Exchange { out: gone, back } => {
            death::exchange(state, army, gone, back, rule, out);
        }
        _ => out.tell(|| Event::Declined { seat: army.owner, rule }),
    }
}
