//! Whether the numbers in what came from outside (a record, a program, a stranger) name things that exist.

use crate::game::Game;
use serde::de::DeserializeOwned;
use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// What a number is: the name of its type, or of the type and the field or variant that holds it.
///
/// `("FigureId", "")` for a newtype, `("Point", "x")` for a field of a struct, `("Action", "recruit")`
/// for a bare number in a variant, fields of such a variant included. Names are those written down.
pub type Kind = (&'static str, &'static str);

/// A number that means nothing where it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stray {
    /// It is outside its range.
    #[error("there is no {} {number}{}", spelled(.kind), among(.range))]
    Outside {
        /// What it is.
        kind: Kind,
        /// The number.
        number: i128,
        /// What would do.
        range: RangeInclusive<i64>,
    },
    /// The value cannot be looked through.
    #[error("{0}")]
    Unreadable(String),
}

fn spelled((name, part): &Kind) -> String {
    let name = name.strip_suffix("Id").or(name.strip_suffix("No")).unwrap_or(name).to_lowercase();
    if part.is_empty() || *part == name {
        name
    } else {
        format!("{name} {}", part.replace('_', " "))
    }
}

fn among(range: &RangeInclusive<i64>) -> String {
    if range.is_empty() {
        return ": there is none at all".to_string();
    }
    format!(": it is {} to {}", range.start(), range.end())
}

impl ser::Error for Stray {
    fn custom<T: Display>(says: T) -> Stray {
        Stray::Unreadable(says.to_string())
    }
}

/// The range of numbers that count things of which there are so many.
pub fn below(count: usize) -> Option<RangeInclusive<i64>> {
    Some(0..=count as i64 - 1)
}

/// Checks every whole number in a value against the range of its kind; kinds without a range may be
/// anything. The first number outside is told.
///
/// # Errors
///
/// The first stray number.
///
/// ```
/// # use umpire_core::numbers::check;
/// #[derive(serde::Serialize)]
/// struct FigureId(u8);
/// let figures = |(name, _)| (name == "FigureId").then_some(0..=3);
/// assert!(check(&FigureId(3), &figures).is_ok());
/// let stray = check(&vec![FigureId(1), FigureId(4)], &figures).unwrap_err();
/// assert_eq!(stray.to_string(), "there is no figure 4: it is 0 to 3");
/// ```
pub fn check<T: Serialize>(
    value: &T,
    range: &dyn Fn(Kind) -> Option<RangeInclusive<i64>>,
) -> Result<(), Stray> {
    value.serialize(Reader { kind: ("", ""), range })
}

/// Reads what a person or a program gave as an action or an amendment of a game.
///
/// # Errors
///
/// In words: it is not one, or names what does not exist. `called` is what it should have been.
pub fn read<G: Game, T: DeserializeOwned + Serialize>(
    game: &G,
    state: &G::State,
    value: &Value,
    called: &str,
) -> Result<T, String> {
    let read: T =
        serde_json::from_value(value.clone()).map_err(|e| format!("not {called}: {e}"))?;
    let seats = i64::from(game.players(state)) - 1;
    let range = |kind: Kind| match kind {
        ("Seat", _) => Some(0..=seats),
        kind => game.range(state, kind),
    };
    check(&read, &range).map_err(|stray| format!("not {called}: {stray}"))?;
    Ok(read)
}

/// Looks through a value; knows what the value is that it meets next.
#[derive(Clone, Copy)]
struct Reader<'a> {
    kind: Kind,
    range: &'a dyn Fn(Kind) -> Option<RangeInclusive<i64>>,
}

impl Reader<'_> {
    fn number(self, number: i128) -> Result<(), Stray> {
        let Some(range) = (self.range)(self.kind) else { return Ok(()) };
        let within = i64::try_from(number).is_ok_and(|number| range.contains(&number));
        if within { Ok(()) } else { Err(Stray::Outside { kind: self.kind, number, range }) }
    }

    fn at(self, name: &'static str, part: &'static str) -> Self {
        Reader { kind: (name, part), ..self }
    }
}

/// The parts of a struct, a sequence or a variant, with its name.
struct Parts<'a> {
    reader: Reader<'a>,
    name: &'static str,
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        self.kind.fmt(to)
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty,)*) => {
        $(fn $method(self, number: $number) -> Result<(), Stray> {
            self.number(number.into())
        })*
    };
}

impl<'a> Serializer for Reader<'a> {
    type Ok = ();
    type Error = Stray;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    fn serialize_bool(self, _: bool) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_f32(self, _: f32) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_f64(self, _: f64) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_char(self, _: char) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_str(self, _: &str) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stray> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stray> {
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Stray> {
        value.serialize(self.at(name, ""))
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stray> {
        value.serialize(self.at(name, variant))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self, name: "" })
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self, name: "" })
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self.at(name, ""), name })
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self.at(name, variant), name })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self, name: "" })
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self, name })
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Stray> {
        Ok(Parts { reader: self, name: variant })
    }
}

macro_rules! elements {
    ($($of:ident :: $method:ident,)*) => {
        $(impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = Stray;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stray> {
                value.serialize(self.reader)
            }

            fn end(self) -> Result<(), Stray> {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

macro_rules! fields {
    ($($of:ident,)*) => {
        $(impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = Stray;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                field: &'static str,
                value: &T,
            ) -> Result<(), Stray> {
                value.serialize(self.reader.at(self.name, field))
            }

            fn end(self) -> Result<(), Stray> {
                Ok(())
            }
        })*
    };
}

fields! { SerializeStruct, SerializeStructVariant, }

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Stray;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stray> {
        key.serialize(self.reader)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stray> {
        value.serialize(self.reader)
    }

    fn end(self) -> Result<(), Stray> {
        Ok(())
    }
}
