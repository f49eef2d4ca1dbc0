//! The test of an action: what it needs, what bears on it, who may roll it again (EA-2.6).

use crate::position::action::Order;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State, UnitNo};
use crate::position::step::{ActivateStep, OverwatchStep, Step};
use crate::position::units;
use crate::steps::shooting::fire;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};

/// Begins an action: who waited comes down, skimmers pop up, and it tests.
pub(crate) fn activate<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    test: ActivateStep,
    pop_up: &[UnitNo],
    out: &mut O,
) {
    let ActivateStep::Test { formation, order, road, with, retained } = test else { return };
    for acting in [formation].into_iter().chain(with) {
        if matches!(state.formation(acting).stance, Stance::Overwatch { .. }) {
            fire::pop_down(game, state, acting);
        }
    }
    for unit in pop_up {
        state.unit_mut(*unit).popped_up = true;
        out.tell(|| Event::PoppedUp { unit: *unit });
    }
    let chosen = (order, road, retained);
    out.tell(|| {
        let needs = test_needs(game, formation);
        let modifier = test_modifier(game, state, formation, chosen, with, &mut Silent);
        let die = least_die(game, needs, modifier);
        Event::Activated { formation, order, road, needs, die, retained }
    });
    state.push_step(test.step());
    for mover in [formation].into_iter().chain(with).rev() {
        if pop_up.iter().any(|unit| state.unit(*unit).formation == mover) {
            state.push_step(Step::Overwatch(OverwatchStep::After { mover, next: 0 }));
        }
    }
}

/// Skimmers of a formation that was to be brought along, and is not, come down, but for those that
/// wait on overwatch (EA-3.7).
pub(super) fn stay_behind(game: &EaHeresy, state: &mut State, with: Option<FormationNo>) {
    if let Some(with) = with
        && !matches!(state.formation(with).stance, Stance::Overwatch { .. })
    {
        fire::pop_down(game, state, with);
    }
}

/// What a formation's test needs (EA-2.6).
pub(super) fn test_needs(game: &EaHeresy, formation: FormationNo) -> i16 {
    i16::from(game.sheets[formation.index()].initiative)
}

/// The modifiers of a test (EA-2.6, EA-5.9.3).
pub(super) fn test_modifier<E: Explain<Rule>>(
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
pub(super) fn may_fail(game: &EaHeresy, needs: i16, modifier: i16) -> bool {
    least_die(game, needs, modifier) > 1
}

/// The least that the die of a test has to show.
fn least_die(game: &EaHeresy, needs: i16, modifier: i16) -> i16 {
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
fn commander_to_help(game: &EaHeresy, state: &State, formation: FormationNo) -> Option<UnitNo> {
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

/// A supreme commander lets a failed test be rolled again.
pub(crate) fn reroll<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    if let Some(unit) = commander_to_help(game, state, formation) {
        state.unit_mut(unit).rerolled = true;
    }
    let commander = game.catalog.special_named("supreme_commander");
    let rule = commander.map_or(Rule::ActionTest, Rule::Special);
    out.tell(|| {
        let name = units::formation_name(game, formation);
        let says = format!("the supreme commander has {name} roll the failed test again");
        Event::Noted { rule, says }
    });
}

/// What army rules add to a test, with their rule.
pub(super) fn army_test_modifiers(
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

pub(super) fn passes(game: &EaHeresy, shown: i16, modifier: i16, needs: i16) -> bool {
    shown >= least_die(game, needs, modifier)
}
