//! Where figures are, what a position is, and what a scenario says of it.

use crate::NewGame;
use crate::figures::{Figure, Position};
use crate::tables::Rule;
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::RangeInclusive;
use umpire_core::data::{DataError, Places};
use umpire_core::hex::HexId;
use umpire_core::numbers::Kind;
use umpire_core::pieces::{PieceId, Side, Sides};
use umpire_core::plan::{PlanForm, WallsForm};
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

/// Where a figure stands.
pub type Place = HexId;

/// The most figures of a side.
const MOST_FIGURES: usize = 8;

impl NewGame {
    /// The range of numbers that stand for places, for records and programs.
    pub(crate) fn range_of_places(&self, kind: Kind) -> Option<RangeInclusive<i64>> {
        self.plan.range(kind)
    }
}

impl Position {
    /// Who stands on a hex.
    pub fn on(&self, hex: HexId) -> Option<PieceId> {
        self.figures.that(|figure| figure.at == Some(hex)).next()
    }

    /// Every reason why there is no such position.
    pub fn faults(&self, game: &NewGame) -> Vec<Refusal<Rule>> {
        let hexes = game.plan.places().len();
        let is_known = |figure: &Figure| {
            usize::from(figure.unit) < game.units.len()
                && Seat::SIDES.contains(&figure.side)
                && figure.at.is_none_or(|hex| hex.index() < hexes)
        };
        if !self.figures.iter().all(is_known) {
            return vec![Refusal::at(Rule::Figures, "", "these are no figures of this game")];
        }
        let (sides, may_have) = (Seats::first_of(2), 1..=MOST_FIGURES);
        let mut found = self.figures.faults_of_counts(sides, Rule::Figures, "figures", may_have);
        for id in self.figures.ids() {
            let (figure, most) = (self.figures[id], game.unit(self, id).wounds);
            let (name, Some(hex)) = (game.name(self, id), figure.at) else { continue };
            let place = |part| self.figures.field(id, part);
            if !(1..=most).contains(&figure.wounds) {
                let says = format!("{name} has 1 to {most} wounds left, not {}", figure.wounds);
                found.push(Refusal::at(Rule::Wounds, place("wounds"), says));
            }
            let (ground, at) = (game.plan.ground_of(hex), game.plan.name(hex));
            if ground.impassable {
                let says = format!("{name} cannot stand in the {} on {at}", ground.id);
                found.push(Refusal::at(Rule::InTheWay, place("at"), says));
            }
            if let Some(first) = self.on(hex).filter(|first| *first != id) {
                let says = format!("{} stands on {at}", game.name(self, first));
                found.push(Refusal::at(Rule::Figures, place("at"), says));
            }
        }
        if !(1..=game.edition.rounds).contains(&self.round) {
            let says = format!("round {} of {}", self.round, game.edition.rounds);
            found.push(Refusal::at(Rule::OnceARound, "round", says));
        }
        found
    }
}

/// What scenarios of this game say beside what those of all games do.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The board in letters; the table of ground says what each stands for.
    pub board: PlanForm,
    /// What stands between places, each as `C1-C4 e wall`.
    #[serde(default)]
    pub walls: WallsForm,
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
    /// The hex it stands on, as `C4`; one without has been removed.
    #[serde(default)]
    at: Option<String>,
    /// Wounds left; all, where nothing is said.
    #[serde(default)]
    wounds: Option<u8>,
    /// Whether it has acted this round.
    #[serde(default)]
    acted: bool,
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
            let at = form.at.as_ref().and_then(|name| game.plan.named(name));
            if let (Some(name), None) = (&form.at, at) {
                faults.push(places.fault(&place("at"), format!("there is no hex `{name}`")));
            }
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
