//! `Hosted`: how the game is said, typed, drawn, asked about and weighed.

mod ask;
mod ask_odds;
mod ask_sight;
pub(crate) mod card;
mod draw;
mod facts;
mod parse;
mod parse_amendment;
mod say;

use crate::action::{Action, Amendment};
use crate::bots::Appraisal;
use crate::event::Event;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{FigureId, State};
use crate::steps::purpose;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;
use umpire_core::host::{Answer, Hosted, Loaded, Question, Slip};
use umpire_core::odds::Budget;
use umpire_core::scene::Scene;
use umpire_core::seat::Seat;

const QUESTIONS: &[Question] = &[
    Question {
        verb: "los",
        usage: "los FIGURE FIGURE",
        says: "who sees whom, how far away, what is in the way (also between spaces: `los A1 F7 as CARD`)",
    },
    Question {
        verb: "reach",
        usage: "reach FIGURE",
        says: "where it can go, at what cost and risk",
    },
    Question {
        verb: "odds",
        usage: "odds FIGURE attacks FIGURE",
        says: "exact odds of an attack (also `uses N on FIGURE`)",
    },
    Question { verb: "odds", usage: "odds 3 v 4", says: "exact odds of so many dice alone" },
    Question {
        verb: "odds",
        usage: "odds roll-off",
        says: "who wins a roll-off; `odds initiative` with what glyphs add now",
    },
    Question { verb: "card", usage: "card CARD", says: "what is on an army card" },
];

const USAGES: &[(&str, &str)] = &[
    ("place FIGURE at SPACE [SPACE]", "put a figure on its start zone"),
    ("markers CARD, CARD, CARD, CARD", "put order markers 1, 2, 3 and X on cards"),
    ("move FIGURE to SPACE", "walk there by the cheapest way, the safest of equally cheap ones"),
    ("move FIGURE to SPACE safely", "walk there by the safest way that its points allow"),
    ("move FIGURE by SPACE SPACE ...", "walk from space to space (`move FIGURE turned by ...`)"),
    ("fly FIGURE to SPACE [SPACE]", "fly there"),
    ("finish moving", "end the moving part of the turn"),
    ("FIGURE attacks FIGURE", "a normal attack"),
    ("FIGURE uses N on FIGURE", "a special attack (`uses N around`, `uses N from SPACE SIDE`)"),
    ("end turn", "end the turn"),
    ("strike | let go", "roll against a figure that leaves an engagement, or do not"),
    ("FIGURE defends", "choose who defends next"),
    ("on CARD", "choose the card a destroyed figure goes on"),
    ("FIGURE sees FIGURE", "the judge rules by eye (`does not see`)"),
    ("place FIGURE at SPACE [SPACE]", "amend: put a figure somewhere"),
    ("destroy FIGURE", "amend: a figure is destroyed"),
    ("wounds FIGURE N", "amend: set wound markers"),
    ("marker SEAT N on CARD", "amend: move an order marker (`marker SEAT N off`)"),
    (
        "dice N",
        "amend: the number of dice of the attack or defense that is asked for (`dice +1`, `dice -1`)",
    ),
    ("turn CARD", "amend: make it that card's turn"),
    ("glyph NAME at SPACE", "amend: lay a glyph (`glyph off SPACE`)"),
    ("control FIGURE SEAT", "amend: give a figure to a seat"),
    ("field SEAT CARD", "amend: field another army card"),
];

impl Hosted for HeroScape {
    const NAME: &'static str = "heroscape";

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
        self.event_words(after, event)
    }

    fn is_told_once(&self, event: &Event) -> bool {
        matches!(event, Event::PowerDeferred { .. })
    }

    fn say_action(&self, state: &State, _: Seat, action: &Action) -> String {
        self.action_words(state, action)
    }

    fn say_rule(&self, rule: Rule) -> Option<String> {
        use umpire_core::ruling::RuleId;
        self.catalog.rules.get(rule.id()).map(|entry| entry.says.clone())
    }

    fn say_choice(&self, state: &State, choice: &Choice<Rule>) -> String {
        self.choice_words(state, choice)
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        let name = group.subject.filter(|at| usize::from(*at) < state.figures.len());
        let name = name.map_or(String::new(), |at| self.figure_name(state, FigureId(at as u8)));
        match group.purpose {
            purpose::ATTACK => format!("attack of {name}"),
            purpose::DEFENSE => format!("defense of {name}"),
            purpose::INITIATIVE if state.round == 0 => {
                format!("{} for the order of placing", self.seat_word(group.seat))
            }
            purpose::INITIATIVE => format!("initiative of {}", self.seat_word(group.seat)),
            purpose::LEAVING => format!("{name} against the figure that leaves it"),
            purpose::FALL => format!("fall of {name}"),
            purpose::ENTERING => format!("{name} enters deadly terrain"),
            _ => format!("{name} at the end of the round"),
        }
    }

    fn say_amendment(&self, state: &State, change: &Amendment) -> String {
        self.amendment_words(state, change)
    }

    fn parse(&self, state: &State, seat: Seat, text: &str) -> Result<Action, Slip> {
        self.parse_action(state, seat, text)
    }

    fn parse_amendment(&self, state: &State, text: &str) -> Result<Amendment, Slip> {
        self.parse_change(state, text)
    }

    fn usages(&self) -> Vec<(String, String)> {
        let text = |(usage, says): &(&str, &str)| (usage.to_string(), says.to_string());
        USAGES.iter().map(text).collect()
    }

    fn complete(&self, state: &State, seat: Seat, text: &str) -> Vec<String> {
        let mut actions = Vec::new();
        umpire_core::Game::legal(self, state, seat, &mut actions);
        let said = actions.iter().map(|action| self.action_words(state, action));
        let usages = USAGES.iter().map(|(usage, _)| usage.to_string());
        let starts = |line: &String| line.to_lowercase().starts_with(&text.to_lowercase());
        said.chain(usages).filter(starts).take(200).collect()
    }

    fn candidates(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        self.worth_weighing(state, seat, into);
    }

    fn appraise<'g>(&'g self, view: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        let appraisal = Appraisal::of(self, view, seat);
        move |state| appraisal.value(state)
    }

    fn sample(&self, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
        self.imagine(view, die)
    }

    fn scene(&self, state: &State) -> Scene {
        self.draw(state)
    }

    fn questions(&self) -> &'static [Question] {
        QUESTIONS
    }

    fn ask(
        &self,
        state: &State,
        _: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        self.answer(state, text, budget)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        self.facts_of(state)
    }
}
