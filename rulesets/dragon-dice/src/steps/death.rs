//! Units die, are buried, come back, are promoted and exchanged (DD-8.13, section 18).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Lasting, On};
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::death::DeathStep;
use crate::position::stack::trial::{About, Trial};
use crate::position::state::State;
use crate::rules::species::works;
use crate::rules::{eighth_faces, items, roll};
use crate::steps::species::dying;
use crate::steps::trial;
use crate::tables::catalog::effects::Test;
use crate::tables::catalog::{AbilityEffect, Icon};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

/// The purpose of dice that dying units roll.
pub const DYING: u8 = 101;

/// Kills units: what can save them from the DUA comes first (DD-8.13).
pub(crate) fn kill<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    rule: Rule,
    after_save: bool,
    out: &mut O,
) {
    let units = units.and(state.at(of.owner, of.place));
    if units.is_empty() {
        return;
    }
    state.idle = 0;
    let dragonkin = state.dragonkin(of.owner, units);
    if !dragonkin.is_empty() {
        fall(game, state, of, dragonkin, Place::POOL, rule, out);
    }
    let units = units.without(dragonkin);
    let spared = after_save
        .then(|| state.effects_on(of).find(|effect| effect.does == Lasting::OpenGrave))
        .flatten()
        .map(|effect| effect.rule);
    if let Some(spared) = spared {
        let along = items::taken_along(game, state, of, units);
        // They were killed, whatever keeps them from the dead (DD-7.14).
        forget_single_effects(state, of.owner, units);
        bring(state, of.owner, units.with(along), Place::RESERVE, spared, out);
        return;
    }
    if dying::offer_exchange(game, state, of, units, rule) {
        return;
    }
    die(game, state, of, units, rule, out);
}

/// Units die for good, except those that may roll to escape: see [`trial::unrolled`] for who may not.
pub(crate) fn die<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    rule: Rule,
    out: &mut O,
) {
    let rolled = units.without(trial::unrolled(state, of, units, false));
    let rolling: PieceSet =
        rolled.iter().filter(|unit| may_escape(game, state, of, *unit, Place::DEAD)).collect();
    fall(game, state, of, units.without(rolling), Place::DEAD, rule, out);
    if !rolling.is_empty() {
        let step = DeathStep::Roll { of, units: rolling, to: Place::DEAD, rule };
        state.steps.push(Step::Death(step));
    }
}

/// Buries dead units, and Dragonkin that were killed into the pool, except those that may roll
/// to escape.
pub(crate) fn bury<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    owner: Seat,
    units: PieceSet,
    rule: Rule,
    out: &mut O,
) {
    for place in [Place::DEAD, Place::POOL] {
        let of = Army { owner, place };
        let units = units.and(state.at(owner, place));
        let rolling: PieceSet =
            units.iter().filter(|unit| may_escape(game, state, of, *unit, Place::BURIED)).collect();
        fall(game, state, of, units.without(rolling), Place::BURIED, rule, out);
        if !rolling.is_empty() {
            let step = DeathStep::Roll { of, units: rolling, to: Place::BURIED, rule };
            state.steps.push(Step::Death(step));
        }
    }
}

/// Health of those of some units that were killed: they lie where the dead lie.
pub(crate) fn killed_health(state: &State, owner: Seat, units: PieceSet) -> u8 {
    let places = [Place::DEAD, Place::BURIED, Place::POOL];
    let gone = places.iter().fold(PieceSet::NONE, |all, at| all.with(state.at(owner, *at)));
    state.roster.force(owner).total_health(units.and(gone)).min(255) as u8
}

fn fall<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    to: Place,
    rule: Rule,
    out: &mut O,
) {
    if units.is_empty() {
        return;
    }
    forget_single_effects(state, of.owner, units);
    state.shift(of.owner, units, to);
    out.tell(|| Event::Moved { owner: of.owner, pieces: units, from: of.place, to, rule });
    let soiled = state.effects.iter().find(|effect| {
        effect.does == Lasting::SoiledGround
            && of.place.as_terrain().is_some_and(|number| effect.on == On::Terrain(number))
            && !eighth_faces::shielded(game, state, effect, of)
    });
    if let (Some(soiled), Place::DEAD) = (soiled.copied(), to) {
        let of = Army { place: Place::DEAD, ..of };
        let about = About::Burial(Test::Save);
        state.steps.push(Step::Trial(Trial { of, units, rule: soiled.rule, about }));
    }
}

/// Ends effects on single units that die or are exchanged (DD-7.14, DD-18.4).
pub(crate) fn forget_single_effects(state: &mut State, owner: Seat, units: PieceSet) {
    if state.effects.is_empty() {
        return;
    }
    let effects = std::mem::take(&mut state.effects);
    for mut effect in effects {
        if let On::Pieces(seat, set) = effect.on
            && seat == owner
            && !set.and(units).is_empty()
        {
            let left = set.without(units);
            if left.is_empty() {
                continue;
            }
            effect.on = On::Pieces(seat, left);
        }
        state.add_effect(effect);
    }
}

/// Whether a unit rolls to escape the DUA or the BUA.
fn may_escape(game: &DragonDice, state: &State, of: Army, unit: u8, to: Place) -> bool {
    let kind = game.catalog.kind(state.roster.force(of.owner).kind(unit));
    let rises = kind.faces().iter().any(|face| works::rises(game, face.icon));
    rises || (to == Place::DEAD && replants(game, state, of, unit))
}

fn replants(game: &DragonDice, state: &State, of: Army, unit: u8) -> bool {
    let Some(species) = game.catalog.kind(state.roster.force(of.owner).kind(unit)).species() else {
        return false;
    };
    of.place.as_terrain().is_some()
        && works::ability_works(game, state, of, species, |e| matches!(e, AbilityEffect::Replant))
}

fn escapes(game: &DragonDice, state: &State, of: Army, unit: u8, to: Place, face: Face) -> bool {
    let icon = roll::shows(game, state, of.owner, unit, face).icon;
    works::rises(game, icon)
        || (icon == Icon::Id && to == Place::DEAD && replants(game, state, of, unit))
}

/// Moves units from anywhere to a place where they are in play, or to an area.
pub(crate) fn bring<O: Observe<Event>>(
    state: &mut State,
    owner: Seat,
    units: PieceSet,
    to: Place,
    rule: Rule,
    out: &mut O,
) {
    let mut left = units;
    for place in (0..Place::COUNT as u8).map(Place) {
        let pieces = left.and(state.at(owner, place));
        left = left.without(pieces);
        if pieces.is_empty() || place == to {
            continue;
        }
        state.shift(owner, pieces, to);
        out.tell(|| Event::Moved { owner, pieces, from: place, to, rule });
        if left.is_empty() {
            break;
        }
    }
}

/// Exchanges units of an army for as many from the DUA or the pool, all at once (DD-18.4).
pub(crate) fn exchange<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    out_set: PieceSet,
    back: PieceSet,
    rule: Rule,
    out: &mut O,
) {
    let owner = army.owner;
    forget_single_effects(state, owner, out_set);
    let dragonkin = state.dragonkin(owner, out_set);
    state.shift(owner, back, army.place);
    state.shift(owner, out_set.without(dragonkin), Place::DEAD);
    state.shift(owner, dragonkin, Place::POOL);
    out.tell(|| Event::Exchanged { army, gone: out_set, come: back, rule });
}

impl Play<DragonDice> for DeathStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let state = &mut *change.state;
        let DeathStep::Roll { of, units, to, rule } = self;
        let there = units.and(state.at(of.owner, of.place));
        if there.is_empty() {
            state.steps.pop();
            return Flow::On;
        }
        if there != units {
            state.replace_step(Step::Death(DeathStep::Roll { of, units: there, to, rule }));
        }
        Flow::Wait
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let DeathStep::Roll { of, units, .. } = self;
        let groups = state.roster.force(of.owner).kinds().iter().filter_map(|(kind, set)| {
            let count = set.and(units).len() as u8;
            let (seat, die) = (of.owner, kind.die());
            let group = DiceGroup { seat, die, count, purpose: DYING, subject: None };
            (count > 0).then_some(group)
        });
        let groups = groups.collect();
        RollRequest::of(Rule::Killed, groups)
    }

    fn worth(self, Now { game, state }: Now<DragonDice>, group: &DiceGroup, face: Face) -> Worth {
        let DeathStep::Roll { of, units, to, .. } = self;
        let force = state.roster.force(of.owner);
        let unit = units.iter().find(|unit| force.kind(*unit).die() == group.die);
        let escapes = unit.is_some_and(|unit| self::escapes(game, state, of, unit, to, face));
        Worth::Each(escapes.into())
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        let DeathStep::Roll { of, units, to, rule } = self;
        state.steps.pop();
        let mut escaped = PieceSet::NONE;
        for (unit, face) in units.iter().zip(faces) {
            if escapes(game, state, of, unit, to, *face) {
                escaped = escaped.with(PieceSet::only(unit));
            }
        }
        let because = Rule::Killed;
        out.tell(|| Event::Tried { of, units, escaped, faces: faces.to_vec(), rule: because });
        for unit in escaped.iter() {
            let rule = works::escape_rule(game, state, Piece { owner: of.owner, number: unit });
            let going = PieceSet::only(unit);
            let able = state.units(of).without(units.without(escaped));
            let along = match of.place.in_play() {
                true => items::taken_from(game, state, of, going, able),
                false => PieceSet::NONE,
            };
            forget_single_effects(state, of.owner, going);
            bring(state, of.owner, going.with(along), Place::RESERVE, rule, out);
        }
        fall(game, state, of, units.without(escaped), to, rule, out);
    }
}
