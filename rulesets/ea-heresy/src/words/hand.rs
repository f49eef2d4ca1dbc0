//! Formations moved by a hand on the board: as they stand, all together, named by their middle.

use super::names::said_place;
use super::parse_contacts::kind_of_move;
use crate::action::{Action, UnitMove};
use crate::game::EaHeresy;
use crate::state::{State, UnitNo, Whereabouts};
use crate::steps::Step;
use umpire_core::game::Game;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{Bounds, Facing, Point};

/// How many ways a formation is offered.
const WAYS: i32 = 8;

impl EaHeresy {
    /// The units that may still move in the move under way.
    pub(crate) fn left_in_move(&self, state: &State) -> Vec<UnitNo> {
        let (Some(Step::Movement(step)), Some(moving)) = (state.steps.last(), state.moving) else {
            return Vec::new();
        };
        if let Some(stopped) = moving.stopped {
            return vec![stopped.unit];
        }
        let (formation, kind) = step.of();
        let left = state.members(formation).filter(|unit| !moving.moved.has(*unit));
        left.filter(|unit| self.may_move(state, *unit, kind)).collect()
    }

    /// Moves of the whole formation that keep its shape, as far as its slowest unit goes, all round.
    pub(crate) fn offer_together(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let (units, kind) = (self.left_in_move(state), kind_of_move(state));
        let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
        let (Some(kind), true) = (kind, units.len() > 1 && units.iter().all(on_table)) else {
            return;
        };
        let far = units.iter().map(|unit| self.allowance(state, *unit, kind)).min().unwrap_or(0);
        let Some(middle) = self.middle(state, &units) else { return };
        for way in 0..WAYS {
            let step = Facing::degrees(way * 360 / WAYS).turn(Point::new(far, 0));
            let there = self.together_at(state, middle.plus(step));
            let action = there.and_then(|text| self.parse_action(state, seat, &text).ok());
            into.extend(action);
        }
    }

    /// An action meant for another place: a unit's own place, or the middle of all that it puts down or moves.
    pub(crate) fn meant_for(&self, state: &State, action: &Action, at: Point) -> Option<String> {
        let text = match action {
            Action::Move(moves) if moves.len() > 1 => self.together_at(state, at)?,
            _ => self.action_words(state, &action.aimed_at(at)?),
        };
        Some(self.as_far_as_may_be(state, &text).unwrap_or(text))
    }

    /// Moves to a place farther off than may be: as far as they may go; nothing where they may go there.
    fn as_far_as_may_be(&self, state: &State, text: &str) -> Option<String> {
        let Some(Step::Movement(step)) = state.steps.last() else { return None };
        let (formation, _) = step.of();
        let seat = state.formation(formation).owner;
        let action = self.parse_action(state, seat, text).ok()?;
        let Action::Move(ways) = &action else { return None };
        if self.check(state, seat, &action, &mut Silent).is_ok() {
            return None;
        }
        let shorter = self.as_far_together(state, step.of(), ways)?;
        // What stops a single unit on its way is told instead.
        if matches!(&ways[..], [way] if !self.is_too_far(state, way)) {
            return None;
        }
        Some(self.action_words(state, &Action::Move(shorter)))
    }

    /// Whether a straight way is longer than the unit goes.
    fn is_too_far(&self, state: &State, way: &UnitMove) -> bool {
        let (Some(kind), Some(from)) = (kind_of_move(state), self.spot_of(state, way.unit)) else {
            return false;
        };
        let goes = self.allowance(state, way.unit, kind);
        matches!(way.path[..], [to] if from.distance_to(to) > goes)
    }

    /// The formation that moves, in the words that bring its middle to a place.
    fn together_at(&self, state: &State, at: Point) -> Option<String> {
        let units = self.left_in_move(state);
        let lead = self.spot_of(state, *units.first()?)?;
        let to = at.plus(lead).minus(self.middle(state, &units)?);
        Some(format!("all to {}", said_place(to)))
    }

    /// The middle of where units are.
    fn middle(&self, state: &State, units: &[UnitNo]) -> Option<Point> {
        let places: Vec<Point> =
            units.iter().filter_map(|unit| self.spot_of(state, *unit)).collect();
        (!places.is_empty()).then(|| Bounds::of(&places).middle())
    }
}
