//! Slips of typing are found among the names that are known, and strangers are not.

use umpire_core::data::{suggest, suggest_far};

#[test]
fn slips_are_found_and_strangers_are_not() {
    let known = ["swamp", "water", "deep-water", "road"];
    assert_eq!(suggest("swmp", known), Some("swamp"));
    assert_eq!(suggest("Deep Water", known), Some("deep-water"));
    assert_eq!(suggest("raod", known), Some("road"));
    assert_eq!(suggest("lava", known), None);
    assert_eq!(suggest("", known), None);
    assert_eq!(suggest("x", ["y"]), None);
    assert_eq!(suggest(&"swamp".repeat(100), known), None);
    assert_eq!(suggest("bore", ["boar"]), None);
    assert_eq!(suggest("old-oak", ["elm", "old-oak-at-the-ford"]), Some("old-oak-at-the-ford"));
    assert_eq!(suggest("ford", ["ford-of-reeds", "ford-of-stones"]), None, "it could be either");
    assert_eq!(suggest("fo", ["ford-of-reeds"]), None, "two letters begin too much");
    assert_eq!(suggest_far("bore", ["gate", "boar"]), Some("boar"));
    assert_eq!(suggest_far("gore", ["boar"]), None);
}
