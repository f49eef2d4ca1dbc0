//! Fire as a player would usually declare it: every weapon that may, with the value that fits.

use super::aim::{Aim, number};
use crate::action::{Action, Fire, Order, Target, Value, Volley};
use crate::catalog::{Mode, WeaponFlags};
use crate::game::EaHeresy;
use crate::model::Gun;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use umpire_core::table::Length;

/// Targets that a list offers at most.
const MOST: usize = 12;

impl EaHeresy {
    /// Whether fire may be indirect now (EA-7.11).
    pub(crate) fn may_fire_indirectly(&self, state: &State, reaction: bool) -> bool {
        !reaction && state.acting.is_some_and(|acting| acting.order == Order::SustainedFire)
    }

    /// Every volley that a formation may fire at a target, each with the value that fits it best.
    pub fn default_volleys(
        &self,
        state: &State,
        formation: FormationNo,
        target: Target,
        reaction: bool,
    ) -> Vec<Volley> {
        let aim = Aim::new(self, state, formation, target);
        self.all_volleys(&aim, reaction).0
    }

    /// Every volley, and whether they are indirect: where that lets more weapons fire.
    fn all_volleys(&self, aim: &Aim, reaction: bool) -> (Vec<Volley>, bool) {
        let direct = self.volleys(aim, false);
        if !self.may_fire_indirectly(aim.state(), reaction) || self.all_fire(aim, &direct) {
            return (direct, false);
        }
        let indirect = self.volleys(aim, true);
        if indirect.len() > direct.len() { (indirect, true) } else { (direct, false) }
    }

    /// The fire of those volleys, with templates where barrage weapons take part; nothing where no
    /// weapon may fire.
    pub fn default_fire(
        &self,
        state: &State,
        formation: FormationNo,
        target: Target,
        reaction: bool,
    ) -> Option<Fire> {
        if !self.could_reach(state, formation, target, reaction) {
            return None;
        }
        let aim = Aim::new(self, state, formation, target);
        let (volleys, indirect) = self.all_volleys(&aim, reaction);
        if volleys.is_empty() {
            return None;
        }
        let mut fire = Fire { target, volleys, templates: Vec::new(), indirect };
        fire.templates = self.default_templates(state, &aim, &fire);
        if fire.templates.is_empty() {
            fire.volleys.retain(|volley| {
                self.mode_of(state, volley).is_none_or(|(_, mode)| mode.barrage == 0)
            });
        }
        (!fire.volleys.is_empty()).then_some(fire)
    }

    /// Whether a target is near enough for any weapon, by a quick test that never denies one that is.
    pub(crate) fn could_reach(
        &self,
        state: &State,
        formation: FormationNo,
        target: Target,
        reaction: bool,
    ) -> bool {
        let twice = self.may_fire_indirectly(state, reaction);
        let bodies = self.target_bodies(state, target);
        let firers = state.members(formation).filter(|unit| {
            matches!(state.unit(*unit).place, Whereabouts::Table(_) | Whereabouts::Inside(_))
        });
        let longest = |unit: UnitNo| -> Option<Length> {
            self.model_of(state, unit).guns.iter().map(|gun| gun.range).max()
        };
        firers.filter_map(|unit| Some((unit, longest(unit)?))).any(|(unit, range)| {
            let range = if twice { range.saturating_mul(2) } else { range };
            bodies.iter().any(|body| match (state.unit(unit).place, *body) {
                (Whereabouts::Table(from), Body::Unit(other)) => {
                    let Whereabouts::Table(to) = state.unit(other).place else { return false };
                    let reach = |unit| self.model_of(state, unit).reach + 2;
                    let far = range.saturating_add(reach(unit) + reach(other));
                    from.square_to(to) <= i64::from(far) * i64::from(far)
                }
                _ => self.within(state, Body::Unit(unit), *body, range),
            })
        })
    }

    /// What a formation may shoot at: enemy formations, then strongholds nobody holds.
    pub(crate) fn fire_targets(&self, state: &State, formation: FormationNo) -> Vec<Target> {
        let owner = state.formation(formation).owner;
        let enemies = state
            .all_formations()
            .filter(|other| state.formation(*other).owner != owner)
            .map(Target::Formation);
        let empty = state
            .strongholds
            .iter()
            .map(|stronghold| stronghold.piece)
            .filter(|piece| state.holder(*piece).is_none())
            .map(Target::Stronghold);
        enemies.chain(empty).collect()
    }

    /// The usual fire at each target there is, a dozen at most.
    pub(crate) fn fires(
        &self,
        state: &State,
        formation: FormationNo,
        reaction: bool,
        into: &mut Vec<Action>,
    ) {
        let targets = self.fire_targets(state, formation);
        let fires = targets
            .into_iter()
            .filter_map(|target| self.default_fire(state, formation, target, reaction));
        into.extend(fires.take(MOST).map(Action::Shoot));
    }

    /// Whether there is anything to shoot at.
    pub(crate) fn has_target(&self, state: &State, formation: FormationNo, reaction: bool) -> bool {
        self.fire_targets(state, formation)
            .into_iter()
            .any(|target| self.default_fire(state, formation, target, reaction).is_some())
    }

    /// A volley's gun and mode, if it names some.
    pub fn mode_of(&self, state: &State, volley: &Volley) -> Option<(&Gun, &Mode)> {
        let unit = state.units.get(volley.unit.index())?;
        let gun = self.model(unit).guns.get(usize::from(volley.mount))?;
        Some((gun, gun.modes.get(usize::from(volley.mode))?))
    }

    /// Whether a unit's weapon is loaded: neither spent nor fired last turn (EA-7.13).
    pub(crate) fn is_loaded(&self, state: &State, unit: UnitNo, mount: u8, mode: &Mode) -> bool {
        let record = state.unit(unit);
        let bit = |set: u16, at: u8| at < 16 && set >> at & 1 == 1;
        let spent = mode.flags.has(WeaponFlags::SINGLE_SHOT) && bit(record.spent, mount);
        let slow = mode.flags.has(WeaponFlags::SLOW) && mount < 8 && bit(record.slow, mount + 8);
        !spent && !slow
    }

    fn volleys(&self, aim: &Aim, indirect: bool) -> Vec<Volley> {
        let state = aim.state();
        let mut volleys = Vec::new();
        let silent = aim.suppressed(&UnitSet::default(), indirect);
        for (firer, unit) in aim.firers.iter().enumerate() {
            if silent.has(*unit) {
                continue;
            }
            for (mount, gun) in self.model_of(state, *unit).guns.iter().enumerate() {
                let any = self.catalog.weapon(gun.mount.weapon).any_mode;
                for (at, mode) in gun.modes.iter().enumerate() {
                    if !self.is_loaded(state, *unit, mount as u8, mode) {
                        continue;
                    }
                    let indirect = indirect && mode.flags.has(WeaponFlags::INDIRECT);
                    let Some(value) = self.best_value(aim, firer, (gun, mode), indirect) else {
                        continue;
                    };
                    let (mount, mode) = (mount as u8, at as u8);
                    volleys.push(Volley { unit: *unit, mount, mode, value, open_only: false });
                    if any {
                        break;
                    }
                }
            }
        }
        volleys
    }

    /// The value with which a mode hits best what it can hit; nothing where it hits nothing.
    fn best_value(
        &self,
        aim: &Aim,
        firer: usize,
        (gun, mode): (&Gun, &Mode),
        indirect: bool,
    ) -> Option<Value> {
        let hits = |value: Value| {
            (0..aim.bodies.len()).any(|body| aim.hits(firer, (gun, mode), value, indirect, body))
        };
        if mode.barrage > 0 {
            return hits(Value::Ap).then_some(Value::Ap);
        }
        let mut values = [Value::Ap, Value::At, Value::Walls, Value::Aa]
            .map(|value| (number(mode, value), value));
        values.sort();
        values
            .into_iter()
            .filter(|(needs, _)| *needs > 0)
            .map(|(_, value)| value)
            .find(|it| hits(*it))
    }

    /// Whether every loaded weapon of every unit fires already.
    fn all_fire(&self, aim: &Aim, volleys: &[Volley]) -> bool {
        let state = aim.state();
        !aim.firers.iter().any(|unit| {
            self.model_of(state, *unit).guns.iter().enumerate().any(|(mount, gun)| {
                gun.modes.iter().any(|mode| mode.flags.has(WeaponFlags::INDIRECT))
                    && !volleys.iter().any(|it| it.unit == *unit && usize::from(it.mount) == mount)
            })
        })
    }

    /// Whether a stronghold may be a target of its own: intact, and held by nobody (EA-6.7.5).
    pub(crate) fn is_neutral_target(&self, state: &State, piece: PieceNo) -> bool {
        piece.index() < self.board.pieces.len()
            && state.stronghold(piece).is_some()
            && self.walls(state, piece).is_some()
            && state.holder(piece).is_none()
    }
}
