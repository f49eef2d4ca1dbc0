//! Moves that effects give to figures.

use super::trial;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Occasion, PowerRef, Run, State};
use crate::position::step::EffectStep;
use crate::rules::move_points::move_modifiers;
use crate::rules::reach;
use crate::rules::run::current;
use crate::rules::walker::road_bonus;
use crate::steps::{occasion, power, turn};
use crate::tables::abilities::{Effect, Moment, Moves};
use umpire_core::game::Observe;
use umpire_core::ruling::Silent;

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

/// Ends the moves that a power gives.
pub fn finish_moves<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let Some((run, Effect::Move(moves))) = current(game, state) else { return };
    state.steps.pop();
    power::next_effect(state);
    if moves.goes_on && state.turn.moving.is_some_and(|moving| moving.stopped) {
        state.turn.roamed = i16::MAX;
    }
    let die = turn::end_move(game, state);
    judge_end(game, state, &run, moves, events);
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
