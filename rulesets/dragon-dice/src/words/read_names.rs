//! Places, armies, players and rows of tables read as people type them; slips say what was probably meant.

use crate::position::action::Target;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::state::State;
use crate::tables::catalog::{Element, KindId, SpellId};
use crate::words::asked;
use crate::words::read_dice::{read_dice, read_piece};
use umpire_core::command::{Names, few, unlike_any};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// What was read, or why it cannot be.
pub(super) type Parsed<T> = Result<T, Slip>;

/// Words as they are compared: lower case, `-` and `_` as blanks, one blank between words.
pub(super) fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['-', '_'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rest after a word that stands at the beginning by itself.
pub(super) fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The seat with whose name the text begins, and the rest.
pub(super) fn seat_first<'a>(
    game: &DragonDice,
    state: &State,
    text: &'a str,
) -> Option<(Seat, &'a str)> {
    let seats = (0..state.players()).map(Seat);
    let mut found: Option<(Seat, &str)> = None;
    for seat in seats {
        let name = plain(&names::seat_word(game, seat));
        let rest = after(text, &format!("{name}'s")).or_else(|| after(text, &name));
        if let Some(rest) = rest
            && found.is_none_or(|(_, other)| rest.len() < other.len())
        {
            found = Some((seat, rest));
        }
    }
    found
}

pub(super) fn read_seat(game: &DragonDice, state: &State, text: &str) -> Parsed<Seat> {
    let text = plain(text);
    match seat_first(game, state, &text) {
        Some((seat, "")) => Ok(seat),
        _ => {
            let known: Vec<String> =
                (0..state.players()).map(|seat| names::seat_word(game, Seat(seat))).collect();
            Err(unlike_any("player", &text, known.iter().map(String::as_str)))
        }
    }
}

/// Reads a place; `home` alone is that of `own`.
pub fn read_place(game: &DragonDice, state: &State, own: Seat, text: &str) -> Parsed<Place> {
    let text = plain(text);
    let text = text.strip_prefix("the ").unwrap_or(&text);
    match text {
        "frontier" | "f" => return Ok(state.frontier()),
        "reserve" | "reserves" | "reserve area" | "r" => return Ok(Place::RESERVE),
        "dead" | "dua" | "dead unit area" => return Ok(Place::DEAD),
        "buried" | "bua" | "buried unit area" => return Ok(Place::BURIED),
        "pool" | "summoning pool" => return Ok(Place::POOL),
        "out" => return Ok(Place::OUT),
        "home" if state.seated(own) => return Ok(Place::terrain(own.0)),
        _ => {}
    }
    let home = after(text, "home").map(|rest| after(rest, "of").unwrap_or(rest));
    if let Some((seat, "")) = home.and_then(|rest| seat_first(game, state, rest)) {
        return Ok(Place::terrain(seat.0));
    }
    if let Some((seat, "home")) = seat_first(game, state, text) {
        return Ok(Place::terrain(seat.0));
    }
    let called = |kind: KindId| {
        let kind = game.catalog.kind(kind);
        plain(&kind.id) == text || plain(&kind.name) == text
    };
    if let Some(at) = state.grounds.iter().position(|ground| called(ground.kind)) {
        return Ok(Place::terrain(at as u8));
    }
    let known: Vec<String> = state
        .terrains()
        .chain([Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL])
        .map(|place| names::place_word(game, state, place))
        .collect();
    Err(unlike_any("place", text, known.iter().map(String::as_str)))
}

/// Reads an army; without a place it is the one at `near`, or the player's only one.
pub fn read_army(
    game: &DragonDice,
    state: &State,
    near: Option<Place>,
    text: &str,
) -> Parsed<Army> {
    let text = plain(text);
    let text = after(&text, "the").unwrap_or(&text);
    let Some((owner, rest)) = seat_first(game, state, text) else {
        let words = text.split(' ').next().unwrap_or(text);
        read_seat(game, state, words)?;
        return Err(Slip::new(format!("there is no army `{text}`")));
    };
    let rest = after(rest, "army").unwrap_or(rest);
    let rest = ["at", "in", "on"].iter().find_map(|word| after(rest, word)).unwrap_or(rest);
    if !rest.is_empty() {
        return Ok(Army { owner, place: read_place(game, state, owner, rest)? });
    }
    if let Some(place) = near
        && state.exists(Army { owner, place })
    {
        return Ok(Army { owner, place });
    }
    let mut armies = state.armies(owner);
    match (armies.next(), armies.next()) {
        (Some(army), None) => Ok(army),
        (None, _) => Err(Slip::new(format!("{} has no army", names::seat_word(game, owner)))),
        (Some(_), _) => {
            let known = names::army_words(game, state, |seat| seat == owner);
            let known = few(known.iter().map(String::as_str));
            Err(Slip::asking(format!("which army of {}? {known}", names::seat_word(game, owner))))
        }
    }
}

/// The army that is attacked: by its name, by its owner's where it lies at the march under way, or by its place.
pub(super) fn read_enemy(game: &DragonDice, state: &State, own: Seat, text: &str) -> Parsed<Army> {
    let text = text.to_lowercase();
    let name = ["on", "against", "at"].iter().find_map(|word| after(&text, word)).unwrap_or(&text);
    let named = read_army(game, state, asked::marching_from(state), name);
    named.or_else(|slip| match read_place(game, state, own, name) {
        Ok(place) => opposing_army(game, state, own, place),
        Err(_) => Err(slip),
    })
}

/// The army that acts: by its name, by its owner's where it is on its march, or by its place, at which the player whose home it is
/// comes before the one whose turn it is.
pub(super) fn read_acting_army(game: &DragonDice, state: &State, text: &str) -> Parsed<Army> {
    let slip = match read_army(game, state, asked::marching_from(state), text) {
        Ok(army) => return Ok(army),
        Err(slip) => slip,
    };
    let Ok(place) = read_place(game, state, state.marching, text) else { return Err(slip) };
    let home = place.as_terrain().filter(|_| place != state.frontier()).map(Seat);
    let seats = (0..state.players()).map(Seat);
    let mut owners = home.into_iter().chain([state.marching]).chain(seats);
    let army = owners.find_map(|owner| {
        let army = Army { owner, place };
        (state.seated(owner) && state.exists(army)).then_some(army)
    });
    army.ok_or_else(|| {
        Slip::new(format!("no army is at `{}`", names::place_word(game, state, place)))
    })
}

/// The army of an opponent that a place names, where a text names one.
pub(super) fn read_opposing_army(
    game: &DragonDice,
    state: &State,
    own: Seat,
    text: &str,
) -> Option<Parsed<Army>> {
    let place = read_place(game, state, own, text).ok()?;
    Some(opposing_army(game, state, own, place))
}

/// The one army of an opponent at a place.
fn opposing_army(game: &DragonDice, state: &State, own: Seat, place: Place) -> Parsed<Army> {
    let armies = state.others(own).map(|owner| Army { owner, place });
    let armies: Vec<Army> = armies.filter(|army| state.exists(*army)).collect();
    let says = |army: &Army| names::army_word(game, state, *army);
    match armies.as_slice() {
        [one] => Ok(*one),
        [] => {
            let place = names::place_word(game, state, place);
            Err(Slip::new(format!("no army of an opponent is at `{place}`")))
        }
        several => {
            let said: Vec<String> = several.iter().map(says).collect();
            Err(Slip::asking(format!("which army? {}", few(said.iter().map(String::as_str)))))
        }
    }
}

/// At what a spell is aimed.
pub(super) fn read_target(
    game: &DragonDice,
    state: &State,
    own: Seat,
    text: &str,
) -> Parsed<Target> {
    if text.is_empty() {
        return Ok(Target::Own);
    }
    if let Some((sent, to)) = text.rsplit_once(" to ")
        && let Ok(to) = read_place(game, state, own, to)
        && let Ok(Target::Units { of, units }) = read_target(game, state, own, sent)
    {
        return Ok(Target::SentUnits { of, units, to });
    }
    if let Some((dice, army)) = text.split_once(" of ")
        && let Ok(of) = read_army(game, state, None, army)
        && state.seated(of.owner)
    {
        let units = read_dice(game, state, of.owner, state.at(of.owner, of.place), dice)?;
        return Ok(Target::Units { of, units });
    }
    if let Some((piece, to)) = text.rsplit_once(" to ")
        && let Ok(to) = read_place(game, state, own, to)
    {
        return Ok(Target::Sent { piece: read_piece(game, state, own, piece)?, to });
    }
    if let Ok(place) = read_place(game, state, own, text) {
        return Ok(Target::Terrain(place));
    }
    match (read_army(game, state, None, text), read_piece(game, state, own, text)) {
        (Ok(army), _) => Ok(Target::Army(army)),
        (_, Ok(piece)) => Ok(Target::Piece(piece)),
        (Err(slip), Err(_)) => read_dice_of_anybody(game, state, text).ok_or(slip),
    }
}

/// A die that one other player alone has, or several of a player's that lie together.
fn read_dice_of_anybody(game: &DragonDice, state: &State, text: &str) -> Option<Target> {
    let text = plain(text);
    let (named, rest) = seat_first(game, state, &text).unzip();
    let read = |owner: Seat| {
        let units = read_dice(game, state, owner, PieceSet::ALL, rest.unwrap_or(&text)).ok()?;
        Some((owner, units)).filter(|_| !units.is_empty())
    };
    let seats = (0..state.players()).map(Seat);
    let mut found = seats.filter(|seat| named.is_none_or(|named| named == *seat)).filter_map(read);
    let (Some((owner, units)), None) = (found.next(), found.next()) else { return None };
    let number = units.first()?;
    if units.len() == 1 {
        return Some(Target::Piece(Piece { owner, number }));
    }
    let of = Army { owner, place: state.place_of(Piece { owner, number }) };
    units.within(state.at(owner, of.place)).then_some(Target::Units { of, units })
}

pub(super) fn read_element(text: &str) -> Parsed<Element> {
    Element::ALL
        .into_iter()
        .find(|element| element.name() == text || element.colour() == text)
        .ok_or_else(|| {
            let known = Element::ALL.map(Element::name);
            Slip::new(format!("there is no element `{text}`")).meant(suggest(text, known))
        })
}

/// Reads the name of a spell; of those whose effect no source tells it says so (DD-7.12).
pub(super) fn read_spell(game: &DragonDice, name: &str) -> Parsed<SpellId> {
    let known = |row: &str| plain(row) == plain(name);
    let unknown = game.catalog.unknown_spells.iter();
    if let Some(row) = unknown.clone().find(|row| known(&row.id) || known(&row.name)) {
        let says = "stands on the classic list, but no source says what it costs or does";
        return Err(Slip::new(format!("`{}` {says} (DD-7.12)", row.name)));
    }
    let rows = game.catalog.spells.iter();
    let rows = rows.map(|spell| (spell.id.as_str(), spell.name.as_str()));
    Ok(SpellId(read_row("spell", rows, name)? as u8))
}

/// The row of a table with that id or name.
pub(super) fn read_row<'a>(
    table: &'static str,
    rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    name: &str,
) -> Parsed<usize> {
    let wanted = plain(name);
    let fits = |(id, name): (&str, &str)| plain(id) == wanted || plain(name) == wanted;
    if let Some(at) = rows.clone().position(fits) {
        return Ok(at);
    }
    let mut names = Names::of(table);
    for (at, (id, name)) in rows.enumerate() {
        names.add(id, at);
        names.also(name, at);
    }
    names.find(&wanted)
}
