//! The roll for who acts first in a round.

use super::activate::Activate;
use super::{State, Step, Throw};
use crate::position::{Event, Position, SIDES};
use crate::tables::{Catalog, Rule};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;

/// Both sides roll a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollOff;

impl Throw for RollOff {
    fn ask<E: Explain<Rule>>(&self, _: &Catalog, _: &Position, _: &mut E) -> RollRequest<Rule> {
        let group = |seat| DiceGroup { seat, die: DieId(0), count: 1, purpose: 0, subject: None };
        let groups = SIDES.into_iter().map(group).collect();
        RollRequest { because: Rule::RollOff, groups, spare: 0 }
    }

    fn worth(&self, _: &Catalog, _: &Position, _: &DiceGroup, face: Face) -> Worth {
        Worth::Each(face)
    }

    fn resolve<O: Observe<Event>>(
        &self,
        _: &Catalog,
        s: &mut State,
        dealt: &[(DiceGroup, &[Face])],
        out: &mut O,
    ) {
        let shown: Vec<u8> = dealt.iter().flat_map(|(_, faces)| *faces).map(|face| face + 1).collect();
        let [a, b] = shown[..] else { return };
        let first = (a != b).then(|| SIDES[usize::from(b > a)]);
        out.tell(|| Event::RolledOff { dice: [a, b], first });
        s.steps.push(first.map_or(Step::RollOff(RollOff), |side| Step::Activate(Activate { side })));
    }
}
