//! Coherency in the middle of a move: who is apart while others are still to move, and whether they can mend it (EA-1.5).

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::coherency::{self, Units};
use crate::rules::movement::{length, movers};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{Length, said};

/// Units that are told at most.
const TOLD: usize = 3;

/// A unit out of coherency with most of its formation.
struct Apart {
    unit: UnitNo,
    /// Who of the others is nearest, and how far away.
    nearest: UnitNo,
    gap: Length,
    /// Whether it is still to move itself.
    moves: bool,
    /// Whether it comes near enough, or another to it, as far as lengths tell.
    mendable: bool,
}

/// Tells whom a move leaves out of coherency while others are still to move; as a warning where they cannot mend it. Only for
/// who listens: the move is legal in any case.
pub(super) fn tell_of_units_apart<E: Explain<Rule>>(
    game: &EaHeresy,
    after: &State,
    of: (FormationNo, MoveKind),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    for apart in units_apart(game, after, of).iter().take(TOLD) {
        why.need(Rule::OutOfCoherency, true, || match apart.mendable {
            true => Fact::says("").held(apart_words(game, after, apart)),
            false => Fact::warning(apart_words(game, after, apart)),
        })?;
    }
    Ok(())
}

/// The first unit that is out of coherency in the move under way, and what has to be done before it ends.
pub(crate) fn first_apart_words(
    game: &EaHeresy,
    state: &State,
    of: (FormationNo, MoveKind),
) -> Option<String> {
    state.moving.filter(|moving| !moving.moved.is_empty())?;
    units_apart(game, state, of).first().map(|apart| apart_words(game, state, apart))
}

fn units_apart(game: &EaHeresy, after: &State, of: (FormationNo, MoveKind)) -> Vec<Apart> {
    let (formation, kind) = of;
    if coherency::is_excused(game, after, of) {
        return Vec::new();
    }
    let part = coherency::largest_part(game, after, formation);
    let (strays, kept) = coherency::torn(game, after, formation, part);
    let moved = |unit: UnitNo| after.moving.is_some_and(|moving| moving.moved.contains(unit));
    let left: Units = after
        .members(formation)
        .filter(|unit| !moved(*unit) && movers::may_move(game, after, *unit, kind))
        .collect();
    let apart = |unit: UnitNo| {
        let gap = |other: UnitNo| Some((units::gap(game, after, unit, other)?, other));
        let (distance, nearest) = kept.iter().filter_map(|other| gap(*other)).min()?;
        let reach = units::coherency_of(game, after, unit);
        let comes = |mover: UnitNo, gap: Length| {
            gap <= length::allowance(game, after, mover, kind).saturating_add(reach)
        };
        let moves = left.contains(&unit);
        let helped = || {
            let mut others = left.iter().filter(|other| **other != unit);
            others.any(|other| gap(*other).is_some_and(|(gap, _)| comes(*other, gap)))
        };
        let mendable = moves && comes(unit, distance) || helped();
        Some(Apart { unit, nearest, gap: distance, moves, mendable })
    };
    strays.into_iter().filter_map(apart).collect()
}

fn apart_words(game: &EaHeresy, state: &State, apart: &Apart) -> String {
    let (name, nearest) =
        (units::unit_name(game, apart.unit), units::unit_name(game, apart.nearest));
    let (gap, reach) = (said(apart.gap), said(units::coherency_of(game, state, apart.unit)));
    let then = match (apart.mendable, apart.moves) {
        (true, true) => {
            format!("before `done` it has to come within {reach} cm, or it is destroyed")
        }
        (true, false) => {
            format!("before `done` another has to come within {reach} cm of it, or it is destroyed")
        }
        (false, _) => {
            format!("nobody still to move comes within {reach} cm of it: it is destroyed at `done`")
        }
    };
    format!("`{name}` is {gap} cm from `{nearest}`, the nearest of its formation: {then}")
}
