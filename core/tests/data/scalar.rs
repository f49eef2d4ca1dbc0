//! What a plain word of a file means.

use umpire_core::data::scalar::{Meaning, Whole, meaning, number, whole};

#[test]
fn words_mean_what_the_core_schema_says() {
    assert_eq!(meaning("~"), Meaning::Nothing);
    assert_eq!(meaning("True"), Meaning::Truth(true));
    assert_eq!(meaning("yes"), Meaning::Text("yes"));
    assert_eq!(meaning("-19"), Meaning::Whole(-19));
    assert_eq!(meaning("0o14"), Meaning::Whole(12));
    assert_eq!(meaning("0xFF"), Meaning::Whole(255));
    assert_eq!(meaning("1e3"), Meaning::Number(1000.0));
    assert_eq!(meaning("-.5"), Meaning::Number(-0.5));
    for text in ["1-19", "1_000", "2D6", "F7/3", "-", ".", "e3", "0x", "1.2.3", "inf"] {
        assert_eq!(meaning(text), Meaning::Text(text));
    }
    assert_eq!(whole(&"9".repeat(40)), Whole::TooLong);
    assert_eq!(number("-.inf"), Some(f64::NEG_INFINITY));
}
