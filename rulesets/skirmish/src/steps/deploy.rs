//! Deployment: the sides place their figures in turn.

use super::{Decide, State, Step};
use crate::position::{Action, Event, Position, Post, other};
use crate::rules::movement;
use crate::tables::{Catalog, Rule};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// A side places a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    pub side: Seat,
}

impl Decide for Deploy {
    fn side(&self) -> Seat {
        self.side
    }

    fn rule(&self) -> Rule {
        Rule::Deployment
    }

    fn legal(&self, c: &Catalog, p: &Position, into: &mut Vec<Action>) {
        for figure in p.of(self.side, |figure| figure.post == Post::Waiting) {
            let places = movement::deployment_places(c, p, figure).into_iter();
            into.extend(places.map(|to| Action::Deploy { figure, to }));
        }
    }

    fn check<E: Explain<Rule>>(
        &self,
        c: &Catalog,
        p: &Position,
        action: Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let figure = action.figure();
        let Action::Deploy { to, .. } = action else {
            return why.need(Rule::Deployment, false, || Fact::says("all are deployed before any acts"));
        };
        why.need(Rule::Deployment, p.figure(figure).post == Post::Waiting, || {
            Fact::says(format!("{} does not wait to be deployed", p.name(c, figure)))
        })?;
        movement::check_deployment(c, p, (figure, to), why)
    }

    fn apply<O: Observe<Event>>(&self, _: &Catalog, s: &mut State, action: Action, out: &mut O) {
        if let Action::Deploy { figure, to } = action {
            s.position.figure_mut(figure).post = Post::At(to);
            out.tell(|| Event::Deployed { figure, to });
            s.steps.pop();
            s.steps.push(Step::Deploy(Deploy { side: other(self.side) }));
        }
    }
}
