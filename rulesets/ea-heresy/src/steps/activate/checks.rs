//! What may be declared with an action: pop-ups, and a second formation that engages (EA-3.7, EA-8.2.1).

use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::initiative;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};

/// Skimmers that may pop up with an order, of the formations that act (EA-3.7).
pub(crate) fn check_pop_up<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    (formation, with): (FormationNo, Option<FormationNo>),
    order: Order,
    pop_up: &[UnitNo],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if pop_up.is_empty() {
        return Ok(());
    }
    let fits = !matches!(order, Order::SustainedFire | Order::Marshal);
    why.require(Rule::PopUp, fits, || {
        Fact::says("nobody pops up for sustained fire or a marshal action")
            .held("skimmers may pop up for this action")
    })?;
    for unit in pop_up {
        let known = unit.index() < state.units.len();
        why.need(Rule::Formations, known, || Fact::says("there is no such unit"))?;
        let of = state.unit(*unit).formation;
        let own = (of == formation || Some(of) == with) && state.unit(*unit).alive();
        why.need(Rule::PopUp, own, || {
            let which = if with.is_some() { "these formations" } else { "this formation" };
            Fact::says(format!("`{}` is not of {which}", units::unit_name(game, *unit)))
        })?;
        let skims = units::unit_has(game, state, *unit, Traits::SKIMMER);
        why.need(Rule::PopUp, skims, || {
            Fact::says(format!("`{}` is no skimmer", units::unit_name(game, *unit)))
        })?;
        let stands = matches!(state.unit(*unit).place, Whereabouts::Table(_));
        why.need(Rule::PopUp, stands, || {
            Fact::says(format!("`{}` does not stand on the table", units::unit_name(game, *unit)))
        })?;
    }
    Ok(())
}

/// Whether a commander may bring another formation along (EA-8.2.1).
pub(crate) fn check_combined<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    order: Order,
    with: Option<FormationNo>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Some(with) = with else { return Ok(()) };
    let known = with.index() < state.formations.len() && with != formation;
    why.need(Rule::CombinedAssault, known, || Fact::says("there is no such other formation"))?;
    let engages = order == Order::Engage;
    why.require(Rule::CombinedAssault, engages, || {
        Fact::says("a commander brings another formation along to engage only")
            .held("they are to engage")
    })?;
    let own = state.formation(with).owner == state.formation(formation).owner;
    let name = || units::formation_name(game, with).to_string();
    why.need(Rule::CombinedAssault, own, || {
        Fact::says(format!("`{}` is of the other side", name()))
    })?;
    why.require(Rule::CombinedAssault, initiative::may_act(state, with), || {
        Fact::says(format!("`{}` may not act", name())).held(format!("`{}` may act", name()))
    })?;
    let commanders: Vec<UnitNo> = state
        .members(formation)
        .filter(|unit| units::unit_has(game, state, *unit, Traits::COMMANDER))
        .collect();
    why.require(Rule::CombinedAssault, !commanders.is_empty(), || {
        Fact::says(format!("`{}` has no commander", units::formation_name(game, formation)))
            .held("it has a commander")
    })?;
    let near = commanders.iter().any(|commander| {
        let from = Body::Unit(*commander);
        state
            .members(with)
            .any(|unit| units::within(game, state, from, Body::Unit(unit), game.edition.commander))
    });
    why.require(Rule::CombinedAssault, near, || {
        let length = umpire_core::table::said(game.edition.commander);
        Fact::says(format!("no unit of `{}` is within {length} cm of the commander", name()))
            .held("a unit of it is near enough to the commander")
    })
}
