//! The parts of lists, mappings and enums, handed to serde one by one.

use std::iter::Rev;
use std::vec::IntoIter;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::blank::Blank;
use super::from_tree::FromTree;
use super::reader::Reader;
use super::scalar::is_nothing;
use super::stop::Stop;
use super::tree::{Key, Spot};

/// The values of a list.
pub(super) struct Rows<'r, 't> {
    pub reader: &'r Reader<'t>,
    pub rows: std::slice::Iter<'t, u32>,
}

impl<'de> SeqAccess<'de> for Rows<'_, '_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let reader = self.reader;
        match self.rows.find(|id| !reader.is_left_out(**id)) {
            Some(&id) => reader.child(seed, Spot::Value(id)).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rows.len())
    }
}

type Pairs<'t> = std::slice::Iter<'t, (Key, u32)>;

/// The entries of a mapping, then blanks for required fields that are not there.
pub(super) struct Entries<'r, 't> {
    pub reader: &'r Reader<'t>,
    pub id: u32,
    pub entries: Pairs<'t>,
    pub fields: Option<&'static [&'static str]>,
    pub absent: Rev<IntoIter<&'static str>>,
    pub next: Next,
}

pub(super) enum Next {
    Nothing,
    Value(u32),
    Absent(&'static str),
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
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
            self.next = Next::Value(*id);
            return self.reader.child(seed, Spot::Key(*id)).map(Some);
        }
        let Some(field) = self.absent.next() else { return Ok(None) };
        self.next = Next::Absent(field);
        let field: StrDeserializer<'_, Stop> = field.into_deserializer();
        seed.deserialize(field).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        match std::mem::replace(&mut self.next, Next::Nothing) {
            Next::Value(id) => self.reader.child(seed, Spot::Value(id)),
            Next::Absent(field) => seed
                .deserialize(Blank::absent(self.reader, self.id, field))
                .map_err(|stop| self.reader.settle(Spot::Value(self.id), stop)),
            Next::Nothing => Err(Stop::Words("a value without a key".into())),
        }
    }
}

/// One of several forms: its name, and what it holds if it was written as `name: value`.
pub(super) struct Variant<'r, 't> {
    pub from: FromTree<'r, 't>,
    pub word: &'t str,
    pub value: Option<u32>,
}

impl<'r, 't> Variant<'r, 't> {
    /// What the form holds; where it holds nothing, that is told, once.
    fn value(&self, expected: &str) -> Result<FromTree<'r, 't>, Blank<'r, 't>> {
        let reader = self.from.reader;
        match self.value {
            Some(id) if reader.is_left_out(id) => Err(self.from.blank()),
            Some(id) => Ok(FromTree { reader, spot: Spot::Value(id) }),
            None => {
                let word = self.word;
                let problem = format!("`{word}` needs a value, expected `{word}:` with {expected}");
                reader.tell(self.from.spot, problem);
                Err(self.from.blank())
            }
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
        let word: StrDeserializer<'_, Stop> = self.word.into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        let Some(id) = self.value else { return Ok(()) };
        let value = FromTree { reader: self.from.reader, spot: Spot::Value(id) };
        if !value.bare_word().is_some_and(is_nothing) {
            let problem = format!("`{}` takes no value", self.word);
            self.from.reader.tell(Spot::Key(id), problem);
        }
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        match self.value("a value") {
            Ok(value) => value.reader.child(seed, value.spot),
            Err(blank) => seed.deserialize(blank),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Stop> {
        match self.value("a list") {
            Ok(value) => value.deserialize_tuple(length, visitor),
            Err(blank) => blank.deserialize_tuple(length, visitor),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.value("a mapping") {
            Ok(value) => value.fields(fields, visitor),
            Err(blank) => blank.fields(fields, visitor),
        }
    }
}
