//! Assaults: charge, counter charge, attacks, support, result (EA-8).

mod aftermath;
mod allot;
#[doc(hidden)]
pub mod attack_dice;
pub(crate) mod charge;
#[doc(hidden)]
pub mod result;
mod strike;
pub(crate) mod support;
#[doc(hidden)]
pub mod tie;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State};
use crate::position::step::{AssaultStep, Step};
use crate::steps::shooting::markers;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about, ruin};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;

impl AssaultStep {
    /// It as a step of the stack.
    pub fn step(self) -> Step {
        Step::Assault(self)
    }

    /// Whether blows fall: nobody breaks before their result is known.
    pub(crate) fn is_striking(self) -> bool {
        matches!(
            self,
            AssaultStep::Roll(_)
                | AssaultStep::Allot { .. }
                | AssaultStep::Saved { .. }
                | AssaultStep::Support { .. }
        )
    }

    /// Whether formations that break have to wait with their withdrawal.
    pub(crate) fn is_fighting(self) -> bool {
        !matches!(self, AssaultStep::Begin { .. } | AssaultStep::Aftermath { .. })
    }
}

/// Puts blast markers on a formation while blows fall; whether it breaks is seen when the assault
/// is over.
pub(crate) fn shake<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    count: u8,
    rule: Rule,
    out: &mut O,
) {
    markers::lay_markers(game, state, formation, count, rule, out);
    let shaken = &mut state.melee().shaken;
    if !shaken.contains(&formation) {
        shaken.push(formation);
    }
}

impl Play<EaHeresy> for AssaultStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            AssaultStep::Begin { formation } => charge::begin_assault(game, state, formation, out),
            AssaultStep::Charged => charge::after_charge(game, state, out),
            AssaultStep::Tie { at } => tie::advance_tie(game, state, at, out),
            AssaultStep::CounterCharge => charge::begin_counter_charge(game, state, out),
            AssaultStep::CounterCharged => charge::after_counter_charge(state),
            AssaultStep::Strike { seat } => strike::advance_strike(game, state, seat),
            AssaultStep::Roll(wave) => attack_dice::advance_roll(game, state, wave),
            AssaultStep::Allot { wave, late } => allot::advance_allot(game, state, wave, late, out),
            AssaultStep::Saved { wave, late } => allot::after_saves(game, state, wave, late, out),
            AssaultStep::Support { seat } => support::advance_support(game, state, seat),
            AssaultStep::Result => result::advance_result(game, state, out),
            AssaultStep::Fallen { winner } => result::after_hack_downs(game, state, winner, out),
            AssaultStep::Leave { winner } => aftermath::advance_leave(game, state, winner, out),
            AssaultStep::Aftermath { winner } => {
                aftermath::advance_aftermath(game, state, winner, out)
            }
        }
    }

    fn ask(self, Now { game, state }: Now<EaHeresy>) -> Ask {
        match self {
            AssaultStep::Begin { formation } => {
                let seat = state.formation(formation).owner;
                ask_about(seat, Rule::AssaultTarget, formation)
            }
            AssaultStep::Tie { at } => tie::ask_tie(game, state, at),
            AssaultStep::Strike { seat } => Ask::seat(seat, Rule::AssaultAttacks),
            AssaultStep::Allot { late, .. } => allot::ask_allot(game, state, late),
            AssaultStep::Support { seat } => Ask::seat(seat, Rule::SupportingFire),
            AssaultStep::Leave { winner } => aftermath::ask_leave(game, state, winner.opponent()),
            AssaultStep::Aftermath { winner } => aftermath::ask_leave(game, state, winner),
            _ => Ask::Roll,
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            AssaultStep::Begin { formation } => charge::list_engage(game, state, formation, into),
            AssaultStep::Tie { at } => tie::list_ties(game, state, at, into),
            AssaultStep::Strike { .. } => strike::list_strikes(game, state, seat, into),
            AssaultStep::Allot { late, .. } => allot::list_victims(game, state, late, into),
            AssaultStep::Support { .. } => support::list_supporters(game, state, seat, into),
            AssaultStep::Leave { .. } | AssaultStep::Aftermath { .. } => {
                aftermath::list_exits(game, state, seat, into);
            }
            _ => {}
        }
        match self {
            AssaultStep::Allot { .. } | AssaultStep::Support { .. } => Listing::Complete,
            _ => Listing::Candidates,
        }
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (AssaultStep::Begin { formation }, Action::Engage(whom)) => {
                charge::check_engage(game, state, formation, whom, why)
            }
            (AssaultStep::Tie { at }, Action::Tie(pairs)) => {
                tie::check_tie(game, state, at, pairs, why)
            }
            (AssaultStep::Strike { .. }, Action::Strike(blows)) => {
                strike::check_strike(game, state, seat, blows, why)
            }
            (AssaultStep::Allot { late, .. }, Action::Pick(body)) => {
                allot::check_victim(game, state, late, *body, why)
            }
            (AssaultStep::Support { .. }, Action::Support(_) | Action::Pass) => {
                support::check_support(game, state, seat, action, why)
            }
            (
                AssaultStep::Leave { .. } | AssaultStep::Aftermath { .. },
                Action::Place { unit, at, facing },
            ) => aftermath::check_leave(game, state, seat, (*unit, *at, *facing), why),
            _ => why.need(Rule::AssaultSteps, false, || self.wants(game, state, seat)),
        }
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (AssaultStep::Begin { formation }, Action::Engage(whom)) => {
                charge::engage(state, formation, whom, out);
            }
            (AssaultStep::Tie { at }, Action::Tie(pairs)) => tie::tie(state, at, pairs, out),
            (AssaultStep::Strike { seat }, Action::Strike(blows)) => {
                state.melee().orders.extend(blows.iter().copied());
                strike::after_strike(state, seat);
            }
            (AssaultStep::Allot { late, .. }, Action::Pick(body)) => {
                allot::allot_one(game, state, late, *body, out);
            }
            (AssaultStep::Support { .. }, Action::Support(formation)) => {
                support::support(state, *formation);
            }
            (AssaultStep::Support { seat }, _) => support::forgo_support(state, seat, out),
            (AssaultStep::Leave { .. }, Action::Place { unit, at, facing })
            | (AssaultStep::Aftermath { .. }, Action::Place { unit, at, facing }) => {
                ruin::put_out(state, *unit, (*at, *facing), Rule::InvadersAfterwards, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        match self {
            AssaultStep::Roll(wave) => attack_dice::request_dice(game, state, wave, why),
            _ => result::request_result(game, state, why),
        }
    }

    fn worth(self, Now { state, .. }: Now<EaHeresy>, group: &DiceGroup, face: Face) -> Worth {
        match self {
            AssaultStep::Roll(_) => attack_dice::worth(state, group, face),
            _ => Worth::Highest(face),
        }
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        match self {
            AssaultStep::Roll(wave) => attack_dice::resolve_dice(game, state, wave, faces, out),
            _ => result::resolve_result(game, state, faces, out),
        }
    }
}

impl AssaultStep {
    /// What it waits for, for an answer of another kind.
    fn wants(self, game: &EaHeresy, state: &State, seat: Seat) -> Fact {
        let fact = no_answer(game, state, seat);
        let says = match self {
            AssaultStep::Begin { .. } => "whom the formation engages is declared now",
            AssaultStep::Tie { .. } => "occupants are tied to invaders now",
            AssaultStep::Strike { .. } => "how units strike is said now",
            AssaultStep::Allot { .. } => "who takes the next hit is picked now",
            AssaultStep::Support { .. } => "the next formation to support is named now",
            AssaultStep::Leave { .. } | AssaultStep::Aftermath { .. } => {
                "units that leave a stronghold are put down now"
            }
            _ => return fact,
        };
        Fact { says: says.into(), ..fact }
    }
}
