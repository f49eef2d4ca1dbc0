//! Moves of whole formations worth weighing: towards objectives, enemies, strongholds, cover, or away.

use crate::action::{Action, Ending, UnitMove};
use crate::game::EaHeresy;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use crate::steps::Step;
use crate::steps::movement::{MoveKind, MoveStep};
use umpire_core::game::{Deaf, Game};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Length, Point};

/// Where a formation could be led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// To a place, keeping its shape.
    Place(Point),
    /// Away from a place.
    From(Point),
    /// Each unit into contact with the enemy nearest to it.
    Contact,
    /// Into a stronghold, whoever reaches it.
    Shelter(PieceNo),
}

impl EaHeresy {
    /// Actions worth weighing by a player who looks ahead.
    pub(crate) fn worth_weighing(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let Some(Step::Movement(MoveStep::Go { formation, kind })) = state.steps.last().copied()
        else {
            self.legal(state, seat, into);
            return;
        };
        let mut aims = self.aims(state, seat, formation, kind);
        aims.truncate(8);
        for aim in aims {
            let moves = self.led(state, seat, formation, kind, aim);
            let action = Action::Move(moves);
            let useful = matches!(&action, Action::Move(moves) if !moves.is_empty());
            if useful && !into.contains(&action) {
                into.push(action);
            }
        }
        if self.check(state, seat, &Action::Done, &mut Silent).is_ok() {
            into.push(Action::Done);
        }
        if into.is_empty() {
            self.legal(state, seat, into);
        }
    }

    fn aims(&self, state: &State, seat: Seat, formation: FormationNo, kind: MoveKind) -> Vec<Aim> {
        let Some(at) = self.middle_of_formation(state, formation) else { return Vec::new() };
        let foe = State::foe(seat);
        let mut enemies: Vec<Point> =
            self.units_of(state, foe).filter_map(|unit| self.center_of(state, unit)).collect();
        enemies.sort_by_key(|enemy| at.square_to(*enemy));
        let nearest = enemies.first().copied();
        if kind == MoveKind::Withdraw {
            return nearest.map(Aim::From).into_iter().collect();
        }
        let mut aims = Vec::new();
        if matches!(kind, MoveKind::Charge | MoveKind::CounterCharge) {
            aims.push(Aim::Contact);
        }
        let mut objectives: Vec<Point> = (0..state.objectives.len())
            .filter(|number| !self.controls(state, seat, *number))
            .map(|number| state.objectives[number].at)
            .collect();
        objectives.sort_by_key(|objective| at.square_to(*objective));
        aims.extend(objectives.into_iter().take(2).map(Aim::Place));
        aims.extend(nearest.map(Aim::Place));
        let mut strongholds: Vec<PieceNo> = state
            .strongholds
            .iter()
            .map(|stronghold| stronghold.piece)
            .filter(|piece| !self.is_ruined(state, *piece))
            .filter(|piece| state.holder(*piece).is_none_or(|holder| holder == seat))
            .collect();
        let center = |piece: PieceNo| {
            let bounds = self.board.piece(piece).outline.bounds();
            Point::new((bounds.low.x + bounds.high.x) / 2, (bounds.low.y + bounds.high.y) / 2)
        };
        strongholds.sort_by_key(|piece| at.square_to(center(*piece)));
        aims.extend(strongholds.first().copied().map(Aim::Shelter));
        let mut covers: Vec<Point> = self
            .board
            .all()
            .filter(|piece| self.terrain_of(state, *piece).cover_save > 0)
            .map(center)
            .collect();
        covers.sort_by_key(|cover| at.square_to(*cover));
        aims.extend(covers.first().copied().map(Aim::Place));
        aims.extend(nearest.map(Aim::From));
        aims
    }

    /// The moves of all units that have not moved yet, each legal after those before it.
    fn led(
        &self,
        state: &State,
        seat: Seat,
        formation: FormationNo,
        kind: MoveKind,
        aim: Aim,
    ) -> Vec<UnitMove> {
        let mut after = state.clone();
        let mut moves = Vec::new();
        let mut units: Vec<UnitNo> = state
            .members(formation)
            .filter(|unit| {
                matches!(state.unit(*unit).place, Whereabouts::Table(_))
                    && !state.moving.as_ref().is_some_and(|moving| moving.moved.has(*unit))
            })
            .collect();
        let shift = self.common_shift(state, formation, kind, aim);
        // Whoever leads goes first, so that nobody stands in the way of those behind.
        units.sort_by_key(|unit| {
            let at = self.middle_of(state, *unit).unwrap_or_default();
            -at.dot(Point::new(shift.x / 64, shift.y / 64))
        });
        for unit in units {
            let Some(way) = self.way_of(&after, unit, kind, aim, shift) else { continue };
            let found = self.first_legal(&after, seat, way);
            let Some(way) = found else { continue };
            self.apply(&mut after, seat, &Action::Move(vec![way.clone()]), &mut Deaf);
            moves.push(way);
            let goes_on = matches!(
                after.steps.last(),
                Some(Step::Movement(MoveStep::Go { formation: same, .. })) if *same == formation
            );
            if !goes_on {
                break;
            }
        }
        moves
    }

    /// How far and where the formation as a whole goes.
    fn common_shift(
        &self,
        state: &State,
        formation: FormationNo,
        kind: MoveKind,
        aim: Aim,
    ) -> Point {
        let Some(at) = self.middle_of_formation(state, formation) else { return Point::default() };
        let allowance = |unit: UnitNo| self.allowance(state, unit, kind);
        let slowest = state
            .members(formation)
            .filter(|unit| matches!(state.unit(*unit).place, Whereabouts::Table(_)))
            .map(allowance)
            .filter(|length| *length > 0)
            .min()
            .unwrap_or(0);
        let to = match aim {
            Aim::Place(to) => at.towards(to, slowest.min((at.distance_to(to) - 4 * CM).max(0))),
            Aim::From(from) => {
                let away = Point::new(2 * at.x - from.x, 2 * at.y - from.y);
                at.towards(far(at, away), slowest)
            }
            Aim::Shelter(piece) => {
                at.towards(self.board.piece(piece).outline.corners()[0], slowest)
            }
            Aim::Contact => at,
        };
        to.minus(at)
    }

    fn way_of(
        &self,
        state: &State,
        unit: UnitNo,
        kind: MoveKind,
        aim: Aim,
        shift: Point,
    ) -> Option<UnitMove> {
        let at = self.middle_of(state, unit)?;
        let allowance = self.allowance(state, unit, kind);
        let straight = |to: Point, ends: Option<Ending>| UnitMove {
            unit,
            path: vec![to],
            facing: None,
            cautious: false,
            ends,
        };
        match aim {
            Aim::Place(_) | Aim::From(_) => Some(straight(at.plus(shift), None)),
            Aim::Contact => {
                let owner = state.owner(unit);
                let (enemy, _) = self.nearest_enemy(state, owner, Body::Unit(unit), |_| true)?;
                let model = self.model_of(state, unit);
                let facing = state.unit(unit).facing;
                let target = self.base_of(state, enemy)?;
                let to = umpire_core::table::in_contact(model.footprint, facing, at, &target)?;
                let reached = at.distance_to(to) <= allowance;
                Some(straight(if reached { to } else { at.towards(to, allowance) }, None))
            }
            Aim::Shelter(piece) => {
                let model = self.model_of(state, unit);
                let facing = state.unit(unit).facing;
                let outline = &self.board.piece(piece).outline;
                let to = umpire_core::table::in_contact_with_outline(
                    model.footprint,
                    facing,
                    at,
                    outline,
                )?;
                let reached = at.distance_to(to) <= allowance;
                let ends = (reached && self.spaces_of(state, unit).is_some())
                    .then_some(Ending::Enter(piece));
                let short = at.towards(to, allowance.min((at.distance_to(to) - CM).max(0)));
                Some(straight(if ends.is_some() { to } else { short }, ends))
            }
        }
    }

    /// The way itself, or a shorter or nearby one that is legal.
    fn first_legal(&self, state: &State, seat: Seat, way: UnitMove) -> Option<UnitMove> {
        let legal = |way: &UnitMove| {
            self.check(state, seat, &Action::Move(vec![way.clone()]), &mut Silent).is_ok()
        };
        if legal(&way) {
            return Some(way);
        }
        let at = self.middle_of(state, way.unit)?;
        let to = *way.path.last()?;
        let whole = at.distance_to(to);
        [3, 2, 1].into_iter().find_map(|part| {
            let short = UnitMove {
                path: vec![at.towards(to, whole * part / 4)],
                ends: None,
                ..way.clone()
            };
            legal(&short).then_some(short)
        })
    }
}

/// A place far beyond another, on the line from the first.
fn far(from: Point, through: Point) -> Point {
    let by = through.minus(from);
    let longest = by.x.abs().max(by.y.abs()).max(1);
    let scale = i64::from(200 * CM);
    let part = |d: Length| (i64::from(d) * scale / i64::from(longest)) as Length;
    from.plus(Point::new(part(by.x), part(by.y)))
}
