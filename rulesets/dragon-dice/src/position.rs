//! What a game starts from: forces with their armies, or any position; and the invariants.

use crate::catalog::{KindId, What};
use crate::game::DragonDice;
use crate::pieces::{Force, Member, PieceSet, Place, Roster, Sort};
use crate::rule::Rule;
use crate::state::{Ground, Side, State};
use serde::{Deserialize, Serialize};
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

/// What a game starts from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// Each player's dice: kind and place.
    pub sides: Vec<SideSetup>,
    /// The terrains: Homes in seat order, then the Frontier: kind and face.
    pub grounds: Vec<(KindId, u8)>,
}

/// One player's dice.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SideSetup {
    /// Kind and place of each.
    pub dice: Vec<(KindId, Place)>,
}

impl DragonDice {
    /// The sort of a kind of die.
    pub(crate) fn sort(&self, kind: KindId) -> Option<Sort> {
        let dragonkin = self.catalog.species_named("dragonkin");
        match self.catalog.kind(kind).what {
            What::Unit { species, .. } if Some(species) == dragonkin => Some(Sort::Dragonkin),
            What::Unit { .. } => Some(Sort::Unit),
            What::Item { .. } => Some(Sort::Item),
            What::Dragon { .. } => Some(Sort::Dragon),
            What::Minor { .. } => Some(Sort::Minor),
            What::Terrain { .. } => None,
        }
    }

    pub(crate) fn begin(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let mut forces = Vec::new();
        let mut sides = arrayvec::ArrayVec::new();
        for side in &setup.sides {
            let mut dice = side.dice.clone();
            let first = |kind: KindId| side.dice.iter().position(|(other, _)| *other == kind);
            dice.sort_by_key(|(kind, _)| first(*kind));
            let mut members = Vec::new();
            let mut at = Side::default();
            let mut total = 0;
            for (kind, place) in &dice {
                let Some(sort) = self.sort(*kind) else { continue };
                let health = self.catalog.kind(*kind).health;
                total += u16::from(self.catalog.kind(*kind).points);
                let only = PieceSet::only(members.len() as u8);
                members.push(Member { kind: *kind, sort, health });
                let places = &mut at.places[usize::from(place.0)];
                *places = places.with(only);
            }
            forces.push(Force::new(members, total));
            sides.push(at);
        }
        let ground = |(kind, face): &(KindId, u8)| Ground {
            kind: *kind,
            face: *face,
            holder: None,
            named: None,
            held: 0,
        };
        let mut state = State {
            roster: Roster::new(forces),
            sides,
            grounds: setup.grounds.iter().map(ground).collect(),
            effects: Vec::new(),
            turn: 0,
            marching: Seat(0),
            marched: 0,
            idle: 0,
            steps: Vec::new(),
            rolls: Vec::new(),
            fight: None,
            dragons: None,
            casting: None,
            assembling: None,
            conceded: Seats::NONE,
            over: None,
        };
        self.settle(&mut state, &mut umpire_core::game::Deaf);
        Ok(state)
    }

    pub(crate) fn check_sound(&self, _: &State) -> Result<(), Vec<Refusal<Rule>>> {
        Ok(())
    }
}
