//! What things are called where they are typed and told: spaces, seats, figures and fielded cards.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, Fielded, Figure, FigureId, State};
use umpire_core::hex::SpaceId;
use umpire_core::seat::Seat;

/// The spaces of a figure, named with a blank between.
pub fn spaces_named(game: &HeroScape, names: &str) -> Result<Footprint, String> {
    let mut spaces = Vec::new();
    for name in names.split([' ', ',', '+']).filter(|name| !name.is_empty()) {
        spaces.push(space_named(game, name)?);
    }
    Footprint::named(&spaces)
        .ok_or_else(|| format!("expected one or two spaces, or all six, found `{names}`"))
}

/// A space by name: `F7/3`, or `F7` for the only or the highest one there.
pub fn space_named(game: &HeroScape, name: &str) -> Result<SpaceId, String> {
    let board = &game.ground.board;
    let found = board.space_named(name).or_else(|| {
        let hex = board.origin().parse(name)?;
        let mut spaces = board.spaces_on(board.hex_id(hex)?).iter().rev().copied();
        spaces.find(|space| !game.ground.at(*space).rung)
    });
    found.ok_or_else(|| format!("there is no space `{name}`"))
}

/// The seat of that name.
pub fn seat_named(game: &HeroScape, name: &str) -> Option<Seat> {
    let at = game.seat_names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some(Seat(at as u8))
}

/// The figure called so at the prompt.
pub fn figure_named(game: &HeroScape, state: &State, name: &str) -> Option<FigureId> {
    let name = name.trim();
    let (word, number) = match name.rsplit_once(' ') {
        Some((word, number)) => match number.parse::<u8>() {
            Ok(number) => (word, number),
            Err(_) => (name, 0),
        },
        None => (name, 0),
    };
    let is_it = |(_, figure): &(FigureId, &Figure)| {
        let printed = game.catalog.card(state.copy(figure.copy).card);
        (figure.number == number || (figure.number == 0 && number == 1))
            && printed.figure.eq_ignore_ascii_case(word)
    };
    state.all_figures().find(is_it).map(|(id, _)| id)
}

/// The fielded card called so at the prompt.
pub fn copy_named(game: &HeroScape, state: &State, name: &str) -> Option<CopyId> {
    let named =
        |(id, _): &(CopyId, &Fielded)| game.copy_name(state, *id).eq_ignore_ascii_case(name.trim());
    state.all_copies().find(named).map(|(id, _)| id)
}

/// The names of some spaces, as they are typed.
pub fn spaces_words(game: &HeroScape, spaces: Footprint) -> String {
    let names: Vec<String> = spaces.spaces().map(|space| game.ground.name(space)).collect();
    names.join(" ")
}
