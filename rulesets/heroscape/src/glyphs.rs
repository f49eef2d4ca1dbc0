//! Glyphs in play: whom their powers reach, who may take a treasure, what nobody may do while one is held (HS-6).

use crate::abilities::{Ability, Circumstance, Forbid, Parties, Power, Summary, holds};
use crate::catalog::{Glyph, GlyphClass, GlyphId, Kind, Rarity, Reaches, Size};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{Carried, FigureId, LaidGlyph, Place, PowerRef, Printed, State};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

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
    let free = kind.and_then(|kind| self::glyph(game, kind)).is_some_and(|glyph| glyph.no_stop);
    laid.treasure || free || clears(game, state, figure, laid)
}

/// Whether a glyph does not stop a figure, which takes it away.
pub fn clears(game: &HeroScape, state: &State, figure: FigureId, laid: &LaidGlyph) -> bool {
    let kind = laid.kind.filter(|_| laid.face_up);
    kind.and_then(|kind| self::glyph(game, kind)).is_some_and(|glyph| glyph.huge_clears)
        && game.card(state, figure).size == Size::Huge
}

/// Whether a figure may carry treasures at all: unique heroes, and uncommon ones (HS-6.2.1).
pub fn may_carry(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let card = game.card(state, figure);
    card.kind == Kind::Hero && matches!(card.rarity, Rarity::Unique | Rarity::Uncommon)
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
