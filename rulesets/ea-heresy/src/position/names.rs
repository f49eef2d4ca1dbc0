//! What units, formations, places and orders are called; the same words are read when typed.

use crate::position::action::{Order, Target, Value};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use umpire_core::seat::Seat;
use umpire_core::table::{Point, said};

/// Names that are told at most where none is known.
pub(crate) const MOST_NAMED: usize = 16;

/// A place as it is typed: `(12.5, 30)`.
pub(crate) fn said_place(at: Point) -> String {
    format!("({}, {})", said(at.x), said(at.y))
}

impl Order {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Order::Advance => "advance",
            Order::Engage => "engage",
            Order::Double => "double",
            Order::March => "march",
            Order::Marshal => "marshal",
            Order::Overwatch => "overwatch",
            Order::SustainedFire => "sustained fire",
            Order::Hold => "hold",
        }
    }

    /// What a formation is to do.
    pub(crate) fn to_do(self) -> &'static str {
        match self {
            Order::Overwatch => "go on overwatch",
            Order::SustainedFire => "fire, sustained",
            other => other.name(),
        }
    }
}

impl Value {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Value::Ap => "AP",
            Value::At => "AT",
            Value::Aa => "AA",
            Value::Walls => "walls",
        }
    }
}

/// A unit's name, or its number where the game has no such unit.
pub(crate) fn unit_word(game: &EaHeresy, unit: UnitNo) -> String {
    match game.unit_names.get(unit.index()) {
        Some(name) => name.clone(),
        None => format!("unit #{}", unit.0),
    }
}

pub(crate) fn formation_word(game: &EaHeresy, formation: FormationNo) -> String {
    match game.sheets.get(formation.index()) {
        Some(sheet) => sheet.name.clone(),
        None => format!("formation #{}", formation.0),
    }
}

pub(crate) fn piece_word(game: &EaHeresy, piece: PieceNo) -> String {
    match game.board.pieces.get(piece.index()) {
        Some(piece) => piece.name.clone(),
        None => format!("piece #{}", piece.0),
    }
}

pub(crate) fn body_word(game: &EaHeresy, body: Body) -> String {
    match body {
        Body::Unit(unit) => unit_word(game, unit),
        Body::Stronghold(piece) => piece_word(game, piece),
    }
}

/// What is shot at.
pub(crate) fn target_word(game: &EaHeresy, target: Target) -> String {
    match target {
        Target::Formation(formation) => formation_word(game, formation),
        Target::Stronghold(piece) => piece_word(game, piece),
    }
}

/// A side's name; the judge's.
pub(crate) fn seat_word(game: &EaHeresy, seat: Seat) -> String {
    if seat.is_players() { game.side_name(seat).to_string() } else { seat.lettered() }
}

/// Where a unit is, in the words that amendments and facts use.
pub(crate) fn whereabouts_words(game: &EaHeresy, place: Whereabouts) -> String {
    match place {
        Whereabouts::Table(at) => said_place(at),
        Whereabouts::Inside(piece) => format!("in {}", piece_word(game, piece)),
        Whereabouts::Aboard(unit) => format!("aboard {}", unit_word(game, unit)),
        Whereabouts::Off => "off".to_string(),
        Whereabouts::Destroyed => "destroyed".to_string(),
    }
}

/// The units of a formation in the order of their numbers, the destroyed ones too.
pub(crate) fn all_of(state: &State, formation: FormationNo) -> Vec<UnitNo> {
    state.all_units().filter(|unit| state.unit(*unit).formation == formation).collect()
}

/// Every formation with the numbers of its units: `reds 1 to 4, colossus`.
pub(crate) fn known_units(game: &EaHeresy, state: &State, of: Option<Seat>) -> String {
    let own = |it: &FormationNo| of.is_none_or(|seat| state.formation(*it).owner == seat);
    let words = |formation: FormationNo| {
        let name = formation_word(game, formation);
        match all_of(state, formation).len() {
            0 | 1 => name,
            count => format!("{name} 1 to {count}"),
        }
    };
    let mut all: Vec<String> = state.all_formations().filter(own).map(words).collect();
    let more = all.len().saturating_sub(MOST_NAMED);
    all.truncate(MOST_NAMED);
    if more > 0 {
        all.push(format!("{more} more"));
    }
    all.join(", ")
}

/// Whether a piece is a stronghold, in ruins or not.
pub(crate) fn is_stronghold(game: &EaHeresy, piece: PieceNo) -> bool {
    let ground = game.board.pieces.get(piece.index());
    ground.is_some_and(|ground| game.terrain[ground.terrain.index()].stronghold.is_some())
}
