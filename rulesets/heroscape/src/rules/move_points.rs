//! Movement points: Move, modifiers and glyphs (HS-4.1.1, HS-6.1.3).

use super::dice::modifiers;
use super::holds::Parties;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::tables::abilities::Number;
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;

/// The movement points a figure begins its move with, without the road bonus.
pub fn move_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> i16 {
    let card = game.card(state, figure);
    let mut points = i32::from(card.moves);
    why.modifier(Rule::MovementPoints, points, || format!("Move of {}", card.name));
    points += modifiers(game, state, Number::Move, Parties::alone(figure), why);
    let lead = state.spaces(figure).map(|its| its.lead);
    for (rule, glyph, space) in game.glyphs_for(state, state.figure(figure).controller) {
        let leaving = glyph.not_when_leaving && lead == Some(space);
        if glyph.moves != 0 && !leaving && game.glyph_reaches(glyph, card) {
            points += i32::from(glyph.moves);
            why.modifier(rule, glyph.moves.into(), || {
                format!("glyph held at {}", game.ground.name(space))
            });
        }
    }
    points.clamp(0, 200) as i16
}
