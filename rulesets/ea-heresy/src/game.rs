//! The rules with their tables, edition and battlefield: the contract of a game, handed on to the steps.

use crate::action::Action;
use crate::amend::Amendment;
use crate::board::Board;
use crate::catalog::{Catalog, D6, Terrain};
use crate::edition::Edition;
use crate::event::Event;
use crate::known_sights::KnownSights;
use crate::model::Model;
use crate::position::Setup;
use crate::rule::Rule;
use crate::scenario::{FormationSheet, SideSheet};
use crate::state::State;
use crate::steps::movement::run;
use crate::{amend, invariants, position, steps, victory};
use std::ops::RangeInclusive;
use std::sync::Arc;
use umpire_core::dice::{Dice, DiceGroup, Face, RollRequest};
use umpire_core::game::{Game, Observe, Outcome, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::{Refusal, RuleId};
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::FARTHEST;

/// How a battle is won (EA-13).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// Goals at the end of turn 3 or 4 (EA-13.10).
    Netea,
    /// Battle Line (EA-13.11).
    BattleLine,
    /// Fire the Beacons (EA-13.12).
    FireTheBeacons,
    /// Nobody is ahead before one side is gone: a skirmish, or a table to ask questions at.
    LastStand,
}

/// EA-Heresy: the rules, with the tables, the edition and the battlefield of one game.
#[derive(Debug, Clone)]
pub struct EaHeresy {
    /// Every table.
    pub catalog: Arc<Catalog>,
    /// The edition with its house rules.
    pub edition: Edition,
    /// The edition's name.
    pub edition_name: String,
    /// Rows of the terrain tables as the edition has them, by their ids.
    pub terrain: Vec<Terrain>,
    /// The battlefield.
    pub board: Board,
    /// How the battle is won.
    pub victory: Victory,
    /// Models that take part.
    pub models: Vec<Model>,
    /// Handles of units, such as `tacticals 2`.
    pub unit_names: Vec<String>,
    /// What formations are and are called.
    pub sheets: Vec<FormationSheet>,
    /// What the sides are and are called.
    pub sides: [SideSheet; 2],
    /// Whether nobody's turn it is: a referee's table.
    pub free: bool,
    /// Sights found out before.
    pub(crate) known_sights: KnownSights,
}

impl Game for EaHeresy {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        position::begin(self, setup)
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
                self.end(state, Seats::only(seat.opponent()), Rule::JudgesWord, events);
            }
            Stop::Draw => self.end(state, Seats::NONE, Rule::JudgesWord, events),
            Stop::Time => {
                let winners = victory::ahead(self, state);
                self.end(state, winners, Rule::JudgesWord, events);
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

impl EaHeresy {
    /// Ends the battle.
    pub(crate) fn end<O: Observe<Event>>(
        &self,
        state: &mut State,
        winners: Seats,
        rule: Rule,
        out: &mut O,
    ) {
        let outcome = Outcome { winners };
        state.over = Some(outcome);
        out.tell(|| Event::Over { outcome, rule });
    }

    /// What a side is called.
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.sides[seat.index().min(1)].name
    }
}

/// A number of six-sided dice of one seat.
pub(crate) fn dice(seat: Seat, count: u8, purpose: u8) -> DiceGroup {
    DiceGroup { seat, die: D6, count, purpose, subject: None }
}

/// A request for one group of six-sided dice.
pub(crate) fn one_roll(because: Rule, seat: Seat, count: u8) -> RollRequest<Rule> {
    RollRequest::one(because, dice(seat, count, 0))
}

/// What a face counts for on a die where only the number matters: the number itself.
pub(crate) fn shown(face: Face) -> i16 {
    i16::from(face) + 1
}
