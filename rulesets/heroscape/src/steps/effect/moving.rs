//! Moves that effects give to figures.

use super::{current, on_board};
use crate::abilities::{Effect, Moment, Moves, holds};
use crate::event::Event;
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::state::{FigureId, Occasion, Run, State};
use crate::steps::{occasion, power, turn};
use umpire_core::game::Observe;

/// The figures that a power may move now.
pub fn movers(game: &HeroScape, state: &State, run: &Run, moves: &Moves) -> Vec<FigureId> {
    // Of a filter all may move where no number is given, else the one figure.
    let all = if moves.who.is_some() { u8::MAX } else { 1 };
    let most = usize::from(moves.figures.unwrap_or(all));
    let moving = state.turn.moving.map(|moving| moving.figure);
    let begun = run.done;
    let may_begin = begun.len() < most;
    let may = |id: &FigureId| {
        (moving == Some(*id) && begun.contains(*id)) || (!begun.contains(*id) && may_begin)
    };
    let by_then = |id: &FigureId| {
        moves.once_each
            && !begun.contains(*id)
            && state.turn.used.iter().any(|used| used.by == run.by && used.on == Some(*id))
    };
    let rooted = |id: FigureId| state.spaces(id).is_some_and(Footprint::is_rooted);
    let free = |id: &FigureId| !rooted(*id) && game.held_by(state, *id).is_none() && !by_then(id);
    if let Some(filter) = &moves.who {
        return on_board(state)
            .filter(may)
            .filter(|id| begun.contains(*id) || holds::meets(game, state, run.source, *id, filter))
            .filter(free)
            .collect();
    }
    let one = if moves.target {
        run.target
    } else if moves.subject {
        Some(run.subject)
    } else {
        Some(run.source)
    };
    let one = one.filter(|id| state.spaces(*id).is_some());
    one.into_iter().filter(may).filter(free).collect()
}

/// Points that a power's move gives; the figure's own Move where nothing is said.
pub fn budget(run: &Run, moves: &Moves) -> Option<i16> {
    if moves.as_rolled {
        return Some(run.rolled.unwrap_or(0).max(0));
    }
    moves.spaces.map(i16::from)
}

/// Ends the moves that a power gives.
pub fn finish_moves<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let Some((run, Effect::Move(moves))) = current(game, state) else { return };
    state.steps.pop();
    power::next_effect(state);
    turn::end_move(game, state);
    judge_end(game, state, &run, moves, events);
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
