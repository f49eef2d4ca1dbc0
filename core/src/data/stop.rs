//! Why a type could not be built from a value, as serde says it and as we say it.

use std::fmt;

use serde::de;

/// What serde hands up when a value does not fit its type.
#[derive(Debug)]
pub(super) enum Stop {
    /// Already told, with its place.
    Told,
    /// A required field was learned: read again.
    Again,
    Missing(&'static str),
    /// A field or variant nobody knows, where a type looked at its keys by itself.
    Unknown {
        name: String,
        known: &'static [&'static str],
    },
    /// Not what was expected; `found` is the word as it stands in the text, if it is a word.
    Wrong {
        expected: String,
        found: Option<String>,
    },
    /// In the words of the type's author.
    Words(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Told | Stop::Again => f.write_str("not readable"),
            Stop::Missing(field) => write!(f, "missing field `{field}`"),
            Stop::Unknown { name, .. } => write!(f, "unknown field `{name}`"),
            Stop::Wrong { expected, .. } => write!(f, "expected {expected}"),
            Stop::Words(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<T: fmt::Display>(words: T) -> Stop {
        let words = words.to_string();
        if words.starts_with("data did not match any variant") {
            return Stop::Words("does not fit any of the forms allowed here".into());
        }
        Stop::Words(words)
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Stop {
        Stop::Wrong { expected: in_users_words(&expected.to_string()), found: word(found) }
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Stop {
        Stop::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn de::Expected) -> Stop {
        let expected = in_users_words(&expected.to_string());
        Stop::Words(format!("expected {expected}, found {}", entries(length)))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Stop {
        Stop::Unknown { name: name.into(), known }
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Stop {
        Stop::Unknown { name: name.into(), known }
    }

    fn missing_field(field: &'static str) -> Stop {
        Stop::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Stop {
        Stop::Words(format!("field `{field}` is given twice, under two of its names"))
    }
}

pub(super) fn entries(count: usize) -> String {
    if count == 1 { "1 entry".into() } else { format!("{count} entries") }
}

/// The names as a list: "one of `a`, `b`".
pub(super) fn one_of(known: &[&str]) -> String {
    const LISTED: usize = 12;
    let names: Vec<String> = known.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = if known.len() > LISTED { ", ..." } else { "" };
    match names.as_slice() {
        [] => "nothing".into(),
        [only] => only.clone(),
        names => format!("one of {}{more}", names.join(", ")),
    }
}

fn word(found: de::Unexpected<'_>) -> Option<String> {
    match found {
        de::Unexpected::Bool(value) => Some(value.to_string()),
        de::Unexpected::Unsigned(value) => Some(value.to_string()),
        de::Unexpected::Signed(value) => Some(value.to_string()),
        de::Unexpected::Float(value) => Some(value.to_string()),
        de::Unexpected::Char(value) => Some(value.to_string()),
        de::Unexpected::Str(value) => Some(value.into()),
        _ => None,
    }
}

/// A whole number's range, by the type's name.
fn range(name: &str) -> Option<String> {
    let (least, most) = match name {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "i8" => (i64::from(i8::MIN), i64::from(i8::MAX)),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "i128" | "isize" => return Some("a whole number".into()),
        "u64" | "u128" | "usize" => return Some("a whole number, 0 or more".into()),
        "f32" | "f64" => return Some("a number".into()),
        _ => return None,
    };
    Some(format!("a whole number from {least} to {most}"))
}

/// What serde says it expected, without names of types.
fn in_users_words(expected: &str) -> String {
    let bare = expected.strip_prefix("a nonzero ").or_else(|| expected.strip_prefix("a "));
    let bare = bare.or_else(|| expected.strip_prefix("an ")).unwrap_or(expected);
    if let Some(range) = range(bare) {
        return match (expected.starts_with("a nonzero "), bare.starts_with('u')) {
            (false, _) => range,
            (true, true) => range.replace("from 0", "from 1").replace("0 or more", "1 or more"),
            (true, false) => format!("{range} but not 0"),
        };
    }
    let last = bare.rsplit(' ').find(|part| part.chars().all(|c| c.is_ascii_digit()));
    match bare.split(' ').next().unwrap_or_default() {
        "string" | "str" | "character" | "char" => "text".into(),
        "boolean" | "bool" => "`true` or `false`".into(),
        "sequence" => "a list".into(),
        "map" | "struct" => "a mapping".into(),
        "tuple" | "array" => match last {
            Some(count) if bare.contains("no more than") => format!("a list of at most {count}"),
            Some(count) => format!("a list of {count}"),
            None => "a list".into(),
        },
        "unit" => "nothing".into(),
        "enum" | "variant" => "one of the allowed names".into(),
        "option" | "Option" | "newtype" => "a value".into(),
        _ => expected.into(),
    }
}
