//! What eighth faces do while they show: the powers in force at a terrain, and for whom.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, On};
use crate::position::pieces::{Army, Place};
use crate::position::roll::Roll;
use crate::position::state::{Ground, State};
use crate::rules::{elements, roll};
use crate::tables::catalog::{
    EighthId, EighthPower, Element, Elements, ProtectedFrom, RerollScope, ReservesReach,
    SpellElement, What,
};
use crate::tables::rule::Rule;
use umpire_core::seat::Seat;

/// The powers in force at a terrain, with their rules: all of its eighth face while that shows
/// (of the face it was named, if it was), and those that hold whatever face shows. Most are
/// for the army that [holds](State::holds) the terrain alone.
pub(crate) fn powers<'a>(
    game: &'a DragonDice,
    state: &State,
    place: Place,
) -> impl Iterator<Item = (Rule, &'a EighthPower)> + use<'a> {
    let ground = state.ground(place).copied();
    let (shows, rows) = match ground {
        Some(ground) => (ground.face == 8, rows_of(game, &ground)),
        None => (false, &[] as &[_]),
    };
    rows.iter().map(|(rule, power)| (*rule, power)).filter(move |(_, power)| {
        shows || matches!(power, EighthPower::NoMagicDoubling { any_face: true })
    })
}

fn rows_of<'g>(game: &'g DragonDice, ground: &Ground) -> &'g [(Rule, EighthPower)] {
    match (ground.named.filter(|_| ground.face == 8), game.catalog.kind(ground.kind).what) {
        (Some(named), _) => game.lands.of_eighth(named),
        (None, What::Terrain { eighth, .. }) => game.lands.of_eighth(eighth),
        _ => &[],
    }
}

/// The powers an army has by the eighth face it holds.
pub(crate) fn powers_of<'a>(
    game: &'a DragonDice,
    state: &State,
    army: Army,
) -> impl Iterator<Item = (Rule, &'a EighthPower)> + use<'a> {
    let place = if state.holds(army) { army.place } else { Place::OUT };
    powers(game, state, place)
}

/// The elements into which units of an army may turn their magic (DD-14.14, DD-14.22).
pub(crate) fn converts_magic(
    game: &DragonDice,
    state: &State,
    army: Army,
) -> Option<(Rule, Elements)> {
    powers_of(game, state, army)
        .find(|(_, power)| matches!(power, EighthPower::ConvertMagic))
        .map(|(rule, _)| (rule, elements::terrain_elements(game, state, army.place)))
}

/// The rule by which nobody at a place doubles magic (DD-14.27).
pub(crate) fn no_magic_doubling(game: &DragonDice, state: &State, place: Place) -> Option<Rule> {
    powers(game, state, place)
        .find(|(_, power)| matches!(power, EighthPower::NoMagicDoubling { .. }))
        .map(|(rule, _)| rule)
}

/// The rule by which new magic of an element, cast by a player, spares an army and its units.
pub(crate) fn protected(
    game: &DragonDice,
    state: &State,
    army: Army,
    element: Element,
    by: Seat,
) -> Option<Rule> {
    if by == army.owner {
        return None;
    }
    powers_of(game, state, army)
            .find(|(_, power)| {
                matches!(power, EighthPower::Protection { element: spared, .. } if *spared == element)
            })
            .map(|(rule, _)| rule)
}

/// Whether a protection of the army makes an effect on it void (DD-14.15, DD-14.23).
///
/// A face that stops only new spells leaves those on the army in force, but spares it what lies
/// on its terrain.
pub(crate) fn shielded(game: &DragonDice, state: &State, effect: &Effect, army: Army) -> bool {
    let Rule::Spell(spell) = effect.rule else { return false };
    if effect.by == army.owner || !state.holds(army) {
        return false;
    }
    let SpellElement::Of(element) = game.catalog.spell(spell).element else { return false };
    powers_of(game, state, army).any(|(_, power)| match power {
        EighthPower::Protection { element: spared, from } => {
            *spared == element
                && (*from == ProtectedFrom::Everything || matches!(effect.on, On::Terrain(_)))
        }
        _ => false,
    })
}

/// Whether, and how, missiles of an army reach everywhere (DD-14.16, DD-14.24).
pub(crate) fn missiles_anywhere(
    game: &DragonDice,
    state: &State,
    army: Army,
) -> Option<ReservesReach> {
    powers_of(game, state, army).find_map(|(_, power)| match power {
        EighthPower::MissilesAnywhere { reserves } => Some(*reserves),
        _ => None,
    })
}

/// Who may have one unit of an army roll rolled again by an eighth face (DD-14.20, DD-14.28).
pub(crate) fn vortex(game: &DragonDice, state: &State, roll: &Roll) -> Option<(Seat, Rule)> {
    let holder = state.ground(roll.army.place)?.holder?;
    if roll.kind.counts_maneuver() || roll::is_of_charmed(state, roll) {
        return None;
    }
    powers(game, state, roll.army.place).find_map(|(rule, power)| match power {
        EighthPower::RerollUnit { rolls } => {
            let reaches = *rolls == RerollScope::Here || roll.army.owner == holder;
            reaches.then_some((holder, rule))
        }
        _ => None,
    })
}

/// What a terrain has to be named by whoever captured it, with the rule.
pub(crate) fn declares<'g>(
    game: &'g DragonDice,
    state: &State,
    place: Place,
) -> Option<(Rule, &'g [String])> {
    powers(game, state, place).find_map(|(rule, power)| match power {
        EighthPower::DeclaredAs { any_of } => Some((rule, any_of.as_slice())),
        _ => None,
    })
}

/// The eighth faces as which its holder may name a captured terrain (DD-14.17).
pub(crate) fn names(
    game: &DragonDice,
    state: &State,
    place: Place,
) -> impl Iterator<Item = EighthId> {
    let named = declares(game, state, place).map_or(&[] as &[String], |(_, any_of)| any_of);
    named.iter().filter_map(|id| game.catalog.eighth_named(id))
}
