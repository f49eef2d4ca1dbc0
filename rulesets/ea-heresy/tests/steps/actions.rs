//! What an action consists of is what the table of actions says.

use crate::catalog::files;
use crate::staged::Staged;
use umpire_ea_heresy::position::step::Step;

const DOUBLE: &str = "
size: [100, 80]
begins: {order: {formation: wolves, order: double}}
sides:
  A: {formations: [{name: wolves, units: {infantry: 1}, at: [[50, 20]]}]}
  B: {formations: [{name: orks, units: {infantry: 1}, at: [[50, 60]]}]}
";

/// How many moves of an action are to come, and how often it shoots.
fn moves_and_shots(staged: &Staged) -> (usize, usize) {
    let count = |fits: fn(&Step) -> bool| staged.state.steps.iter().filter(|it| fits(it)).count();
    (count(|it| matches!(it, Step::Movement(_))), count(|it| matches!(it, Step::Shooting(_))))
}

#[test]
fn a_row_of_the_table_says_how_often_a_formation_moves_and_what_follows() {
    assert_eq!(moves_and_shots(&Staged::new(DOUBLE)), (2, 1));
    let mut changed = files();
    let path = "ea-heresy/actions.yaml";
    let text = changed.get(path).expect("it is shipped").text;
    let row = "rule: EA-2.8.3, moves: 2, then: shoot";
    assert!(text.contains(row), "the row of a double is there");
    let text = text.replacen(row, "rule: EA-2.8.3, moves: 3, then: none", 1);
    changed.insert(path.to_string(), text);
    assert_eq!(moves_and_shots(&Staged::with(&changed, DOUBLE)), (3, 0));
}
