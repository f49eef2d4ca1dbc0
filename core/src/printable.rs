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
