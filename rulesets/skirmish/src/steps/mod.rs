//! What the game waits for: a stack of small steps beside the position, and which follows which.

mod activate;
mod deploy;
mod fight;
mod morale;
mod roll_off;
mod round;

use crate::position::{Action, Event, Position, faults};
use crate::tables::{Catalog, Rule};
use activate::Activate;
use deploy::Deploy;
use fight::{Hits, Saves};
use morale::Morale;
use roll_off::RollOff;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe, Outcome, Pending};
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::seat::{Seat, Seats};

pub use round::{end, settle};

/// What a game starts from: a position, and whose turn it is, if a round is under way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    pub position: Position,
    pub turn: Option<Seat>,
}

/// A position and what is waited for, the innermost last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub position: Position,
    pub steps: Vec<Step>,
    pub outcome: Option<Outcome>,
}

/// One thing that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Deploy(Deploy),
    RollOff(RollOff),
    Activate(Activate),
    Hits(Hits),
    Saves(Saves),
    Morale(Morale),
}

/// A step in which a side decides.
trait Decide {
    fn side(&self) -> Seat;
    fn rule(&self) -> Rule;
    fn legal(&self, c: &Catalog, p: &Position, into: &mut Vec<Action>);
    fn check<E: Explain<Rule>>(
        &self,
        c: &Catalog,
        p: &Position,
        action: Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>>;
    fn apply<O: Observe<Event>>(&self, c: &Catalog, s: &mut State, action: Action, out: &mut O);
}

/// A step in which dice fall; it is off the stack when they have fallen.
trait Throw {
    fn ask<E: Explain<Rule>>(&self, c: &Catalog, p: &Position, why: &mut E) -> RollRequest<Rule>;
    fn worth(&self, c: &Catalog, p: &Position, group: &DiceGroup, face: Face) -> Worth;
    fn resolve<O: Observe<Event>>(
        &self,
        c: &Catalog,
        s: &mut State,
        dealt: &[(DiceGroup, &[Face])],
        out: &mut O,
    );
}

macro_rules! deciding {
    ($step:expr, $decide:ident => $run:expr, else $other:expr) => {
        match $step {
            Some(Step::Deploy($decide)) => $run,
            Some(Step::Activate($decide)) => $run,
            _ => $other,
        }
    };
}

macro_rules! throwing {
    ($step:expr, $throw:ident => $run:expr, else $other:expr) => {
        match $step {
            Some(Step::RollOff($throw)) => $run,
            Some(Step::Hits($throw)) => $run,
            Some(Step::Saves($throw)) => $run,
            Some(Step::Morale($throw)) => $run,
            _ => $other,
        }
    };
}

/// A game from its setup.
pub fn start(c: &Catalog, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
    let steps = match setup.turn {
        Some(side) => vec![Step::Activate(Activate { side })],
        None => vec![Step::RollOff(RollOff), Step::Deploy(Deploy { side: Seat(0) })],
    };
    let mut state = State { position: setup.position.clone(), steps, outcome: None };
    let faults = faults(c, &state.position);
    if !faults.is_empty() {
        return Err(faults);
    }
    settle(c, &mut state, &mut umpire_core::Deaf);
    Ok(state)
}

pub fn pending<E: Explain<Rule>>(c: &Catalog, s: &State, why: &mut E) -> Pending<Rule> {
    if let Some(outcome) = s.outcome {
        return Pending::Over(outcome);
    }
    let choice = |side, about| {
        Pending::Choice(Choice { seats: Seats::only(side), about, subject: None, sealed: false })
    };
    deciding!(s.steps.last(), step => choice(step.side(), step.rule()), else {
        throwing!(s.steps.last(), step => Pending::Roll(step.ask(c, &s.position, why)),
            else Pending::Over(Outcome { winners: Seats::NONE }))
    })
}

pub fn legal(c: &Catalog, s: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    deciding!(s.steps.last(), step => if step.side() == seat && s.outcome.is_none() {
        step.legal(c, &s.position, into);
    }, else {});
    Listing::Candidates
}

pub fn check<E: Explain<Rule>>(
    c: &Catalog,
    s: &State,
    seat: Seat,
    action: Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let (p, figure) = (&s.position, action.figure());
    let asked = deciding!(s.steps.last(), step => step.side() == seat, else false);
    why.need(Rule::Alternate, asked && s.outcome.is_none(), || {
        Fact::says(format!("it is not for {} to decide now", seat.lettered()))
    })?;
    why.need(Rule::Alternate, p.figure(figure).side == seat, || {
        Fact::says(format!("{} is not one of {}", p.name(c, figure), seat.lettered()))
    })?;
    if let Some(target) = action.target() {
        let foe = p.figure(target);
        why.need(Rule::Figures, foe.stands() && foe.side != seat, || {
            Fact::says(format!("{} is no enemy on the table", p.name(c, target)))
        })?;
    }
    deciding!(s.steps.last(), step => step.check(c, p, action, why), else Ok(()))
}

pub fn apply<O: Observe<Event>>(c: &Catalog, s: &mut State, action: Action, out: &mut O) {
    let step = s.steps.last().copied();
    deciding!(step, step => step.apply(c, s, action, out), else {});
    settle(c, s, out);
}

pub fn worth(c: &Catalog, s: &State, group: &DiceGroup, face: Face) -> Worth {
    throwing!(s.steps.last(), step => step.worth(c, &s.position, group, face), else Worth::Distinct)
}

pub fn resolve<O: Observe<Event>>(c: &Catalog, s: &mut State, faces: &[Face], out: &mut O) {
    let Pending::Roll(request) = pending(c, s, &mut umpire_core::Silent) else { return };
    let dealt: Vec<_> = request.dealt(faces).map(|(group, faces)| (*group, faces)).collect();
    let step = s.steps.pop();
    throwing!(step, step => step.resolve(c, s, &dealt, out), else {});
    settle(c, s, out);
}
