//! Skirmish, the tutorial game of Umpire: two warbands of single figures on an open table.

mod hosting;
mod position;
mod rules;
mod steps;
mod tables;
mod words;

pub use tables::{Rule, Skirmish};

use position::{Action, Amendment, Event, amended, faults};
use std::ops::RangeInclusive;
use steps::{Setup, State};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{D6, Dice};
use umpire_core::host::{Answer, Asking, Hosted, Limits, Loaded, Question, RosterEntry, Slip};
use umpire_core::numbers::Kind;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::Opening;
use umpire_core::scene::{Scene, Shape};
use umpire_core::steps::Stepped;
use umpire_core::table::Map;
use umpire_core::{Choice, Deaf, DiceGroup, Game, Observe, Refusal, Seat, Stop};

impl Game for Skirmish {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    umpire_core::played_by_steps!();

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let mut state = steps::start(self, setup)?;
        umpire_core::steps::settle(self, &mut state, &mut Deaf);
        Ok(state)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let faults = faults(state.on(self));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn dice(&self) -> &Dice {
        &D6
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        state.position = amended(state.on(self), *change)?;
        umpire_core::steps::settle(self, state, events);
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        let winners = stop.winners(|| rules::objectives::ahead(&state.position));
        steps::end(state, winners, Rule::Agreement, events);
        Skirmish::forget(state);
    }

    fn because(&self, event: &Event) -> Rule {
        event.because()
    }

    fn clock(&self, state: &State) -> u32 {
        let p = &state.position;
        p.figures.clock(p.round, state.outcome.is_some())
    }

    fn range(&self, state: &State, kind: Kind) -> Option<RangeInclusive<i64>> {
        state.position.figures.range(kind).or_else(|| self.field.range(kind))
    }
}

impl Hosted for Skirmish {
    const NAME: &'static str = "skirmish";
    const TITLE: &'static str = "Skirmish";
    const QUESTIONS: &'static [Question] = words::QUESTIONS;
    // An activation is one decision: a round or two are looked at, and something of every figure. What figures could do
    // differs by little, so that what has shown to be good is tried more often than elsewhere, and whoever plays on looks at
    // all that the figure drawn could do: with half of it, twice as many plays won fewer battles.
    const SEARCH: Limits =
        Limits { decisions: 9, width: 24, alike: 1, looks: 24, curiosity: 0.1, ..Limits::USUAL };

    umpire_core::spoken_by_rows!();

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<Skirmish>, Vec<DataError>> {
        Opening::<Self>::read(data, scenario)?.game(|opening, catalog, edition| {
            let (body, free) = (opening.body.clone(), opening.head.free_table);
            let map = opening.map("battlefield", &body.battlefield, &catalog.terrain.rows);
            let (game, mut faults) = (catalog.open(edition?, map?), Vec::new());
            let (position, turn) = body.lay(&game, &opening.places, &mut faults);
            opening.told(faults);
            Some((game, Setup { position, turn, free }))
        })
    }

    fn is_free(&self, state: &State) -> bool {
        state.at_free_table()
    }

    fn say_event(&self, after: &State, event: &Event) -> Option<String> {
        Some(words::event(after.on(self), event))
    }

    fn rules(&self) -> Option<&RuleIndex> {
        Some(&self.index)
    }

    fn say_choice(&self, _: &State, choice: &Choice<Rule>) -> String {
        words::choice(choice)
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        state.steps.last().map_or(String::new(), |step| words::group(state.on(self), step, group))
    }

    fn glimpsed(
        &self,
        view: &State,
        seat: Seat,
        die: &mut dyn FnMut(u32) -> u32,
        into: &mut Vec<Action>,
    ) {
        steps::glimpse(self, view, seat, die, into);
        if into.is_empty() {
            self.candidates(view, seat, into);
        }
    }

    fn kind(&self, action: &Action) -> Option<u32> {
        action.kind()
    }

    fn stage(&self, state: &State) -> u32 {
        u32::from(state.position.round)
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        move |state| words::appraisal(self, state, seat)
    }

    fn outlook(&self, view: &State, seat: Seat) -> f64 {
        words::outlook(self, view, seat)
    }

    fn scene(&self, state: &State) -> Scene {
        words::scene(self, state)
    }

    fn ways(&self, state: &State, action: &Action) -> Vec<Shape> {
        words::way(state.on(self), action).into_iter().collect()
    }

    fn map(&self) -> Option<&Map> {
        Some(&self.field)
    }

    fn answer(&self, state: &State, asking: &Asking) -> Result<Answer, Slip> {
        match asking.verb {
            "los" => words::los(self, state, asking.about),
            "reach" => words::reach(self, state, asking.about),
            _ => words::odds(self, state, asking),
        }
    }

    fn roster(&self, state: &State) -> Vec<RosterEntry> {
        words::roster(state.on(self), words::phase(state))
    }
}
