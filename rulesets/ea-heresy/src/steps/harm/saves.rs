//! Saves: which of its saves a body uses against a hit, what shields stop, what the dice do (EA-7.7, EA-11.3).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::{GRAVITON, titan_killer_dice};
use crate::position::state::{Body, FormationNo, HitKind, State, Toll, Wound};
use crate::position::step::HarmStep;
use crate::position::units;
use crate::steps::harm;
use crate::steps::harm::{Hide, damage};
use crate::tables::catalog::{Traits, WeaponFlags};
use crate::tables::edition::{Edition, TitanKillerSaves};
use crate::tables::rule::Rule;
use umpire_core::dice::{Face, showing};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Fact};

/// A save that can be made at all: no better than 2+, since a 1 fails.
fn possible(needs: i16) -> Option<u8> {
    (needs <= 6).then_some(needs.max(2) as u8)
}

fn macro_hit(wound: &Wound) -> bool {
    wound.kind.flags.has(WeaponFlags::MACRO)
}

fn titan_killer(wound: &Wound) -> bool {
    wound.kind.titan_killer > 0
}

/// The armour save, with what is added to its die.
fn armour(hide: &Hide, wound: &Wound) -> Option<u8> {
    let needs = i16::from(hide.armour) - i16::from(wound.saving.modifier);
    (hide.armour > 0).then(|| possible(needs)).flatten()
}

/// Whether a dispersion field or an ion shield stands against a weapon.
fn fields_stand(wound: &Wound) -> bool {
    let breaks = WeaponFlags::SHIELD_DISRUPTOR.0 | WeaponFlags::SHIELD_PIERCER.0;
    !wound.saving.none && wound.kind.flags.0 & breaks == 0
}

/// The save of a dispersion field: before all others, always allowed, never modified (EA-11.4).
pub(super) fn field(hide: &Hide, wound: &Wound) -> Option<u8> {
    let stands = hide.dispersion > 0 && fields_stand(wound);
    stands.then(|| possible(hide.dispersion.into())).flatten()
}

/// The best of armour, cover save and ion shield, and the rule that allows it (EA-7.7).
pub(super) fn best(edition: &Edition, hide: &Hide, wound: &Wound) -> Option<(u8, Rule)> {
    if wound.saving.none {
        return None;
    }
    let killer = titan_killer(wound);
    let ion = ion(edition, hide, wound).map(|needs| (needs, Rule::Saves));
    let reinforced = hide.traits.has(Traits::REINFORCED_ARMOUR);
    let plain = if killer {
        let some = edition.tk_saves == TitanKillerSaves::WithoutReinforced && !macro_hit(wound);
        some.then(|| armour(hide, wound)).flatten().map(|needs| (needs, Rule::TitanKillerSaves))
    } else if macro_hit(wound) {
        reinforced.then(|| armour(hide, wound)).flatten().map(|needs| (needs, Rule::Saves))
    } else {
        armour(hide, wound).map(|needs| (needs, Rule::Saves))
    };
    let no_cover = killer || macro_hit(wound) || wound.kind.flags.has(WeaponFlags::IGNORE_COVER);
    let cover = (wound.saving.cover > 0 && !no_cover)
        .then(|| possible(i16::from(wound.saving.cover) - i16::from(wound.saving.modifier)))
        .flatten()
        .map(|needs| (needs, Rule::CoverSave));
    [plain, cover, ion].into_iter().flatten().min_by_key(|(needs, _)| *needs)
}

/// The save of an ion shield: in place of armour, never modified.
fn ion(edition: &Edition, hide: &Hide, wound: &Wound) -> Option<u8> {
    let holds = !titan_killer(wound) || edition.tk_saves != TitanKillerSaves::Invulnerable;
    let stands = hide.ion_shield > 0 && wound.saving.shields_work && fields_stand(wound) && holds;
    (stands && !wound.saving.none).then(|| possible(hide.ion_shield.into())).flatten()
}

/// What reinforced armour rolls again: the plain armour, not against macro-weapons, lances and
/// titan killers.
pub(super) fn again(hide: &Hide, wound: &Wound) -> Option<u8> {
    let no = wound.saving.none
        || macro_hit(wound)
        || titan_killer(wound)
        || wound.kind.flags.has(WeaponFlags::LANCE);
    (hide.traits.has(Traits::REINFORCED_ARMOUR) && !no).then(|| armour(hide, wound)).flatten()
}

/// The invulnerable save: after a failed one, never modified.
pub(super) fn invulnerable(hide: &Hide, wound: &Wound) -> Option<u8> {
    let stands = hide.invulnerable > 0
        && !wound.saving.mortal
        && !wound.saving.none
        && !wound.kind.flags.has(WeaponFlags::SHIELD_PIERCER);
    stands.then(|| possible(hide.invulnerable.into())).flatten()
}

/// Adds to the number that stands beside a key.
pub(crate) fn tally<K: PartialEq>(list: &mut Vec<(K, u8)>, key: K, amount: u8) {
    match list.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum = sum.saturating_add(amount),
        None if amount > 0 => list.push((key, amount)),
        None => {}
    }
}

/// Settles what graviton hits are against the bodies they struck.
pub(super) fn weigh_graviton(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        state.wounds[at] = weighed(game, state, state.wounds[at]);
    }
}

/// A hit as it is against the body it strikes: a graviton hit is a macro-weapon's or none.
fn weighed(game: &EaHeresy, state: &State, mut wound: Wound) -> Wound {
    if !wound.kind.flags.has(GRAVITON) {
        return wound;
    }
    let heavy = is_heavy(game, state, wound.on);
    wound.kind.flags = WeaponFlags(wound.kind.flags.0 & !GRAVITON.0);
    if heavy {
        wound.kind.flags |= WeaponFlags::MACRO;
    } else {
        wound.kind.titan_killer = 0;
    }
    wound
}

/// Whether a graviton hit is a macro-weapon's against a body.
fn is_heavy(game: &EaHeresy, state: &State, body: Body) -> bool {
    let Body::Unit(unit) = body else { return true };
    let model = units::model_of(game, state, unit);
    model.is_worn_down() || model.has(Traits::REINFORCED_ARMOUR)
}

/// Whether hits of a kind are allotted after the others are saved (EA-7.6.1): those of
/// macro-weapons, and of graviton weapons where they may strike as such. Who fell meanwhile
/// counts too, so that no hit changes its pass.
pub(crate) fn comes_last(
    game: &EaHeresy,
    state: &State,
    kind: HitKind,
    mut reaches: impl Iterator<Item = Body>,
) -> bool {
    kind.flags.has(WeaponFlags::MACRO)
        || kind.flags.has(GRAVITON) && reaches.any(|body| is_heavy(game, state, body))
}

/// The saves that a hit would leave to whom it strikes: `save: armour 5+`; nothing where nobody is there.
pub(crate) fn saves_to_come(game: &EaHeresy, state: &State, wound: Wound) -> Option<String> {
    let hide = harm::hide(game, state, wound.on)?;
    let wound = &weighed(game, state, wound);
    let plain = best(&game.edition, &hide, wound).map(|(needs, rule)| {
        let what = match rule {
            Rule::CoverSave => "cover",
            _ if armour(&hide, wound) == Some(needs) => "armour",
            _ => "ion shield",
        };
        format!("{what} {needs}+")
    });
    let more = [("reinforced", again(&hide, wound)), ("invulnerable", invulnerable(&hide, wound))];
    let more = more.into_iter().filter_map(|(what, needs)| Some(format!("{what} {}+", needs?)));
    let field = field(&hide, wound).map(|needs| format!("dispersion field {needs}+"));
    let all: Vec<String> = field.into_iter().chain(plain).chain(more).collect();
    Some(match all.is_empty() {
        true => "no save".to_string(),
        false => format!("save: {}", all.join(", then ")),
    })
}

/// Takes the faces of one wound in a stage.
pub(super) fn rolled<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    stage: HarmStep,
    at: usize,
    needs: u8,
    faces: &[Face],
    out: &mut O,
) {
    let wound = state.wounds[at];
    match stage {
        HarmStep::Titan => titan_rolled(state, at, faces),
        HarmStep::Shock => {
            let sum = faces.iter().map(|face| face + 1).fold(0, u8::saturating_add);
            owe_for_hits(game, state, wound.on, sum);
            let wound = &mut state.wounds[at];
            (wound.through, wound.hits) = (wound.hits, 0);
        }
        HarmStep::Critical => damage::criticals(game, state, at, needs, faces, out),
        _ => {
            let saved = showing(faces, needs);
            let (on, rule) = (wound.on, save_rule(game, state, stage, &wound));
            let faces_told = || faces.to_vec();
            out.tell(|| Event::Saved { on, needs, faces: faces_told(), saved, rule });
            let wound = &mut state.wounds[at];
            wound.through = wound.through.saturating_add(wound.hits.saturating_sub(saved));
            wound.hits = 0;
        }
    }
}

/// The rule of a stage's save.
fn save_rule(game: &EaHeresy, state: &State, stage: HarmStep, wound: &Wound) -> Rule {
    let special = |key: &str| special_rule(game, key, Rule::Saves);
    match stage {
        HarmStep::Titan | HarmStep::Critical => Rule::DamageAndCriticals,
        HarmStep::Shock => Rule::Disrupt,
        HarmStep::Field => special("dispersion_field"),
        HarmStep::Again => special("reinforced_armour"),
        HarmStep::Last => special("invulnerable_save"),
        _ => harm::hide(game, state, wound.on)
            .and_then(|hide| best(&game.edition, &hide, wound))
            .map_or(Rule::Saves, |(_, rule)| rule),
    }
}

/// The rule of a special rule by its key.
pub(crate) fn special_rule(game: &EaHeresy, key: &str, otherwise: Rule) -> Rule {
    game.catalog.special_named(key).map_or(otherwise, Rule::Special)
}

/// Tells a listener what bears on the dice of a wound.
pub(super) fn tell_save<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    stage: HarmStep,
    wound: &Wound,
    needs: u8,
    why: &mut E,
) {
    if !E::LISTENS {
        return;
    }
    let name = units::body_name(game, wound.on);
    let rule = save_rule(game, state, stage, wound);
    let says = match stage {
        HarmStep::Titan => format!("the titan killer's damage to `{name}`"),
        HarmStep::Shock => format!("blast markers of a shock pulse on `{name}`"),
        HarmStep::Critical => format!("a critical hit on `{name}` needs {needs}+"),
        _ => format!("`{name}` saves on {needs}+"),
    };
    let _ = why.require(rule, true, || Fact::says(says));
    let modifier = wound.saving.modifier;
    if modifier != 0 && matches!(stage, HarmStep::Save | HarmStep::Again) {
        why.modifier(Rule::Saves, modifier.into(), || {
            format!("to the save of `{name}`, counted in that number")
        });
    }
}

/// Splits a wound by the damage of each of its hits.
fn titan_rolled(state: &mut State, at: usize, faces: &[Face]) {
    let wound = state.wounds[at];
    let dice = titan_killer_dice(wound.kind.titan_killer);
    let mut numbers: Vec<u8> =
        faces.iter().map(|face| dice.map_or(1, |dice| dice.damage(face + 1)).clamp(1, 9)).collect();
    numbers.sort_unstable();
    state.wounds[at].hits = 0;
    for titan_killer in numbers {
        let mut kind = wound.kind;
        kind.titan_killer = titan_killer;
        let same = |other: &&mut Wound| {
            (other.on, other.kind, other.saving) == (wound.on, kind, wound.saving)
        };
        match state.wounds.iter_mut().find(same) {
            Some(other) => other.hits = other.hits.saturating_add(1),
            None => state.wounds.push(Wound { kind, hits: 1, through: 0, ..wound }),
        }
    }
}

/// Ends a stage whose dice have fallen: what was not stopped goes on.
pub(super) fn close_stage<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    stage: HarmStep,
    out: &mut O,
) {
    for wound in &mut state.wounds {
        if stage != HarmStep::Critical {
            wound.hits = wound.hits.saturating_add(wound.through);
            wound.through = 0;
        }
    }
    match stage {
        HarmStep::Titan => raise_against(game, state, out),
        HarmStep::Field => owe_for_disruption(game, state),
        HarmStep::Shock => {
            state.wounds.retain(|wound| !wound.kind.flags.has(WeaponFlags::RAD) && wound.hits > 0);
            part_titan_killers(game, state);
        }
        _ => {}
    }
}

/// An ion shield saves each point of a titan killer's damage by itself: its hits on a body that
/// uses one become hits of one point each (EA-7.7).
fn part_titan_killers(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        let wound = state.wounds[at];
        let Some(hide) = harm::hide(game, state, wound.on) else { continue };
        let best = best(&game.edition, &hide, &wound).map(|(needs, _)| needs);
        let ion = ion(&game.edition, &hide, &wound);
        if hide.engine && wound.kind.titan_killer > 1 && ion.is_some() && ion == best {
            let parted = &mut state.wounds[at];
            parted.hits = wound.hits.saturating_mul(wound.kind.titan_killer.min(9));
            parted.kind.titan_killer = 1;
        }
    }
}

/// Void and construct shields stop damage as long as they stand (EA-11.3, EA-11.4).
fn raise_against<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for at in 0..state.wounds.len() {
        let wound = state.wounds[at];
        let Body::Unit(unit) = wound.on else { continue };
        let model = units::model_of(game, state, unit);
        let rule = if model.void_shields > 0 { Rule::VoidShields } else { Rule::OtherShields };
        let mut up = model
            .void_shields
            .saturating_add(model.construct_shields)
            .saturating_sub(state.unit(unit).shields_down);
        let pierced = wound.kind.flags.has(WeaponFlags::SHIELD_PIERCER);
        if up == 0 || pierced || !wound.saving.voids_work || !state.unit(unit).alive() {
            continue;
        }
        let cost = if wound.kind.flags.has(WeaponFlags::SHIELD_DISRUPTOR) { 2 } else { 1 };
        let before = up;
        while up > 0 && state.wounds[at].hits > 0 {
            let mut points = wound.kind.titan_killer.clamp(1, 9);
            while points > 0 && up > 0 {
                points -= 1;
                up = up.saturating_sub(cost);
            }
            state.wounds[at].hits -= 1;
            if points > 0 {
                let mut kind = wound.kind;
                kind.titan_killer = points;
                state.wounds.push(Wound { kind, hits: 1, through: 0, ..wound });
            }
        }
        let count = before - up;
        let down = &mut state.unit_mut(unit).shields_down;
        *down = down.saturating_add(count);
        out.tell(|| Event::ShieldsFell { unit, count, rule });
    }
}

/// Blast markers of hits that disrupt or irradiate, saved or not (EA-7.12).
fn owe_for_disruption(game: &EaHeresy, state: &mut State) {
    for at in 0..state.wounds.len() {
        let Wound { on, kind, hits, .. } = state.wounds[at];
        let each = kind.flags.has(WeaponFlags::DISRUPT) || kind.flags.has(WeaponFlags::RAD);
        if each && !kind.flags.has(WeaponFlags::SHOCK_PULSE) {
            owe_for_hits(game, state, on, hits);
        }
    }
}

/// Notes blast markers that a body's formation, or those inside it, will get for a loss.
pub(super) fn owe(game: &EaHeresy, state: &mut State, on: Body, count: u8) {
    match on {
        Body::Unit(_) if is_spared(game, state, on) => {}
        Body::Unit(unit) => {
            let formation: FormationNo = state.unit(unit).formation;
            tally(&mut state.toll.markers, formation, count);
        }
        Body::Stronghold(piece) => tally(&mut state.toll.wall_markers, piece, count),
    }
}

/// The same for hits.
fn owe_for_hits(game: &EaHeresy, state: &mut State, on: Body, count: u8) {
    match on {
        Body::Unit(_) if is_spared(game, state, on) => {}
        Body::Unit(unit) => {
            let formation: FormationNo = state.unit(unit).formation;
            tally(&mut state.toll.hit_markers, formation, count);
        }
        Body::Stronghold(piece) => tally(&mut state.toll.hit_wall_markers, piece, count),
    }
}

/// A toll whose markers for losses and for hits are one sum.
pub(crate) fn with_all_markers(mut toll: Toll) -> Toll {
    for (formation, count) in std::mem::take(&mut toll.markers) {
        tally(&mut toll.hit_markers, formation, count);
    }
    for (piece, count) in std::mem::take(&mut toll.wall_markers) {
        tally(&mut toll.hit_wall_markers, piece, count);
    }
    std::mem::swap(&mut toll.markers, &mut toll.hit_markers);
    std::mem::swap(&mut toll.wall_markers, &mut toll.hit_wall_markers);
    toll
}

/// Whether what befalls a body brings no blast marker: it is Expendable, and not all of its
/// formation are (EA-9.2).
pub(super) fn is_spared(game: &EaHeresy, state: &State, on: Body) -> bool {
    let Body::Unit(unit) = on else { return false };
    let formation = state.unit(unit).formation;
    units::unit_has(game, state, unit, Traits::EXPENDABLE)
        && !units::formation_has(game, state, formation, Traits::EXPENDABLE)
}
