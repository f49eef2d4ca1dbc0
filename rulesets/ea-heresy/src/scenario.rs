//! Scenario and battlefield files: armies, places, objectives; what they make of the tables.

use crate::catalog::{DetachmentId, SpecialId};
use crate::state::FormationNo;

/// What a formation is and is called; nothing of it changes in a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct FormationSheet {
    /// What it is called.
    pub name: String,
    /// Initiative n+.
    pub initiative: u8,
    /// The formation of an army list that it is, if one.
    pub detachment: Option<DetachmentId>,
    /// What it costs: formation, upgrade, titan and ally points added up, or points.
    pub cost: u16,
    /// Special rules of its army that bear on its tests.
    pub army_rules: Vec<SpecialId>,
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
    /// The formations that the enemy must destroy to break its spirit (EA-13.5).
    pub spirit: Vec<FormationNo>,
}
