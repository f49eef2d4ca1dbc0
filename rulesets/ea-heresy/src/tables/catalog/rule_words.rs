//! Special rules as lists print them: a name, a number in brackets, and now and then a slip.

use super::{Special, TkDice};
use umpire_core::data::{DataError, Places};

/// A printed special rule, found in the table.
pub(super) struct Printed<'a> {
    pub special: &'a Special,
    /// What stands in brackets, such as `6+`, `2` or `D3`.
    pub argument: Option<&'a str>,
}

/// Finds a printed rule; a slip of spelling is noted and read as what was meant, and a rule that no
/// table has is noted and left out.
pub(super) fn find<'a>(
    specials: &'a [Special],
    printed: &'a str,
    places: &Places,
    field: &str,
    notes: &mut Vec<DataError>,
) -> Option<Printed<'a>> {
    let (name, argument) = split(printed);
    let exact = specials.iter().find(|row| row.name == name || row.also.iter().any(|o| o == name));
    if let Some(special) = exact {
        return Some(Printed { special, argument });
    }
    let loose = specials.iter().find(|row| loosely(&row.name) == loosely(name));
    notes.push(match loose {
        Some(special) => {
            places.fault(field, format!("`{name}` is read as the special rule `{}`", special.name))
        }
        None => {
            let known = specials.iter().map(|special| special.name.as_str());
            let unknown = places.unknown(field, "special rule", name, known);
            let problem = format!("{}, which is left out", unknown.problem);
            DataError { problem, ..unknown }
        }
    });
    loose.map(|special| Printed { special, argument })
}

/// A name and what stands in the brackets after it.
fn split(printed: &str) -> (&str, Option<&str>) {
    match printed.split_once('(') {
        Some((name, rest)) => (name.trim(), Some(rest.trim_end_matches(')').trim())),
        None => (printed.trim(), None),
    }
}

fn loosely(name: &str) -> String {
    name.to_lowercase().trim_end_matches('s').to_string()
}

impl Printed<'_> {
    /// The number in the brackets: `6+`, `+1` and `2` alike.
    pub fn number(&self) -> Option<u8> {
        self.argument?.trim_matches('+').parse().ok()
    }

    /// The die in the brackets: `D3`, `D3+1`.
    pub fn die(&self) -> Option<TkDice> {
        let (sides, plus) = match self.argument?.strip_prefix('D')?.split_once('+') {
            Some((sides, plus)) => (sides, plus.parse().ok()?),
            None => (self.argument?.strip_prefix('D')?, 0),
        };
        let sides = sides.parse().ok()?;
        [2, 3, 6].contains(&sides).then_some(TkDice { sides, plus })
    }

    /// That the number in the brackets is missing or is none.
    pub fn numberless(&self, places: &Places, field: &str) -> DataError {
        let name = &self.special.name;
        places.fault(field, format!("`{name}` needs a number, as in `{name}(2)`"))
    }

    /// Why no code keeps it, as units and weapons say it.
    pub fn deferred(&self) -> Option<String> {
        self.special.deferred.as_ref().map(|why| format!("{}: {why}", self.special.name))
    }
}
