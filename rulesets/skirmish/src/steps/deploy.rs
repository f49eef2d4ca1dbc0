//! Deployment: the sides place their figures in turn.

use super::{Deploy, State};
use crate::position::{Action, Event, Post};
use crate::rules::movement;
use crate::tables::{Rule, Skirmish, Verdict};
use umpire_core::pick::drawn;
use umpire_core::steps::{Ask, Change, Flow, Now, Play, no_answer};
use umpire_core::{Explain, Fact, Listing, Observe, Seat};

/// Where one of the figures that wait could be deployed, drawn.
pub fn glimpse(
    game: &Skirmish,
    state: &State,
    side: Seat,
    die: &mut dyn FnMut(u32) -> u32,
    into: &mut Vec<Action>,
) {
    if let Some(figure) = drawn(state.position.figures.waiting(side), die) {
        let places = movement::deployment(state.on(game), figure).drawn(LOOKS, die);
        into.extend(places.into_iter().map(|to| Action::Deploy { figure, to }));
    }
}

/// Places that players look at who play on.
const LOOKS: usize = 8;

impl Play<Skirmish> for Deploy {
    fn advance(self, change: &mut Change<Skirmish, impl Observe<Event>>) -> Flow {
        let t = change.state.on(change.game);
        let Some(figure) = t.figures.waiting(self.side).next() else {
            let other = self.side.opponent();
            let next = t.figures.waiting(other).next();
            match next {
                Some(_) => change.replace(Deploy { side: other }),
                None => change.pop(),
            }
            return Flow::On;
        };
        if t.figures
            .waiting(self.side)
            .any(|figure| movement::deployment(t, figure).room().is_some())
        {
            return Flow::Wait;
        }
        // Ruling: where no room is left for any, a figure stays at home.
        change.state.position.figures[figure].remove();
        change.tell(|| Event::Removed { figure, rule: Rule::Deployment });
        Flow::On
    }

    fn ask(self, _: Now<Skirmish>) -> Ask<Rule> {
        Ask::seat(self.side, Rule::Deployment)
    }

    fn legal(self, now: Now<Skirmish>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let t = now.state.on(now.game);
        for figure in t.figures.waiting(self.side) {
            let places = movement::deployment(t, figure).places().into_iter();
            into.extend(places.map(|to| Action::Deploy { figure, to }));
        }
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<Skirmish>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict {
        let Action::Deploy { figure, to } = *action else {
            let says = "all are deployed before any acts".to_string();
            let fact = || Fact { says, ..no_answer(game, state, seat) };
            return why.need(Rule::Deployment, false, fact);
        };
        let own = state.position.figures[figure];
        why.need(Rule::Deployment, own.side == seat && own.post == Post::Waiting, || {
            let by = format!("to be deployed by {}", seat.lettered());
            let (waits, not) = (format!("waits {by}"), format!("does not wait {by}"));
            Fact::that(state.on(game).name(figure), &waits, &not)
        })?;
        movement::check_deployment(state.on(game), (figure, to), why)
    }

    fn apply(self, change: &mut Change<Skirmish, impl Observe<Event>>, _: Seat, action: &Action) {
        if let Action::Deploy { figure, to } = *action {
            change.state.position.figures[figure].post = Post::At(to);
            change.tell(|| Event::Deployed { figure, to });
            change.replace(Deploy { side: self.side.opponent() });
        }
    }
}
