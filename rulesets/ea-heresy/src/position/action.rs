//! What a player, or the judge's seat, may decide.

use crate::position::state::{Body, FormationNo, PieceNo, UnitNo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;
use umpire_core::table::{Bounds, Facing, Point};

/// What a formation does in its action (EA-2.8).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// One move, then shoot.
    Advance,
    /// One charge, then an assault.
    Engage,
    /// Two moves, then shoot at -1.
    Double,
    /// Three moves.
    March,
    /// Shoot at -1 or move, then regroup.
    Marshal,
    /// Waits for the enemy to move.
    Overwatch,
    /// Shoot at +1.
    SustainedFire,
    /// What is left after a failed test.
    Hold,
}

impl Order {
    /// All that may be chosen, in the order of the book.
    pub const ALL: [Order; 7] = [
        Order::Advance,
        Order::Engage,
        Order::Double,
        Order::March,
        Order::Marshal,
        Order::Overwatch,
        Order::SustainedFire,
    ];
}

/// One unit's way in one move of its formation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitMove {
    /// Who moves.
    pub unit: UnitNo,
    /// Where the middle of its base goes, leg by leg. A unit that leaves a stronghold or a
    /// transport is put down at the first place, free of charge, and goes on from there.
    pub path: Vec<Point>,
    /// Where it looks in the end; by default along its last leg.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<Facing>,
    /// Whether it moves at speed 5 and skips the tests of difficult ground (EA-5.2.1).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub cautious: bool,
    /// What it does at the end of its way.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ends: Option<Ending>,
}

impl UnitMove {
    /// A unit that stays where it is.
    pub(crate) fn stays(unit: UnitNo) -> UnitMove {
        UnitMove { unit, path: Vec::new(), facing: None, cautious: false, ends: None }
    }
}

/// What a unit does at the end of its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Goes into a stronghold.
    Enter(PieceNo),
    /// Goes into an enemy's stronghold, in a charge (EA-8.8.3).
    Invade(PieceNo),
    /// Goes aboard a transport.
    Embark(UnitNo),
}

/// Which value a weapon uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Against personnel.
    Ap,
    /// Against tanks.
    At,
    /// Against aircraft.
    Aa,
    /// Against a stronghold, with the number against personnel (EA-6.7.2).
    Walls,
}

/// One mount's fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Whose.
    pub unit: UnitNo,
    /// Which of its mounts.
    pub mount: u8,
    /// Which of the weapon's modes.
    pub mode: u8,
    /// With which value; barrage weapons take theirs from the barrage table.
    pub value: Value,
    /// Whether units in cover are ignored, so that the -1 does not apply (EA-7.5.3).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub open_only: bool,
    /// How many of the mount's weapons fire; nothing for all that are loaded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<NonZeroU8>,
}

/// Fire at one enemy formation, or at a stronghold nobody holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire {
    /// At whom.
    pub target: Target,
    /// With what.
    pub volleys: Vec<Volley>,
    /// Where templates lie, the first first (EA-7.10).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub templates: Vec<Point>,
    /// Whether it is indirect (EA-7.11).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub indirect: bool,
}

/// What is shot at or assaulted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A formation, with the strongholds it occupies.
    Formation(FormationNo),
    /// A stronghold nobody holds (EA-6.7.5).
    Stronghold(PieceNo),
}

/// How a unit strikes in an assault (EA-8.5); a war engine may have one for each it strikes at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Blow {
    /// Who.
    pub unit: UnitNo,
    /// Dice of close combat.
    pub close_combat: u8,
    /// Dice of firefight.
    pub firefight: u8,
    /// Whom the close combat is meant for.
    pub at: BlowTarget,
}

/// Whom blows may be allotted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlowTarget {
    /// Units outside, and strongholds of the formation.
    Enemy,
    /// The stronghold touched.
    Stronghold(PieceNo),
    /// Those inside, by invaders; or the invaders, by those they tie.
    Inside(PieceNo),
}

/// What to do where one of several things is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// One move.
    Move,
    /// Shooting.
    Shoot,
    /// Removing blast markers.
    Regroup,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The winner of the strategy roll goes first, or lets the other side.
    GoFirst(bool),
    /// A formation is to act.
    Activate {
        /// Which.
        formation: FormationNo,
        /// What it is to do.
        order: Order,
        /// Whether it makes a road move (EA-5.9.3).
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        road: bool,
        /// Another formation that engages with it (EA-8.2.1).
        #[serde(skip_serializing_if = "Option::is_none", default)]
        with: Option<FormationNo>,
        /// Skimmers that pop up (EA-3.7).
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pop_up: Vec<UnitNo>,
    },
    /// Leaves something that may be done.
    Pass,
    /// Does something that may be done.
    Accept,
    /// Chooses one of the ways of a hold or a marshal action.
    Choose(Way),
    /// Units move, in this order.
    Move(Vec<UnitMove>),
    /// Ends the move; whoever has not moved stays.
    Done,
    /// Shoots.
    Shoot(Fire),
    /// Declares whom the assault is against.
    Engage(Vec<FormationNo>),
    /// Picks one unit or stronghold where the rules leave the choice.
    Pick(Body),
    /// Picks several units where the rules leave the choice.
    PickUnits(Vec<UnitNo>),
    /// Ties occupants to invaders (EA-8.8.7): occupant, invader.
    Tie(Vec<(UnitNo, UnitNo)>),
    /// How units strike in an assault.
    Strike(Vec<Blow>),
    /// Puts a unit down.
    Place {
        /// Which.
        unit: UnitNo,
        /// Where.
        at: Point,
        /// Looking where.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        facing: Option<Facing>,
    },
    /// Puts a formation down, unit by unit in order, at the start of the battle.
    Deploy {
        /// Which.
        formation: FormationNo,
        /// Where its units stand.
        places: Vec<Deployed>,
        /// Whether it starts on overwatch (garrisons, EA-13.6).
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        overwatch: bool,
    },
    /// A formation is to rally (EA-10.1).
    Rally(FormationNo),
    /// How a regroup die is shared: markers removed, shields raised (EA-2.9).
    Share {
        /// Blast markers removed.
        markers: u8,
        /// Void shields raised.
        shields: u8,
    },
    /// A formation beside the assault supports it next (EA-8.6).
    Support(FormationNo),
    /// Of formations in a stronghold that have equal markers and size, the one that takes the next
    /// blast marker of the walls (EA-6.6.4).
    Mark(FormationNo),
    /// Of enemy formations that cost the same, the one whose loss breaks their spirit (EA-13.5).
    Spirit(FormationNo),
}

/// Where a unit starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deployed {
    /// On the table, looking a way.
    At(Point, Facing),
    /// In a stronghold.
    In(PieceNo),
    /// Aboard a transport of its formation.
    On(UnitNo),
}

impl Action {
    /// The same action, meant for another place: what it puts down goes there together, as it lies, with its middle
    /// there; nothing where it puts nothing down on the table.
    pub(crate) fn aimed_at(&self, at: Point) -> Option<Action> {
        let middle = self.middle()?;
        let mut aimed = self.clone();
        for place in aimed.places_mut() {
            *place += at - middle;
        }
        Some(aimed)
    }

    /// The middle of the places on the table to which it brings what it moves or puts down.
    pub(crate) fn middle(&self) -> Option<Point> {
        let places: Vec<Point> = self.clone().places_mut().into_iter().map(|it| *it).collect();
        (!places.is_empty()).then(|| Bounds::of(&places).middle())
    }

    /// The places on the table to which it brings something.
    fn places_mut(&mut self) -> Vec<&mut Point> {
        match self {
            Action::Place { at, .. } => vec![at],
            Action::Deploy { places, .. } => {
                let on_table = places.iter_mut().filter_map(|place| match place {
                    Deployed::At(at, _) => Some(at),
                    Deployed::In(_) | Deployed::On(_) => None,
                });
                on_table.collect()
            }
            Action::Move(moves) => {
                let free = moves.iter_mut().filter(|step| step.ends.is_none());
                free.filter_map(|step| step.path.last_mut()).collect()
            }
            _ => Vec::new(),
        }
    }
}
