//! Sights that the judge rules by eye, at any time (HS-7.4).

use crate::position::event::Event;
use crate::position::state::{FigureId, Seen, State};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Whether a seat may rule on whether one figure sees another.
pub fn check<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    from: FigureId,
    to: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::SightDisputes, seat == Seat::JUDGE && state.ended.is_none(), || {
        Fact::says("only the judge rules on sight by eye, while the game lasts")
    })?;
    let known = |figure: FigureId| figure.index() < state.figures.len();
    let placed = known(from) && known(to) && from != to;
    let placed = placed && state.spaces(from).is_some() && state.spaces(to).is_some();
    why.need(Rule::SightDisputes, placed, || {
        Fact::says("two different figures on the battlefield are needed")
    })
}

/// Notes what the judge saw.
pub fn rule<O: Observe<Event>>(
    state: &mut State,
    from: FigureId,
    to: FigureId,
    clear: bool,
    events: &mut O,
) {
    state.eyes.retain(|seen| (seen.from, seen.to) != (from, to));
    state.eyes.push(Seen { from, to, clear });
    events.tell(|| Event::SightRuled { from, to, clear });
}
