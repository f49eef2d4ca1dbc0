//! Numbers of rows in the tables of the catalog.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// A kind of unit.
    UnitId(u16);
    /// A kind of weapon.
    WeaponId(u16);
    /// A row of a terrain table, or a kind of fortification.
    TerrainId(u8);
    /// An army list.
    ArmyId(u8);
    /// A formation that a list offers.
    DetachmentId(u16);
    /// A special rule.
    SpecialId(u8);
}
