//! Whatever steers a terminal is found and not printed.

use std::borrow::Cow;
use umpire_core::printable::{is_unprintable, is_unprintable_in_text, printable};

#[test]
fn whatever_steers_a_terminal_is_unprintable() {
    let steers = "\0\u{7}\u{8}\t\n\r\u{1b}\u{7f}\u{80}\u{85}\u{9b}\u{9f}\u{61c}\u{200e}\u{200f}\
                  \u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}";
    for c in steers.chars() {
        assert!(is_unprintable(c), "U+{:04X}", c as u32);
        assert_eq!(is_unprintable_in_text(c), !"\t\n\r".contains(c), "U+{:04X}", c as u32);
    }
    assert!(!"aé€日🎲 ‘’–\u{a0}\u{301}".contains(is_unprintable));
}

#[test]
fn a_text_is_printed_on_one_line() {
    assert_eq!(printable("a\tb\u{1b}[31mc\nd\u{202e}"), "a b\u{fffd}[31mc d\u{fffd}");
    assert!(matches!(printable("plain – text"), Cow::Borrowed("plain – text")));
}
