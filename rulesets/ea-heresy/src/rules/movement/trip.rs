//! One unit's way: what it may meet, the legs it consists of, and what is in their way.

use super::zones::Zone;
use crate::position::action::{Ending, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::model::Model;
use crate::position::state::{PieceNo, State, Stopped, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::movement::zones;
use crate::rules::standing;
use crate::rules::standing::Obstacle;
use crate::tables::catalog::{Ground, Terrain};
use smallvec::SmallVec;
use std::cell::OnceCell;
use umpire_core::table::{self, Base, Bounds, Facing, Footprint, Leg, Length, Point};

/// A unit that moves, with all that it may meet within some bounds.
pub(crate) struct Trip<'a> {
    pub game: &'a EaHeresy,
    pub state: &'a State,
    pub unit: UnitNo,
    pub kind: MoveKind,
    pub model: &'a Model,
    /// Whether it passes over ground and friends (EA-3.6).
    pub flies: bool,
    /// What it has done of this move, where it was stopped in it.
    pub stopped: Option<Stopped>,
    pub around: Around<'a>,
    /// Moves of the same action that are made before its own.
    pub before: &'a [UnitMove],
    /// What all units of the action may do instead of it.
    pub together: Option<&'a [UnitMove]>,
    /// Whether a way out of the zones it stands in is looked for: one that ends in a zone is none,
    /// and is not excused by there being no other.
    pub seeks_way_out: bool,
    /// The way out of the zones it stands in, once it was looked for.
    pub way_out: OnceCell<Option<UnitMove>>,
    /// Its base where it stands.
    base: Option<Base>,
}

/// What a unit may meet on its way.
pub(crate) struct Around<'a> {
    /// Units on the table.
    pub others: Vec<Other>,
    /// Zones that bind it.
    pub zones: Vec<Zone<'a>>,
    /// Ground that may not be entered, or has steep sides.
    pub walls: SmallVec<[PieceNo; 8]>,
    /// Ground that asks for a test, or slows.
    pub rough: SmallVec<[PieceNo; 8]>,
    /// Roads.
    pub roads: SmallVec<[PieceNo; 4]>,
}

/// Another unit near a way.
pub(crate) struct Other {
    pub unit: UnitNo,
    pub base: Base,
    pub friend: bool,
    /// Whether the mover may not cross it (EA-3.2, EA-3.3); to stand on it nobody may.
    pub blocks: bool,
}

/// A straight part of a way.
pub(crate) struct PlanLeg {
    /// The base at its start, facing as it slides.
    pub base: Base,
    /// Where its middle ends.
    pub to: Point,
    /// Its length, rounded up.
    pub length: Length,
}

impl PlanLeg {
    pub(crate) fn leg(&self) -> Leg<'_> {
        Leg { base: &self.base, to: self.to }
    }
}

/// A way: where it begins, its legs (at least one, of no length where the unit stays), its end.
pub(crate) struct Plan {
    pub legs: SmallVec<[PlanLeg; 1]>,
    /// The base at its end, turned as it shall be.
    pub end: Base,
    /// How it looks there; a round base turns along its last leg besides.
    pub facing: Facing,
    /// The whole length, without what was travelled before a stop.
    pub length: Length,
    /// Whether the unit is put down at its start: it comes out of a stronghold or a transport.
    pub placed: bool,
    /// Whether it comes out of a transport.
    pub disembarks: bool,
}

impl Plan {
    /// The base where the way begins.
    pub(crate) fn first(&self) -> &Base {
        &self.legs[0].base
    }

    /// The places along it, the first included.
    pub(crate) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        std::iter::once(self.first().centre()).chain(self.legs.iter().map(|leg| leg.to))
    }
}

/// What is in the way, and how far on which leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub by: Blocker,
    pub leg: usize,
    /// How far the base comes on that leg, rounded down.
    pub travelled: Length,
}

/// A thing that bases do not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocker {
    Ground(PieceNo),
    Steep(PieceNo),
    Enemy(UnitNo),
    Friend(UnitNo),
}

impl<'a> Trip<'a> {
    /// A unit that moves within bounds; enough for judging whatever stays within them.
    pub(crate) fn new(
        game: &'a EaHeresy,
        state: &'a State,
        unit: UnitNo,
        kind: MoveKind,
        within: Bounds,
    ) -> Trip<'a> {
        let stopped =
            state.moving.and_then(|moving| moving.stopped).filter(|stopped| stopped.unit == unit);
        let model = units::model_of(game, state, unit);
        let flies = standing::flies_over(game, state, unit);
        let reach = model.reach;
        let around = self::around(game, state, unit, kind, within.wider(reach + 2));
        let base = match state.unit(unit).place {
            Whereabouts::Table(at) => Some(model.base(at, state.unit(unit).facing)),
            _ => None,
        };
        Trip {
            game,
            state,
            unit,
            kind,
            model,
            flies,
            stopped,
            around,
            before: &[],
            together: None,
            seeks_way_out: false,
            way_out: OnceCell::new(),
            base,
        }
    }

    /// A unit that moves as an action says.
    pub(crate) fn of(
        game: &'a EaHeresy,
        state: &'a State,
        kind: MoveKind,
        way: &UnitMove,
    ) -> Trip<'a> {
        let start = match state.unit(way.unit).place {
            Whereabouts::Table(at) => Some(at),
            _ => None,
        };
        let places: SmallVec<[Point; 4]> =
            start.into_iter().chain(way.path.iter().copied()).collect();
        Trip::new(game, state, way.unit, kind, Bounds::of(&places))
    }

    /// The way that an action describes; nothing where the unit is not put down on the table.
    pub(crate) fn plan(&self, way: &UnitMove) -> Option<Plan> {
        let unit = self.state.unit(self.unit);
        let (start, rest, placed) = match unit.place {
            Whereabouts::Table(at) => (at, &way.path[..], false),
            Whereabouts::Inside(_) | Whereabouts::Aboard(_) => {
                let (first, rest) = way.path.split_first()?;
                (*first, rest, true)
            }
            Whereabouts::Off | Whereabouts::Destroyed => return None,
        };
        let round = matches!(self.model.footprint, Footprint::Disc { .. });
        let mut legs: SmallVec<[PlanLeg; 1]> = SmallVec::new();
        let (mut at, mut facing) = (start, unit.facing);
        if placed && !round {
            facing = way.facing.unwrap_or(facing);
        }
        for to in rest {
            if *to == at {
                continue;
            }
            let leg = if round {
                let base = match (legs.last(), &self.base) {
                    (Some(last), _) => last.base.moved_to(at),
                    (None, Some(base)) => base.moved_to(at),
                    (None, None) => self.model.base(at, facing),
                };
                PlanLeg { length: Leg { base: &base, to: *to }.length(), base, to: *to }
            } else {
                let (leg, turned) = self.turned_leg((at, *to), facing, way.facing);
                facing = turned;
                leg
            };
            at = leg.to;
            legs.push(leg);
        }
        if legs.is_empty() {
            let base = match &self.base {
                Some(base) if !placed => base.clone(),
                _ => self.model.base(start, facing),
            };
            legs.push(PlanLeg { base, to: start, length: 0 });
        }
        let last = &legs[legs.len() - 1];
        let turns = way.facing.filter(|last| !round && *last != facing);
        let end = match turns {
            Some(facing) => self.model.base(at, facing),
            None => last.base.moved_to(at),
        };
        let places: SmallVec<[Point; 8]> =
            std::iter::once(start).chain(legs.iter().map(|leg| leg.to)).collect();
        let length = table::path_length(&places);
        let disembarks = placed && matches!(unit.place, Whereabouts::Aboard(_));
        let facing = way.facing.unwrap_or(facing);
        Some(Plan { legs, end, facing, length, placed, disembarks })
    }

    /// Where the unit looks after a way: as it was told, or along its last leg.
    pub(crate) fn facing_after(&self, plan: &Plan, way: &UnitMove) -> Facing {
        let last = &plan.legs[plan.legs.len() - 1];
        let round = matches!(self.model.footprint, Footprint::Disc { .. });
        match way.facing {
            None if round => Facing::from_to(last.base.centre(), last.to).unwrap_or(plan.facing),
            _ => plan.facing,
        }
    }

    /// What keeps the unit from standing at the end of a way.
    pub(crate) fn end_obstacle(&self, base: &Base) -> Option<Obstacle> {
        if !standing::on_board(self.game, base) {
            return Some(Obstacle::Edge);
        }
        let bounds = base.bounds();
        let stops = |piece: &PieceNo| {
            let outline = &self.game.board.piece(*piece).outline;
            outline.bounds().meets(bounds)
                && standing::stops(self.game, self.state, self.unit, *piece)
                && table::overlaps_outline(base, outline)
                && !standing::bridged(self.game, self.state, *piece, base.centre())
        };
        if let Some(piece) = self.around.walls.iter().find(|piece| stops(piece)) {
            return Some(Obstacle::Ground(*piece));
        }
        let mut others = self.around.others.iter();
        let stands =
            |other: &&Other| other.base.bounds().meets(bounds) && table::overlap(base, &other.base);
        others.find(stands).map(|other| Obstacle::Unit(other.unit))
    }

    /// A leg of a base that is not round: it turns along the leg, keeps its facing, or turns as it
    /// shall stand in the end, whichever gets through first (EA-3.4.4: turns at joints are free).
    fn turned_leg(
        &self,
        (from, to): (Point, Point),
        facing: Facing,
        last: Option<Facing>,
    ) -> (PlanLeg, Facing) {
        let along = Facing::from_to(from, to).unwrap_or(facing);
        let make = |facing: Facing| {
            let base = self.model.base(from, facing);
            PlanLeg { length: Leg { base: &base, to }.length(), base, to }
        };
        let first = make(along);
        if self.block_on(&first).is_none() {
            return (first, along);
        }
        for other in [Some(facing), last].into_iter().flatten() {
            let leg = make(other);
            if self.block_on(&leg).is_none() {
                return (leg, other);
            }
        }
        (first, along)
    }

    /// The first thing in the way of a plan.
    pub(crate) fn block(&self, plan: &Plan) -> Option<Block> {
        plan.legs.iter().enumerate().find_map(|(number, leg)| {
            let (by, travelled) = self.block_on(leg)?;
            Some(Block { by, leg: number, travelled })
        })
    }

    /// Whether nothing is in the way of a leg, nor the table's edge.
    pub(crate) fn is_free(&self, leg: &PlanLeg) -> bool {
        let (board, swept) = (self.game.board.bounds(), leg.leg().bounds());
        board.holds(swept.low) && board.holds(swept.high) && self.block_on(leg).is_none()
    }

    /// The first thing in the way of a leg, and how far the base comes.
    fn block_on(&self, leg: &PlanLeg) -> Option<(Blocker, Length)> {
        let sliding = leg.leg();
        let units = self.around.others.iter().filter(|other| other.blocks).filter_map(|other| {
            let travelled = table::overlaps_on_way(sliding, &other.base)?;
            let by = if other.friend { Blocker::Friend } else { Blocker::Enemy };
            Some((by(other.unit), travelled))
        });
        units.chain(self.wall_on(leg)).min_by_key(|(_, travelled)| *travelled)
    }

    /// The first impassable ground or steep side in the way of a leg (EA-5.3, EA-5.10), but for
    /// where the middle is on a road (EA-1.6.4), which leads into no stronghold.
    fn wall_on(&self, leg: &PlanLeg) -> Option<(Blocker, Length)> {
        if self.flies || self.around.walls.is_empty() {
            return None;
        }
        let bounds = leg.leg().bounds();
        let near = |piece: &PieceNo| {
            let ground = self.game.board.piece(*piece);
            ground.outline.bounds().meets(bounds)
        };
        let mut first: Option<(Blocker, Length)> = None;
        for piece in self.around.walls.iter().filter(|piece| near(piece)) {
            let walled = units::walls(self.game, self.state, *piece).is_some();
            let whole = || smallvec::smallvec![(0, leg.length)];
            for (from, to) in if walled { whole() } else { self.off_road(leg) } {
                let base = leg.base.moved_to(leg.leg().middle(from));
                let part = Leg { base: &base, to: leg.leg().middle(to) };
                let found = self.wall_met(part, *piece);
                if let Some((by, travelled)) = found
                    && first.is_none_or(|(_, first)| from + travelled < first)
                {
                    first = Some((by, from + travelled));
                }
            }
        }
        first
    }

    fn wall_met(&self, part: Leg, piece: PieceNo) -> Option<(Blocker, Length)> {
        let ground = self.game.board.piece(piece);
        let stops = standing::stops(self.game, self.state, self.unit, piece);
        let inside = if stops { table::meets_inside(part, &ground.outline) } else { None };
        let steep = ground.steep.iter().filter_map(|(a, b)| table::meets_line(part, *a, *b)).min();
        match (inside, steep) {
            (Some(inside), steep) if steep.is_none_or(|steep| inside <= steep) => {
                Some((Blocker::Ground(piece), inside))
            }
            (_, Some(steep)) => Some((Blocker::Steep(piece), steep)),
            _ => None,
        }
    }

    /// The parts of a leg on which its middle is on no road, from length to length.
    pub(crate) fn off_road(&self, leg: &PlanLeg) -> SmallVec<[(Length, Length); 4]> {
        let mut parts: SmallVec<[(Length, Length); 4]> = SmallVec::new();
        parts.push((0, leg.length));
        for road in &self.around.roads {
            let outline = &self.game.board.piece(*road).outline;
            let mut on_since = outline.holds(leg.base.centre()).then_some(0);
            for crossing in table::centre_crossings(leg.base.centre(), leg.to, outline) {
                match (crossing.inwards, on_since) {
                    (true, _) => on_since = Some(crossing.travelled),
                    (false, Some(since)) => {
                        take_out(&mut parts, (since, crossing.travelled));
                        on_since = None;
                    }
                    (false, None) => {}
                }
            }
            if let Some(since) = on_since {
                take_out(&mut parts, (since, leg.length));
            }
        }
        parts
    }

    /// Whether a whole way is on roads (EA-5.9.4).
    pub(crate) fn on_road_all_along(&self, legs: &[PlanLeg]) -> bool {
        !self.around.roads.is_empty() && legs.iter().all(|leg| self.off_road(leg).is_empty())
    }

    /// The row of a piece.
    pub(crate) fn row(&self, piece: PieceNo) -> &Terrain {
        units::terrain_of(self.game, self.state, piece)
    }

    /// The stronghold that a way goes into.
    pub(crate) fn goal(way: &UnitMove) -> Option<PieceNo> {
        match way.ends {
            Some(Ending::Enter(piece) | Ending::Invade(piece)) => Some(piece),
            _ => None,
        }
    }
}

/// Takes a stretch out of others; what is left of no length falls away.
fn take_out(parts: &mut SmallVec<[(Length, Length); 4]>, (from, to): (Length, Length)) {
    let mut left: SmallVec<[(Length, Length); 4]> = SmallVec::new();
    for (low, high) in parts.iter().copied() {
        if to <= low || high <= from {
            if !(from <= low && high <= to) {
                left.push((low, high));
            }
            continue;
        }
        if low < from {
            left.push((low, from));
        }
        if to < high {
            left.push((to, high));
        }
    }
    *parts = left;
}

/// What a unit may meet within bounds.
fn around<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    unit: UnitNo,
    kind: MoveKind,
    within: Bounds,
) -> Around<'a> {
    let owner = state.owner(unit);
    let model = units::model_of(game, state, unit);
    let over_enemies = kind == MoveKind::Withdraw && game.edition.withdrawal_crosses_enemies;
    let over_friends = model.is_infantry() || standing::flies_over(game, state, unit);
    let mut others = Vec::new();
    for (number, other) in state.units.iter().enumerate() {
        let Whereabouts::Table(at) = other.place else { continue };
        let number = UnitNo(number as u16);
        let its = units::model(game, other);
        if number == unit || !within.wider(its.reach).holds(at) {
            continue;
        }
        let friend = state.formation(other.formation).owner == owner;
        let passed = if friend { over_friends || its.is_infantry() } else { over_enemies };
        let base = its.base(at, other.facing);
        others.push(Other { unit: number, base, friend, blocks: !passed });
    }
    let zones = zones::live_zones(game, state, unit, kind, Some(within));
    let (mut walls, mut rough, mut roads) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
    for piece in game.board.all() {
        let ground = game.board.piece(piece);
        if !ground.outline.bounds().meets(within) {
            continue;
        }
        let row = units::terrain_of(game, state, piece);
        if row.road {
            roads.push(piece);
        }
        match row.ground(model.column) {
            Ground::Impassable | Ground::Stronghold => walls.push(piece),
            _ if !ground.steep.is_empty() => walls.push(piece),
            _ => {}
        }
        let tests = matches!(row.ground(model.column), Ground::Difficult | Ground::Dangerous);
        if tests || row.effects.half_speed {
            rough.push(piece);
        }
    }
    Around { others, zones, walls, rough, roads }
}
