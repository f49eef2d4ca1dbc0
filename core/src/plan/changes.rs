//! What becomes of a board while a game is played: doors that open, ground that burns, walls that fall.

use super::{Ground, Plan, Tiling, between};
use crate::numbers::{Kind, below};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A kind of ground, by its row in the table. That of another table may panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroundId(pub u16);

/// Something that a scenario has built between two places, such as a door: in a position it may stand otherwise, or be gone.
/// That of another board may panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WallId(pub u32);

impl WallId {
    /// Its place among all, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something between two places, as it was built and as it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wall<P> {
    /// The places, the lower first.
    pub(super) places: (P, P),
    built: GroundId,
    pub(super) stands: Option<GroundId>,
}

/// How a board differs from what the scenario laid: what a state keeps of it. Two boards that are alike have the same changes.
///
/// ```
/// # use umpire_core::plan::Changes;
/// # use umpire_core::square::SquareId;
/// let none: Changes<SquareId> = Changes::default();
/// assert_eq!(serde_json::to_string(&none).unwrap(), r#"{"ground":[],"walls":[]}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Changes<P> {
    /// By place.
    ground: Vec<(P, GroundId)>,
    /// By number; nothing where there is no wall any more.
    walls: Vec<(WallId, Option<GroundId>)>,
}

impl<P> Default for Changes<P> {
    fn default() -> Changes<P> {
        Changes { ground: Vec::new(), walls: Vec::new() }
    }
}

impl<P: Copy + Ord> Changes<P> {
    /// Makes a place of a kind of ground; `plan` is what the scenario laid.
    pub fn lay<T: Tiling<Place = P>>(&mut self, plan: &Plan<T>, place: P, kind: GroundId) {
        put(&mut self.ground, place, kind, plan.kinds[T::index(place)]);
    }

    /// Makes of a wall something of another kind, or takes it away; `plan` is what the scenario laid.
    pub fn build<T: Tiling<Place = P>>(
        &mut self,
        plan: &Plan<T>,
        wall: WallId,
        kind: Option<GroundId>,
    ) {
        put(&mut self.walls, wall, kind, plan.walls[wall.index()].stands);
    }
}

/// Keeps a value in a list in the order of its keys, and none that is as it was at first.
fn put<K: Copy + Ord, V: PartialEq>(list: &mut Vec<(K, V)>, key: K, value: V, at_first: V) {
    match (list.binary_search_by_key(&key, |(key, _)| *key), value == at_first) {
        (Ok(at), false) => list[at].1 = value,
        (Ok(at), true) => drop(list.remove(at)),
        (Err(at), false) => list.insert(at, (key, value)),
        (Err(_), true) => {}
    }
}

impl<T: Tiling> Plan<T> {
    /// The board with changes. It is laid once: those that were asked for are kept. Changes that it does not [take](Plan::takes) may panic:
    /// whether it takes them is a question of [`Game::check_invariants`](crate::game::Game::check_invariants).
    pub fn with(&self, changes: &Changes<T::Place>) -> Arc<Plan<T>> {
        self.known.answer(changes.clone(), || {
            let mut plan = self.clone();
            changes.ground.iter().for_each(|(place, kind)| plan.lay(*place, *kind));
            for (wall, kind) in &changes.walls {
                plan.walls[wall.index()].stands = *kind;
            }
            Arc::new(plan)
        })
    }

    /// Whether changes are of places, walls and kinds of ground that there are, each once and in their order.
    pub fn takes(&self, changes: &Changes<T::Place>) -> bool {
        let is_kind = |kind: GroundId| usize::from(kind.0) < self.ground.len();
        let ground = changes.ground.iter();
        let is_place = |place: T::Place| T::index(place) < self.board.count();
        ground.clone().all(|(place, kind)| is_place(*place) && is_kind(*kind))
            && ground.is_sorted_by(|one, next| one.0 < next.0)
            && changes
                .walls
                .iter()
                .all(|(wall, kind)| wall.index() < self.walls.len() && kind.is_none_or(is_kind))
            && changes.walls.is_sorted_by(|one, next| one.0 < next.0)
    }

    /// Everything that the scenario has built, and what was built since, whether it stands or not.
    pub fn wall_ids(&self) -> impl ExactSizeIterator<Item = WallId> + use<T> {
        (0..self.walls.len() as u32).map(WallId)
    }

    /// What was built as a kind of ground, or as another state of it: all doors, open and shut.
    pub fn walls_called(&self, kind: &str) -> impl Iterator<Item = WallId> {
        self.wall_ids().filter(move |wall| self.called(*wall) == kind)
    }

    /// What was built between two places that lie side by side.
    pub fn wall_between(&self, one: T::Place, other: T::Place) -> Option<WallId> {
        self.between.get(&between::<T>(one, other)).copied()
    }

    /// The two places between which something was built, the lower first.
    pub fn ends(&self, wall: WallId) -> (T::Place, T::Place) {
        self.walls[wall.index()].places
    }

    /// What stands there now.
    pub fn stands(&self, wall: WallId) -> Option<&Ground> {
        self.walls[wall.index()].stands.map(|kind| self.kind(kind))
    }

    /// What something between two places is called, however it stands: `door C4/D4`.
    pub fn wall_name(&self, wall: WallId) -> String {
        let (one, other) = self.ends(wall);
        format!("{} {}", self.called(wall), self.between_name(one, other))
    }

    /// What was built between places by its name, `door C4/D4`, whichever of the two is named first, or by theirs alone.
    pub fn wall_named(&self, name: &str) -> Option<WallId> {
        let (called, between) = name.trim().rsplit_once(' ').unwrap_or(("", name.trim()));
        let (one, other) = self.between_named(between)?;
        let wall = self.wall_between(one, other)?;
        let is_called = self.called(wall).eq_ignore_ascii_case(called.trim());
        (called.is_empty() || is_called).then_some(wall)
    }

    /// The kind of which all its kinds are states.
    fn called(&self, wall: WallId) -> &str {
        let row = self.kind(self.walls[wall.index()].built);
        row.state_of.as_deref().unwrap_or(&row.id)
    }

    /// The range of numbers that stand for places, walls and kinds of ground, for
    /// [`Game::range`](crate::game::Game::range); nothing for others.
    pub fn range(&self, (kind, _): Kind) -> Option<RangeInclusive<i64>> {
        match kind {
            "WallId" => below(self.walls.len()),
            "GroundId" => below(self.ground.len()),
            _ => {
                let place = kind.strip_suffix("Id")?;
                place.eq_ignore_ascii_case(T::PLACE).then(|| below(self.board.count()))?
            }
        }
    }

    /// Builds something of a kind between two places that lie beside one another, in the place of what stands there, or takes that away.
    pub fn build(&mut self, one: T::Place, other: T::Place, kind: Option<GroundId>) {
        let places = between::<T>(one, other);
        match (self.between.get(&places), kind) {
            (Some(wall), Some(built)) => {
                self.walls[wall.index()] = Wall { places, built, stands: kind };
            }
            (Some(wall), None) => self.walls[wall.index()].stands = None,
            (None, Some(built)) => {
                let wall = WallId(self.walls.len() as u32);
                Arc::make_mut(&mut self.between).insert(places, wall);
                self.walls.push(Wall { places, built, stands: kind });
            }
            (None, None) => {}
        }
    }
}
