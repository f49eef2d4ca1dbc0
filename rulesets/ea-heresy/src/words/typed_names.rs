//! Names of units, formations, places and orders as they are typed, whole or in part.

use super::cursor::{Cursor, Parsed};
use crate::position::action::{Order, Target};
use crate::position::game::EaHeresy;
use crate::position::names::{
    MOST_NAMED, formation_word, is_stronghold, known_units, piece_word, unit_word,
};
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo};
use crate::position::{called, units};
use std::sync::LazyLock;
use umpire_core::command::{Names, Vocabulary, few, first_words, unlike_any};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// Words with which commands begin: they are no parts of names.
static COMMANDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| first_words(EaHeresy::actions()));

impl Order {
    /// The order of a name, taken from typed words.
    pub(super) fn typed(cursor: &mut Cursor) -> Option<Order> {
        let short = [
            (Order::SustainedFire, "sustain"),
            (Order::SustainedFire, "sustained"),
            (Order::Advance, "advances"),
            (Order::Double, "doubles"),
            (Order::March, "marches"),
            (Order::Marshal, "marshals"),
            (Order::Engage, "engages"),
            (Order::Engage, "charge"),
            (Order::Hold, "holds"),
        ];
        let all = Order::ALL.into_iter().chain([Order::Hold]).map(|order| (order, order.name()));
        all.chain(short).find(|(_, name)| cursor.eat(name)).map(|(order, _)| order)
    }
}

/// A unit named next; numbers alone count in `own`.
pub(super) fn typed_unit(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    cursor: &mut Cursor,
) -> Parsed<UnitNo> {
    let find = |name: &str| {
        let known = |unit: &UnitNo| unit.index() < state.units.len();
        let numbered = || Some(UnitNo(name.strip_prefix("unit #")?.parse().ok()?));
        called::unit_called(game, &state.units, own, name).or_else(numbered).filter(known)
    };
    // `red 1` for `reds 1`.
    let several = |name: &str| {
        let (word, number) = name.rsplit_once(' ')?;
        number.parse::<u8>().ok()?;
        find(&format!("{word}s {number}"))
    };
    let part = |name: &str| part_of_name("unit", &game.unit_names, name);
    let known = |at: &usize| *at < state.units.len();
    let by_part = |cursor: &mut Cursor| {
        cursor.name(|name| part(name)?.ok().filter(known).map(|at| UnitNo(at as u16)))
    };
    let unit = cursor.name(find).or_else(|| cursor.name(several));
    let unit = unit.or_else(|| by_part(cursor));
    let unit = unit.ok_or_else(|| no_unit(game, state, cursor))?;
    if is_lone(game, state, unit) && cursor.peek() == Some("1") {
        let mut ahead = cursor.clone();
        ahead.eat("1");
        let amount = ahead.done() || ahead.clone().length().is_some();
        if !amount && ahead.peek() != Some("cm") && ahead.clone().direction().is_none() {
            *cursor = ahead; // `giant 1` for the `giant`
        }
    }
    Ok(unit)
}

/// Takes the number of a formation's only unit, where nothing follows it that could be counted by it: `giant 1` for the
/// `giant`.
pub(super) fn eat_lone_number(game: &EaHeresy, state: &State, unit: UnitNo, cursor: &mut Cursor) {
    let mut ahead = cursor.clone();
    if is_lone(game, state, unit) && ahead.eat("1") && ahead.done() {
        *cursor = ahead;
    }
}

/// Whether a unit goes by the name of its formation alone.
fn is_lone(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    unit_word(game, unit) == formation_word(game, state.unit(unit).formation)
}

/// The text of a question without the number of a formation's only unit at its end.
pub(super) fn without_lone_number<'t>(game: &EaHeresy, text: &'t str) -> &'t str {
    let Some(before) = text.trim_end().strip_suffix(" 1") else { return text };
    let ends = |name: &String| before.to_lowercase().ends_with(&format!(" {name}"));
    let lone = |name: &String| game.sheets.iter().any(|sheet| sheet.name == *name);
    let found = game.unit_names.iter().filter(|name| lone(name)).any(ends);
    if found { before } else { text }
}

fn no_unit(game: &EaHeresy, state: &State, cursor: &Cursor) -> Slip {
    let name = cursor.name_like();
    let formation = game.sheets.iter().find(|sheet| {
        name.strip_prefix(&sheet.name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    if let Some(sheet) = formation {
        let count = game.unit_names.iter().filter(|unit| unit.starts_with(&sheet.name)).count();
        let says =
            format!("say which unit of `{}`, as `{} 1` to `{0} {count}`", sheet.name, sheet.name);
        return Slip::new(says);
    }
    let words: Vec<&str> = name.split(' ').collect();
    let near = (1..=words.len().min(4))
        .rev()
        .find_map(|count| called::near_unit(game, &words[..count].join(" ")));
    if name.is_empty() {
        return Slip::new("expected the name of a unit").meant(near);
    }
    let alike = |unit: &UnitNo| {
        let row = game.catalog.unit(units::model_of(game, state, *unit).unit);
        row.key.replace('_', " ") == name || row.name.to_lowercase() == name
    };
    let near = near.or_else(|| state.all_units().find(alike).map(|it| unit_word(game, it)));
    match near {
        Some(near) => Slip::new(format!("there is no unit `{name}`")).meant(Some(near)),
        None => {
            let known = known_units(game, state, None);
            Slip::new(format!("there is no unit `{name}`, there are {known}"))
        }
    }
}

/// Which of some names a part of it means, where it is no word that commands begin with.
fn part_of_name(kind: &'static str, names: &[String], part: &str) -> Option<Result<usize, Slip>> {
    let first = part.split(' ').next()?;
    let is_command = COMMANDS.contains(&first);
    if is_command || !first.chars().any(char::is_alphabetic) {
        return None;
    }
    let mut known = Names::of(kind);
    names.iter().enumerate().for_each(|(at, name)| known.add(name.as_str(), at));
    Some(known.find(part))
}

/// A formation named next.
pub(super) fn typed_formation(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<FormationNo> {
    let names: Vec<String> = game.sheets.iter().map(|sheet| sheet.name.clone()).collect();
    let part = |name: &str| part_of_name("formation", &names, name);
    let found = cursor.name(|name| called::formation_called(game, name));
    let several = |name: &str| called::formation_called(game, &format!("{name}s"));
    let found = found.or_else(|| cursor.name(several));
    let by_part = || cursor.name(|name| part(name)?.ok().map(|at| FormationNo(at as u16)));
    found.or_else(by_part).ok_or_else(|| {
        let name = cursor.rest();
        let first = name.split(' ').next().unwrap_or("");
        if name.is_empty() {
            let few = few(names.iter().map(String::as_str));
            return Slip::asking(format!("which formation? {few}"));
        }
        if let Some(Err(slip)) = part(first)
            && slip.asks
        {
            return slip;
        }
        let known = || game.sheets.iter().map(|sheet| sheet.name.as_str());
        let near = suggest(&name, known()).or_else(|| suggest(first, known()));
        if near.is_none() {
            let named: Vec<&str> = known().take(MOST_NAMED).collect();
            let few = named.join(", ");
            return Slip::new(format!("there is no formation `{name}`, there are {few}"));
        }
        Slip::new(format!("there is no formation `{name}`")).meant(near)
    })
}

/// What is shot at, named next: a formation, or a stronghold by itself.
pub(super) fn typed_target(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<Target> {
    let mut ahead = cursor.clone();
    if let Ok(formation) = typed_formation(game, &mut ahead) {
        *cursor = ahead;
        return Ok(Target::Formation(formation));
    }
    let mut ahead = cursor.clone();
    match typed_stronghold(game, &mut ahead) {
        Ok(piece) => {
            *cursor = ahead;
            Ok(Target::Stronghold(piece))
        }
        Err(_) => typed_formation(game, cursor).map(Target::Formation),
    }
}

/// A piece of ground named next.
pub(super) fn typed_piece(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<PieceNo> {
    piece_named(game, cursor).ok_or_else(|| {
        let known = game.board.pieces.iter().map(|piece| piece.name.as_str());
        unlike_any("piece of ground", &cursor.rest(), known)
    })
}

fn piece_named(game: &EaHeresy, cursor: &mut Cursor) -> Option<PieceNo> {
    let names: Vec<String> = game.board.pieces.iter().map(|piece| piece.name.clone()).collect();
    let part = |name: &str| part_of_name("piece of ground", &names, name)?.ok();
    let found = cursor.name(|name| game.board.named(name));
    let by_part = || cursor.name(|name| part(name).map(|at| PieceNo(at as u16)));
    found.or_else(by_part)
}

/// A stronghold named next.
pub(super) fn typed_stronghold(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<PieceNo> {
    let strongholds = game.board.all().filter(|piece| is_stronghold(game, *piece));
    let known: Vec<String> = strongholds.map(|piece| piece_word(game, piece)).collect();
    let known = || known.iter().map(String::as_str);
    let Some(piece) = piece_named(game, cursor) else {
        return Err(unlike_any("stronghold", &cursor.rest(), known()));
    };
    if is_stronghold(game, piece) {
        return Ok(piece);
    }
    let name = piece_word(game, piece);
    Err(Slip::new(format!("`{name}` is no stronghold; there is {}", few(known()))))
}

/// A unit or stronghold named next; a formation of several units is asked for one of them.
pub(super) fn typed_body(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    cursor: &mut Cursor,
) -> Parsed<Body> {
    let mut ahead = cursor.clone();
    if let Ok(piece) = typed_stronghold(game, &mut ahead) {
        *cursor = ahead;
        return Ok(Body::Stronghold(piece));
    }
    typed_unit(game, state, own, cursor).map(Body::Unit)
}

/// A side named next.
pub(super) fn typed_seat(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<Seat> {
    cursor.name(|name| called::seat_called(game, name)).ok_or_else(|| {
        unlike_any("side", &cursor.rest(), game.sides.iter().map(|side| side.name.as_str()))
    })
}
