//! Walls, doors and windows as scenarios write them: along which side of which places, and what stands there.

use super::{Cell, GroundId, Plan, Tiling};
use crate::data::{DataError, Places};
use schemars::JsonSchema;
use serde::Deserialize;

/// What stands between places, each as `C1-C4 e wall`: on the east side of the places C1 to C4 stands a wall; or as `C4/D4 door`: a door
/// between these two. What it is is a kind of ground: it bars the way where that is impassable, hides where that blocks sight, covers who stands
/// behind it where that gives cover, and takes as many steps to cross. One that does nothing of it, such as an open door, is a state of one
/// that does.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct WallsForm(Vec<String>);

impl WallsForm {
    /// Builds what is in the field of that name; what comes later takes the place of what was there. Every fault is told at its line.
    pub fn build<T: Tiling>(
        &self,
        plan: &mut Plan<T>,
        field: &str,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) {
        for (number, line) in self.0.iter().enumerate() {
            let field = format!("{field}[{number}]");
            match read(plan, line) {
                Ok(run) => {
                    run.beside.iter().for_each(|(one, other)| {
                        plan.build(*one, *other, Some(run.kind));
                    });
                }
                Err(Slip::Says(problem)) => faults.push(places.fault(&field, problem)),
                Err(Slip::NoKind(called)) => {
                    let known = plan.ground.iter().map(|row| row.id.as_str());
                    faults.push(places.unknown(&field, "kind of ground", called, known));
                }
            }
        }
    }
}

/// What a line comes to: pairs of places that lie side by side, and what stands between them.
struct Run<T: Tiling> {
    beside: Vec<(T::Place, T::Place)>,
    kind: GroundId,
}

/// What is wrong with a line.
enum Slip<'l> {
    Says(String),
    NoKind(&'l str),
}

fn read<'l, T: Tiling>(plan: &Plan<T>, line: &'l str) -> Result<Run<T>, Slip<'l>> {
    let no_wall =
        || Slip::Says(format!("`{line}` is no wall, as `C1-C4 e wall` is, or `C4/D4 door`"));
    let (along, rest) = line.trim().split_once(char::is_whitespace).ok_or_else(no_wall)?;
    if along.contains('/') {
        let beside = plan.between_named(along);
        let apart = || Slip::Says(format!("`{along}` are no two {}s side by side", T::PLACE));
        return Ok(Run { beside: vec![beside.ok_or_else(apart)?], kind: kind(plan, rest)? });
    }
    let (side, called) = rest.trim().split_once(char::is_whitespace).ok_or_else(no_wall)?;
    let none = |name: &str| Slip::Says(format!("there is no {} `{name}`", T::PLACE));
    let named = |name: &str| plan.named(name).ok_or_else(|| none(name));
    let (first, last) = along.split_once('-').unwrap_or((along, along));
    let ends = (plan.board.cell(named(first)?), plan.board.cell(named(last)?));
    let cells = straight(ends)
        .ok_or_else(|| Slip::Says(format!("`{along}` lie neither in a row nor in a column")))?;
    let no_side = || Slip::Says(format!("`{side}` is no side of a {}", T::PLACE));
    let direction = T::direction(side).ok_or_else(no_side)?;
    let kind = kind(plan, called)?;
    let mut beside = Vec::new();
    for cell in cells {
        let Some(place) = plan.board.at(cell) else { continue };
        let (name, beyond) = (plan.name(place), plan.ahead(place, direction));
        let nothing = || Slip::Says(format!("{name} has nothing beside it to the {side}"));
        let beyond = beyond.ok_or_else(nothing)?;
        if !T::is_side(direction) {
            return Err(Slip::Says(format!("{name} shares no side with what lies to the {side}")));
        }
        beside.push((place, beyond));
    }
    Ok(Run { beside, kind })
}

/// The kind of ground that stands there, which does something to who comes by or looks past, or is a state of one that does.
fn kind<'l, T: Tiling>(plan: &Plan<T>, called: &'l str) -> Result<GroundId, Slip<'l>> {
    let called = called.trim();
    let kind = plan.kind_called(called).ok_or(Slip::NoKind(called))?;
    let row = plan.kind(kind);
    let does = row.impassable || row.blocks_sight || row.cover || row.steps > 1;
    match does || row.state_of.is_some() {
        true => Ok(kind),
        false => Err(Slip::Says(format!(
            "{called} between places does nothing: it neither bars the way nor blocks sight, gives no cover and takes no steps; if it is \
             a state of something that does, such as an open door, its row says so with `state_of`"
        ))),
    }
}

/// The cells of a row or a column from end to end.
fn straight((from, to): (Cell, Cell)) -> Option<Vec<Cell>> {
    let span = |a: i16, b: i16| a.min(b)..=a.max(b);
    match (from.0 == to.0, from.1 == to.1) {
        (true, _) => Some(span(from.1, to.1).map(|row| (from.0, row)).collect()),
        (_, true) => Some(span(from.0, to.0).map(|column| (column, from.1)).collect()),
        _ => None,
    }
}
