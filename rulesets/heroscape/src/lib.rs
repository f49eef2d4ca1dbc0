//! The rules of HeroScape on Umpire: `impl Game`, delegating; nothing else.

mod hosted;
mod hosting;
pub mod position;
pub mod rules;
mod scenario;
pub mod steps;
pub mod tables;
pub mod words;

pub use position::action::{Action, Aim, Amendment};
pub use position::event::Event;
pub use position::game::HeroScape;
pub use position::setup::Setup;
pub use position::state::State;
pub use tables::rule::Rule;

use position::step::{FreeStep, Step, Steps};
use rules::{invariants, view};
use std::ops::RangeInclusive;
use steps::{amend, goals, round, start};
use umpire_core::dice::{Dice, DiceGroup, Face, Worth};
use umpire_core::game::{Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::{Broken, Explain, Refusal};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Stepped};

impl Game for HeroScape {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        start::begin(self, setup)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        invariants::check(self, state)
    }

    fn players(&self, state: &State) -> u8 {
        state.seats()
    }

    fn dice(&self) -> &Dice {
        &self.catalog.dice.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> Pending<Rule> {
        umpire_core::steps::pending(self, state, why)
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        umpire_core::steps::legal(self, state, seat, into)
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        steps::check(self, state, seat, action, why)
    }

    fn apply<O: Observe<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        events: &mut O,
    ) {
        steps::apply(self, state, seat, action, events);
    }

    fn worth(&self, state: &State, group: &DiceGroup, face: Face) -> Worth {
        umpire_core::steps::worth(self, state, group, face)
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        umpire_core::steps::resolve(self, state, faces, events);
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        amend::change(self, state, change, events)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        match stop {
            Stop::Concede(seat) => {
                round::concede(self, state, seat, events);
                umpire_core::steps::settle(self, state, events);
                let left = match steps::draft::is_under_way(state) {
                    true => Seats::first_of(state.seats())
                        .iter()
                        .filter(|seat| !state.conceded.contains(*seat))
                        .collect(),
                    false => self.seats_in(state),
                };
                if state.ended.is_none() && state.round == 0 && left.len() <= 1 {
                    let winners = left.first().map_or(Seats::NONE, |seat| state.team_of(seat));
                    round::finish(state, winners, Rule::Victory, events);
                }
            }
            Stop::Draw => {
                round::lay_waiting(self, state, |_, _| true, events);
                round::finish(state, Seats::NONE, Rule::Victory, events);
            }
            Stop::Time => {
                round::lay_waiting(self, state, |_, _| true, events);
                round::score(self, state, events);
            }
        }
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        view::seen_by(state, seat)
    }

    fn audible(&self, state: &State, event: &Event, seat: Seat) -> bool {
        view::heard_by(state, event, seat)
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        state.clock
    }

    fn rest(&self, before: &State, action: &Action, after: &State) -> Option<Action> {
        steps::walking::rest(before, action, after)
    }

    fn range(&self, state: &State, (name, part): Kind) -> Option<RangeInclusive<i64>> {
        match (name, part) {
            ("FigureId", _) => below(state.figures.len()),
            ("CopyId", _) => below(state.copies.len()),
            ("SpaceId", _) => below(self.ground.board.spaces()),
            ("CardId", _) => below(self.catalog.cards.len()),
            ("GlyphId", _) => below(self.catalog.glyphs.len()),
            _ => None,
        }
    }

    fn cite(&self, rule: Rule) -> String {
        self.cite_rule(rule)
    }
}

impl Stepped for HeroScape {
    type Step = Step;
    type Stack = Steps;

    const TURNS: Rule = Rule::TurnSequence;

    fn steps(state: &State) -> &Steps {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Steps {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.ended
    }

    fn between(change: &mut Change<HeroScape, impl Observe<Event>>) -> bool {
        let (game, state, events) = change.parts();
        round::test_victory(game, state, events);
        goals::test(game, state, events);
        state.ended.is_some()
    }

    fn next(change: &mut Change<HeroScape, impl Observe<Event>>) {
        change.push(FreeStep::FreeTable);
    }

    fn forget(state: &mut State) {
        steps::clear(state);
    }
}
