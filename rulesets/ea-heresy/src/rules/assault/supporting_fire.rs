//! Who is in a position to support an assault, and with which units (EA-8.6).

use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::model::hits_promised;
use crate::position::state::{Body, FormationNo, Stance, State, UnitNo};
use crate::position::{area, units};
use crate::rules::assault::melee;
use crate::tables::catalog::Traits;
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Whether a formation of either side is in a position to support the assault.
pub(crate) fn anybody_supports(game: &EaHeresy, state: &State) -> bool {
    Seat::SIDES.into_iter().any(|seat| in_position(game, state, seat).next().is_some())
}

/// Units of a formation that fire in support: in range and sight of an enemy in the assault,
/// the farthest suppressed by blast markers, of those equally far the one that would hit least
/// (EA-7.3, EA-7.3.2).
pub(crate) fn supporting_units(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
) -> Vec<UnitNo> {
    let exposed = melee::exposed(game, state, state.formation(formation).owner.opponent());
    let mut able: Vec<(Length, Reverse<u16>, UnitNo)> = Vec::new();
    for unit in state.members(formation) {
        let model = units::model_of(game, state, unit);
        let aboard = state.carrier(unit) != unit;
        if model.firefight == 0 || aboard || model.is_aircraft() {
            continue;
        }
        let reached =
            exposed.iter().copied().filter(|body| melee::fires_at(game, state, unit, *body));
        if let Some((_, gap)) = area::nearest(game, state, Body::Unit(unit), reached) {
            let hits = hits_promised(&model.fire_attacks, model.firefight);
            able.push((gap, Reverse(hits), unit));
        }
    }
    able.sort_unstable();
    let each =
        if units::formation_has(game, state, formation, Traits::KNOW_NO_FEAR) { 2 } else { 1 };
    let markers = state.formation(formation).markers;
    let mut suppressed = if game.edition.support_suppressed { markers / each } else { 0 };
    while let Some((.., unit)) = able.last() {
        let model = units::model_of(game, state, *unit);
        let costs = if model.is_war_engine() { model.damage_capacity } else { 1 };
        if suppressed < costs {
            break;
        }
        suppressed -= costs;
        able.pop();
    }
    able.into_iter().map(|(.., unit)| unit).collect()
}

/// Formations of a side that are in a position to support: they could roll a firefight die in this
/// round, or have rolled it (EA-8.9.1).
pub(crate) fn in_position<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = FormationNo> + 'a {
    let beside = |it: &FormationNo| state.assault.as_ref().is_some_and(|assault| !assault.has(*it));
    state.all_formations().filter(beside).filter(move |it| {
        let record = state.formation(*it);
        record.owner == seat
            && !record.broken
            && record.stance != Stance::Acted(Order::March)
            && !supporting_units(game, state, *it).is_empty()
    })
}

/// Formations of a side that may still support in this round.
pub(crate) fn supporters(game: &EaHeresy, state: &State, seat: Seat) -> SmallVec<[FormationNo; 4]> {
    let done = |it: &FormationNo| {
        state.assault.as_ref().is_some_and(|assault| assault.supported.contains(it))
    };
    in_position(game, state, seat).filter(|it| !done(it)).collect()
}

/// Whether support might damage a stronghold, which attackers may wish to spare (EA-8.8.10).
pub(crate) fn support_endangers_walls(game: &EaHeresy, state: &State, seat: Seat) -> bool {
    seat == state.attacking_seat()
        && melee::standing_walls(game, state, seat.opponent()).next().is_some()
}
