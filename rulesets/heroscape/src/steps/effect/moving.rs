//! Moves that effects give to figures.

use super::{current, on_board, trial};
use crate::abilities::{Effect, Moment, Moves, holds, move_modifiers};
use crate::event::Event;
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::reach;
use crate::state::{FigureId, Occasion, PowerRef, Run, State};
use crate::steps::movement::road_bonus;
use crate::steps::{Step, occasion, power, turn};
use umpire_core::game::Observe;
use umpire_core::ruling::Silent;

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
pub fn budget(state: &State, run: &Run, moves: &Moves) -> Option<i16> {
    if moves.as_rolled {
        return Some(run.rolled.unwrap_or(0).max(0));
    }
    let spent = if moves.goes_on { state.turn.roamed } else { 0 };
    moves.spaces.map(|points| i16::from(points).saturating_sub(spent).max(0))
}

/// Whether a move that goes on between attacks has any points left; others have theirs afresh.
pub fn has_points_left(state: &State, moves: &Moves) -> bool {
    let spent = moves.goes_on.then_some(state.turn.roamed);
    spent.is_none_or(|spent| moves.spaces.is_none_or(|points| spent < i16::from(points)))
}

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
    if on_board(state).all(|id| !game.enemies(state, source, id) || far(id)) {
        return false;
    }
    let mut tried = state.clone();
    tried.runs.push(Run { by, ..trial(source, None) });
    tried.steps.push(Step::PowerMove);
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
