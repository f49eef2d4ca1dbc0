//! The roll for who acts first in a round.

use super::{Activate, RollOff};
use crate::position::Event;
use crate::tables::{Rule, Skirmish};
use umpire_core::steps::{Change, Now, Play};
use umpire_core::{DieId, Explain, Face, Observe, RollRequest, Seat};

impl Play<Skirmish> for RollOff {
    fn request(self, _: Now<Skirmish>, _: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        RollRequest::opposed(Rule::RollOff, DieId(0), 1)
    }

    fn resolve(self, change: &mut Change<Skirmish, impl Observe<Event>>, faces: &[Face]) {
        let [a, b] = *faces else { return };
        let first = (a != b).then(|| Seat::SIDES[usize::from(b > a)]);
        change.tell(|| Event::RolledOff { dice: [a + 1, b + 1], first });
        if let Some(side) = first {
            change.replace(Activate { side });
        }
    }
}
