//! Room in strongholds and transports: who may ride or hide, and how much space it takes.

use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::tables::catalog::{Traits, UnitType};
use crate::tables::edition::StrongholdVehicles;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};

/// How many spaces a unit takes in a stronghold (EA-6.2.2); nothing where it may not enter.
pub(crate) fn spaces_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<u8> {
    let model = units::model_of(game, state, unit);
    let light = match model.kind {
        UnitType::Infantry => {
            let wide = model.traits.any(Traits::BULKY | Traits::MOUNTED);
            return Some(if wide { 2 } else { 1 });
        }
        UnitType::ArmouredVehicle | UnitType::LightVehicle => match game.edition.sh_vehicle_rule {
            StrongholdVehicles::Walker => model.has(Traits::WALKER),
            StrongholdVehicles::Nimble => model.has(Traits::NIMBLE),
            StrongholdVehicles::Either => model.traits.any(Traits::WALKER | Traits::NIMBLE),
        },
        _ => false,
    };
    light.then_some(2)
}

/// Spaces that some of those in a stronghold take.
pub(crate) fn spaces_taken(
    game: &EaHeresy,
    state: &State,
    piece: PieceNo,
    counts: impl Fn(UnitNo) -> bool,
) -> u8 {
    let inside = state.occupants(piece).filter(|unit| counts(*unit));
    inside.filter_map(|unit| spaces_of(game, state, unit)).fold(0, u8::saturating_add)
}

/// Spaces taken in a stronghold and spaces there are, by its starting damage capacity. Those
/// who fought their way in against its holder take no space (EA-8.8.4).
pub(crate) fn room_in(game: &EaHeresy, state: &State, piece: PieceNo) -> (u8, u8) {
    let room = units::walls(game, state, piece).map_or(0, |walls| walls.spaces());
    let holder = state.holder(piece);
    let used = spaces_taken(game, state, piece, |unit| Some(state.owner(unit)) == holder);
    (used, room)
}

/// Whether a unit goes into a stronghold of its own side or nobody's: whose that is, what kind
/// of unit it is, and what room there is (EA-6.2, EA-6.3.3).
pub(crate) fn check_room<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let walls = || units::piece_name(game, piece).to_string();
    let owner = state.owner(unit);
    let held_by_foe = state.holder(piece).is_some_and(|holder| holder != owner);
    why.require(Rule::StrongholdOwner, !held_by_foe, || {
        Fact::says(format!(
            "enemies hold `{}`: the way in is an engage action that invades it",
            walls()
        ))
        .held(format!("no enemy is in `{}`", walls()))
    })?;
    check_kind_inside(game, state, unit, piece, why)?;
    let (taken, room) = room_in(game, state, piece);
    let space = spaces_of(game, state, unit).unwrap_or(0);
    why.require(Rule::StrongholdSlots, taken.saturating_add(space) <= room, || {
        Fact::says(format!(
            "`{}` has {room} spaces, {taken} are taken, and `{}` takes {space}",
            walls(),
            units::unit_name(game, unit)
        ))
        .held(format!("{taken} of {room} spaces are taken, it takes {space}"))
        .at_most(taken.saturating_add(space), room)
    })
}

/// The rule that says whether a unit's kind goes into strongholds, and what the kind is called
/// where it does not.
pub(crate) fn kind_rule(game: &EaHeresy, state: &State, unit: UnitNo) -> (Rule, &'static str) {
    if units::model_of(game, state, unit).is_war_engine() {
        (Rule::CharactersAndWarEnginesInside, "war engines")
    } else {
        (Rule::StrongholdVehicles, "vehicles like this")
    }
}

/// Whether a unit is of a kind that strongholds take (EA-6.2.3, EA-6.2.4), and carries nobody.
pub(crate) fn check_kind_inside<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let name = || units::unit_name(game, unit).to_string();
    let (rule, what) = kind_rule(game, state, unit);
    why.require(rule, spaces_of(game, state, unit).is_some(), || {
        Fact::says(format!("{what} do not go into `{}`", units::piece_name(game, piece)))
            .held(format!("`{}` may go into strongholds", name()))
    })?;
    // Ruling: those aboard would be inside too, in spaces that no rule counts.
    let empty = state.passengers(unit).next().is_none();
    why.need(Rule::StrongholdSlots, empty, || {
        Fact::says(format!("`{}` carries somebody", name()))
            .held(format!("`{}` carries nobody", name()))
    })
}

/// Whether a unit finds a place in a transport that stands on the table, or is still to be put
/// there (EA-3.5.2).
pub(crate) fn check_ride<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    transport: UnitNo,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let (name, carrier) = (|| units::unit_name(game, unit), || units::unit_name(game, transport));
    let rule = Rule::TransportCapacity;
    why.need(rule, ride_of(game, state, unit, transport).is_some(), || {
        Fact::says(format!("`{}` carries no units like `{}`", carrier(), name()))
    })?;
    let place = state.unit(transport).place;
    let stands = matches!(place, Whereabouts::Table(_) | Whereabouts::Off);
    why.need(rule, stands && state.passengers(unit).next().is_none(), || {
        Fact::says(if stands {
            format!("`{}` carries somebody", name())
        } else {
            format!("`{}` is inside something itself", carrier())
        })
        .held(format!("`{}` carries nobody", name()))
    })?;
    why.require(rule, has_room_aboard(game, state, unit, transport), || {
        Fact::says(format!("there is no room left in `{}`", carrier()))
            .held(format!("there is room in `{}`", carrier()))
    })
}

/// How many spaces a unit takes in a transport (EA-3.5.2); nothing where it may not ride.
pub(crate) fn ride_of(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    transport: UnitNo,
) -> Option<u8> {
    let takes = units::model_of(game, state, transport).transport?;
    let model = units::model_of(game, state, unit);
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
pub(crate) fn has_room_aboard(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    transport: UnitNo,
) -> bool {
    let Some(room) = units::model_of(game, state, transport).transport else { return false };
    let Some(space) = ride_of(game, state, unit, transport) else { return false };
    riding(game, state, transport).saturating_add(space) <= room.spaces
}

/// Spaces that those aboard a transport take.
pub(crate) fn riding(game: &EaHeresy, state: &State, transport: UnitNo) -> u8 {
    state
        .passengers(transport)
        .filter_map(|passenger| ride_of(game, state, passenger, transport))
        .fold(0, u8::saturating_add)
}
