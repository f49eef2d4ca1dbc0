//! A referee's table: nobody's turn it is. Any figure may do what the rules allow it, as often as the judge likes.

use super::activate::{act, check_deed, check_target};
use super::{Free, State, Step, rest};
use crate::position::{Action, Event, Piece, PieceId, Table};
use crate::rules::{movement, shooting};
use crate::tables::{Rule, Skirmish, Verdict};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};
use umpire_core::{Explain, Fact, Listing, Observe, Seat, Silent};

impl State {
    /// Whether it is a referee's table, where nobody wins.
    pub fn at_free_table(&self) -> bool {
        self.steps.first() == Some(&Step::Free(Free))
    }
}

impl Play<Skirmish> for Free {
    fn advance(self, change: &mut Change<Skirmish, impl Observe<Event>>) -> Flow {
        // There are no rounds in which anybody could have acted or struck already.
        rest(&mut change.state.position);
        Flow::Wait
    }

    fn ask(self, _: Now<Skirmish>) -> Ask<Rule> {
        Ask::seat(Seat::JUDGE, Rule::JudgesWord)
    }

    fn legal(self, now: Now<Skirmish>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let t = now.state.on(now.game);
        for figure in t.figures.ids().filter(|id| t.figures[*id].stands()) {
            list(t, figure, into);
        }
        Listing::Candidates
    }

    fn check(
        self,
        now: Now<Skirmish>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict {
        let (t, figure) = (now.state.on(now.game), action.figure());
        let own = t.figures[figure];
        why.need(Rule::JudgesWord, own.stands(), || {
            let (name, map) = (&t.name(figure), &t.game.field);
            let is_free = |at| t.hindrance(figure, &t.base_at(figure, at)).is_none();
            let put = |at| format!("put it down: `place {name} at {}`", map.unit.said_place(at));
            let fact = Fact::that(name, "is on the table", "is not on the table");
            match map.room(&own.side.lettered(), &is_free) {
                Some(at) => fact.remedy(put(at)),
                None => fact,
            }
        })?;
        check_target(t, action, why)?;
        let turns = matches!(action, Action::Hold { .. } | Action::Recover { .. });
        why.need(Rule::JudgesWord, !turns, || {
            let fact = Fact::says("nobody's turn it is: nothing is done by this")
                .held("nobody's turn it is: each does what the judge likes");
            if own.pinned { fact.remedy(format!("`free {}`", t.name(figure))) } else { fact }
        })?;
        why.require(Rule::Pinned, !own.pinned, || {
            let fact = Fact::that(t.name(figure), "is not pinned", "is pinned");
            fact.remedy(format!("`free {}`", t.name(figure)))
        })?;
        check_deed(t, *action, why)
    }

    fn apply(self, change: &mut Change<Skirmish, impl Observe<Event>>, _: Seat, action: &Action) {
        act(change, action);
    }
}

/// Whom a figure may shoot at or charge; moves are judged as they come, and figures are put down wherever the judge likes.
fn list(t: Table, figure: PieceId, into: &mut Vec<Action>) {
    if t.figures[figure].pinned {
        return;
    }
    let base = t.base(figure);
    let may = |target: &PieceId| shooting::check(t, (figure, &base), *target, &mut Silent).is_ok();
    into.extend(
        t.figures.enemies(figure).filter(may).map(|target| Action::Shoot { figure, target }),
    );
    let charges = movement::charges(t, figure);
    into.extend(charges.map(|target| Action::Charge { figure, target }));
}
