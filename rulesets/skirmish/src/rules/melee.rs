//! Melee: with what a figure strikes, and what its dice must show.

use crate::position::{PieceId, Table};
use crate::tables::{Rule, Weapon};
use umpire_core::ruling::Explain;

/// The weapons a figure strikes with, with their numbers.
pub fn weapons<'c>(t: Table<'c>, figure: PieceId) -> Vec<(usize, &'c Weapon)> {
    let all = t.unit(figure).weapons.iter().enumerate();
    all.filter(|(_, weapon)| weapon.range.is_none()).collect()
}

/// What dice must show to hit in melee.
pub fn to_hit(t: Table, figure: PieceId, why: &mut impl Explain<Rule>) -> u8 {
    let quality = t.unit(figure).quality;
    if !t.figures[figure].tired {
        return quality;
    }
    why.modifier(Rule::Fatigue, i32::from(quality) - 6, || "has struck this round".to_string());
    6
}
