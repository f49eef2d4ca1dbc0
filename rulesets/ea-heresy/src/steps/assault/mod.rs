//! Assaults: charge, counter charge, attacks, support, result (EA-8).

mod aftermath;
mod allot;
#[doc(hidden)]
pub mod attack_dice;
#[doc(hidden)]
pub mod charge;
#[doc(hidden)]
pub mod melee;
#[doc(hidden)]
pub mod result;
#[doc(hidden)]
pub mod strike;
pub(crate) mod support;
#[doc(hidden)]
pub mod tie;

pub use allot::Pool;
pub use attack_dice::{Aim, AttackDice};

use super::{Ask, Change, Flow, Now, Play, Step};
use crate::action::{Action, Blow};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::steps::shooting::markers;
use crate::steps::{ask_about, ruin};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;
use umpire_core::table::Length;

/// Attacks that are rolled together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wave {
    /// First strikes of both sides (EA-8.5.3).
    First,
    /// All others of both sides.
    Main,
    /// The supporting fire of one formation (EA-8.6).
    Support(FormationNo),
}

/// Stages of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStep {
    /// The formation that engages picks whom.
    Begin {
        /// Who engages.
        formation: FormationNo,
    },
    /// The charge is over.
    Charged,
    /// Occupants are tied to invaders (EA-8.8.7), stronghold by stronghold.
    Tie {
        /// The stronghold's place in the assault's list.
        at: u8,
    },
    /// Counter charges begin (EA-8.4).
    CounterCharge,
    /// They are over.
    CounterCharged,
    /// A side says how its units strike, where they have a choice.
    Strike {
        /// Which side.
        seat: Seat,
    },
    /// Dice to hit.
    Roll(Wave),
    /// Hits are allotted; macro-weapons' hits in a second pass (EA-7.6.1).
    Allot {
        /// Whose.
        wave: Wave,
        /// Whether it is the second pass.
        late: bool,
    },
    /// They have been saved.
    Saved {
        /// Whose.
        wave: Wave,
        /// Whether it was the second pass.
        late: bool,
    },
    /// A side's other formations support it (EA-8.6).
    Support {
        /// Which side.
        seat: Seat,
    },
    /// Two dice for each side (EA-8.7).
    Result,
    /// The loser's extra hits are done (EA-8.9).
    Fallen {
        /// Who won.
        winner: Seat,
    },
    /// Invaders that lost leave the strongholds (EA-8.8.13).
    Leave {
        /// Who won.
        winner: Seat,
    },
    /// The losers have withdrawn; the winner sorts itself out.
    Aftermath {
        /// Who won.
        winner: Seat,
    },
}

/// The assault in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Assault {
    /// Who engages.
    pub attackers: Vec<FormationNo>,
    /// Who is engaged.
    pub defenders: Vec<FormationNo>,
    /// Strongholds that are part of a side for the whole assault (EA-8.8.9), with their side.
    pub walls: Vec<(PieceNo, Seat)>,
    /// Units that invaded a stronghold; each is inside it.
    pub invaders: UnitSet,
    /// Occupants tied to invaders in this round.
    pub tied: UnitSet,
    /// Where defenders stood before the counter charges, while these go on.
    pub stood: Vec<(UnitNo, Whereabouts)>,
    /// Defenders that counter-charged, and so have no cover (EA-8.5.2).
    pub moved: UnitSet,
    /// Whether a round has been fought.
    pub again: bool,
    /// Blows that players chose instead of the plain ones.
    pub orders: Vec<Blow>,
    /// Dice being rolled.
    #[serde(rename = "attack_dice")]
    pub attack_dice: Vec<AttackDice>,
    /// Hits being allotted.
    pub pools: Vec<Pool>,
    /// How far those who can be struck are from the enemy: the order of allocation while a round's
    /// blows fall.
    pub front: Vec<(Body, Length)>,
    /// Who and what took hits of the first pass (EA-7.6.1).
    pub struck: Vec<Body>,
    /// Units that took part in the fighting (EA-8.7.2, EA-8.7.3).
    pub involved: UnitSet,
    /// Formations that supported in this round.
    pub supported: Vec<FormationNo>,
    /// Formations that were in a position to support in any round (EA-8.9.1).
    pub supporters: Vec<FormationNo>,
    /// What each side has inflicted (EA-8.7.2).
    pub inflicted: [u16; 2],
    /// Casualties of formations in the assault, for the winner's blast markers (EA-8.10).
    pub suffered: Vec<(FormationNo, u8)>,
    /// Damage to strongholds.
    pub cracked: Vec<(PieceNo, u8)>,
    /// Formations that got blast markers while it lasted: whether they break is seen when it is over.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shaken: Vec<FormationNo>,
}

impl Assault {
    /// Whether a formation takes part, as attacker or defender.
    pub fn has(&self, formation: FormationNo) -> bool {
        self.attackers.contains(&formation) || self.defenders.contains(&formation)
    }

    /// The formations of a side that take part.
    pub fn side(&self, state: &State, seat: Seat) -> &[FormationNo] {
        let attacks = self.attackers.first().map(|first| state.formation(*first).owner);
        if attacks == Some(seat) { &self.attackers } else { &self.defenders }
    }
}

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

impl State {
    /// The assault in progress; an empty one where there is none.
    pub fn melee(&mut self) -> &mut Assault {
        self.assault.get_or_insert_default()
    }

    /// Who attacks in the assault in progress.
    pub(crate) fn attacking_seat(&self) -> Seat {
        let first = self.assault.as_ref().and_then(|assault| assault.attackers.first());
        first.map_or(Seat(0), |formation| self.formation(*formation).owner)
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
