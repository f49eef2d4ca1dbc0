//! Dice to hit: what bears on them, and which are rolled together (EA-7.5).

use super::aim::{Aim, Bodies, number};
use super::cover::Cover;
use crate::position::action::{Fire, Order, Value, Volley, Way};
use crate::position::game::EaHeresy;
use crate::position::model::hit_rules;
use crate::position::state::{Against, Body, HitKind, State, UnitNo, UnitSet};
use crate::position::step::{Attack, Firing, Modifiers};
use crate::position::units;
use crate::rules::actions;
use crate::rules::shooting::{aim, cover, weapons};
use crate::tables::catalog::{Mode, Traits, UnitType, WeaponFlags};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::table::{CM, Length};

/// Within this a beam projector loses most.
const BEAM_NEAR: Length = 15 * CM;

/// Flags that still matter when a hit is allotted and saved; others would only keep equal hits apart.
pub(crate) const LASTING: WeaponFlags = WeaponFlags::GRAVITON
    .with(WeaponFlags::MACRO)
    .with(WeaponFlags::DISRUPT)
    .with(WeaponFlags::IGNORE_COVER)
    .with(WeaponFlags::LANCE)
    .with(WeaponFlags::SNIPER)
    .with(WeaponFlags::SIEGE)
    .with(WeaponFlags::CRIPPLING)
    .with(WeaponFlags::SHIELD_DISRUPTOR)
    .with(WeaponFlags::SHIELD_PIERCER)
    .with(WeaponFlags::RAD)
    .with(WeaponFlags::SHOCK_PULSE);

/// What a hit of a mode is like.
pub(crate) fn hit_kind(mode: &Mode, value: Value, open_only: bool) -> HitKind {
    let (flags, titan_killer) = hit_rules(mode);
    let flags = flags.and(LASTING);
    let against = match value {
        Value::Ap => Against::Personnel,
        Value::At | Value::Walls => Against::Tank,
        Value::Aa => Against::Air,
    };
    let stronghold_only = value == Value::Walls;
    HitKind { against, flags, titan_killer, open_only, stronghold_only }
}

/// Covers of the bodies of a target, each found when it is first asked for.
pub(crate) struct Covers<'a> {
    game: &'a EaHeresy,
    aim: &'a Aim<'a>,
    firing: &'a Firing,
    known: Vec<(Body, bool, Cover)>,
}

impl<'a> Covers<'a> {
    pub fn new(game: &'a EaHeresy, aim: &'a Aim<'a>, firing: &'a Firing) -> Self {
        Covers { game, aim, firing, known: Vec::new() }
    }

    /// The position they are about.
    pub fn state(&self) -> &'a State {
        self.aim.state()
    }

    /// The cover of a body; fire that is indirect counts nobody as partly hidden.
    pub fn of(&mut self, body: Body, indirect: bool) -> &Cover {
        let found = |(known, way, _): &(Body, bool, Cover)| (*known, *way) == (body, indirect);
        if let Some(at) = self.known.iter().position(found) {
            return &self.known[at].2;
        }
        let (game, aim, firing) = (self.game, self.aim, self.firing);
        let way = (firing.fire.indirect, &firing.overruled[..]);
        let firers = || strikers(game, aim, &firing.volleys, way, body);
        let cover = cover::cover(game, aim.state(), body, firers, &firing.hiding, !indirect);
        self.known.push((body, indirect, cover));
        &self.known[self.known.len() - 1].2
    }
}

/// A sum of modifiers that are not 0.
pub(crate) fn sum(modifiers: &Modifiers) -> i16 {
    modifiers.iter().map(|(_, amount)| i16::from(*amount)).sum()
}

fn push(modifiers: &mut Modifiers, rule: Rule, amount: i8) {
    if amount != 0 && !modifiers.is_full() {
        modifiers.push((rule, amount));
    }
}

/// What the action adds to the dice of a unit's weapon (EA-7.5.1).
pub(crate) fn action_modifiers(
    game: &EaHeresy,
    state: &State,
    reaction: bool,
    unit: UnitNo,
    flags: WeaponFlags,
    graviton: bool,
) -> Modifiers {
    let mut modifiers = Modifiers::new();
    let Some(order) = state.acting.map(|acting| acting.order).filter(|_| !reaction) else {
        return modifiers;
    };
    let row = actions::action_row(game, order, Way::Shoot);
    let swift = units::unit_has(game, state, unit, Traits::WIND_SWIFT)
        && matches!(order, Order::Double | Order::SustainedFire);
    if !swift {
        push(&mut modifiers, units::order_rule(order), row.map_or(0, |row| row.to_hit));
    }
    let rule = |key: &str| units::special_rule(game, key, Rule::ToHitModifiers);
    if flags.has(WeaponFlags::ENERGETIC) && order == Order::SustainedFire {
        push(&mut modifiers, rule("energetic"), 1);
    }
    if flags.has(WeaponFlags::AETHER_FIRE) {
        match order {
            Order::Advance => push(&mut modifiers, rule("aether_fire"), 1),
            Order::Double => push(&mut modifiers, rule("aether_fire"), -1),
            _ => {}
        }
    }
    if graviton && order == Order::Double {
        push(&mut modifiers, rule("graviton"), -1);
    }
    modifiers
}

/// Whether a body is a war engine, as strongholds are to who shoots at them (EA-6.7.2).
pub(crate) fn is_engine(game: &EaHeresy, state: &State, body: Body) -> bool {
    match body {
        Body::Unit(unit) => units::model_of(game, state, unit).is_war_engine(),
        Body::Stronghold(_) => true,
    }
}

/// What aircraft add against war engines (EA-7.5.1).
fn aircraft_bonus(game: &EaHeresy, state: &State, unit: UnitNo, bodies: &[Body]) -> i8 {
    if !units::model_of(game, state, unit).is_aircraft() || bodies.is_empty() {
        return 0;
    }
    let bonus = |body: &Body| match body {
        Body::Unit(target) => {
            let model = units::model_of(game, state, *target);
            match model.damage_capacity {
                _ if !model.is_war_engine() || model.kind == UnitType::SupportCraft => 0,
                ..=2 => game.edition.aircraft_to_hit_small_war_engine,
                _ => game.edition.aircraft_to_hit_large_war_engine,
            }
        }
        Body::Stronghold(_) => game.edition.aircraft_to_hit_large_war_engine,
    };
    bodies.iter().map(bonus).min().unwrap_or(0)
}

/// Whether a volley may hit a body of the target by the rules.
fn may_hit(game: &EaHeresy, aim: &Aim, volley: &Volley, indirect: bool, at: usize) -> bool {
    let found = weapons::mode_of(game, aim.state(), volley).zip(aim.place_of(volley.unit));
    found.is_some_and(|((gun, mode), firer)| {
        let indirect = indirect && mode.flags.has(WeaponFlags::INDIRECT);
        aim.hits(firer, (gun, mode), volley.value, indirect, at)
    })
}

/// Whether a volley could hurt a body.
fn could_hurt(game: &EaHeresy, state: &State, volley: &Volley, body: Body) -> bool {
    weapons::mode_of(game, state, volley)
        .is_some_and(|(_, mode)| aim::hurts(game, state, mode, volley.value, body))
}

/// The bodies that a volley may hit by the rules.
fn fair<'a>(
    game: &'a EaHeresy,
    aim: &'a Aim,
    volley: &'a Volley,
    indirect: bool,
) -> impl Iterator<Item = Body> + 'a {
    let hits = move |at: &usize| may_hit(game, aim, volley, indirect, *at);
    (0..aim.bodies.len()).filter(hits).map(|at| aim.bodies[at])
}

/// The units that fire at a body and see it: with volleys that may hit it, or that a judge let
/// fire at nobody and could hurt it (EA-5.8).
pub(crate) fn strikers(
    game: &EaHeresy,
    aim: &Aim,
    volleys: &[Volley],
    (indirect, overruled): (bool, &[Volley]),
    body: Body,
) -> UnitSet {
    let Some(at) = aim.bodies.iter().position(|known| *known == body) else {
        return UnitSet::default();
    };
    let fires = |volley: &&Volley| {
        let sees = || aim.place_of(volley.unit).is_some_and(|firer| aim.sees(firer, at));
        let hits = may_hit(game, aim, volley, indirect, at)
            || overruled.contains(volley) && could_hurt(game, aim.state(), volley, body);
        hits && sees()
    };
    volleys.iter().filter(fires).map(|volley| volley.unit).collect()
}

/// The volleys of a fire that may hit nobody by the rules, as a judge may rule.
pub(crate) fn overruled(game: &EaHeresy, aim: &Aim, fire: &Fire) -> Vec<Volley> {
    let nobody = |volley: &&Volley| fair(game, aim, volley, fire.indirect).next().is_none();
    fire.volleys.iter().filter(nobody).copied().collect()
}

/// The bodies that a volley may hit now; of one that a judge let fire at nobody, those it could
/// hurt.
fn eligible(game: &EaHeresy, aim: &Aim, volley: &Volley, firing: &Firing) -> Bodies {
    let state = aim.state();
    let fair: Bodies = self::fair(game, aim, volley, firing.fire.indirect).collect();
    if !fair.is_empty() || !firing.overruled.contains(volley) {
        return fair;
    }
    let hurt = |body: &Body| could_hurt(game, state, volley, *body);
    aim.bodies.iter().copied().filter(hurt).collect()
}

/// The dice of volleys that are no barrage, those alike together.
pub(crate) fn direct_attacks(
    game: &EaHeresy,
    aim: &Aim,
    covers: &mut Covers,
    volleys: &[Volley],
    firing: &Firing,
) -> Vec<Attack> {
    let (indirect, reaction) = (firing.fire.indirect, firing.reaction);
    let mut attacks: Vec<Attack> = Vec::new();
    for volley in volleys {
        let Some((gun, mode)) = weapons::mode_of(game, aim.state(), volley) else { continue };
        let (weapons, mode) = (weapons::firing(aim.state(), volley, (gun, mode)), *mode);
        let indirect = indirect && mode.flags.has(WeaponFlags::INDIRECT);
        let mut reaches = eligible(game, aim, volley, firing);
        if volley.open_only {
            reaches.retain(|body| !covers.of(*body, indirect).in_cover());
        }
        if reaches.is_empty() {
            continue;
        }
        let modifiers =
            self::modifiers(game, aim, covers, volley, &mode, &mut reaches, (indirect, reaction));
        let needs = i16::from(number(&mode, volley.value)) - sum(&modifiers);
        let mut kind = hit_kind(&mode, volley.value, volley.open_only);
        if units::unit_has(game, aim.state(), volley.unit, Traits::SNIPER) {
            kind.flags |= WeaponFlags::SNIPER;
        }
        let dice = mode.shots.max(1).saturating_mul(weapons);
        let needs = needs.clamp(2, 10) as u8;
        let attack = Attack {
            kind,
            value: volley.value,
            needs,
            dice: if needs > 9 { 0 } else { dice },
            sixes: 0,
            hits: 0,
            reaches: reaches.to_vec(),
            modifiers,
        };
        join(&mut attacks, attack);
    }
    attacks
}

/// Everything that bears on the dice of a volley. A titan hunter aims at war engines where it
/// may, and reaches only them then.
fn modifiers(
    game: &EaHeresy,
    aim: &Aim,
    covers: &mut Covers,
    volley: &Volley,
    mode: &Mode,
    reaches: &mut Bodies,
    (indirect, reaction): (bool, bool),
) -> Modifiers {
    let state = aim.state();
    let graviton = mode.graviton > 0 || mode.graviton_dice.is_some();
    let mut modifiers = action_modifiers(game, state, reaction, volley.unit, mode.flags, graviton);
    if mode.flags.has(WeaponFlags::TITAN_HUNTER) {
        // Ruling: where both may be hit it aims at the war engines, as its owner would.
        let any = reaches.iter().any(|body| is_engine(game, state, *body));
        if any {
            reaches.retain(|body| is_engine(game, state, *body));
        }
        let rule = units::special_rule(game, "titan_hunter", Rule::ToHitModifiers);
        push(&mut modifiers, rule, if any { 1 } else { -1 });
    }
    if mode.flags.has(WeaponFlags::BEAM_PROJECTOR) {
        push(
            &mut modifiers,
            units::special_rule(game, "beam_projector", Rule::ToHitModifiers),
            beam_modifier(aim, volley.unit, mode, reaches),
        );
    }
    push(&mut modifiers, Rule::ToHitModifiers, aircraft_bonus(game, state, volley.unit, reaches));
    if !mode.flags.has(WeaponFlags::IGNORE_COVER) {
        let causes: SmallVec<[Rule; 4]> = reaches
            .iter()
            .filter_map(|body| covers.of(*body, indirect).causes.first().map(|it| it.rule()))
            .collect();
        if let Some(rule) = causes.first() {
            push(&mut modifiers, *rule, game.edition.cover_to_hit);
        }
    }
    modifiers
}

/// What a beam projector loses near its target, the nearest body counting.
fn beam_modifier(aim: &Aim, unit: UnitNo, mode: &Mode, reaches: &[Body]) -> i8 {
    let Some(firer) = aim.place_of(unit) else { return 0 };
    let near = |length| {
        (0..aim.bodies.len())
            .any(|at| reaches.contains(&aim.bodies[at]) && aim.within(firer, at, length))
    };
    if near(BEAM_NEAR) {
        -2
    } else if near(aim::reach_of(mode, false) / 2) {
        -1
    } else {
        0
    }
}

/// Puts dice together with those that are alike.
pub(crate) fn join(attacks: &mut Vec<Attack>, attack: Attack) {
    let same = |other: &&mut Attack| {
        (other.kind, other.value, other.needs) == (attack.kind, attack.value, attack.needs)
            && other.modifiers == attack.modifiers
    };
    match attacks.iter_mut().find(same) {
        Some(other) => {
            other.dice = other.dice.saturating_add(attack.dice);
            for body in attack.reaches {
                if !other.reaches.contains(&body) {
                    other.reaches.push(body);
                }
            }
        }
        None => attacks.push(attack),
    }
}
