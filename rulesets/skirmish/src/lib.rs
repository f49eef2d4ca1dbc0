//! Skirmish, the tutorial game of Umpire: two warbands of single figures on an open table.

mod position;
mod rules;
mod steps;
mod tables;
mod words;

pub use tables::{Rule, Skirmish};

use position::{Action, Amendment, Body, Event, Figure, Post, amended, battlefield_faults, faults};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use steps::{Setup, State, Step};
use tables::{Catalog, Unit};
use umpire_core::command::{Row, Vocabulary};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::Dice;
use umpire_core::host::{
    Answer, Held, HeldAt, Holdable, Hosted, Hosting, Limits, Loaded, Question, Slip, Standing,
    Stock,
};
use umpire_core::numbers::{Kind, below};
use umpire_core::odds::Budget;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{GameTables, Opening};
use umpire_core::scene::{Scene, Shape};
use umpire_core::steps::{Change, Now, Stepped};
use umpire_core::table::{
    Battlefield, FARTHEST, Footprint, GroundEffect, Map, SurveyedFor, Terrain, Unit as Measure,
};
use umpire_core::{Choice, Deaf, DiceGroup, Game, Observe, Outcome, Refusal, Seat, Seats, Stop};
use words::{Noun, Thing};

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
        &self.dice
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
        let winners = match stop {
            Stop::Concede(seat) => Seats::first_of(2).without(seat),
            Stop::Draw => Seats::NONE,
            Stop::Time => rules::objectives::ahead(&state.position),
        };
        steps::end(state, winners, Rule::Agreement, events);
        Skirmish::forget(state);
    }

    fn because(&self, event: &Event) -> Rule {
        event.because()
    }

    fn clock(&self, state: &State) -> u32 {
        let p = &state.position;
        let gone = |figure: &Figure| matches!(figure.post, Post::Gone);
        let idle = p.figures.iter().filter(|figure| gone(figure) || figure.acted).count();
        match state.outcome {
            Some(_) => 64 * (u32::from(p.round) + 1),
            None => 64 * u32::from(p.round) + idle as u32,
        }
    }

    fn range(&self, state: &State, kind: Kind) -> Option<RangeInclusive<i64>> {
        match kind {
            ("PieceId", _) => below(state.position.figures.len()),
            ("ObjectiveId", _) => below(self.field.objectives.len()),
            ("Point", _) => Some(-i64::from(FARTHEST)..=FARTHEST.into()),
            _ => None,
        }
    }
}

impl Stepped for Skirmish {
    type Step = Step;
    type Stack = Vec<Step>;
    const TURNS: Rule = Rule::Alternate;

    fn steps(state: &State) -> &Vec<Step> {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Vec<Step> {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome
    }

    fn between(change: &mut Change<Skirmish, impl Observe<Event>>) -> bool {
        steps::last_side(change.state, change.out)
    }

    fn next(change: &mut Change<Skirmish, impl Observe<Event>>) {
        steps::end_round(change);
    }

    fn may_always(now: Now<Skirmish>, _: Seat) -> bool {
        now.state.at_free_table()
    }

    fn forget(state: &mut State) {
        state.steps.clear();
        steps::rest(&mut state.position);
    }
}

impl Vocabulary for Skirmish {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Skirmish, Action>] {
        words::ACTIONS
    }

    fn amendments() -> &'static [Row<Skirmish, Amendment>] {
        words::AMENDMENTS
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        words::thing(state.on(self), noun, text)
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        words::say_thing(state.on(self), thing)
    }

    fn things(&self, state: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        words::things(state.on(self), noun)
    }
}

impl Hosted for Skirmish {
    const NAME: &'static str = "skirmish";
    const TITLE: &'static str = "Skirmish";
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

    fn stock(&self, state: &State) -> Vec<Stock> {
        words::stock(state.on(self))
    }

    fn questions(&self) -> &'static [Question] {
        words::QUESTIONS
    }

    fn shows_reach(&self) -> Option<&'static str> {
        Some("reach")
    }

    fn ask(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        words::answer(self, state, seat, text, budget)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        words::standings(state.on(self), words::phase(state))
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        words::facts(self, state)
    }
}

impl Hosting for Skirmish {
    type Tables = Catalog;
    type Body = Body;

    fn measured_in() -> Option<Measure> {
        Some(Measure::Inches)
    }

    fn ground(data: &Files) -> Result<Vec<Terrain>, Vec<DataError>> {
        Ok(Catalog::read(data)?.terrain.rows.clone())
    }

    fn rule_of_ground(does: GroundEffect) -> Option<Rule> {
        Some(match does {
            GroundEffect::Cover => Rule::Cover,
            GroundEffect::Difficult => Rule::DifficultGround,
            GroundEffect::Impassable => Rule::InTheWay,
            GroundEffect::Sight(_) => Rule::Sight,
        })
    }

    fn map_faults(data: &Files, map: Map) -> Vec<Refusal<Rule>> {
        let Ok(catalog) = Catalog::read(data) else { return Vec::new() };
        let bases = catalog.units.rows.iter().map(Unit::footprint);
        battlefield_faults(&Battlefield::new(map, bases), "")
    }

    const AT_HAND: &'static str = words::AT_HAND;

    fn holdable(data: &Files) -> (Vec<Holdable>, Vec<Held>) {
        words::holdable(data)
    }

    fn holding(
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String> {
        words::holding(data, file, held)
    }

    fn surveyed_for() -> Option<SurveyedFor<'static>> {
        let base = Footprint::Disc { radius: 1250, corners: 12 };
        let says = "a figure on a base of 25 mm that moves 6 inches";
        Some(SurveyedFor { base, per_turn: 60, says })
    }
}
