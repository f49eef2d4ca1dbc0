//! Numbers of rows in the tables of the catalog.

use umpire_core::dice::DieId;

umpire_core::numbered! {
    /// A kind of die; the same number as its [`DieId`].
    pub struct KindId(u16);
    /// A special action icon.
    pub struct SaiId(u8);
    /// A spell.
    pub struct SpellId(u8);
    /// A species.
    pub struct SpeciesId(u8);
    /// A type of land.
    pub struct LandId(u8);
    /// A kind of eighth face.
    pub struct EighthId(u8);
    /// A face of minor terrains.
    pub struct MinorFaceId(u8);
    /// A species ability.
    pub struct AbilityId(u8);
}

impl KindId {
    /// The die of this kind.
    pub fn die(self) -> DieId {
        DieId(self.0)
    }
}
