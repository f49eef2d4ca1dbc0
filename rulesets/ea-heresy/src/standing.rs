//! Where a unit's base may stand: on the table, on ground it may enter, on top of nobody.

use crate::catalog::{Ground, Traits};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{PieceNo, State, UnitNo, UnitSet, Whereabouts};
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

impl EaHeresy {
    /// Whether a piece stops every part of a unit's base (EA-5.3): its column is impassable, or it
    /// is a stronghold, which is entered and not stood on.
    pub(crate) fn stops(&self, state: &State, unit: UnitNo, piece: PieceNo) -> bool {
        let ground = self.terrain_of(state, piece).ground(self.model_of(state, unit).column);
        matches!(ground, Ground::Impassable | Ground::Stronghold)
    }

    /// Whether a road under a place takes away what other ground does to movement (EA-1.6.4).
    pub(crate) fn on_road_at(&self, at: Point) -> bool {
        self.board.all().any(|piece| {
            let ground = self.board.piece(piece);
            self.terrain[ground.terrain.index()].road && ground.outline.holds(at)
        })
    }

    /// Whether a road takes a base over ground at a place (EA-1.6.4); into strongholds none leads.
    pub(crate) fn bridged(&self, state: &State, piece: PieceNo, at: Point) -> bool {
        self.walls(state, piece).is_none() && self.on_road_at(at)
    }

    /// What keeps a unit's base from standing at a place, beside units of `ignoring`.
    pub(crate) fn obstacle(
        &self,
        state: &State,
        unit: UnitNo,
        (at, facing): (Point, Facing),
        ignoring: &UnitSet,
    ) -> Option<Obstacle> {
        let base = self.model_of(state, unit).base(at, facing);
        if !self.on_board(&base) {
            return Some(Obstacle::Edge);
        }
        let bounds = base.bounds();
        let stopping = self.board.all().find(|piece| {
            let outline = &self.board.piece(*piece).outline;
            outline.bounds().meets(bounds)
                && self.stops(state, unit, *piece)
                && table::overlaps_outline(&base, outline)
                && !self.bridged(state, *piece, at)
        });
        if let Some(piece) = stopping {
            return Some(Obstacle::Ground(piece));
        }
        state
            .all_units()
            .filter(|other| *other != unit && !ignoring.has(*other))
            .filter(|other| match state.unit(*other).place {
                // Where its middle is too far away, its base need not be drawn up.
                Whereabouts::Table(at) => {
                    bounds.wider(self.model_of(state, *other).reach).holds(at)
                }
                _ => false,
            })
            .find(|other| {
                self.base_of(state, *other).is_some_and(|other| {
                    other.bounds().meets(bounds) && table::overlap(&base, &other)
                })
            })
            .map(Obstacle::Unit)
    }

    /// Whether a base is wholly on the table.
    pub(crate) fn on_board(&self, base: &Base) -> bool {
        let (bounds, board) = (base.bounds(), self.board.bounds());
        board.holds(bounds.low) && board.holds(bounds.high)
    }

    /// The nearest place to `from`, no farther than `reach`, where a unit's base may stand and
    /// `also` holds.
    pub(crate) fn nearest_stand(
        &self,
        state: &State,
        unit: UnitNo,
        (from, facing): (Point, Facing),
        reach: Length,
        also: &dyn Fn(Point) -> bool,
    ) -> Option<Point> {
        let none = UnitSet::default();
        let fits =
            |at: Point| also(at) && self.obstacle(state, unit, (at, facing), &none).is_none();
        table::nearest_legal(from, &fits, reach)
    }

    /// An obstacle in words.
    pub(crate) fn obstacle_words(&self, obstacle: Obstacle) -> String {
        match obstacle {
            Obstacle::Edge => "its base would hang over the table's edge".to_string(),
            Obstacle::Ground(piece) => {
                format!("its base would be in `{}`, which it may not enter", self.piece_name(piece))
            }
            Obstacle::Unit(other) => format!("`{}` stands there", self.unit_name(other)),
        }
    }

    /// Whether units of a formation that stand in places would be one chain (EA-1.5); gives the
    /// first unit that is cut off from the first part.
    pub(crate) fn cut_off(&self, state: &State, units: &[UnitNo]) -> Option<UnitNo> {
        let (alone, parts) = self.parts_of(state, units);
        let other = || parts.get(1).and_then(|part| part.first().copied());
        alone.first().copied().or_else(other).map(|at| units[at])
    }

    /// Every unit that is cut off from the largest part of its formation, or from all others.
    pub(crate) fn all_cut_off(&self, state: &State, units: &[UnitNo]) -> Vec<UnitNo> {
        let (alone, parts) = self.parts_of(state, units);
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
    fn parts_of(&self, state: &State, units: &[UnitNo]) -> (Vec<usize>, Vec<Vec<usize>>) {
        let areas: Vec<_> = units.iter().map(|unit| self.area_of(state, *unit)).collect();
        let reach: Vec<Length> = units.iter().map(|unit| self.coherency_of(state, *unit)).collect();
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
    pub(crate) fn flies_over(&self, state: &State, unit: UnitNo) -> bool {
        self.model_of(state, unit).traits.any(Traits::SKIMMER | Traits::JUMP_PACKS)
    }
}
