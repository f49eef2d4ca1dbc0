//! Colours as data write them, `#rrggbb`: read, and brought nearer to white.

/// Red, green and blue of a colour.
pub fn rgb(colour: &str) -> Option<[u8; 3]> {
    let is_hex = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6).filter(is_hex)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// What is wrong with words that are no colour.
pub fn no_colour(words: &str) -> String {
    format!("`{words}` is no colour: expected `#` and six digits of 0 to 9 and a to f")
}

/// A colour so many parts of the way to white, such as 3 of 40 for ground that lies high; of what is no colour, a grey.
pub fn lightened(colour: &str, (parts, whole): (i16, i16)) -> String {
    let (parts, whole) = (i32::from(parts), i32::from(whole).max(1));
    let [red, green, blue] = rgb(colour).unwrap_or([128; 3]).map(|part| {
        let part = i32::from(part);
        (part + (255 - part) * parts / whole).clamp(0, 255)
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}
