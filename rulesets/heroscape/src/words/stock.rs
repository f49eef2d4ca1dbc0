//! What a referee may put down: figures that were fielded, army cards that were not, glyphs.

use super::card::card_numbers;
use crate::position::game::HeroScape;
use crate::position::names;
use crate::position::state::{Place, State};
use crate::rules::fitting;
use umpire_core::host::{PutDown, Stock};
use umpire_core::seat::Seat;

/// How the army card of a name would be fielded, or the first where there is none of that name; nothing where the tables have
/// none at all.
pub(super) fn field_words(game: &HeroScape, name: &str) -> Option<String> {
    let cards = &game.catalog.cards;
    let card = cards.iter().find(|card| card.id.eq_ignore_ascii_case(name)).or(cards.first())?;
    Some(format!("field {} {}", game.seat_word(Seat(0)), card.id))
}

/// How the first figure that lies ready would be put down on a space that is free; where there is no figure yet, how a card
/// is fielded.
pub(crate) fn put_down_words(game: &HeroScape, state: &State) -> Option<String> {
    if state.figures.is_empty() {
        return field_words(game, "");
    }
    let mut ready = state.all_figures().filter(|(_, figure)| figure.place == Place::Reserve);
    let (figure, _) = ready.next()?;
    let mut spaces = game.ground.board.space_ids();
    let to = spaces.find_map(|space| fitting::standing_at(game, state, figure, space))?;
    let (name, to) = (game.figure_name(state, figure), names::spaces_words(game, to));
    Some(format!("place {name} at {to}"))
}

/// Everything that may be put down, what is fielded first.
pub(crate) fn stocked(game: &HeroScape, state: &State) -> Vec<Stock> {
    let figures = state.all_figures().map(|(id, figure)| {
        let (name, card) = (game.figure_name(state, id), game.card(state, id));
        let group = format!("figures of {}", game.seat_word(figure.controller));
        let line = format!("place {name} at");
        let placed = Stock::placed(group, &*name, line);
        let turned = fitting::turned(game, state, id).map(|spaces| PutDown {
            says: "turn".to_string(),
            line: format!("place {name} at {}", names::spaces_words(game, spaces)),
            aims: false,
        });
        Stock {
            ways: placed.ways.iter().cloned().chain(turned).collect(),
            says: format!("{}: {}", card.name, card_numbers(card)),
            is_down: matches!(figure.place, Place::Board(..)),
            asks: format!("card {}", card.id),
            ..placed
        }
    });
    let seats: Vec<Seat> = (0..state.seats()).map(Seat).collect();
    let cards = game.catalog.cards.iter().map(|card| {
        let ways = seats.iter().map(|seat| {
            let seat = game.seat_word(*seat);
            let line = format!("field {seat} {}", card.id);
            PutDown { says: format!("for {seat}"), line, aims: false }
        });
        Stock {
            group: "army cards".to_string(),
            name: card.name.clone(),
            says: format!("{}, {} points", card_numbers(card), card.points),
            is_down: false,
            ways: ways.collect(),
            asks: format!("card {}", card.id),
        }
    });
    let glyphs = game.catalog.glyphs.iter().map(|glyph| Stock {
        says: glyph.says.clone(),
        ..Stock::placed("glyphs", glyph.id.as_str(), format!("glyph {} at", glyph.id))
    });
    figures.chain(cards).chain(glyphs).collect()
}
