//! Ladders and doorways of a battlefield: where their rungs are, how one gets on them, which spaces a door shuts.

use crate::position::action::DoorChange;
use crate::position::game::HeroScape;
use crate::position::ground::Ground;
use crate::position::state::{DoorState, State};
use crate::position::terms::DoorAt;
use crate::tables::battlefield::{ObstaclePiece, on_board, side_on_board};
use crate::tables::catalog::{Door, Size, Terrain};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use umpire_core::hex::{Hex, Level, Side, SpaceId};

/// The most doors of a battlefield; more stand open for good.
pub const MAX_DOORS: usize = 8;

/// Ladders on one hex that lead up from one space: their rungs, one above the other (HS-5.8.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    /// The space at its foot.
    pub landing: SpaceId,
    /// The sides of the hex it leans on.
    pub sides: SmallVec<[Side; 2]>,
    /// Who may climb it.
    pub climbers: Vec<Size>,
    /// Its row in the table of edge pieces.
    pub row: usize,
}

/// A doorway with a door in it (HS-5.8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doorway {
    /// Where.
    pub hex: Hex,
    /// The level it stands on.
    pub base: Level,
    /// How high it is.
    pub height: Level,
    /// The sides of the hex on which one is inside.
    pub inside: [Side; 2],
    /// Spaces in it.
    pub spaces: ArrayVec<SpaceId, 4>,
    /// What its door is.
    pub door: Door,
    /// Its row in the table of obstacles.
    pub row: usize,
}

/// Doorways of the obstacles of a battlefield, their spaces still to be found.
pub fn doorway(
    piece: &ObstaclePiece,
    hexes: &[Hex],
    row: usize,
    terrain: &Terrain,
) -> Option<Doorway> {
    let obstacle = &terrain.obstacles[row];
    let (opening, door) = (obstacle.doorway?, obstacle.door.clone()?);
    let hex = *hexes.get(opening.at())?;
    let along = hexes.iter().find_map(|other| hex.side_towards(*other)).unwrap_or(Side::East);
    let along = if opening.at() > 0 { along.opposite() } else { along };
    let inside = [along.clockwise(), along.clockwise().clockwise()];
    let (base, height) = (piece.level, opening.height);
    Some(Doorway { hex, base, height, inside, spaces: ArrayVec::new(), door, row })
}

/// The sides of a doorway through which one goes.
pub fn passages(door: &Doorway) -> [Side; 4] {
    let [one, two] = door.inside;
    [one, two, one.opposite(), two.opposite()]
}

/// Whether a door stands in its doorway and is shut.
pub fn is_shut(game: &HeroScape, state: &State, door: u8) -> bool {
    state.doors.get(usize::from(door)).is_some_and(|its| !its.open && !is_broken(game, state, door))
}

/// Whether a door has been battered down.
pub fn is_broken(game: &HeroScape, state: &State, door: u8) -> bool {
    let (Some(its), Some(doorway)) =
        (state.doors.get(usize::from(door)), game.ground.doorways.get(usize::from(door)))
    else {
        return true;
    };
    its.wounds >= doorway.door.life
}

/// A door as it is typed: by the hex it stands on.
pub fn door_name(game: &HeroScape, door: u8) -> String {
    let doorway = game.ground.doorways.get(usize::from(door));
    doorway.map_or(format!("door #{door}"), |its| game.ground.board.hex_name(its.hex))
}

/// Every door of the battlefield, shut but where the scenario says otherwise.
pub fn doors_at_start(game: &HeroScape) -> ArrayVec<DoorState, MAX_DOORS> {
    let of = |(at, doorway): (u8, &Doorway)| {
        let said = game.conditions.doors.iter().find(|(door, _)| *door == at);
        let mut its = DoorState::default();
        match said.map(|(_, how)| *how) {
            None => {}
            Some(DoorAt::Open) => its.change(DoorChange::Open),
            Some(DoorAt::Barred) => its.change(DoorChange::Bar),
            Some(DoorAt::Broken) => {
                its.change(DoorChange::Open);
                its.wounds = doorway.door.life;
            }
        }
        its
    };
    (0u8..).zip(&game.ground.doorways).map(of).collect()
}

impl Ground {
    /// Finds the rungs of ladders and the spaces of doorways, once the board is built.
    pub(crate) fn find_structures(
        &mut self,
        placed: &[(Hex, Side, usize)],
        mut doorways: Vec<Doorway>,
        terrain: &Terrain,
    ) {
        for &(hex, side, row) in placed {
            let Some(id) = self.board.hex_id(hex) else { continue };
            let spaces: Vec<SpaceId> = self.board.spaces_on(id).to_vec();
            let mut landing: Option<SpaceId> = None;
            for space in spaces {
                if !self.at(space).rung {
                    landing = Some(space);
                    continue;
                }
                let Some(foot) = landing else { continue };
                let known = self.ladders.iter().position(|ladder| ladder.landing == foot);
                let at = known.unwrap_or(self.ladders.len());
                if known.is_none() {
                    let climbers = terrain.edges[row].climbers.clone();
                    let sides = SmallVec::new();
                    self.ladders.push(Ladder { landing: foot, sides, climbers, row });
                }
                if !self.ladders[at].sides.contains(&side) {
                    self.ladders[at].sides.push(side);
                }
                for on in [foot, space] {
                    self.rules[on.index()].ladder = Some(at as u16);
                }
            }
        }
        doorways.truncate(MAX_DOORS);
        for (at, doorway) in (0..).zip(&mut doorways) {
            let Some(id) = self.board.hex_id(doorway.hex) else { continue };
            for space in self.board.spaces_on(id).to_vec() {
                let level = self.board.space(space).level;
                let within = (doorway.base..doorway.base + doorway.height).contains(&level);
                if within && doorway.spaces.try_push(space).is_ok() {
                    self.rules[space.index()].door = Some(at);
                }
            }
        }
        self.doorways = doorways;
    }

    /// The ladder that a space belongs to: as its foot or as a rung.
    pub fn ladder(&self, space: SpaceId) -> Option<&Ladder> {
        self.ladders.get(usize::from(self.at(space).ladder?))
    }

    /// Whether two spaces are next to each other on one ladder.
    pub fn is_linked(&self, from: SpaceId, to: SpaceId) -> bool {
        let ladder = self.at(from).ladder;
        ladder.is_some()
            && ladder == self.at(to).ladder
            && self.board.space(from).hex == self.board.space(to).hex
            && (self.level(from) - self.level(to)).abs() == 1
    }

    /// Whether a step between two spaces is one on or off a rung that costs no climbing: along the
    /// ladder, or from beside it at a level not more than one away, with no wall between (HS-5.8.4).
    pub fn is_rung_step(&self, from: SpaceId, to: SpaceId) -> bool {
        if self.is_linked(from, to) {
            return true;
        }
        let near = (self.level(from) - self.level(to)).abs() <= 1;
        let rung = self.at(from).rung || self.at(to).rung;
        rung && near && self.side(from, to).is_some_and(|side| self.edge(from, side).is_none())
    }

    /// Whether a rung may be entered from a space beside it: from another level than that of its foot,
    /// at most one away from its own (HS-5.8.4). Along the ladder it always may.
    pub fn may_enter_rung(&self, from: SpaceId, to: SpaceId) -> bool {
        if !self.at(to).rung || self.is_linked(from, to) {
            return true;
        }
        let Some(ladder) = self.ladder(to) else { return false };
        self.is_rung_step(from, to) && self.level(from) != self.level(ladder.landing)
    }

    /// Whether a step leads up the side on which a ladder leans, past its rungs.
    pub fn is_beside_ladder(&self, from: SpaceId, to: SpaceId) -> bool {
        let Some(ladder) = self.ladder(from).filter(|ladder| ladder.landing == from) else {
            return false;
        };
        let up = self.level(to) - self.level(from) > 1;
        up && self.side(from, to).is_some_and(|side| ladder.sides.contains(&side))
    }

    /// The ladders' sides and rows where edge pieces of a battlefield are ladders.
    pub(crate) fn ladder_place(piece: &crate::tables::battlefield::EdgePlaced) -> (Hex, Side) {
        (on_board(piece.hex), side_on_board(piece.side))
    }
}
