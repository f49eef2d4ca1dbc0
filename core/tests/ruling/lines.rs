//! Of many premises few are told, and how many more there are.

use umpire_core::ruling::{Fact, Node, Ruling, Verb};

fn premise(says: &str, general: bool) -> Node<String> {
    let fact = Fact { general, ..Fact::says(says) };
    Node::Premise { rule: "X-1".to_string(), verb: Verb::Require, holds: true, fact }
}

#[test]
fn of_rules_in_their_own_words_few_are_told_and_how_many_more_hold() {
    let general = (0..9).flat_map(|rule| {
        let says = format!("rule {rule}");
        [premise(&says, true), premise(&says, true)]
    });
    let nodes = general.chain([premise("the wolf stands beside it", false)]);
    let ruling = Ruling::told(nodes);
    let lines = ruling.lines(3);
    assert_eq!(
        lines[0], "yes: the wolf stands beside it (X-1)",
        "what is said of the case is first"
    );
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert_eq!(lines[6], "and 4 more that hold");
    assert_eq!(ruling.lines(9).len(), 10, "all are told where all are wanted");
}

#[test]
fn what_is_told_with_numbers_is_not_told_without_them() {
    let counted = Fact::says("one attack each").at_most(1, 2);
    let rule = "X-1".to_string();
    let node = Node::Premise { rule, verb: Verb::Require, holds: true, fact: counted };
    let ruling = Ruling::told([premise("one attack each", true), node]);
    assert_eq!(ruling.lines(9), ["yes: one attack each [1, limit 2] (X-1)"]);
}

#[test]
fn a_bound_that_is_just_kept_is_told_as_what_it_is() {
    let node =
        |fact| Node::Premise { rule: "X-1".to_string(), verb: Verb::Require, holds: true, fact };
    let facts = [
        (Fact::says("in range").at_most(6, 6), "yes: in range [6, limit 6] (X-1)"),
        (Fact::says("enough").at_least(6, 6), "yes: enough [6, needed 6] (X-1)"),
        (Fact::says("as many").exactly(6, 6), "yes: as many [6, needed 6] (X-1)"),
        (Fact::says("near").at_most(5000, 5000).in_lengths(), "yes: near [5 cm, limit 5 cm] (X-1)"),
    ];
    for (fact, told) in facts {
        assert_eq!(Ruling::told([node(fact)]).lines(9), [told]);
    }
}

#[test]
fn a_summand_is_told_once_with_how_often_it_is_added() {
    let high = || Node::Modifier { rule: "X-2".to_string(), amount: 1, says: "height".into() };
    let ruling = Ruling::told([high(), high(), high()]);
    assert_eq!(ruling.lines(3), ["+1: height, 3 times (X-2)"]);
}

#[test]
fn one_change_that_mends_several_premises_is_told_once() {
    let refused = |says: &str| {
        let (rule, fact) = ("X-1".to_string(), Fact::says(says).remedy("move to B2"));
        Node::Premise { rule, verb: Verb::Require, holds: false, fact }
    };
    let all = ["it is too far", "the wall is in the way", "the wall is in the way"];
    let told =
        ["no: it is too far (X-1)", "  instead: move to B2", "no: the wall is in the way (X-1)"];
    assert_eq!(Ruling::told(all.map(refused)).lines(3), told);
}
