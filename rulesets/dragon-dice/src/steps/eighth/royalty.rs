//! Royalty dice of the classic edition: each may recruit to its army or promote in it (DD-16.9).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet};
use crate::position::stack::Step;
use crate::position::stack::eighth::EighthStep;
use crate::position::state::State;
use crate::rules::raising;
use crate::rules::raising::Raise;
use crate::steps::raise;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain};
use umpire_core::steps::Flow;

/// Royalty dice in armies of the marching player.
pub(super) fn crowns(game: &DragonDice, state: &State) -> PieceSet {
    let seat = state.marching;
    let force = state.roster.force(seat);
    let royal = force.kinds().iter().filter(|(kind, _)| game.catalog.kind(*kind).royalty);
    let royal = royal.fold(PieceSet::NONE, |all, (_, set)| all.with(*set));
    if royal.is_empty() {
        return royal;
    }
    let armies = state.armies(seat);
    royal.and(armies.fold(PieceSet::NONE, |all, army| all.with(state.at(seat, army.place))))
}

fn crown(state: &State, die: u8) -> Raise {
    let owner = state.marching;
    let place = state.place_of(Piece { owner, number: die });
    let army = Army { owner, place };
    Raise::one(army, None, Rule::RoyaltyDie)
}

/// Royalty dice that can do something now.
fn able_crowns(game: &DragonDice, state: &State, left: PieceSet) -> PieceSet {
    let able = |die: &u8| {
        let raise = crown(state, *die);
        raise.army.place.in_play() && raising::can_raise(game, state, raise)
    };
    left.iter().filter(able).collect()
}

pub(super) fn next_crown(game: &DragonDice, state: &mut State, left: PieceSet) -> Flow {
    let able = able_crowns(game, state, left);
    match (able.len(), able.first()) {
        (2.., _) => return Flow::Wait,
        (_, Some(die)) => begin_crown(state, left, die),
        (_, None) => {
            state.steps.pop();
        }
    }
    Flow::On
}

fn begin_crown(state: &mut State, left: PieceSet, die: u8) {
    let left = left.without(PieceSet::only(die));
    state.replace_step(Step::Eighth(EighthStep::Crowns { left }));
    state.steps.push(Step::Eighth(EighthStep::Crown(die)));
}

pub(super) fn list_crowns(
    game: &DragonDice,
    state: &State,
    left: PieceSet,
    into: &mut Vec<Action>,
) {
    into.push(Action::Pass);
    let owner = state.marching;
    let able = able_crowns(game, state, left);
    into.extend(able.iter().map(|number| Action::Choose(Piece { owner, number })));
}

pub(super) fn pick_crown<O: Observe<Event>>(
    state: &mut State,
    left: PieceSet,
    action: &Action,
    out: &mut O,
) {
    match *action {
        Action::Choose(die) => begin_crown(state, left, die.number),
        _ => {
            state.steps.pop();
            out.tell(|| Event::Declined { seat: state.marching, rule: Rule::RoyaltyDie });
        }
    }
}

pub(super) fn advance_crown(game: &DragonDice, state: &mut State, die: u8) -> Flow {
    let raise = crown(state, die);
    if raise.army.place.in_play() && raising::can_raise(game, state, raise) {
        return Flow::Wait;
    }
    state.steps.pop();
    Flow::On
}

pub(super) fn list_crown(game: &DragonDice, state: &State, die: u8, into: &mut Vec<Action>) {
    into.push(Action::Pass);
    raising::raises(game, state, crown(state, die), into);
}

pub(super) fn check_crown<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    die: u8,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    match action {
        Action::Pass => Ok(()),
        _ => raising::check_raise(game, state, crown(state, die), action, why),
    }
}

pub(super) fn act_of_crown<O: Observe<Event>>(
    state: &mut State,
    die: u8,
    action: &Action,
    out: &mut O,
) {
    let army = crown(state, die).army;
    state.steps.pop();
    raise::raise(state, army, action, Rule::RoyaltyDie, out);
}
