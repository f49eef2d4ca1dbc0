//! Sets of numbers beside plain sets: what is added and taken out, and how they are written.

use proptest::prelude::*;
use std::collections::BTreeSet;
use umpire_ea_heresy::numbers::*;

#[test]
fn a_set_of_low_numbers_is_written_in_four_words() {
    let written = |numbers: &[u16]| {
        let set: NumberSet<UnitNo> = numbers.iter().map(|number| UnitNo(*number)).collect();
        serde_json::to_string(&set).expect("a list of numbers")
    };
    assert_eq!(written(&[0, 2, 70]), "[5,64,0,0]");
    assert_eq!(written(&[320]), "[0,0,0,0,0,1]");
    assert!(serde_json::from_str::<NumberSet<UnitNo>>(&format!("{:?}", [1; 17])).is_err());
}

proptest! {
    #[test]
    fn a_set_holds_what_was_added_and_not_taken_out(
        added in prop::collection::vec(0..1024_u16, 0..40),
        taken in prop::collection::vec(0..1024_u16, 0..20),
    ) {
        let mut set = NumberSet::<UnitNo>::default();
        let mut plain = BTreeSet::new();
        for number in added {
            prop_assert_eq!(set.insert(UnitNo(number)), plain.insert(number));
        }
        for number in taken {
            set.remove(UnitNo(number));
            plain.remove(&number);
        }
        prop_assert_eq!(set.len(), plain.len());
        let found: Vec<u16> = set.iter().map(|unit| unit.0).collect();
        prop_assert_eq!(found, plain.into_iter().collect::<Vec<_>>());
        let written = serde_json::to_string(&set).expect("a list of numbers");
        prop_assert_eq!(serde_json::from_str::<NumberSet<UnitNo>>(&written).ok(), Some(set));
    }
}
