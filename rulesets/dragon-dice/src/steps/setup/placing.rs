//! Armies placed in turn order, each player all three before the next (DD-4.6).

use crate::position::event::Event;
use crate::position::pieces::{PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::setup::{Assembling, SetupStep};
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// Home Terrains of other players.
pub(super) fn horde_places(state: &State, seat: Seat) -> impl Iterator<Item = Place> + use<> {
    (0..state.players()).filter(move |home| *home != seat.0).map(Place::terrain)
}

/// Terrains where the player has no army yet.
pub(super) fn campaign_places(state: &State, seat: Seat) -> impl Iterator<Item = Place> + use<> {
    let side = state.sides[seat.index()];
    state
        .terrains()
        .filter(move |place| place.0 != seat.0 && side.places[usize::from(place.0)].is_empty())
}

pub(super) fn check_horde<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    place: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let terrain = place.as_terrain().is_some_and(|at| usize::from(at) < state.grounds.len());
    why.need(Rule::Placement, terrain, || {
        Fact::says("there is no such terrain").held("armies are placed at terrains")
    })?;
    let allowed = horde_places(state, seat).any(|open| open == place);
    why.need(Rule::Placement, allowed, || {
        Fact::says("the Horde Army stands at another player's Home Terrain")
            .held("this is another player's Home Terrain")
    })
}

pub(super) fn check_campaign<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    place: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let terrain = place.as_terrain().is_some_and(|at| usize::from(at) < state.grounds.len());
    why.need(Rule::Placement, terrain, || {
        Fact::says("there is no such terrain").held("armies are placed at terrains")
    })?;
    let allowed = campaign_places(state, seat).any(|open| open == place);
    why.need(Rule::Placement, allowed, || {
        Fact::says("the Campaign Army stands where the player has no other army")
            .held("the player has no army there")
    })
}

fn set<O: Observe<Event>>(state: &mut State, seat: Seat, pieces: PieceSet, to: Place, out: &mut O) {
    let pieces = pieces.and(state.at(seat, Place::OUT));
    if pieces.is_empty() {
        return;
    }
    state.shift(seat, pieces, to);
    let (from, rule) = (Place::OUT, Rule::Placement);
    out.tell(|| Event::Moved { owner: seat, pieces, from, to, rule });
}

/// The Home Army is placed at once; the Horde where there is but one place for it.
pub(super) fn place_horde<O: Observe<Event>>(
    state: &mut State,
    assembling: &Assembling,
    seat: Seat,
    out: &mut O,
) -> Flow {
    let Some(muster) = assembling.muster(seat).filter(|_| !state.conceded.contains(seat)) else {
        return placed(state, seat);
    };
    set(state, seat, muster.armies[0], Place::terrain(seat.0), out);
    let mut places = horde_places(state, seat);
    match (places.next(), places.next()) {
        (Some(only), None) => {
            set_horde(state, assembling, seat, only, out);
            Flow::On
        }
        _ => Flow::Wait,
    }
}

pub(super) fn set_horde<O: Observe<Event>>(
    state: &mut State,
    assembling: &Assembling,
    seat: Seat,
    place: Place,
    out: &mut O,
) {
    if let Some(muster) = assembling.muster(seat) {
        set(state, seat, muster.armies[2], place, out);
    }
    state.replace_step(Step::Setup(SetupStep::Campaign(seat)));
}

pub(super) fn place_campaign<O: Observe<Event>>(
    state: &mut State,
    assembling: &Assembling,
    seat: Seat,
    out: &mut O,
) -> Flow {
    if state.conceded.contains(seat) {
        return placed(state, seat);
    }
    let mut places = campaign_places(state, seat);
    match (places.next(), places.next()) {
        (Some(only), None) => {
            set_campaign(state, assembling, seat, only, out);
            Flow::On
        }
        _ => Flow::Wait,
    }
}

pub(super) fn set_campaign<O: Observe<Event>>(
    state: &mut State,
    assembling: &Assembling,
    seat: Seat,
    place: Place,
    out: &mut O,
) {
    if let Some(muster) = assembling.muster(seat) {
        set(state, seat, muster.armies[1], place, out);
    }
    placed(state, seat);
}

/// The next player places, or distances are rolled.
fn placed(state: &mut State, seat: Seat) -> Flow {
    let next = state.others(seat).next().unwrap_or(seat);
    let step = match next == state.marching {
        true => SetupStep::Distances((1 << (state.players() + 1)) - 1),
        false => SetupStep::Horde(next),
    };
    state.replace_step(Step::Setup(step));
    Flow::On
}
