//! The macros by which a game declares its rules and the fields of its editions.

/// Makes the enum of a game's rules, each with its id in the rule index, in the order of the book.
///
/// Rules that stand for a row of a table follow in `with { Terrain(u16) = "HS-5" }`: the variant holds the row, the id is that
/// of the table; `Game::cite` adds the row. The crate depends on `serde`.
///
/// ```
/// umpire_core::rules! {
///     /// A rule of the game.
///     pub enum Rule {
///         Movement = "G-1",
///         Shooting = "G-2",
///     }
/// }
/// use umpire_core::RuleId;
/// assert_eq!(Rule::Shooting.id(), "G-2");
/// assert_eq!(Rule::ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! rules {
    (
        $(#[$doc:meta])* $vis:vis enum $rule:ident {
            $($name:ident = $id:literal),* $(,)?
        }
        $(with {
            $($(#[$what:meta])* $row:ident($type:ty) = $table:literal),* $(,)?
        })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize)]
        #[allow(missing_docs)] // The rule index says what each means.
        $vis enum $rule {
            $($name,)*
            $($($(#[$what])* $row($type),)*)?
        }

        impl $rule {
            /// Every rule that is not a row of a table.
            pub const ALL: &[$rule] = &[$($rule::$name),*];
        }

        impl $crate::RuleId for $rule {
            fn id(self) -> &'static str {
                match self {
                    $($rule::$name => $id,)*
                    $($($rule::$row(_) => $table,)*)?
                }
            }
        }
    };
}

/// Makes two structs of one list of fields: the edition, and one in which each field is optional, for what another edition, a
/// scenario or house rules change.
///
/// `rounds: u8 where 1..=20` bounds a number, for readers and forms. `check CHECK` names a `fn(&Fields, &mut dyn FnMut(&str,
/// String))` that reports other unusable values: field name, then what is wrong. Without it every value is accepted. The crate
/// depends on `serde` and `schemars`.
#[macro_export]
macro_rules! edition {
    (
        $(#[$doc:meta])* $vis:vis struct $edition:ident, $fields:ident {
            $($(#[$what:meta])* $field:ident: $type:ty $(where $least:literal..=$most:literal)?),*
            $(,)?
        }
        $(check $check:expr)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)] // The first edition in the data says what each is, and why.
        $vis struct $edition {
            $($(#[$what])* pub $field: $type,)*
        }

        /// Some fields of an edition: those that another edition, a scenario or house rules change.
        #[derive(Debug, Clone, Default, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[allow(missing_docs)]
        $vis struct $fields {
            $(
                $(#[schemars(range(min = $least, max = $most))])?
                pub $field: Option<$type>,
            )*
        }

        impl $crate::edition::Fields for $fields {
            type Edition = $edition;
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn over(self, base: &mut $edition) {
                $(if let Some(value) = self.$field { base.$field = value; })*
            }

            fn complete(self) -> Result<$edition, &'static str> {
                Ok($edition { $($field: self.$field.ok_or(stringify!($field))?,)* })
            }

            #[allow(unused_variables)] // Where all values can be used.
            fn check(&self, fault: &mut dyn FnMut(&str, String)) {
                $($(
                    let wrong = $crate::data::out_of_bounds(self.$field, $least..=$most);
                    if let Some(wrong) = wrong { fault(stringify!($field), wrong); }
                )?)*
                $(let check: fn(&$fields, &mut dyn FnMut(&str, String)) = $check; check(self, fault);)?
            }
        }
    };
}

/// Makes a set of flags, a bit each, and the key by which data files name each: the special rules that units or weapons have.
///
/// ```
/// umpire_core::flags! {
///     /// What a unit can do.
///     pub struct Traits(u32) {
///         LEADER = "leader",
///         SCOUT = "scout",
///     }
/// }
/// let unit = Traits::named("scout").expect("a key of the set").with(Traits::LEADER);
/// assert!(unit.has(Traits::SCOUT));
/// assert_eq!(unit.without(Traits::LEADER).to_string(), "scout");
/// ```
///
/// Behind a `;` stand flags that no file names; they have the highest bits. There are no more of all than the number has bits. The crate depends on `serde` and `schemars`.
#[macro_export]
macro_rules! flags {
    (
        $(#[$doc:meta])*
        $vis:vis struct $set:ident($bits:ty) {
            $($name:ident = $key:literal),* $(,)? $(; $($(#[$what:meta])* $unnamed:ident),+ $(,)?)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[derive(::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(transparent)]
        $vis struct $set($bits);

        const _: () = {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Bit { $($name),* }
            $(
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                enum FromTheTop { $($unnamed),+ }
            )?

            #[allow(missing_docs)] // What each does, the data says under its key.
            impl $set {
                $($vis const $name: $set = $set(1 << Bit::$name as u32);)*
                $($(
                    $(#[$what])*
                    $vis const $unnamed: $set =
                        $set(1 << (<$bits>::BITS - 1 - FromTheTop::$unnamed as u32));
                )+)?
            }
        };

        #[allow(dead_code)] // No game asks a set all questions.
        impl $set {
            /// The empty set.
            $vis const NONE: $set = $set(0);

            /// Each flag with its key.
            $vis const ALL: &[($set, &str)] = &[$(($set::$name, $key)),*];

            /// Whether all of the others are in it.
            $vis const fn has(self, others: $set) -> bool {
                self.0 & others.0 == others.0
            }

            /// Whether any of the others is in it.
            $vis const fn any(self, others: $set) -> bool {
                self.0 & others.0 != 0
            }

            /// What is in either.
            #[must_use]
            $vis const fn with(self, others: $set) -> $set {
                $set(self.0 | others.0)
            }

            /// What is in it and not among the others.
            #[must_use]
            $vis const fn without(self, others: $set) -> $set {
                $set(self.0 & !others.0)
            }

            /// What is in both.
            #[must_use]
            $vis const fn and(self, others: $set) -> $set {
                $set(self.0 & others.0)
            }

            /// The flag with a key.
            $vis fn named(key: &str) -> Option<$set> {
                $set::ALL.iter().find(|(_, known)| *known == key).map(|(flag, _)| *flag)
            }

            /// The keys of what is in it, in the order in which they are declared.
            $vis fn keys(self) -> impl Iterator<Item = &'static str> {
                $set::ALL.iter().filter(move |(flag, _)| self.has(*flag)).map(|(_, key)| *key)
            }
        }

        impl ::std::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, others: $set) -> $set {
                self.with(others)
            }
        }

        impl ::std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, others: $set) {
                *self = self.with(others);
            }
        }

        impl ::std::fmt::Display for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.keys().collect::<Vec<_>>().join(", "))
            }
        }
    };
}

/// Makes enums of which fields of an edition choose: each is a word in the data, such as `to_hit`.
#[macro_export]
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            #[derive(::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
            #[serde(rename_all = "snake_case")]
            pub enum $name {
                $($(#[$what])* $variant,)*
            }
        )*
    };
}
