//! Shares stay exact, and a sample says between what chances one lies.

use umpire_core::odds::Share;

#[test]
fn shares_stay_exact_under_any_denominators() {
    let mut sum = Share::default();
    for (part, whole) in [(1u8, 6u8), (1, 4), (1, 3), (1, 4)] {
        sum.add(&Share::of(part, whole));
    }
    assert_eq!(sum.in_lowest_terms(), (1u8.into(), 1u8.into()));
    assert_eq!(Share::of(2u8, 8u8).as_f64(), 0.25);
}

#[test]
fn the_same_fraction_reads_the_same_however_it_was_reckoned() {
    let third = Share::of(1u8, 3u8);
    let reckoned = Share::of(63u8, 32u8).times(&third);
    for share in [Share::of(21u8, 32u8), reckoned] {
        assert_eq!((share.percent(), share.number()), ("65.63 %".into(), "0.66".into()));
    }
    assert_eq!(Share::default().percent(), "0.00 %");
    assert_eq!(Share::whole().percent(), "100.00 %");
    assert_eq!(Share::of(7u8, 2u8).number(), "3.50");
}

#[test]
fn a_sample_says_between_what_chances_a_share_lies() {
    let mut sampled = Share::default();
    sampled.add(&Share::sampled(30, 100));
    sampled.add(&Share::sampled(20, 100));
    // Half of 100 plays: the score interval is 40.4 to 59.6 %.
    assert_eq!(sampled.exactly(), "40.4 to 59.6 %");
    assert_eq!(Share::sampled(0, 100).exactly(), "0.0 to 3.7 %");
    assert_eq!(Share::of(1u8, 2u8).exactly(), "1/2");
}

#[test]
fn what_was_not_followed_may_belong_to_a_share() {
    let (third, quarter) = (Share::of(1u8, 3u8), Share::of(1u8, 4u8));
    // 1/3 and 7/12, told so that both are true.
    assert_eq!(third.percent_with(&quarter), ["33.33 %", "58.34 %"]);
    assert_eq!(quarter.percent_with(&Share::default()), ["25.00 %", "25.00 %"]);
    assert_eq!(third.percent_with(&Share::of(2u8, 3u8)), ["33.33 %", "100.00 %"]);
    assert_eq!(
        Share::sampled(50, 100).percent_with(&Share::sampled(10, 100)),
        ["40.38 %", "69.07 %"]
    );
}
