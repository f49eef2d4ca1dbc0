//! What is told of a line in short.

use serde_json::Value;
use umpire_core::host::{Line, Told};
use umpire_core::seat::{Seat, Seats};

fn line(dice: bool, says: &str, told: &[(&str, &str)]) -> Line {
    let told = told.iter().map(|(says, rule)| Told {
        rule: rule.to_string(),
        says: says.to_string(),
        event: Value::Null,
        heard_by: Seats::NONE,
    });
    let by = (!dice).then_some(Seat(1));
    let says = says.to_string();
    Line {
        number: 1,
        by,
        dice,
        judges: false,
        known_by: Seats::NONE,
        against: Vec::new(),
        says,
        short: None,
        told: told.collect(),
    }
}

fn gist(line: &Line) -> Vec<&str> {
    line.gist().iter().map(|told| told.says.as_str()).collect()
}

#[test]
fn steps_of_a_walk_say_nothing_new_and_what_another_rule_does_on_the_way_does() {
    let walk = [("bob walks to X1", "X-1"), ("bob walks to X2", "X-1")];
    assert!(gist(&line(false, "B: bob walks", &walk)).is_empty());
    let falls = [walk[0], ("bob falls", "X-2")];
    assert_eq!(gist(&line(false, "B: bob walks", &falls)), ["bob falls"]);
    let lost = [("B places bob", "X-3"), ("cal is lost", "X-4"), ("dan is lost", "X-4")];
    assert_eq!(gist(&line(false, "B: bob at X1", &lost)), ["cal is lost", "dan is lost"]);
    let loss = [("bob loses heart", "X-1")];
    assert_eq!(gist(&line(false, "B: yes", &loss)), ["bob loses heart"]);
    assert!(gist(&line(false, "B: yes", &[])).is_empty());
}

#[test]
fn dice_tell_the_last_of_what_they_did() {
    let told = [("a", "X-1"), ("b", "X-1"), ("c", "X-1"), ("d", "X-1")];
    assert_eq!(gist(&line(true, "dice: 1 2", &told)), ["b", "c", "d"]);
    assert_eq!(gist(&line(true, "dice: 1 2", &told[..1])), ["a"]);
}
