//! Numbers of units, formations, pieces of ground and profiles in a battle, and sets of numbers.

umpire_core::numbered! {
    /// A unit, as an index into the units of a position.
    pub struct UnitNo(u16);
    /// A formation, as an index into its formations.
    pub struct FormationNo(u16);
    /// A piece of ground, as an index into the pieces of the board.
    pub struct PieceNo(u16);
    /// A model: a unit's profile with the characters that joined it, as an index into the game's.
    pub struct ModelNo(u16);
}

/// A set of what has numbers in a battle, up to 1023.
pub type NumberSet<N> = umpire_core::number_set::NumberSet<N, 16>;

/// A set of units of the whole battle.
pub type UnitSet = NumberSet<UnitNo>;
