//! Orders carried out: what each consists of, and what follows a test (EA-2.8).

use crate::position::action::{Order, Way};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Acting, FormationNo, Stance, State, UnitSet};
use crate::position::step::{
    ActivateStep, AssaultStep, MoraleStep, MoveKind, MoveStep, Step, TargetStep,
};
use crate::rules::actions;
use crate::steps::activate::test;
use crate::steps::morale::markers;
use crate::steps::movement::candidates;
use crate::tables::catalog::{ActionRow, Then};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Pushes what a row of the table of actions consists of: its moves, what follows them, and
/// regrouping last.
fn push_action<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    row: &ActionRow,
    out: &mut O,
) {
    if row.regroups {
        state.push_step(Step::Morale(MoraleStep::Regroup { formation }));
    }
    match row.then {
        Then::Shoot => state.push_step(TargetStep::Choose { formation, reaction: false }.into()),
        // Its one move is the charge, with which an assault begins.
        Then::Assault => state.push_step(Step::Assault(AssaultStep::Begin { formation })),
        Then::Reaction => {
            state.formation_mut(formation).stance = Stance::Overwatch { acted: true };
            out.tell(|| Event::Watch { formation, on: true, rule: Rule::OverwatchAction });
            state.push_step(ActivateStep::Step(formation).step());
        }
        Then::None => {}
    }
    let moves = if row.then == Then::Assault { 0 } else { row.moves };
    for _ in 0..moves {
        let step = MoveStep::Begin { formation, kind: MoveKind::Action };
        state.push_step(Step::Movement(step));
    }
}

/// Carries an order out: pushes what it consists of.
pub(crate) fn begin_order<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    order: Order,
    (road, with, retained): (bool, Option<FormationNo>, bool),
    out: &mut O,
) {
    for formation in [formation].into_iter().chain(with) {
        if let Stance::Overwatch { .. } = state.formation(formation).stance {
            out.tell(|| Event::Watch { formation, on: false, rule: Rule::Overwatch });
        }
        state.formation_mut(formation).stance = Stance::Acted(order);
    }
    let entered = UnitSet::default();
    state.acting = Some(Acting { formation, order, road, entered, with });
    state.push_step(ActivateStep::Finish { formation, retained }.step());
    if matches!(order, Order::Marshal | Order::Hold) {
        state.push_step(ActivateStep::Choose(formation).step());
    } else if let Some(row) = actions::action_row(game, order, Way::Move) {
        push_action(state, formation, row, out);
    }
}

/// What follows a test.
pub(super) fn after_test<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    step: ActivateStep,
    passed: bool,
    out: &mut O,
) {
    let (ActivateStep::Test { formation, order, road, with, retained }
    | ActivateStep::Again { formation, order, road, with, retained, .. }) = step
    else {
        return;
    };
    state.steps.pop();
    if passed {
        // Fire from overwatch at those who popped up may have ended its part (EA-7.9).
        let able = |with: &FormationNo| {
            !state.formation(*with).broken && state.members(*with).next().is_some()
        };
        let with = with.filter(able);
        begin_order(game, state, formation, order, (road, with, retained), out);
        return;
    }
    markers::mark(game, state, formation, 1, Rule::FailedTest, out);
    if let Some(with) = with {
        markers::mark(game, state, with, 1, Rule::CombinedAssault, out);
    }
    test::stay_behind(game, state, with);
    if state.formation(formation).broken {
        state.formation_mut(formation).stance = Stance::Acted(Order::Hold);
        state.push_step(ActivateStep::Finish { formation, retained }.step());
    } else {
        begin_order(game, state, formation, Order::Hold, (false, None, retained), out);
    }
}

/// The ways that a hold or a marshal action leaves (EA-2.8.5, EA-2.8.8): to move alone, where a unit
/// can get out of an enemy's zone (EA-3.4.3).
pub(super) fn ways(game: &EaHeresy, state: &State, formation: FormationNo) -> Vec<Way> {
    let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
    if candidates::could_leave_zones(game, state, formation) {
        vec![Way::Move]
    } else if hold {
        vec![Way::Move, Way::Shoot, Way::Regroup]
    } else {
        vec![Way::Move, Way::Shoot]
    }
}

pub(super) fn take_way<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    way: Way,
    out: &mut O,
) {
    state.steps.pop();
    let order = state.acting.map_or(Order::Hold, |acting| acting.order);
    let rule = if order == Order::Hold { Rule::Hold } else { Rule::Marshal };
    out.tell(|| Event::Chose { formation, way, rule });
    if let Some(row) = actions::action_row(game, order, way) {
        push_action(state, formation, row, out);
    }
}
