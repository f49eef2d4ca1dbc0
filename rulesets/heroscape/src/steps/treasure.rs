//! Treasures: picked up where a move ends, put down on the way, left behind by the dead (HS-6.2).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{Carried, CopyId, FigureId, LaidGlyph, State};
use crate::position::step::{ArrivingStep, EffectStep, Step};
use crate::rules::{activation, glyph_effects};
use crate::steps::{power, turn};
use crate::tables::catalog::{GlyphEffect, GlyphId, TRAP_ROLL};
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// The lowest number that springs no trap (HS-6.2.2).
const TRAP: u8 = 6;

/// The treasure under a figure's leading end.
fn beneath(state: &State, figure: FigureId) -> Option<LaidGlyph> {
    let lead = state.spaces(figure)?.lead;
    state.glyph_on(lead).copied().filter(|laid| laid.treasure)
}

/// How many of an ancient artifact the army of a figure carries.
fn artifacts(game: &HeroScape, state: &State, figure: FigureId, kind: GlyphId) -> usize {
    if !glyphs::glyph(game, kind).is_some_and(|glyph| glyph.ancient) {
        return 0;
    }
    let seat = state.figure(figure).controller;
    let own = |one: &&Carried| one.glyph == kind && state.figure(one.figure).controller == seat;
    state.carried.iter().filter(own).count()
}

/// Whether the army of a figure has that ancient artifact already.
fn has_another(game: &HeroScape, state: &State, figure: FigureId, kind: GlyphId) -> bool {
    artifacts(game, state, figure, kind) > 0
}

/// Whether a power moves a figure at the word of who decides for it: that is a move as one of its turn is.
fn is_moved_by_power(state: &State, figure: FigureId) -> bool {
    state.step() == Some(Step::Effect(EffectStep::Move))
        && state.turn.moving.is_some_and(|moving| moving.figure == figure)
        && state.runs.last().is_some_and(|run| run.seat == state.figure(figure).controller)
}

/// Premises that handling a treasure rests on: the figure is one that the turn's card moves, or a power now.
fn check_handler<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if state.step() != Some(Step::Effect(EffectStep::Move)) {
        return turn::check_actor(game, state, figure, false, why);
    }
    why.need(OF_POWERS, is_moved_by_power(state, figure), || {
        Fact::says("only who is moved now by its own player handles treasures")
    })
}

/// Judges picking up a treasure.
pub fn check_pick_up<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_handler(game, state, figure, why)?;
    let name = || game.figure_name(state, figure);
    let laid = beneath(state, figure);
    why.need(Rule::TreasureGlyphs, laid.is_some(), || {
        Fact::says(format!("{} stands on no treasure", name()))
    })?;
    why.require(Rule::TreasureGlyphs, glyph_effects::may_carry(game, state, figure), || {
        Fact::says(format!("only unique heroes pick up treasures, and {} is none", name()))
    })?;
    let moved = state.turn.moved.contains(figure) && !state.turn.attackers.contains(figure);
    let moved = moved || is_moved_by_power(state, figure);
    why.require(Rule::TreasureGlyphs, moved, || {
        Fact::says("a treasure is picked up where a move of this turn has ended, before attacking")
    })?;
    let reached = state.turn.reached.contains(figure);
    why.require(Rule::TreasureTraps, !reached, || {
        Fact::says(format!("{} has reached for it in this turn already", name()))
    })?;
    let kind = laid.filter(|laid| laid.face_up).and_then(|laid| laid.kind);
    let second = kind.is_some_and(|kind| has_another(game, state, figure, kind));
    why.require(Rule::AncientArtifacts, !second, || {
        Fact::says("an army has one such ancient artifact at most, and this one has it")
    })
}

/// Judges putting down a treasure.
pub fn check_put_down<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    kind: GlyphId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_handler(game, state, figure, why)?;
    let carries = state.carried_by(figure).any(|own| own == kind);
    why.need(Rule::TreasureDropped, carries, || {
        Fact::says(format!("{} does not carry it", game.figure_name(state, figure)))
    })?;
    let on_its_way = state.turn.moving.is_some_and(|moving| moving.figure == figure);
    let moving = is_moved_by_power(state, figure)
        || (!state.turn.attacking && (on_its_way || turn::may_move(game, state, figure)));
    why.require(Rule::TreasureDropped, moving, || {
        Fact::says("a treasure is put down before, during or right at the end of a move")
    })?;
    let takes = bare(game, state, figure).is_some();
    let lead = state.spaces(figure).map(|its| its.lead);
    let barred =
        lead.filter(|_| !takes).and_then(|lead| glyph_effects::barred_from(game, state, lead));
    let rule = barred.map_or(Rule::TreasureDropped, |(rule, _)| rule);
    why.require(rule, takes, || Fact::says(barred.map_or("", |(_, says)| says)))
}

/// The first space of a figure on which a glyph may be put.
fn bare(game: &HeroScape, state: &State, figure: FigureId) -> Option<SpaceId> {
    let mut spaces = state.spaces(figure).into_iter().flat_map(Footprint::spaces);
    spaces.find(|space| glyph_effects::may_lie(game, state, *space))
}

/// Lists what the turn's figures may do with treasures, or the one that a power moves.
pub fn legal(game: &HeroScape, state: &State, into: &mut Vec<Action>) {
    if !state.glyphs.iter().any(|laid| laid.treasure) && state.carried.is_empty() {
        return;
    }
    if state.step() == Some(Step::Effect(EffectStep::Move)) {
        state.turn.moving.iter().for_each(|moving| handle(game, state, moving.figure, into));
    } else if let Some(copy) = state.turn.copy {
        activation::servants(game, state, copy)
            .for_each(|figure| handle(game, state, figure, into));
    }
}

/// Lists what a figure may do with treasures.
fn handle(game: &HeroScape, state: &State, figure: FigureId, into: &mut Vec<Action>) {
    if check_pick_up(game, state, figure, &mut Silent).is_ok() {
        into.push(Action::PickUp(figure));
    }
    for kind in state.carried_by(figure) {
        if check_put_down(game, state, figure, kind, &mut Silent).is_ok() {
            into.push(Action::PutDown(figure, kind));
        }
    }
}

/// Picks up a treasure; one that lies face down may be trapped.
pub fn pick_up<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) {
    state.turn.reached.insert(figure);
    if let Some(moving) = state.turn.moving.as_mut().filter(|moving| moving.figure == figure) {
        moving.stopped = true;
    }
    match beneath(state, figure) {
        Some(laid) if laid.face_up => take(game, state, figure, laid.space, events),
        Some(_) => state.push(ArrivingStep::TreasureDie(figure)),
        None => {}
    }
}

/// Whether a face of the die springs no trap, with what powers and glyphs add to it.
pub fn is_safe(game: &HeroScape, state: &State, figure: FigureId, face: Face) -> bool {
    i32::from(face) + 1 + added(game, state, figure, &mut Silent) >= i32::from(TRAP)
}

/// What powers and glyphs add to the die against a trap.
pub fn added<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> i32 {
    let glyphs = glyph_effects::d20_bonus(game, state, figure, why);
    glyphs + power::others_add(game, state, figure, (TRAP_ROLL, true), why)
}

/// What the die against a trap does.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    faces: &[Face],
    events: &mut O,
) {
    let Some(laid) = beneath(state, figure) else { return };
    let (space, glyph) = (laid.space, laid.kind);
    if !is_safe(game, state, figure, faces[0]) {
        events.tell(|| Event::TreasureTrapped { figure, space });
        return;
    }
    for other in state.glyphs.iter_mut().filter(|other| other.space == space) {
        other.face_up = true;
    }
    events.tell(|| Event::GlyphTurnedUp { space, glyph });
    take(game, state, figure, space, events);
}

fn take<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    space: SpaceId,
    events: &mut O,
) {
    let Some(laid) = state.glyph_on(space).copied() else { return };
    let Some(kind) = laid.kind else { return };
    if has_another(game, state, figure, kind) {
        // It stays where it lies, for the army has one (HS-6.2.5).
        return;
    }
    state.glyphs.retain(|laid| laid.space != space);
    state.carried.push(Carried { figure, glyph: kind, used: laid.used });
    events.tell(|| Event::GlyphTaken { figure, glyph: kind });
    if glyphs::glyph(game, kind).is_some_and(|glyph| glyph.effect == GlyphEffect::Deferred) {
        events.tell(|| Event::GlyphDeferred { glyph: kind });
    }
}

/// Puts down a treasure where the figure stands.
pub fn put_down<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    kind: GlyphId,
    events: &mut O,
) {
    let Some(space) = bare(game, state, figure) else { return };
    let Some(carried) = state.give_up(figure, kind) else { return };
    state.glyphs.push(glyphs::put_down(space, carried));
    events.tell(|| Event::TreasurePutDown { figure, glyph: kind, space });
}

/// What a destroyed figure carried stays where it stood, one to a space that takes a glyph; the rest is gone (HS-6.2.4).
pub fn left_behind<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) {
    if state.spaces(figure).is_none() {
        return;
    }
    let its = |one: &Carried| one.figure == figure;
    let all: Vec<Carried> = state.carried.iter().copied().filter(its).collect();
    state.carried.retain(|one| !its(one));
    for carried in all {
        leave(game, state, carried, events);
    }
}

/// Lays where a figure stands what it carried, or loses it where no space takes it.
fn leave<O: Observe<Event>>(game: &HeroScape, state: &mut State, carried: Carried, events: &mut O) {
    let Carried { figure, glyph, .. } = carried;
    match bare(game, state, figure) {
        Some(space) => {
            state.glyphs.push(glyphs::put_down(space, carried));
            events.tell(|| Event::TreasureLeft { figure, glyph, space });
        }
        None => events.tell(|| Event::TreasureLost { figure, glyph }),
    }
}

/// Drops those ancient artifacts of a card that came to an army of which another figure carries one (HS-6.2.5).
pub fn drop_doubles<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    copy: CopyId,
    events: &mut O,
) {
    let came = |one: &&Carried| state.figure(one.figure).copy == copy;
    let doubles = state.carried.iter().filter(came);
    let doubles = doubles.filter(|one| artifacts(game, state, one.figure, one.glyph) > 1);
    let doubles: Vec<Carried> = doubles.copied().collect();
    for double in doubles {
        state.give_up(double.figure, double.glyph);
        leave(game, state, double, events);
    }
}
