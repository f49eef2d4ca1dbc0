//! Which units ride dragons.

use crate::position::lasting::{Effect, Lasting, On};
use crate::position::pieces::Piece;
use crate::position::state::State;
use umpire_core::seat::Seat;

/// Who rides a dragon: the player, the unit, and whether it is controlled.
type Rider = (Seat, u8, bool);

/// The dragon of an effect that says it is ridden, with its rider.
pub(crate) fn riding(effect: &Effect) -> Option<(Piece, Rider)> {
    let (On::Pieces(owner, set), Lasting::Ridden { rider, controlled }) = (effect.on, effect.does)
    else {
        return None;
    };
    Some((Piece { owner, number: set.first()? }, (effect.by, rider, controlled)))
}

/// Who rides a dragon.
pub(crate) fn ridden(state: &State, dragon: Piece) -> Option<Rider> {
    let mut riders = state.effects.iter().filter_map(riding);
    riders.find(|(ridden, _)| *ridden == dragon).map(|(_, rider)| rider)
}
