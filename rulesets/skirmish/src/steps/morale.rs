//! Tests of morale: a die for each figure that has to test.

use super::{Morale, dice};
use crate::position::{Event, Piece, PieceId, Position};
use crate::rules::morale::routs;
use crate::tables::{Rule, Skirmish};
use umpire_core::dice::shows;
use umpire_core::steps::{Change, Now, Play};
use umpire_core::{DiceGroup, Explain, Face, Observe, RollRequest, Silent, Worth};

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
    fn is_moot(self, now: Now<Skirmish>) -> bool {
        self.testing(&now.state.position).next().is_none()
    }

    fn request(self, now: Now<Skirmish>, _: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let p = &now.state.position;
        let groups = self.testing(p).map(|id| dice(p, id, 1, id.0)).collect();
        RollRequest::of(self.rule(), groups)
    }

    fn worth(self, now: Now<Skirmish>, group: &DiceGroup, face: Face) -> Worth {
        let quality = now.state.on(now.game).unit(PieceId(group.purpose)).quality;
        Worth::Adds(shows(face, quality).into())
    }

    fn resolve(self, change: &mut Change<Skirmish, impl Observe<Event>>, faces: &[Face]) {
        let request = self.request(change.now(), &mut Silent);
        change.pop();
        for (group, faces) in request.dealt(faces) {
            let (figure, face) = (PieceId(group.purpose), faces.first().map_or(0, |face| face + 1));
            let passed = face >= change.state.on(change.game).unit(figure).quality;
            change.tell(|| Event::Tested { figure, face, passed, rule: self.rule() });
            if passed {
                continue;
            }
            if routs(change.state.on(change.game), figure) {
                change.state.position.figures[figure].remove();
                change.tell(|| Event::Removed { figure, rule: Rule::Routed });
            } else {
                change.state.position.figures[figure].pinned = true;
                change.tell(|| Event::Pinned { figure });
            }
        }
    }
}
