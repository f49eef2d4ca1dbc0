//! Looks for moves of one unit on the table: directions, contacts, objectives, buildings, cover.

use super::candidates::{COMPASS, heading, way_to};
use crate::position::action::{Ending, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::counter_charge;
use crate::rules::movement::trip::Trip;
use crate::rules::movement::{length, zones};
use crate::rules::shelter;
use crate::tables::catalog::Sight;
use smallvec::SmallVec;
use umpire_core::table::{self, Bounds, CM, Facing, Length, Point};

/// Looks for moves of a unit on the table.
pub(super) struct Scout<'a> {
    pub trip: Trip<'a>,
    pub start: Point,
    facing: Facing,
    /// What is left of its length.
    pub allowance: Length,
}

impl<'a> Scout<'a> {
    pub(super) fn new(
        game: &'a EaHeresy,
        state: &'a State,
        unit: UnitNo,
        kind: MoveKind,
    ) -> Option<Scout<'a>> {
        let Whereabouts::Table(start) = state.unit(unit).place else { return None };
        let allowance = length::allowance(game, state, unit, kind);
        let within = Bounds { low: start, high: start }.wider(allowance);
        let trip = Trip::new(game, state, unit, kind, within);
        let spent = trip.stopped.map_or(0, |stopped| stopped.travelled);
        let cautious = trip.stopped.is_some_and(|stopped| stopped.cautious);
        let allowance =
            if cautious { allowance.min(game.edition.cautious_speed) } else { allowance };
        let facing = state.unit(unit).facing;
        Some(Scout { trip, start, facing, allowance: (allowance - spent).max(0) })
    }

    fn offer(&self, way: UnitMove, into: &mut Vec<UnitMove>) -> bool {
        let legal = !into.contains(&way) && self.trip.allows(&way);
        if legal {
            into.push(way);
        }
        legal
    }

    /// Straight toward a place, as far as the unit gets.
    fn toward(&self, to: Point, into: &mut Vec<UnitMove>) {
        let unit = self.trip.unit;
        let board = self.trip.game.board.bounds();
        let reach = self.trip.model.reach;
        let inner = Bounds { low: board.low, high: board.high }.wider(-reach);
        let mut end = self.start.towards(to, self.allowance);
        if !inner.holds(end) {
            end = Point::new(
                end.x.clamp(inner.low.x, inner.high.x.max(inner.low.x)),
                end.y.clamp(inner.low.y, inner.high.y.max(inner.low.y)),
            );
            end = self.start.towards(end, self.allowance);
        }
        if end == self.start || self.offer(way_to(unit, vec![end]), into) {
            return;
        }
        let whole = self.start.distance_to(end);
        for part in [3, 2, 1] {
            let nearer = self.start.towards(end, whole / 4 * part);
            if nearer != self.start && self.offer(way_to(unit, vec![nearer]), into) {
                return;
            }
        }
    }

    /// The eight directions; a unit that follows others of its formation keeps by them.
    pub(super) fn compass(&self, into: &mut Vec<UnitMove>) {
        let leader = self.leader();
        let pace = if leader.is_none() { self.pace() } else { 0 };
        for degrees in COMPASS {
            match leader {
                Some((at, near)) => {
                    let to = heading(at, degrees, near);
                    if self.start.distance_to(to) <= self.allowance {
                        self.offer(way_to(self.trip.unit, vec![to]), into);
                    }
                }
                None => self.toward(heading(self.start, degrees, pace), into),
            }
        }
    }

    /// The nearest unit of the formation that has moved, and how far from it the unit may stand.
    fn leader(&self) -> Option<(Point, Length)> {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        let moved = state.moving?.moved;
        let own = state.unit(unit).formation;
        let (leader, at) = state
            .members(own)
            .filter(|other| *other != unit && moved.contains(*other))
            .filter_map(|other| match state.unit(other).place {
                Whereabouts::Table(at) => Some((other, at)),
                _ => None,
            })
            .min_by_key(|(_, at)| self.start.square_to(*at))?;
        let apart = |unit: UnitNo| units::model_of(game, state, unit).reach;
        let near =
            units::coherency_of(game, state, unit).min(units::coherency_of(game, state, leader));
        // A little more than contact, a little less than what coherency allows.
        let near = (apart(unit) + apart(leader) + near / 2).max(apart(unit) + apart(leader) + 2);
        Some((at, near))
    }

    /// How far the first of a formation goes: no farther than the slowest keeps up with.
    fn pace(&self) -> Length {
        let (game, state) = (self.trip.game, self.trip.state);
        let own = state.unit(self.trip.unit).formation;
        let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
        let paces = state
            .members(own)
            .filter(on_table)
            .map(|unit| length::allowance(game, state, unit, self.trip.kind));
        paces.filter(|pace| *pace > 0).min().unwrap_or(0).min(self.allowance)
    }

    /// All directions at a length.
    pub(super) fn ring(&self, length: Length, into: &mut Vec<UnitMove>) {
        for degrees in COMPASS {
            let to = heading(self.start, degrees, length);
            self.offer(way_to(self.trip.unit, vec![to]), into);
        }
    }

    /// Into contact with the nearest enemies that are engaged.
    pub(super) fn contacts(&self, most: usize, into: &mut Vec<UnitMove>) {
        let state = self.trip.state;
        if self.trip.kind != MoveKind::Charge {
            return;
        }
        let mut targets: SmallVec<[(i64, UnitNo, Point); 16]> = zones::charge_targets(state)
            .into_iter()
            .filter_map(|enemy| match state.unit(enemy).place {
                Whereabouts::Table(at) => Some((self.start.square_to(at), enemy, at)),
                _ => None,
            })
            .collect();
        targets.sort_unstable();
        for (_, enemy, _) in targets.into_iter().take(most) {
            if let Some(way) = self.contact_with(enemy) {
                self.offer(way, into);
            }
        }
        self.invasions(into);
    }

    /// Straight into contact with an enemy, where it is near enough.
    pub(super) fn contact_with(&self, enemy: UnitNo) -> Option<UnitMove> {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        let Whereabouts::Table(at) = state.unit(enemy).place else { return None };
        let model = units::model_of(game, state, enemy);
        let far = self.allowance + self.trip.model.reach + model.reach + CM;
        if self.start.square_to(at) > i64::from(far) * i64::from(far) {
            return None;
        }
        let target = model.base(at, state.unit(enemy).facing);
        let round = matches!(self.trip.model.footprint, table::Footprint::Disc { .. });
        let facing = match Facing::from_to(self.start, at) {
            Some(facing) if !round => facing,
            _ => self.facing,
        };
        let to = table::in_contact(self.trip.model.footprint, facing, self.start, &target)?;
        let facing = (!round).then_some(facing);
        Some(UnitMove { facing, ..way_to(unit, vec![to]) })
    }

    /// Into strongholds that engaged enemies hold: in contact outside, and inside.
    fn invasions(&self, into: &mut Vec<UnitMove>) {
        for piece in zones::held_by_engaged(self.trip.state) {
            if let Some(way) = self.to_walls(piece) {
                let ends = Some(Ending::Invade(piece));
                self.offer(UnitMove { ends, ..way.clone() }, into);
                self.offer(way, into);
            }
        }
    }

    /// The way that touches the walls of a stronghold, where it is near enough.
    pub(super) fn to_walls(&self, piece: PieceNo) -> Option<UnitMove> {
        let outline = &self.trip.game.board.piece(piece).outline;
        let reach = self.trip.model.reach + self.allowance + CM;
        if !outline.bounds().wider(reach).holds(self.start) {
            return None;
        }
        let shape = self.trip.model.footprint;
        let to = table::in_contact_with_outline(shape, self.facing, self.start, outline)?;
        let path = if to == self.start { Vec::new() } else { vec![to] };
        let facing = (!path.is_empty()).then_some(self.facing);
        Some(UnitMove { facing, ..way_to(self.trip.unit, path) })
    }

    /// Toward the enemies that a counter charge goes for.
    pub(super) fn toward_goals(&self, into: &mut Vec<UnitMove>) {
        let (game, state) = (self.trip.game, self.trip.state);
        for goal in counter_charge::counter_charge_goals(game, state, self.trip.unit) {
            let Some(at) = units::middle_of(state, goal) else { continue };
            let model = units::model_of(game, state, goal);
            let target = model.base(at, state.unit(goal).facing);
            let shape = self.trip.model.footprint;
            if let Some(to) = table::in_contact(shape, self.facing, self.start, &target) {
                self.offer(way_to(self.trip.unit, vec![to]), into);
                self.toward(to, into);
            }
        }
    }

    /// Toward the nearest objective that is not held by standing there already.
    pub(super) fn toward_objective(&self, into: &mut Vec<UnitMove>) {
        let objectives = self.trip.state.objectives.iter().map(|objective| objective.at);
        if let Some(at) = objectives.min_by_key(|at| (self.start.square_to(*at), *at))
            && self.leader().is_none()
            && at != self.start
        {
            let to = self.start.towards(at, self.pace());
            self.toward(to, into);
        }
    }

    /// Into the nearest strongholds that take the unit.
    pub(super) fn enter_strongholds(&self, most: usize, into: &mut Vec<UnitMove>) {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        let Some(space) = shelter::spaces_of(game, state, unit) else { return };
        let owner = state.owner(unit);
        let mut found = 0;
        for stronghold in &state.strongholds {
            let piece = stronghold.piece;
            if found == most || units::walls(game, state, piece).is_none() {
                continue;
            }
            let outline = &game.board.piece(piece).outline;
            let reach = self.trip.model.reach + self.allowance + CM;
            if !outline.bounds().wider(reach).holds(self.start)
                || state.holder(piece).is_some_and(|holder| holder != owner)
            {
                continue;
            }
            let (taken, room) = shelter::room_in(game, state, piece);
            if taken.saturating_add(space) > room {
                continue;
            }
            if let Some(way) = self.to_walls(piece) {
                let ends = Some(Ending::Enter(piece));
                found += usize::from(self.offer(UnitMove { ends, ..way }, into));
            }
        }
    }

    /// Into the nearest ground that gives the unit cover or hides it.
    pub(super) fn take_cover(&self, into: &mut Vec<UnitMove>) {
        let game = self.trip.game;
        let hides = |piece: &PieceNo| {
            let row = self.trip.row(*piece);
            row.stronghold.is_none()
                && (row.cover_save > 0 && self.trip.model.is_infantry() || row.sight == Sight::Area)
        };
        let mut places: Vec<(i64, Point)> = game
            .board
            .all()
            .filter(hides)
            .map(|piece| {
                let to = game.board.piece(piece).outline.bounds().middle();
                (self.start.square_to(to), to)
            })
            .collect();
        places.sort_unstable();
        for (_, to) in places.into_iter().take(2) {
            self.toward(to, into);
            let cautious = UnitMove {
                cautious: true,
                ..way_to(
                    self.trip.unit,
                    vec![self.start.towards(to, game.edition.cautious_speed.min(self.allowance))],
                )
            };
            self.offer(cautious, into);
        }
    }

    /// Aboard the transports of the formation.
    pub(super) fn aboard(&self, into: &mut Vec<UnitMove>) {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        for transport in state.members(state.unit(unit).formation) {
            let Whereabouts::Table(at) = state.unit(transport).place else { continue };
            if transport == unit || !shelter::has_room_aboard(game, state, unit, transport) {
                continue;
            }
            let base =
                units::model_of(game, state, transport).base(at, state.unit(transport).facing);
            let shape = self.trip.model.footprint;
            if let Some(to) = table::in_contact(shape, self.facing, self.start, &base) {
                let path = if to == self.start { Vec::new() } else { vec![to] };
                let ends = Some(Ending::Embark(transport));
                self.offer(UnitMove { ends, ..way_to(unit, path) }, into);
            }
        }
    }
}
