//! Positions as scenarios write them.

use super::{Figure, PieceId, Position, Post, Table};
use crate::tables::Skirmish;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Places};
use umpire_core::pieces::{Side, Sides};
use umpire_core::seat::Seat;
use umpire_core::table::{Decimal, MapSource};

/// What scenarios of this game say beyond what all scenarios say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is fought: a battlefield by name, or one written down here.
    pub battlefield: MapSource,
    /// The units of each side, a figure each.
    sides: Sides<UnitName>,
    /// A game under way; without it, one that begins with deployment.
    #[serde(default)]
    position: PositionForm,
}

/// A kind of figure.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct UnitName(#[schemars(extend("x-suggests" = "units#/units/*/id"))] String);

/// A game under way.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct PositionForm {
    /// The round.
    round: Option<u8>,
    /// Whose turn it is, A or B.
    turn: Option<Side>,
    /// Figures by name, such as `A1`.
    figures: BTreeMap<String, FigureForm>,
    /// Objectives by name, each with the side that holds it.
    objectives: BTreeMap<String, Side>,
}

/// A figure under way.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct FigureForm {
    /// Where it stands.
    at: Option<[Decimal; 2]>,
    /// Whether it has left the table.
    gone: bool,
    /// How many hits it took.
    lost: u8,
    /// Whether it was active this round.
    acted: bool,
    /// Whether it struck this round.
    tired: bool,
    /// Whether it loses its next activation.
    pinned: bool,
}

impl Body {
    /// The position, and whose turn it is; every name that means nothing is told.
    pub fn lay(
        &self,
        game: &Skirmish,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> (Position, Option<Seat>) {
        let (form, unit) = (&self.position, game.field.unit);
        let mut figures = Vec::new();
        for (side, field, UnitName(name)) in self.sides.each("sides", places, faults) {
            let kind = places.row_of(&field, ("unit", name), &game.units, faults);
            figures.extend(game.units.get(kind).map(|_| Figure::new(kind as u16, side)));
        }
        let figures = figures.into_iter().collect();
        let held = vec![None; game.field.objectives.len()];
        let mut p = Position { figures, held, round: form.round.unwrap_or(1) };
        let t = Table { game, position: &p };
        let names: Vec<String> = t.figures.ids().map(|id| t.name(id)).collect();
        for (name, given) in &form.figures {
            let field = format!("position.figures.{name}");
            let known = names.iter().map(String::as_str);
            let id = places.number_of_key(&field, "figure", name, known, faults);
            let Some(id) = id else { continue };
            let figure = &mut p.figures[PieceId(id as u8)];
            match unit.place_in(&format!("{field}.at"), given.at, (places, faults)) {
                Some(at) => figure.post = Post::At(at),
                None if given.gone && given.at.is_none() => figure.post = Post::Gone,
                None => {}
            }
            if given.at.is_some() && given.gone {
                let says = "it stands on the table: `gone` is said of one that has left it";
                faults.push(places.fault(&format!("{field}.gone"), says));
            }
            let FigureForm { lost, acted, tired, pinned, .. } = *given;
            let said = Figure { lost, acted, tired, pinned, ..*figure };
            if given.at.is_some() {
                *figure = said;
            } else if said != *figure {
                let says = "only a figure that stands has more: give it a place, as `at: [24, 24]`";
                faults.push(places.fault(&field, says));
            }
        }
        for (name, holder) in &form.objectives {
            let field = format!("position.objectives.{name}");
            let known = game.field.objectives.iter().map(|objective| objective.name.as_str());
            if let Some(at) = places.number_of_key(&field, "objective", name, known, faults) {
                p.held[at] = Some((*holder).into());
            }
        }
        (p, form.turn.map(Seat::from))
    }
}
