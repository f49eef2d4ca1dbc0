//! Positions as scenarios write them.

use super::{Figure, Piece, PieceId, Position, Post, Table};
use crate::tables::Skirmish;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Places, in_order};
use umpire_core::seat::Seat;
use umpire_core::table::{Decimal, MapSource, Point};

/// What scenarios of this game say beyond what all scenarios say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Where it is fought: a battlefield by name, or one written down here.
    pub battlefield: MapSource,
    /// The units of each side, a figure each.
    #[serde(deserialize_with = "in_order")]
    #[schemars(extend("x-suggests" = "units#/units/*/id"))]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub sides: Vec<(String, Vec<String>)>,
    /// A game under way; without it, one that begins with deployment.
    #[serde(default)]
    position: PositionForm,
}

/// A game under way.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct PositionForm {
    /// The round.
    round: Option<u8>,
    /// Whose turn it is, A or B.
    turn: Option<String>,
    /// Figures by name, such as `A1`.
    figures: BTreeMap<String, FigureForm>,
    /// Objectives by name, each with the side that holds it.
    objectives: BTreeMap<String, String>,
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
        let form = &self.position;
        let mut figures = Vec::new();
        for (name, units) in &self.sides {
            let field = format!("sides.{name}");
            let side = side(name, places.key_fault(&field, ""), faults);
            for (at, unit) in units.iter().enumerate() {
                let ids = game.units.iter().map(|row| row.id.as_str());
                match (game.units.iter().position(|row| row.id == *unit), side) {
                    (Some(kind), Some(side)) => figures.push(Figure::new(kind as u16, side)),
                    (None, _) => {
                        let field = format!("{field}[{at}]");
                        faults.push(places.unknown(&field, "unit", unit, ids));
                    }
                    (Some(_), None) => {}
                }
            }
        }
        let figures = figures.into_iter().collect();
        let held = vec![None; game.field.objectives.len()];
        let mut p = Position { figures, held, round: form.round.unwrap_or(1) };
        let t = Table { game, position: &p };
        let names: Vec<String> = t.figures.ids().map(|id| t.name(id)).collect();
        for (name, given) in &form.figures {
            let field = format!("position.figures.{name}");
            let Some(id) = names.iter().position(|known| known == name) else {
                let known = names.iter().map(String::as_str);
                faults.push(places.unknown_key(&field, "figure", name, known));
                continue;
            };
            let figure = &mut p.figures[PieceId(id as u8)];
            let length = |number: Decimal| game.field.unit.length(number);
            match given.at.map(|[x, y]| length(x).zip(length(y))) {
                Some(Some((x, y))) => figure.post = Post::At(Point::new(x, y)),
                Some(None) => faults.push(places.fault(&format!("{field}.at"), "too far away")),
                None if given.gone => figure.post = Post::Gone,
                None => {}
            }
            if figure.stands() {
                let FigureForm { lost, acted, tired, pinned, .. } = *given;
                *figure = Figure { lost, acted, tired, pinned, ..*figure };
            }
        }
        for (name, holder) in &form.objectives {
            let field = format!("position.objectives.{name}");
            let known = game.field.objectives.iter().map(|objective| objective.name.as_str());
            match known.clone().position(|known| known == name) {
                Some(at) => p.held[at] = side(holder, places.fault(&field, ""), faults),
                None => faults.push(places.unknown_key(&field, "objective", name, known)),
            }
        }
        let turn = form.turn.as_ref();
        (p, turn.and_then(|name| side(name, places.fault("position.turn", ""), faults)))
    }
}

fn side(name: &str, fault: DataError, faults: &mut Vec<DataError>) -> Option<Seat> {
    let found = Seat::SIDES.into_iter().find(|side| side.lettered() == name);
    if found.is_none() {
        let problem = format!("there is no side `{name}`, there are A and B");
        faults.push(DataError { problem, ..fault });
    }
    found
}
