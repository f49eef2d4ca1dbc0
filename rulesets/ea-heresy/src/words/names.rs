//! What units, formations, places and orders are called; the same words are read when typed.

use super::cursor::{Cursor, Parsed};
use super::parse::STARTS;
use crate::action::{Order, Value};
use crate::game::EaHeresy;
use crate::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use umpire_core::command::{Names, few};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;
use umpire_core::table::{Point, said};

/// Names that are told at most where none is known.
const MOST_NAMED: usize = 16;

/// A place as it is typed: `(12.5, 30)`.
pub(crate) fn said_place(at: Point) -> String {
    format!("({}, {})", said(at.x), said(at.y))
}

/// `1 marker`, `2 markers`.
pub(crate) fn count(number: impl Into<i64>, word: &str) -> String {
    let number = number.into();
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {word}{ending}")
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

impl Value {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Value::Ap => "ap",
            Value::At => "at",
            Value::Aa => "aa",
            Value::Walls => "walls",
        }
    }
}

impl EaHeresy {
    /// A unit's name, or its number where the game has no such unit.
    pub(crate) fn unit_word(&self, unit: UnitNo) -> String {
        match self.unit_names.get(unit.index()) {
            Some(name) => name.clone(),
            None => format!("unit #{}", unit.0),
        }
    }

    pub(crate) fn formation_word(&self, formation: FormationNo) -> String {
        match self.sheets.get(formation.index()) {
            Some(sheet) => sheet.name.clone(),
            None => format!("formation #{}", formation.0),
        }
    }

    pub(crate) fn piece_word(&self, piece: PieceNo) -> String {
        match self.board.pieces.get(piece.index()) {
            Some(piece) => piece.name.clone(),
            None => format!("piece #{}", piece.0),
        }
    }

    pub(crate) fn body_word(&self, body: Body) -> String {
        match body {
            Body::Unit(unit) => self.unit_word(unit),
            Body::Stronghold(piece) => self.piece_word(piece),
        }
    }

    /// A side's name; the judge's.
    pub(crate) fn seat_word(&self, seat: Seat) -> String {
        if seat == Seat::JUDGE { "judge".to_string() } else { self.side_name(seat).to_string() }
    }

    /// Where a unit is, in the words that amendments and facts use.
    pub(crate) fn whereabouts_words(&self, place: Whereabouts) -> String {
        match place {
            Whereabouts::Table(at) => said_place(at),
            Whereabouts::Inside(piece) => format!("in {}", self.piece_word(piece)),
            Whereabouts::Aboard(unit) => format!("aboard {}", self.unit_word(unit)),
            Whereabouts::Off => "off".to_string(),
            Whereabouts::Destroyed => "destroyed".to_string(),
        }
    }

    /// The units of a formation in the order of their numbers, the destroyed ones too.
    pub(crate) fn all_of(&self, state: &State, formation: FormationNo) -> Vec<UnitNo> {
        state.all_units().filter(|unit| state.unit(*unit).formation == formation).collect()
    }

    /// A unit named next; numbers alone count in `own`.
    pub(super) fn typed_unit(
        &self,
        state: &State,
        own: &[UnitNo],
        cursor: &mut Cursor,
    ) -> Parsed<UnitNo> {
        let find = |name: &str| {
            let known = |unit: &UnitNo| unit.index() < state.units.len();
            let numbered = || Some(UnitNo(name.strip_prefix("unit #")?.parse().ok()?));
            self.unit_called(&state.units, own, name).or_else(numbered).filter(known)
        };
        // `red 1` for `reds 1`.
        let several = |name: &str| {
            let (word, number) = name.rsplit_once(' ')?;
            number.parse::<u8>().ok()?;
            find(&format!("{word}s {number}"))
        };
        let part = |name: &str| self.part_of_name("unit", &self.unit_names, name);
        let known = |at: &usize| *at < state.units.len();
        let by_part = |cursor: &mut Cursor| {
            cursor.name(|name| part(name)?.ok().filter(known).map(|at| UnitNo(at as u16)))
        };
        let unit = cursor.name(find).or_else(|| cursor.name(several));
        let unit = unit.or_else(|| by_part(cursor));
        let unit = unit.ok_or_else(|| self.no_unit(state, cursor))?;
        if self.is_lone(state, unit) && cursor.peek() == Some("1") {
            let mut ahead = cursor.clone();
            ahead.eat("1");
            let amount = ahead.done() || ahead.clone().length().is_some();
            if !amount && ahead.peek() != Some("cm") && ahead.clone().direction().is_none() {
                *cursor = ahead; // `giant 1` for the `giant`
            }
        }
        Ok(unit)
    }

    /// Whether a unit goes by the name of its formation alone.
    fn is_lone(&self, state: &State, unit: UnitNo) -> bool {
        self.unit_word(unit) == self.formation_word(state.unit(unit).formation)
    }

    /// The text of a question without the number of a formation's only unit at its end.
    pub(super) fn without_lone_number<'t>(&self, text: &'t str) -> &'t str {
        let Some(before) = text.trim_end().strip_suffix(" 1") else { return text };
        let ends = |name: &String| before.to_lowercase().ends_with(&format!(" {name}"));
        let lone = |name: &String| self.sheets.iter().any(|sheet| sheet.name == *name);
        let found = self.unit_names.iter().filter(|name| lone(name)).any(ends);
        if found { before } else { text }
    }

    /// Every formation with the numbers of its units: `reds 1 to 4, colossus`.
    pub(crate) fn known_units(&self, state: &State, of: Option<Seat>) -> String {
        let own = |it: &FormationNo| of.is_none_or(|seat| state.formation(*it).owner == seat);
        let words = |formation: FormationNo| {
            let name = self.formation_word(formation);
            match self.all_of(state, formation).len() {
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

    fn no_unit(&self, state: &State, cursor: &Cursor) -> Slip {
        let name = cursor.name_like();
        let formation = self.sheets.iter().find(|sheet| {
            name.strip_prefix(&sheet.name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        if let Some(sheet) = formation {
            let count = self.unit_names.iter().filter(|unit| unit.starts_with(&sheet.name)).count();
            let says = format!(
                "say which unit of `{}`, as `{} 1` to `{0} {count}`",
                sheet.name, sheet.name
            );
            return Slip::new(says);
        }
        let words: Vec<&str> = name.split(' ').collect();
        let near = (1..=words.len().min(4))
            .rev()
            .find_map(|count| self.near_unit(&words[..count].join(" ")));
        if name.is_empty() {
            return Slip::new("expected the name of a unit").meant(near);
        }
        let alike = |unit: &UnitNo| {
            let row = self.catalog.unit(self.model_of(state, *unit).unit);
            row.key.replace('_', " ") == name || row.name.to_lowercase() == name
        };
        let near = near.or_else(|| state.all_units().find(alike).map(|it| self.unit_word(it)));
        match near {
            Some(near) => Slip::new(format!("there is no unit `{name}`")).meant(Some(near)),
            None => {
                let known = self.known_units(state, None);
                Slip::new(format!("there is no unit `{name}`, there are {known}"))
            }
        }
    }

    /// Which of some names a part of it means, where it is no word that commands begin with.
    fn part_of_name(
        &self,
        kind: &'static str,
        names: &[String],
        part: &str,
    ) -> Option<Result<usize, Slip>> {
        let first = part.split(' ').next()?;
        let is_command = STARTS.iter().any(|start| start.split(' ').any(|word| word == first));
        if is_command || !first.chars().any(char::is_alphabetic) {
            return None;
        }
        let mut known = Names::of(kind);
        names.iter().enumerate().for_each(|(at, name)| known.add(name.as_str(), at));
        Some(known.find(part))
    }

    /// A formation named next.
    pub(super) fn typed_formation(&self, cursor: &mut Cursor) -> Parsed<FormationNo> {
        let names: Vec<String> = self.sheets.iter().map(|sheet| sheet.name.clone()).collect();
        let part = |name: &str| self.part_of_name("formation", &names, name);
        let found = cursor.name(|name| self.formation_called(name));
        let several = |name: &str| self.formation_called(&format!("{name}s"));
        let found = found.or_else(|| cursor.name(several));
        let by_part = || cursor.name(|name| part(name)?.ok().map(|at| FormationNo(at as u16)));
        found.or_else(by_part).ok_or_else(|| {
            let name = cursor.rest();
            let first = name.split(' ').next().unwrap_or("");
            if name.is_empty() {
                let few = few(names.iter().map(String::as_str));
                return Slip::new(format!("which formation? {few}"));
            }
            if let Some(Err(slip)) = part(first)
                && slip.says.starts_with("which")
            {
                return slip;
            }
            let known = || self.sheets.iter().map(|sheet| sheet.name.as_str());
            let near = suggest(&name, known()).or_else(|| suggest(first, known()));
            if near.is_none() {
                let named: Vec<&str> = known().take(MOST_NAMED).collect();
                let few = named.join(", ");
                return Slip::new(format!("there is no formation `{name}`, there are {few}"));
            }
            Slip::new(format!("there is no formation `{name}`")).meant(near)
        })
    }

    /// A piece of ground named next.
    pub(super) fn typed_piece(&self, cursor: &mut Cursor) -> Parsed<PieceNo> {
        let names: Vec<String> = self.board.pieces.iter().map(|piece| piece.name.clone()).collect();
        let part = |name: &str| self.part_of_name("piece of ground", &names, name)?.ok();
        let found = cursor.name(|name| self.board.named(name));
        let by_part = || cursor.name(|name| part(name).map(|at| PieceNo(at as u16)));
        found.or_else(by_part).ok_or_else(|| {
            let name = cursor.rest();
            let known = self.board.pieces.iter().map(|piece| piece.name.as_str());
            Slip::new(format!("there is no piece of ground `{name}`")).meant(suggest(&name, known))
        })
    }

    /// A stronghold named next.
    pub(super) fn typed_stronghold(&self, cursor: &mut Cursor) -> Parsed<PieceNo> {
        let piece = self.typed_piece(cursor)?;
        if self.is_stronghold(piece) {
            return Ok(piece);
        }
        let name = self.piece_word(piece);
        let mut strongholds = self.board.all().filter(|piece| self.is_stronghold(*piece));
        let near = strongholds.next().map(|piece| self.piece_word(piece));
        Err(Slip::new(format!("`{name}` is no stronghold")).meant(near))
    }

    /// Whether a piece is a stronghold, in ruins or not.
    pub(crate) fn is_stronghold(&self, piece: PieceNo) -> bool {
        let ground = self.board.pieces.get(piece.index());
        ground.is_some_and(|ground| self.terrain[ground.terrain.index()].stronghold.is_some())
    }

    /// A unit or stronghold named next; a formation of several units is asked for one of them.
    pub(super) fn typed_body(
        &self,
        state: &State,
        own: &[UnitNo],
        cursor: &mut Cursor,
    ) -> Parsed<Body> {
        let mut ahead = cursor.clone();
        if let Ok(piece) = self.typed_stronghold(&mut ahead) {
            *cursor = ahead;
            return Ok(Body::Stronghold(piece));
        }
        self.typed_unit(state, own, cursor).map(Body::Unit)
    }

    /// A side named next.
    pub(super) fn typed_seat(&self, cursor: &mut Cursor) -> Parsed<Seat> {
        cursor.name(|name| self.seat_called(name)).ok_or_else(|| {
            let name = cursor.rest();
            let known = self.sides.iter().map(|side| side.name.as_str());
            Slip::new(format!("there is no side `{name}`")).meant(suggest(&name, known))
        })
    }
}
