//! What stands for a value that could not be read, so that reading goes on and finds the other faults.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::from_tree::in_bounds;
use super::reader::{Reader, shape};
use super::stop::{Stop, one_of};

/// Blanks inside blanks: a type that holds itself ends here.
const DEEPEST: usize = 8;

/// A harmless value of whatever type is asked for; nothing that was built from one is handed out.
#[derive(Clone, Copy)]
pub(super) struct Blank<'r, 't> {
    reader: &'r Reader<'t>,
    depth: usize,
    /// The mapping and field that should have been there; told as soon as the type is known.
    absent: Option<(u32, &'static str)>,
}

impl<'r, 't> Blank<'r, 't> {
    pub fn new(reader: &'r Reader<'t>) -> Blank<'r, 't> {
        Blank { reader, depth: 0, absent: None }
    }

    pub fn absent(reader: &'r Reader<'t>, id: u32, field: &'static str) -> Blank<'r, 't> {
        Blank { reader, depth: 0, absent: Some((id, field)) }
    }

    fn tell(&self, expected: &str) {
        if let Some((id, field)) = self.absent {
            self.reader.missing(id, field, expected);
        }
    }

    fn inner(&self) -> Result<Blank<'r, 't>, Stop> {
        if self.depth >= DEEPEST {
            return Err(Stop::Words("holds itself without end".into()));
        }
        Ok(Blank { depth: self.depth + 1, absent: None, ..*self })
    }

    fn tuple<'de, V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(Blanks { blank: self.inner()?, left: length })
    }

    /// A blank for a type with fields: only those known to be required are in it.
    pub fn fields<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.tell("a mapping");
        let shape = shape::<V>(fields);
        let required = self.reader.required(shape);
        match visitor.visit_map(BlankFields { blank: self.inner()?, fields: required }) {
            Err(Stop::Missing(field)) if self.reader.learn(shape, field) => Err(Stop::Again),
            result => result,
        }
    }
}

macro_rules! blank_numbers {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            let least = i128::try_from(<$type>::MIN).unwrap_or(i128::MIN);
            let most = i128::try_from(<$type>::MAX).unwrap_or(i128::MAX);
            self.tell(&in_bounds(least, most));
            visitor.$visit(1)
        }
    )*};
}

impl<'de> Deserializer<'de> for Blank<'_, '_> {
    type Error = Stop;

    blank_numbers! {
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
        self.tell("a value");
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("`true` or `false`");
        visitor.visit_bool(false)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("a number");
        visitor.visit_f32(1.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("a number");
        visitor.visit_f64(1.0)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("one character");
        visitor.visit_char('?')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("text");
        visitor.visit_str("")
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
        self.tell("a value");
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.tell("nothing");
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
        self.tell("a list");
        self.tuple(0, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.tell(&format!("a list of {length}"));
        self.tuple(length, visitor)
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
        self.tell("a mapping");
        visitor.visit_map(BlankFields { blank: self.inner()?, fields: Vec::new() })
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
        self.tell(&one_of(variants));
        let word = variants.first().copied().unwrap_or_default();
        visitor.visit_enum(BlankVariant { blank: self.inner()?, word })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }
}

struct Blanks<'r, 't> {
    blank: Blank<'r, 't>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Blanks<'_, '_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                seed.deserialize(self.blank).map(Some)
            }
            None => Ok(None),
        }
    }
}

struct BlankFields<'r, 't> {
    blank: Blank<'r, 't>,
    fields: Vec<&'static str>,
}

impl<'de> MapAccess<'de> for BlankFields<'_, '_> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some(field) = self.fields.pop() else { return Ok(None) };
        let field: StrDeserializer<'_, Stop> = field.into_deserializer();
        seed.deserialize(field).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(self.blank)
    }
}

struct BlankVariant<'r, 't> {
    blank: Blank<'r, 't>,
    word: &'static str,
}

impl<'de, 'r, 't> EnumAccess<'de> for BlankVariant<'r, 't> {
    type Error = Stop;
    type Variant = BlankVariant<'r, 't>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, BlankVariant<'r, 't>), Stop> {
        let word: StrDeserializer<'_, Stop> = self.word.into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> VariantAccess<'de> for BlankVariant<'_, '_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(self.blank)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Stop> {
        self.blank.tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.blank.fields(fields, visitor)
    }
}
