//! What formations and sides are and are called; nothing of it changes in a battle.

use crate::position::state::FormationNo;
use crate::tables::catalog::{DetachmentId, SpecialId, Traits};

/// What a formation is and is called; nothing of it changes in a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct FormationSheet {
    /// What it is called.
    pub name: String,
    /// Initiative n+.
    pub initiative: u8,
    /// The formation of an army list that it is, if one.
    pub detachment: Option<DetachmentId>,
    /// What it costs: formation, upgrade, titan and ally points added up, or points; below 0 where
    /// its list takes points off. Nothing where no list and no file states it.
    pub cost: Option<i16>,
    /// Special rules of its army and of its section of the list.
    pub army_rules: Vec<SpecialId>,
    /// Those of them that its units then have.
    pub traits: Traits,
    /// Whether it may start on the table beside an objective (EA-13.6).
    pub garrison: bool,
}

/// What a side is and is called.
#[derive(Debug, Clone, PartialEq)]
pub struct SideSheet {
    /// What it is called.
    pub name: String,
    /// Its strategy rating.
    pub strategy: u8,
    /// Titan points spent.
    pub titan_points: u8,
    /// Ally points spent.
    pub ally_points: u8,
    /// Its half of the table: 0 for the near one, 1 for the far one.
    pub half: u8,
    /// Formations whose loss breaks its spirit, whatever the other side chooses (EA-13.5).
    pub spirit: Vec<FormationNo>,
    /// Those that cost most, where several do: the other side chooses one of them too (EA-13.5).
    pub equal: Vec<FormationNo>,
}
