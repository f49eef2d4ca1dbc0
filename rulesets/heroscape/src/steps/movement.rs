//! Walks judged: who may move, and along which way (HS-4.1).

use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::{EffectStep, Step};
use crate::rules::flights::{flies, flights};
use crate::rules::held::check_free;
use crate::rules::roaming::{check_roam_end, may_roam, roam};
use crate::rules::walker::Walker;
use crate::steps::turn;
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::hex::SpaceId;
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Premises that any move of a figure rests on.
pub(super) fn check_mover<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_free(game, state, figure, why)?;
    if state.step() == Some(Step::Effect(EffectStep::Move)) {
        why.need(OF_POWERS, may_roam(game, state, figure), || {
            Fact::says(format!("the power does not move {}", game.figure_name(state, figure)))
        })?;
        let moving = state.turn.moving.filter(|moving| moving.figure == figure);
        return why.require(
            Rule::ForcedStops,
            !moving.is_some_and(|moving| moving.stopped),
            || Fact::says("its move was ended by what it entered"),
        );
    }
    turn::check_actor(game, state, figure, false, why)?;
    why.require(Rule::TurnSequence, !state.turn.attacking, || {
        Fact::says("figures move before any attacks, not after")
    })?;
    let moving = state.turn.moving.filter(|moving| moving.figure == figure);
    let done = moving.is_none() && state.turn.moved.contains(figure);
    why.require(Rule::TurnSequence, !done, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} has moved already, figures move one at a time"))
    })?;
    why.require(Rule::ForcedStops, !moving.is_some_and(|moving| moving.stopped), || {
        Fact::says("its move was ended by what it entered")
    })
}

/// Judges a walk along a path.
pub fn check_move<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    turned: bool,
    path: &[SpaceId],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_mover(game, state, figure, why)?;
    let leaps = roam(game, state).is_some_and(|roam| roam.leap.is_some());
    why.require(Rule::Leaping, !leaps, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} leaps in this move and does not walk"))
    })?;
    let double = state.spaces(figure).is_some_and(|its| its.trail().is_some());
    why.need(Rule::Flipping, !turned || double, || {
        Fact::says("only a figure on two spaces has another end to lead")
    })?;
    why.need(Rule::StepCost, !path.is_empty(), || Fact::says("a move needs a space to go to"))?;
    let start = Walker::of(game, state, figure, turned);
    let mut walker = start;
    for (at, to) in path.iter().enumerate() {
        walker = walker.check_ground(game, state, *to, why)?;
        let last = at + 1 == path.len();
        if let (Some(_), false) = (walker.stop(game, state), last) {
            let rule = Rule::ForcedStops;
            let so_far = path[..=at].iter().copied().collect();
            let shorter = Action::Move { figure, turned, path: so_far };
            why.require(rule, false, || {
                let name = game.ground.name(*to);
                let fact = Fact::says(format!("{name} ends the move"));
                let seat = state.turn.seat;
                if super::holds(game, state, seat, &shorter) {
                    fact.instead(format!("stop at {name}"), &shorter)
                } else {
                    fact
                }
            })?;
        }
    }
    check_points(game, state, (&start, &walker), path, turned, why)?;
    check_roam_end(game, state, figure, walker.stands(), why)?;
    walker.may_end(game, state, why)
}

/// Judges the points of a whole way, from one walker to the other; a way that needs too many may be shortened.
fn check_points<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (start, end): (&Walker, &Walker),
    path: &[SpaceId],
    turned: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let (has, needed) = start.points_to(end);
    why.require(Rule::StepCost, needed <= has, || {
        let fact = start.points_told(game, state, end);
        match shortened(game, state, start, path, turned) {
            Some((says, action)) => fact.instead(says, &action),
            None => fact,
        }
    })
}

/// What would do where a way needs too many points: to fly there, or to stop on the way.
fn shortened(
    game: &HeroScape,
    state: &State,
    start: &Walker,
    path: &[SpaceId],
    turned: bool,
) -> Option<(String, Action)> {
    let (figure, seat) = (start.figure, state.turn.seat);
    let mut flight = None;
    if let Some(last) = path.last().filter(|_| flies(game, state, figure)) {
        flights(game, state, figure, i16::MAX, |to, trail, _| {
            if to == *last && flight.is_none() {
                flight = Some(Action::Fly { figure, to, trail });
            }
        });
    }
    if let Some(action) = flight.filter(|action| super::holds(game, state, seat, action)) {
        return Some((game.say_action(state, Seat::JUDGE, &action), action));
    }
    (1..path.len()).rev().find_map(|at| {
        let so_far = path[..at].iter().copied().collect();
        let action = Action::Move { figure, turned, path: so_far };
        let says = || format!("stop on the way at {}", game.ground.name(path[at - 1]));
        super::holds(game, state, seat, &action).then(|| (says(), action))
    })
}
