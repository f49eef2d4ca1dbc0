//! Starting distances: what each terrain die shows when the game begins (DD-4.7).

use crate::position::event::Event;
use crate::position::pieces::Place;
use crate::position::stack::Step;
use crate::position::stack::setup::{Assembling, SetupStep};
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// The purpose of terrain dice that are rolled for distances.
pub const DISTANCE: u8 = 110;

/// The number a terrain starts on: 7 becomes 6, and an 8 is rolled again. Faces count from 0.
pub(super) fn shown(face: Face) -> Option<u8> {
    (face < 7).then_some((face + 1).min(6))
}

/// The terrains of a set of bits.
fn of_bits(state: &State, bits: u8) -> impl Iterator<Item = Place> + use<> {
    state.terrains().filter(move |place| bits >> place.0 & 1 == 1)
}

/// Waits for the dice that are left, or begins the first turn.
pub(super) fn measure(state: &mut State, left: u8) -> Flow {
    if of_bits(state, left).next().is_some() {
        return Flow::Wait;
    }
    state.steps.pop();
    for seat in state.conceded.iter() {
        let count = state.roster.force(seat).members().len() as u8;
        state.shift(seat, (0..count).collect(), Place::OUT);
    }
    Flow::On
}

/// Each Home die for its owner, the Frontier die for whoever chose it.
pub(super) fn distance_dice(state: &State, assembling: &Assembling, left: u8) -> RollRequest<Rule> {
    let group = |place: Place| {
        let ground = state.ground(place)?;
        let owner = if state.is_home(place) { Some(Seat(place.0)) } else { assembling.chooser };
        let seat = owner.filter(|seat| !state.conceded.contains(*seat));
        Some(DiceGroup {
            seat: seat.unwrap_or(state.marching),
            die: ground.kind.die(),
            count: 1,
            purpose: DISTANCE,
            subject: Some(place.0.into()),
        })
    };
    let groups = of_bits(state, left).filter_map(group).collect();
    RollRequest::of(Rule::StartingDistance, groups)
}

pub(super) fn set_distances<O: Observe<Event>>(
    state: &mut State,
    left: u8,
    faces: &[Face],
    out: &mut O,
) {
    let mut again = 0u8;
    for (place, face) in of_bits(state, left).zip(faces) {
        let number = face.saturating_add(1);
        out.tell(|| Event::Distance { place, face: number });
        match shown(*face) {
            Some(to) => {
                state.grounds[usize::from(place.0)].face = to;
                if to != number {
                    let rule = Rule::StartingDistance;
                    out.tell(|| Event::Turned { place, from: number, to, rule });
                }
            }
            None => again |= 1 << place.0,
        }
    }
    state.replace_step(Step::Setup(SetupStep::Distances(again)));
}
