//! serde's view of a tree: each type asks for what it wants, each misfit is told where it stands.
//!
//! A blank stands for what could not be read, so that reading goes on and finds the other faults. Methods that are built once for
//! each type are short: what they need is worked out beside them, once for all.

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, Rows, Variant};
use super::reader::{Reader, Shape, shape};
use super::scalar::{Meaning, Whole, is_nothing, meaning, number, truth, whole};
use super::stop::{Stop, entries, one_of};
use super::tree::{Kind, Spot};

/// Blanks inside blanks: a type that holds itself ends here.
const DEEPEST: usize = 8;

/// Where a value comes from.
#[derive(Clone, Copy)]
pub(super) enum Origin<'t> {
    /// From a place of the tree.
    Spot(Spot),
    /// A name that stands nowhere in it, of a field or a variant.
    Name(&'t str),
    /// From nowhere.
    Blank(Blank),
}

/// A harmless value of whatever type is asked for; nothing that was built from one is handed out.
#[derive(Clone, Copy)]
pub(super) struct Blank {
    depth: usize,
    /// The mapping and field that should have been there; told as soon as the type is known.
    pub absent: Option<(u32, &'static str)>,
}

impl Blank {
    pub const NEW: Blank = Blank { depth: 0, absent: None };

    /// For a field that a mapping lacks.
    pub fn absent(id: u32, field: &'static str) -> Blank {
        Blank { absent: Some((id, field)), ..Blank::NEW }
    }

    fn inner(self) -> Result<Blank, Stop> {
        if self.depth >= DEEPEST {
            return Err(Stop::Words("holds itself without end".into()));
        }
        Ok(Blank { depth: self.depth + 1, absent: None })
    }
}

/// A value, or the key of one, to be read as some type.
#[derive(Clone, Copy)]
pub(super) struct FromTree<'r, 't> {
    pub reader: &'r Reader<'t>,
    pub origin: Origin<'t>,
}

impl<'r, 't> FromTree<'r, 't> {
    /// The word that stands here, and whether it is bare of quotes.
    fn word(&self) -> Option<(&'t str, bool)> {
        match self.origin {
            Origin::Spot(Spot::Key(id)) => {
                self.reader.tree.key(id).map(|key| (&*key.name, key.plain))
            }
            Origin::Spot(Spot::Value(_)) => match self.kind()? {
                Kind::Scalar { text, plain } => Some((text, *plain)),
                _ => None,
            },
            Origin::Name(name) => Some((name, true)),
            Origin::Blank(_) => None,
        }
    }

    pub fn bare_word(&self) -> Option<&'t str> {
        self.word().filter(|(_, plain)| *plain).map(|(word, _)| word)
    }

    fn kind(&self) -> Option<&'t Kind> {
        match self.origin {
            Origin::Spot(Spot::Value(id)) => Some(&self.reader.tree.node(id).kind),
            _ => None,
        }
    }

    fn is_value(&self) -> bool {
        matches!(self.origin, Origin::Spot(Spot::Value(_)))
    }

    fn is_spoiled(&self) -> bool {
        matches!(self.origin, Origin::Spot(Spot::Value(id)) if self.reader.is_spoiled(id))
    }

    /// Tells the misfit unless that was done while parsing; of a blank, that something should have been there.
    fn misfit(&self, expected: &str, suggestion: Option<&str>) {
        match self.origin {
            Origin::Spot(spot) if !self.is_spoiled() => {
                self.reader.wrong(spot, expected, suggestion);
            }
            Origin::Blank(Blank { absent: Some((id, field)), .. }) => {
                self.reader.missing(id, field, expected);
            }
            _ => {}
        }
    }

    /// The blank for what is inside of this.
    fn blank(&self) -> Result<Blank, Stop> {
        match self.origin {
            Origin::Blank(blank) => blank.inner(),
            _ => Blank::NEW.inner(),
        }
    }

    /// A whole number within bounds; 1 for a blank.
    fn whole(&self, least: i128, most: i128) -> i128 {
        match self.word().map(|(word, plain)| (word, plain, whole(word))) {
            Some((_, true, Whole::Value(value))) if (least..=most).contains(&value) => {
                return value;
            }
            Some((_, true, Whole::Value(_) | Whole::TooLong)) => {
                self.misfit(&format!("a whole number from {least} to {most}"), None);
            }
            Some((word, false, Whole::Value(value))) if (least..=most).contains(&value) => {
                self.misfit(&in_bounds(least, most), Some(word));
            }
            Some((word, true, Whole::NotOne)) => {
                let digits = word.replace(['_', ','], "");
                let is_grouped = digits != word && matches!(whole(&digits), Whole::Value(_));
                self.misfit(&in_bounds(least, most), is_grouped.then_some(&digits));
            }
            _ => self.misfit(&in_bounds(least, most), None),
        }
        1
    }

    /// A number that the type has room for; 1 for a blank.
    fn number(&self, has_room: fn(f64) -> bool) -> f64 {
        let (word, plain) = self.word().unwrap_or(("", true));
        match number(word) {
            Some(value) if value.is_finite() && plain && has_room(value) => return value,
            Some(value) if value.is_finite() && plain => self.misfit("a smaller number", None),
            Some(value) if value.is_finite() => self.misfit("a number", Some(word)),
            Some(_) => self.misfit("a finite number", None),
            None => self.misfit("a number", None),
        }
        1.0
    }

    fn truth(&self) -> bool {
        let (word, plain) = self.word().unwrap_or(("", true));
        let meant = match word.to_ascii_lowercase().as_str() {
            "yes" | "on" | "y" | "true" => Some("true"),
            "no" | "off" | "n" | "false" => Some("false"),
            _ => None,
        };
        let value = truth(word).filter(|_| plain);
        if value.is_none() {
            self.misfit("`true` or `false`", meant);
        }
        value.unwrap_or(false)
    }

    fn letter(&self) -> char {
        let mut letters = self.word().map_or("", |(word, _)| word).chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        if only.is_none() {
            self.misfit("one character", None);
        }
        only.unwrap_or('?')
    }

    /// Text as written: a bare `300` is text where text is wanted; nothing at all is not.
    fn text(&self) -> &'t str {
        let is_text =
            |(word, plain): &(&str, bool)| !(*plain && is_nothing(word) && self.is_value());
        let text = self.word().filter(is_text);
        if text.is_none() {
            self.misfit("text", None);
        }
        text.map_or("", |(word, _)| word)
    }

    /// Whether nothing stands where something may; of a blank it is told that something should.
    fn is_none(&self) -> bool {
        if let Origin::Blank(_) = self.origin {
            self.misfit("a value", None);
            return true;
        }
        self.is_spoiled() || self.is_value() && self.bare_word().is_some_and(is_nothing)
    }

    fn nothing(&self) {
        if !self.bare_word().is_some_and(is_nothing) {
            self.misfit("nothing", None);
        }
    }

    /// What a value is by itself, where a type takes any.
    fn meaning(&self) -> Meaning<'t> {
        match (self.origin, self.word()) {
            (Origin::Blank(_), _) => {
                self.misfit("a value", None);
                Meaning::Nothing
            }
            (Origin::Name(name), _) => Meaning::Text(name),
            (_, Some((word, false))) => Meaning::Text(word),
            (_, word) => match meaning(word.map_or("", |(word, _)| word)) {
                Meaning::Nothing if !self.is_value() => {
                    Meaning::Text(word.map_or("", |(word, _)| word))
                }
                Meaning::Whole(value)
                    if u64::try_from(value).is_err() && i64::try_from(value).is_err() =>
                {
                    self.misfit("a smaller number", None);
                    Meaning::Whole(1)
                }
                Meaning::Number(value) if !value.is_finite() => {
                    Meaning::Number(self.number(|_| true))
                }
                meaning => meaning,
            },
        }
    }

    fn list(&self, length: Option<usize>) -> Result<Rows<'r, 't>, Stop> {
        let expected = match length {
            Some(length) => format!("a list of {length}"),
            None => "a list".into(),
        };
        match (self.kind(), self.origin) {
            (Some(Kind::Sequence(rows)), _) if length.is_none_or(|length| length == rows.len()) => {
                return Ok(Rows::of(self.reader, rows));
            }
            (Some(Kind::Sequence(rows)), Origin::Spot(spot)) => {
                let found = entries(rows.len());
                self.reader.tell(spot, format!("expected {expected}, found {found}"));
            }
            _ => {
                let word = self.bare_word().filter(|word| length.is_none() && !is_nothing(word));
                let listed = word.map(|word| format!("[{word}]"));
                self.misfit(&expected, listed.as_deref());
            }
        }
        Ok(Rows::blank(self.reader, length.unwrap_or_default(), self.blank()?))
    }

    /// The entries of a mapping; of a type with fields, those it knows and blanks for those it requires.
    fn entries(
        &self,
        fields: Option<&'static [&'static str]>,
        required: Vec<&'static str>,
    ) -> Result<Entries<'r, 't>, Stop> {
        let (Some(Kind::Mapping(entries)), Origin::Spot(Spot::Value(id))) =
            (self.kind(), self.origin)
        else {
            self.misfit("a mapping", None);
            return Ok(Entries::blank(self.reader, required, self.blank()?));
        };
        let is_absent = |field: &&str| entries.iter().all(|(key, _)| *key.name != **field);
        let absent = required.into_iter().filter(is_absent).collect();
        Ok(Entries::of(self.reader, (id, entries), fields, absent))
    }

    /// What becomes of a type with fields that could not be built: where it turns out to require one that is not there, it is
    /// read again.
    fn missed(&self, shape: Shape, stop: Stop) -> Stop {
        let is_given = |field: &str| match self.kind() {
            Some(Kind::Mapping(entries)) => entries.iter().any(|(key, _)| *key.name == *field),
            _ => false,
        };
        match stop {
            Stop::Missing(field) if !is_given(field) && self.reader.learn(shape, field) => {
                Stop::Again
            }
            stop => stop,
        }
    }

    pub fn fields<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let shape = shape::<V>(fields);
        let entries = self.entries(Some(fields), self.reader.required(shape))?;
        visitor.visit_map(entries).map_err(|stop| self.missed(shape, stop))
    }

    /// One of several forms, by its name.
    fn variant(&self, variants: &'static [&'static str]) -> Result<Variant<'r, 't>, Stop> {
        let (named, value) = match (self.kind(), self.word()) {
            (_, Some(_)) => (self.origin, None),
            (Some(Kind::Mapping(entries)), _) => match entries.as_slice() {
                [(_, value)] => (Origin::Spot(Spot::Key(*value)), Some(*value)),
                _ => {
                    self.misfit(&format!("a mapping with one key, {}", one_of(variants)), None);
                    return self.blank_variant(variants);
                }
            },
            _ => {
                self.misfit(&one_of(variants), None);
                return self.blank_variant(variants);
            }
        };
        let named = FromTree { origin: named, ..*self };
        let word = named.word().map_or("", |(word, _)| word);
        if variants.contains(&word) {
            return Ok(Variant {
                of: *self,
                word,
                value: value.map(Spot::Value).map(Origin::Spot),
            });
        }
        match named.origin {
            _ if word.is_empty() => self.misfit(&one_of(variants), None),
            Origin::Spot(spot) if !named.is_spoiled() => self.reader.unknown(spot, word, variants),
            _ => {}
        }
        self.blank_variant(variants)
    }

    fn blank_variant(&self, variants: &'static [&'static str]) -> Result<Variant<'r, 't>, Stop> {
        let word = variants.first().copied().unwrap_or_default();
        Ok(Variant { of: *self, word, value: Some(Origin::Blank(self.blank()?)) })
    }
}

/// What is expected of a whole number, with the bounds that a person would state.
pub(super) fn in_bounds(least: i128, most: i128) -> String {
    match (least, most) {
        (0, most) if most > i128::from(u32::MAX) => "a whole number, 0 or more".into(),
        (least, most) if least < 0 && most > i128::from(u32::MAX) => "a whole number".into(),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            let least = i128::try_from(<$type>::MIN).unwrap_or(i128::MIN);
            let most = i128::try_from(<$type>::MAX).unwrap_or(i128::MAX);
            visitor.$visit(<$type>::try_from(self.whole(least, most)).unwrap_or_default())
        }
    )*};
}

impl<'de> Deserializer<'de> for FromTree<'_, '_> {
    type Error = Stop;

    whole_numbers! {
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_u128 visit_u128 u128,
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_i128 visit_i128 i128,
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.kind() {
            Some(Kind::Sequence(_)) => return self.deserialize_seq(visitor),
            Some(Kind::Mapping(_)) => return self.deserialize_map(visitor),
            _ => {}
        }
        match self.meaning() {
            Meaning::Nothing => visitor.visit_unit(),
            Meaning::Truth(value) => visitor.visit_bool(value),
            Meaning::Whole(value) => match u64::try_from(value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i64(i64::try_from(value).unwrap_or_default()),
            },
            Meaning::Number(value) => visitor.visit_f64(value),
            Meaning::Text(text) => visitor.visit_str(text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_bool(self.truth())
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_f32(self.number(|value| (value as f32).is_finite()) as f32)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_f64(self.number(|_| true))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_char(self.letter())
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.text())
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.text())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.text())
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.text())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.is_none() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.nothing();
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(self.list(None)?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_seq(self.list(Some(length))?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_map(self.entries(None, Vec::new())?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.fields(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_enum(self.variant(variants)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }
}
