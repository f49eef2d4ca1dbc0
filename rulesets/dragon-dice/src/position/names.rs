//! Names of seats, places, armies and rolls, as setups and people write them.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use umpire_core::data::suggest;
use umpire_core::seat::Seat;

/// The seat of that name.
pub(crate) fn seat_named(game: &DragonDice, name: &str) -> Option<Seat> {
    let at = game.seat_names.iter().position(|n| n.eq_ignore_ascii_case(name.trim()))?;
    Some(Seat(at as u8))
}

/// The same, or what is wrong.
pub(crate) fn seat_of_word(game: &DragonDice, name: &str) -> Result<Seat, String> {
    seat_named(game, name).ok_or_else(|| {
        format!("there is no seat `{}`, there are {}", name.trim(), game.seat_names.join(", "))
    })
}

/// A place by name: `home A`, `frontier`, `reserve`, `dead`, `buried`, `pool`, `out`; `home`
/// alone is the own Home Terrain of the seat that speaks.
pub(crate) fn place_named(game: &DragonDice, words: &str, own: Option<Seat>) -> Option<Place> {
    let words = words.trim();
    let whole = words.to_ascii_lowercase();
    let players = game.seat_names.len() as u8;
    match whole.as_str() {
        "home" => return own.map(|seat| Place::terrain(seat.0)),
        "frontier" => return Some(Place::terrain(players)),
        "reserve" | "reserves" => return Some(Place::RESERVE),
        "dead" | "dua" => return Some(Place::DEAD),
        "buried" | "bua" => return Some(Place::BURIED),
        "pool" | "summoning pool" => return Some(Place::POOL),
        "out" => return Some(Place::OUT),
        _ => {}
    }
    let (first, rest) = words.split_once(' ')?;
    let rest = rest.trim();
    let seat = if first.eq_ignore_ascii_case("home") {
        seat_named(game, rest.strip_prefix("of ").unwrap_or(rest))
    } else if rest.eq_ignore_ascii_case("home") {
        seat_named(game, first)
    } else {
        None
    };
    seat.map(|seat| Place::terrain(seat.0))
}

/// The same, or what is wrong.
pub(crate) fn place_of_word(
    game: &DragonDice,
    words: &str,
    own: Option<Seat>,
) -> Result<Place, String> {
    place_named(game, words, own).ok_or_else(|| {
        let homes = game.seat_names.iter().map(|name| format!("home {name}"));
        let fixed = ["frontier", "reserve", "dead", "buried", "pool", "out"];
        let all: Vec<String> = homes.chain(fixed.map(String::from)).collect();
        let near = suggest(words.trim(), all.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        format!("unknown place `{}`{near}", words.trim())
    })
}

/// A terrain by name.
pub(crate) fn ground_of_word(
    game: &DragonDice,
    words: &str,
    own: Option<Seat>,
) -> Result<Place, String> {
    let place = place_of_word(game, words, own)?;
    match place.as_terrain() {
        Some(_) => Ok(place),
        None => Err(format!("`{}` is no terrain", words.trim())),
    }
}

/// An army: `A frontier`, `A at home B`, `B reserve`.
pub(crate) fn army_of_word(game: &DragonDice, words: &str) -> Result<Army, String> {
    let words = words.trim();
    let (seat, place) = words
        .split_once(' ')
        .ok_or_else(|| format!("expected a seat and a place, found `{words}`"))?;
    let owner = seat_of_word(game, seat)?;
    let place = place.trim();
    let place = place_of_word(game, place.strip_prefix("at ").unwrap_or(place), Some(owner))?;
    Ok(Army { owner, place })
}

/// What a seat is called.
pub(crate) fn name_of(game: &DragonDice, seat: Seat) -> String {
    game.seat_names.get(seat.index()).cloned().unwrap_or_else(|| seat.lettered())
}

/// What a seat is called.
pub(crate) fn seat_word(game: &DragonDice, seat: Seat) -> String {
    if seat == Seat::JUDGE { "the judge".to_string() } else { name_of(game, seat) }
}

/// A place: `home A`, `frontier`, `reserve`, `dead`, `buried`, `pool`, `out`.
pub(crate) fn place_word(game: &DragonDice, state: &State, place: Place) -> String {
    match place {
        Place::RESERVE => "reserve".to_string(),
        Place::DEAD => "dead".to_string(),
        Place::BURIED => "buried".to_string(),
        Place::POOL => "pool".to_string(),
        place if place == state.frontier() => "frontier".to_string(),
        place if state.is_home(place) => format!("home {}", seat_word(game, Seat(place.0))),
        _ => "out".to_string(),
    }
}

/// An army: `A at frontier`, `A in reserve`.
pub fn army_word(game: &DragonDice, state: &State, army: Army) -> String {
    if army.place == Place::OUT && state.assembling.is_some() {
        return format!("the horde army of {}", seat_word(game, army.owner));
    }
    let preposition = if army.place.as_terrain().is_some() { "at" } else { "in" };
    let place = place_word(game, state, army.place);
    format!("{} {preposition} {place}", seat_word(game, army.owner))
}

/// What an army rolls.
pub(crate) fn roll_word(kind: RollKind) -> &'static str {
    match kind {
        RollKind::Order => "for the order of play",
        RollKind::Maneuver => "maneuver",
        RollKind::CounterManeuver => "counter-maneuver",
        RollKind::Melee => "melee",
        RollKind::Counter => "a counter-attack",
        RollKind::Missile => "missile",
        RollKind::Volley => "missile in answer",
        RollKind::Magic => "magic",
        RollKind::SaveMelee => "saves against melee",
        RollKind::SaveMissile => "saves against missiles",
        RollKind::SaveOther => "saves",
        RollKind::Dragon => "against dragons",
        RollKind::Charged => "saves and melee against a charge",
        RollKind::Thorns => "melee against thorns",
        RollKind::Tide => "saves and maneuver against a tidal wave",
        RollKind::Negation => "magic negation",
        RollKind::Mire => "maneuver in the mire",
        RollKind::Flood => "maneuver against a flood",
    }
}
