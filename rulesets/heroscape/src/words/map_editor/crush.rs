//! Undoes what JSONCrush does to the text of a share link: repeated strings behind single letters, and swapped marks.

/// Letters of the longest text that is made of a link.
const LONGEST: usize = 4 * 1024 * 1024;

/// The most letters that may have been put for strings; JSONCrush has some 130 to give.
const MOST_LETTERS: usize = 512;

/// Stands before the list of letters that were put for strings.
const DELIMITER: char = '\u{1}';

/// Marks that JSON is full of, and what is written for them, and the other way round.
const SWAPS: [(&str, &str); 5] = [("\"", "'"), ("':", "!"), (",'", "~"), ("}", ")"), ("{", "(")];

/// The text that was crushed; nothing where it would grow beyond all measure.
///
/// Whatever each letter stands for is written once behind its last use; the last letter put is the first to be undone.
pub fn uncrush(crushed: &str) -> Option<String> {
    let crushed = crushed.strip_suffix('_').unwrap_or(crushed);
    let (text, letters) = crushed.split_once(DELIMITER).unwrap_or((crushed, ""));
    if text.len() > LONGEST || letters.chars().count() > MOST_LETTERS {
        return None;
    }
    let mut text = text.to_owned();
    for letter in letters.chars() {
        let Some((before, meaning)) = text.rsplit_once(letter) else { continue };
        let uses = before.matches(letter).count();
        if uses.saturating_mul(meaning.len()).saturating_add(before.len()) > LONGEST {
            return None;
        }
        text = before.replace(letter, meaning);
    }
    Some(SWAPS.iter().rev().fold(text, |text, swap| swapped(&text, *swap)))
}

/// A text that [`uncrush`] gives back: marks swapped, nothing shortened.
pub fn swap_marks(text: &str) -> String {
    let kept: String = text.chars().filter(|c| *c != DELIMITER).collect();
    SWAPS.iter().fold(kept, |text, swap| swapped(&text, *swap)) + "_"
}

/// One mark for the other wherever either stands.
fn swapped(text: &str, (one, other): (&str, &str)) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(one) {
            out.push_str(other);
            rest = after;
        } else if let Some(after) = rest.strip_prefix(other) {
            out.push_str(one);
            rest = after;
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}
