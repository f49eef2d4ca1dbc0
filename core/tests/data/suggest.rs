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
    assert_eq!(
        suggest("tarn-viking", ["finn", "tarn-viking-warriors"]),
        Some("tarn-viking-warriors")
    );
    assert_eq!(suggest("marro", ["marro-hive", "marro-warriors"]), None, "it could be either");
    assert_eq!(suggest("ma", ["marro-warriors"]), None, "two letters begin too much");
    assert_eq!(suggest_far("bore", ["gate", "boar"]), Some("boar"));
    assert_eq!(suggest_far("gore", ["boar"]), None);
}
