//! Order markers that effects take away or move.

use super::whom;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Run, State};
use crate::position::step::EffectStep;
use crate::rules::holds;
use crate::steps::power;
use crate::tables::abilities::{Filter, To};
use umpire_core::game::Observe;

pub(super) fn strip_all<O: Observe<Event>>(state: &mut State, copy: CopyId, events: &mut O) {
    let its = &mut state.copies[copy.index()];
    let count = its.marker_count();
    (its.markers, its.shown, its.hidden) = (0, 0, 0);
    if count > 0 {
        events.tell(|| Event::MarkersRemoved { copy, count });
    }
}

/// The cards whose markers go with a figure: where an opponent has several copies of a common card, all of them.
fn marked_copies(game: &HeroScape, state: &State, figure: FigureId) -> Vec<CopyId> {
    let own = state.figure(figure).copy;
    let alike = state.all_copies().filter(|(id, _)| game.matches(state, own, *id));
    alike.map(|(id, _)| id).collect()
}

pub(super) fn strip<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    count: Option<u8>,
    to: To,
    events: &mut O,
) {
    let Some(figure) = whom(run, to) else {
        power::next_effect(state);
        return;
    };
    let copies = marked_copies(game, state, figure);
    let Some(count) = count else {
        power::next_effect(state);
        copies.into_iter().for_each(|copy| strip_all(state, copy, events));
        return;
    };
    let hidden: u8 = copies.iter().map(|copy| state.copy(*copy).unrevealed()).sum();
    if run.left >= count || hidden == 0 {
        power::next_effect(state);
        return;
    }
    let hides = |copy: &CopyId| state.copy(*copy).unrevealed() > 0;
    let of: Vec<CopyId> = copies.into_iter().filter(hides).collect();
    match of[..] {
        [copy] if hidden == 1 => remove_unrevealed(state, copy, 0, events),
        [copy] => {
            state.push(EffectStep::MarkerDie(figure, Some(copy)));
            return;
        }
        _ => {
            state.push(EffectStep::MarkerDie(figure, None));
            return;
        }
    }
    power::set(state, |run| run.left += 1);
}

/// Takes away the n-th unrevealed marker of a card; where it is not known which lie there, one of them.
fn remove_unrevealed<O: Observe<Event>>(state: &mut State, copy: CopyId, nth: u8, events: &mut O) {
    let its = &mut state.copies[copy.index()];
    let unrevealed = its.markers & !its.shown;
    let lies = (0..4u8).filter(|marker| unrevealed >> marker & 1 == 1).nth(nth.into());
    match lies {
        Some(marker) => its.markers &= !(1 << marker),
        None => its.hidden = its.hidden.saturating_sub(1),
    }
    events.tell(|| Event::MarkersRemoved { copy, count: 1 });
}

/// Which of several unrevealed markers goes: the number rolled says, in as many equal parts as there are; a number
/// that is left over is rolled again. Where several cards have some it says of which card, and if that has more than one it is rolled for these.
pub(super) fn resolve_pick<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (figure, of): (FigureId, Option<CopyId>),
    rolled: u8,
    events: &mut O,
) {
    let copies = of.map_or_else(|| marked_copies(game, state, figure), |copy| vec![copy]);
    let unrevealed = |copy: &CopyId| state.copy(*copy).unrevealed();
    let hidden: u8 = copies.iter().map(unrevealed).sum();
    let part = 20 / hidden.max(1);
    let mut nth = rolled.saturating_sub(1) / part.max(1);
    let picked = copies.iter().copied().find(|copy| {
        let lies_there = nth < unrevealed(copy);
        if !lies_there {
            nth -= unrevealed(copy);
        }
        lies_there
    });
    let Some(copy) = picked else { return };
    state.steps.pop();
    if of.is_none() && state.copy(copy).unrevealed() > 1 {
        state.push(EffectStep::MarkerDie(figure, Some(copy)));
        return;
    }
    remove_unrevealed(state, copy, nth, events);
    power::set(state, |run| run.left += 1);
}

/// The order markers that a power may move, and where to.
pub(super) fn shifts(
    game: &HeroScape,
    state: &State,
    run: &Run,
    filter: &Filter,
) -> Vec<(u8, CopyId)> {
    let from = state.figure(run.source).copy;
    let held = state.copy(from).markers & !state.copy(from).shown;
    let to: Vec<CopyId> = game
        .cards_in_play(state, run.seat)
        .filter(|copy| *copy != from && holds::card_meets(game, state, *copy, filter))
        .collect();
    (0..4u8)
        .filter(|marker| held >> marker & 1 == 1)
        .flat_map(|marker| to.iter().map(move |copy| (marker, *copy)))
        .collect()
}

/// Moves an order marker to another card.
pub(super) fn shift<O: Observe<Event>>(
    state: &mut State,
    run: &Run,
    marker: u8,
    to: CopyId,
    events: &mut O,
) {
    state.steps.pop();
    let (from, bit) = (state.figure(run.source).copy, 1u8 << marker);
    state.copies[from.index()].markers &= !bit;
    state.copies[to.index()].markers |= bit;
    let seat = run.seat;
    events.tell(|| Event::MarkerShifted { seat, to });
    events.tell(|| Event::MarkerMoved { seat, marker, to });
}
