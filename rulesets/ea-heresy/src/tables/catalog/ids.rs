//! Numbers of rows in the tables of the catalog.

umpire_core::numbered! {
    /// A kind of unit.
    pub struct UnitId(u16);
    /// A kind of weapon.
    pub struct WeaponId(u16);
    /// A row of a terrain table, or a kind of fortification.
    pub struct TerrainId(u8);
    /// An army list.
    pub struct ArmyId(u8);
    /// A formation that a list offers.
    pub struct DetachmentId(u16);
    /// A special rule.
    pub struct SpecialId(u8);
}
