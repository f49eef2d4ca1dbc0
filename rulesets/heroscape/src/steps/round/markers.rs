//! Order markers placed on cards, in secret and all at once (HS-3.1).

use super::raise_general;
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, State};
use crate::position::step::{RoundStep, Step};
use crate::tables::abilities::Moment;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};

/// Cards up to which every way of placing markers is listed.
const LISTED_CARDS: usize = 6;

/// The most ways that a hand is offered.
const MOST_TO_PICK: usize = 1300;

/// Lists ways to place markers: all of them, or with many cards the plainer ones.
pub fn legal_markers(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) -> Listing {
    let cards: smallvec::SmallVec<[CopyId; 16]> = game.cards_in_play(state, seat).collect();
    if cards.len() <= LISTED_CARDS {
        for one in &cards {
            for two in &cards {
                for three in &cards {
                    into.extend(cards.iter().map(|x| Action::Markers([*one, *two, *three, *x])));
                }
            }
        }
        return Listing::Complete;
    }
    for one in &cards {
        for two in &cards {
            into.push(Action::Markers([*one, *one, *two, *two]));
            into.push(Action::Markers([*one, *two, *one, *two]));
        }
    }
    Listing::Candidates
}

/// Ways to place markers for a hand that puts down one after the other: every card for 1, 2 and 3, and for X as many
/// as there is room for, those that have a marker first.
pub fn markers_to_pick(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) -> Listing {
    let cards: smallvec::SmallVec<[CopyId; 16]> = game.cards_in_play(state, seat).collect();
    let waits = matches!(state.step(), Some(Step::Round(RoundStep::Markers(waiting))) if waiting.contains(seat));
    let ways = cards.len().pow(3);
    if !waits || cards.len() <= LISTED_CARDS || ways > MOST_TO_PICK {
        return legal_markers(game, state, seat, into);
    }
    for one in &cards {
        for two in &cards {
            for three in &cards {
                let mut with_x: smallvec::SmallVec<[CopyId; 16]> = smallvec::SmallVec::new();
                for card in [one, two, three].into_iter().chain(&cards) {
                    if !with_x.contains(card) {
                        with_x.push(*card);
                    }
                }
                let with_x = with_x.into_iter().take(MOST_TO_PICK / ways);
                into.extend(with_x.map(|x| Action::Markers([*one, *two, *three, x])));
            }
        }
    }
    Listing::Candidates
}

/// Whether markers may be placed so.
pub fn check_markers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    on: &[CopyId; 4],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    for copy in on {
        let own = copy.index() < state.copies.len() && state.copy(*copy).controller == seat;
        why.need(Rule::OrderMarkersPlaced, own, || {
            Fact::says("order markers go on cards of one's own army")
        })?;
    }
    for copy in on {
        let in_play = game.in_play(state, *copy);
        why.require(Rule::DeadCardExcluded, in_play, || {
            let name = game.copy_name(state, *copy);
            Fact::says(format!("{name} is out of play, no marker may go on it"))
        })?;
    }
    Ok(())
}

/// Puts markers on cards.
pub fn place_markers<O: Observe<Event>>(
    state: &mut State,
    seat: Seat,
    on: &[CopyId; 4],
    events: &mut O,
) {
    for (marker, copy) in on.iter().enumerate() {
        state.copies[copy.index()].markers |= 1 << marker;
    }
    let on = *on;
    events.tell(|| Event::MarkersPlaced { seat, on });
}

/// When all have placed, initiative is rolled for.
pub fn all_placed<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let rolling: Seats = (0..state.seats())
        .map(Seat)
        .filter(|seat| state.copies.iter().any(|c| c.controller == *seat && c.has_markers()))
        .collect();
    state.replace(RoundStep::NextTurn);
    if rolling.len() > 1 {
        state.push(RoundStep::Initiative(rolling));
    } else {
        let seat = rolling.first().unwrap_or(Seat(0));
        state.first = seat;
        events.tell(|| Event::InitiativeSkipped { seat });
    }
    raise_general(game, state, Moment::MarkersPlaced, events);
}
