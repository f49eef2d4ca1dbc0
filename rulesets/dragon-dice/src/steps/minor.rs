//! Minor terrains: brought in, kept, rolled, buried, and what their faces do (section 15).

use super::pick::Pick;
use super::{Ask, Flow, Play};
use crate::action::Action;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place};
use crate::roll::Types;
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinorStep {
    /// A march begins at a terrain.
    Start(Place),
}

impl DragonDice {
    /// What the face beside an army does, with its rule.
    pub(crate) fn minor_effects<'a>(
        &'a self,
        state: &'a State,
        army: Army,
    ) -> impl Iterator<Item = (Rule, crate::catalog::MinorEffect)> + use<'a> {
        let _ = (state, army);
        std::iter::empty()
    }

    /// The actions its face adds.
    pub(crate) fn minor_actions(&self, _: &State, _: Army) -> Types {
        Types::default()
    }

    /// What an army may do with minor terrains in place of its maneuver.
    pub(crate) fn minor_instead(&self, _: &State, _: Army, _: &mut Vec<Action>) {}

    /// Minor terrains that may be brought in.
    pub(crate) fn minors_to_bring(&self, _: &State, _: Army, _: &mut Vec<Action>) {}

    /// An answer about minor terrains.
    pub(crate) fn minor_answer<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Army,
        _: &Action,
        _: &mut O,
    ) {
    }

    /// Buries the minor terrain beside an army.
    pub(crate) fn bury_minor<O: Observe<Event>>(
        &self,
        state: &mut State,
        army: Army,
        rule: Rule,
        out: &mut O,
    ) {
        if let (Some(minor), Some(number)) = (state.minor(army), army.place.as_terrain()) {
            state.sides[army.owner.index()].minor_faces[usize::from(number)] = 0;
            self.bring(state, army.owner, PieceSet::only(minor), Place::BURIED, rule, out);
        }
    }

    /// How many Deadlands a player controls in play.
    pub(crate) fn deadlands(&self, _: &State, _: Seat) -> u16 {
        0
    }
}

impl Play for MinorStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::BringingMinorTerrain)
    }

    fn legal(self, _: &DragonDice, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.push(Action::Pass);
        Listing::Complete
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        _: Seat,
        _: &Action,
        _: &mut O,
    ) {
        state.steps.pop();
    }
}
