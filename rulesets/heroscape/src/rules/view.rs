//! What one player may see, and positions that could be behind a view.

use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{CopyId, State};
use crate::tables::catalog::GlyphId;
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

/// A position that gives the same view: hidden markers are dealt to the cards that hold some, and to glyphs that lie face
/// down the kinds which the battlefield has and nobody has in sight. One that was turned up and is gone counts as one of
/// those, as nothing on the table tells of it; where the battlefield says no kinds, they stay unknown.
pub fn imagine(game: &HeroScape, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
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
    deal_glyphs(game, &mut state, die);
    state
}

fn deal_glyphs(game: &HeroScape, state: &mut State, die: &mut dyn FnMut(u32) -> u32) {
    if !state.glyphs.iter().any(|laid| !laid.face_up && laid.kind.is_none()) {
        return;
    }
    let of_ground = |up: bool| {
        let laid = game.ground.glyphs.iter().filter(move |laid| laid.face_up == up);
        laid.filter_map(|laid| laid.kind).collect::<Vec<_>>()
    };
    let on_board = state.glyphs.iter().filter_map(|laid| laid.kind);
    let mut seen: Vec<_> = on_board.chain(state.carried.iter().map(|one| one.glyph)).collect();
    take_out(&mut seen, &of_ground(true));
    let mut left = of_ground(false);
    take_out(&mut left, &seen);
    // Which of them lies where must not be told by their order.
    left.sort();
    for laid in state.glyphs.iter_mut().filter(|laid| !laid.face_up && laid.kind.is_none()) {
        let fits = |kind: GlyphId| {
            glyphs::laid(game, laid.space, Some(kind), false).treasure == laid.treasure
        };
        let all: Vec<usize> = (0..left.len()).filter(|at| fits(left[*at])).collect();
        if let Some(chosen) = all.get(die(all.len().max(1) as u32) as usize) {
            laid.kind = Some(left.swap_remove(*chosen));
        }
    }
}

/// Takes out of a list one for each of others.
fn take_out(of: &mut Vec<GlyphId>, others: &[GlyphId]) {
    for other in others {
        if let Some(at) = of.iter().position(|one| one == other) {
            of.swap_remove(at);
        }
    }
}
