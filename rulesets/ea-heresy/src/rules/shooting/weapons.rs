//! Weapons of a volley: which of a mount are loaded, and how many fire (EA-7.13).

use crate::position::action::Volley;
use crate::position::game::EaHeresy;
use crate::position::model::Gun;
use crate::position::state::{State, UnitNo};
use crate::position::units;
use crate::tables::catalog::{Mode, WeaponFlags};

/// A volley's gun and mode, if it names some.
pub fn mode_of<'g>(
    game: &'g EaHeresy,
    state: &State,
    volley: &Volley,
) -> Option<(&'g Gun, &'g Mode)> {
    let unit = state.units.get(volley.unit.index())?;
    let gun = units::model(game, unit).guns.get(usize::from(volley.mount))?;
    Some((gun, gun.modes.get(usize::from(volley.mode))?))
}

/// How many weapons of a mount are loaded for a mode: neither spent nor, where they are slow, fired
/// this turn (by who was on overwatch and then acts) or last turn (EA-7.13).
pub(crate) fn loaded(state: &State, unit: UnitNo, mount: u8, (gun, mode): (&Gun, &Mode)) -> u8 {
    let slow = state.unit(unit).slow;
    let fired = match mode.flags.has(WeaponFlags::SLOW) && mount < 8 {
        true => slow.of(mount).saturating_add(slow.of(mount + 8)),
        false => 0,
    };
    unspent(state, unit, mount, (gun, mode)).saturating_sub(fired)
}

/// How many weapons of a mount have not fired their only shot (EA-7.13).
pub(crate) fn unspent(state: &State, unit: UnitNo, mount: u8, (gun, mode): (&Gun, &Mode)) -> u8 {
    let spent = match mode.flags.has(WeaponFlags::SINGLE_SHOT) {
        true => state.unit(unit).spent.of(mount),
        false => 0,
    };
    gun.mount.count.saturating_sub(spent)
}

/// How many weapons fire in a volley: as many as it says, or all that are loaded. All there are
/// where none is, as a judge may rule.
pub(crate) fn firing(state: &State, volley: &Volley, (gun, mode): (&Gun, &Mode)) -> u8 {
    match (volley.count, loaded(state, volley.unit, volley.mount, (gun, mode))) {
        (Some(count), _) => count.get().min(gun.mount.count),
        (None, 0) => gun.mount.count,
        (None, loaded) => loaded,
    }
}
