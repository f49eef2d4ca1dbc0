//! Deployment: zones, garrisons, and whose loss breaks a spirit (EA-13.5, EA-13.6).

use crate::position::area::Area;
use crate::position::game::{EaHeresy, Victory};
use crate::position::state::{FormationNo, Stance, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::tables::catalog::Traits;
use umpire_core::seat::Seat;
use umpire_core::table;
use umpire_core::table::{Base, Bounds, Length};

/// Formations of a side that wait to be put down.
pub(crate) fn undeployed<'a>(
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = FormationNo> + 'a {
    state.all_formations().filter(move |it| {
        let mut members = state.members(*it).peekable();
        state.formation(*it).owner == seat
            && members.peek().is_some()
            && members.all(|unit| state.unit(unit).place == Whereabouts::Off)
    })
}

/// How far from its table edge a formation may be put down.
pub(crate) fn deployment_depth(game: &EaHeresy, state: &State, formation: FormationNo) -> Length {
    if units::formation_has(game, state, formation, Traits::SPEARHEAD) {
        game.edition.spearhead_depth
    } else {
        game.edition.deployment_depth
    }
}

/// The strip of the table in which a formation is put down.
pub(crate) fn deployment_zone(game: &EaHeresy, state: &State, formation: FormationNo) -> Bounds {
    let depth = deployment_depth(game, state, formation);
    let mut zone = game.board.bounds();
    if game.sides[state.formation(formation).owner.index()].half == 0 {
        zone.high.y = zone.high.y.min(depth);
    } else {
        zone.low.y = zone.low.y.max(zone.high.y - depth);
    }
    zone
}

/// Whether a formation may start as a garrison: slow or scouting, and no siege engine.
pub(crate) fn may_garrison(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let fits = |unit: UnitNo| {
        let model = units::model_of(game, state, unit);
        let scouts = model.has(Traits::SCOUT)
            || game.edition.skirmisher_garrison && model.has(Traits::SKIRMISHER);
        !units::unit_has(game, state, unit, Traits::SIEGE_ENGINE)
            && (scouts || model.speed <= 15 * table::CM)
    };
    game.sheets[formation.index()].garrison && state.members(formation).all(fits)
}

/// Whether a unit lies wholly in the half of its side.
pub(crate) fn is_in_own_half(game: &EaHeresy, seat: Seat, area: &Area) -> bool {
    let (half, bounds) = (game.sides[seat.index()].half, area.bounds());
    game.board.half_of(bounds.low) == half && game.board.half_of(bounds.high) == half
}

/// Whether a side may put down one more garrison on overwatch.
pub(crate) fn may_watch(game: &EaHeresy, state: &State, seat: Seat) -> bool {
    let watches = |it: &FormationNo| {
        state.formation(*it).owner == seat
            && matches!(state.formation(*it).stance, Stance::Overwatch { .. })
    };
    let count = state.all_formations().filter(watches).count();
    count < usize::from(game.edition.garrisons_on_overwatch)
}

/// Whether an area is within reach of an objective in its side's own half.
pub(crate) fn near_own_objective(game: &EaHeresy, state: &State, seat: Seat, area: &Area) -> bool {
    state.objectives.iter().filter(|objective| objective.side == seat).any(|objective| {
        area.within(&Area::Base(Base::point(objective.at)), game.edition.objective)
    })
}

/// Whether the other side has to say whose loss breaks the spirit of a side: several formations
/// cost most, nobody has said it, and the battle has that goal.
pub(crate) fn asks_for_spirit(game: &EaHeresy, state: &State, side: Seat) -> bool {
    game.victory != Victory::LastStand
        && game.sides[side.index()].equal.len() > 1
        && state.sides[side.index()].spirit.is_none()
}

/// Whether a base lies wholly in a deployment zone.
pub(crate) fn in_zone(zone: Bounds, base: table::Base) -> bool {
    zone.holds(base.bounds().low) && zone.holds(base.bounds().high)
}
