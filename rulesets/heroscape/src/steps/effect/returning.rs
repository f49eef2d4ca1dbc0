//! Figures that come back from the dead or out of reserve.

use super::lasting::last;
use super::placement::{arrive, landings, spots};
use super::{Spaces, trial};
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, On, Place, Run, State, What};
use crate::position::step::{EffectStep, PowerStep};
use crate::rules::fitting;
use crate::steps::{amend, casualty, placing, power, round};
use crate::tables::abilities::{Deploy, Effect, Places, Revive, Until};
use umpire_core::game::Observe;

/// Whether another figure may come back.
pub(super) fn may_revive(game: &HeroScape, state: &State, run: &Run, revive: &Revive) -> bool {
    run.left < revive.count.unwrap_or(1) && !revivals(game, state, run, revive).is_empty()
}

/// The figures that may come back, and where.
pub(super) fn revivals(
    game: &HeroScape,
    state: &State,
    run: &Run,
    revive: &Revive,
) -> Vec<(FigureId, Spaces)> {
    let mut found: Vec<(FigureId, Spaces)> = Vec::new();
    let mut cards: Vec<CopyId> = Vec::new();
    for figure in power::revivable(game, state, (run.source, run.by), revive) {
        let copy = state.figure(figure).copy;
        // Figures of one card are alike: the first stands for all.
        if cards.iter().any(|known| game.matches(state, *known, copy)) {
            continue;
        }
        cards.push(copy);
        for to in revival_spots(game, state, run, figure, revive) {
            found.push((figure, to));
        }
    }
    found
}

fn revival_spots(
    game: &HeroScape,
    state: &State,
    run: &Run,
    figure: FigureId,
    revive: &Revive,
) -> Vec<Spaces> {
    if revive.in_its_place {
        let card = game.card(state, figure);
        let stood = state.occasions.last().and_then(|occasion| occasion.stood);
        let mut places = Vec::new();
        match stood {
            Some(stood) if stood.count() == card.spaces => places.push(stood),
            // A figure of fewer spaces stands on some of them.
            Some(stood) => stood.spaces().for_each(|space| {
                fitting::footprints(game, card, space, |to| {
                    if to.spaces().all(|space| stood.contains(space)) {
                        places.push(to);
                    }
                    false
                });
            }),
            None => {}
        }
        places.retain(|place| fitting::fits(game, state, figure, *place));
        return places;
    }
    let anchors: Vec<FigureId> = if revive.beside_any {
        let seat = state.figure(run.source).controller;
        state.on_board().filter(|id| state.figure(*id).controller == seat).collect()
    } else {
        vec![run.source]
    };
    let places = Places {
        adjacent: revive.within.is_none(),
        spaces: revive.within,
        in_sight: revive.within.is_some(),
        same_level: revive.same_level,
        ..Places::default()
    };
    let mut found = Vec::new();
    for anchor in anchors {
        for to in landings(game, state, &trial(anchor, None), figure, &places) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found
}

/// Brings a figure back, by its controller's choice.
pub(super) fn bring_back<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (run, effect): (&Run, &Effect),
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    state.steps.pop();
    let (no_attack, for_an_attack) = match effect {
        Effect::Revive(revive) => {
            power::set(state, |run| run.left += 1);
            (revive.no_attack, revive.for_an_attack)
        }
        _ => (false, false),
    };
    if let Place::Destroyed(copy) = state.figure(figure).place {
        amend::take_off_card(game, state, copy);
    }
    state.figures[figure.index()].wounds = 0;
    state.figures[figure.index()].place = Place::Reserve;
    if for_an_attack {
        let (most, own) = (game.card(state, figure).most_wounds(), state.figure(figure).copy);
        let negated = std::mem::replace(&mut state.copies[own.index()].negated, true);
        state.figures[figure.index()].wounds = most;
        power::set(state, |run| run.target = Some(figure));
        last(state, run, On::Figure(figure), What::Revenant { negated }, Until::Turn);
    }
    if no_attack {
        last(state, run, On::Figure(figure), What::NoAttack, Until::Turn);
    }
    events.tell(|| Event::Returned { figure, to: to.lead });
    arrive(game, state, figure, to, 0, None, events);
}

/// Rolls for the next destroyed figure, or lets the one that was rolled for come back.
pub(super) fn return_fallen(game: &HeroScape, state: &mut State, run: &Run, least: u8) {
    let fallen = |id: &FigureId| {
        let its = state.figure(*id);
        matches!(its.place, Place::Destroyed(_)) && !state.conceded.contains(its.controller)
    };
    if let (Some(rolled), Some(figure)) = (run.rolled, run.target) {
        let owner = state.figure(figure).controller;
        let returns = rolled >= i16::from(least)
            && fallen(&figure)
            && placing::any_fits(game, state, owner, &[figure]);
        power::set(state, |run| run.rolled = None);
        if returns {
            power::set(state, |run| run.seat = owner);
            state.push(EffectStep::Revive);
            return;
        }
        return;
    }
    let next = state.all_figures().map(|(id, _)| id).filter(|id| id.0 >= run.left).find(fallen);
    match next {
        None => {
            power::next_effect(state);
        }
        Some(figure) => {
            let roller = state.figure(run.source).controller;
            power::set(state, |run| {
                run.target = Some(figure);
                run.left = figure.0.saturating_add(1);
                run.seat = roller;
            });
            state.push(PowerStep::Dice);
        }
    }
}

/// Where the next figure in reserve may be put.
pub(super) fn deployments(
    game: &HeroScape,
    state: &State,
    run: &Run,
    deploy: &Deploy,
) -> Vec<(FigureId, Spaces)> {
    let Some(figure) = power::deployable(game, state, run.source, deploy).next() else {
        return Vec::new();
    };
    let places =
        Places { spaces: deploy.within, in_sight: deploy.within.is_some(), ..Places::default() };
    let all = match deploy.within {
        Some(_) => landings(game, state, run, figure, &places),
        None => spots(game, state, figure),
    };
    let lonely =
        |to: &Spaces| !deploy.apart || game.adjacent_to_spaces(state, figure, *to).is_empty();
    let bare = |to: &Spaces| {
        !deploy.off_glyphs || to.spaces().all(|space| state.glyph_on(space).is_none())
    };
    all.into_iter().filter(lonely).filter(bare).map(|to| (figure, to)).collect()
}

/// What becomes of those in reserve for whom there is no room, and the turn that follows where one does.
pub(super) fn finish_deployment<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    deploy: &Deploy,
    events: &mut O,
) {
    let left: Vec<FigureId> = power::deployable(game, state, run.source, deploy).collect();
    if deploy.or_destroyed {
        for figure in left {
            casualty::destroy(game, state, figure, Harm::Power(run.by), events);
        }
    }
    if deploy.then_turn && run.left > 0 {
        let card = deploy.card.as_deref();
        let copy = state.all_copies().map(|(id, _)| id).find(|id| {
            state.copy(*id).controller == run.seat
                && card.is_none_or(|card| game.card_of(state, *id).id == card)
        });
        if let Some(copy) = copy.filter(|copy| game.in_play(state, *copy)) {
            round::begin_turn(game, state, copy, false, events);
        }
    }
}

/// Puts a figure out of reserve on spaces.
pub(super) fn deploy<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    state.steps.pop();
    power::set(state, |run| run.left += 1);
    arrive(game, state, figure, to, 0, None, events);
}
