//! Spells take effect, one at a time: what each does to its target (DD-7.8, DD-7.14, DD-7.15).

use crate::position::action::{Cast, Target};
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::stack::Step;
use crate::position::stack::magic::{Answer, Casting, CastingStep, HazardStep, Picked, Summoning};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::{About, Danger, Trial};
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::{items, raising, roll};
use crate::steps::magic::hazards;
use crate::steps::{death, trial};
use crate::tables::catalog::effects::{Fate, Saves, Test, Whose};
use crate::tables::catalog::{
    Counted, ModifiedRolls, Spell, SpellEffect, SpellLasts, SpellTarget, Types,
};
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// Where an effect of a spell strikes, and how hard.
#[derive(Debug, Clone, Copy)]
struct Struck {
    /// What was announced.
    cast: Cast,
    /// Whose spell it is.
    caster: Seat,
    /// The rule of the spell.
    rule: Rule,
}

/// Resolves the next spell by itself where the order is of no account; else somebody picks it.
pub(super) fn resolve_next<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    casting: &mut Casting,
    out: &mut O,
) -> Flow {
    let announced = &casting.announced;
    let Some(first) = announced.first().copied() else {
        state.steps.pop();
        return Flow::On;
    };
    let at_once = |cast: &Cast| !game.catalog.spell(cast.spell).lasting;
    if announced.len() > 1 && announced.iter().any(at_once) {
        return Flow::Wait;
    }
    resolve_one(game, state, casting, first, out);
    Flow::On
}

/// Resolves one of the announced spells.
pub(super) fn resolve_one<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    casting: &mut Casting,
    cast: Cast,
    out: &mut O,
) {
    let Some(at) = casting.announced.iter().position(|known| *known == cast) else { return };
    casting.announced.remove(at);
    casting.held_back = false;
    let army = casting.army;
    let seat = army.owner;
    let spell = game.catalog.spell(cast.spell);
    if !still_there(game, state, spell, cast, army) {
        out.tell(|| Event::Lost { seat, spell: cast.spell, rule: Rule::MagicAction });
        return;
    }
    out.tell(|| Event::Resolved { seat, cast });
    let struck = Struck { cast, caster: seat, rule: Rule::Spell(cast.spell) };
    for effect in spell.effects.iter().rev() {
        take_effect(game, state, spell, effect, struck, army, out);
    }
}

/// Whether what a spell is aimed at is still where it must be.
fn still_there(game: &DragonDice, state: &State, spell: &Spell, cast: Cast, casting: Army) -> bool {
    let caster = casting.owner;
    let lies = |piece: Piece, place| state.place_of(piece) == place;
    match (spell.target, cast.at) {
        (_, Target::Army(army)) => state.exists(army),
        (_, Target::Terrain(_) | Target::Own) => true,
        (_, Target::Units { of, units }) => !units.and(state.units(of)).is_empty(),
        (SpellTarget::OwnDead { .. }, Target::Piece(piece)) => {
            lies(piece, Place::DEAD) && state.exists(casting)
        }
        (SpellTarget::OwnPooledDragonkin { .. }, Target::Piece(piece)) => {
            lies(piece, Place::POOL) && state.exists(casting)
        }
        (SpellTarget::OwnBuriedMinor, Target::Piece(piece)) => lies(piece, Place::BURIED),
        (_, Target::Piece(piece)) => state.place_of(piece).in_play(),
        (_, Target::Sent { piece, to }) => {
            let from = state.place_of(piece);
            from.as_terrain().is_some()
                && from != to
                && state.exists(Army { owner: caster, place: to })
        }
        (_, Target::SentUnits { of, units, to }) => {
            let there =
                dice::units_of(game, state, Army { owner: caster, place: to }, spell.species);
            !units.and(state.units(of)).is_empty() && !there.is_empty()
        }
    }
}

fn take_effect<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    spell: &Spell,
    effect: &SpellEffect,
    struck: Struck,
    casting: Army,
    out: &mut O,
) {
    let Struck { cast, caster, rule } = struck;
    let times = cast.times;
    match effect {
        SpellEffect::Damage { amount, saves, when_saved } => {
            let damage = amount.saturating_mul(times);
            spell_damage(game, state, struck, damage, (*saves, *when_saved), effect, spell, out);
        }
        SpellEffect::Endanger { peril } => {
            let danger = Danger { peril: *peril, by: caster };
            if let Some((of, units)) = struck_units(state, cast.at) {
                trial::endanger(game, state, of, units, danger, rule, out);
            }
        }
        SpellEffect::Exhume { test } => {
            if let Target::Units { of, units } = cast.at {
                exhume(state, of, units, *test, rule);
            }
        }
        SpellEffect::MoveUnits => send(game, state, cast.at, rule, out),
        SpellEffect::LowerTerrain { unless_maneuver, adds_up } => {
            if let Target::Terrain(place) = cast.at {
                state.steps.push(CastingStep::Lower { place, rule }.into());
                let alone = spell.effects.len() == 1;
                let times = if *adds_up { times } else { 1 };
                let need = unless_maneuver.saturating_mul(times);
                if alone {
                    hazards::ask_to_hold(state, place, caster, need, rule);
                }
            }
        }
        SpellEffect::ReturnDead | SpellEffect::SummonDragonkin => {
            if let Target::Piece(piece) = cast.at {
                let only = PieceSet::only(piece.number);
                death::bring(state, caster, only, casting.place, rule, out);
            }
        }
        SpellEffect::SummonDragon { white } => {
            if let Target::Terrain(to) = cast.at {
                let (element, white) = (cast.element, *white);
                for _ in 0..times {
                    let summoning = Summoning { to, element, white, rule };
                    state.steps.push(CastingStep::Summon(summoning).into());
                }
            }
        }
        SpellEffect::UnburyMinor => {
            if let Target::Piece(piece) = cast.at {
                let only = PieceSet::only(piece.number);
                death::bring(state, caster, only, Place::POOL, rule, out);
            }
        }
        SpellEffect::Promote { health } => {
            if let Target::Piece(piece) = cast.at {
                promote_by_spell(game, state, piece, health.saturating_mul(times), rule);
            }
        }
        _ => lay(state, spell, effect, struck, out),
    }
}

/// The units that a spell on units strikes, where they are now.
fn struck_units(state: &State, at: Target) -> Option<(Army, PieceSet)> {
    match at {
        Target::Piece(piece) => {
            let of = Army { owner: piece.owner, place: state.place_of(piece) };
            Some((of, PieceSet::only(piece.number)))
        }
        Target::Units { of, units } => Some((of, units.and(state.units(of)))),
        _ => None,
    }
}

/// Damage of a spell: to an army, to every army at a terrain, to one unit.
#[allow(clippy::too_many_arguments)] // What strikes, whom and how it may be met: nothing groups them.
fn spell_damage<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    struck: Struck,
    damage: u8,
    (saves, when_saved): (Saves, Option<Fate>),
    effect: &SpellEffect,
    spell: &Spell,
    out: &mut O,
) {
    let rule = struck.rule;
    let lowered = spell.effects.iter().find_map(|other| match other {
        SpellEffect::LowerTerrain { unless_maneuver, .. } if other != effect => {
            Some(*unless_maneuver)
        }
        _ => None,
    });
    let kind = match saves {
        Saves::Melee => RollKind::Thorns,
        Saves::SaveAndManeuver => RollKind::Tide,
        _ => RollKind::SaveOther,
    };
    let holds_with = lowered.unwrap_or(0);
    let answer = |army| Answer { army, kind, damage: damage.into(), holds_with, rule };
    match struck.cast.at {
        Target::Army(army) => {
            state.steps.push(HazardStep::Answer(answer(army)).into());
        }
        Target::Terrain(place) => {
            let armies: Vec<Army> = state.armies_at(place).collect();
            for army in armies.into_iter().rev() {
                state.steps.push(HazardStep::Answer(answer(army)).into());
            }
        }
        Target::Piece(piece) if saves == Saves::None => {
            unit_damage(game, state, piece, damage, rule, out);
        }
        Target::Piece(piece) => {
            state.steps.push(CastingStep::Save { piece, damage, when_saved, rule }.into());
        }
        _ => {}
    }
}

/// Damage on one unit: it kills, or heals at the end of the action (DD-7.18).
pub(super) fn unit_damage<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    piece: Piece,
    damage: u8,
    rule: Rule,
    out: &mut O,
) {
    let of = Army { owner: piece.owner, place: state.place_of(piece) };
    let units = PieceSet::only(piece.number);
    out.tell(|| Event::Endangered { of, units, rule });
    if damage >= state.roster.force(piece.owner).health(piece.number).max(1) {
        death::kill(game, state, of, units, rule, false, out);
    }
}

/// How many saves a unit that rolls alone makes with a face.
pub(super) fn unit_saves(game: &DragonDice, state: &State, piece: Piece, face: Face) -> u16 {
    let of = Army { owner: piece.owner, place: state.place_of(piece) };
    let shown = roll::shows(game, state, piece.owner, piece.number, face);
    trial::lone_results(game, state, of, piece.number, shown, Counted::Save)
}

/// A unit has rolled saves against damage of a spell.
pub(super) fn unit_saved<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    piece: Piece,
    face: Face,
    (damage, when_saved): (u8, Option<Fate>),
    (rule, by): (Rule, Seat),
    out: &mut O,
) {
    let of = Army { owner: piece.owner, place: state.place_of(piece) };
    let units = PieceSet::only(piece.number);
    let saves = unit_saves(game, state, piece, face);
    let left = u16::from(damage).saturating_sub(saves).min(255) as u8;
    let escaped = if left == 0 { units } else { PieceSet::NONE };
    out.tell(|| Event::Tried { of, units, escaped, faces: vec![face], rule });
    if left > 0 {
        unit_damage(game, state, piece, left, rule, out);
    } else if let Some(fate) = when_saved {
        let peril = crate::tables::catalog::effects::Peril {
            test: Test::Save,
            fate,
            on_id: None,
            bury: None,
        };
        trial::endanger(game, state, of, units, Danger { peril, by }, rule, out);
    }
}

/// Units go elsewhere, with the items that those who stay cannot carry (DD-16.3).
fn send<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    at: Target,
    rule: Rule,
    out: &mut O,
) {
    let (of, units, to) = match at {
        Target::Sent { piece, to } => {
            let of = Army { owner: piece.owner, place: state.place_of(piece) };
            (of, PieceSet::only(piece.number), to)
        }
        Target::SentUnits { of, units, to } => (of, units.and(state.units(of)), to),
        _ => return,
    };
    let taken = items::taken_along(game, state, of, units);
    death::bring(state, of.owner, units.with(taken), to, rule, out);
}

/// Dead units face being buried; their owner's opponent may win as much health back.
fn exhume(state: &mut State, of: Army, units: PieceSet, test: Test, rule: Rule) {
    let units = units.and(state.units(of));
    let owner = of.owner;
    state.steps.push(CastingStep::Exhumed { owner, units, rule }.into());
    let about = About::Burial(test);
    state.steps.push(Step::Trial(Trial { of, units, rule, about }));
}

/// As much health as was buried may return from the caster's dead.
pub(super) fn exhumed(state: &mut State, army: Army, owner: Seat, units: PieceSet, rule: Rule) {
    let buried = units.and(state.at(owner, Place::BURIED));
    let health = state.roster.force(owner).total_health(buried).min(255) as u16;
    if health == 0 || !state.exists(army) {
        return;
    }
    let of = Army { owner: army.owner, place: Place::DEAD };
    let (seat, among) = (army.owner, state.units(of));
    let (limit, then) = (Limit::UpTo(health), Then::Return(army));
    state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
}

/// Units to which a spell promotes one by so much health at once.
pub(super) fn promotions_by(
    game: &DragonDice,
    state: &State,
    piece: Piece,
    health: u8,
) -> PieceSet {
    raising::successors(game, state, piece.owner, piece.number, health..=health)
}

fn promote_by_spell(game: &DragonDice, state: &mut State, piece: Piece, health: u8, rule: Rule) {
    let among = promotions_by(game, state, piece, health);
    let army = Army { owner: piece.owner, place: state.place_of(piece) };
    let from = state.promoted_from(piece.owner, PieceSet::only(piece.number));
    state.steps.push(Step::Pick(Pick {
        seat: piece.owner,
        of: Army { owner: piece.owner, place: from },
        among,
        limit: Limit::One,
        rule,
        then: Then::Magic(Picked::Promotion { unit: piece.number, army }),
    }));
}

/// Lays what lasts until the beginning of the caster's next turn on the target.
fn lay<O: Observe<Event>>(
    state: &mut State,
    spell: &Spell,
    effect: &SpellEffect,
    struck: Struck,
    out: &mut O,
) {
    let on = match struck.cast.at {
        Target::Army(army) => On::Army(army),
        Target::Terrain(Place(number)) => On::Terrain(number),
        Target::Own => On::Player(struck.caster),
        _ => return,
    };
    let Some((does, copies)) = lasting(spell, effect, struck.cast.times) else { return };
    let (by, rule) = (struck.caster, struck.rule);
    let ends = match spell.lasts {
        SpellLasts::NextTurn => Ends::TurnStart(by),
        SpellLasts::ThisTurn => Ends::TurnEnd(by, 0),
        SpellLasts::EndOfNextTurn => Ends::TurnEnd(by, 1),
        SpellLasts::Turned => Ends::Turned,
        SpellLasts::Ever => Ends::Never,
    };
    let effect = Effect { rule, by, on, does, ends };
    for _ in 0..copies {
        state.add_effect(effect);
        out.tell(|| Event::Began { effect });
    }
}

/// What lies on an army ends at the end of a step in which its last unit left or died (DD-7.14).
pub(crate) fn end_with_armies<O: Observe<Event>>(state: &mut State, out: &mut O) {
    let gone = |effect: &Effect| matches!(effect.on, On::Army(army) if !state.exists(army));
    if !state.effects.iter().any(gone) {
        return;
    }
    let (over, left): (Vec<Effect>, Vec<Effect>) = state.effects.iter().partition(|e| gone(e));
    over.into_iter().for_each(|effect| out.tell(|| Event::Ended { effect }));
    state.effects = left;
}

/// What a spell cast so often leaves on its target, and how many times over.
pub(crate) fn lasting(spell: &Spell, effect: &SpellEffect, times: u8) -> Option<(Lasting, u8)> {
    Some(match effect {
        SpellEffect::Modify { results, rolls, by, of } => {
            let types = Types::from(results.clone());
            let many = by.unsigned_abs().saturating_mul(times);
            let change = if *by < 0 { Change::Subtract(many) } else { Change::Add(many) };
            let rolls = *rolls;
            match of {
                ModifiedRolls::Target => (Lasting::Modify { rolls, types, change }, 1),
                ModifiedRolls::Attackers => (Lasting::ModifyAttackers { rolls, types, change }, 1),
            }
        }
        SpellEffect::TiesToCounter => (Lasting::TiesToDefender, 1),
        SpellEffect::DoubleUnit { results } => {
            (Lasting::DoubleOne { types: Types::from(results.clone()) }, times)
        }
        SpellEffect::RerollUnit => (Lasting::Reroll, times),
        SpellEffect::CountsAs { from, to, rolls, whose } => {
            let species = spell.species.filter(|_| *whose == Whose::Species);
            let (from, to) = (Types::only(*from), Types::from(to.clone()));
            (Lasting::CountsAs { species, from, to, rolls: *rolls }, 1)
        }
        SpellEffect::BuryKilled => (Lasting::SoiledGround, 1),
        SpellEffect::SpareKilled => (Lasting::OpenGrave, 1),
        SpellEffect::DamageManeuvering { amount } => {
            (Lasting::Thorns { damage: amount.saturating_mul(times) }, 1)
        }
        SpellEffect::LimitMarch => (Lasting::Mire, 1),
        SpellEffect::ExchangeDying { .. } => (Lasting::AcceleratedGrowth, 1),
        _ => return None,
    })
}
