//! The rules with their tables and edition: the contract of a game, handed on to the steps.

use crate::position::action::Action;
use crate::position::amendment::Amendment;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{MOST_TERRAINS, Place};
use crate::position::setup::Setup;
use crate::position::stack;
use crate::position::stack::Step;
use crate::position::state::{State, Stirred};
use crate::rules::{invariants, standing, view};
use crate::steps::{leaving, start, turn};
use crate::tables::rule::Rule;
use crate::{amend, steps};
use std::ops::RangeInclusive;
use umpire_core::dice::Dice;
use umpire_core::game::{Game, Observe, Outcome, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Now, Stepped};

impl Game for DragonDice {
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
        state.players()
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
                if state.seated(seat) {
                    state.conceded = state.conceded.with(seat);
                    events.tell(|| Event::Conceded { seat });
                    leaving::withdraw(self, state, seat, events);
                }
            }
            Stop::Draw => turn::over(state, Seats::NONE, Rule::JudgesWord, events),
            Stop::Time => {
                let winners = standing::ahead(state);
                turn::over(state, winners, Rule::JudgesWord, events);
            }
        }
        state.stirred = Stirred(true);
        steps::settle(self, state, events);
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        view::seen_by(state, seat)
    }

    fn audible(&self, _: &State, event: &Event, seat: Seat) -> bool {
        view::heard_by(event, seat)
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn range(&self, state: &State, (name, part): Kind) -> Option<RangeInclusive<i64>> {
        let pieces = || {
            let seats = (0..state.players()).map(Seat);
            seats.map(|seat| state.roster.force(seat).members().len()).max()
        };
        let catalog = &self.catalog;
        match (name, part) {
            ("KindId", _) => below(catalog.kinds.len()),
            ("SaiId", _) => below(catalog.sais.len()),
            ("SpellId", _) => below(catalog.spells.len()),
            ("SpeciesId", _) => below(catalog.species.len()),
            ("LandId", _) => below(catalog.lands.len()),
            ("EighthId", _) => below(catalog.eighth_faces.len()),
            ("MinorFaceId", _) => below(catalog.minor_faces.len()),
            ("AbilityId", _) => below(catalog.abilities.len()),
            ("Place", _) => below(Place::COUNT),
            ("On", "terrain") => below(MOST_TERRAINS),
            ("PieceSet", _) | ("Piece", "number") | (_, "rider" | "gazer") => {
                below(pieces().unwrap_or(0))
            }
            ("Action", "recruit" | "bring") => below(pieces().unwrap_or(0)),
            _ => None,
        }
    }

    fn cite(&self, rule: Rule) -> String {
        self.catalog.cite(rule)
    }
}

impl Stepped for DragonDice {
    type Step = Step;
    type Stack = Vec<Step>;

    const TURNS: Rule = Rule::RollSteps;

    fn steps(state: &State) -> &Vec<Step> {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Vec<Step> {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    fn between(change: &mut Change<DragonDice, impl Observe<Event>>) -> bool {
        turn::ends(change.game, change.state, change.out)
    }

    fn next(change: &mut Change<DragonDice, impl Observe<Event>>) {
        turn::next_turn(change.game, change.state, change.out);
    }

    fn forget(state: &mut State) {
        state.forget_everything_begun();
    }

    fn may_always(now: Now<DragonDice>, seat: Seat) -> bool {
        let state = now.state;
        state.steps.last() == Some(&Step::Turn(stack::turn::TurnStep::Free)) && state.seated(seat)
    }
}
