//! Whole numbers within bounds: the field says them once, for whoever reads it and for the form it is filled in by.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// Reads a whole number from `LEAST` to `MOST`, and is the form of such a field. The type of the field is named where it is
/// no `u8`.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use umpire_core::data::{Source, Within, read};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Weapon {
///     #[serde(with = "Within::<1, 12>")]
///     attacks: u8,
///     #[serde(default, with = "Within::<1, 300, Option<u16>>")]
///     range: Option<u16>,
/// }
///
/// let weapon = read::<Weapon>(&Source::new("w.yaml", "attacks: 2")).map(|read| read.value);
/// assert!(weapon.is_ok_and(|weapon| (weapon.attacks, weapon.range) == (2, None)));
/// let faults = read::<Weapon>(&Source::new("w.yaml", "attacks: 20\nrange: 70000")).err().unwrap_or_default();
/// assert_eq!(faults[0].to_string(), "w.yaml:1:10: at `attacks`: expected 1 to 12, found `20`");
/// assert_eq!(faults[1].to_string(), "w.yaml:2:8: at `range`: expected 1 to 300, found `70000`");
/// ```
pub struct Within<const LEAST: i64, const MOST: i64, T = u8>(PhantomData<T>);

/// A type of numbers that bounds can be set for.
pub trait Bounded: Sized {
    /// A number as it is written, whatever of these numbers the type holds.
    type Written: for<'de> Deserialize<'de> + Copy;

    /// The number that is written, if there is one.
    fn number(written: Self::Written) -> Option<i64>;

    /// What is written, where the type holds it.
    fn of(written: Self::Written) -> Option<Self>;
}

macro_rules! bounded {
    ($($whole:ty),*) => {
        $(impl Bounded for $whole {
            type Written = i64;

            fn number(written: i64) -> Option<i64> {
                Some(written)
            }

            fn of(written: i64) -> Option<$whole> {
                written.try_into().ok()
            }
        })*
    };
}
bounded!(u8, u16, u32, i8, i16, i32, i64);

impl<T: Bounded> Bounded for Option<T> {
    type Written = Option<T::Written>;

    fn number(written: Option<T::Written>) -> Option<i64> {
        written.and_then(T::number)
    }

    fn of(written: Option<T::Written>) -> Option<Option<T>> {
        match written {
            Some(written) => T::of(written).map(Some),
            None => Some(None),
        }
    }
}

impl<const LEAST: i64, const MOST: i64, T: Bounded> Within<LEAST, MOST, T> {
    /// Reads the number.
    ///
    /// # Errors
    /// Whatever is none, or is out of the bounds.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let written = T::Written::deserialize(from)?;
        let number = T::number(written);
        let bounds = LEAST..=MOST;
        let read = T::of(written).filter(|_| number.is_none_or(|it| bounds.contains(&it)));
        read.ok_or_else(|| {
            let (number, expected) = (number.unwrap_or_default(), words(&bounds));
            D::Error::invalid_value(Unexpected::Signed(number), &expected.as_str())
        })
    }

    /// Writes the number, as forms write defaults.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn serialize<S: Serializer>(number: &T, to: S) -> Result<S::Ok, S::Error>
    where
        T: Serialize,
    {
        number.serialize(to)
    }
}

impl<const LEAST: i64, const MOST: i64, T: JsonSchema> JsonSchema for Within<LEAST, MOST, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}From{LEAST}To{MOST}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        schema.insert("minimum".into(), LEAST.into());
        schema.insert("maximum".into(), MOST.into());
        schema
    }
}

/// What is wrong with a number, if there is one that is out of some bounds.
pub fn out_of_bounds(value: Option<impl Into<i64>>, bounds: RangeInclusive<i64>) -> Option<String> {
    let number = value.map(Into::into).filter(|number| !bounds.contains(number))?;
    Some(format!("expected {}, found `{number}`", words(&bounds)))
}

fn words(bounds: &RangeInclusive<i64>) -> String {
    format!("{} to {}", bounds.start(), bounds.end())
}
