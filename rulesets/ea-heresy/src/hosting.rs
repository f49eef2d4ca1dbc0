//! `Hosted` and `Hosting`: the game as programs know it, its data checked, its terrain told.

use crate::position::action::Action;
use crate::position::amendment::Amendment;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::State;
use crate::scenario::{self, ScenarioFile};
use crate::steps::movement::place_words;
use crate::tables::catalog::Catalog;
use crate::tables::rule::Rule;
use crate::words::bots::{Appraisal, moves};
use crate::words::{
    QUESTIONS, ask, commands, drawing, facts, hand, hand_charges, say, say_choice, say_shortly,
    scene, standings, stock,
};
use std::collections::BTreeMap;
use umpire_core::command;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Choice, Game, Listing};
use umpire_core::host::{
    Answer, CardEntry, Held, HeldAt, Holdable, Hosted, Hosting, Loaded, Question, Recipe, Slip,
    Standing, Stock, Survey, TablesInPlay, TerrainEntry, Usage,
};
use umpire_core::odds::Budget;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::Refusal;
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{MapKit, Unit};

impl Hosted for EaHeresy {
    const NAME: &'static str = "ea-heresy";
    const TITLE: &'static str = "EA-Heresy";
    const QUESTIONS: &'static [Question] = QUESTIONS;

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<EaHeresy>, Vec<DataError>> {
        scenario::load(data, scenario)
    }

    fn tables(&self) -> Option<TablesInPlay> {
        Some(TablesInPlay {
            rules: self.catalog.rule_index(),
            cards: crate::words::card::card_entries(&self.catalog),
            terrain: self.catalog.terrain_entries(&self.edition),
        })
    }

    fn is_free(&self, _: &State) -> bool {
        self.free
    }

    fn seat_name(&self, seat: Seat) -> String {
        names::seat_word(self, seat)
    }

    fn say_event(&self, _: &State, event: &Event) -> Option<String> {
        say::event_words(self, event)
    }

    fn say_action(&self, state: &State, _: Seat, action: &Action) -> String {
        commands::action_words(self, state, action)
    }

    fn say_shortly(&self, state: &State, _: Seat, action: &Action) -> Option<String> {
        say_shortly::short_words(self, state, action)
    }

    fn meaning(&self, _: &State, action: &Action) -> Option<String> {
        say::action_meaning(self, action)
    }

    fn rules(&self) -> Option<&RuleIndex> {
        Some(&self.catalog.rules)
    }

    fn say_rule(&self, rule: Rule) -> Option<String> {
        say::rule_words(self, rule)
    }

    fn say_choice(&self, state: &State, choice: &Choice<Rule>) -> String {
        say_choice::choice_words(self, state, choice)
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        say_choice::group_words(self, state, group)
    }

    fn say_amendment(&self, state: &State, change: &Amendment) -> String {
        commands::amendment_words(self, state, change)
    }

    fn parse(&self, state: &State, seat: Seat, text: &str) -> Result<Action, Slip> {
        commands::read(self, state, seat, text)
    }

    fn parse_amendment(&self, state: &State, text: &str) -> Result<Amendment, Slip> {
        command::read_amendment(self, state, text)
    }

    fn usages(&self) -> Vec<Usage> {
        commands::usages()
    }

    fn about(&self, state: &State, action: &Action) -> Vec<(&'static str, String)> {
        command::about(self, state, action)
    }

    fn complete(&self, state: &State, seat: Seat, text: &str) -> Vec<String> {
        commands::complete(self, state, seat, text)
    }

    fn complete_amendment(&self, state: &State, text: &str) -> Vec<String> {
        command::complete_amendment(self, state, text)
    }

    fn example(&self, state: &State, seat: Seat) -> Option<String> {
        say_choice::example(self, state, seat)
    }

    fn candidates(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        moves::worth_weighing(self, state, seat, into);
    }

    fn glimpsed(
        &self,
        view: &State,
        seat: Seat,
        die: &mut dyn FnMut(u32) -> u32,
        into: &mut Vec<Action>,
    ) {
        moves::worth_a_glance(self, view, seat, die, into);
    }

    fn appraise<'g>(&'g self, view: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        let appraisal = Appraisal::of(self, view, seat);
        move |state| appraisal.value(state)
    }

    fn sample(&self, view: &State, _: &mut dyn FnMut(u32) -> u32) -> State {
        view.clone() // Nothing is hidden.
    }

    fn scene(&self, state: &State) -> Scene {
        scene::draw(self, state)
    }

    fn ways(&self, state: &State, action: &Action) -> Vec<Shape> {
        scene::ways(self, state, action)
    }

    fn ground_called(&self, name: &str) -> Option<String> {
        let mut pieces = self.board.pieces.iter();
        let piece = pieces.find(|piece| piece.name.eq_ignore_ascii_case(name.trim()))?;
        Some(self.terrain[piece.terrain.index()].key.clone())
    }

    fn place_at(&self, at: (f32, f32)) -> Option<String> {
        Some(place_words(self.board.pointed_at(at)))
    }

    fn drawn_at(&self, words: &str) -> Option<(f32, f32)> {
        let place = words.strip_prefix('(')?.strip_suffix(')')?;
        Some(self.board.spot(Unit::Cm.read_place(place)?))
    }

    fn aimed_at(&self, state: &State, _: Seat, action: &Action, at: (f32, f32)) -> Option<String> {
        hand::meant_for(self, state, action, self.board.pointed_at(at))
    }

    fn unlisted_actors(&self, state: &State, _: Seat) -> Vec<String> {
        hand::left_in_move(self, state)
            .into_iter()
            .map(|unit| names::unit_word(self, unit))
            .collect()
    }

    fn offered(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        let listing = self.legal(state, seat, into);
        if listing == Listing::Candidates {
            moves::worth_weighing(self, state, seat, into);
            hand::offer_together(self, state, into);
            hand_charges::offer_charges(self, state, into);
            hand::offer_deployments(self, state, seat, into);
        }
        listing
    }

    fn stock(&self, state: &State) -> Vec<Stock> {
        stock::stocked(self, state)
    }

    fn ask(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        ask::answer(self, state, seat, text, budget)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        standings::list_standings(self, state)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        facts::list_facts(self, state)
    }
}

impl Hosting for EaHeresy {
    type Tables = Catalog;
    type Body = ScenarioFile;

    fn plan_unit() -> Option<f32> {
        Some(10.0)
    }

    fn check_battlefield(data: &Files, file: &Source) -> Vec<DataError> {
        scenario::check_battlefield(data, file)
    }

    fn notes(data: &Files) -> Vec<DataError> {
        Catalog::read(data).map(|catalog| catalog.notes.clone()).unwrap_or_default()
    }

    fn claims(file: &Source) -> bool {
        scenario::is_own(file)
    }

    fn at_free_table(scenario: &Source) -> Source {
        scenario::at_free_table(scenario)
    }

    fn terrain(data: &Files, edition: Option<&str>) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        let catalog = Catalog::read(data)?;
        let edition = catalog.edition_named(edition)?;
        Ok(catalog.terrain_entries(edition))
    }

    fn map_kit(data: &Files, file: &Source) -> Result<MapKit, String> {
        drawing::kit(data, file)
    }

    fn blank_battlefield() -> Option<String> {
        Some(drawing::BLANK.to_string())
    }

    const HELD: &'static [Held] = drawing::HELD;

    fn held_units(catalog: &Catalog) -> Vec<Holdable> {
        drawing::held_units(catalog)
    }

    fn holding(
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String> {
        drawing::holding(data, file, held)
    }

    fn survey(data: &Files, file: &Source, budget: &Budget) -> Result<Survey, String> {
        let (scenario, _) = drawing::holding(data, file, &[])?;
        let told =
            |faults: Vec<DataError>| faults.first().map_or(String::new(), ToString::to_string);
        let loaded = scenario::load(data, &scenario).map_err(told)?;
        let refused =
            |all: Vec<Refusal<Rule>>| all.first().map_or(String::new(), |it| it.says.clone());
        let state = loaded.game.start(&loaded.setup).map_err(refused)?;
        Ok(drawing::survey(&loaded.game, &state, budget))
    }

    fn drawn_battlefield(
        data: &Files,
        recipe: &Recipe,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String> {
        drawing::drawn(data, recipe, die)
    }

    fn cards(data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        let catalog = Catalog::read(data)?;
        Ok(crate::words::card::card_entries(&catalog))
    }
}
