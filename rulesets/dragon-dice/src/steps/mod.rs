//! What is being done: a stack of small steps, each of which asks, rolls or goes on by itself.

mod alike;
pub mod death;
pub mod dragons;
pub mod eighth;
pub mod fight;
pub mod icons;
pub mod magic;
pub mod march;
pub mod minor;
pub mod pick;
pub mod promote;
pub mod raise;
pub mod reserves;
pub mod setup;
pub mod species;
pub mod trial;
pub mod turn;

use crate::event::Event;
use crate::game::DragonDice;
use crate::roll::RollStep;
use crate::rule::Rule;
use crate::state::State;
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::Seat;
use umpire_core::steps::Stepped;
pub(crate) use umpire_core::steps::{Change, Flow, Now, Play};

umpire_core::steps! {
    /// One step; the innermost is the last of the stack.
    pub enum Step of DragonDice {
        /// Before the first turn.
        Setup(setup::SetupStep),
        /// Phases of a turn.
        Turn(turn::TurnStep),
        /// A march.
        March(march::MarchStep),
        /// Minor terrains.
        Minor(minor::MinorStep),
        /// Icons of eighth faces.
        Eighth(eighth::EighthStep),
        /// Species abilities.
        Species(species::SpeciesStep),
        /// An attack.
        Fight(fight::FightStep),
        /// Magic and its spells.
        Magic(magic::MagicStep),
        /// Dragons.
        Dragons(dragons::DragonStep),
        /// An army's roll.
        Roll(RollStep),
        /// What special action icons ask for.
        Icon(icons::IconStep),
        /// Dice are picked.
        Pick(pick::Pick),
        /// Units roll alone.
        Trial(trial::Trial),
        /// Units die, are buried, come back.
        Death(death::DeathStep),
        /// Reinforcing and retreating.
        Reserves(reserves::ReservesStep),
        /// Units are promoted.
        Promote(promote::Promotion),
    }
}

/// What a waiting step asks for.
pub(crate) type Ask = umpire_core::steps::Ask<Rule>;

impl Stepped for DragonDice {
    type Step = Step;
    type Stack = Vec<Step>;

    const TURNS: Rule = Rule::RollSteps;

    fn steps(state: &State) -> &Vec<Step> {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Vec<Step> {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    fn between(change: &mut Change<DragonDice, impl Observe<Event>>) -> bool {
        turn::ends(change.game, change.state, change.out)
    }

    fn next(change: &mut Change<DragonDice, impl Observe<Event>>) {
        turn::next_turn(change.game, change.state, change.out);
    }

    fn forget(state: &mut State) {
        state.forget_everything_begun();
    }

    fn may_always(now: Now<DragonDice>, seat: Seat) -> bool {
        let state = now.state;
        state.steps.last() == Some(&Step::Turn(turn::TurnStep::Free)) && state.seated(seat)
    }
}

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

    fn forget_everything_begun(&mut self) {
        self.steps.clear();
        self.rolls.clear();
        (self.fight, self.dragons, self.casting, self.assembling) = Default::default();
    }
}
