//! EA-Heresy under inputs that nobody means: spoilt moves, absurd numbers, amendments at random.

use crate::battles::position;
use crate::strangers::with_other_numbers;
use std::panic::{AssertUnwindSafe, catch_unwind};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_core::testing::{Die, random_game, splitmix};
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::action::{Action, UnitMove};
use umpire_ea_heresy::position::amendment::{Amendment, Answer, Answered};
use umpire_ea_heresy::position::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use umpire_ea_heresy::position::units;
use umpire_ea_heresy::rules::sight;
use umpire_tests::loaded;

/// Plays positions drawn at random and looks at each choice on the way.
fn at_choices(
    numbers: std::ops::Range<u64>,
    inputs: usize,
    mut look: impl FnMut(&EaHeresy, &State, Seat, Die),
) {
    for number in numbers {
        let mut die = splitmix(number);
        let drawn: Loaded<EaHeresy> = loaded(&position(number, &mut die));
        let Loaded { game, setup, .. } = drawn;
        let mut state = game.start(&setup).expect("the position is sound");
        let mut scratch = Vec::new();
        for _ in 0..inputs {
            if let Pending::Choice(choice) = game.pending(&state, &mut Silent) {
                look(&game, &state, choice.seats.first().expect("somebody is asked"), &mut die);
            }
            if random_game(&game, &mut state, &mut scratch, &mut die, 1) == 0 {
                break;
            }
        }
    }
}

/// A way that goes on for 30 cm more, whatever is there.
fn spoilt(way: &UnitMove) -> UnitMove {
    let mut way = way.clone();
    if let Some(last) = way.path.last_mut() {
        last.x += 30 * CM;
    }
    way
}

#[test]
fn remedies_of_moves_of_many_units_pass() {
    let mut seen = 0;
    at_choices(600..616, 120, |game, state, seat, die| {
        let mut candidates = Vec::new();
        game.candidates(state, seat, &mut candidates);
        for action in &candidates {
            let Action::Move(ways) = action else { continue };
            if ways.len() < 2 {
                continue;
            }
            let mut ways = ways.clone();
            let at = 1 + die(ways.len() as u32 - 1) as usize;
            ways[at] = spoilt(&ways[at]);
            for remedy in game.ruling(state, seat, &Action::Move(ways)).remedies() {
                let Some(value) = &remedy.action else { continue };
                let instead: Action =
                    serde_json::from_value(value.clone()).expect("a remedy's action is one");
                let verdict = game.check(state, seat, &instead, &mut Silent);
                assert!(verdict.is_ok(), "a remedy passes: {instead:?} refused by {verdict:?}");
                seen += 1;
            }
        }
    });
    assert!(seen > 50, "only {seen} remedies of moves of several units");
}

#[test]
fn no_number_in_an_action_breaks_anything() {
    let mut seen = 0;
    at_choices(620..632, 60, |game, state, seat, die| {
        let mut actions = Vec::new();
        game.legal(state, seat, &mut actions);
        let action = &actions[die(actions.len() as u32) as usize];
        let value = serde_json::to_value(action).expect("actions are data");
        for other in with_other_numbers(&value) {
            let Ok(odd) = serde_json::from_value::<Action>(other) else { continue };
            let judged = catch_unwind(AssertUnwindSafe(|| {
                let silent = game.check(state, seat, &odd, &mut Silent);
                let ruling = game.ruling(state, seat, &odd);
                game.say_action(state, seat, &odd);
                let mut after = state.clone();
                let _ = game.overrule(&mut after, seat, &odd, &mut Deaf);
                assert_eq!(silent.is_ok(), ruling.holds(), "both checks agree: {ruling:?}");
            }));
            assert!(judged.is_ok(), "{odd:?}");
            seen += 1;
        }
    });
    assert!(seen > 1000, "only {seen} odd actions");
}

/// Any change of a position, sound or not.
fn amendment(game: &EaHeresy, state: &State, die: Die) -> Amendment {
    let unit = UnitNo(die(state.units.len() as u32 + 1) as u16);
    let formation = FormationNo(die(state.formations.len() as u32 + 1) as u16);
    let stronghold = state.strongholds.get(die(4) as usize).map_or(PieceNo(0), |it| it.piece);
    let body = match die(3) {
        0 => Body::Stronghold(stronghold),
        _ => Body::Unit(UnitNo(die(state.units.len() as u32) as u16)),
    };
    let size = game.board.size;
    let at = Point::new(die(size.x as u32) as i32, die(size.y as u32) as i32);
    let place = match die(6) {
        0 => Whereabouts::Inside(stronghold),
        1 => Whereabouts::Aboard(UnitNo(die(state.units.len() as u32) as u16)),
        2 => [Whereabouts::Off, Whereabouts::Destroyed][die(2) as usize],
        3 => Whereabouts::Table(Point::new(i32::MIN, i32::MAX)),
        _ => Whereabouts::Table(at),
    };
    let yes = die(2) == 0;
    match die(10) {
        8 => Amendment::Form { formation, at: if yes { at } else { Point::new(i32::MIN, 0) } },
        0 | 1 => Amendment::Place { unit, place, facing: None },
        2 => Amendment::Damage { on: body, points: die(7) as u8 },
        3 => Amendment::Shields { unit, down: die(3) as u8 },
        4 => Amendment::Markers { formation, count: [1, 4, 255][die(3) as usize] },
        5 => Amendment::Broken { formation, broken: yes },
        6 => Amendment::PoppedUp { unit, up: yes },
        7 => Amendment::Ruin { piece: stronghold },
        _ => {
            let says =
                [Answer::Sees(yes), Answer::Within { length: 15 * CM, yes }][die(2) as usize];
            Amendment::Answer(Answered { from: Body::Unit(unit), to: body, says })
        }
    }
}

#[test]
fn battles_go_on_after_any_amendment() {
    let (mut made, mut refused) = (0, 0);
    at_choices(640..652, 60, |game, state, _, die| {
        let change = amendment(game, state, die);
        let mut after = state.clone();
        if game.amend(&mut after, &change, &mut Deaf).is_err() {
            assert!(after == *state, "a refused amendment changes nothing: {change:?}");
            refused += 1;
            return;
        }
        let mut scratch = Vec::new();
        for input in 0..12 {
            if let Err(refusals) = game.check_invariants(&after) {
                panic!("{input} inputs after {change:?}: {refusals:?}\n{state:?}");
            }
            random_game(game, &mut after, &mut scratch, &mut *die, 1);
        }
        made += 1;
    });
    assert!(made > 200 && refused > 50, "{made} made, {refused} refused");
}

#[test]
fn sight_and_nearness_are_mutual() {
    let (mut seen, mut hidden) = (0, 0);
    at_choices(660..664, 40, |game, state, _, die| {
        for _ in 0..10 {
            let mut one = || Body::Unit(UnitNo(die(state.units.len() as u32) as u16));
            let (a, b) = (one(), one());
            let sees = sight::sees(game, state, a, b);
            assert_eq!(sees, sight::sees(game, state, b, a), "{a:?} {b:?}\n{state:?}");
            let near = units::within(game, state, a, b, 30 * CM);
            assert_eq!(near, units::within(game, state, b, a, 30 * CM), "{a:?} {b:?}\n{state:?}");
            (seen, hidden) = (seen + u32::from(sees), hidden + u32::from(!sees));
        }
    });
    assert!(seen > 100 && hidden > 100, "{seen} see each other, {hidden} do not");
}
