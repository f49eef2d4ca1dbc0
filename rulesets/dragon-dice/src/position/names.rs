//! What seats, places, armies, dice, rolls and rules are called; the same words are read back when they are typed.

use crate::position::action::Target;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::data::suggest;
use umpire_core::ruling::RuleId;
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

/// The same, of players and the judge.
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

/// The armies on the table of those players, each as it would be typed.
pub(crate) fn army_words(
    game: &DragonDice,
    state: &State,
    of: impl Fn(Seat) -> bool,
) -> Vec<String> {
    let seats = (0..state.players()).map(Seat).filter(|seat| of(*seat));
    let armies = seats.flat_map(|owner| state.armies(owner));
    armies.map(|army| army_word(game, state, army)).collect()
}

/// The id of a die's kind.
pub fn kind_word<'g>(game: &'g DragonDice, state: &State, owner: Seat, die: u8) -> &'g str {
    let known = state.seated(owner) && usize::from(die) < state.roster.force(owner).members().len();
    if !known {
        return "?";
    }
    &game.catalog.kind(state.roster.force(owner).kind(die)).id
}

/// Dice of a player by kind and number: `2 oakling, oak`; `nothing` where there are none.
pub(crate) fn dice_words(game: &DragonDice, state: &State, owner: Seat, set: PieceSet) -> String {
    if !state.seated(owner) {
        return "nothing".to_string();
    }
    let mut words = Vec::new();
    for (kind, all) in state.roster.force(owner).kinds() {
        let count = set.and(*all).len();
        let id = &game.catalog.kind(*kind).id;
        match count {
            0 => {}
            1 => words.push(id.clone()),
            _ => words.push(format!("{count} {id}")),
        }
    }
    if words.is_empty() { "nothing".to_string() } else { words.join(", ") }
}

/// Dice as they are typed where `among` is in question: counted where the first ones are meant,
/// otherwise by their number among the dice of that kind (`oakling 3`).
pub fn exact_words(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    set: PieceSet,
) -> String {
    if !state.seated(owner) || set.is_empty() {
        return "nothing".to_string();
    }
    let mut words = Vec::new();
    for (kind, all) in state.roster.force(owner).kinds() {
        let wanted = set.and(*all);
        let id = &game.catalog.kind(*kind).id;
        let count = wanted.len();
        if count == 0 {
            continue;
        }
        let first: PieceSet =
            in_order(state, owner, among.and(*all)).take(count as usize).collect();
        if first == wanted {
            words.push(if count == 1 { id.clone() } else { format!("{count} {id}") });
            continue;
        }
        for die in wanted.iter() {
            words.push(format!("{id} {}", number_of(state, owner, die)));
        }
    }
    words.join(", ")
}

/// Dice in the order in which a count takes them: those that are held by nothing first.
pub(crate) fn in_order(
    state: &State,
    owner: Seat,
    set: PieceSet,
) -> impl Iterator<Item = u8> + use<> {
    let held = state.held(owner, false);
    set.without(held).iter().chain(set.and(held).iter())
}

/// The number of a die among those of its kind in its owner's force, from 1.
pub(crate) fn number_of(state: &State, owner: Seat, die: u8) -> u32 {
    let kinds = state.roster.force(owner).kinds();
    let own = kinds.iter().find(|(_, set)| set.contains(die));
    own.map_or(1, |(_, set)| set.iter().take_while(|other| *other <= die).count() as u32)
}

/// One die of anybody: `A red-drake`, `A red-drake at frontier`, `A red-drake 2`.
pub(crate) fn piece_word(game: &DragonDice, state: &State, piece: Piece) -> String {
    let Piece { owner, number } = piece;
    let (seat, kind) = (seat_word(game, owner), kind_word(game, state, owner, number));
    if !state.seated(owner) {
        return format!("{seat} {kind}");
    }
    let kinds = state.roster.force(owner).kinds();
    let all = kinds.iter().find(|(_, set)| set.contains(number));
    let all = all.map_or(PieceSet::NONE, |(_, set)| *set);
    if all.len() < 2 {
        return format!("{seat} {kind}");
    }
    let place = state.place_of(piece);
    if in_order(state, owner, all.and(state.at(owner, place))).next() == Some(number) {
        let preposition = if place.as_terrain().is_some() { "at" } else { "in" };
        return format!("{seat} {kind} {preposition} {}", place_word(game, state, place));
    }
    format!("{seat} {kind} {}", number_of(state, owner, number))
}

/// A die of anybody with its number, as pictures name it: `A oakling 3`.
pub(crate) fn die_word(game: &DragonDice, state: &State, piece: Piece) -> String {
    let Piece { owner, number } = piece;
    let kind = kind_word(game, state, owner, number);
    format!("{} {kind} {}", seat_word(game, owner), number_of(state, owner, number))
}

/// The name of a rule: of a row of a table its own, otherwise that of the rule index.
pub(crate) fn rule_name(game: &DragonDice, rule: Rule) -> String {
    match rule {
        Rule::Sai(sai) => game.catalog.sai(sai).name.clone(),
        Rule::Spell(spell) => game.catalog.spell(spell).name.clone(),
        Rule::Ability(ability) => game.catalog.ability(ability).name.clone(),
        rule => {
            let entry = game.catalog.rules.get(rule.id());
            entry.map_or(rule.id().to_string(), |entry| entry.name.replace('_', " "))
        }
    }
}

/// Counts by type in words: `4 melee, 2 save`; `nothing` for none.
pub(crate) fn split_words(split: &[u8; 5]) -> String {
    let parts: Vec<String> = Counted::ALL
        .iter()
        .filter(|kind| split[kind.index()] > 0)
        .map(|kind| format!("{} {}", split[kind.index()], kind.name()))
        .collect();
    if parts.is_empty() { "nothing".to_string() } else { parts.join(" ") }
}

/// Whether two faces of a kind look alike.
pub(crate) fn same_face(
    game: &DragonDice,
    kind: crate::tables::catalog::KindId,
    one: u8,
    other: u8,
) -> bool {
    let die = game.catalog.dice.get(kind.die());
    die.face_name(one) == die.face_name(other)
}

/// At what a spell is aimed; nothing for one of the caster's own.
pub(crate) fn target_words(game: &DragonDice, state: &State, target: &Target) -> String {
    match *target {
        Target::Army(army) => army_word(game, state, army),
        Target::Terrain(place) => place_word(game, state, place),
        Target::Piece(piece) => piece_word(game, state, piece),
        Target::Units { of, units } => {
            let there = if state.seated(of.owner) { state.at(of.owner, of.place) } else { units };
            let dice = exact_words(game, state, of.owner, there, units);
            format!("{dice} of {}", army_word(game, state, of))
        }
        // Where it has gone there already it is not told as lying there.
        Target::Sent { piece, to } if state.seated(piece.owner) && state.place_of(piece) == to => {
            let (seat, kind) =
                (seat_word(game, piece.owner), kind_word(game, state, piece.owner, piece.number));
            format!("{seat} {kind} to {}", place_word(game, state, to))
        }
        Target::Sent { piece, to } => {
            format!("{} to {}", piece_word(game, state, piece), place_word(game, state, to))
        }
        Target::SentUnits { of, units, to } => {
            let dice = target_words(game, state, &Target::Units { of, units });
            format!("{dice} to {}", place_word(game, state, to))
        }
        Target::Own => String::new(),
    }
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
