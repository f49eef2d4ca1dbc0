//! Tests of morale: a die for each figure that has to test.

use super::{State, Throw};
use crate::position::{Event, FigureId, Position};
use crate::rules::morale::{Figures, routs};
use crate::tables::{Catalog, Rule};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;

/// Figures test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale {
    pub tests: Figures,
    /// Whether it is because one of them is hurt, not because their side is thinned.
    pub is_hurt: bool,
}

impl Morale {
    /// The figures that still have to.
    pub fn testing(&self, p: &Position) -> impl Iterator<Item = FigureId> {
        let known = self.tests.iter().filter(|id| usize::from(id.0) < p.figures.len());
        known.filter(|id| p.figure(*id).stands())
    }

    fn rule(&self) -> Rule {
        if self.is_hurt { Rule::HurtFiguresTest } else { Rule::ThinnedSidesTest }
    }
}

impl Throw for Morale {
    fn ask<E: Explain<Rule>>(&self, _: &Catalog, p: &Position, _: &mut E) -> RollRequest<Rule> {
        let group = |id: FigureId| {
            let (seat, subject) = (p.figure(id).side, Some(id.0.into()));
            DiceGroup { seat, die: DieId(0), count: 1, purpose: id.0, subject }
        };
        RollRequest { because: self.rule(), groups: self.testing(p).map(group).collect(), spare: 0 }
    }

    fn worth(&self, c: &Catalog, p: &Position, group: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face + 1 >= p.unit(c, FigureId(group.purpose)).quality))
    }

    fn resolve<O: Observe<Event>>(
        &self,
        c: &Catalog,
        s: &mut State,
        dealt: &[(DiceGroup, &[Face])],
        out: &mut O,
    ) {
        for (group, faces) in dealt {
            let (figure, face) = (FigureId(group.purpose), faces.first().map_or(0, |face| face + 1));
            let passed = face >= s.position.unit(c, figure).quality;
            out.tell(|| Event::Tested { figure, face, passed, rule: self.rule() });
            if passed {
                continue;
            }
            if routs(c, &s.position, figure) {
                s.position.figure_mut(figure).remove();
                out.tell(|| Event::Removed { figure, rule: Rule::Routed });
            } else {
                s.position.figure_mut(figure).pinned = true;
                out.tell(|| Event::Pinned { figure });
            }
        }
    }
}
