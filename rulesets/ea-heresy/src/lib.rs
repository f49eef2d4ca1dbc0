//! The rules of EA-Heresy on Umpire: its tables, its editions and its rules.

pub mod position;
pub mod rules;
pub mod steps;
pub mod tables;
#[doc(hidden)]
pub mod words;

mod hosting;
mod scenario;

pub use position::game::EaHeresy;
pub use tables::rule::Rule;

use position::action::Action;
use position::amendment::Amendment;
use position::event::Event;
use position::setup::Setup;
use position::state::State;
use position::step::{Step, Steps};
use rules::{invariants, victory};
use std::ops::RangeInclusive;
use steps::morale::markers;
use steps::movement::run;
use steps::{amend, begin, scoring, turn};
use umpire_core::dice::Dice;
use umpire_core::game::{Game, Observe, Outcome, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::{Refusal, RuleId};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Stepped};
use umpire_core::table::FARTHEST;

impl Game for EaHeresy {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        begin::begin(self, setup)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        invariants::check(self, state)
    }

    fn dice(&self) -> &Dice {
        &self.catalog.dice
    }

    umpire_core::played_by_steps!();

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        amend::amend_position(self, state, change, events)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        match stop {
            Stop::Concede(seat) => {
                let seat = Seat(seat.0.min(1));
                state.sides[seat.index()].conceded = true;
                events.tell(|| Event::Conceded { seat });
                scoring::end(state, Seats::only(seat.opponent()), Rule::JudgesWord, events);
            }
            Stop::Draw => scoring::end(state, Seats::NONE, Rule::JudgesWord, events),
            Stop::Time => {
                let winners = victory::ahead(self, state);
                scoring::end(state, winners, Rule::JudgesWord, events);
            }
        }
        steps::settle(self, state, events);
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn rest(&self, before: &State, action: &Action, now: &State) -> Option<Action> {
        run::rest_of_move(before, action, now)
    }

    fn range(&self, state: &State, (name, part): Kind) -> Option<RangeInclusive<i64>> {
        match (name, part) {
            ("UnitNo", _) => below(state.units.len()),
            ("FormationNo", _) => below(state.formations.len()),
            ("PieceNo", _) => below(self.board.pieces.len()),
            ("objective", "objective") => below(state.objectives.len()),
            ("Point", _) => Some(i64::from(-FARTHEST)..=i64::from(FARTHEST)),
            ("Facing", _) => Some(0..=359),
            _ => None,
        }
    }

    fn cite(&self, rule: Rule) -> String {
        match rule {
            Rule::Terrain(id) => self.catalog.terrain(id).rule.clone(),
            Rule::Special(id) => format!("{}.{}", rule.id(), self.catalog.special(id).key),
            _ => rule.id().to_string(),
        }
    }
}

impl Stepped for EaHeresy {
    type Step = Step;
    type Stack = Steps;

    const TURNS: Rule = Rule::Turn;

    fn steps(state: &State) -> &Steps {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Steps {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    fn between(change: &mut Change<EaHeresy, impl Observe<Event>>) -> bool {
        markers::tidy(change.game, change.state);
        false
    }

    fn next(change: &mut Change<EaHeresy, impl Observe<Event>>) {
        turn::next_turn(change.state, change.out);
    }

    fn forget(state: &mut State) {
        state.forget_everything_begun();
    }
}
