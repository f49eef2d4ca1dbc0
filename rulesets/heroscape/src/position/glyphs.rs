//! Glyphs in play: how they lie, who holds them, whom their powers reach, which are used up (HS-6).

use crate::position::game::HeroScape;
use crate::position::state::{Carried, FigureId, LaidGlyph, Place, PowerRef, Printed, State};
use crate::tables::abilities::{Ability, Forbid, Power, Summary};
use crate::tables::catalog::{Glyph, GlyphClass, GlyphId, Reaches};
use crate::tables::rule::Rule;
use umpire_core::hex::SpaceId;

/// What is printed on a glyph.
pub fn glyph(game: &HeroScape, kind: GlyphId) -> Option<&Glyph> {
    game.catalog.glyphs.get(usize::from(kind.0))
}

/// A glyph as it lies on a space.
pub fn laid(game: &HeroScape, space: SpaceId, kind: Option<GlyphId>, face_up: bool) -> LaidGlyph {
    let treasure =
        kind.and_then(|kind| self::glyph(game, kind)).is_some_and(|glyph| !glyph.stops());
    LaidGlyph { space, kind, face_up, treasure, used: false }
}

/// A treasure that was carried as it lies on a space, for all to read.
pub fn put_down(space: SpaceId, carried: Carried) -> LaidGlyph {
    let Carried { glyph, used, .. } = carried;
    LaidGlyph { space, kind: Some(glyph), face_up: true, treasure: true, used }
}

/// Whether a glyph that can be read and lies on the battlefield, or one that is carried, lends such an ability.
#[inline]
pub fn glyphs_lend(game: &HeroScape, state: &State, such: impl Fn(&Summary) -> bool) -> bool {
    let lends = |kind: GlyphId| self::glyph(game, kind).is_some_and(|glyph| such(&glyph.summary));
    state.glyphs.iter().any(|laid| laid.face_up && laid.kind.is_some_and(lends))
        || state.carried.iter().any(|carried| lends(carried.glyph))
}

/// Who holds a glyph that lies face up: the figure whose leading end stands there.
pub fn holder(state: &State, laid: &LaidGlyph) -> Option<FigureId> {
    let occupant = state.occupant(laid.space).filter(|_| laid.face_up)?;
    match state.figure(occupant).place {
        // A base of six has no leading end: it holds what lies under any of its spaces.
        Place::Board(spaces) if spaces.lead == laid.space || spaces.is_rooted() => Some(occupant),
        _ => None,
    }
}

/// The abilities that glyphs lend a figure: those its side holds, and treasures that it carries.
pub fn powers_of_glyphs<'s>(
    game: &'s HeroScape,
    state: &'s State,
    figure: FigureId,
) -> impl Iterator<Item = (PowerRef, &'s Power)> {
    let held = state.glyphs.iter().filter_map(move |laid| {
        let kind = laid.kind.filter(|_| !laid.treasure)?;
        let glyph = self::glyph(game, kind).filter(|glyph| !glyph.abilities.is_empty())?;
        let holder = self::holder(state, laid)?;
        let reached = match glyph.reaches {
            Reaches::Figure => holder == figure,
            Reaches::Side => state.figure(holder).controller == state.figure(figure).controller,
        };
        reached.then_some((kind, glyph))
    });
    let carried = state.carried.iter().filter(move |carried| carried.figure == figure);
    let carried =
        carried.filter_map(|carried| Some((carried.glyph, self::glyph(game, carried.glyph)?)));
    held.chain(carried).flat_map(|(kind, glyph)| {
        let at = move |at| PowerRef { on: Printed::Glyph(kind), at };
        (0u8..).zip(&glyph.abilities).map(move |(number, power)| (at(number), power))
    })
}

/// The glyph that keeps everybody from flying, if somebody holds one.
pub fn grounding(game: &HeroScape, state: &State) -> Option<Rule> {
    state.glyphs.iter().find_map(|laid| {
        let kind = laid.kind?;
        let forbids = |power: &Power| matches!(power, Power::Forbid(Forbid::Flying));
        let glyph = self::glyph(game, kind).filter(|glyph| glyph.summary.has(Ability::Forbid))?;
        let grounds = glyph.abilities.iter().any(forbids);
        (grounds && holder(state, laid).is_some()).then_some(Rule::Glyph(kind.0))
    })
}

/// Whether a glyph's power of once a game is still to be used by a figure: each treasure has its own, whoever carries it.
pub fn is_unused(state: &State, figure: FigureId, by: PowerRef) -> bool {
    let mut own = state.carried.iter().filter(|one| lends(one, figure, by)).peekable();
    match own.peek() {
        Some(_) => own.any(|one| !one.used),
        None => !state.worked.contains(&by),
    }
}

/// A glyph's power of once a game has been used by a figure.
pub fn use_up(state: &mut State, figure: FigureId, by: PowerRef) {
    let unused = |one: &&mut Carried| lends(one, figure, by) && !one.used;
    match state.carried.iter_mut().find(unused) {
        Some(one) => one.used = true,
        None => state.worked.push(by),
    }
}

/// Whether a treasure lends a figure a power because it carries it.
fn lends(one: &Carried, figure: FigureId, by: PowerRef) -> bool {
    one.figure == figure && by.glyph() == Some(one.glyph)
}

/// Whether a glyph acts once, when a figure stops on it, and is gone (HS-6.1.2).
pub fn is_temporary(game: &HeroScape, kind: GlyphId) -> bool {
    self::glyph(game, kind).is_some_and(|glyph| glyph.class == GlyphClass::Temporary)
}
