//! What in a conformance scenario could not fail is a fault of it, and faults of its positions are told where they stand.

use umpire_core::conformance::positions;
use umpire_core::data::Source;
use umpire_tests::{library, run_source};

const HEAD: &str = "game: skirmish
rules: [SK-3.2]
says: a case
given:
  battlefield: {unit: inches, size: [48, 48]}
  sides: {A: [hedda], B: [boar]}
  position: {turn: A, figures: {hedda: {at: [10, 10]}, boar: {at: [40, 40]}}}
steps:
";

fn faults(steps: &str) -> Vec<String> {
    let source = Source::new("case.yaml", format!("{HEAD}{steps}\n"));
    let report = run_source(&source, &library().data);
    report.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn a_step_that_could_not_fail_is_a_fault() {
    let nothing = "nothing is expected, so nothing can fail";
    let unread = "it cannot be read, by no rule: `says` tells so on purpose; ";
    for (step, told) in [
        ("- refused: {do: 'A: heda advances to 10 12'}", unread),
        ("- refused: {roll: xyz}", unread),
        ("- refused: {amend: nonsense}", unread),
        ("- refused: {overrule: 'A: hedda flies'}", unread),
        ("- legal: {seat: A, lacks: [hedda flies to the moon]}", "`hedda flies to the moon`: "),
        ("- legal: {seat: A}", nothing),
        ("- asks: {}", nothing),
        ("- ask: {question: los hedda boar}", nothing),
        ("- do: 'A: hedda holds'\n- undo: 2", "2 inputs are taken back, there are 1"),
    ] {
        let found = faults(step);
        assert!(found.len() == 1 && found[0].contains(told), "{step}: {found:?}");
    }
    let meant = "- refused: {do: 'A: heda holds', says: [did you mean `hedda`]}\n- do: 'A: hedda holds'\n- undo: 1";
    assert_eq!(faults(meant), Vec::<String>::new());
}

#[test]
fn faults_of_a_later_position_are_told_where_they_stand() {
    let given = "- given:\n    battlefield: {unit: inches, size: [48, 48]}\n    sides: {A: [heda], B: [bor]}";
    let told = [
        "case.yaml:11:17: at `sides.A[0]`: unknown unit `heda`, did you mean `hedda`?",
        "case.yaml:11:28: at `sides.B[0]`: unknown unit `bor`, did you mean `boar`?",
    ];
    assert_eq!(faults(given), told);
}

#[test]
fn positions_are_those_that_have_to_be_sound() {
    let text = format!("{HEAD}- refused: {{given: {{sides: 3}}}}\n- given: {{sides: 4}}\n");
    let found = positions(&Source::new("case.yaml", text)).expect("its form is right");
    assert_eq!(found.len(), 2, "one that must be refused is none of them");
}
