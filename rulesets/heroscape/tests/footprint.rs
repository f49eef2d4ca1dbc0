//! The spaces under a base, written and read.

use umpire_core::hex::SpaceId;
use umpire_heroscape::position::footprint::{Footprint, Rest};

fn written(spaces: &[u32]) -> String {
    let spaces: Vec<SpaceId> = spaces.iter().map(|space| SpaceId(*space)).collect();
    let footprint = Footprint::named(&spaces).expect("a base of so many spaces");
    let text = serde_json::to_string(&footprint).expect("it has no keys");
    assert_eq!(serde_json::from_str::<Footprint>(&text).ok(), Some(footprint));
    text
}

#[test]
fn one_and_two_spaces_are_written_as_ever_and_six_as_a_list_in_order() {
    assert_eq!(written(&[7]), "[7,null]");
    assert_eq!(written(&[7, 3]), "[7,3]");
    assert_eq!(written(&[9, 4, 5, 6, 8, 7]), "[4,[5,6,7,8,9]]");
    assert_eq!(Footprint::named(&[SpaceId(1); 3]), None);
}

#[test]
fn six_out_of_order_or_twice_are_told() {
    let six = |five| Footprint { lead: SpaceId(1), rest: Rest::Five(five) };
    assert!(six([2, 3, 4, 5, 6].map(SpaceId)).is_in_order());
    assert!(!six([2, 3, 4, 4, 6].map(SpaceId)).is_in_order());
    assert!(!six([1, 3, 4, 5, 6].map(SpaceId)).is_in_order());
    assert!(!Footprint::ends(SpaceId(1), Some(SpaceId(1))).is_in_order());
}
