//! Moves that effects give to figures.

use super::trial;
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Occasion, PowerRef, Run, State};
use crate::position::step::EffectStep;
use crate::rules::move_points::move_modifiers;
use crate::rules::reach;
use crate::rules::roaming::movers;
use crate::rules::walker::road_bonus;
use crate::steps::{occasion, power, treasure, turn};
use crate::tables::abilities::{Moment, Moves};
use umpire_core::game::Observe;
use umpire_core::ruling::Silent;
use umpire_core::steps::Flow;

/// Whether the move that a power gives its source could end beside an enemy.
pub(super) fn reaches_enemy(
    game: &HeroScape,
    state: &State,
    (source, by): (FigureId, PowerRef),
    moves: &Moves,
) -> bool {
    let points = move_modifiers(game, state, source, &mut Silent) + moves.plus;
    let Some(stands) = state.spaces(source) else { return false };
    let most = points + road_bonus(game, state, stands, points);
    let far = |id: FigureId| {
        game.range(state, source, id).is_none_or(|far| i32::from(far) > i32::from(most) + 1)
    };
    if state.on_board().all(|id| !game.enemies(state, source, id) || far(id)) {
        return false;
    }
    let mut tried = state.clone();
    tried.runs.push(Run { by, ..trial(source, None) });
    tried.push(EffectStep::Move);
    !reach::walks(game, &tried, source).is_empty()
        || !reach::flights(game, &tried, source).is_empty()
}

/// Lists the steps of those that a power moves now.
pub(super) fn legal(
    game: &HeroScape,
    state: &State,
    run: &Run,
    moves: &Moves,
    into: &mut Vec<Action>,
) {
    for figure in movers(game, state, run, moves) {
        turn::legal_steps(game, state, figure, into);
    }
    treasure::legal(game, state, into);
    into.push(Action::Pass);
}

/// Walks on in a move that a power gives, where the figure may not stop; ends it when nobody is left to move.
pub(super) fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    moves: &Moves,
    events: &mut O,
) -> Flow {
    if turn::walk_on(game, state, events) {
        return Flow::On;
    }
    let mut any = Vec::new();
    if !movers(game, state, run, moves).is_empty() {
        legal(game, state, run, moves, &mut any);
    }
    if any.len() > 1 {
        return Flow::Wait;
    }
    finish(game, state, run, moves, events);
    Flow::On
}

/// Ends the moves that a power gives.
pub(super) fn finish<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    moves: &Moves,
    events: &mut O,
) {
    state.steps.pop();
    power::next_effect(state);
    if moves.goes_on && state.turn.moving.is_some_and(|moving| moving.stopped) {
        state.turn.roamed = i16::MAX;
    }
    let die = turn::end_move(game, state);
    judge_end(game, state, run, moves, events);
    // The end of a normal move is a part of the turn, in which its powers wait.
    if !moves.normal && game.has_moment(state, Moment::Moved) {
        for figure in run.done.iter() {
            occasion::raise(game, state, Occasion::of(Moment::Moved, figure), events);
        }
    }
    state.steps.extend(die);
}

/// A power that keeps off an attack by a move, made or not, fails where an enemy is adjacent after it.
pub(super) fn judge_end<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    moves: &Moves,
    events: &mut O,
) {
    let failed = moves.ends_unengaged && game.is_engaged(state, run.subject);
    if failed && let Some(attack) = &mut state.attack {
        attack.avoided = false;
        events.tell(|| Event::PowerFails { by: run.by });
    }
}

/// Raises the moment of a figure that has come next to others which were not beside it before.
pub fn approached<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    before: &[FigureId],
    events: &mut O,
) {
    for near in game.adjacent_figures(state, figure) {
        if !before.contains(&near) && game.card(state, near).summary.has_moment(Moment::Approached)
        {
            let mut occasion = Occasion::of(Moment::Approached, figure);
            occasion.other = Some(near);
            occasion::raise(game, state, occasion, events);
        }
    }
}
