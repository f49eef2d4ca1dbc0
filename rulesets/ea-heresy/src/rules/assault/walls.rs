//! Strongholds in an assault: how many invade them, and whether they are surrounded (EA-8.8).

use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, Whereabouts};
use crate::position::units;
use crate::rules::assault::melee;
use crate::tables::edition::StrongholdCapacity;
use umpire_core::table;

/// How many units invade a stronghold.
pub(crate) fn invaders_of(state: &State, piece: PieceNo) -> u8 {
    let Some(assault) = &state.assault else { return 0 };
    state.occupants(piece).filter(|unit| assault.invaders.contains(*unit)).count() as u8
}

/// The damage capacity by which invaders and surrounding enemies are counted (EA-8.8.4,
/// EA-8.8.15): the starting one, or what is left.
pub(crate) fn limit_of(game: &EaHeresy, state: &State, piece: PieceNo) -> u8 {
    let starting = units::walls(game, state, piece).map_or(0, |walls| walls.damage_capacity);
    let damage = state.stronghold(piece).map_or(0, |stronghold| stronghold.damage);
    match game.edition.sh_dc_reference {
        StrongholdCapacity::Starting => starting,
        StrongholdCapacity::Current => starting.saturating_sub(damage),
    }
}

/// Whether a stronghold is completely surrounded: enemies that take part in the assault touch its
/// outline from outside, two for each point of its damage capacity (EA-8.8.8, EA-8.8.15).
pub(crate) fn surrounded(game: &EaHeresy, state: &State, piece: PieceNo) -> bool {
    let Some(walls) = units::walls(game, state, piece) else { return false };
    let Some(holder) = state.holder(piece) else { return false };
    let needed =
        u16::from(limit_of(game, state, piece)) * u16::from(walls.surrounded_by_per_damage);
    let outline = &game.board.piece(piece).outline;
    let touching: u16 = melee::fighters(game, state, holder.opponent())
        .filter(|unit| matches!(state.unit(*unit).place, Whereabouts::Table(_)))
        .filter(|unit| {
            units::base_of(game, state, *unit)
                .is_some_and(|base| table::within_outline(&base, outline, 0))
        })
        .map(|unit| u16::from(units::model_of(game, state, unit).counts_as))
        .sum();
    touching >= needed.max(1)
}
