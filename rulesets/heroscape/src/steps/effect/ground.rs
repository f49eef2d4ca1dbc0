//! Glyphs and tiles that effects lay, move and lift.

use super::changed;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{Run, State};
use crate::rules::{glyph_effects, holds};
use crate::steps::power;
use crate::tables::abilities::Effect;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;

/// Takes the glyph off a space.
pub fn lift_glyph<O: Observe<Event>>(state: &mut State, space: SpaceId, events: &mut O) {
    let lifted = state.glyphs.iter().position(|laid| laid.space == space);
    if let Some(lifted) = lifted.map(|at| state.glyphs.remove(at)) {
        let glyph = lifted.kind.filter(|_| lifted.face_up);
        events.tell(|| Event::GlyphGone { space, glyph });
    }
}

/// The spaces on which a power may lay a glyph or a tile.
pub(super) fn lays(game: &HeroScape, state: &State, run: &Run, effect: &Effect) -> Vec<SpaceId> {
    if let Effect::MoveGlyph { spaces } = effect {
        return glyph_moves(game, state, run, *spaces);
    }
    if matches!(effect, Effect::LiftAnother {}) {
        let own = state.spaces(run.source).map(|its| its.lead);
        let all = state.glyphs.iter().map(|laid| laid.space);
        return all.filter(|space| Some(*space) != own).collect();
    }
    let (far, glyph) = match effect {
        Effect::LayGlyph { spaces, .. } => (*spaces, true),
        Effect::LayTile { spaces, .. } => (*spaces, false),
        _ => return Vec::new(),
    };
    let Some(from) = state.spaces(run.source) else { return Vec::new() };
    let near = |space: SpaceId| {
        from.spaces().any(|own| {
            own == space || game.space_range(own, space).is_some_and(|range| range <= far)
        })
    };
    let free = |space: SpaceId| {
        let empty = state.occupant(space).is_none();
        if glyph {
            return empty && glyph_effects::may_lie(game, state, space);
        }
        let land = || holds::is_ground(game, state, space, &["land".to_string()]);
        state.glyph_on(space).is_none() && land()
    };
    game.ground.board.space_ids().filter(|space| near(*space) && free(*space)).collect()
}

/// The spaces of glyphs that a power may move; once one is chosen, those it may come to.
fn glyph_moves(game: &HeroScape, state: &State, run: &Run, far: u16) -> Vec<SpaceId> {
    let Some(from) = state.spaces(run.source) else { return Vec::new() };
    let empty = |space: SpaceId| state.occupant(space).is_none();
    if run.space.is_some() {
        let beside = from.spaces().flat_map(|own| game.ground.board.neighbours(own));
        let level = game.ground.level(from.lead);
        return beside
            .map(|(_, space)| space)
            .filter(|space| empty(*space) && glyph_effects::may_lie(game, state, *space))
            .filter(|space| game.ground.level(*space) == level)
            .collect();
    }
    state
        .glyphs
        .iter()
        .filter(|laid| laid.treasure && empty(laid.space))
        .filter(|laid| {
            from.spaces().any(|own| game.space_range(own, laid.space).is_some_and(|n| n <= far))
        })
        .map(|laid| laid.space)
        .collect()
}

/// Lays what a power lays on a space.
pub(super) fn lay<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (run, effect): (&Run, &Effect),
    space: SpaceId,
    events: &mut O,
) {
    state.steps.pop();
    if matches!(effect, Effect::MoveGlyph { .. }) && run.space.is_none() {
        power::set(state, |run| run.space = Some(space));
        return;
    }
    power::next_effect(state);
    if let (Effect::MoveGlyph { .. }, Some(from)) = (effect, run.space) {
        for laid in state.glyphs.iter_mut().filter(|laid| laid.space == from) {
            laid.space = space;
        }
        changed(run.by, events, || format!("the glyph comes to {}", game.ground.name(space)));
        return;
    }
    match effect {
        Effect::LayGlyph { glyph, .. } => {
            if let Some(kind) = game.catalog.glyph_named(glyph) {
                state.glyphs.push(glyphs::laid(game, space, Some(kind), true));
                events.tell(|| Event::GlyphLaid { glyph: kind, space });
            }
        }
        Effect::LiftAnother {} => lift_glyph(state, space, events),
        Effect::LayTile { tile, .. } => {
            if let Some(row) = game.catalog.terrain.tile_named(tile) {
                state.laid_tiles.push((space, row as u16));
                changed(run.by, events, || format!("{tile} at {}", game.ground.name(space)));
            }
        }
        _ => {}
    }
}
