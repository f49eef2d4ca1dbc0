//! Formations beside an assault support their side with firefight (EA-8.6).

use crate::position::action::{Action, Order};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::hits_promised;
use crate::position::state::{Body, FormationNo, Stance, State, UnitNo};
use crate::position::step::{AssaultStep, Wave};
use crate::position::{area, units};
use crate::rules::assault::melee;
use crate::steps::assault::Flow;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Whether a formation of either side is in a position to support the assault.
pub(crate) fn anybody_supports(game: &EaHeresy, state: &State) -> bool {
    Seat::SIDES.into_iter().any(|seat| in_position(game, state, seat).next().is_some())
}

/// Units of a formation that fire in support: in range and sight of an enemy in the assault,
/// the farthest suppressed by blast markers, of those equally far the one that would hit least
/// (EA-7.3, EA-7.3.2).
pub(super) fn supporting_units(
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
fn in_position<'a>(
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
fn supporters(game: &EaHeresy, state: &State, seat: Seat) -> SmallVec<[FormationNo; 4]> {
    let done = |it: &FormationNo| {
        state.assault.as_ref().is_some_and(|assault| assault.supported.contains(it))
    };
    in_position(game, state, seat).filter(|it| !done(it)).collect()
}

/// Whether support might damage a stronghold, which attackers may wish to spare (EA-8.8.10).
fn support_endangers_walls(game: &EaHeresy, state: &State, seat: Seat) -> bool {
    seat == state.attacking_seat()
        && melee::standing_walls(game, state, seat.opponent()).next().is_some()
}

pub(super) fn advance_support(game: &EaHeresy, state: &mut State, seat: Seat) -> Flow {
    let supporters = self::supporters(game, state, seat);
    let in_position: SmallVec<[FormationNo; 4]> = in_position(game, state, seat).collect();
    for formation in in_position {
        let known = &mut state.melee().supporters;
        if !known.contains(&formation) {
            known.push(formation);
        }
    }
    match supporters[..] {
        [] => end_support(state, seat),
        [only] if !support_endangers_walls(game, state, seat) => support(state, only),
        _ => return Flow::Wait,
    }
    Flow::On
}

fn end_support(state: &mut State, seat: Seat) {
    let next = if seat == state.attacking_seat() {
        AssaultStep::Support { seat: seat.opponent() }
    } else {
        AssaultStep::Result
    };
    state.replace_step(next.step());
}

pub(super) fn support(state: &mut State, formation: FormationNo) {
    state.melee().supported.push(formation);
    state.replace_step(AssaultStep::Roll(Wave::Support(formation)).step());
}

pub(super) fn forgo_support<O: Observe<Event>>(state: &mut State, seat: Seat, out: &mut O) {
    out.tell(|| Event::Passed { seat, rule: Rule::SupportingFire });
    end_support(state, seat);
}

pub(super) fn list_supporters(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    into.extend(supporters(game, state, seat).into_iter().map(Action::Support));
    if support_endangers_walls(game, state, seat) {
        into.push(Action::Pass);
    }
}

pub(super) fn check_support<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Action::Support(formation) = action else {
        let spares = support_endangers_walls(game, state, seat);
        return why.require(Rule::ForgoingAttacks, spares, || {
            Fact::says("support is withheld only to spare a stronghold")
                .held("it might damage a stronghold")
        });
    };
    let known = formation.index() < state.formations.len();
    why.need(Rule::Formations, known, || Fact::says("there is no such formation"))?;
    let name = || units::formation_name(game, *formation).to_string();
    let record = state.formation(*formation);
    let beside = record.owner == seat
        && state.assault.as_ref().is_some_and(|assault| {
            !assault.has(*formation) && !assault.supported.contains(formation)
        });
    why.need(Rule::SupportingFire, beside, || {
        Fact::says(format!("`{}` is no formation of this side that can still support", name()))
    })?;
    let marched = record.stance == Stance::Acted(Order::March);
    why.require(Rule::SupportingFire, !record.broken && !marched, || {
        Fact::says(format!("`{}` is broken or has marched", name()))
            .held(format!("`{}` is neither broken nor has it marched", name()))
    })?;
    let able = !supporting_units(game, state, *formation).is_empty();
    why.require(Rule::SupportingFire, able, || {
            let length = umpire_core::table::said(game.edition.firefight);
            Fact::says(format!(
                "no unit of `{}` that is not suppressed has an enemy of the assault within {length} cm and in sight",
                name()
            ))
            .held(format!("`{}` has a unit in reach", name()))
        })
}
