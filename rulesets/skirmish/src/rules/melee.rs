//! Melee: with what a figure strikes, and what its dice must show.

use crate::position::{FigureId, Position};
use crate::tables::{Rule, Skirmish, Weapon};
use umpire_core::ruling::Explain;

/// The weapons a figure strikes with, with their numbers.
pub fn weapons<'c>(game: &'c Skirmish, p: &Position, figure: FigureId) -> Vec<(usize, &'c Weapon)> {
    let all = p.unit(game, figure).weapons.iter().enumerate();
    all.filter(|(_, weapon)| weapon.range.is_none()).collect()
}

/// What dice must show to hit in melee.
pub fn to_hit<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    figure: FigureId,
    why: &mut E,
) -> u8 {
    let quality = p.unit(game, figure).quality;
    if !p.figure(figure).tired {
        return quality;
    }
    why.modifier(Rule::Fatigue, i32::from(quality) - 6, || "has struck this round".to_string());
    6
}
