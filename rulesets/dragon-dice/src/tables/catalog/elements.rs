//! Elements, and sets of them: none is ivory, all five are white.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use umpire_core::schema::exact;

/// Elements as they are written: `air+fire`, `ivory`, `white`.
pub const PATTERN: &str =
    r"^ *(ivory|white|(air|death|earth|fire|water)( *\+ *(air|death|earth|fire|water))*) *$";

/// One of the five elements (DD-2.1).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Element {
    Air,
    Death,
    Earth,
    Fire,
    Water,
}

impl Element {
    /// All five.
    pub const ALL: [Element; 5] =
        [Element::Air, Element::Death, Element::Earth, Element::Fire, Element::Water];

    /// Its number, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Element::Air => "air",
            Element::Death => "death",
            Element::Earth => "earth",
            Element::Fire => "fire",
            Element::Water => "water",
        }
    }

    /// The colour that stands for it on dice.
    pub fn colour(self) -> &'static str {
        match self {
            Element::Air => "blue",
            Element::Death => "black",
            Element::Earth => "yellow",
            Element::Fire => "red",
            Element::Water => "green",
        }
    }
}

/// A set of elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Elements(u8);

impl Elements {
    /// Ivory.
    pub const NONE: Elements = Elements(0);
    /// White.
    pub const ALL: Elements = Elements(31);

    /// The set of one element.
    pub const fn of(element: Element) -> Elements {
        Elements(1 << element as u8)
    }

    /// Whether the element is in the set.
    pub fn contains(self, element: Element) -> bool {
        self.0 & Elements::of(element).0 != 0
    }

    /// Whether every element of the other set is in this one.
    pub fn contains_all(self, other: Elements) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two share an element: they match (DD-1.14).
    pub fn intersects(self, other: Elements) -> bool {
        self.0 & other.0 != 0
    }

    /// What is in both.
    pub fn intersection(self, other: Elements) -> Elements {
        Elements(self.0 & other.0)
    }

    /// What is in either.
    pub fn union(self, other: Elements) -> Elements {
        Elements(self.0 | other.0)
    }

    /// The set without one element.
    pub fn without(self, element: Element) -> Elements {
        Elements(self.0 & !Elements::of(element).0)
    }

    /// Its elements, in the order of [`Element::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Element> {
        Element::ALL.into_iter().filter(move |element| self.contains(*element))
    }

    /// How many elements it holds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is ivory.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reads `air`, `air+fire`, `ivory` or `white`.
    pub fn read(words: &str) -> Option<Elements> {
        match words.trim() {
            "ivory" => Some(Elements::NONE),
            "white" => Some(Elements::ALL),
            list => list.split('+').try_fold(Elements::NONE, |set, word| {
                let is_it = |element: &Element| element.name() == word.trim();
                let element = Element::ALL.into_iter().find(is_it)?;
                Some(set.union(Elements::of(element)))
            }),
        }
    }
}

impl FromIterator<Element> for Elements {
    fn from_iter<I: IntoIterator<Item = Element>>(elements: I) -> Elements {
        elements.into_iter().fold(Elements::NONE, |set, element| set.union(Elements::of(element)))
    }
}

impl fmt::Display for Elements {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Elements::NONE => out.write_str("ivory"),
            Elements::ALL => out.write_str("white"),
            set => {
                for (at, element) in set.iter().enumerate() {
                    if at > 0 {
                        out.write_str("+")?;
                    }
                    out.write_str(element.name())?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for Elements {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Elements {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Elements, D::Error> {
        let words = String::deserialize(from)?;
        let expected = "expected elements such as `air+fire`, or `ivory`, or `white`";
        Elements::read(&words).ok_or_else(|| D::Error::custom(expected))
    }
}

impl JsonSchema for Elements {
    fn schema_name() -> Cow<'static, str> {
        "Elements".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = exact();
        schema.insert(
            "description".into(),
            "Elements such as `air+fire`, `ivory` or `white`.".into(),
        );
        schema.insert("pattern".into(), PATTERN.into());
        schema
    }
}
