//! A seat gives up: its figures leave, and what it was asked or did is over.

use super::expire;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Lasting, On, Place, State, What};
use crate::position::step::{
    AttackStep, BasicStep, CasualtyStep, DraftStep, OccasionStep, PlacingStep, PowerStep,
    RoundStep, Step, TurnStep,
};
use crate::steps::{casualty, occasion, turn};
use umpire_core::game::Observe;
use umpire_core::seat::{Seat, Seats};

/// Forgets powers, moments and blows whose steps are gone.
fn prune(state: &mut State) {
    let left = |which: fn(&Step) -> bool| state.steps.iter().filter(|step| which(step)).count();
    let runs = left(|step| *step == Step::Power(PowerStep::Run));
    let occasions = left(|step| *step == Step::Occasion(OccasionStep::Powers));
    let blows = left(|step| matches!(step, Step::Blow(_)));
    state.runs.truncate(runs);
    state.occasions.truncate(occasions);
    state.blows.truncate(blows);
}

/// Ends what powers of a seat that gave up were about to do, and re-rolls that it was asked for.
fn end_powers_of(state: &mut State, seat: Seat) {
    if let (
        Some(attack),
        Some(Step::Attack(AttackStep::Reroll(asked) | AttackStep::RerollDice(asked))),
    ) = (state.attack, state.step())
    {
        let roller = crate::steps::attack::roller(&attack, asked.side());
        if state.figure(roller).controller == seat {
            state.steps.pop();
        }
    }
    while state.runs.last().is_some_and(|run| run.seat == seat) {
        while state.steps.pop().is_some_and(|step| step != Step::Power(PowerStep::Run)) {}
        prune(state);
    }
}

/// A seat gives up: its figures leave, and what it was asked or did is over.
pub fn concede<O: Observe<Event>>(game: &HeroScape, state: &mut State, seat: Seat, events: &mut O) {
    events.tell(|| Event::Conceded { seat });
    state.conceded = state.conceded.with(seat);
    // A turn with a card that another seat lent ends with either of the two.
    let its_turn = |copy| state.turn.seat == seat || state.keeper(copy) == seat;
    let turn_is_over = state.turn.copy.is_some_and(its_turn);
    give_back(state, seat, events);
    lay_waiting(game, state, |state, figure| state.figure(figure).controller == seat, events);
    for at in 0..state.figures.len() {
        let figure = FigureId(at as u8);
        if state.figures[at].controller == seat && state.is_living(figure) {
            crate::steps::treasure::left_behind(game, state, figure, events);
            state.lift(figure);
            state.figures[at].place = Place::LeftOut;
            state.figures[at].wounds = 0;
        }
    }
    for copy in &mut state.copies {
        if copy.controller == seat {
            (copy.markers, copy.shown, copy.hidden) = (0, 0, 0);
        }
    }
    for step in &mut state.steps {
        match step {
            Step::Round(RoundStep::Markers(waiting)) => *waiting = waiting.without(seat),
            Step::Round(RoundStep::Initiative(rolling))
            | Step::Placing(PlacingStep::Roll(rolling))
            | Step::Draft(DraftStep::Roll(rolling))
            | Step::Basic(BasicStep::Roll(rolling))
            | Step::Occasion(OccasionStep::Order(rolling))
                if rolling.contains(seat) =>
            {
                *rolling = rolling.without(seat);
            }
            _ => {}
        }
    }
    if state.step() == Some(Step::Basic(BasicStep::Card(seat))) {
        state.steps.pop();
    }
    settle_rolls(state);
    if turn_is_over {
        state.attack = None;
        state.leaving = None;
        state.onward.clear();
        lay_waiting(game, state, |_, _| true, events);
        while state.steps.last().is_some_and(|step| *step != Step::Turn(TurnStep::Turn)) {
            state.steps.pop();
        }
        prune(state);
        turn::finish(game, state, events);
    }
    end_powers_of(state, seat);
    if let Some(leaving) = &mut state.leaving {
        leaving.undecided = leaving.undecided.without(seat);
    }
}

/// Cards that a seat has lent, or was lent, are their own side's again, with all that lies on them.
fn give_back<O: Observe<Event>>(state: &mut State, seat: Seat, events: &mut O) {
    let concerns = |id: &CopyId| [state.keeper(*id), state.copy(*id).controller].contains(&seat);
    let its: Vec<CopyId> = state.all_copies().map(|(id, _)| id).filter(concerns).collect();
    let lent = |one: &Lasting| match (one.on, one.what) {
        (On::Copy(copy), What::Borrowed(_)) => its.contains(&copy),
        _ => false,
    };
    expire(state, lent, events);
}

/// Lays destroyed figures that wait for a card on the first that takes them.
pub fn lay_waiting<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    which: impl Fn(&State, FigureId) -> bool,
    events: &mut O,
) {
    let waits = |step: &Step| match step {
        Step::Casualty(CasualtyStep::Lay(figure)) if which(state, *figure) => Some(*figure),
        _ => None,
    };
    let waiting: Vec<FigureId> = state.steps.iter().filter_map(waits).collect();
    state.steps.retain(
        |step| !matches!(step, Step::Casualty(CasualtyStep::Lay(f)) if waiting.contains(f)),
    );
    for figure in waiting {
        let copy = casualty::options(game, state, figure).first().copied();
        casualty::lay(game, state, figure, copy.unwrap_or(state.figure(figure).copy), events);
    }
}

/// A roll-off with one seat left is won by it.
fn settle_rolls(state: &mut State) {
    match state.step() {
        Some(Step::Round(RoundStep::Initiative(rolling))) if rolling.len() <= 1 => {
            state.steps.pop();
            state.first = rolling.first().unwrap_or(state.first);
        }
        Some(Step::Occasion(OccasionStep::Order(rolling))) if rolling.len() <= 1 => {
            state.steps.pop();
            occasion::goes_first(state, rolling.first());
        }
        Some(Step::Basic(BasicStep::Roll(rolling))) if rolling.len() <= 1 => {
            state.steps.pop();
            state.first = rolling.first().unwrap_or(state.first);
        }
        Some(Step::Draft(DraftStep::Roll(rolling))) if rolling.len() <= 1 => {
            state.steps.pop();
            let first = rolling.first().unwrap_or(Seat(0));
            state.push(DraftStep::Pick { first, pick: 0, out: Seats::NONE });
        }
        Some(Step::Placing(PlacingStep::Roll(rolling))) if rolling.len() <= 1 => {
            state.steps.pop();
            state.push(PlacingStep::Place(rolling.first().unwrap_or(Seat(0)), 0));
        }
        _ => {}
    }
}
