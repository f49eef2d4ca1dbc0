//! `Hosted`: how the game is said, typed, drawn, asked about and weighed.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::{DraftStep, EffectStep, FreeStep, PowerStep, Step};
use crate::rules::view;
use crate::steps::{power, purpose, turn};
use crate::tables::rule::Rule;
use crate::words::bots::{Appraisal, candidates};
use crate::words::entries::{card_entries, terrain_entries};
use crate::words::{ask, draw, draw_figures, facts, say, standings, stock};
use std::collections::BTreeMap;
use umpire_core::command::few;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Choice, Game, Listing};
use umpire_core::host::{
    Answer, Hosted, Limits, Loaded, Question, Slip, Standing, Stock, TablesInPlay,
};
use umpire_core::odds::Budget;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::GameTables as _;
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;

impl Hosted for HeroScape {
    const NAME: &'static str = "heroscape";
    const TITLE: &'static str = "HeroScape";
    const QUESTIONS: &'static [Question] = ask::QUESTIONS;
    // Ways to place order markers that look alike differ in which goes first and in where the X lies: one of each lot.
    const SEARCH: Limits = Limits { alike: 1, ..Limits::USUAL };

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<HeroScape>, Vec<DataError>> {
        crate::scenario::load(data, scenario)
    }

    fn is_free(&self, _: &State) -> bool {
        self.free_table
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.seat_word(seat)
    }

    fn say_event(&self, after: &State, event: &Event) -> Option<String> {
        say::event_words(self, after, event)
    }

    fn is_told_once(&self, event: &Event) -> bool {
        matches!(event, Event::PowerDeferred { .. })
    }

    umpire_core::spoken_by_rows!();

    fn rules(&self) -> Option<&RuleIndex> {
        Some(&self.catalog.rules)
    }

    fn tables(&self) -> Option<TablesInPlay> {
        Some(TablesInPlay {
            rules: self.catalog.rule_index(),
            cards: card_entries(&self.catalog),
            terrain: terrain_entries(&self.catalog),
        })
    }

    fn say_choice(&self, state: &State, choice: &Choice<Rule>) -> String {
        say::choice_words(self, state, choice)
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        let name = group.subject.filter(|at| usize::from(*at) < state.figures.len());
        let name = name.map_or(String::new(), |at| self.figure_name(state, FigureId(at as u8)));
        match group.purpose {
            purpose::ATTACK => format!("attack of {name}{}", say::who_defends(self, state)),
            purpose::DEFENSE => format!("defense of {name}"),
            purpose::INITIATIVE if crate::steps::draft::is_under_way(state) => {
                format!("{} for the first pick", self.seat_word(group.seat))
            }
            purpose::INITIATIVE if self.basic => {
                format!("{} for the first turn", self.seat_word(group.seat))
            }
            purpose::INITIATIVE if state.round == 0 => {
                format!("{} for the order of placing", self.seat_word(group.seat))
            }
            purpose::INITIATIVE => format!("initiative of {}", self.seat_word(group.seat)),
            purpose::LEAVING => format!("{name} against the figure that leaves it"),
            purpose::FALL => format!("fall of {name}"),
            purpose::DOOR => "defense of the door".to_string(),
            purpose::ENTERING => format!("{name} enters deadly terrain"),
            purpose::POWER
                if matches!(state.step(), Some(Step::Effect(EffectStep::MarkerDie(..)))) =>
            {
                format!("which order marker of {name} goes")
            }
            purpose::POWER => match state.runs.last() {
                Some(run) => format!("{} of {name}", self.power_name(run.by)),
                None => format!("a power of {name}"),
            },
            _ => format!("{name} at the end of the round"),
        }
    }

    fn forgoes(&self, state: &State, _: Seat, action: &Action) -> Option<String> {
        let attackers = match (action, state.step()) {
            (Action::EndTurn, _) => turn::who_could_attack(self, state),
            (Action::Pass, Some(Step::Draft(DraftStep::Pick { .. }))) => {
                return Some("you pick no more cards in this draft".to_string());
            }
            _ => Vec::new(),
        };
        let names: Vec<String> = attackers.iter().map(|id| self.figure_name(state, *id)).collect();
        (!names.is_empty())
            .then(|| format!("{} could still attack", few(names.iter().map(String::as_str))))
    }

    fn counting(&self, state: &State, group: &DiceGroup) -> Option<String> {
        let is_power =
            group.purpose == purpose::POWER && state.step() == Some(Step::Power(PowerStep::Dice));
        let least = power::only_number(self, state).filter(|_| is_power)?;
        Some(format!("{least}+"))
    }

    fn candidates(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        candidates::worth_weighing(self, state, seat, into);
    }

    fn glimpsed(
        &self,
        view: &State,
        seat: Seat,
        die: &mut dyn FnMut(u32) -> u32,
        into: &mut Vec<Action>,
    ) {
        candidates::worth_a_glance(self, view, seat, die, into);
    }

    fn offered(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        let listing = candidates::to_pick(self, state, seat, into);
        if self.free_table && seat == Seat::JUDGE {
            // No turn ends where there are none: it is the answer of whoever must have one.
            into.retain(|action| *action != Action::EndTurn);
        }
        listing
    }

    fn example(&self, state: &State, seat: Seat) -> Option<String> {
        if state.step() == Some(Step::Free(FreeStep::FreeTable)) {
            return stock::put_down_words(self, state);
        }
        // One's own figures may be attacked, but hardly anybody means to.
        let hits_enemy = |action: &Action| match action {
            Action::Attack { attacker, target } => Some(self.enemies(state, *attacker, *target)),
            _ => None,
        };
        let mut all = Vec::new();
        self.legal(state, seat, &mut all);
        let is_friendly = all.first().and_then(hits_enemy) == Some(false);
        let better = all.iter().find(|action| hits_enemy(action) == Some(true));
        better.filter(|_| is_friendly).map(|action| self.say_action(state, seat, action))
    }

    fn appraise<'g>(&'g self, view: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        let appraisal = Appraisal::of(self, view, seat);
        move |state| appraisal.value(state)
    }

    fn sample(&self, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
        view::imagine(self, view, die)
    }

    fn scene(&self, state: &State) -> Scene {
        draw::draw(self, state)
    }

    fn ways(&self, state: &State, action: &Action) -> Vec<Shape> {
        draw_figures::way(self, state, action).into_iter().collect()
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
        ask::answer(self, state, (seat, text), budget)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        standings::list_standings(self, state)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        facts::facts_of(self, state)
    }
}
