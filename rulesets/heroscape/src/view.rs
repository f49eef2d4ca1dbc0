//! What one player may see, and positions that could be behind a view.

use crate::event::Event;
use crate::game::HeroScape;
use crate::state::State;
use umpire_core::seat::Seat;

impl HeroScape {
    /// The position with other players' hidden markers and hidden glyphs masked (HS-9.1.2). Teammates
    /// and the judge see the markers (HS-3.1.2).
    pub fn seen_by(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        for copy in &mut view.copies {
            if seat != Seat::JUDGE && !state.friends(seat, copy.controller) {
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
    pub fn heard_by(&self, state: &State, event: &Event, seat: Seat) -> bool {
        match event {
            Event::MarkersPlaced { seat: placed, .. } => {
                seat == Seat::JUDGE || state.friends(seat, *placed)
            }
            Event::TurnLost { seat: lost, shown: false, .. } => {
                seat == Seat::JUDGE || state.friends(seat, *lost)
            }
            Event::Amended { only: Some(of), .. } => {
                seat == Seat::JUDGE || state.friends(seat, *of)
            }
            _ => true,
        }
    }

    /// A position that gives the same view: hidden markers are dealt to the cards that hold some.
    pub fn imagine(&self, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
        let mut state = view.clone();
        for seat in (0..state.seats()).map(Seat) {
            let own = |copy: &&mut crate::state::Fielded| copy.controller == seat;
            let known: u8 =
                state.copies.iter().filter(|c| c.controller == seat).map(|c| c.markers).sum();
            let mut missing: Vec<u8> = (0..4).filter(|marker| known >> marker & 1 == 0).collect();
            for copy in state.copies.iter_mut().filter(own) {
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
}
