//! Wounds, destroyed figures, and the cards they go on (HS-7.5.4, HS-3.4.2).

use crate::event::{Event, Harm};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, Place, State};
use crate::steps::Step;
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};

/// Wounds a figure; at as many wounds as its Life it is destroyed.
pub fn harm<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    wounds: u8,
    harm: Harm,
    events: &mut O,
) {
    if wounds == 0 || state.spaces(figure).is_none() {
        return;
    }
    let card = game.card(state, figure);
    let total = state.figure(figure).wounds.saturating_add(wounds);
    // A squad figure of one life has no markers: it lives or is destroyed (HS-7.5.4).
    if !(card.is_squad() && card.life == 1) {
        state.figures[figure.index()].wounds = total.min(card.life);
        events.tell(|| Event::Wounded { figure, wounds, total, harm });
    }
    if total >= card.life {
        destroy(state, figure, harm, events);
    }
}

/// Takes a figure off the battlefield; which card it goes on is settled next.
pub fn destroy<O: Observe<Event>>(state: &mut State, figure: FigureId, harm: Harm, events: &mut O) {
    if !state.is_living(figure) {
        return;
    }
    events.tell(|| Event::Destroyed { figure, harm });
    state.lift(figure);
    let its = &mut state.figures[figure.index()];
    its.wounds = 0;
    its.place = Place::Destroyed(its.copy);
    if state.turn.moving.is_some_and(|moving| moving.figure == figure) {
        state.turn.moving = None;
        state.onward.clear();
    }
    state.steps.push(Step::Casualty(figure));
}

/// The cards on which a destroyed figure may go (HS-3.4.2).
pub fn options(game: &HeroScape, state: &State, figure: FigureId) -> SmallVec<[CopyId; 8]> {
    let own = state.figure(figure).copy;
    if !game.shares(state, own) {
        return smallvec::smallvec![own];
    }
    let full = game.card_of(state, own).figures;
    let matching = || state.all_copies().filter(|(id, _)| game.matches(state, own, *id));
    let begun = matching().find(|(_, copy)| copy.casualties > 0 && copy.casualties < full);
    match begun {
        Some((id, _)) => smallvec::smallvec![id],
        None => matching().filter(|(_, copy)| copy.casualties < full).map(|(id, _)| id).collect(),
    }
}

/// Whether a destroyed figure may go on a card.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    copy: CopyId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let own = state.figure(figure).copy;
    let known = copy.index() < state.copies.len() && game.matches(state, own, copy);
    why.need(Rule::CommonCasualties, known, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} goes on a card that matches its own"))
    })?;
    let room = state.copy(copy).casualties < game.card_of(state, copy).figures;
    why.need(Rule::CommonCasualties, room, || {
        let name = game.copy_name(state, copy);
        Fact::says(format!("{name} is full, no further figure goes on it"))
    })?;
    let options = options(game, state, figure);
    why.require(Rule::CommonCasualties, options.contains(&copy), || {
        let name = game.copy_name(state, copy);
        let begun = options.first().map(|begun| game.copy_name(state, *begun));
        Fact::says(format!("a begun card is filled before {name}"))
            .remedy(begun.unwrap_or_default())
    })
}

/// Lays the figure on its card without asking where there is no choice.
pub fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) -> bool {
    let options = options(game, state, figure);
    let asked = !state.conceded.contains(state.figure(figure).controller);
    if options.len() > 1 && asked {
        return false;
    }
    state.steps.pop();
    let copy = options.first().copied().unwrap_or(state.figure(figure).copy);
    lay(game, state, figure, copy, events);
    true
}

/// Lays a destroyed figure on a card, and tells if the card is now out of play (HS-7.5.5).
pub fn lay<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    copy: CopyId,
    events: &mut O,
) {
    let by = state.figure(figure).controller;
    state.figures[figure.index()].place = Place::Destroyed(copy);
    let casualties = &mut state.copies[copy.index()].casualties;
    *casualties = casualties.saturating_add(1);
    events.tell(|| Event::OnCard { figure, copy, by });
    if game.in_play(state, copy) {
        return;
    }
    if game.shares(state, copy) {
        events.tell(|| Event::CardFull { copy });
    }
    events.tell(|| Event::CardOut { copy });
}
