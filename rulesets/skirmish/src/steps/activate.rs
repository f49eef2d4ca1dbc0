//! Activations: a side chooses a figure that has not acted, and what it does.

use super::{Activate, Fight};
use crate::position::{Action, Event, Piece, PieceId, Post, Table};
use crate::rules::{movement, shooting};
use crate::tables::{Gait, Rule, Skirmish, Verdict};
use umpire_core::pick::drawn;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};
use umpire_core::table::{Base, Point};
use umpire_core::{Explain, Fact, Listing, Observe, Seat, Silent};

/// Enemies that players look to, of all there are.
const NEAREST: usize = 2;

impl Play<Skirmish> for Activate {
    fn advance(self, change: &mut Change<Skirmish, impl Observe<Event>>) -> Flow {
        let p = &mut change.state.position;
        if p.figures.ready(self.side).any(|id| !p.figures[id].pinned) {
            return Flow::Wait;
        }
        // All that are left are pinned: they recover without being asked.
        let next = p.figures.ready(self.side).next();
        if let Some(figure) = next {
            let own = &mut p.figures[figure];
            (own.acted, own.pinned) = (true, false);
            change.tell(|| Event::Acted { figure, rule: Rule::Recover, to: None, target: None });
        } else if p.figures.ready(self.side.opponent()).next().is_none() {
            change.pop();
            return Flow::On;
        }
        change.replace(Activate { side: self.side.opponent() });
        Flow::On
    }

    fn ask(self, _: Now<Skirmish>) -> Ask<Rule> {
        Ask::seat(self.side, Rule::Alternate)
    }

    fn legal(self, now: Now<Skirmish>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let t = now.state.on(now.game);
        for figure in t.figures.ready(self.side) {
            list(t, figure, &mut |gait| movement::ways(t, figure, gait).places(NEAREST), into);
        }
        Listing::Candidates
    }

    fn check(
        self,
        now: Now<Skirmish>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict {
        let (t, id) = (now.state.on(now.game), action.figure());
        let (name, own) = (|| t.name(id), t.figures[id]);
        why.need(Rule::Alternate, own.stands() && own.side == seat, || {
            let side = seat.lettered();
            let is_not = format!("is no figure of {side} on the table");
            Fact::that(name(), &format!("is a figure of {side}"), &is_not)
        })?;
        check_target(t, action, why)?;
        t.figures.require_ready(Rule::OnceARound, id, |id| t.name(id), why)?;
        if let Action::Recover { .. } = action {
            return why.need(Rule::Recover, own.pinned, || {
                Fact::that(name(), "is pinned", "is not pinned")
            });
        }
        why.require(Rule::Pinned, !own.pinned, || {
            let fact = Fact::that(name(), "is not pinned", "is pinned");
            let recover = Action::Recover { figure: id };
            if own.acted { fact } else { fact.instead("it recovers", &recover) }
        })?;
        check_deed(t, *action, why)
    }

    fn apply(self, change: &mut Change<Skirmish, impl Observe<Event>>, _: Seat, action: &Action) {
        change.replace(Activate { side: self.side.opponent() });
        act(change, action);
    }
}

/// A figure does something: it stands where that takes it, and fights if it is against somebody.
pub(super) fn act(change: &mut Change<Skirmish, impl Observe<Event>>, action: &Action) {
    let (figure, target) = (action.figure(), action.target());
    let to = movement::goes_to(change.state.on(change.game), action);
    let rule = match action {
        Action::Advance { .. } | Action::AdvanceAndShoot { .. } => Rule::Advance,
        Action::Rush { .. } => Rule::Rush,
        Action::Charge { .. } => Rule::Charge,
        Action::Recover { .. } => Rule::Recover,
        Action::Hold { .. } | Action::Shoot { .. } | Action::Deploy { .. } => Rule::Hold,
    };
    change.tell(|| Event::Acted { figure, rule, to, target });
    let in_turns = !change.state.at_free_table();
    let own = &mut change.state.position.figures[figure];
    own.acted = in_turns;
    own.pinned &= rule != Rule::Recover;
    own.post = to.map_or(own.post, Post::At);
    let Some(target) = target else { return };
    let is_shot = rule != Rule::Charge;
    let first = Fight { attacker: figure, target, is_shot, is_back: false, hits: None };
    if !is_shot {
        change.push(Fight { attacker: target, target: figure, is_back: true, ..first });
    }
    change.push(first);
}

/// Whether what is shot at or charged, if anything is, is an enemy.
pub(super) fn check_target(t: Table, action: &Action, why: &mut impl Explain<Rule>) -> Verdict {
    let Some(target) = action.target() else { return Ok(()) };
    let (foe, own) = (t.figures[target], t.figures[action.figure()]);
    let is_charge = matches!(action, Action::Charge { .. });
    let rule = if is_charge { Rule::Charge } else { Rule::Shot };
    why.need(rule, foe.stands() && foe.side != own.side, || {
        Fact::that(t.name(target), "is an enemy", "is no enemy on the table")
    })
}

/// Whether what a figure does keeps the rules of doing it.
pub(super) fn check_deed(t: Table, action: Action, why: &mut impl Explain<Rule>) -> Verdict {
    match action {
        Action::Hold { .. } | Action::Recover { .. } => Ok(()),
        Action::Deploy { .. } => {
            why.need(Rule::Deployment, false, || Fact::says("deployment is over"))
        }
        Action::Shoot { figure, target } => {
            shooting::check(t, (figure, &t.base(figure)), target, why)
        }
        Action::Advance { figure, to } => movement::check(t, (figure, to, Gait::Advance), why),
        Action::AdvanceAndShoot { figure, to, target } => {
            movement::check(t, (figure, to, Gait::Advance), why)?;
            shooting::check(t, (figure, &t.base_at(figure, to)), target, why)
        }
        Action::Rush { figure, to } => movement::check(t, (figure, to, Gait::Rush), why),
        Action::Charge { figure, target } => movement::check_charge(t, (figure, target), why),
    }
}

/// What one of the figures that are ready could do, drawn.
pub fn glimpse(t: Table, side: Seat, die: &mut dyn FnMut(u32) -> u32, into: &mut Vec<Action>) {
    if let Some(figure) = drawn(t.figures.ready(side), die) {
        let places = &mut |gait| movement::ways(t, figure, gait).glimpsed_places(NEAREST, die);
        list(t, figure, places, into);
    }
}

/// What a figure could do: places it could go to, and everybody it may shoot at or charge.
fn list(
    t: Table,
    figure: PieceId,
    places: &mut dyn FnMut(Gait) -> Vec<Point>,
    into: &mut Vec<Action>,
) {
    if t.figures[figure].pinned {
        return into.push(Action::Recover { figure });
    }
    let targets = |base: Base| {
        let may = move |target: &PieceId| {
            shooting::check(t, (figure, &base), *target, &mut Silent).is_ok()
        };
        t.figures.enemies(figure).filter(may)
    };
    into.push(Action::Hold { figure });
    into.extend(targets(t.base(figure)).map(|target| Action::Shoot { figure, target }));
    for to in places(Gait::Advance) {
        into.push(Action::Advance { figure, to });
        let shots = targets(t.base_at(figure, to));
        into.extend(shots.map(|target| Action::AdvanceAndShoot { figure, to, target }));
    }
    into.extend(places(Gait::Rush).into_iter().map(|to| Action::Rush { figure, to }));
    let charges = movement::charges(t, figure);
    into.extend(charges.map(|target| Action::Charge { figure, target }));
}
