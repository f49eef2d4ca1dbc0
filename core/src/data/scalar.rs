//! What a bare word of a file means: nothing, a truth, a number or text, by YAML 1.2's core schema.

/// A word without quotes, where the type to be read leaves it open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning<'a> {
    Nothing,
    Truth(bool),
    Whole(i128),
    Number(f64),
    Text(&'a str),
}

/// A whole number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    Value(i128),
    /// A whole number beyond 38 digits.
    TooLong,
    NotOne,
}

pub(super) fn is_nothing(word: &str) -> bool {
    matches!(word, "" | "~" | "null" | "Null" | "NULL")
}

pub(super) fn truth(word: &str) -> Option<bool> {
    match word {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// A whole number to the base ten, or after `0x` and `0o` to sixteen and eight; only one to the base ten has a sign.
pub fn whole(word: &str) -> Whole {
    let (digits, radix, negative) = if let Some(digits) = word.strip_prefix("0x") {
        (digits, 16, false)
    } else if let Some(digits) = word.strip_prefix("0o") {
        (digits, 8, false)
    } else if let Some(digits) = word.strip_prefix('-') {
        (digits, 10, true)
    } else {
        (word.strip_prefix('+').unwrap_or(word), 10, false)
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Whole::NotOne;
    }
    match i128::from_str_radix(digits, radix) {
        Ok(value) if negative => Whole::Value(-value),
        Ok(value) => Whole::Value(value),
        Err(_) => Whole::TooLong,
    }
}

/// A number with or without a fraction; may be infinite or not a number at all.
pub fn number(word: &str) -> Option<f64> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(if word.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    if matches!(word, ".nan" | ".NaN" | ".NAN") {
        return Some(f64::NAN);
    }
    if let Whole::Value(value) = whole(word) {
        return Some(value as f64);
    }
    let is_decimal = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.chars().any(|c| c.is_ascii_digit())
        && unsigned.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '-' | '+'));
    if is_decimal { word.parse().ok() } else { None }
}

/// What a word means: the first of nothing, a truth, a whole number and a number that it can be, otherwise text.
pub fn meaning(word: &str) -> Meaning<'_> {
    if is_nothing(word) {
        Meaning::Nothing
    } else if let Some(value) = truth(word) {
        Meaning::Truth(value)
    } else if let Whole::Value(value) = whole(word) {
        Meaning::Whole(value)
    } else if let Some(value) = number(word) {
        Meaning::Number(value)
    } else {
        Meaning::Text(word)
    }
}
