//! Room in strongholds and transports: who may ride or hide, and how much space it takes.

use crate::catalog::{Traits, UnitType};
use crate::edition::StrongholdVehicles;
use crate::game::EaHeresy;
use crate::state::{PieceNo, State, UnitNo};

impl EaHeresy {
    /// How many spaces a unit takes in a stronghold (EA-6.2.2); nothing where it may not enter.
    pub(crate) fn spaces_of(&self, state: &State, unit: UnitNo) -> Option<u8> {
        let model = self.model_of(state, unit);
        let light = match model.kind {
            UnitType::Infantry => {
                let wide = model.traits.any(Traits::BULKY | Traits::MOUNTED);
                return Some(if wide { 2 } else { 1 });
            }
            UnitType::ArmouredVehicle | UnitType::LightVehicle => {
                match self.edition.sh_vehicle_rule {
                    StrongholdVehicles::Walker => model.has(Traits::WALKER),
                    StrongholdVehicles::Nimble => model.has(Traits::NIMBLE),
                    StrongholdVehicles::Either => model.traits.any(Traits::WALKER | Traits::NIMBLE),
                }
            }
            _ => false,
        };
        light.then_some(2)
    }

    /// Spaces taken in a stronghold and spaces there are, by its starting damage capacity. Those
    /// who fought their way in against its holder take no space (EA-8.8.4).
    pub(crate) fn room_in(&self, state: &State, piece: PieceNo) -> (u8, u8) {
        let room = self.walls(state, piece).map_or(0, |walls| walls.spaces());
        let holder = state.holder(piece);
        let own = |unit: &UnitNo| Some(state.owner(*unit)) == holder;
        let used =
            state.occupants(piece).filter(own).filter_map(|unit| self.spaces_of(state, unit));
        (used.fold(0, u8::saturating_add), room)
    }

    /// How many spaces a unit takes in a transport (EA-3.5.2); nothing where it may not ride.
    pub(crate) fn ride_of(&self, state: &State, unit: UnitNo, transport: UnitNo) -> Option<u8> {
        let takes = self.model_of(state, transport).transport?;
        let model = self.model_of(state, unit);
        match model.kind {
            UnitType::Infantry if model.has(Traits::MOUNTED) => takes.vehicles.then_some(2),
            UnitType::Infantry if model.has(Traits::BULKY) => takes.bulky.then_some(2),
            UnitType::Infantry => Some(1),
            UnitType::ArmouredVehicle | UnitType::LightVehicle => {
                (takes.vehicles && model.has(Traits::NIMBLE)).then_some(2)
            }
            _ => None,
        }
    }

    /// Whether a transport has room for a unit beside its passengers.
    pub(crate) fn has_room_aboard(&self, state: &State, unit: UnitNo, transport: UnitNo) -> bool {
        let Some(room) = self.model_of(state, transport).transport else { return false };
        let Some(space) = self.ride_of(state, unit, transport) else { return false };
        let taken = state
            .passengers(transport)
            .filter_map(|passenger| self.ride_of(state, passenger, transport))
            .fold(0, u8::saturating_add);
        taken.saturating_add(space) <= room.spaces
    }
}
