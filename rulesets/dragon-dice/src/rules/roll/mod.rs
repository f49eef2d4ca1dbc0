//! An army's roll: which of its dice fall, what they show, and which icons act in it.

pub(crate) mod changes;
pub mod lone;
pub mod packing;
pub(crate) mod part;
pub(crate) mod tally;
pub(crate) mod worth;

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::rules::items;
use crate::rules::magic::dice;
use crate::rules::species::volley;
use crate::tables::catalog::{Face, Icon};
use crate::tables::edition::OrderRollSais;
use umpire_core::dice::DiceGroup;

/// What a die of a player shows on a face.
#[inline]
pub fn shows(
    game: &DragonDice,
    state: &State,
    owner: umpire_core::seat::Seat,
    die: u8,
    face: u8,
) -> Face {
    game.catalog.kind(state.roster.force(owner).kind(die)).face(face)
}

/// The dice of an army that fall for that kind of roll: its units that may be rolled, and its
/// items that those can carry (DD-16.1).
pub fn rollable(game: &DragonDice, state: &State, army: Army) -> PieceSet {
    let force = state.roster.force(army.owner);
    let all = state.at(army.owner, army.place);
    let units = all.and(force.units()).without(state.held(army.owner, false));
    if units.is_empty() {
        return PieceSet::NONE;
    }
    let items = items::items_rolled_with(game, state, army, units);
    units.with(items.without(state.held(army.owner, false)))
}

/// Which of these dice of an army fall for a kind of roll.
pub(crate) fn fall_for(
    game: &DragonDice,
    state: &State,
    army: Army,
    kind: RollKind,
    all: PieceSet,
) -> PieceSet {
    match kind {
        RollKind::Volley => volley::volley_dice(game, state, army, all),
        RollKind::Missile => dice::shooting_dice(game, state, army, all),
        RollKind::Magic => dice::magic_dice(game, state, army, all),
        _ => all,
    }
}

/// Groups of the dice of one roll, in the order in which faces are given.
pub(crate) fn groups<'a>(
    state: &'a State,
    roll: &Roll,
) -> impl Iterator<Item = DiceGroup> + use<'a> {
    let (dice, army, purpose) = (roll.dice, roll.army, roll.kind as u8);
    state.roster.force(army.owner).kinds().iter().filter_map(move |(kind, set)| {
        let count = set.and(dice).len() as u8;
        let (seat, die) = (army.owner, kind.die());
        (count > 0).then_some(DiceGroup { seat, die, count, purpose, subject: None })
    })
}

fn order_ignores_icons(game: &DragonDice, kind: RollKind) -> bool {
    kind == RollKind::Order && game.edition.order_roll_sais == OrderRollSais::Ignored
}

/// Whether an icon acts in a roll of that kind.
#[inline]
pub(crate) fn acts(game: &DragonDice, kind: RollKind, icon: Icon) -> bool {
    match icon {
        // Against a tidal wave normal results alone count.
        Icon::Sai(_) if kind == RollKind::Tide => false,
        Icon::Sai(_) if order_ignores_icons(game, kind) => false,
        Icon::Sai(sai) => game.catalog.sai(sai).in_roll(kind.icons()).next().is_some(),
        _ => false,
    }
}

/// Whether a roll is one of charmed units. They are thrown because an effect aims at them, each for
/// itself (DD-1.14): what changes rolls of their army leaves it alone (DD-8.7).
pub(crate) fn is_of_charmed(state: &State, roll: &Roll) -> bool {
    matches!(roll.kind, RollKind::Melee | RollKind::Counter)
        && state.fight.as_ref().is_some_and(|fight| fight.target == roll.army)
}
