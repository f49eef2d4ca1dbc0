//! The rules of HeroScape on Umpire: `impl Game`, delegating; nothing else.

pub mod abilities;
pub mod action;
mod amend;
pub mod battlefield;
mod bots;
pub mod catalog;
mod drawing;
pub mod edition;
pub mod event;
pub mod exchange;
pub mod footprint;
pub mod game;
mod glyphs;
pub mod ground;
mod hosting;
#[doc(hidden)]
pub mod invariants;
mod known;
pub mod map_editor;
#[doc(hidden)]
pub mod odds;
pub mod passages;
#[doc(hidden)]
pub mod reach;
pub mod rule;
mod scenario;
pub mod setup;
pub mod sight;
pub mod state;
pub mod steps;
pub mod structures;
pub mod terms;
mod view;
pub mod virtualscape;
mod words;

pub use action::{Action, Aim, Amendment};
pub use event::Event;
pub use game::HeroScape;
pub use reach::Destination;
pub use rule::Rule;
pub use setup::Setup;
pub use state::State;

use std::ops::RangeInclusive;
use steps::round;
use umpire_core::dice::{Dice, DiceGroup, Face, Worth};
use umpire_core::game::{Game, Listing, Observe, Pending, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::{Broken, Explain, Refusal, RuleId};
use umpire_core::seat::{Seat, Seats};

impl Game for HeroScape {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        setup::begin(self, setup)
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
        steps::pending(self, state, why)
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        steps::legal(self, state, seat, into)
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

    fn worth(&self, state: &State, _: &DiceGroup, face: Face) -> Worth {
        steps::worth(self, state, face)
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        steps::resolve(self, state, faces, events);
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
                steps::settle(self, state, events);
                let left = match steps::is_drafting(state) {
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

impl HeroScape {
    /// The rule's id, with the row of the table where it speaks of one.
    pub fn cite_rule(&self, rule: Rule) -> String {
        match rule {
            Rule::Terrain(row) => {
                let (id, rule) = self.catalog.terrain.row_rule(row);
                format!("{rule}.{id}")
            }
            Rule::Glyph(glyph) => {
                let id = self.catalog.glyphs.get(usize::from(glyph)).map_or("", |g| &g.id);
                format!("{}.{id}", rule.id())
            }
            Rule::Ability(ability) => format!("{}.{}", rule.id(), ability.name()),
            rule => rule.id().to_string(),
        }
    }
}
