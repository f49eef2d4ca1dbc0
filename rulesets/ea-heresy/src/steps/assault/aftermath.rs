//! After an assault: invaders leave or stay, the winner consolidates (EA-8.8.13, EA-8.10).

use super::{Ask, Flow, Step};
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::{AssaultStep, MoveKind, MoveStep};
use crate::position::units;
use crate::rules::{ruins, shelter};
use crate::steps::harm::damage;
use crate::steps::{ask_about, ruin};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::table::{Facing, Length, Point};

/// How far from the walls a unit that leaves is put down: touching them to withdraw, or within
/// the length of those for whom there is no space (EA-8.8.13).
///
/// Ruling: whoever withdraws and finds no room at the walls is put down within that length too;
/// those who stand there may be friends who withdraw after it.
fn leaving_reach(game: &EaHeresy, state: &State, (unit, piece): (UnitNo, PieceNo)) -> Length {
    let withdraws = matches!(state.steps.last(), Some(Step::Assault(AssaultStep::Leave { .. })));
    if withdraws && !ruins::exit_spots(game, state, unit, piece, 0).is_empty() {
        0
    } else {
        game.edition.ruin_exit
    }
}

/// Invaders of a side that have to leave a stronghold: enemies are still inside, or there is no
/// space for all.
fn leaving(game: &EaHeresy, state: &State, seat: Seat) -> Vec<(UnitNo, PieceNo)> {
    let Some(assault) = &state.assault else { return Vec::new() };
    let inside = assault.invaders.iter().filter_map(|unit| match state.unit(unit).place {
        Whereabouts::Inside(piece) if state.owner(unit) == seat => Some((unit, piece)),
        _ => None,
    });
    let must = |(_, piece): &(UnitNo, PieceNo)| {
        !units::is_ruined(game, state, *piece) && !may_stay(game, state, seat, *piece)
    };
    inside.filter(must).collect()
}

/// Whether all of a side that are in a stronghold may stay there.
pub(super) fn may_stay(game: &EaHeresy, state: &State, seat: Seat, piece: PieceNo) -> bool {
    let enemies = state.occupants(piece).any(|unit| state.owner(unit) != seat);
    let taken = shelter::spaces_taken(game, state, piece, |_| true);
    let room = units::walls(game, state, piece).map_or(0, |walls| walls.spaces());
    !enemies && taken <= room
}

/// Goes on until somebody must be put down; destroys whom there is no place for.
fn put_down_rest<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    seat: Seat,
    out: &mut O,
) -> Flow {
    while let Some((unit, piece)) = leaving(game, state, seat).first().copied() {
        let reach = leaving_reach(game, state, (unit, piece));
        if !ruins::exit_spots(game, state, unit, piece, reach).is_empty() {
            return Flow::Wait;
        }
        damage::destroy(state, unit, Rule::InvadersAfterwards, out);
    }
    Flow::On
}

pub(super) fn advance_leave<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    winner: Seat,
    out: &mut O,
) -> Flow {
    let flow = put_down_rest(game, state, winner.opponent(), out);
    if flow == Flow::On {
        state.replace_step(AssaultStep::Aftermath { winner }.step());
    }
    flow
}

pub(super) fn ask_leave(game: &EaHeresy, state: &State, seat: Seat) -> Ask {
    match leaving(game, state, seat).first() {
        Some((unit, _)) => ask_about(seat, Rule::InvadersAfterwards, *unit),
        None => Ask::seat(seat, Rule::InvadersAfterwards),
    }
}

pub(super) fn list_exits(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    if let Some((unit, piece)) = leaving(game, state, seat).first().copied() {
        let reach = leaving_reach(game, state, (unit, piece));
        let spots = ruins::exit_spots(game, state, unit, piece, reach);
        into.extend(spots.into_iter().map(|at| Action::Place { unit, at, facing: None }));
    }
}

pub(super) fn check_leave<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    (unit, at, facing): (UnitNo, Point, Option<Facing>),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let leaving = self::leaving(game, state, seat);
    let found = leaving.iter().find(|(leaver, _)| *leaver == unit);
    why.need(Rule::InvadersAfterwards, found.is_some(), || {
        Fact::says("this is no unit of this side that has to leave a stronghold now")
    })?;
    let Some((_, piece)) = found.copied() else { return Ok(()) };
    let how = (leaving_reach(game, state, (unit, piece)), Rule::InvadersAfterwards);
    ruin::check_exit(game, state, (unit, piece), (at, facing), how, why)
}

pub(super) fn advance_aftermath<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    winner: Seat,
    out: &mut O,
) -> Flow {
    if put_down_rest(game, state, winner, out) == Flow::Wait {
        return Flow::Wait;
    }
    let Some(assault) = state.assault.take() else {
        state.steps.pop();
        return Flow::On;
    };
    state.steps.pop();
    if !assault.again {
        return Flow::On;
    }
    for formation in assault.side(state, winner).iter().rev().copied() {
        if consolidates(game, state, formation) {
            let kind = MoveKind::Consolidate;
            state.push_step(Step::Movement(MoveStep::Begin { formation, kind }));
        }
    }
    Flow::On
}

fn consolidates(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    !state.formation(formation).broken
        && units::on_table(state, formation)
        && state.members(formation).any(|unit| units::model_of(game, state, unit).speed > 0)
}
