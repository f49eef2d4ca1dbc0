//! What happened in a battle, each event with its rule.

use crate::position::action::{Order, Target, Value, Volley, Way};
use crate::position::state::{Body, FormationNo, PieceNo, UnitNo, Whereabouts};
use crate::position::units;
use crate::tables::rule::Rule;
use serde::Serialize;
use umpire_core::dice::Face;
use umpire_core::game::Outcome;
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{Length, Point};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Each field is what its name says.
pub enum Event {
    /// A turn began.
    TurnBegan { turn: u8 },
    /// A strategy roll: each side's total.
    Strategy { totals: [i16; 2], winner: Option<Seat> },
    /// Who acts first this turn.
    GoesFirst { seat: Seat, rule: Rule },
    /// A formation is to act: what its test needs in all, and what its die has to show at least.
    Activated {
        formation: FormationNo,
        order: Order,
        road: bool,
        needs: i16,
        die: i16,
        retained: bool,
    },
    /// Its test.
    Tested { formation: FormationNo, die: Face, modifier: i16, passed: bool },
    /// Somebody let a chance go.
    Passed { seat: Seat, rule: Rule },
    /// A way was chosen.
    Chose { formation: FormationNo, way: Way, rule: Rule },
    /// An action is over.
    Finished { formation: FormationNo, order: Order },
    /// A unit moved, or was put down: the rule says why.
    Moved { unit: UnitNo, from: Whereabouts, to: Whereabouts, length: Length, rule: Rule },
    /// A unit tests for ground.
    ///
    /// With `more`, another die decides.
    GroundTested {
        unit: UnitNo,
        piece: PieceNo,
        dice: Vec<Face>,
        hit: bool,
        more: bool,
        rule: Rule,
    },
    /// Skimmers popped up.
    PoppedUp { unit: UnitNo },
    /// A formation shoots.
    Shot { formation: FormationNo, target: Target, volleys: Vec<Volley>, rule: Rule },
    /// Dice of one kind to hit: what was needed, how many hit.
    Hit { value: Value, needs: i16, faces: Vec<Face>, hits: u8, rule: Rule },
    /// A template lies there.
    Template { at: Point },
    /// A hit was allotted.
    Allotted { on: Body, hits: u8, rule: Rule },
    /// Saves of one body.
    Saved { on: Body, needs: u8, faces: Vec<Face>, saved: u8, rule: Rule },
    /// Shields took damage.
    ShieldsFell { unit: UnitNo, count: u8, rule: Rule },
    /// Shields came back.
    ShieldsRose { unit: UnitNo, count: u8, rule: Rule },
    /// A body took damage.
    Damaged { on: Body, points: u8, left: u8, rule: Rule },
    /// Dice for critical hits.
    Critical { on: Body, die: Face, points: u8, rule: Rule },
    /// A unit was destroyed.
    Destroyed { unit: UnitNo, rule: Rule },
    /// A stronghold fell in ruins.
    Ruined { piece: PieceNo },
    /// Blast markers came or went.
    Marked { formation: FormationNo, change: i16, now: u8, rule: Rule },
    /// A formation broke.
    Broke { formation: FormationNo, rule: Rule },
    /// A formation was wiped out.
    Gone { formation: FormationNo },
    /// A formation tried to rally.
    Rallied { formation: FormationNo, die: Face, modifier: i16, passed: bool },
    /// Dice of a regroup.
    Regrouped { formation: FormationNo, faces: Vec<Face>, removes: u8 },
    /// A formation went on overwatch, or left it.
    Watch { formation: FormationNo, on: bool, rule: Rule },
    /// A formation lost its action.
    LostAction { formation: FormationNo, rule: Rule },
    /// An assault began.
    Assaulted { by: FormationNo, against: Vec<FormationNo> },
    /// A unit invades a stronghold.
    Invaded { unit: UnitNo, piece: PieceNo },
    /// Occupants were tied to invaders.
    Tied { occupant: UnitNo, invader: UnitNo },
    /// Attacks of one side in an assault.
    Struck { seat: Seat, needs: u8, faces: Vec<Face>, hits: u8, rule: Rule },
    /// What one condition adds to a side of an assault.
    Counted { seat: Seat, amount: i8, rule: Rule, says: &'static str },
    /// The dice and totals of an assault.
    Resolved { dice: [Vec<Face>; 2], totals: [i16; 2], winner: Option<Seat> },
    /// Something was noted in words.
    Noted { rule: Rule, says: String },
    /// An objective changed hands.
    Taken { objective: u8, by: Seat },
    /// A goal was reached.
    Scored { seat: Seat, points: u8, rule: Rule, says: &'static str },
    /// The judge spoke.
    Judged { says: String },
    /// Somebody gave up.
    Conceded { seat: Seat },
    /// The battle is over.
    Over { outcome: Outcome, rule: Rule },
    /// Who is ahead, with points.
    Totals { winners: Seats, points: [u8; 2], result: Option<(String, [u8; 2])> },
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::TurnBegan { .. } => Rule::Turn,
            Event::Strategy { totals: [a, b], winner: Some(_) } if a == b => Rule::StrategyDraw,
            Event::Strategy { .. } => Rule::StrategyRoll,
            Event::Activated { order, .. } => units::order_rule(*order),
            Event::Tested { .. } => Rule::ActionTest,
            Event::Finished { .. } => Rule::ActionPhase,
            Event::PoppedUp { .. } => Rule::PopUp,
            Event::Template { .. } => Rule::Barrage,
            Event::Ruined { .. } => Rule::Ruin,
            Event::Gone { .. } => Rule::Formations,
            Event::Rallied { .. } => Rule::RallyTest,
            Event::Regrouped { .. } => Rule::Regroup,
            Event::Assaulted { .. } => Rule::AssaultTarget,
            Event::Invaded { .. } => Rule::AttackOrInvade,
            Event::Tied { .. } => Rule::TiedOccupants,
            Event::Resolved { winner: None, .. } => Rule::AssaultTie,
            Event::Resolved { .. } => Rule::AssaultRoll,
            Event::Taken { .. } => Rule::FireTheBeacons,
            Event::Judged { .. } => Rule::JudgesWord,
            Event::Conceded { .. } => Rule::JudgesWord,
            Event::Totals { .. } => Rule::Goals,
            Event::GoesFirst { rule, .. }
            | Event::Passed { rule, .. }
            | Event::Chose { rule, .. }
            | Event::Moved { rule, .. }
            | Event::GroundTested { rule, .. }
            | Event::Shot { rule, .. }
            | Event::Hit { rule, .. }
            | Event::Allotted { rule, .. }
            | Event::Saved { rule, .. }
            | Event::ShieldsFell { rule, .. }
            | Event::ShieldsRose { rule, .. }
            | Event::Damaged { rule, .. }
            | Event::Critical { rule, .. }
            | Event::Destroyed { rule, .. }
            | Event::Marked { rule, .. }
            | Event::Broke { rule, .. }
            | Event::Watch { rule, .. }
            | Event::LostAction { rule, .. }
            | Event::Struck { rule, .. }
            | Event::Counted { rule, .. }
            | Event::Noted { rule, .. }
            | Event::Scored { rule, .. }
            | Event::Over { rule, .. } => *rule,
        }
    }
}
