//! What is being done: a stack of small steps, each of which asks, rolls or goes on by itself.

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

use crate::action::Action;
use crate::event::Event;
use crate::game::DragonDice;
use crate::roll::RollStep;
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};

/// One step; the innermost is the last of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
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

/// Whether a step goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The stack has changed; look at its top again.
    On,
    /// Somebody must answer, or dice must fall.
    Wait,
}

/// What a waiting step asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Dice.
    Roll,
    /// A decision.
    Choice {
        /// Of whom.
        seats: Seats,
        /// By which rule.
        about: Rule,
        /// About which die or place.
        subject: Option<u16>,
        /// Whether others must not see it.
        sealed: bool,
    },
}

impl Ask {
    /// A decision of one seat.
    pub fn seat(seat: Seat, about: Rule) -> Ask {
        Ask::Choice { seats: Seats::only(seat), about, subject: None, sealed: false }
    }
}

/// A family of steps. In `apply` and `resolve` the step is still the top of the stack and takes
/// itself off.
pub(crate) trait Play: Copy {
    /// Goes on, or says that it waits.
    fn advance<O: Observe<Event>>(self, game: &DragonDice, state: &mut State, out: &mut O) -> Flow;

    /// What it waits for.
    fn ask(self, game: &DragonDice, state: &State) -> Ask;

    /// The answers there are.
    fn legal(self, game: &DragonDice, state: &State, seat: Seat, into: &mut Vec<Action>)
    -> Listing;

    /// Whether an answer is legal; by default, whether it is listed.
    fn check<E: Explain<Rule>>(
        self,
        game: &DragonDice,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let mut listed = Vec::new();
        self.legal(game, state, seat, &mut listed);
        let about = match self.ask(game, state) {
            Ask::Choice { about, .. } => about,
            Ask::Roll => Rule::RollSteps,
        };
        why.need(about, listed.contains(action), || {
            let fact = Fact::says("this is not among what may be answered here");
            match listed.first() {
                Some(first) => fact.instead("one of the listed answers", first),
                None => fact,
            }
        })
    }

    /// Carries out an answer.
    fn apply<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    );

    /// The dice it waits for.
    fn request<E: Explain<Rule>>(self, _: &DragonDice, _: &State, _: &mut E) -> RollRequest<Rule> {
        RollRequest { because: Rule::RollSteps, groups: Default::default(), spare: 0 }
    }

    /// What a face of them counts for.
    fn worth(self, _: &DragonDice, _: &State, _: &DiceGroup, _: Face) -> Worth {
        Worth::Distinct
    }

    /// Takes their faces.
    fn resolve<O: Observe<Event>>(self, _: &DragonDice, _: &mut State, _: &[Face], _: &mut O) {}
}

/// Calls a method of the family a step belongs to.
macro_rules! each {
    ($step:expr, $it:ident => $call:expr) => {
        match $step {
            Step::Setup($it) => $call,
            Step::Turn($it) => $call,
            Step::March($it) => $call,
            Step::Minor($it) => $call,
            Step::Eighth($it) => $call,
            Step::Species($it) => $call,
            Step::Fight($it) => $call,
            Step::Magic($it) => $call,
            Step::Dragons($it) => $call,
            Step::Roll($it) => $call,
            Step::Icon($it) => $call,
            Step::Pick($it) => $call,
            Step::Trial($it) => $call,
            Step::Death($it) => $call,
            Step::Reserves($it) => $call,
            Step::Promote($it) => $call,
        }
    };
}

impl Step {
    /// What it waits for.
    pub(crate) fn ask(self, game: &DragonDice, state: &State) -> Ask {
        each!(self, it => it.ask(game, state))
    }

    pub(crate) fn legal(
        self,
        game: &DragonDice,
        state: &State,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        each!(self, it => it.legal(game, state, seat, into))
    }

    pub(crate) fn check<E: Explain<Rule>>(
        self,
        game: &DragonDice,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        each!(self, it => it.check(game, state, seat, action, why))
    }

    pub(crate) fn apply<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        each!(self, it => it.apply(game, state, seat, action, out))
    }

    pub(crate) fn request<E: Explain<Rule>>(
        self,
        game: &DragonDice,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        each!(self, it => it.request(game, state, why))
    }

    pub(crate) fn worth(
        self,
        game: &DragonDice,
        state: &State,
        group: &DiceGroup,
        face: Face,
    ) -> Worth {
        each!(self, it => it.worth(game, state, group, face))
    }

    pub(crate) fn resolve<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        each!(self, it => it.resolve(game, state, faces, out))
    }
}

impl DragonDice {
    /// Goes on until somebody must answer, dice must fall, or the game is over.
    pub(crate) fn settle<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        loop {
            if state.over.is_some() || self.ends(state, out) {
                state.forget_everything_begun();
                return;
            }
            let flow = match state.steps.last().copied() {
                None => {
                    self.next_turn(state, out);
                    Flow::On
                }
                Some(step) => each!(step, it => it.advance(self, state, out)),
            };
            if flow == Flow::Wait {
                return;
            }
        }
    }
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
