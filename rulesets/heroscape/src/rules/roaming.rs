//! Moves that powers give outside of those of a turn: whom they move, how far, and where they may end.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, PowerRef, Run, State};
use crate::position::step::{EffectStep, Step};
use crate::rules::run::current;
use crate::rules::{held, holds};
use crate::tables::abilities::{Effect, Moves};
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::ruling::{Broken, Explain, Fact};

/// A move outside a turn that a power gives.
#[derive(Debug, Clone, Copy)]
pub struct Roam {
    /// The power that gives it, and whose that is.
    pub by: (FigureId, PowerRef),
    /// Points it gives; the figure's own Move where not said.
    pub budget: Option<i16>,
    /// Levels it may rise in one step, which then cost nothing.
    pub rise: Option<i16>,
    /// Levels it may come down in one step.
    pub drop: Option<i16>,
    /// Levels up or down that a leap may go, if it is one.
    pub leap: Option<i16>,
    /// Must not end adjacent to an enemy.
    pub ends_unengaged: bool,
    /// Must end adjacent to an enemy.
    pub ends_engaged: bool,
    /// Points more than the figure's own Move.
    pub plus: i16,
    /// Leaves engagements without dice.
    pub disengages: bool,
    /// Whether what is left of its points is for further such moves of the turn.
    pub goes_on: bool,
}

/// The move that a power under way gives, if it waits for one.
pub fn roam(game: &HeroScape, state: &State) -> Option<Roam> {
    if state.runs.is_empty() || !state.steps.contains(&Step::Effect(EffectStep::Move)) {
        return None;
    }
    let (run, Effect::Move(moves)) = current(game, state)? else { return None };
    Some(Roam {
        by: (run.source, run.by),
        budget: budget(state, &run, moves),
        rise: moves.rise,
        drop: moves.drop,
        leap: moves.leap,
        ends_unengaged: moves.ends_unengaged,
        ends_engaged: moves.ends_engaged,
        plus: moves.plus,
        disengages: moves.disengages,
        goes_on: moves.goes_on,
    })
}

/// Whether the move that a power under way gives is one for a figure.
pub fn may_roam(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    roam(game, state).is_some()
        && matches!(current(game, state), Some((run, Effect::Move(moves)))
            if movers(game, state, &run, moves).contains(&figure))
}

/// Whether a power's move may end on those spaces.
pub fn may_roam_to(
    game: &HeroScape,
    state: &State,
    roam: Option<Roam>,
    figure: FigureId,
    to: Footprint,
) -> bool {
    let Some(roam) = roam.filter(|roam| roam.ends_unengaged || roam.ends_engaged) else {
        return true;
    };
    let near = game.adjacent_to_spaces(state, figure, to);
    let engaged = near.into_iter().any(|other| game.enemies(state, figure, other));
    engaged == roam.ends_engaged
}

/// Judges where a power's move ends.
pub fn check_roam_end<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    to: Footprint,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let roam = roam(game, state);
    let free = may_roam_to(game, state, roam, figure, to);
    why.require(OF_POWERS, free, || {
        let must = roam.is_some_and(|roam| roam.ends_engaged);
        let word = if must { "has to" } else { "may not" };
        Fact::says(format!("this move {word} end adjacent to an enemy"))
    })
}

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
    let free =
        |id: &FigureId| !rooted(*id) && held::held_by(game, state, *id).is_none() && !by_then(id);
    if let Some(filter) = &moves.who {
        return state
            .on_board()
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
