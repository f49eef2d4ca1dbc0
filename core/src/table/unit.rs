//! Units of length in which people measure a table, and decimal numbers read exactly.

use super::point::{FARTHEST, Length, Point};
use crate::data::{DataError, Places};
use crate::host::Slip;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// What a decimal number is counted in.
const PARTS: i64 = 10_000;
/// How many digits after the point are read.
const DIGITS: usize = 4;

/// A number with up to four digits after the point, exactly as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Decimal(i64);

impl Decimal {
    /// Reads a number such as `12`, `-3.5` or `0.0625`; nothing where it is none, or too long.
    pub fn read(text: &str) -> Option<Decimal> {
        let (sign, plain) = text.strip_prefix('-').map_or((1, text), |plain| (-1, plain));
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = (1..=7).contains(&whole.len()) && part.len() <= DIGITS;
        if !fits || !digits(whole) || !digits(part) || plain.ends_with('.') {
            return None;
        }
        let part: i64 = format!("{part:0<DIGITS$}").parse().ok()?;
        Some(Decimal(sign * (whole.parse::<i64>().ok()? * PARTS + part)))
    }
}

/// Whether a text would be a number if it had fewer digits after the point.
fn is_too_fine(text: &str) -> bool {
    let Some((whole, part)) = text.split_once('.') else { return false };
    let is_digits = part.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && part.len() > DIGITS && Decimal::read(whole).is_some()
}

impl From<Decimal> for f32 {
    /// The number for pictures, as near as it can be.
    fn from(Decimal(number): Decimal) -> f32 {
        number as f32 / PARTS as f32
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
        let text = String::deserialize(from)?;
        Decimal::read(&text).ok_or_else(|| {
            let such = match is_too_fine(&text) {
                true => format!("with up to {DIGITS} digits after the point"),
                false => "such as `12` or `3.5`".to_string(),
            };
            D::Error::custom(format!("expected a number {such}, found `{text}`"))
        })
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number such as `12` or `3.5`, with up to four digits after the point.",
            "anyOf": [
                { "type": "number", "exclusiveMinimum": -10_000_000, "exclusiveMaximum": 10_000_000 },
                { "type": "string", "pattern": r"^-?[0-9]{1,7}(\.[0-9]{1,4})?$", "x-exact": true },
            ],
        })
    }
}

/// In what people measure a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Centimetres.
    #[default]
    Cm,
    /// Inches of exactly 2.54 cm.
    Inches,
}

/// So many inches.
pub fn inches(count: u8) -> Length {
    Unit::Inches.of(count)
}

impl Unit {
    /// One of it.
    pub const fn one(self) -> Length {
        match self {
            Unit::Cm => 1000,
            Unit::Inches => 2540,
        }
    }

    /// So many whole ones; nothing is farther than [`FARTHEST`].
    pub fn of(self, count: impl Into<i64>) -> Length {
        let length = count.into().saturating_mul(self.one().into());
        length.clamp((-FARTHEST).into(), FARTHEST.into()) as Length
    }

    /// A number of them, rounded to the grid; nothing where it is farther than [`FARTHEST`].
    pub fn length(self, number: Decimal) -> Option<Length> {
        let length = Length::try_from(self.rounded(number)).ok()?;
        (-FARTHEST..=FARTHEST).contains(&length).then_some(length)
    }

    /// The place that two numbers say; nothing where it is farther than [`FARTHEST`].
    pub fn place(self, [x, y]: [Decimal; 2]) -> Option<Point> {
        Some(Point::new(self.length(x)?, self.length(y)?))
    }

    /// The place that a field says, where it says one; one that is too far away is told.
    pub fn place_in(
        self,
        field: &str,
        at: Option<[Decimal; 2]>,
        (places, faults): (&Places, &mut Vec<DataError>),
    ) -> Option<Point> {
        let place = self.place(at?);
        if place.is_none() {
            faults.push(places.fault(field, "too far away"));
        }
        place
    }

    fn rounded(self, Decimal(number): Decimal) -> i64 {
        let doubled = 2 * number.abs() * i64::from(self.one()) + PARTS;
        number.signum() * (doubled / (2 * PARTS))
    }

    /// A length as people type it.
    pub fn read(self, text: &str) -> Option<Length> {
        self.length(Decimal::read(text)?)
    }

    /// A length as people say it: with as few digits as read back to it.
    pub fn said(self, length: Length) -> String {
        let sign = if length < 0 { "-" } else { "" };
        let (whole, one) = (i64::from(length.unsigned_abs()), i64::from(self.one()));
        let rounded = |parts: i64| (2 * whole * parts + one).div_euclid(2 * one);
        let reads_back =
            |parts: &i64| self.rounded(Decimal(rounded(*parts) * (PARTS / parts))) == whole;
        let parts = [1, 10, 100, 1000].into_iter().find(reads_back);
        let parts = parts.unwrap_or(PARTS);
        let digits = parts.ilog10() as usize;
        let (before, after) = (rounded(parts) / parts, rounded(parts) % parts);
        if parts == 1 {
            format!("{sign}{before}")
        } else {
            format!("{sign}{before}.{after:0digits$}")
        }
    }

    /// A length for people to compare: rounded to a tenth.
    pub fn about(self, length: Length) -> String {
        let tenth = self.one() / 10;
        self.said((length + tenth / 2).div_euclid(tenth) * tenth)
    }

    /// Two lengths for people to compare: rounded to tenths, or as little as leaves them apart.
    pub fn about_both(self, one: Length, other: Length) -> [String; 2] {
        let about = [one, other].map(|length| self.about(length));
        if about[0] != about[1] || one == other {
            return about;
        }
        let finer = |parts| [one, other].map(|length| self.in_parts(length, parts));
        let apart = [100, 1000].map(finer).into_iter().find(|[one, other]| one != other);
        apart.unwrap_or_else(|| [one, other].map(|length| self.said(length)))
    }

    /// A length rounded to so many parts of one, a power of ten.
    fn in_parts(self, length: Length, parts: i64) -> String {
        let (sign, one) = (if length < 0 { "-" } else { "" }, i64::from(self.one()));
        let rounded = (2 * i64::from(length.unsigned_abs()) * parts + one).div_euclid(2 * one);
        let digits = parts.ilog10() as usize;
        let number = format!("{sign}{}.{:0digits$}", rounded / parts, rounded % parts);
        number.trim_end_matches('0').trim_end_matches('.').to_string()
    }

    /// A place for people to find, rounded to tenths: where a figure stands in contact has many digits.
    pub fn about_place(self, at: Point) -> String {
        format!("{} {}", self.about(at.x), self.about(at.y))
    }

    /// What one is called behind a number.
    pub const fn mark(self) -> &'static str {
        match self {
            Unit::Cm => " cm",
            Unit::Inches => "\"",
        }
    }

    /// A place as people type it, or what is wrong with it.
    pub fn find_place(self, text: &str) -> Result<Point, Slip> {
        let slip = || {
            let fine = text.split([' ', ',', '(', ')']).find(|part| is_too_fine(part));
            let why = fine.map_or(String::new(), |part| {
                format!(": `{part}` has more than {DIGITS} digits after the point")
            });
            Slip::new(format!("`{text}` is no place, as `12 7.5` is{why}"))
        };
        self.read_place(text).ok_or_else(slip)
    }

    /// A place as people type it.
    pub fn read_place(self, text: &str) -> Option<Point> {
        let text = text.trim();
        let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let mut parts = bare.unwrap_or(text).split([' ', ',']).filter(|part| !part.is_empty());
        let place = Point::new(self.read(parts.next()?)?, self.read(parts.next()?)?);
        parts.next().is_none().then_some(place)
    }

    /// A place as people say it.
    pub fn said_place(self, at: Point) -> String {
        format!("{} {}", self.said(at.x), self.said(at.y))
    }
}
