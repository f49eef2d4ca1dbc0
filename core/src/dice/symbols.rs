//! The macro by which a game declares a die of symbols.

/// Declares what a die of symbols shows: an enum, the name of the die, and of each symbol on how many faces it stands, the word for it and
/// short forms of that, as a person types them. What is rolled, typed, and counted follows from the one list.
///
/// ```
/// umpire_core::symbols! {
///     /// A die of fights.
///     pub enum Fight = "fight" {
///         /// A blow, which counts twice where it is fierce.
///         2 Sword = "sword" "s",
///         /// A blow.
///         1 Axe = "axe" "x",
///         /// Nothing.
///         3 Blank = "blank" "b",
///     }
/// }
/// let die = Fight::die();
/// assert_eq!(die.faces.len(), 6);
/// let faces = ["s", "axe", "sword"].map(|word| die.face_named(word).unwrap());
/// assert_eq!(Fight::shown(&faces).collect::<Vec<_>>(), [Fight::Sword, Fight::Axe, Fight::Sword]);
/// // One function for what a face is worth to the odds, and for what comes of the roll.
/// let blows = |symbol| match symbol {
///     Fight::Sword => 2,
///     Fight::Axe => 1,
///     Fight::Blank => 0,
/// };
/// assert_eq!(Fight::shown(&faces).map(blows).sum::<u64>(), 5);
/// ```
#[macro_export]
macro_rules! symbols {
    (
        $(#[$doc:meta])* $vis:vis enum $name:ident = $die:literal {
            $($(#[$what:meta])* $count:literal $symbol:ident = $word:literal $($short:literal)*),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[$what])* $symbol,)+
        }

        impl $name {
            /// The symbols, each with how many faces show it.
            const SYMBOLS: &'static [(Self, u8)] = &[$(($name::$symbol, $count)),+];

            /// The die, as the ruleset's table of dice has it.
            $vis fn die() -> $crate::dice::Die {
                let face = |name: &str, short: &[&str]| $crate::dice::FaceName {
                    name: name.to_string(),
                    short: short.iter().map(ToString::to_string).collect(),
                };
                let mut faces = Vec::new();
                $(faces.extend(std::iter::repeat_n(face($word, &[$($short),*]), $count));)+
                $crate::dice::Die { name: $die.to_string(), faces }
            }

            /// What a face of the die shows.
            $vis fn of(face: $crate::dice::Face) -> Self {
                let mut left = face;
                let mut last = Self::SYMBOLS[0].0;
                for (symbol, count) in Self::SYMBOLS {
                    last = *symbol;
                    match left.checked_sub(*count) {
                        Some(rest) => left = rest,
                        None => break,
                    }
                }
                last
            }

            /// What faces of such dice show.
            $vis fn shown(faces: &[$crate::dice::Face]) -> impl Iterator<Item = Self> {
                faces.iter().map(|face| Self::of(*face))
            }
        }
    };
}
