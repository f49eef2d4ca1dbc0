//! Where glyphs may lie, whom they stop or bar, who may carry them, and what they add to a roll (HS-6).

use crate::position::game::HeroScape;
use crate::position::glyphs::glyph;
use crate::position::state::{FigureId, LaidGlyph, State};
use crate::tables::catalog::{GlyphId, Kind, Rarity, Size};
use crate::tables::rule::Rule;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// Why no glyph may be put on a space now, if none may: its ground takes none, it is a rung, or one lies there (HS-5.4.2).
pub fn barred_from(
    game: &HeroScape,
    state: &State,
    space: SpaceId,
) -> Option<(Rule, &'static str)> {
    if game.tile_at(state, space).refuses_glyphs {
        Some((Rule::MoltenLava, "no glyph lies on this ground"))
    } else if game.ground.at(space).rung {
        Some((Rule::Ladders, "no glyph lies on a rung"))
    } else if state.glyph_on(space).is_some() {
        Some((Rule::TreasureDropped, "a glyph lies there already"))
    } else {
        None
    }
}

/// Whether a glyph may be put on a space now.
pub fn may_lie(game: &HeroScape, state: &State, space: SpaceId) -> bool {
    barred_from(game, state, space).is_none()
}

/// The glyph on a space that only wounded figures may enter, where the figure has no wound (HS-6.1.4).
pub fn shut_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    space: SpaceId,
) -> Option<GlyphId> {
    let kind = state.glyph_on(space).filter(|laid| laid.face_up)?.kind?;
    let shut = glyph(game, kind)?.only_wounded && state.figure(figure).wounds == 0;
    shut.then_some(kind)
}

/// Whether a glyph lets a figure go on that has entered it (HS-4.1.10).
pub fn passes(game: &HeroScape, state: &State, figure: FigureId, laid: &LaidGlyph) -> bool {
    let kind = laid.kind.filter(|_| laid.face_up);
    let free = kind.and_then(|kind| glyph(game, kind)).is_some_and(|glyph| glyph.no_stop);
    laid.treasure || free || clears(game, state, figure, laid)
}

/// Whether a glyph does not stop a figure, which takes it away.
pub fn clears(game: &HeroScape, state: &State, figure: FigureId, laid: &LaidGlyph) -> bool {
    let kind = laid.kind.filter(|_| laid.face_up);
    kind.and_then(|kind| glyph(game, kind)).is_some_and(|glyph| glyph.huge_clears)
        && game.card(state, figure).size == Size::Huge
}

/// Whether a figure may carry treasures at all: unique heroes, and uncommon ones (HS-6.2.1).
pub fn may_carry(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let card = game.card(state, figure);
    card.kind == Kind::Hero && matches!(card.rarity, Rarity::Unique | Rarity::Uncommon)
}

/// What glyphs add to rolls of the twenty-sided die other than initiative, for a figure of a seat.
pub fn d20_bonus<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> i32 {
    d20_bonus_of(game, state, state.figure(figure).controller, why)
}

/// The same for a seat that rolls for itself.
pub fn d20_bonus_of<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    for (rule, glyph, space) in game.glyphs_for(state, seat) {
        if glyph.d20 != 0 {
            sum += glyph.d20;
            why.modifier(rule, glyph.d20, || format!("glyph held at {}", game.ground.name(space)));
        }
    }
    sum
}
