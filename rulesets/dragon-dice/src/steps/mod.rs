//! What the steps of the stack do: each asks, lists, checks, carries out, or goes on by itself.

pub(crate) mod army_roll;
pub mod death;
pub mod dragons;
pub mod eighth;
pub mod fight;
pub mod icons;
pub(crate) mod leaving;
pub mod magic;
pub mod march;
pub mod minor;
pub mod pick;
pub mod promote;
pub mod raise;
pub mod reserves;
pub mod setup;
pub mod species;
pub(crate) mod start;
pub mod trial;
pub mod turn;

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::stack::Step;
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// What a waiting step asks for.
pub(crate) type Ask = umpire_core::steps::Ask<Rule>;

/// Goes on until somebody must answer, dice must fall, or the game is over.
pub fn settle<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    umpire_core::steps::settle(game, state, out);
}

impl State {
    /// Takes the innermost step off and puts another in its place.
    pub(crate) fn replace_step(&mut self, step: Step) {
        self.steps.pop();
        self.steps.push(step);
    }

    pub(crate) fn forget_everything_begun(&mut self) {
        self.steps.clear();
        self.rolls.clear();
        (self.fight, self.dragons, self.casting, self.assembling) = Default::default();
    }
}
