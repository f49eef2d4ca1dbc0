//! Units held over a map in the editor, what may be asked of them, and the scenario in which they stand there.

use crate::data::{Source, Tree, Written};
use crate::host::CardEntry;
use crate::pieces::numbered;
use crate::seat::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that can be held over a map, and what can be asked of it then.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Holdable {
    /// Its name.
    pub name: String,
    /// What it is.
    pub says: String,
}

impl From<CardEntry> for Holdable {
    fn from(card: CardEntry) -> Holdable {
        Holdable { name: card.name, says: card.title }
    }
}

/// A question about units held over a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Held {
    /// What it is called.
    pub name: &'static str,
    /// What it tells.
    pub says: &'static str,
    /// As it is typed, with `UNIT` and `OTHER` for the units held.
    pub line: &'static str,
    /// How many units are held: 1, or 2.
    pub places: u8,
}

impl Held {
    /// A question about one unit: what it is called, what it tells, and how it is typed, as `reach UNIT`.
    pub const fn one(name: &'static str, says: &'static str, line: &'static str) -> Held {
        Held { name, says, line, places: 1 }
    }

    /// A question about two units, as `los UNIT OTHER`.
    pub const fn two(name: &'static str, says: &'static str, line: &'static str) -> Held {
        Held { name, says, line, places: 2 }
    }
}

/// A unit held over a map.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeldAt {
    /// Its name.
    pub unit: String,
    /// For which seat, from 0.
    pub seat: u8,
    /// Over which place of the picture.
    pub at: (f32, f32),
}

/// Figures held over the battlefield of an open table, as a scenario lists them: those of A, then those of B.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldTable {
    file: Source,
    battlefield: Written,
    figures: Vec<HeldFigure>,
    asks: Seat,
}

/// A figure held over a battlefield.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldFigure {
    /// Its kind.
    pub unit: String,
    /// What it is called: as its kind, with a number where there are several.
    pub name: String,
    /// Whose it is.
    pub side: Seat,
    /// Where it stands, in tenths of the battlefield's unit; nowhere, where it is the one that its side has to have though nobody
    /// holds any.
    pub at: Option<Written>,
    /// Its number among those that are held.
    held: Option<usize>,
}

impl HeldTable {
    /// Figures of kinds among `units`, each where somebody holds it over the battlefield of a file.
    ///
    /// # Errors
    /// Where the file cannot be read or says no size, or there is no such kind.
    pub fn of<'u>(
        file: &Source,
        held: &[HeldAt],
        units: impl IntoIterator<Item = &'u str>,
    ) -> Result<HeldTable, String> {
        let battlefield = Tree::parse(file).map_err(|_| "the text has to be mended first")?;
        let battlefield = battlefield.written();
        let deep = battlefield.at("size[1]").and_then(|deep| deep.as_word()?.parse::<f32>().ok());
        let deep = deep.ok_or("the table has no size yet")?;
        let units: Vec<&str> = units.into_iter().collect();
        if let Some(unknown) = held.iter().find(|it| !units.contains(&it.unit.as_str())) {
            return Err(format!("there is no unit `{}`", unknown.unit));
        }
        let mut figures = Vec::new();
        for side in Seat::SIDES {
            let own = held.iter().enumerate().filter(|(_, it)| Seat(it.seat) == side);
            let own = own.map(|(number, it)| HeldFigure {
                unit: it.unit.clone(),
                name: String::new(),
                side,
                at: Some(Written::list([it.at.0, deep - it.at.1].map(Written::tenths))),
                held: Some(number),
            });
            let own: Vec<HeldFigure> = own.collect();
            let is_free = |unit: &&&str| held.iter().all(|it| it.unit != ***unit);
            let idle = units.iter().find(is_free).or(units.first()).filter(|_| own.is_empty());
            let (name, at, held) = (String::new(), None, None);
            let idle = idle.map(|unit| HeldFigure { unit: unit.to_string(), name, side, at, held });
            figures.extend(own.into_iter().chain(idle));
        }
        let kinds: Vec<String> = figures.iter().map(|figure| figure.unit.clone()).collect();
        for (at, figure) in figures.iter_mut().enumerate() {
            let alike =
                |kinds: &[String]| kinds.iter().filter(|kind| **kind == figure.unit).count();
            figure.name = numbered(&figure.unit, alike(&kinds[..at]), alike(&kinds));
        }
        let asks = held.first().map_or(Seat(0), |first| Seat(first.seat));
        Ok(HeldTable { file: file.clone(), battlefield, figures, asks })
    }

    /// All figures.
    pub fn figures(&self) -> &[HeldFigure] {
        &self.figures
    }

    /// Those of both sides as a scenario writes them: `{A: [...], B: [...]}`.
    pub fn sides(&self, form: impl Fn(&HeldFigure) -> Written) -> Written {
        let of = |side: Seat| {
            let own = self.figures.iter().filter(|figure| figure.side == side);
            (side.lettered(), Written::list(own.map(&form)))
        };
        Written::Row(Seat::SIDES.map(of).into())
    }

    /// Whose turn it is: that of whoever is held first, for it is asked what it may do.
    pub fn turn(&self) -> Written {
        Written::word(self.asks.lettered())
    }

    /// The scenario of a game in which they stand there, with more of its fields; and what each is called that is held.
    pub fn scenario(
        self,
        game: &str,
        fields: impl IntoIterator<Item = (&'static str, Written)>,
    ) -> (Source, Vec<String>) {
        let head = [("game", Written::word(game)), ("battlefield", self.battlefield)];
        let lines = head.into_iter().chain(fields).map(|(name, it)| format!("{name}: {it}\n"));
        let mut names: Vec<_> =
            self.figures.into_iter().filter_map(|it| Some((it.held?, it.name))).collect();
        names.sort_unstable();
        let names = names.into_iter().map(|(_, name)| name).collect();
        (Source::new(&self.file.path, lines.collect::<String>()), names)
    }
}
