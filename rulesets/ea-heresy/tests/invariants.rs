//! Faults of positions, and that play makes none.

use crate::staged::{Staged, text_of};
use umpire_core::game::{Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::Silent;
use umpire_core::testing::{random_game, splitmix};
use umpire_ea_heresy::position::state::UnitNo;

const KEEP: &str = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [40, 18, 46, 24]}\n  \
                    - {name: lake, terrain: lake_deep_river, rect: [60, 10, 80, 30]}";

fn fault(rows: &[&str]) -> String {
    let faults = Staged::faults(&text_of(rows, &[], KEEP));
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].clone()
}

/// So many units a side, in formations of ten along the edges, on so many woods between.
fn crowd(a_side: usize, pieces: usize) -> String {
    let wood = |at: usize| {
        let (x, y) = (at % 40 * 12 + 4, at / 40 * 8 + 80);
        format!("  - {{terrain: woods, rect: [{x}, {y}, {}, {}]}}\n", x + 6, y + 4)
    };
    let row = |at: usize, far: bool| {
        let (x, y) = (at % 14 * 34 + 8, at / 14 * 10 + if far { 320 } else { 20 });
        let count = (a_side - 10 * at).min(10);
        let name = if far { 'b' } else { 'a' };
        format!(
            "      - {{name: {name}{at}, units: {{infantry: {count}}}, from: [{x}, {y}], step: [3, 0]}}\n"
        )
    };
    let side = |far| (0..a_side.div_ceil(10)).map(|at| row(at, far)).collect::<String>();
    let [near, far] = [false, true].map(side);
    let woods: String = (0..pieces).map(wood).collect();
    format!(
        "size: [490, 400]\npieces:\n{woods}sides:\n  A:\n    army: training\n    formations:\n{near}  \
         B:\n    army: training\n    formations:\n{far}"
    )
}

#[test]
fn a_thousand_units_and_as_many_pieces_are_the_most() {
    let mut staged = Staged::new(&crowd(500, 1000));
    let last = staged.unit("b49 10");
    assert_eq!((last, staged.piece("woods 1000").index()), (UnitNo(999), 999));
    let die = splitmix(1);
    random_game(&staged.game, &mut staged.state, &mut Vec::new(), die, 40);
    assert!(staged.game.check_invariants(&staged.state).is_ok());
    let told = |text: &str| Staged::faults(text).concat();
    assert!(told(&crowd(501, 1)).contains("at most 1000 units"), "{}", told(&crowd(501, 1)));
    assert!(told(&crowd(1, 1001)).contains("at most 1000 pieces"));
}

#[test]
fn each_fault_of_a_position_has_its_place_rule_and_remedy() {
    let over = fault(&["{name: wolves, units: {infantry: 2}, at: [[20, 20], [21, 20]]}"]);
    assert!(over.starts_with("staged.yaml:5:61") && over.contains("at[1]"), "{over}");
    assert!(over.contains("`wolves 1` stands there"), "{over}");
    let wet = fault(&["{name: wolves, units: {infantry: 1}, at: [[62, 20]]}"]);
    assert!(wet.contains("EA-5.3") && wet.contains("the nearest legal place is (5"), "{wet}");
    let edge = fault(&["{name: wolves, units: {infantry: 1}, at: [[0.5, 20]]}"]);
    assert!(edge.contains("the nearest legal place is (1"), "{edge}");
    let full = fault(&["{name: wolves, units: {infantry: 9}, in: keep}"]);
    assert!(full.contains("8 spaces, and 9 are taken (EA-6.2.1)"), "{full}");
    let heavy = fault(&["{name: tanks, units: {tank: 1}, in: keep}"]);
    assert!(heavy.contains("EA-6.2.3"), "{heavy}");
    let split = fault(&["{name: wolves, units: {infantry: 2}, at: [[20, 20], [30, 20]]}"]);
    assert!(split.contains("EA-1.5") && split.contains("did you mean"), "{split}");
    let dead = fault(&["{name: wolves, units: {infantry: 2}, from: [9, 9], damage: {1: 1}}"]);
    assert!(dead.contains("EA-11.1"), "{dead}");
    let name = fault(&["{name: wolves, units: {infantri: 2}}"]);
    assert!(name.contains("did you mean `infantry`"), "{name}");
}

#[test]
fn play_leaves_every_position_sound_and_every_answer_typed() {
    let text = crate::catalog::files().get("ea-heresy/scenarios/beacons.yaml");
    let text = text.expect("it is shipped").text;
    for seed in 1..4 {
        let mut staged = Staged::new(&text);
        let mut die = splitmix(seed);
        let mut list = Vec::new();
        for step in 0..1500 {
            match staged.game.pending(&staged.state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Roll(request) => {
                    let faces: Vec<u8> = (0..request.dice()).map(|_| die(6) as u8).collect();
                    for group in &request.groups {
                        staged.game.say_group(&staged.state, group);
                    }
                    staged.told.clear();
                    let rolled = staged.game.roll(&mut staged.state, &faces, &mut staged.told);
                    assert!(rolled.is_ok(), "{rolled:?}");
                }
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().expect("it asks");
                    list.clear();
                    staged.game.legal(&staged.state, seat, &mut list);
                    let action = list[die(list.len() as u32) as usize].clone();
                    let said = staged.game.say_action(&staged.state, seat, &action);
                    let read = staged.game.parse(&staged.state, seat, &said);
                    assert_eq!(read.as_ref(), Ok(&action), "{said}");
                    staged.game.say_choice(&staged.state, &choice);
                    staged.act(&action);
                }
            }
            for event in &staged.told {
                staged.game.say_event(&staged.state, event);
            }
            let sound = staged.game.check_invariants(&staged.state);
            assert!(sound.is_ok(), "seed {seed}, step {step}: {sound:?}\n{:?}", staged.told);
        }
    }
}
