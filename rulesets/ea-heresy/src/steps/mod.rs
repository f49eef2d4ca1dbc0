//! What is being done: a stack of small steps, each of which asks, rolls or goes on by itself.

pub mod activate;
pub mod assault;
pub mod harm;
pub mod morale;
pub mod movement;
pub mod overwatch;
pub mod ruin;
pub mod setup;
pub mod shooting;
pub mod turn;

use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo};
use crate::steps::morale::markers;
use arrayvec::ArrayVec;
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::Seat;
use umpire_core::steps::Stepped;
pub(crate) use umpire_core::steps::{Change, Flow, Now, Play};

umpire_core::steps! {
    /// One step; the innermost is the last of the stack.
    pub enum Step of EaHeresy {
        /// Before the first turn.
        Setup(setup::SetupStep),
        /// Phases of a turn.
        Turn(turn::TurnStep),
        /// A formation's action.
        Activate(activate::ActivateStep),
        /// A move.
        Movement(movement::MoveStep),
        /// Formations on overwatch may answer a move.
        Overwatch(overwatch::OverwatchStep),
        /// Shooting.
        Shooting(shooting::ShootStep),
        /// Hits are saved, damage is done.
        Harm(harm::HarmStep),
        /// An assault.
        Assault(assault::AssaultStep),
        /// A stronghold fell.
        Ruin(ruin::RuinStep),
        /// Breaking, withdrawing, regrouping, rallying.
        Morale(morale::MoraleStep),
    }
}

/// What is being done, the innermost last; no more lie on each other.
pub type Steps = ArrayVec<Step, 16>;

/// What a waiting step asks for.
pub(crate) type Ask = umpire_core::steps::Ask<Rule>;

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A unit.
    Unit(UnitNo),
    /// A formation.
    Formation(FormationNo),
    /// A piece of ground.
    Piece(PieceNo),
}

impl Subject {
    /// Its number in a [`umpire_core::game::Choice`]: its kind above the fourteen bits of its own.
    fn number(self) -> u16 {
        match self {
            Subject::Unit(unit) => unit.0,
            Subject::Formation(formation) => 1 << 14 | formation.0,
            Subject::Piece(piece) => 2 << 14 | piece.0,
        }
    }

    /// What has that number.
    pub(crate) fn numbered(number: u16) -> Option<Subject> {
        let own = number & 0x3fff;
        match number >> 14 {
            0 => Some(Subject::Unit(UnitNo(own))),
            1 => Some(Subject::Formation(FormationNo(own))),
            2 => Some(Subject::Piece(PieceNo(own))),
            _ => None,
        }
    }
}

impl From<UnitNo> for Subject {
    fn from(unit: UnitNo) -> Subject {
        Subject::Unit(unit)
    }
}

impl From<FormationNo> for Subject {
    fn from(formation: FormationNo) -> Subject {
        Subject::Formation(formation)
    }
}

impl From<PieceNo> for Subject {
    fn from(piece: PieceNo) -> Subject {
        Subject::Piece(piece)
    }
}

/// A decision of one seat about one thing.
pub(crate) fn ask_about(seat: Seat, about: Rule, subject: impl Into<Subject>) -> Ask {
    Ask::about(seat, about, subject.into().number())
}

/// A decision of one seat between bodies: about the formation of the first unit.
fn about_bodies(state: &State, seat: Seat, rule: Rule, bodies: &[Body]) -> Ask {
    let formation = bodies.iter().find_map(|body| match body {
        Body::Unit(unit) => Some(state.unit(*unit).formation),
        Body::Stronghold(_) => None,
    });
    match formation {
        Some(formation) => ask_about(seat, rule, formation),
        None => Ask::seat(seat, rule),
    }
}

impl Stepped for EaHeresy {
    type Step = Step;
    type Stack = Steps;

    const TURNS: Rule = Rule::Turn;

    fn steps(state: &State) -> &Steps {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Steps {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    fn between(change: &mut Change<EaHeresy, impl Observe<Event>>) -> bool {
        markers::tidy(change.game, change.state);
        false
    }

    fn next(change: &mut Change<EaHeresy, impl Observe<Event>>) {
        turn::next_turn(change.state, change.out);
    }

    fn forget(state: &mut State) {
        state.forget_everything_begun();
    }
}

/// Goes on until somebody must answer, dice must fall, or the battle is over.
pub fn settle<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    umpire_core::steps::settle(game, state, out);
}

impl State {
    /// Takes the innermost step off and puts another in its place.
    pub fn replace_step(&mut self, step: Step) {
        self.steps.pop();
        self.push_step(step);
    }

    /// Puts a step on top.
    pub fn push_step(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn forget_everything_begun(&mut self) {
        self.steps.clear();
        (self.acting, self.moving, self.firing, self.assault) = Default::default();
        (self.wounds, self.toll, self.wearing, self.wrecks) = Default::default();
        (self.ruins, self.breaking) = Default::default();
        self.withdrawn = Default::default();
    }
}
