//! Who can carry which items (DD-16.1 to DD-16.3).

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Sort};
use crate::position::state::State;
use crate::rules::roll;
use crate::rules::species::works;
use crate::tables::catalog::{ItemKind, What};
use umpire_core::seat::Seat;

/// The items of a set that these units can carry, as many as possible, lowest numbers first.
///
/// A unit carries two equipment or artifacts whose element it holds, or one medallion or relic.
pub(crate) fn carried(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    units: PieceSet,
    items: PieceSet,
) -> PieceSet {
    if items.is_empty() || plainly_carried(game, state, seat, units, items) {
        return items;
    }
    let mut carried = PieceSet::NONE;
    let mut loads: Vec<(u8, Vec<u8>)> = units
        .without(state.roster.force(seat).of_sort(Sort::Dragonkin))
        .iter()
        .map(|unit| (unit, Vec::new()))
        .collect();
    for item in items.iter() {
        if load(game, state, seat, item, &mut loads, &mut Vec::new()) {
            carried = carried.with(PieceSet::only(item));
        }
    }
    carried
}

/// The items of an army that its units cannot carry: they are buried (DD-16.1).
///
/// Ruling: no source says which of too many items go; as many as can be carried stay, those
/// that come first in the force before the others.
pub(crate) fn excess(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    units: PieceSet,
    items: PieceSet,
) -> PieceSet {
    if items.is_empty() || plainly_carried(game, state, seat, units, items) {
        return PieceSet::NONE;
    }
    items.without(carried(game, state, seat, units, items))
}

/// Whether every item finds a carrier when each takes the first that has both hands free, or
/// one: enough to say yes, not to say no.
fn plainly_carried(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    units: PieceSet,
    items: PieceSet,
) -> bool {
    let mut free = units.without(state.roster.force(seat).of_sort(Sort::Dragonkin));
    let mut half = PieceSet::NONE;
    for item in items.iter() {
        let alone = self::item(game, state, seat, item).is_some_and(|kind| !kind.has_element());
        let suits = |unit: &u8| self::suits(game, state, seat, *unit, item);
        let taker = if alone { None } else { half.iter().find(suits) };
        match (taker, free.iter().find(suits)) {
            (Some(unit), _) => half = half.without(PieceSet::only(unit)),
            (None, Some(unit)) => {
                free = free.without(PieceSet::only(unit));
                if !alone {
                    half = half.with(PieceSet::only(unit));
                }
            }
            (None, None) => return false,
        }
    }
    true
}

/// The items of an army that fall with these units of it: those they can carry (DD-16.1).
pub fn items_rolled_with(
    game: &DragonDice,
    state: &State,
    army: Army,
    units: PieceSet,
) -> PieceSet {
    let all = state.at(army.owner, army.place);
    let items = all.and(state.roster.force(army.owner).of_sort(Sort::Item));
    if items.is_empty() || units == state.units(army) {
        return items;
    }
    carried(game, state, army.owner, units, items)
}

/// The items that go along with dice that leave an army: those among them, and those that nobody who
/// stays can carry, as far as somebody who leaves can (DD-16.3).
pub(crate) fn taken_along(
    game: &DragonDice,
    state: &State,
    from: Army,
    going: PieceSet,
) -> PieceSet {
    taken_from(game, state, from, going, state.units(from))
}

/// The same where only some of the units there are still able to carry: the others die.
pub(crate) fn taken_from(
    game: &DragonDice,
    state: &State,
    from: Army,
    going: PieceSet,
    able: PieceSet,
) -> PieceSet {
    let force = state.roster.force(from.owner);
    let items = state.at(from.owner, from.place).and(force.of_sort(Sort::Item));
    if items.is_empty() {
        return PieceSet::NONE;
    }
    let movers = going.and(force.units());
    let stay = able.without(movers);
    let kept = carried(game, state, from.owner, stay, items.without(going));
    carried(game, state, from.owner, movers, items.without(kept))
}

/// The dice of an army that may be rolled when some of its units may not.
pub(crate) fn unbarred(game: &DragonDice, state: &State, army: Army, barred: PieceSet) -> PieceSet {
    borne(game, state, army, roll::rollable(game, state, army).without(barred))
}

/// Dice of an army without the items that none of the units among them carries: items fall only with
/// a unit (DD-16.1).
pub(crate) fn borne(game: &DragonDice, state: &State, army: Army, dice: PieceSet) -> PieceSet {
    let force = state.roster.force(army.owner);
    let items = dice.and(force.of_sort(Sort::Item));
    let units = dice.and(force.units());
    if items.is_empty() || units == state.units(army) {
        return dice;
    }
    dice.without(items).with(carried(game, state, army.owner, units, items))
}

/// Whether these units can carry all of the items.
pub(crate) fn can_carry(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    units: PieceSet,
    items: PieceSet,
) -> bool {
    plainly_carried(game, state, seat, units, items)
        || carried(game, state, seat, units, items) == items
}

/// Gives an item to a unit, moving others along augmenting paths where need be.
fn load(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    item: u8,
    loads: &mut Vec<(u8, Vec<u8>)>,
    tried: &mut Vec<u8>,
) -> bool {
    for at in 0..loads.len() {
        let unit = loads[at].0;
        if tried.contains(&unit) || !suits(game, state, seat, unit, item) {
            continue;
        }
        if has_room(game, state, seat, &loads[at].1, item) {
            loads[at].1.push(item);
            return true;
        }
        tried.push(unit);
        let load = loads[at].1.clone();
        for (place, other) in load.iter().enumerate() {
            let mut rest = load.clone();
            rest.remove(place);
            if !has_room(game, state, seat, &rest, item) {
                continue;
            }
            loads[at].1 = rest;
            if self::load(game, state, seat, *other, loads, tried) {
                loads[at].1.push(item);
                return true;
            }
            loads[at].1 = load.clone();
        }
    }
    false
}

fn item(game: &DragonDice, state: &State, seat: Seat, item: u8) -> Option<ItemKind> {
    match game.catalog.kind(state.roster.force(seat).kind(item)).what {
        What::Item { item } => Some(item),
        _ => None,
    }
}

fn suits(game: &DragonDice, state: &State, seat: Seat, unit: u8, item: u8) -> bool {
    let force = state.roster.force(seat);
    let (unit, die) = (game.catalog.kind(force.kind(unit)), game.catalog.kind(force.kind(item)));
    let Some(kind) = self::item(game, state, seat, item) else { return false };
    let any = unit.species() == works::amazons(game);
    !kind.has_element() || any || unit.elements.intersects(die.elements)
}

fn has_room(game: &DragonDice, state: &State, seat: Seat, load: &[u8], item: u8) -> bool {
    let alone = |item| self::item(game, state, seat, item).is_some_and(|kind| !kind.has_element());
    load.is_empty() || (load.len() < 2 && !alone(item) && !load.iter().any(|other| alone(*other)))
}
