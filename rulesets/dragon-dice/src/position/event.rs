//! What happened, as facts with the rule behind each.

use crate::position::action::Cast;
use crate::position::lasting::Effect;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::tables::catalog::{Counted, EighthId, KindId, SaiId, SpellId};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize, Serializer};
use umpire_core::game::Outcome;
use umpire_core::seat::{Seat, Seats};

/// A step that a rule skips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skipped {
    /// The save roll against an attack without results (DD-7.2).
    SaveRoll,
    /// The counter-attack of an army that is gone (DD-7.4).
    CounterAttack,
    /// A second march without a second army (DD-5.8).
    SecondMarch,
    /// The roll of a maneuver that is opposed, by an army that makes only save rolls (DD-12.10).
    ManeuverRoll,
    /// The roll of units alone, whose faces would harm them, where they may not be rolled.
    LoneRoll {
        /// Which.
        units: PieceSet,
    },
}

/// How an attack comes to its damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct AttackSum {
    /// What is counted: melee or missile.
    pub with: Counted,
    /// How much was rolled of that.
    pub results: u16,
    /// How much of it the saves took.
    pub saved: u16,
    /// Damage that no save takes.
    pub unsaved: u16,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The words for each stand in `words/say.rs`.
pub enum Event {
    /// A turn begins.
    TurnBegan { seat: Seat, turn: u16 },
    /// An army begins its march.
    Marched { army: Army, second: bool },
    /// Somebody declines what was offered by a rule.
    Declined { seat: Seat, rule: Rule },
    /// Somebody takes what was offered by a rule.
    Accepted { seat: Seat, rule: Rule },
    /// One die is picked by a rule.
    Chosen { seat: Seat, rule: Rule, die: u8 },
    /// Dice of an army fell.
    Thrown { kind: RollKind, army: Army, dice: PieceSet, faces: Vec<u8> },
    /// One die of an army roll fell again.
    Again { kind: RollKind, army: Army, die: u8, before: u8, face: u8 },
    /// A special action icon acts.
    Icon { army: Army, sai: SaiId, count: u8 },
    /// One line of the trace of a roll (DD-8.2).
    Tally { army: Army, kind: RollKind, counted: Counted, line: TallyLine, amount: u16, rule: Rule },
    /// What a roll came to, by type.
    Total {
        army: Army,
        kind: RollKind,
        #[serde(serialize_with = "by_type")]
        total: [u16; 5],
    },
    /// Several armies' maneuvers are compared.
    Opposed { army: Army, result: u16, best: u16, won: bool, rule: Rule },
    /// A terrain die is turned.
    Turned { place: Place, from: u8, to: u8, rule: Rule },
    /// A terrain is captured.
    Captured { army: Army },
    /// A terrain has no holder any more.
    Released { place: Place, seat: Seat },
    /// A Castle is named.
    Named { place: Place, eighth: EighthId },
    /// An attack, or a counter-attack.
    Attacked { with: Counted, attacker: Army, target: Army, counter: bool },
    /// An army takes damage; how an attack comes to it, where it is one.
    Damage { army: Army, damage: u16, sum: Option<AttackSum>, rule: Rule },
    /// A dragon takes damage, of which its saves take some.
    DragonDamage { dragon: Piece, damage: u16, saves: u16, rule: Rule },
    /// Units are in danger.
    Endangered { of: Army, units: PieceSet, rule: Rule },
    /// Units rolled alone.
    Tried { of: Army, units: PieceSet, escaped: PieceSet, faces: Vec<u8>, rule: Rule },
    /// Units may not be rolled for now.
    Held { of: Army, units: PieceSet, rule: Rule },
    /// Units do not save with their army in this march; what they roll joins the attack.
    Charmed { of: Army, units: PieceSet, rule: Rule },
    /// Dice went from one place to another.
    Moved { owner: Seat, pieces: PieceSet, from: Place, to: Place, rule: Rule },
    /// Units were exchanged.
    Exchanged { army: Army, gone: PieceSet, come: PieceSet, rule: Rule },
    /// Something that lasts begins.
    Began { effect: Effect },
    /// Something that lasted ends.
    Ended { effect: Effect },
    /// A minor terrain shows a face.
    MinorShows { army: Army, face: u8, rule: Rule },
    /// A spell is announced.
    Announced { seat: Seat, cast: Cast },
    /// A spell takes effect.
    Resolved { seat: Seat, cast: Cast },
    /// A spell is lost: its target is gone, or it is stopped.
    Lost { seat: Seat, spell: SpellId, rule: Rule },
    /// Magic an army has to spend.
    MagicMade { army: Army, amount: u16 },
    /// Dragons fell, each with its face.
    DragonsThrown { place: Place, dragons: Vec<(Piece, u8)> },
    /// A dragon goes for another dragon, or for the army.
    DragonAims { dragon: Piece, at: Option<Piece> },
    /// Starting distances and other single dice of terrains.
    Distance { place: Place, face: u8 },
    /// The forces are divided.
    Assembled { seat: Seat, home_die: u8, home: PieceSet, campaign: PieceSet },
    /// A rule about which nothing else is said came into play.
    Noted { seat: Seat, rule: Rule, amount: u16 },
    /// Those who rolled alike roll again among themselves.
    Tied { among: Seats, rule: Rule },
    /// An icon or a rule finds nothing to act on.
    Nothing { seat: Seat, rule: Rule },
    /// A step is skipped by a rule.
    Skipped { skipped: Skipped, army: Army, rule: Rule },
    /// The judge changed the position.
    Amended { says: String },
    /// Somebody gave up.
    Conceded { seat: Seat },
    /// The game is over.
    Over { outcome: Outcome, rule: Rule },
    /// A player makes somebody's proposed terrain the Frontier.
    FrontierStands { seat: Seat, of: Seat, kind: KindId },
}

/// `{melee: 7, save: 2}`, of the types that came out.
fn by_type<S: Serializer>(total: &[u16; 5], to: S) -> Result<S::Ok, S::Error> {
    let named = Counted::ALL.map(|kind| (kind.name(), total[kind.index()]));
    to.collect_map(named.into_iter().filter(|(_, amount)| *amount > 0))
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::TurnBegan { .. } => Rule::TurnOrder,
            Event::Marched { .. } => Rule::Marches,
            Event::Declined { rule, .. }
            | Event::Accepted { rule, .. }
            | Event::Chosen { rule, .. }
            | Event::Tally { rule, .. }
            | Event::Opposed { rule, .. }
            | Event::Turned { rule, .. }
            | Event::Damage { rule, .. }
            | Event::DragonDamage { rule, .. }
            | Event::Endangered { rule, .. }
            | Event::Tried { rule, .. }
            | Event::Held { rule, .. }
            | Event::Charmed { rule, .. }
            | Event::Moved { rule, .. }
            | Event::Exchanged { rule, .. }
            | Event::MinorShows { rule, .. }
            | Event::Lost { rule, .. }
            | Event::Noted { rule, .. }
            | Event::Tied { rule, .. }
            | Event::Nothing { rule, .. }
            | Event::Skipped { rule, .. }
            | Event::Over { rule, .. } => *rule,
            Event::Thrown { .. } | Event::Total { .. } => Rule::RollSteps,
            Event::Again { .. } => Rule::RollSteps,
            Event::Icon { sai, .. } => Rule::Sai(*sai),
            Event::Captured { .. } => Rule::Capture,
            Event::Released { .. } => Rule::LosingCapture,
            Event::Named { .. } => Rule::Castle,
            Event::Attacked { with: Counted::Melee, counter: false, .. } => Rule::MeleeAction,
            Event::Attacked { with: Counted::Melee, .. } => Rule::CounterAttack,
            Event::Attacked { .. } => Rule::MissileAction,
            Event::Began { effect } | Event::Ended { effect } => effect.rule,
            Event::Announced { cast, .. } | Event::Resolved { cast, .. } => Rule::Spell(cast.spell),
            Event::MagicMade { .. } => Rule::MagicAction,
            Event::DragonsThrown { .. } => Rule::DragonFaces,
            Event::DragonAims { .. } => Rule::DragonTargets,
            Event::Distance { .. } => Rule::StartingDistance,
            Event::Assembled { .. } => Rule::ArmySplit,
            Event::Amended { .. } | Event::Conceded { .. } => Rule::JudgesWord,
            Event::FrontierStands { .. } => Rule::FirstTurnOrFrontier,
        }
    }
}

/// One line of the trace of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TallyLine {
    /// Step 5: what normal icons give.
    Icons,
    /// Step 5: what IDs give.
    Ids,
    /// Step 6: what is taken away.
    Subtracted,
    /// Step 7: what halving takes away.
    Halved,
    /// Step 8: what special icons give.
    Specials,
    /// Step 9: what doubling adds.
    Doubled,
    /// Step 10: what spells and automatic results add.
    Added,
    /// Step 10: results that count as this type.
    CountedAs,
}
