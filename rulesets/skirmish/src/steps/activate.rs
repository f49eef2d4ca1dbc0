//! Activations: a side chooses a figure that has not acted, and what it does.

use super::fight::Hits;
use super::{Decide, State, Step};
use crate::position::{Action, Event, FigureId, Position, Post, other};
use crate::rules::movement::{self, Gait};
use crate::rules::shooting;
use crate::tables::{Catalog, Rule};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::table::{Base, Point};

/// A side acts with a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activate {
    pub side: Seat,
}

impl Decide for Activate {
    fn side(&self) -> Seat {
        self.side
    }

    fn rule(&self) -> Rule {
        Rule::Alternate
    }

    fn legal(&self, c: &Catalog, p: &Position, into: &mut Vec<Action>) {
        for figure in p.ready(self.side) {
            if p.figure(figure).pinned {
                into.push(Action::Recover { figure });
                continue;
            }
            into.push(Action::Hold { figure });
            let targets = |base: Base| {
                let may = move |target: &FigureId| {
                    shooting::check(c, p, (figure, &base), *target, &mut Silent).is_ok()
                };
                p.enemies(figure).filter(may)
            };
            into.extend(targets(p.base(c, figure)).map(|target| Action::Shoot { figure, target }));
            for to in movement::places(c, p, figure, Gait::Advance) {
                into.push(Action::Advance { figure, to });
                let shots = targets(p.base_at(c, figure, to));
                into.extend(shots.map(|target| Action::AdvanceAndShoot { figure, to, target }));
            }
            let rushes = movement::places(c, p, figure, Gait::Rush).into_iter();
            into.extend(rushes.map(|to| Action::Rush { figure, to }));
            let near = p.enemies(figure).filter(|target| movement::is_near(c, p, figure, *target));
            let may = |target: &FigureId| {
                movement::check_charge(c, p, (figure, *target), &mut Silent).is_ok()
            };
            into.extend(near.filter(may).map(|target| Action::Charge { figure, target }));
        }
    }

    fn check<E: Explain<Rule>>(
        &self,
        c: &Catalog,
        p: &Position,
        action: Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let id = action.figure();
        let (name, figure) = (|| p.name(c, id), p.figure(id));
        why.need(Rule::Figures, figure.stands(), || {
            Fact::says(format!("{} is not on the table", name()))
        })?;
        why.require(Rule::OnceARound, !figure.acted, || {
            Fact::says(format!("{} has acted this round", name()))
        })?;
        if let Action::Recover { .. } = action {
            return why.need(Rule::Recover, figure.pinned, || {
                Fact::says(format!("{} is not pinned", name()))
            });
        }
        why.require(Rule::Pinned, !figure.pinned, || {
            let fact = Fact::says(format!("{} is pinned", name()));
            fact.instead("recover", &Action::Recover { figure: id })
        })?;
        match action {
            Action::Hold { .. } | Action::Recover { .. } => Ok(()),
            Action::Deploy { .. } => {
                why.need(Rule::Deployment, false, || Fact::says("deployment is over"))
            }
            Action::Shoot { target, .. } => {
                shooting::check(c, p, (id, &p.base(c, id)), target, why)
            }
            Action::Advance { to, .. } => movement::check(c, p, (id, to, Gait::Advance), why),
            Action::AdvanceAndShoot { to, target, .. } => {
                movement::check(c, p, (id, to, Gait::Advance), why)?;
                shooting::check(c, p, (id, &p.base_at(c, id, to)), target, why)
            }
            Action::Rush { to, .. } => movement::check(c, p, (id, to, Gait::Rush), why),
            Action::Charge { target, .. } => movement::check_charge(c, p, (id, target), why),
        }
    }

    fn apply<O: Observe<Event>>(&self, c: &Catalog, s: &mut State, action: Action, out: &mut O) {
        let figure = action.figure();
        let p = &mut s.position;
        let (rule, to): (Rule, Option<Point>) = match action {
            Action::Advance { to, .. } | Action::AdvanceAndShoot { to, .. } => {
                (Rule::Advance, Some(to))
            }
            Action::Rush { to, .. } => (Rule::Rush, Some(to)),
            Action::Charge { target, .. } => {
                (Rule::Charge, movement::charge_place(c, p, figure, target))
            }
            Action::Recover { .. } => (Rule::Recover, None),
            _ => (Rule::Hold, None),
        };
        let target = action.target();
        out.tell(|| Event::Acted { figure, rule, to, target });
        let own = p.figure_mut(figure);
        own.acted = true;
        own.pinned &= rule != Rule::Recover;
        own.post = to.map_or(own.post, Post::At);
        s.steps.pop();
        s.steps.push(Step::Activate(Activate { side: other(self.side) }));
        let Some(target) = target else { return };
        let is_shot = rule != Rule::Charge;
        if !is_shot {
            s.steps.push(Step::Hits(Hits { attacker: target, target: figure, is_shot, is_back: true }));
        }
        s.steps.push(Step::Hits(Hits { attacker: figure, target, is_shot, is_back: false }));
    }
}
