//! Where figures are, what a position is, and what a scenario says of it.

use crate::NewGame;
use crate::figures::{Figure, Position};
use crate::tables::Rule;
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::RangeInclusive;
use umpire_core::data::{DataError, Places, Written};
use umpire_core::host::HeldFigure;
use umpire_core::numbers::Kind;
use umpire_core::pieces::{Side, Sides};
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{Decimal, Hindrance, MapSource, Placed, Point};

/// Where the middle of a figure is.
pub type Place = Point;

/// The most figures of a side.
const MOST_FIGURES: usize = 8;

impl Placed for Figure {
    fn at(&self) -> Option<Point> {
        self.at
    }
}

impl NewGame {
    /// The range of numbers that stand for places, for records and programs.
    pub(crate) fn range_of_places(&self, kind: Kind) -> Option<RangeInclusive<i64>> {
        self.field.range(kind)
    }
}

impl Position {
    /// Every reason why there is no such position.
    pub fn faults(&self, game: &NewGame) -> Vec<Refusal<Rule>> {
        if !game.field.knows(&self.figures) {
            return vec![Refusal::at(Rule::Figures, "", "these are no figures of this game")];
        }
        let (sides, may_have) = (Seats::first_of(2), 1..=MOST_FIGURES);
        let mut faults = self.figures.faults_of_counts(sides, Rule::Figures, "figures", may_have);
        for id in self.figures.ids() {
            let (figure, most) = (self.figures[id], game.unit(self, id).wounds);
            let (name, Some(at)) = (game.name(self, id), figure.at) else { continue };
            let place = |part| self.figures.field(id, part);
            if !(1..=most).contains(&figure.wounds) {
                let says = format!("{name} has 1 to {most} wounds left, not {}", figure.wounds);
                faults.push(Refusal::at(Rule::Wounds, place("wounds"), says));
            }
            let (field, base) = (&game.field, game.field.base_at(figure.unit.into(), at));
            let found = field.hindrance(&self.figures, id, &base);
            // Of two that overlap the second is told.
            let is_told =
                |found: &Hindrance| !matches!(found, Hindrance::Piece(other) if *other > id);
            if let Some(found) = found.filter(is_told) {
                let says = field.say_hindrance(found, id, |id| game.name(self, id));
                faults.push(Refusal::at(Rule::Standing, place("at"), says));
            }
        }
        if !(1..=game.edition.rounds).contains(&self.round) {
            let says = format!("round {} of {}", self.round, game.edition.rounds);
            faults.push(Refusal::at(Rule::OnceARound, "round", says));
        }
        faults
    }
}

/// What scenarios of this game say beside what those of all games do.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is fought: a battlefield by its name, or one written down here.
    pub battlefield: MapSource,
    /// The figures of both sides.
    sides: Sides<FigureForm>,
    /// The round; the first, where nothing is said.
    #[serde(default)]
    round: Option<u8>,
    /// Whose turn it is; that of A, where nothing is said.
    #[serde(default)]
    turn: Side,
}

/// A figure as a scenario writes it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FigureForm {
    /// Its unit.
    #[schemars(extend("x-names" = "units#/units/*/id"))]
    unit: String,
    /// Where its middle is, in the unit of the battlefield; one without has been removed.
    #[serde(default)]
    at: Option<[Decimal; 2]>,
    /// Wounds left; all, where nothing is said.
    #[serde(default)]
    wounds: Option<u8>,
    /// Whether it has acted this round.
    #[serde(default)]
    acted: bool,
}

/// A figure that is held over a battlefield, as a scenario writes it.
pub fn written(figure: &HeldFigure) -> Written {
    let at = figure.at.clone().map(|at| ("at", at));
    Written::row([("unit", Written::word(&figure.unit))].into_iter().chain(at))
}

impl Body {
    /// The position; every name that means nothing is told.
    pub fn lay(
        &self,
        free: bool,
        game: &NewGame,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> Position {
        let mut figures = Vec::new();
        for (side, field, form) in self.sides.each("sides", places, faults) {
            let place = |part| format!("{field}.{part}");
            let unit = places.row_of(&place("unit"), ("unit", &form.unit), &game.units, faults);
            let Some(row) = game.units.get(unit) else { continue };
            let at = game.field.unit.place_in(&place("at"), form.at, (places, faults));
            let wounds = form.wounds.unwrap_or(row.wounds);
            let acted = form.acted && !free;
            let mut figure = Figure { unit: unit as u16, side, at, wounds, acted };
            if at.is_none() {
                figure.remove();
            }
            figures.push(figure);
        }
        let turn = if free { Seat::JUDGE } else { self.turn.into() };
        let figures = figures.into_iter().collect();
        Position { figures, round: self.round.unwrap_or(1), turn }
    }
}
