//! Numbers of units, formations, pieces of ground and profiles in a battle, and sets of numbers.

use serde::{Deserialize, Serialize};
use umpire_core::number_set::Numbered;

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
        )]
        pub struct $name(pub $inner);

        impl $name {
            /// Its place in the list of its kind.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Numbered for $name {
            fn numbered(number: usize) -> $name {
                $name(number as $inner)
            }

            fn number(self) -> usize {
                self.index()
            }
        }
    )*};
}

numbers! {
    /// A unit, as an index into the units of a position.
    UnitNo(u16);
    /// A formation, as an index into its formations.
    FormationNo(u16);
    /// A piece of ground, as an index into the pieces of the board.
    PieceNo(u16);
    /// A model: a unit's profile with the characters that joined it, as an index into the game's.
    ModelNo(u16);
}

/// A set of what has numbers in a battle, up to 1023.
pub type NumberSet<N> = umpire_core::number_set::NumberSet<N, 16>;

/// A set of units of the whole battle.
pub type UnitSet = NumberSet<UnitNo>;
