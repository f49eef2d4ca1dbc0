//! serde's view of a tree: each type asks for what it wants, each misfit is told where it stands.

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, Next, Rows, Variant};
use super::blank::Blank;
use super::reader::{Reader, shape};
use super::scalar::{Meaning, Whole, is_nothing, meaning, number, truth, whole};
use super::stop::{Stop, entries, one_of};
use super::tree::{Kind, Spot};

/// A value, or the key of one, to be read as some type.
#[derive(Clone, Copy)]
pub(super) struct FromTree<'r, 't> {
    pub reader: &'r Reader<'t>,
    pub spot: Spot,
}

impl<'r, 't> FromTree<'r, 't> {
    /// The word that stands here, and whether it is bare of quotes.
    fn word(&self) -> Option<(&'t str, bool)> {
        match self.spot {
            Spot::Key(id) => self.reader.tree.key(id).map(|key| (&*key.name, key.plain)),
            Spot::Value(_) => match self.kind()? {
                Kind::Scalar { text, plain } => Some((text, *plain)),
                _ => None,
            },
        }
    }

    pub fn bare_word(&self) -> Option<&'t str> {
        self.word().filter(|(_, plain)| *plain).map(|(word, _)| word)
    }

    fn kind(&self) -> Option<&'t Kind> {
        match self.spot {
            Spot::Value(id) => Some(&self.reader.tree.node(id).kind),
            Spot::Key(_) => None,
        }
    }

    pub fn blank(&self) -> Blank<'r, 't> {
        Blank::new(self.reader)
    }

    /// Tells the misfit unless that was done while parsing; a blank stands for the value.
    fn misfit(&self, expected: &str, suggestion: Option<&str>) -> Blank<'r, 't> {
        if !matches!(self.spot, Spot::Value(id) if self.reader.is_spoiled(id)) {
            self.reader.wrong(self.spot, expected, suggestion);
        }
        self.blank()
    }

    /// A whole number within bounds.
    fn whole(&self, least: i128, most: i128) -> Result<i128, Blank<'r, 't>> {
        let read = self.word().map(|(word, plain)| (word, plain, whole(word)));
        match read {
            Some((_, true, Whole::Value(value))) if (least..=most).contains(&value) => Ok(value),
            Some((_, true, Whole::Value(_) | Whole::TooLong)) => {
                Err(self.misfit(&format!("a whole number from {least} to {most}"), None))
            }
            Some((word, false, Whole::Value(value))) if (least..=most).contains(&value) => {
                Err(self.misfit(&in_bounds(least, most), Some(word)))
            }
            Some((word, true, Whole::NotOne)) => {
                let digits = word.replace(['_', ','], "");
                let is_grouped = digits != word && matches!(whole(&digits), Whole::Value(_));
                Err(self.misfit(&in_bounds(least, most), is_grouped.then_some(&digits)))
            }
            _ => Err(self.misfit(&in_bounds(least, most), None)),
        }
    }

    fn number(&self) -> Result<f64, Blank<'r, 't>> {
        let (word, plain) = self.word().unwrap_or(("", true));
        match number(word) {
            Some(value) if value.is_finite() && plain => Ok(value),
            Some(value) if value.is_finite() => Err(self.misfit("a number", Some(word))),
            Some(_) => Err(self.misfit("a finite number", None)),
            None => Err(self.misfit("a number", None)),
        }
    }

    fn truth(&self) -> Result<bool, Blank<'r, 't>> {
        let (word, plain) = self.word().unwrap_or(("", true));
        let meant = match word.to_ascii_lowercase().as_str() {
            "yes" | "on" | "y" | "true" => Some("true"),
            "no" | "off" | "n" | "false" => Some("false"),
            _ => None,
        };
        match truth(word) {
            Some(value) if plain => Ok(value),
            _ => Err(self.misfit("`true` or `false`", meant)),
        }
    }

    /// Text as written: a bare `300` is text where text is wanted; nothing at all is not.
    fn text(&self) -> Result<&'t str, Blank<'r, 't>> {
        match self.word() {
            Some((word, true)) if is_nothing(word) && matches!(self.spot, Spot::Value(_)) => {
                Err(self.misfit("text", None))
            }
            Some((word, _)) => Ok(word),
            None => Err(self.misfit("text", None)),
        }
    }

    fn list(&self, length: Option<usize>) -> Result<Rows<'r, 't>, Blank<'r, 't>> {
        let expected = match length {
            Some(length) => format!("a list of {length}"),
            None => "a list".into(),
        };
        match self.kind() {
            Some(Kind::Sequence(rows)) if length.is_none_or(|length| length == rows.len()) => {
                Ok(Rows { reader: self.reader, rows: rows.iter() })
            }
            Some(Kind::Sequence(rows)) => {
                let found = entries(rows.len());
                self.reader.tell(self.spot, format!("expected {expected}, found {found}"));
                Err(self.blank())
            }
            _ => {
                let word = self.bare_word().filter(|word| length.is_none() && !is_nothing(word));
                let listed = word.map(|word| format!("[{word}]"));
                Err(self.misfit(&expected, listed.as_deref()))
            }
        }
    }

    /// The entries of a mapping; of a type with fields, those it knows.
    fn entries(
        &self,
        fields: Option<&'static [&'static str]>,
    ) -> Result<Entries<'r, 't>, Blank<'r, 't>> {
        match (self.kind(), self.spot) {
            (Some(Kind::Mapping(entries)), Spot::Value(id)) => Ok(Entries {
                reader: self.reader,
                id,
                entries: entries.iter(),
                fields,
                absent: Vec::new().into_iter().rev(),
                next: Next::Nothing,
            }),
            _ => Err(self.misfit("a mapping", None)),
        }
    }

    pub fn fields<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let shape = shape::<V>(fields);
        let mut entries = match self.entries(Some(fields)) {
            Ok(entries) => entries,
            Err(blank) => return blank.fields(fields, visitor),
        };
        let is_absent = |field: &&str| entries.entries.clone().all(|(key, _)| *key.name != **field);
        let absent: Vec<_> = self.reader.required(shape).into_iter().filter(is_absent).collect();
        entries.absent = absent.into_iter().rev();
        let given = entries.entries.clone();
        match visitor.visit_map(entries) {
            Err(Stop::Missing(field))
                if given.into_iter().all(|(key, _)| *key.name != *field)
                    && self.reader.learn(shape, field) =>
            {
                Err(Stop::Again)
            }
            result => result,
        }
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
            match self.whole(least, most) {
                Ok(value) => visitor.$visit(<$type>::try_from(value).unwrap_or_default()),
                Err(blank) => blank.$method(visitor),
            }
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
        match (self.kind(), self.word()) {
            (Some(Kind::Sequence(_)), _) => self.deserialize_seq(visitor),
            (Some(Kind::Mapping(_)), _) => self.deserialize_map(visitor),
            (_, Some((word, false))) => visitor.visit_str(word),
            (_, word) => match meaning(word.map_or("", |(word, _)| word)) {
                Meaning::Nothing if matches!(self.spot, Spot::Value(_)) => visitor.visit_unit(),
                Meaning::Truth(value) => visitor.visit_bool(value),
                Meaning::Whole(value) => match (u64::try_from(value), i64::try_from(value)) {
                    (Ok(value), _) => visitor.visit_u64(value),
                    (_, Ok(value)) => visitor.visit_i64(value),
                    _ => self.misfit("a smaller number", None).deserialize_u64(visitor),
                },
                Meaning::Number(value) if value.is_finite() => visitor.visit_f64(value),
                Meaning::Number(_) => self.deserialize_f64(visitor),
                Meaning::Nothing => visitor.visit_str(word.map_or("", |(word, _)| word)),
                Meaning::Text(text) => visitor.visit_str(text),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.truth() {
            Ok(value) => visitor.visit_bool(value),
            Err(blank) => blank.deserialize_bool(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.number() {
            Ok(value) if (value as f32).is_finite() => visitor.visit_f32(value as f32),
            Ok(_) => self.misfit("a smaller number", None).deserialize_f32(visitor),
            Err(blank) => blank.deserialize_f32(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.number() {
            Ok(value) => visitor.visit_f64(value),
            Err(blank) => blank.deserialize_f64(visitor),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let mut letters = self.word().map_or("", |(word, _)| word).chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => visitor.visit_char(letter),
            _ => self.misfit("one character", None).deserialize_char(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.text() {
            Ok(text) => visitor.visit_str(text),
            Err(blank) => blank.deserialize_str(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match (self.spot, self.bare_word()) {
            (Spot::Value(id), _) if self.reader.is_spoiled(id) => visitor.visit_none(),
            (Spot::Value(_), Some(word)) if is_nothing(word) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.bare_word() {
            Some(word) if is_nothing(word) => visitor.visit_unit(),
            _ => self.misfit("nothing", None).deserialize_unit(visitor),
        }
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
        match self.list(None) {
            Ok(rows) => visitor.visit_seq(rows),
            Err(blank) => blank.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.list(Some(length)) {
            Ok(rows) => visitor.visit_seq(rows),
            Err(blank) => blank.deserialize_tuple(length, visitor),
        }
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
        match self.entries(None) {
            Ok(entries) => visitor.visit_map(entries),
            Err(blank) => blank.deserialize_map(visitor),
        }
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
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let (named, value) = match (self.kind(), self.word()) {
            (_, Some(_)) => (self.spot, None),
            (Some(Kind::Mapping(entries)), _) => match entries.as_slice() {
                [(_, value)] => (Spot::Key(*value), Some(*value)),
                _ => {
                    let expected = format!("a mapping with one key, {}", one_of(variants));
                    let blank = self.misfit(&expected, None);
                    return blank.deserialize_enum(name, variants, visitor);
                }
            },
            _ => {
                let blank = self.misfit(&one_of(variants), None);
                return blank.deserialize_enum(name, variants, visitor);
            }
        };
        let word = FromTree { spot: named, ..self }.word().map_or("", |(word, _)| word);
        if !variants.contains(&word) {
            if word.is_empty() {
                self.misfit(&one_of(variants), None);
            } else if !matches!(named, Spot::Value(id) if self.reader.is_spoiled(id)) {
                self.reader.unknown(named, word, variants);
            }
            return self.blank().deserialize_enum(name, variants, visitor);
        }
        visitor.visit_enum(Variant { from: self, word, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }
}
