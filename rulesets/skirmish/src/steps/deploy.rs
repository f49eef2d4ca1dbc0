//! Deployment: the sides place their figures in turn.

use super::{State, Step, replace};
use crate::position::{Action, Event, PieceId, Post};
use crate::rules::movement;
use crate::tables::{Rule, Skirmish, Verdict};
use serde::{Deserialize, Serialize};
use umpire_core::steps::{Ask, Flow, Play, no_answer};
use umpire_core::{Explain, Fact, Listing, Observe, Seat};

/// A side places a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    pub side: Seat,
}

fn waiting(state: &State, side: Seat) -> impl Iterator<Item = PieceId> {
    state.position.figures.that(move |figure| figure.side == side && figure.post == Post::Waiting)
}

/// Where one of the figures that wait could be deployed, drawn.
pub fn glimpse(
    game: &Skirmish,
    state: &State,
    side: Seat,
    die: &mut dyn FnMut(u32) -> u32,
    into: &mut Vec<Action>,
) {
    let count = waiting(state, side).count();
    let drawn = die(count.try_into().unwrap_or(u32::MAX)) as usize;
    if let Some(figure) = waiting(state, side).nth(drawn.min(count.saturating_sub(1))) {
        let places = movement::drawn_deployment_places(state.on(game), figure, LOOKS, die);
        into.extend(places.into_iter().map(|to| Action::Deploy { figure, to }));
    }
}

/// Places that players look at who play on.
const LOOKS: usize = 8;

impl Play<Skirmish> for Deploy {
    fn advance<O: Observe<Event>>(self, game: &Skirmish, state: &mut State, out: &mut O) -> Flow {
        let Some(figure) = waiting(state, self.side).next() else {
            let next = waiting(state, self.side.opponent()).next();
            state.steps.pop();
            state.steps.extend(next.map(|_| Step::Deploy(Deploy { side: self.side.opponent() })));
            return Flow::On;
        };
        if waiting(state, self.side).any(|figure| movement::room(state.on(game), figure).is_some())
        {
            return Flow::Wait;
        }
        // Ruling: where no room is left for any, a figure stays at home.
        state.position.figures[figure].remove();
        out.tell(|| Event::Removed { figure, rule: Rule::Deployment });
        Flow::On
    }

    fn ask(self, _: &Skirmish, _: &State) -> Ask<Rule> {
        Ask::seat(self.side, Rule::Deployment)
    }

    fn legal(self, game: &Skirmish, state: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        for figure in waiting(state, self.side) {
            let places = movement::deployment_places(state.on(game), figure).into_iter();
            into.extend(places.map(|to| Action::Deploy { figure, to }));
        }
        Listing::Candidates
    }

    fn check<E: Explain<Rule>>(
        self,
        game: &Skirmish,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Verdict {
        let Action::Deploy { figure, to } = *action else {
            let says = "all are deployed before any acts".to_string();
            let fact = || Fact { says, ..no_answer(game, state, seat) };
            return why.need(Rule::Deployment, false, fact);
        };
        let own = state.position.figures[figure];
        why.need(Rule::Deployment, own.side == seat && own.post == Post::Waiting, || {
            let name = state.on(game).name(figure);
            let by = format!("to be deployed by {}", seat.lettered());
            Fact::says(format!("{name} does not wait {by}")).held(format!("{name} waits {by}"))
        })?;
        movement::check_deployment(state.on(game), (figure, to), why)
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &Skirmish,
        state: &mut State,
        _: Seat,
        action: &Action,
        out: &mut O,
    ) {
        if let Action::Deploy { figure, to } = *action {
            state.position.figures[figure].post = Post::At(to);
            out.tell(|| Event::Deployed { figure, to });
            replace(state, Step::Deploy(Deploy { side: self.side.opponent() }));
        }
    }
}
