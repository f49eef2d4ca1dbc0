//! Tests of ground are taken: the die that a way asks for, and what a failure does (EA-5.1, EA-5.2).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, PieceNo, State, Stopped, Toll, UnitNo, Wound};
use crate::position::step::{HarmStep, MoveKind, MoveStep, Step, TestDie};
use crate::rules::movement::ground;
use umpire_core::dice::Face;
use umpire_core::game::Observe;

/// Lets a unit of the move in progress test for a piece of ground where it stands: for odds.
pub(crate) fn begin_test(
    game: &EaHeresy,
    state: &mut State,
    unit: UnitNo,
    piece: PieceNo,
    cautious: bool,
) {
    let Some(Step::Movement(MoveStep::Go { formation, kind })) = state.steps.last().copied() else {
        return;
    };
    if let Some(moving) = &mut state.moving {
        let mut stopped = Stopped { on_road: false, ..Stopped::before(unit, cautious) };
        stopped.tested = ground::tested_with(game, piece).collect();
        moving.stopped = Some(stopped);
    }
    let test = MoveStep::Test { formation, kind, piece, die: TestDie::First };
    state.replace_step(Step::Movement(test));
}

/// Takes a die of a test: the unit goes on, rolls again, or is hit (EA-5.1, EA-5.2).
pub(crate) fn take_test<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, kind): (crate::position::state::FormationNo, MoveKind),
    (piece, die): (PieceNo, TestDie),
    face: Face,
    out: &mut O,
) {
    let go = Step::Movement(MoveStep::Go { formation, kind });
    let Some(stopped) = state.moving.and_then(|moving| moving.stopped) else {
        state.replace_step(go);
        return;
    };
    let unit = stopped.unit;
    let fails = ground::test_fails(game, state, unit, piece, (die, face));
    let next = match die {
        _ if !fails => None,
        TestDie::First if ground::rerolls(game, state, &stopped, piece) => Some(TestDie::Again),
        TestDie::First | TestDie::Again
            if ground::second_up_to(game, state, unit, piece).is_some() =>
        {
            Some(TestDie::Second)
        }
        _ => None,
    };
    let hit = fails && next.is_none();
    let rule = ground::test_rule(game, state, unit, piece);
    let more = next.is_some();
    out.tell(|| Event::GroundTested { unit, piece, dice: vec![face], hit, more, rule });
    if let Some(die) = next {
        let test = MoveStep::Test { formation, kind, piece, die };
        state.replace_step(Step::Movement(test));
        return;
    }
    state.replace_step(go);
    if hit {
        hit_by_ground(state, unit);
    }
}

fn hit_by_ground(state: &mut State, unit: UnitNo) {
    state.wounds.clear();
    state.wounds.push(Wound::mortal(Body::Unit(unit), 1));
    state.toll = Toll::default();
    state.push_step(Step::Harm(HarmStep::Begin));
}
