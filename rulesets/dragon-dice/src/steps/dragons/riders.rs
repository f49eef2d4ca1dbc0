//! Tamed and controlled dragons: who rides which, and when that ends (DD-13.2).

use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Piece, PieceSet};
use crate::state::{Effect, Lasting, On, State};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Who rides a dragon: the player, the unit, and whether it is controlled.
type Rider = (Seat, u8, bool);

/// The dragon of an effect that says it is ridden, with its rider.
fn riding(effect: &Effect) -> Option<(Piece, Rider)> {
    let (On::Pieces(owner, set), Lasting::Ridden { rider, controlled }) = (effect.on, effect.does)
    else {
        return None;
    };
    Some((Piece { owner, number: set.first()? }, (effect.by, rider, controlled)))
}

impl DragonDice {
    /// Who rides a dragon.
    pub(crate) fn ridden(&self, state: &State, dragon: Piece) -> Option<Rider> {
        let mut riders = state.effects.iter().filter_map(riding);
        riders.find(|(ridden, _)| *ridden == dragon).map(|(_, rider)| rider)
    }

    /// The dragon a unit rides.
    pub(crate) fn mount(&self, state: &State, seat: Seat, unit: u8) -> Option<Piece> {
        let mut riders = state.effects.iter().filter_map(riding);
        riders.find(|(_, (by, rider, _))| (*by, *rider) == (seat, unit)).map(|(dragon, _)| dragon)
    }

    /// Ends what a dragon and a unit were to others, before they belong together.
    pub(super) fn release<O: Observe<Event>>(
        &self,
        state: &mut State,
        dragon: Piece,
        seat: Seat,
        rider: u8,
        out: &mut O,
    ) {
        state.effects.retain(|effect| {
            let ends = riding(effect).is_some_and(|(ridden, (by, unit, _))| {
                ridden == dragon || (by, unit) == (seat, rider)
            });
            if ends {
                out.tell(|| Event::Ended { effect: *effect });
            }
            !ends
        });
    }

    /// Ends taming and control where dragon and unit have parted (DD-13.2).
    pub(crate) fn part_riders<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        if !state.effects.iter().any(|effect| riding(effect).is_some()) {
            return;
        }
        let (sides, mut ended) = (&state.sides, Vec::new());
        for effect in &state.effects {
            let Some((dragon, (seat, rider, _))) = riding(effect) else { continue };
            let together = (0..crate::pieces::MOST_TERRAINS).any(|place| {
                let here = |piece: Piece| {
                    let side = sides.get(piece.owner.index());
                    side.is_some_and(|side| side.places[place].contains(piece.number))
                };
                here(dragon) && here(Piece { owner: seat, number: rider })
            });
            if !together {
                ended.push(*effect);
            }
        }
        state.effects.retain(|effect| !ended.contains(effect));
        for effect in ended {
            out.tell(|| Event::Ended { effect });
        }
    }

    /// The dragon that goes along when just this unit moves; for rides (DD-13.2).
    pub(crate) fn ride(&self, state: &State, seat: Seat, pieces: PieceSet) -> Option<Piece> {
        let unit = pieces.first().filter(|_| pieces.len() == 1)?;
        self.mount(state, seat, unit)
    }
}
