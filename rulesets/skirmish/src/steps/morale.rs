//! Tests of morale: a die for each figure that has to test.

use super::{State, dice};
use crate::position::{Event, Piece, PieceId, Position};
use crate::rules::morale::{Figures, routs};
use crate::tables::{Rule, Skirmish};
use serde::{Deserialize, Serialize};
use umpire_core::dice::shows;
use umpire_core::steps::{Flow, Play};
use umpire_core::{DiceGroup, Explain, Face, Observe, RollRequest, Silent, Worth};

/// Figures test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale {
    pub tests: Figures,
    /// Whether it is because one of them is hurt, not because their side is thinned.
    pub is_hurt: bool,
}

impl Morale {
    fn testing(self, p: &Position) -> impl Iterator<Item = PieceId> {
        let known = self.tests.iter().filter(|id| usize::from(id.0) < p.figures.len());
        known.filter(|id| p.figures[*id].stands())
    }

    fn rule(self) -> Rule {
        if self.is_hurt { Rule::HurtFiguresTest } else { Rule::ThinnedSidesTest }
    }
}

impl Play<Skirmish> for Morale {
    fn advance<O: Observe<Event>>(self, _: &Skirmish, state: &mut State, _: &mut O) -> Flow {
        if self.testing(&state.position).next().is_some() {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn request<E: Explain<Rule>>(
        self,
        _: &Skirmish,
        state: &State,
        _: &mut E,
    ) -> RollRequest<Rule> {
        let p = &state.position;
        let groups = self.testing(p).map(|id| dice(p, id, 1, id.0)).collect();
        RollRequest::of(self.rule(), groups)
    }

    fn worth(self, game: &Skirmish, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let quality = state.on(game).unit(PieceId(group.purpose)).quality;
        Worth::Adds(shows(face, quality).into())
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &Skirmish,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let request = self.request(game, state, &mut Silent);
        state.steps.pop();
        for (group, faces) in request.dealt(faces) {
            let (figure, face) = (PieceId(group.purpose), faces.first().map_or(0, |face| face + 1));
            let passed = face >= state.on(game).unit(figure).quality;
            out.tell(|| Event::Tested { figure, face, passed, rule: self.rule() });
            if passed {
                continue;
            }
            if routs(state.on(game), figure) {
                state.position.figures[figure].remove();
                out.tell(|| Event::Removed { figure, rule: Rule::Routed });
            } else {
                state.position.figures[figure].pinned = true;
                out.tell(|| Event::Pinned { figure });
            }
        }
    }
}
