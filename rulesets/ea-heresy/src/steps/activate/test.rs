//! A test begins, and a supreme commander has it rolled again (EA-2.6).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State, UnitNo};
use crate::position::step::{ActivateStep, OverwatchStep, Step};
use crate::position::units;
use crate::rules::action_test;
use crate::steps::shooting::fire;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::Silent;

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
        let needs = action_test::test_needs(game, formation);
        let modifier =
            action_test::test_modifier(game, state, formation, chosen, with, &mut Silent);
        let die = action_test::least_die(game, needs, modifier);
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

/// A supreme commander lets a failed test be rolled again.
pub(crate) fn reroll<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    if let Some(unit) = action_test::commander_to_help(game, state, formation) {
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
