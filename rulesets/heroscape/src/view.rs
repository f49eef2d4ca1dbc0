//! What one player may see, and positions that could be behind a view.

use crate::event::Event;
use crate::state::{CopyId, State};
use umpire_core::seat::Seat;

/// The position with other players' hidden markers and hidden glyphs masked (HS-9.1.2). Teammates
/// and the judge see the markers (HS-3.1.2).
pub fn seen_by(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    for (id, copy) in (0..).map(CopyId).zip(&mut view.copies) {
        if seat != Seat::JUDGE && !state.friends(seat, state.keeper(id)) {
            let hidden = copy.markers & !copy.shown;
            copy.hidden += hidden.count_ones() as u8;
            copy.markers &= copy.shown;
        }
    }
    for glyph in &mut view.glyphs {
        if !glyph.face_up {
            glyph.kind = None;
        }
    }
    view
}

/// Whether a seat hears an event: who placed which marker is for its own side.
pub fn heard_by(state: &State, event: &Event, seat: Seat) -> bool {
    let kept_by = event.kept_by();
    kept_by.is_none_or(|whose| seat == Seat::JUDGE || state.friends(seat, whose))
}

/// A position that gives the same view: hidden markers are dealt to the cards that hold some.
pub fn imagine(view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
    let mut state = view.clone();
    for seat in (0..state.seats()).map(Seat) {
        let own: Vec<CopyId> =
            view.all_copies().map(|(id, _)| id).filter(|id| view.keeper(*id) == seat).collect();
        let known = own.iter().fold(0u8, |known, id| known | state.copy(*id).markers);
        let mut missing: Vec<u8> = (0..4).filter(|marker| known >> marker & 1 == 0).collect();
        for id in own {
            let copy = &mut state.copies[id.index()];
            for _ in 0..std::mem::take(&mut copy.hidden) {
                if missing.is_empty() {
                    break;
                }
                let chosen = missing.swap_remove(die(missing.len() as u32) as usize);
                copy.markers |= 1 << chosen;
            }
        }
    }
    state
}
