//! The state of a battle: where units stand, what formations suffer and do, and what is in progress.

use crate::position::action::Order;
pub use crate::position::numbers::{FormationNo, ModelNo, NumberSet, PieceNo, UnitNo, UnitSet};
use crate::position::step::Steps;
use crate::tables::catalog::WeaponFlags;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use umpire_core::game::Outcome;
use umpire_core::seat::Seat;
use umpire_core::table::{Facing, Length, Point};

/// The most units, and the most formations, of a battle.
pub const MOST_UNITS: usize = 1000;

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// On the table, by the middle of its base.
    Table(Point),
    /// In a stronghold; places and floors inside are not tracked (EA-6.3.2).
    Inside(PieceNo),
    /// In a transport.
    Aboard(UnitNo),
    /// Not on the table yet, or no more, but alive.
    Off,
    /// Destroyed.
    Destroyed,
}

/// One unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Its profile.
    pub model: ModelNo,
    /// Its formation.
    pub formation: FormationNo,
    /// Where it is.
    pub place: Whereabouts,
    /// Where it looks.
    pub facing: Facing,
    /// Points of damage taken.
    pub damage: u8,
    /// Shields that are down.
    pub shields_down: u8,
    /// Whether it is popped up (EA-3.7).
    pub popped_up: bool,
    /// Whether, as a supreme commander, it has had a test rolled again this turn.
    pub rerolled: bool,
    /// Single shots that are spent, by mount (EA-7.13).
    pub spent: Shots,
    /// Slow weapons fired this turn, by mount; last turn's lie eight mounts higher.
    pub slow: Shots,
}

/// How many weapons of each of sixteen mounts have fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Shots(u64);

impl Shots {
    /// More than this of one mount are not told from all.
    const MOST: u8 = 14;

    /// Of a mount.
    pub(crate) fn of(self, mount: u8) -> u8 {
        let count = self.0.checked_shr(4 * u32::from(mount)).unwrap_or(0) as u8 & 15;
        if count > Shots::MOST { u8::MAX } else { count }
    }

    /// With so many more of a mount.
    #[must_use]
    pub(crate) fn and(self, mount: u8, count: u8) -> Shots {
        let most = Shots::MOST + 1;
        let more = most.min(count).min(most - self.of(mount).min(most));
        Shots(self.0 + u64::from(more).checked_shl(4 * u32::from(mount)).unwrap_or(0))
    }

    /// Those of this turn as last turn's.
    #[must_use]
    pub(crate) fn aged(self) -> Shots {
        Shots(self.0 << 32)
    }
}

impl Unit {
    /// Whether it is alive, on the table or not.
    pub fn alive(&self) -> bool {
        self.place != Whereabouts::Destroyed
    }
}

/// What a formation may still do this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// It has not acted yet.
    #[default]
    Ready,
    /// It has acted, with this order.
    Acted(Order),
    /// It acted and is on overwatch (EA-7.9), which lasts into the next turn.
    Overwatch {
        /// Whether that was this turn's action.
        acted: bool,
    },
    /// It lost its action with a ruined stronghold (EA-6.9.4).
    Lost,
}

/// One formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formation {
    /// Whose it is.
    pub owner: Seat,
    /// Its blast markers.
    pub markers: u8,
    /// Whether it is broken.
    pub broken: bool,
    /// What it did this turn.
    pub stance: Stance,
    /// Whether it tried to rally in this end phase (EA-10.1).
    pub tried: bool,
    /// Whether it rallied in this end phase (EA-13.9).
    pub rallied: bool,
}

/// A stronghold's state; its piece is on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stronghold {
    /// Its piece.
    pub piece: PieceNo,
    /// Points of damage taken; ruined at its damage capacity.
    pub damage: u8,
}

/// An objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    /// Where it is.
    pub at: Point,
    /// In whose half it lies (whose table edge it is at, for a blitz objective).
    pub side: Seat,
    /// Whether it is the blitz objective of that side.
    pub blitz: bool,
    /// To whom it belongs now, in games where each always belongs to someone (EA-13.12).
    pub held: Seat,
}

/// What a side has won and used up so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// Victory points so far (EA-13.12).
    pub points: u8,
    /// Whether it has scored for breaking their spirit.
    pub broke_spirit: bool,
    /// Whether it conceded.
    pub conceded: bool,
    /// Which of its formations that cost most the other side chose: its loss breaks the spirit of
    /// this one (EA-13.5).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spirit: Option<FormationNo>,
}

/// The action in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Acting {
    /// Which formation acts.
    pub formation: FormationNo,
    /// What it does; after a failed test, [`Order::Hold`].
    pub order: Order,
    /// Whether it makes a road move (EA-5.9.3).
    pub road: bool,
    /// Units that went into a stronghold during this action (EA-6.3.1).
    pub entered: UnitSet,
    /// The formation brought along by a commander (EA-8.2.1).
    pub with: Option<FormationNo>,
}

/// One move of a formation in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// Units that have finished this move.
    pub moved: UnitSet,
    /// The unit stopped in mid-move and what it has done, if one is.
    pub stopped: Option<Stopped>,
    /// Units that embarked or disembarked in this move (EA-3.5).
    pub boarded: UnitSet,
    /// Whether any unit has left its place, so that overwatch may answer (EA-7.9).
    pub went: bool,
    /// How far apart the formation's parts were when it began to consolidate, where no consolidation
    /// brings them together again (EA-8.4); else 0.
    pub apart: Length,
}

/// A unit stopped in mid-move: somebody had to answer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stopped {
    /// Which.
    pub unit: UnitNo,
    /// How far it has come in this move.
    pub travelled: Length,
    /// Whether it was on a road all the way.
    pub on_road: bool,
    /// Whether it moves cautiously (EA-5.2.1).
    pub cautious: bool,
    /// Pieces it has tested for in this move.
    pub tested: NumberSet<PieceNo>,
    /// Enemy zones it started in and has not left, as units.
    pub leaving: UnitSet,
    /// Whom it charges, once it has entered a zone for that (EA-3.4.7).
    pub charging: Option<Body>,
}

impl Stopped {
    /// A unit that has done nothing of its move yet.
    pub fn before(unit: UnitNo, cautious: bool) -> Stopped {
        Stopped {
            unit,
            travelled: 0,
            on_road: true,
            cautious,
            tested: NumberSet::default(),
            leaving: UnitSet::default(),
            charging: None,
        }
    }
}

/// What a hit is like: what it may hit, what saves it, what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HitKind {
    /// What it hits.
    pub against: Against,
    /// The weapon's rules that still matter.
    pub flags: WeaponFlags,
    /// Titan killer: damage to a war engine; 0 for none, 13 for a D3 (10 + sides).
    pub titan_killer: u8,
    /// Only units in the open may take it: the shooter ignored the cover of others (EA-7.5.3).
    pub open_only: bool,
    /// Only a stronghold may take it (EA-6.7.6).
    pub stronghold_only: bool,
}

/// What a hit may be allotted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Infantry and light vehicles.
    Personnel,
    /// Vehicles and war engines.
    Tank,
    /// Aircraft.
    Air,
    /// Anything: close combat and firefight.
    Any,
}

/// Somebody or something that can be harmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// A unit.
    Unit(UnitNo),
    /// A stronghold.
    Stronghold(PieceNo),
}

/// Hits of one kind on one body, still to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wound {
    /// Who is hit.
    pub on: Body,
    /// How.
    pub kind: HitKind,
    /// How often.
    pub hits: u8,
    /// How many of them got through so far.
    pub through: u8,
    /// What helps or hinders: see [`Saving`].
    pub saving: Saving,
}

impl Wound {
    /// Hits by nobody's weapon, which no save stops: of ground, of a lost assault, of blast
    /// markers.
    pub(crate) fn mortal(on: Body, hits: u8) -> Wound {
        let kind = HitKind {
            against: Against::Any,
            flags: WeaponFlags::NONE,
            titan_killer: 0,
            open_only: false,
            stronghold_only: false,
        };
        let saving = Saving { none: true, mortal: true, ..Saving::default() };
        Wound { on, kind, hits, through: 0, saving }
    }
}

/// What bears on the saves of a wound, beside the body's own profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Saving {
    /// The cover save it may use instead of armour; 0 for none.
    pub cover: u8,
    /// Added to the die of an armour save (a crossfire -1, a ruin's +1).
    pub modifier: i8,
    /// No save of any kind (terrain tests).
    pub none: bool,
    /// Whether ion shields may be used: shooting, or firefight of the main attack, no crossfire.
    pub shields_work: bool,
    /// Whether void shields stand against it (not in close combat).
    pub voids_work: bool,
    /// Whether it is nobody's hit (terrain, hack-downs, blast markers): invulnerable saves are
    /// refused, and no toll counts it.
    pub mortal: bool,
}

/// What a batch of wounds did, for whoever asked for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Toll {
    /// Units destroyed.
    pub lost: Vec<UnitNo>,
    /// Points of damage to units of each formation (a unit lost counts as its damage), in pairs.
    pub damage: Vec<(FormationNo, u8)>,
    /// Points of damage to strongholds.
    pub walls: Vec<(PieceNo, u8)>,
    /// Whether any of it befell more than Expendable units, whose losses bring no marker of a
    /// crossfire either (EA-7.8, EA-9.2).
    pub dear: bool,
    /// Blast markers that formations get for losses, in pairs; who causes them puts them (EA-9.1).
    pub markers: Vec<(FormationNo, u8)>,
    /// Blast markers that strongholds pass on to who is inside, in pairs (EA-6.6.2).
    pub wall_markers: Vec<(PieceNo, u8)>,
    /// Blast markers of formations for hits, whatever these do, in pairs (EA-7.12).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub hit_markers: Vec<(FormationNo, u8)>,
    /// Those of strongholds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub hit_wall_markers: Vec<(PieceNo, u8)>,
    /// Of the markers on a stronghold that are being divided, how many each formation gets, in
    /// pairs (EA-6.6.4).
    pub shares: Vec<(FormationNo, u8)>,
}

/// A transport that was destroyed with units aboard (EA-3.5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wreck {
    /// Which.
    pub transport: UnitNo,
    /// Where the middle of its base was.
    pub at: Point,
    /// Whether those aboard have been hit.
    pub hit: bool,
}

/// Hits still to be allotted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HitPool {
    /// What they are like.
    pub kind: HitKind,
    /// How many.
    pub hits: u8,
    /// Whom they may be allotted to, the nearest to the firers first.
    pub reaches: Vec<Body>,
    /// Who may pick the victim himself (snipers), if anyone.
    pub picked_by: Option<Seat>,
}

/// The whole battle. Equal positions are equal states.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    /// Units in the order of the scenario, formation by formation.
    pub units: Vec<Unit>,
    /// Formations in the order of the scenario.
    pub formations: Vec<Formation>,
    /// Strongholds in the order of their pieces.
    pub strongholds: Vec<Stronghold>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// The two sides.
    pub sides: [Side; 2],
    /// Who won the last strategy roll, or goes first in turn 1.
    pub initiative: Seat,
    /// What is being done, the innermost last.
    pub steps: Steps,
    /// The action in progress.
    pub acting: Option<Acting>,
    /// The move in progress.
    pub moving: Option<Moving>,
    /// The shooting in progress.
    pub firing: Option<crate::position::step::Firing>,
    /// The assault in progress.
    pub assault: Option<crate::position::step::Assault>,
    /// Wounds being saved.
    pub wounds: Vec<Wound>,
    /// What the wounds did so far.
    pub toll: Toll,
    /// Wounds that blast markers deal to broken war engines, still to begin (EA-9.3.2).
    pub wearing: Vec<Wound>,
    /// Transports destroyed with units aboard that are still to come out.
    pub wrecks: Vec<Wreck>,
    /// Strongholds ruined in this action whose survivors are still to be placed (EA-6.9.3).
    pub ruins: Vec<PieceNo>,
    /// Formations that broke and have still to withdraw.
    pub breaking: Vec<FormationNo>,
    /// Units that have moved in the withdrawal in progress (EA-9.4).
    pub withdrawn: UnitSet,
    /// The judge's answers about sight and distance, until either unit moves.
    pub answers: Vec<crate::position::amendment::Answered>,
    /// How it ended.
    pub over: Option<Outcome>,
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: UnitNo) -> &Unit {
        &self.units[unit.index()]
    }

    /// A unit, to change.
    pub fn unit_mut(&mut self, unit: UnitNo) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// Puts a unit somewhere, the only way it gets there once a battle has begun. What the judge
    /// saw or measured of it and of those aboard holds no longer, and who comes out of a stronghold
    /// neither invades it nor is tied there any more. Nobody is popped up but on the table.
    pub(crate) fn put(&mut self, unit: UnitNo, place: Whereabouts) {
        let before = self.unit(unit).place;
        if before == place {
            return;
        }
        let record = self.unit_mut(unit);
        record.place = place;
        record.popped_up &= matches!(place, Whereabouts::Table(_));
        if let (Whereabouts::Inside(_), Some(assault)) = (before, &mut self.assault) {
            assault.invaders.remove(unit);
            assault.tied.remove(unit);
        }
        let units = &self.units;
        let moved = |body: Body| match body {
            Body::Unit(it) => it == unit || units[it.index()].place == Whereabouts::Aboard(unit),
            Body::Stronghold(_) => false,
        };
        self.answers.retain(|answer| !moved(answer.from) && !moved(answer.to));
    }

    /// A formation.
    pub fn formation(&self, formation: FormationNo) -> &Formation {
        &self.formations[formation.index()]
    }

    /// A formation, to change.
    pub fn formation_mut(&mut self, formation: FormationNo) -> &mut Formation {
        &mut self.formations[formation.index()]
    }

    /// Whose a unit is.
    pub fn owner(&self, unit: UnitNo) -> Seat {
        self.formation(self.unit(unit).formation).owner
    }

    /// The numbers of all units.
    pub fn all_units(&self) -> impl Iterator<Item = UnitNo> + use<> {
        (0..self.units.len()).map(|at| UnitNo(at as u16))
    }

    /// The numbers of all formations.
    pub fn all_formations(&self) -> impl Iterator<Item = FormationNo> + use<> {
        (0..self.formations.len()).map(|at| FormationNo(at as u16))
    }

    /// The places in the list of a formation's units, living or not.
    pub fn ranks(&self, formation: FormationNo) -> Range<usize> {
        // INVARIANT: units stand formation by formation, as every scenario lists them.
        let first = self.units.partition_point(|unit| unit.formation < formation);
        let count = self.units[first..].partition_point(|unit| unit.formation == formation);
        first..first + count
    }

    /// The living units of a formation.
    pub fn members(&self, formation: FormationNo) -> impl Iterator<Item = UnitNo> + '_ {
        let ranks = self.ranks(formation).map(|at| UnitNo(at as u16));
        ranks.filter(move |unit| self.unit(*unit).alive())
    }

    /// The living units in a stronghold.
    pub fn occupants(&self, piece: PieceNo) -> impl Iterator<Item = UnitNo> + '_ {
        self.all_units().filter(move |unit| self.unit(*unit).place == Whereabouts::Inside(piece))
    }

    /// The living units in a transport.
    pub fn passengers(&self, transport: UnitNo) -> impl Iterator<Item = UnitNo> + '_ {
        self.all_units()
            .filter(move |unit| self.unit(*unit).place == Whereabouts::Aboard(transport))
    }

    /// A stronghold by its piece.
    pub fn stronghold(&self, piece: PieceNo) -> Option<&Stronghold> {
        self.strongholds.iter().find(|stronghold| stronghold.piece == piece)
    }

    /// A stronghold by its piece, to change.
    pub fn stronghold_mut(&mut self, piece: PieceNo) -> Option<&mut Stronghold> {
        self.strongholds.iter_mut().find(|stronghold| stronghold.piece == piece)
    }

    /// Whose a stronghold is: its occupants' (EA-6.3.3), invaders in an assault left out; nobody's
    /// while it is empty.
    pub fn holder(&self, piece: PieceNo) -> Option<Seat> {
        self.occupants(piece).find(|unit| !self.invades(*unit)).map(|unit| self.owner(unit))
    }

    /// Whether a unit has invaded a stronghold in the assault in progress (EA-8.8.3).
    pub fn invades(&self, unit: UnitNo) -> bool {
        self.assault.as_ref().is_some_and(|assault| assault.invaders.contains(unit))
    }

    /// Where a unit's base is: itself, its transport, or nothing if it is inside or off the table.
    pub fn carrier(&self, unit: UnitNo) -> UnitNo {
        match self.unit(unit).place {
            Whereabouts::Aboard(transport) => transport,
            _ => unit,
        }
    }
}
