//! What the people at a table are called, beside the letters of their seats.

use super::Live;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use std::collections::BTreeSet;
use umpire_core::printable::printable;
use umpire_core::seat::Seat;

/// Letters of the longest name.
const LONGEST_NAME: usize = 24;

/// Names by seats, and how often one was given.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// How often one was given.
    pub given: i64,
    /// Each seat whose player has one, with it.
    pub all: Vec<(u8, String)>,
}

impl Names {
    /// What whoever sits on a seat is called, if they said.
    pub fn of(&self, seat: u8) -> Option<&str> {
        let found = self.all.iter().find(|(named, _)| *named == seat);
        found.map(|(_, name)| name.as_str()).filter(|name| !name.is_empty())
    }

    /// The seats of others whose players have a name, in order.
    pub fn others(&self, role: &Role) -> impl Iterator<Item = Seat> {
        let named = self.all.iter().filter(|(_, name)| !name.is_empty());
        let seats: BTreeSet<Seat> = named.map(|(seat, _)| Seat(*seat)).collect();
        seats.into_iter().filter(|seat| !role.holds(*seat))
    }
}

/// A name as it is shown: in a line, without what steers how it is printed.
///
/// # Errors
/// Where it is too long.
pub fn printed(name: &str) -> Result<String, Problem> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = printable(&words.join(" ")).into_owned();
    match name.chars().count() {
        0..=LONGEST_NAME => Ok(name),
        long => {
            let says = format!("a name of {long} letters, {LONGEST_NAME} are the most");
            Err(Problem::says(says))
        }
    }
}

impl Live {
    /// Hears what those who sit here are called.
    pub fn hear_names(&mut self, names: Names) {
        self.forget_views();
        self.names = names;
    }

    /// What those who sit here are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// A seat with the name of whoever sits there: `Anna (A)`.
    pub(super) fn called(&self, seat: Seat) -> String {
        let letter = self.name(seat);
        match self.names.of(seat.0) {
            Some(name) => format!("{name} ({letter})"),
            None => letter,
        }
    }

    /// The seats that somebody names themselves at: of persons, their own.
    ///
    /// # Errors
    /// Where they sit nowhere.
    pub fn named_by(&self, role: &Role, seat: Option<u8>) -> Result<Vec<u8>, Problem> {
        let own = role.seats.iter().copied().filter(|own| seat.is_none_or(|seat| seat == *own));
        let own: Vec<u8> = own.filter(|own| self.is_person(Seat(*own))).collect();
        match own.is_empty() {
            true => {
                Err(Problem::forbidden("who sits on a seat gives the name of whoever sits there"))
            }
            false => Ok(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_and_not_long() {
        let told = |name: &str| printed(name).map_err(|problem| problem.fault.says);
        assert_eq!(told("  Anna\n of  Ulm ").as_deref(), Ok("Anna of Ulm"));
        assert_eq!(told("A\u{202E}nna").as_deref(), Ok("A\u{FFFD}nna"));
        assert_eq!(told(&"ü".repeat(24)).as_deref(), Ok("ü".repeat(24).as_str()));
        assert!(told(&"x".repeat(25)).is_err_and(|says| says.contains("24 are the most")));
        let names = Names { given: 2, all: vec![(0, "Anna".into()), (1, String::new())] };
        assert_eq!((names.of(0), names.of(1), names.of(2)), (Some("Anna"), None, None));
    }
}
