//! Moves worth considering: directions, contacts, objectives, ways out, the nearest legal end.

use super::MoveKind;
use super::trip::Trip;
use crate::action::{Action, Ending, UnitMove};
use crate::catalog::Sight;
use crate::game::EaHeresy;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use smallvec::SmallVec;
use umpire_core::ruling::Silent;
use umpire_core::table::{self, Bounds, CM, Facing, Length, Point};

/// The eight directions of the compass, the near edge of the table last.
const COMPASS: [i32; 8] = [90, 0, 180, 45, 135, 270, 315, 225];

/// A way without anything special.
pub(super) fn way_to(unit: UnitNo, path: Vec<Point>) -> UnitMove {
    UnitMove { unit, path, facing: None, cautious: false, ends: None }
}

/// A place in a direction.
fn heading(from: Point, degrees: i32, length: Length) -> Point {
    from.plus(Facing::degrees(degrees).turn(Point::new(length, 0)))
}

impl EaHeresy {
    /// The moves of the next unit that are listed: few, and cheap to find.
    pub(super) fn list_moves(
        &self,
        state: &State,
        formation: FormationNo,
        kind: MoveKind,
        into: &mut Vec<Action>,
    ) {
        let before = into.len();
        if let Some(unit) = self.next_mover(state, formation, kind) {
            let mut ways = Vec::with_capacity(12);
            self.few_candidates(state, unit, kind, &mut ways);
            into.extend(ways.into_iter().map(|way| Action::Move(vec![way])));
        }
        match self.bound_to_move(state, formation, kind) {
            None => into.push(Action::Done),
            Some((way, _)) if into.len() == before => into.push(Action::Move(vec![way])),
            Some(_) => {}
        }
    }

    /// A dozen moves of one unit, all legal.
    fn few_candidates(
        &self,
        state: &State,
        unit: UnitNo,
        kind: MoveKind,
        into: &mut Vec<UnitMove>,
    ) {
        let Some(scout) = Scout::new(self, state, unit, kind) else {
            self.ways_off(state, unit, kind, 2, into);
            into.extend(
                Some(way_to(unit, Vec::new())).filter(|way| self.is_legal(state, kind, way)),
            );
            return;
        };
        let stay = way_to(unit, Vec::new());
        if scout.trip.allows(&stay) {
            into.push(stay);
        }
        if kind == MoveKind::Charge {
            scout.contacts(2, into);
        }
        if kind == MoveKind::CounterCharge {
            scout.toward_goals(into);
        }
        scout.compass(into);
        scout.toward_objective(into);
        scout.into_strongholds(1, into);
        if let Some(way) = self.bound_way(state, unit, kind) {
            into.push(way);
        }
    }

    /// Moves of one unit worth weighing, all legal: for bots and for what is typed.
    pub fn unit_candidates(
        &self,
        state: &State,
        unit: UnitNo,
        kind: MoveKind,
        into: &mut Vec<UnitMove>,
    ) {
        if !self.may_move(state, unit, kind) {
            return;
        }
        let Some(scout) = Scout::new(self, state, unit, kind) else {
            self.ways_off(state, unit, kind, 8, into);
            into.extend(
                Some(way_to(unit, Vec::new())).filter(|way| self.is_legal(state, kind, way)),
            );
            return;
        };
        self.few_candidates(state, unit, kind, into);
        scout.contacts(6, into);
        scout.into_strongholds(3, into);
        scout.into_cover(into);
        scout.aboard(into);
        for half in [2, 4] {
            scout.ring(scout.allowance / half, into);
        }
        into.dedup();
    }

    /// Whether a way of a unit that moves now is legal.
    pub(crate) fn is_legal(&self, state: &State, kind: MoveKind, way: &UnitMove) -> bool {
        let formation = state.units.get(way.unit.index()).map(|unit| unit.formation);
        formation.is_some_and(|formation| {
            self.needs_of_move(state, formation, way, &mut Silent).is_ok()
                && Trip::of(self, state, kind, way).allows(way)
        })
    }

    /// The legal move nearest to one that is not, of the move in progress.
    pub fn nearest_legal_move(&self, state: &State, way: &UnitMove) -> Option<UnitMove> {
        use crate::steps::Step;
        let Some(Step::Movement(step)) = state.steps.last() else { return None };
        self.nearest_legal_way(state, step.of().1, way)
    }

    /// The legal move nearest to one that is not: cut short where it goes too far or something
    /// stops it, else with its end moved aside.
    pub(super) fn nearest_legal_way(
        &self,
        state: &State,
        kind: MoveKind,
        way: &UnitMove,
    ) -> Option<UnitMove> {
        let judged = |way: UnitMove| self.is_legal(state, kind, &way).then_some(way);
        let plain = UnitMove { ends: None, facing: way.facing, ..way.clone() };
        let trip = Trip::of(self, state, kind, way);
        let plan = trip.plan(way)?;
        let spent = trip.stopped.map_or(0, |stopped| stopped.travelled);
        let limit = trip.limit(&plan, way.cautious, &mut Silent) - spent;
        let clear = trip.block(&plan).map_or(plan.length, |block| {
            let done: Vec<Point> = plan.places().take(block.leg + 1).collect();
            table::path_length(&done) + block.travelled
        });
        let farthest = limit.min(clear).min(plan.length);
        let cut =
            |length: Length| judged(cut_at(&plain, plan.first().centre(), plan.placed, length));
        // First in fine steps, then in coarse ones, back toward the start.
        let fine = (0..40).map(|step| farthest - step * step * 4);
        let coarse = (1..40).map(|step| farthest - farthest / 40 * step);
        let shorter = fine.chain(coarse).filter(|length| *length >= 0).find_map(cut);
        if let Some(found) = &shorter
            && found.path.last() != way.path.last()
            && !found.path.is_empty()
        {
            return shorter;
        }
        let (last, head) = way.path.split_last()?;
        let aside = |at: Point| {
            let path = head.iter().copied().chain([at]).collect();
            UnitMove { path, ends: None, ..way.clone() }
        };
        let reach = 6 * CM;
        let fits = |at: Point| self.is_legal(state, kind, &aside(at));
        let found = table::nearest_legal(*last, &fits, reach);
        found.map(aside).or(shorter).or_else(|| judged(way_to(way.unit, Vec::new())))
    }

    /// A unit of a formation that stands in a zone and has a way out of it, with that way
    /// (EA-3.4.3).
    pub(super) fn bound_to_move(
        &self,
        state: &State,
        formation: FormationNo,
        kind: MoveKind,
    ) -> Option<(UnitMove, Body)> {
        if !matches!(kind, MoveKind::Action | MoveKind::Charge) {
            return None;
        }
        let moved = |unit: UnitNo| state.moving.is_some_and(|moving| moving.moved.has(unit));
        state.members(formation).filter(|unit| !moved(*unit)).find_map(|unit| {
            let zone = self.zone_it_stands_in(state, unit, kind)?;
            Some((self.way_out(state, unit, kind)?, zone))
        })
    }

    fn bound_way(&self, state: &State, unit: UnitNo, kind: MoveKind) -> Option<UnitMove> {
        if !matches!(kind, MoveKind::Action | MoveKind::Charge) {
            return None;
        }
        self.zone_it_stands_in(state, unit, kind)?;
        self.way_out(state, unit, kind)
    }

    /// A legal way by which a unit that stands in a zone gets out of all of them or charges.
    pub(super) fn way_out(&self, state: &State, unit: UnitNo, kind: MoveKind) -> Option<UnitMove> {
        let scout = Scout::new(self, state, unit, kind)?;
        let mut charges = Vec::new();
        if kind == MoveKind::Charge {
            scout.contacts(2, &mut charges);
        }
        let outside = |way: &UnitMove| {
            let Some(plan) = scout.trip.plan(way) else { return false };
            let course = scout.trip.course(&plan, None);
            course.offence.is_none()
                && (course.still_in.is_none() || course.charging.is_some())
                && scout.trip.allows(way)
        };
        if let Some(way) = charges.into_iter().find(outside) {
            return Some(way);
        }
        let nearest = scout.trip.around.zones.iter().map(|zone| zone.reach).max().unwrap_or(0);
        let lengths = [scout.allowance, scout.allowance.min(2 * nearest), scout.allowance / 2];
        let ring = (0..16).map(|at| at * 45 / 2);
        let ends = lengths.into_iter().flat_map(|length| {
            ring.clone().map(move |degrees| heading(scout.start, degrees, length))
        });
        ends.map(|to| way_to(unit, vec![to])).find(outside)
    }

    /// Whether a unit that starts in an enemy's zone has a legal way out (EA-3.4.3).
    pub(crate) fn could_leave_zones(&self, state: &State, formation: FormationNo) -> bool {
        self.bound_to_move(state, formation, MoveKind::Action).is_some()
    }

    /// Ways out of a stronghold or a transport.
    fn ways_off(
        &self,
        state: &State,
        unit: UnitNo,
        kind: MoveKind,
        most: usize,
        into: &mut Vec<UnitMove>,
    ) {
        let model = self.model_of(state, unit);
        let facing = state.unit(unit).facing;
        let mut ways: SmallVec<[UnitMove; 8]> = SmallVec::new();
        match state.unit(unit).place {
            Whereabouts::Inside(piece) => {
                let outline = &self.board.piece(piece).outline;
                let bounds = outline.bounds();
                let (low, high) = (bounds.low, bounds.high);
                let middle = Point::new((low.x + high.x) / 2, (low.y + high.y) / 2);
                let far = low.distance_to(high);
                let length = self.allowance(state, unit, kind);
                for degrees in COMPASS.iter().take(most.max(4)) {
                    let from = heading(middle, *degrees, far);
                    let Some(at) =
                        table::in_contact_with_outline(model.footprint, facing, from, outline)
                    else {
                        continue;
                    };
                    ways.push(way_to(unit, vec![at, heading(at, *degrees, length)]));
                    ways.push(way_to(unit, vec![at]));
                }
            }
            Whereabouts::Aboard(transport) => {
                let Some(base) = self.base_of(state, transport) else { return };
                let near = self.model_of(state, transport).footprint.reach()
                    + model.footprint.reach()
                    + CM / 2;
                for degrees in COMPASS.iter().take(most.max(4)) {
                    ways.push(way_to(unit, vec![heading(base.centre(), *degrees, near)]));
                }
            }
            _ => {}
        }
        into.extend(ways.into_iter().filter(|way| self.is_legal(state, kind, way)).take(most));
    }
}

/// A way cut off after a length.
fn cut_at(way: &UnitMove, start: Point, placed: bool, length: Length) -> UnitMove {
    let rest = if placed { way.path.get(1..).unwrap_or(&[]) } else { &way.path[..] };
    let mut path = if placed { vec![start] } else { Vec::new() };
    let (mut at, mut left) = (start, length);
    for to in rest {
        let leg = table::path_length(&[at, *to]);
        if leg > left {
            let end = at.towards(*to, left);
            if end != at {
                path.push(end);
            }
            break;
        }
        path.push(*to);
        (at, left) = (*to, left - leg);
    }
    UnitMove { path, ..way.clone() }
}

/// Looks for moves of a unit on the table.
struct Scout<'a> {
    trip: Trip<'a>,
    start: Point,
    facing: Facing,
    /// What is left of its length.
    allowance: Length,
}

impl<'a> Scout<'a> {
    fn new(
        game: &'a EaHeresy,
        state: &'a State,
        unit: UnitNo,
        kind: MoveKind,
    ) -> Option<Scout<'a>> {
        let Whereabouts::Table(start) = state.unit(unit).place else { return None };
        let allowance = game.allowance(state, unit, kind);
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
        let reach = self.trip.model.footprint.reach();
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
    fn compass(&self, into: &mut Vec<UnitMove>) {
        let leader = self.leader();
        for degrees in COMPASS {
            match leader {
                Some((at, near)) => {
                    let to = heading(at, degrees, near);
                    if self.start.distance_to(to) <= self.allowance {
                        self.offer(way_to(self.trip.unit, vec![to]), into);
                    }
                }
                None => self.toward(heading(self.start, degrees, self.pace()), into),
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
            .filter(|other| *other != unit && moved.has(*other))
            .filter_map(|other| match state.unit(other).place {
                Whereabouts::Table(at) => Some((other, at)),
                _ => None,
            })
            .min_by_key(|(_, at)| self.start.square_to(*at))?;
        let apart = |unit: UnitNo| game.model_of(state, unit).footprint.reach();
        let near = game.coherency_of(state, unit).min(game.coherency_of(state, leader));
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
            .map(|unit| game.allowance(state, unit, self.trip.kind));
        paces.filter(|pace| *pace > 0).min().unwrap_or(0).min(self.allowance)
    }

    /// All directions at a length.
    fn ring(&self, length: Length, into: &mut Vec<UnitMove>) {
        for degrees in COMPASS {
            let to = heading(self.start, degrees, length);
            self.offer(way_to(self.trip.unit, vec![to]), into);
        }
    }

    /// Into contact with the nearest enemies that are engaged.
    fn contacts(&self, most: usize, into: &mut Vec<UnitMove>) {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        if self.trip.kind != MoveKind::Charge {
            return;
        }
        let mut targets: SmallVec<[(i64, UnitNo, Point); 16]> = game
            .charge_targets(state)
            .into_iter()
            .filter_map(|enemy| match state.unit(enemy).place {
                Whereabouts::Table(at) => Some((self.start.square_to(at), enemy, at)),
                _ => None,
            })
            .collect();
        targets.sort_unstable();
        let reach = self.trip.model.footprint.reach();
        for (square, enemy, at) in targets.into_iter().take(most) {
            let model = game.model_of(state, enemy);
            let far = self.allowance + reach + model.footprint.reach() + CM;
            if square > i64::from(far) * i64::from(far) {
                continue;
            }
            let target = model.base(at, state.unit(enemy).facing);
            let round = matches!(self.trip.model.footprint, table::Footprint::Disc { .. });
            let facing = match Facing::from_to(self.start, at) {
                Some(facing) if !round => facing,
                _ => self.facing,
            };
            let found = table::in_contact(self.trip.model.footprint, facing, self.start, &target);
            if let Some(to) = found {
                let facing = (!round).then_some(facing);
                self.offer(UnitMove { facing, ..way_to(unit, vec![to]) }, into);
            }
        }
        self.invasions(into);
    }

    /// Into strongholds that engaged enemies hold: in contact outside, and inside.
    fn invasions(&self, into: &mut Vec<UnitMove>) {
        let (game, state) = (self.trip.game, self.trip.state);
        for stronghold in &state.strongholds {
            let piece = stronghold.piece;
            let held = game.formations_in(state, piece);
            if !held.iter().any(|formation| game.is_engaged(state, *formation)) {
                continue;
            }
            if let Some(way) = self.to_walls(piece) {
                let ends = Some(Ending::Invade(piece));
                self.offer(UnitMove { ends, ..way.clone() }, into);
                self.offer(way, into);
            }
        }
    }

    /// The way that touches the walls of a stronghold, where it is near enough.
    fn to_walls(&self, piece: PieceNo) -> Option<UnitMove> {
        let outline = &self.trip.game.board.piece(piece).outline;
        let reach = self.trip.model.footprint.reach() + self.allowance + CM;
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
    fn toward_goals(&self, into: &mut Vec<UnitMove>) {
        let (game, state) = (self.trip.game, self.trip.state);
        for goal in game.counter_charge_goals(state, self.trip.unit) {
            let Some(at) = game.middle_of(state, goal) else { continue };
            let model = game.model_of(state, goal);
            let target = model.base(at, state.unit(goal).facing);
            let shape = self.trip.model.footprint;
            if let Some(to) = table::in_contact(shape, self.facing, self.start, &target) {
                self.offer(way_to(self.trip.unit, vec![to]), into);
                self.toward(to, into);
            }
        }
    }

    /// Toward the nearest objective that is not held by standing there already.
    fn toward_objective(&self, into: &mut Vec<UnitMove>) {
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
    fn into_strongholds(&self, most: usize, into: &mut Vec<UnitMove>) {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        let Some(space) = game.spaces_of(state, unit) else { return };
        let owner = state.owner(unit);
        let mut found = 0;
        for stronghold in &state.strongholds {
            let piece = stronghold.piece;
            if found == most || game.walls(state, piece).is_none() {
                continue;
            }
            let outline = &game.board.piece(piece).outline;
            let reach = self.trip.model.footprint.reach() + self.allowance + CM;
            if !outline.bounds().wider(reach).holds(self.start)
                || state.holder(piece).is_some_and(|holder| holder != owner)
            {
                continue;
            }
            let (taken, room) = game.room_in(state, piece);
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
    fn into_cover(&self, into: &mut Vec<UnitMove>) {
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
                let bounds = game.board.piece(piece).outline.bounds();
                let to = Point::new(
                    (bounds.low.x + bounds.high.x) / 2,
                    (bounds.low.y + bounds.high.y) / 2,
                );
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
    fn aboard(&self, into: &mut Vec<UnitMove>) {
        let (game, state, unit) = (self.trip.game, self.trip.state, self.trip.unit);
        for transport in state.members(state.unit(unit).formation) {
            let Whereabouts::Table(at) = state.unit(transport).place else { continue };
            if transport == unit || !game.has_room_aboard(state, unit, transport) {
                continue;
            }
            let base = game.model_of(state, transport).base(at, state.unit(transport).facing);
            let shape = self.trip.model.footprint;
            if let Some(to) = table::in_contact(shape, self.facing, self.start, &base) {
                let path = if to == self.start { Vec::new() } else { vec![to] };
                let ends = Some(Ending::Embark(transport));
                self.offer(UnitMove { ends, ..way_to(unit, path) }, into);
            }
        }
    }
}
