//! The roll for who acts first in a round.

use super::activate::Activate;
use super::{State, Step, replace};
use crate::position::Event;
use crate::tables::{Rule, Skirmish};
use serde::{Deserialize, Serialize};
use umpire_core::steps::Play;
use umpire_core::{DieId, Explain, Face, Observe, RollRequest, Seat};

/// Both sides roll a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollOff;

impl Play<Skirmish> for RollOff {
    fn request<E: Explain<Rule>>(self, _: &Skirmish, _: &State, _: &mut E) -> RollRequest<Rule> {
        RollRequest::opposed(Rule::RollOff, DieId(0), 1)
    }

    fn resolve<O: Observe<Event>>(
        self,
        _: &Skirmish,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let [a, b] = *faces else { return };
        let first = (a != b).then(|| Seat::SIDES[usize::from(b > a)]);
        out.tell(|| Event::RolledOff { dice: [a + 1, b + 1], first });
        if let Some(side) = first {
            replace(state, Step::Activate(Activate { side }));
        }
    }
}
