//! Formations beside an assault support their side with firefight (EA-8.6).

use crate::position::action::{Action, Order};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State};
use crate::position::step::{AssaultStep, Wave};
use crate::position::units;
use crate::rules::assault::supporting_fire;
use crate::steps::assault::Flow;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

pub(super) fn advance_support(game: &EaHeresy, state: &mut State, seat: Seat) -> Flow {
    let supporters = supporting_fire::supporters(game, state, seat);
    let in_position: SmallVec<[FormationNo; 4]> =
        supporting_fire::in_position(game, state, seat).collect();
    for formation in in_position {
        let known = &mut state.melee().supporters;
        if !known.contains(&formation) {
            known.push(formation);
        }
    }
    match supporters[..] {
        [] => end_support(state, seat),
        [only] if !supporting_fire::support_endangers_walls(game, state, seat) => {
            support(state, only)
        }
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
    into.extend(supporting_fire::supporters(game, state, seat).into_iter().map(Action::Support));
    if supporting_fire::support_endangers_walls(game, state, seat) {
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
        let spares = supporting_fire::support_endangers_walls(game, state, seat);
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
    let able = !supporting_fire::supporting_units(game, state, *formation).is_empty();
    why.require(Rule::SupportingFire, able, || {
            let length = umpire_core::table::said(game.edition.firefight);
            Fact::says(format!(
                "no unit of `{}` that is not suppressed has an enemy of the assault within {length} cm and in sight",
                name()
            ))
            .held(format!("`{}` has a unit in reach", name()))
        })
}
