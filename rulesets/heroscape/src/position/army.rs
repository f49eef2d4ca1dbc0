//! Army cards as they are fielded with their figures, and how those of one name are numbered.

use crate::position::game::HeroScape;
use crate::position::state::{CopyId, Fielded, Figure, MAX_COPIES, MAX_FIGURES, Place, State};
use crate::tables::catalog::CardId;
use umpire_core::seat::Seat;

/// Adds a card with its figures in reserve; says whether they fit the game.
pub fn field_card(game: &HeroScape, state: &mut State, seat: Seat, card: CardId) -> bool {
    let figures = game.catalog.card(card).figures;
    let (held, copies) = (state.figures.len(), state.copies.len());
    if held + usize::from(figures) > MAX_FIGURES || copies >= MAX_COPIES {
        return false;
    }
    let copy = CopyId(copies as u8);
    let mut fielded = Fielded::new(card, seat);
    fielded.counters = game.catalog.card(card).starting_counters();
    state.copies.push(fielded);
    for _ in 0..figures {
        let place = Place::Reserve;
        let (owner, controller) = (seat, seat);
        state.figures.push(Figure {
            copy,
            number: 0,
            owner,
            controller,
            wounds: 0,
            spent: 0,
            place,
        });
    }
    true
}

/// Numbers figures and cards of one name through the whole game; the only one has none.
pub fn number(state: &mut State, game: &HeroScape) {
    let words: Vec<&str> =
        state.all_figures().map(|(id, _)| game.card(state, id).figure.as_str()).collect();
    let numbers = numbered(&words);
    for (figure, number) in state.figures.iter_mut().zip(numbers) {
        figure.number = number;
    }
    let cards: Vec<CardId> = state.copies.iter().map(|copy| copy.card).collect();
    for (copy, number) in state.copies.iter_mut().zip(numbered(&cards)) {
        copy.number = number;
    }
}

fn numbered<T: PartialEq>(names: &[T]) -> Vec<u8> {
    let number = |(at, name): (usize, &T)| {
        if names.iter().filter(|other| *other == name).count() == 1 {
            return 0;
        }
        names[..=at].iter().filter(|other| *other == name).count() as u8
    };
    names.iter().enumerate().map(number).collect()
}
