//! What keeps a figure where it is: figures beside it whose power holds it, and glyphs that it stands on.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::glyphs::{glyphs_lend, powers_of_glyphs};
use crate::position::state::{FigureId, State};
use crate::rules::holds;
use crate::rules::holds::Parties;
use crate::tables::abilities::{Ability, Circumstance, Forbid, Power, Summary};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};

/// The figure whose power keeps another from moving, if any does.
pub fn held_by(game: &HeroScape, state: &State, figure: FigureId) -> Option<FigureId> {
    holds_at(game, state, figure, state.spaces(figure)?, false)
}

/// Whether a fielded card may hold others where they move.
pub fn any_holds(game: &HeroScape, state: &State) -> bool {
    let holds = |card| game.catalog.card(card).summary.has(Ability::Hold);
    state.copies.iter().any(|copy| holds(copy.card))
}

/// The figure whose power would keep another from moving, or end its move, on those spaces.
pub fn holds_at(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    spaces: Footprint,
    stops_too: bool,
) -> Option<FigureId> {
    let holds = |its: &Summary| its.has(Ability::Hold);
    if !any_holds(game, state) {
        return None;
    }
    let moved = (state.spaces(figure) != Some(spaces)).then(|| {
        let mut moved = state.clone();
        moved.put(figure, spaces);
        moved
    });
    let state = moved.as_ref().unwrap_or(state);
    state.all_figures().map(|(id, _)| id).find(|source| {
        *source != figure
            && state.spaces(*source).is_some()
            && game.powers_where(state, *source, holds).any(|(_, power)| match power {
                Power::Hold(hold) => {
                    (stops_too || !hold.stops_only)
                        && holds::meets(game, state, *source, figure, &hold.who)
                }
                _ => false,
            })
    })
}

/// The circumstances by which a power lets a figure not move from where it is, if they hold.
pub fn rooted(game: &HeroScape, state: &State, figure: FigureId) -> Option<Rule> {
    if !glyphs_lend(game, state, |its| its.has(Ability::Forbid)) {
        return None;
    }
    let held = |when: &[Circumstance]| holds::holds_all(game, state, Parties::alone(figure), when);
    powers_of_glyphs(game, state, figure).find_map(|(at, power)| match power {
        Power::Forbid(Forbid::Moving(when)) if held(when) => {
            at.glyph().map(|glyph| Rule::Glyph(glyph.0))
        }
        _ => None,
    })
}

/// Whether nothing keeps a figure where it is: its base, a figure beside it, the glyph that it stands on.
pub fn check_free<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let never_moves = state.spaces(figure).is_some_and(Footprint::is_rooted);
    why.need(Rule::ManySpacesStay, !never_moves, || {
        let (name, spaces) = (game.figure_name(state, figure), game.card(state, figure).spaces);
        Fact::says(format!("{name} stands on {spaces} spaces, and stays where it was put down"))
    })?;
    let holder = held_by(game, state, figure);
    why.require(Rule::Ability(Ability::Hold), holder.is_none(), || {
        let by = holder.map_or(String::new(), |by| game.figure_name(state, by));
        Fact::says(format!("{by} keeps {} where it is", game.figure_name(state, figure)))
    })?;
    let glyph = rooted(game, state, figure);
    why.require(glyph.unwrap_or(Rule::GlyphEntered), glyph.is_none(), || {
        Fact::says(format!("the glyph keeps {} on it", game.figure_name(state, figure)))
    })
}
