//! Share links: the map is the value of `m`, percent-encoded.

use super::crush::{swap_marks, uncrush};

/// What may stand in a link as it is.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!*'()".contains(&byte)
}

/// The part of a link that holds the map.
pub fn payload(link: &str) -> Option<&str> {
    let (_, query) = link.trim().split_once('?')?;
    let query = query.split('#').next()?;
    query.split('&').find_map(|part| part.strip_prefix("m="))
}

/// What the map's part may say, the likeliest first: links went through one encoding or two, and were crushed or not.
pub fn texts(payload: &str) -> Vec<String> {
    let once = decoded(payload);
    let twice = decoded(&once);
    let mut texts = Vec::new();
    for text in [once, twice] {
        let uncrushed = uncrush(&text);
        texts.push(text);
        texts.extend(uncrushed);
    }
    texts
}

/// A link of a map's JSON, without the place the editor is at.
pub fn link(json: &str) -> String {
    let mut link = String::from("?m=");
    for byte in swap_marks(json).bytes() {
        match is_plain(byte) {
            true => link.push(char::from(byte)),
            false => link.push_str(&format!("%{byte:02X}")),
        }
    }
    link
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
