//! Numbers of rows in the tables of the catalog.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::dice::DieId;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[derive(Serialize, Deserialize, JsonSchema)]
            pub struct $name(pub $number);

            impl $name {
                /// Its place in its table.
                pub fn index(self) -> usize {
                    usize::from(self.0)
                }
            }
        )*
    };
}

ids! {
    /// A kind of die; the same number as its [`DieId`].
    KindId(u16);
    /// A special action icon.
    SaiId(u8);
    /// A spell.
    SpellId(u8);
    /// A species.
    SpeciesId(u8);
    /// A type of land.
    LandId(u8);
    /// A kind of eighth face.
    EighthId(u8);
    /// A face of minor terrains.
    MinorFaceId(u8);
    /// A species ability.
    AbilityId(u8);
}

impl KindId {
    /// The die of this kind.
    pub fn die(self) -> DieId {
        DieId(self.0)
    }
}
