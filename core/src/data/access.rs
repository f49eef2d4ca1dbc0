//! The parts of lists, mappings and enums, handed to serde one by one.

use std::iter::Rev;
use std::vec::IntoIter;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::from_tree::{Blank, FromTree, Origin};
use super::reader::Reader;
use super::scalar::is_nothing;
use super::stop::Stop;
use super::tree::{Key, Spot};

/// The values of a list, or as many blanks.
pub(super) struct Rows<'r, 't> {
    reader: &'r Reader<'t>,
    rows: std::slice::Iter<'t, u32>,
    blanks: usize,
    blank: Blank,
}

impl<'r, 't> Rows<'r, 't> {
    pub fn of(reader: &'r Reader<'t>, rows: &'t [u32]) -> Rows<'r, 't> {
        Rows { reader, rows: rows.iter(), blanks: 0, blank: Blank::NEW }
    }

    pub fn blank(reader: &'r Reader<'t>, blanks: usize, blank: Blank) -> Rows<'r, 't> {
        Rows { reader, rows: [].iter(), blanks, blank }
    }

    fn following(&mut self) -> Option<Origin<'t>> {
        let reader = self.reader;
        if let Some(id) = self.rows.find(|id| !reader.is_left_out(**id)) {
            return Some(Origin::Spot(Spot::Value(*id)));
        }
        self.blanks = self.blanks.checked_sub(1)?;
        Some(Origin::Blank(self.blank))
    }
}

impl<'de> SeqAccess<'de> for Rows<'_, '_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some(origin) = self.following() else { return Ok(None) };
        self.reader.child(seed, origin).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rows.len() + self.blanks)
    }
}

type Pair = (Key, u32);

/// The entries of a mapping, then blanks for required fields that are not there.
pub(super) struct Entries<'r, 't> {
    reader: &'r Reader<'t>,
    id: u32,
    entries: std::slice::Iter<'t, Pair>,
    fields: Option<&'static [&'static str]>,
    absent: Rev<IntoIter<&'static str>>,
    /// What stands for each field of a mapping that is itself a blank.
    blank: Option<Blank>,
    /// The value of the last key.
    next: Option<Origin<'t>>,
}

impl<'r, 't> Entries<'r, 't> {
    /// Those of a mapping, and the fields it lacks, which are told as missing.
    pub fn of(
        reader: &'r Reader<'t>,
        (id, entries): (u32, &'t [Pair]),
        fields: Option<&'static [&'static str]>,
        absent: Vec<&'static str>,
    ) -> Entries<'r, 't> {
        let absent = absent.into_iter().rev();
        Entries { reader, id, entries: entries.iter(), fields, absent, blank: None, next: None }
    }

    /// A blank for each of some fields.
    pub fn blank(
        reader: &'r Reader<'t>,
        fields: Vec<&'static str>,
        blank: Blank,
    ) -> Entries<'r, 't> {
        Entries { blank: Some(blank), ..Entries::of(reader, (0, &[]), None, fields) }
    }

    /// The next key; its value is kept.
    fn key(&mut self) -> Option<Origin<'t>> {
        for (key, id) in self.entries.by_ref() {
            if self.reader.is_left_out(*id) {
                continue;
            }
            if let Some(fields) = self.fields
                && !fields.contains(&&*key.name)
            {
                self.reader.unknown(Spot::Key(*id), &key.name, fields);
                continue;
            }
            self.next = Some(Origin::Spot(Spot::Value(*id)));
            return Some(Origin::Spot(Spot::Key(*id)));
        }
        let field = self.absent.next()?;
        let blank = self.blank.unwrap_or_else(|| Blank::absent(self.id, field));
        self.next = Some(Origin::Blank(blank));
        Some(Origin::Name(field))
    }
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some(key) = self.key() else { return Ok(None) };
        self.reader.child(seed, key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        match self.next.take() {
            Some(value) => self.reader.child(seed, value),
            None => Err(Stop::Words("a value without a key".into())),
        }
    }
}

/// One of several forms: its name, and what it holds if it was written as `name: value`.
pub(super) struct Variant<'r, 't> {
    pub of: FromTree<'r, 't>,
    pub word: &'t str,
    pub value: Option<Origin<'t>>,
}

impl<'r, 't> Variant<'r, 't> {
    /// What the form holds; where it holds nothing, that is told, once.
    fn value(&self, expected: &str) -> FromTree<'r, 't> {
        let reader = self.of.reader;
        let origin = match self.value {
            Some(Origin::Spot(Spot::Value(id))) if reader.is_left_out(id) => {
                Origin::Blank(Blank::NEW)
            }
            Some(origin) => origin,
            None => {
                let word = self.word;
                if let Origin::Spot(spot) = self.of.origin {
                    let needs =
                        format!("`{word}` needs a value, expected `{word}:` with {expected}");
                    reader.tell(spot, needs);
                }
                Origin::Blank(Blank::NEW)
            }
        };
        FromTree { reader, origin }
    }

    /// Tells what stands behind the name of a form that holds nothing.
    fn nothing(&self) {
        let Some(Origin::Spot(Spot::Value(id))) = self.value else { return };
        let value = FromTree { origin: Origin::Spot(Spot::Value(id)), ..self.of };
        if !value.bare_word().is_some_and(is_nothing) {
            let problem = format!("`{}` takes no value", self.word);
            self.of.reader.tell(Spot::Key(id), problem);
        }
    }
}

impl<'de, 'r, 't> EnumAccess<'de> for Variant<'r, 't> {
    type Error = Stop;
    type Variant = Variant<'r, 't>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant<'r, 't>), Stop> {
        let form = self.of.reader.child(seed, Origin::Name(self.word))?;
        Ok((form, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        self.nothing();
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        self.of.reader.child(seed, self.value("a value").origin)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Stop> {
        self.value("a list").deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.value("a mapping").fields(fields, visitor)
    }
}
