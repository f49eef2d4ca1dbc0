//! Where a unit's base may stand: on the table, on ground it may enter, on top of nobody.

use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::units;
use crate::tables::catalog::{Ground, Traits};
use crate::tables::rule::Rule;
use umpire_core::table::{self, Base, Facing, Length, Point};

/// What keeps a base from standing somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// It would hang over the table's edge.
    Edge,
    /// Ground that may not be entered (EA-5.3), or a stronghold's walls.
    Ground(PieceNo),
    /// Another unit stands there.
    Unit(UnitNo),
}

impl Obstacle {
    /// The rule it comes from.
    pub fn rule(self) -> Rule {
        match self {
            Obstacle::Edge => Rule::Board,
            Obstacle::Ground(_) => Rule::ImpassableTerrain,
            Obstacle::Unit(_) => Rule::Bases,
        }
    }
}

/// Whether a piece stops every part of a unit's base (EA-5.3): its column is impassable, or it
/// is a stronghold, which is entered and not stood on.
pub(crate) fn stops(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> bool {
    let ground =
        units::terrain_of(game, state, piece).ground(units::model_of(game, state, unit).column);
    matches!(ground, Ground::Impassable | Ground::Stronghold)
}

/// Whether a road under a place takes away what other ground does to movement (EA-1.6.4).
pub(crate) fn on_road_at(game: &EaHeresy, at: Point) -> bool {
    game.board.all().any(|piece| {
        let ground = game.board.piece(piece);
        game.terrain[ground.terrain.index()].road && ground.outline.holds(at)
    })
}

/// Whether a road takes a base over ground at a place (EA-1.6.4); into strongholds none leads.
pub(crate) fn bridged(game: &EaHeresy, state: &State, piece: PieceNo, at: Point) -> bool {
    units::walls(game, state, piece).is_none() && on_road_at(game, at)
}

/// What keeps a unit's base from standing at a place, beside units of `ignoring`.
pub(crate) fn obstacle(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (at, facing): (Point, Facing),
    ignoring: &UnitSet,
) -> Option<Obstacle> {
    let base = units::model_of(game, state, unit).base(at, facing);
    if !on_board(game, &base) {
        return Some(Obstacle::Edge);
    }
    let bounds = base.bounds();
    let stopping = game.board.all().find(|piece| {
        let outline = &game.board.piece(*piece).outline;
        outline.bounds().meets(bounds)
            && stops(game, state, unit, *piece)
            && table::overlaps_outline(&base, outline)
            && !bridged(game, state, *piece, at)
    });
    if let Some(piece) = stopping {
        return Some(Obstacle::Ground(piece));
    }
    state
        .all_units()
        .filter(|other| *other != unit && !ignoring.contains(*other))
        .filter(|other| match state.unit(*other).place {
            // Where its middle is too far away, its base need not be drawn up.
            Whereabouts::Table(at) => {
                bounds.wider(units::model_of(game, state, *other).reach).holds(at)
            }
            _ => false,
        })
        .find(|other| {
            units::base_of(game, state, *other)
                .is_some_and(|other| other.bounds().meets(bounds) && table::overlap(&base, &other))
        })
        .map(Obstacle::Unit)
}

/// Whether a base is wholly on the table.
pub(crate) fn on_board(game: &EaHeresy, base: &Base) -> bool {
    let (bounds, board) = (base.bounds(), game.board.bounds());
    board.holds(bounds.low) && board.holds(bounds.high)
}

/// The nearest place to `from`, no farther than `reach`, where a unit's base may stand and
/// `also` holds.
pub(crate) fn nearest_stand(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    (from, facing): (Point, Facing),
    reach: Length,
    also: &dyn Fn(Point) -> bool,
) -> Option<Point> {
    let none = UnitSet::default();
    let fits = |at: Point| also(at) && obstacle(game, state, unit, (at, facing), &none).is_none();
    table::nearest_legal(from, &fits, reach)
}

/// An obstacle in words.
pub(crate) fn obstacle_words(game: &EaHeresy, obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Edge => "its base would hang over the table's edge".to_string(),
        Obstacle::Ground(piece) => {
            format!(
                "its base would be in `{}`, which it may not enter",
                units::piece_name(game, piece)
            )
        }
        Obstacle::Unit(other) => format!("`{}` stands there", units::unit_name(game, other)),
    }
}

/// Whether units of a formation that stand in places would be one chain (EA-1.5); gives the
/// first unit that is cut off from the first part.
pub(crate) fn cut_off(game: &EaHeresy, state: &State, units: &[UnitNo]) -> Option<UnitNo> {
    let (alone, parts) = parts_of(game, state, units);
    let other = || parts.get(1).and_then(|part| part.first().copied());
    alone.first().copied().or_else(other).map(|at| units[at])
}

/// Every unit that is cut off from the largest part of its formation, or from all others.
pub(crate) fn all_cut_off(game: &EaHeresy, state: &State, units: &[UnitNo]) -> Vec<UnitNo> {
    let (alone, parts) = parts_of(game, state, units);
    // Of parts of one size the first: `max_by_key` keeps the last.
    let main = parts.iter().rev().max_by_key(|part| part.len());
    let cut = |at: &usize| alone.contains(at) || main.is_some_and(|main| !main.contains(at));
    let mut cut: Vec<usize> = (0..units.len()).filter(cut).collect();
    if cut.len() == units.len() && units.len() > 1 {
        cut.remove(0); // All are alone: the others come to the first.
    }
    cut.into_iter().map(|at| units[at]).collect()
}

/// Units with no other in reach of theirs, and the parts that a formation is in.
fn parts_of(game: &EaHeresy, state: &State, units: &[UnitNo]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let areas: Vec<_> = units.iter().map(|unit| units::area_of(game, state, *unit)).collect();
    let reach: Vec<Length> =
        units.iter().map(|unit| units::coherency_of(game, state, *unit)).collect();
    let near = |a: usize, b: usize, reach: Length| match (&areas[a], &areas[b]) {
        (Some(from), Some(to)) => from.within(to, reach),
        _ => false,
    };
    let is_alone = |at: &usize| {
        units.len() > 1
            && !(0..units.len()).any(|other| other != *at && near(*at, other, reach[*at]))
    };
    let alone = (0..units.len()).filter(is_alone).collect();
    let linked = |a: usize, b: usize| near(a, b, reach[a].max(reach[b]));
    (alone, table::chains(units.len(), linked))
}

/// Whether a skimmer or a unit with jump packs passes over ground and friends (EA-3.6).
pub(crate) fn flies_over(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    units::model_of(game, state, unit).traits.any(Traits::SKIMMER | Traits::JUMP_PACKS)
}
