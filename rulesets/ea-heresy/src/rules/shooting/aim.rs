//! Who of a formation can hit whom: types, ranges, arcs, sight, suppression of one fire (EA-7.2, EA-7.3).

use crate::position::action::{Target, Value};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::model::Gun;
use crate::position::state::{Body, FormationNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::units;
use crate::rules::shooting::weapons;
use crate::rules::sight;
use crate::tables::catalog::{Arc, Mode, Reach, Traits, UnitType, WeaponFlags};
use smallvec::SmallVec;
use std::cell::Cell;
use umpire_core::table::{Facing, Length, Point, SLACK};

/// The bodies that a target is made of.
pub(crate) type Bodies = SmallVec<[Body; 16]>;

/// A formation against a target: questions about its units and the target's bodies by their
/// places in two lists, each answered once.
pub(crate) struct Aim<'a> {
    game: &'a EaHeresy,
    state: &'a State,
    /// Who shoots.
    pub formation: FormationNo,
    /// Its units on the table.
    pub firers: SmallVec<[UnitNo; 16]>,
    /// What may be hit.
    pub bodies: Bodies,
    middles: SmallVec<[Option<Round>; 32]>,
    gaps: Vec<Cell<Length>>,
    seen: Vec<Cell<Option<bool>>>,
}

/// A circle around a base.
#[derive(Clone, Copy)]
struct Round {
    at: Point,
    reach: Length,
}

/// What of a target may be hit at all: units on the table, and the strongholds it is in, not
/// those inside (EA-6.7.1, EA-6.7.6).
pub(crate) fn target_bodies(game: &EaHeresy, state: &State, target: Target) -> Bodies {
    let mut bodies = Bodies::new();
    match target {
        Target::Formation(formation) => {
            let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
            bodies.extend(state.members(formation).filter(on_table).map(Body::Unit));
            let inside = units::strongholds_of(state, formation).into_iter();
            bodies.extend(
                inside
                    .filter(|piece| units::walls(game, state, *piece).is_some())
                    .map(Body::Stronghold),
            );
        }
        Target::Stronghold(piece) => {
            if units::walls(game, state, piece).is_some() {
                bodies.push(Body::Stronghold(piece));
            }
        }
    }
    bodies
}

/// Whether a value hits a kind of body (EA-7.5, EA-1.8, EA-6.7.2).
pub(crate) fn suits(game: &EaHeresy, state: &State, value: Value, body: Body) -> bool {
    let unit = match body {
        Body::Stronghold(_) => return matches!(value, Value::At | Value::Walls),
        Body::Unit(unit) => unit,
    };
    match units::model_of(game, state, unit).kind {
        UnitType::Infantry => value == Value::Ap,
        UnitType::LightVehicle => matches!(value, Value::Ap | Value::At),
        UnitType::ArmouredVehicle | UnitType::WarEngine | UnitType::SupportCraft => {
            value == Value::At
        }
        UnitType::Aircraft | UnitType::AircraftWarEngine | UnitType::AircraftLightVehicle => {
            value == Value::Aa
        }
        UnitType::Spacecraft | UnitType::Character => false,
    }
}

/// Whether a mode can hurt a kind of body with a value.
pub(crate) fn hurts(game: &EaHeresy, state: &State, mode: &Mode, value: Value, body: Body) -> bool {
    if mode.barrage > 0 {
        return value != Value::Aa
            && [Value::Ap, Value::At].iter().any(|value| suits(game, state, *value, body));
    }
    number(mode, value) > 0 && suits(game, state, value, body)
}

/// The range of a mode, indirect or not (EA-7.11).
pub(crate) fn reach_of(mode: &Mode, indirect: bool) -> Length {
    let range = match mode.range {
        Reach::Range(range) => range,
        Reach::BaseContact | Reach::SmallArms => 0,
    };
    if indirect { range.saturating_mul(2) } else { range }
}

/// What a mode needs to hit with a value; 0 where it cannot.
pub(crate) fn number(mode: &Mode, value: Value) -> u8 {
    let walls = WeaponFlags::IGNORE_COVER | WeaponFlags::SIEGE;
    match value {
        Value::Ap => mode.ap,
        Value::At => mode.at,
        Value::Aa => mode.aa,
        Value::Walls if mode.flags.any(walls) => mode.ap,
        Value::Walls => 0,
    }
}

impl<'a> Aim<'a> {
    /// A formation against a target.
    pub fn new(
        game: &'a EaHeresy,
        state: &'a State,
        formation: FormationNo,
        target: Target,
    ) -> Aim<'a> {
        let shoots = |unit: &UnitNo| {
            matches!(state.unit(*unit).place, Whereabouts::Table(_) | Whereabouts::Inside(_))
                && !units::model_of(game, state, *unit).guns.is_empty()
        };
        let firers: SmallVec<[UnitNo; 16]> = state.members(formation).filter(shoots).collect();
        let bodies = target_bodies(game, state, target);
        let round = |body: Body| match body {
            Body::Unit(unit) => match state.unit(unit).place {
                Whereabouts::Table(at) => {
                    Some(Round { at, reach: units::model_of(game, state, unit).reach + 1 })
                }
                _ => None,
            },
            Body::Stronghold(_) => None,
        };
        let middles = firers
            .iter()
            .map(|unit| round(Body::Unit(*unit)))
            .chain(bodies.iter().map(|body| round(*body)))
            .collect();
        let pairs = firers.len() * bodies.len();
        let gaps = vec![Cell::new(-1); pairs];
        let seen = vec![Cell::new(None); pairs];
        Aim { game, state, formation, firers, bodies, middles, gaps, seen }
    }

    /// The position it is about.
    pub fn state(&self) -> &'a State {
        self.state
    }

    /// The place of a unit among those that shoot.
    pub fn place_of(&self, unit: UnitNo) -> Option<usize> {
        self.firers.iter().position(|firer| *firer == unit)
    }

    /// The distance between a firer and a body, rounded down.
    pub fn gap(&self, firer: usize, body: usize) -> Length {
        let cell = &self.gaps[firer * self.bodies.len() + body];
        if cell.get() < 0 {
            let from = Body::Unit(self.firers[firer]);
            let gap = units::distance(self.game, self.state, from, self.bodies[body]);
            cell.set(gap.unwrap_or(Length::MAX));
        }
        cell.get()
    }

    /// Whether a body is within a length of a firer; the judge's word counts.
    pub fn within(&self, firer: usize, body: usize, length: Length) -> bool {
        let exact = || {
            let from = Body::Unit(self.firers[firer]);
            units::within(self.game, self.state, from, self.bodies[body], length)
        };
        if !self.state.answers.is_empty() {
            return exact();
        }
        let ends = (self.middles[firer], self.middles[self.firers.len() + body]);
        if let (Some(from), Some(to)) = ends {
            let apart = from.at.distance_to(to.at);
            if apart <= length {
                return true;
            }
            if apart.saturating_sub(from.reach + to.reach) > length.saturating_add(SLACK) {
                return false;
            }
        }
        match self.gap(firer, body) {
            gap if gap <= length => true,
            gap if gap > length.saturating_add(SLACK) => false,
            _ => exact(),
        }
    }

    /// Whether a firer and a body see each other.
    pub fn sees(&self, firer: usize, body: usize) -> bool {
        let cell = &self.seen[firer * self.bodies.len() + body];
        if let Some(known) = cell.get() {
            return known;
        }
        let from = Body::Unit(self.firers[firer]);
        let sees = sight::sees(self.game, self.state, from, self.bodies[body]);
        cell.set(Some(sees));
        sees
    }

    /// Whether some part of a body lies in the arc of a weapon; from inside a stronghold every
    /// weapon points everywhere (EA-6.5.2).
    pub fn in_arc(&self, firer: usize, body: usize, arc: Arc) -> bool {
        let (turn, half) = match arc {
            Arc::All => return true,
            Arc::FixedForward => (0, 45),
            Arc::Forward => (0, 90),
            Arc::Left => (90, 90),
            Arc::Right => (-90, 90),
            Arc::Rear => (180, 90),
        };
        let unit = self.state.unit(self.firers[firer]);
        let Whereabouts::Table(from) = unit.place else { return true };
        let facing = Facing::degrees(i32::from(unit.facing.to_degrees()) + turn);
        match units::area(self.game, self.state, self.bodies[body]) {
            Some(Area::Base(base)) => {
                facing.sees(from, base.centre(), half)
                    || base.corners().iter().any(|corner| facing.sees(from, *corner, half))
            }
            Some(Area::Outline(outline)) => {
                outline.corners().iter().any(|corner| facing.sees(from, *corner, half))
            }
            None => false,
        }
    }

    /// Whether a mode of a gun may hit a body with a value: type, range, arc and sight.
    pub fn hits(
        &self,
        firer: usize,
        (gun, mode): (&Gun, &Mode),
        value: Value,
        indirect: bool,
        body: usize,
    ) -> bool {
        hurts(self.game, self.state, mode, value, self.bodies[body])
            && self.reaches(firer, mode, indirect, body)
            && self.in_arc(firer, body, gun.mount.arc)
            && (indirect || self.sees(firer, body))
    }

    /// Whether some weapon of a firer could hit a body directly (EA-4.12).
    pub fn could_hit(&self, firer: usize, body: usize) -> bool {
        let guns = &units::model_of(self.game, self.state, self.firers[firer]).guns;
        let mut modes = guns.iter().flat_map(|gun| gun.modes.iter().map(move |mode| (gun, mode)));
        let values = [Value::Ap, Value::At, Value::Aa, Value::Walls];
        modes.any(|way| values.iter().any(|value| self.hits(firer, way, *value, false, body)))
    }

    /// Whether a body is neither too far nor too near for a mode.
    pub fn reaches(&self, firer: usize, mode: &Mode, indirect: bool, body: usize) -> bool {
        let too_near = indirect
            && self.game.edition.indirect_min_range > 0
            && self.within(firer, body, self.game.edition.indirect_min_range - SLACK - 1);
        !too_near && self.within(firer, body, reach_of(mode, indirect))
    }

    /// The nearest distance of a firer to the target.
    pub fn nearest(&self, firer: usize) -> Length {
        let gaps = (0..self.bodies.len()).map(|body| self.gap(firer, body));
        gaps.min().unwrap_or(Length::MAX)
    }

    /// The nearest distance of any of these units to a body.
    pub fn nearest_to(&self, body: usize, units: &UnitSet) -> Length {
        let gaps = (0..self.firers.len())
            .filter(|firer| units.contains(self.firers[*firer]))
            .map(|firer| self.gap(firer, body));
        gaps.min().unwrap_or(Length::MAX)
    }

    /// Whether a unit counts for suppression: some body it could hurt is in range and sight, with
    /// weapons that reload too, but not with those that will never fire again (EA-7.3, EA-7.3.1).
    fn counts(&self, firer: usize, indirect: bool) -> bool {
        let unit = self.firers[firer];
        let guns = units::model_of(self.game, self.state, unit).guns.iter().zip(0..);
        let modes: SmallVec<[&Mode; 8]> = guns
            .flat_map(|(gun, mount)| gun.modes.iter().map(move |mode| (mount, (gun, mode))))
            .filter(|(mount, it)| weapons::unspent(self.state, unit, *mount, *it) > 0)
            .map(|(_, (_, mode))| mode)
            .collect();
        (0..self.bodies.len()).any(|body| {
            modes.iter().any(|mode| {
                let from_behind = indirect && mode.flags.has(WeaponFlags::INDIRECT);
                let values = [Value::Ap, Value::At, Value::Aa, Value::Walls];
                values
                    .iter()
                    .any(|value| hurts(self.game, self.state, mode, *value, self.bodies[body]))
                    && (self.reaches(firer, mode, false, body) && self.sees(firer, body)
                        || from_behind && self.reaches(firer, mode, true, body))
            })
        })
    }

    /// The units that blast markers keep from shooting: the farthest first; among equals those
    /// that are not wanted (EA-7.3, EA-7.3.2).
    pub fn suppressed(&self, wanted: &UnitSet, indirect: bool) -> UnitSet {
        let mut kept = UnitSet::default();
        let markers = self.state.formation(self.formation).markers;
        if markers == 0 {
            return kept;
        }
        let brave =
            units::formation_has(self.game, self.state, self.formation, Traits::KNOW_NO_FEAR);
        let mut left = if brave { markers / 2 } else { markers };
        let mut could: SmallVec<[(Length, bool, UnitNo); 16]> = (0..self.firers.len())
            .filter(|firer| self.counts(*firer, indirect))
            .map(|firer| (self.nearest(firer), self.firers[firer]))
            .map(|(gap, unit)| (gap, !wanted.contains(unit), unit))
            .collect();
        could.sort_unstable_by(|a, b| b.cmp(a));
        for (.., unit) in could {
            let price = units::model_of(self.game, self.state, unit).counts_as;
            if price > left {
                break;
            }
            left -= price;
            kept.insert(unit);
        }
        kept
    }
}
