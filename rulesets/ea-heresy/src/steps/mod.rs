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

use crate::action::Action;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo};
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

/// Whether a step goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The stack has changed; look at its top again.
    On,
    /// Somebody must answer, or dice must fall.
    Wait,
}

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
        /// About what, by its [`Subject::number`].
        subject: Option<u16>,
    },
}

impl Ask {
    /// A decision of one seat.
    pub fn seat(seat: Seat, about: Rule) -> Ask {
        Ask::Choice { seats: Seats::only(seat), about, subject: None }
    }

    /// A decision of one seat about one thing.
    pub fn about(seat: Seat, about: Rule, subject: impl Into<Subject>) -> Ask {
        let subject = Some(subject.into().number());
        Ask::Choice { seats: Seats::only(seat), about, subject }
    }

    /// A decision of one seat between bodies: about the formation of the first unit.
    fn about_bodies(state: &State, seat: Seat, about: Rule, bodies: &[Body]) -> Ask {
        let formation = bodies.iter().find_map(|body| match body {
            Body::Unit(unit) => Some(state.unit(*unit).formation),
            Body::Stronghold(_) => None,
        });
        match formation {
            Some(formation) => Ask::about(seat, about, formation),
            None => Ask::seat(seat, about),
        }
    }
}

/// A family of steps. In `apply` and `resolve` the step is still the top of the stack and takes
/// itself off. Answers are listed and judged only while [`Play::ask`] is a choice, dice requested
/// only while it is [`Ask::Roll`]; `advance` waits where one of both is to come.
pub(crate) trait Play: Copy {
    /// Goes on, or says that it waits.
    fn advance<O: Observe<Event>>(self, game: &EaHeresy, state: &mut State, out: &mut O) -> Flow;

    /// What it waits for.
    fn ask(self, game: &EaHeresy, state: &State) -> Ask;

    /// The answers there are; by default none, for steps that only roll.
    fn legal(self, _: &EaHeresy, _: &State, _: Seat, _: &mut Vec<Action>) -> Listing {
        Listing::Complete
    }

    /// Whether an answer is legal; by default, whether it is listed.
    fn check<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let mut listed = Vec::new();
        self.legal(game, state, seat, &mut listed);
        let about = match self.ask(game, state) {
            Ask::Choice { about, .. } => about,
            Ask::Roll => Rule::Turn,
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
    fn apply<O: Observe<Event>>(self, _: &EaHeresy, _: &mut State, _: Seat, _: &Action, _: &mut O) {
    }

    /// The dice it waits for.
    fn request<E: Explain<Rule>>(self, _: &EaHeresy, _: &State, _: &mut E) -> RollRequest<Rule> {
        RollRequest { because: Rule::Turn, groups: Default::default(), spare: 0 }
    }

    /// What a face of them counts for.
    fn worth(self, _: &EaHeresy, _: &State, _: &DiceGroup, _: Face) -> Worth {
        Worth::Distinct
    }

    /// Takes their faces.
    fn resolve<O: Observe<Event>>(self, _: &EaHeresy, _: &mut State, _: &[Face], _: &mut O) {}
}

/// Calls a method of the family a step belongs to.
macro_rules! each {
    ($step:expr, $it:ident => $call:expr) => {
        match $step {
            Step::Setup($it) => $call,
            Step::Turn($it) => $call,
            Step::Activate($it) => $call,
            Step::Movement($it) => $call,
            Step::Overwatch($it) => $call,
            Step::Shooting($it) => $call,
            Step::Harm($it) => $call,
            Step::Assault($it) => $call,
            Step::Ruin($it) => $call,
            Step::Morale($it) => $call,
        }
    };
}

impl Step {
    /// What it waits for.
    pub(crate) fn ask(self, game: &EaHeresy, state: &State) -> Ask {
        each!(self, it => it.ask(game, state))
    }

    pub(crate) fn legal(
        self,
        game: &EaHeresy,
        state: &State,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        each!(self, it => it.legal(game, state, seat, into))
    }

    pub(crate) fn check<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        each!(self, it => it.check(game, state, seat, action, why))
    }

    pub(crate) fn apply<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        each!(self, it => it.apply(game, state, seat, action, out))
    }

    pub(crate) fn request<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        each!(self, it => it.request(game, state, why))
    }

    pub(crate) fn worth(
        self,
        game: &EaHeresy,
        state: &State,
        group: &DiceGroup,
        face: Face,
    ) -> Worth {
        each!(self, it => it.worth(game, state, group, face))
    }

    pub(crate) fn resolve<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        each!(self, it => it.resolve(game, state, faces, out))
    }
}

impl EaHeresy {
    /// Goes on until somebody must answer, dice must fall, or the battle is over.
    pub(crate) fn settle<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        loop {
            if state.over.is_some() {
                state.forget_everything_begun();
                return;
            }
            self.tidy(state, out);
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
        self.push_step(step);
    }

    /// Puts a step on top.
    pub(crate) fn push_step(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn forget_everything_begun(&mut self) {
        self.steps.clear();
        (self.acting, self.moving, self.firing, self.assault) = Default::default();
        (self.wounds, self.toll, self.wrecks) = Default::default();
        (self.ruins, self.breaking) = Default::default();
        self.withdrawn = Default::default();
    }
}
