//! Orders carried out: what each consists of, and what follows a test (EA-2.8).

use super::ActivateStep;
use crate::action::{Order, Way};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Acting, FormationNo, Stance, State, UnitSet};
use crate::steps::assault::AssaultStep;
use crate::steps::morale::{MoraleStep, markers};
use crate::steps::movement::{MoveKind, MoveStep, candidates};
use crate::steps::shooting::ShootStep;
use crate::steps::{Step, turn};
use umpire_core::game::Observe;

/// Carries an order out: pushes what it consists of.
pub(crate) fn begin_order<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    order: Order,
    (road, with, retained): (bool, Option<FormationNo>, bool),
    out: &mut O,
) {
    if let Stance::Overwatch { .. } = state.formation(formation).stance {
        out.tell(|| Event::Watch { formation, on: false, rule: Rule::Overwatch });
    }
    state.formation_mut(formation).stance = Stance::Acted(order);
    if let Some(with) = with {
        state.formation_mut(with).stance = Stance::Acted(order);
    }
    let entered = UnitSet::default();
    state.acting = Some(Acting { formation, order, road, entered, with });
    state.push_step(ActivateStep::Finish { formation, retained }.step());
    let moves = |state: &mut State, count: usize| {
        for _ in 0..count {
            let step = MoveStep::Begin { formation, kind: MoveKind::Action };
            state.push_step(Step::Movement(step));
        }
    };
    let shoot = Step::Shooting(ShootStep::Choose { formation, reaction: false });
    match order {
        Order::Advance => {
            state.push_step(shoot);
            moves(state, 1);
        }
        Order::Double => {
            state.push_step(shoot);
            moves(state, 2);
        }
        Order::March => moves(state, 3),
        Order::SustainedFire => state.push_step(shoot),
        Order::Engage => state.push_step(Step::Assault(AssaultStep::Begin { formation })),
        Order::Marshal => {
            state.push_step(Step::Morale(MoraleStep::Regroup { formation }));
            state.push_step(ActivateStep::Choose(formation).step());
        }
        Order::Overwatch => {
            state.formation_mut(formation).stance = Stance::Overwatch { acted: true };
            out.tell(|| Event::Watch { formation, on: true, rule: Rule::OverwatchAction });
            state.push_step(ActivateStep::Step(formation).step());
        }
        Order::Hold => state.push_step(ActivateStep::Choose(formation).step()),
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
        begin_order(state, formation, order, (road, with, retained), out);
        return;
    }
    markers::mark(game, state, formation, 1, Rule::FailedTest, out);
    if let Some(with) = with {
        markers::mark(game, state, with, 1, Rule::CombinedAssault, out);
    }
    if state.formation(formation).broken {
        state.formation_mut(formation).stance = Stance::Acted(Order::Hold);
        state.push_step(ActivateStep::Finish { formation, retained }.step());
    } else {
        begin_order(state, formation, Order::Hold, (false, None, retained), out);
    }
}

/// The ways that a hold or a marshal action leaves (EA-2.8.5, EA-2.8.8).
pub(super) fn ways(game: &EaHeresy, state: &State, formation: FormationNo) -> Vec<Way> {
    let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
    let bound = turn::orders_bound(game, state, formation);
    let mut ways = vec![Way::Move];
    if !bound {
        ways.push(Way::Shoot);
        if hold {
            ways.push(Way::Regroup);
        }
    } else if !candidates::could_leave_zones(game, state, formation) {
        ways.push(Way::Shoot);
    }
    ways
}

pub(super) fn take_way<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    way: Way,
    out: &mut O,
) {
    state.steps.pop();
    let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
    let rule = if hold { Rule::Hold } else { Rule::Marshal };
    out.tell(|| Event::Chose { formation, way, rule });
    state.push_step(match way {
        Way::Move => Step::Movement(MoveStep::Begin { formation, kind: MoveKind::Action }),
        Way::Shoot => Step::Shooting(ShootStep::Choose { formation, reaction: false }),
        Way::Regroup => Step::Morale(MoraleStep::Regroup { formation }),
    });
}
