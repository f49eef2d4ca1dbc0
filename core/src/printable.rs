//! Text from outside, made fit to print: nothing in it steers a terminal or reorders what is read.

use std::borrow::Cow;

/// What an unprintable character is shown as.
const SHOWN_AS: char = '\u{FFFD}';

/// Whether a character steers, breaks or reorders what is printed instead of standing in it: every
/// control character, line and paragraph separators, marks of writing direction and of byte order.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61C}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
                | '\u{FEFF}'
                | '\u{FFFE}'
                | '\u{FFFF}'
        )
}

/// Whether a character has no place even in a text of several lines.
pub fn is_unprintable_in_text(c: char) -> bool {
    is_unprintable(c) && !matches!(c, '\n' | '\r' | '\t')
}

/// A text as one line that can be printed: tabs and ends of lines are spaces, other unprintable
/// characters are U+FFFD.
pub fn printable(text: &str) -> Cow<'_, str> {
    let shown = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if is_unprintable(c) => SHOWN_AS,
        c => c,
    };
    match text.contains(is_unprintable) {
        true => Cow::Owned(text.chars().map(shown).collect()),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
