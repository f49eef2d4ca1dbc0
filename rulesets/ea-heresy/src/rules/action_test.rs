//! The test of an action: what it needs, what bears on it, who may roll it again (EA-2.6).

use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo};
use crate::position::units;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;

/// What a formation's test needs (EA-2.6).
pub(crate) fn test_needs(game: &EaHeresy, formation: FormationNo) -> i16 {
    i16::from(game.sheets[formation.index()].initiative)
}

/// The modifiers of a test (EA-2.6, EA-5.9.3).
pub(crate) fn test_modifier<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    (order, road, retained): (Order, bool, bool),
    with: Option<FormationNo>,
    why: &mut E,
) -> i16 {
    let edition = &game.edition;
    let mut sum = 0;
    let mut add = |rule: Rule, amount: i8, says: &str| {
        if amount != 0 {
            why.modifier(rule, amount.into(), || says.to_string());
            sum += i16::from(amount);
        }
    };
    let marked = state.formation(formation).markers > 0
        || with.is_some_and(|with| state.formation(with).markers > 0);
    if marked {
        add(Rule::ActionTest, edition.test_blast_marker, "it has a blast marker");
    }
    if retained && !units::formation_includes(game, state, formation, Traits::PRESCIENCE) {
        add(Rule::RetainingTheInitiative, edition.test_retaining, "retaining the initiative");
    }
    if road {
        add(Rule::RoadMove, edition.test_road_move, "a road move");
    }
    for (rule, amount, says) in army_test_modifiers(game, formation, order) {
        add(rule, amount, &says);
    }
    if breaks_down(game, state, formation) {
        add(Rule::SystemBreakdown, -1, "below half of its damage capacity");
    }
    sum
}

/// Whether a formation's test may fail at all.
pub(crate) fn may_fail(game: &EaHeresy, needs: i16, modifier: i16) -> bool {
    least_die(game, needs, modifier) > 1
}

/// The least that the die of a test has to show.
pub(crate) fn least_die(game: &EaHeresy, needs: i16, modifier: i16) -> i16 {
    let least = if game.edition.test_natural_one_fails { 2 } else { 1 };
    (needs - modifier).max(least)
}

/// Whether a war engine of a formation breaks down below half of its damage capacity (EA-11.6).
pub(crate) fn breaks_down(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    state.members(formation).any(|unit| {
        let model = units::model_of(game, state, unit);
        let left = model.damage_capacity.saturating_sub(state.unit(unit).damage);
        model.has(Traits::SYSTEM_BREAKDOWN) && left < model.damage_capacity - left
    })
}

/// A living supreme commander of a formation's side who has not helped this turn: each has one
/// test rolled again.
pub(crate) fn commander_to_help(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
) -> Option<UnitNo> {
    let seat = state.formation(formation).owner;
    units::units_of(state, seat).find(|unit| {
        !state.unit(*unit).rerolled
            && units::unit_has(game, state, *unit, Traits::SUPREME_COMMANDER)
    })
}

/// Whether a failed test of a formation may be rolled again.
pub(crate) fn may_reroll(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    commander_to_help(game, state, formation).is_some()
}

/// What army rules add to a test, with their rule.
pub(crate) fn army_test_modifiers(
    game: &EaHeresy,
    formation: FormationNo,
    order: Order,
) -> impl Iterator<Item = (Rule, i8, String)> + '_ {
    let sheet = &game.sheets[formation.index()];
    sheet.army_rules.iter().filter_map(move |id| {
        let special = game.catalog.special(*id);
        let tests = &special.tests;
        let amount = match order {
            Order::Advance => tests.advance,
            Order::Engage => tests.engage,
            Order::Double => tests.double,
            Order::March => tests.march,
            Order::Marshal => tests.marshal,
            Order::Overwatch => tests.overwatch,
            Order::SustainedFire => tests.sustained_fire,
            Order::Hold => 0,
        };
        (amount != 0).then(|| (Rule::Special(*id), amount, special.name.clone()))
    })
}

pub(crate) fn passes(game: &EaHeresy, shown: i16, modifier: i16, needs: i16) -> bool {
    shown >= least_die(game, needs, modifier)
}
