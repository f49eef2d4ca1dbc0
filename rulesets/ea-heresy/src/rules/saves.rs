//! Saves: which of its saves a body uses against a hit, and what a hit is against it (EA-7.7, EA-11.3).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, HitKind, State, Wound};
use crate::position::step::HarmStep;
use crate::position::units;
use crate::tables::catalog::{Critical, Traits, WeaponFlags};
use crate::tables::edition::{Edition, TitanKillerSaves};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Explain, Fact};
use umpire_core::seat::Seat;

/// What saves a body, and what its wounds do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hide {
    /// Who rolls for it.
    pub seat: Seat,
    /// Armour save n+; 0 for none.
    pub armour: u8,
    /// Its special rules.
    pub traits: Traits,
    /// Invulnerable save n+; 0 for none.
    pub invulnerable: u8,
    /// Ion shield n+; 0 for none.
    pub ion_shield: u8,
    /// Dispersion field n+ this turn; 0 for none.
    pub dispersion: u8,
    /// Whether damage is counted: a war engine, a stronghold.
    pub engine: bool,
    /// Damage it can still take.
    pub left: u8,
    /// What a critical hit does.
    pub critical: Critical,
}

/// What saves a body; nothing for one that cannot be hurt any more.
pub(crate) fn hide(game: &EaHeresy, state: &State, body: Body) -> Option<Hide> {
    match body {
        Body::Unit(unit) => {
            let record = state.unit(unit);
            let model = units::model(game, record);
            let worn = state.turn.saturating_sub(1).saturating_mul(2);
            let dispersion = match model.dispersion {
                0 => 0,
                save => Some(save.saturating_add(worn)).filter(|save| *save <= 6).unwrap_or(0),
            };
            record.alive().then(|| Hide {
                seat: state.owner(unit),
                armour: model.armour,
                traits: model.traits,
                invulnerable: model.invulnerable,
                ion_shield: model.ion_shield,
                dispersion,
                engine: model.is_worn_down(),
                left: model.damage_capacity.saturating_sub(record.damage),
                critical: model.critical,
            })
        }
        Body::Stronghold(piece) => {
            let walls = units::walls(game, state, piece)?;
            let damage = state.stronghold(piece)?.damage;
            let holder = state.holder(piece).unwrap_or_else(|| neutral_seat(state));
            Some(Hide {
                seat: holder,
                armour: walls.armour,
                traits: walls.traits,
                invulnerable: 0,
                ion_shield: 0,
                dispersion: 0,
                engine: true,
                left: walls.damage_capacity.saturating_sub(damage),
                critical: Critical::Damage(walls.critical_damage),
            })
        }
    }
}

/// Who rolls for what belongs to nobody: the opponent of who acts.
fn neutral_seat(state: &State) -> Seat {
    let acting = state.acting.map(|acting| acting.formation);
    let shooter = state.firing.as_ref().map(|firing| firing.formation);
    shooter.or(acting).map_or(Seat(0), |formation| state.formation(formation).owner.opponent())
}

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
    let breaks = WeaponFlags::SHIELD_DISRUPTOR | WeaponFlags::SHIELD_PIERCER;
    !wound.saving.none && !wound.kind.flags.any(breaks)
}

/// The save of a dispersion field: before all others, always allowed, never modified (EA-11.4).
pub(crate) fn field(hide: &Hide, wound: &Wound) -> Option<u8> {
    let stands = hide.dispersion > 0 && fields_stand(wound);
    stands.then(|| possible(hide.dispersion.into())).flatten()
}

/// The best of armour, cover save and ion shield, and the rule that allows it (EA-7.7).
pub(crate) fn best(edition: &Edition, hide: &Hide, wound: &Wound) -> Option<(u8, Rule)> {
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
pub(crate) fn ion(edition: &Edition, hide: &Hide, wound: &Wound) -> Option<u8> {
    let holds = !titan_killer(wound) || edition.tk_saves != TitanKillerSaves::Invulnerable;
    let stands = hide.ion_shield > 0 && wound.saving.shields_work && fields_stand(wound) && holds;
    (stands && !wound.saving.none).then(|| possible(hide.ion_shield.into())).flatten()
}

/// What reinforced armour rolls again: the plain armour, not against macro-weapons, lances and
/// titan killers.
pub(crate) fn again(hide: &Hide, wound: &Wound) -> Option<u8> {
    let no = wound.saving.none
        || macro_hit(wound)
        || titan_killer(wound)
        || wound.kind.flags.has(WeaponFlags::LANCE);
    (hide.traits.has(Traits::REINFORCED_ARMOUR) && !no).then(|| armour(hide, wound)).flatten()
}

/// The invulnerable save: after a failed one, never modified.
pub(crate) fn invulnerable(hide: &Hide, wound: &Wound) -> Option<u8> {
    let stands = hide.invulnerable > 0
        && !wound.saving.mortal
        && !wound.saving.none
        && !wound.kind.flags.has(WeaponFlags::SHIELD_PIERCER);
    stands.then(|| possible(hide.invulnerable.into())).flatten()
}

/// A hit as it is against the body it strikes: a graviton hit is a macro-weapon's or none.
pub(crate) fn weighed(game: &EaHeresy, state: &State, mut wound: Wound) -> Wound {
    if !wound.kind.flags.has(WeaponFlags::GRAVITON) {
        return wound;
    }
    let heavy = is_heavy(game, state, wound.on);
    wound.kind.flags = wound.kind.flags.without(WeaponFlags::GRAVITON);
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
        || kind.flags.has(WeaponFlags::GRAVITON) && reaches.any(|body| is_heavy(game, state, body))
}

/// The saves that a hit would leave to whom it strikes: `save: armour 5+`; nothing where nobody is there.
pub(crate) fn saves_to_come(game: &EaHeresy, state: &State, wound: Wound) -> Option<String> {
    let hide = hide(game, state, wound.on)?;
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

/// The rule of a stage's save.
pub(crate) fn save_rule(game: &EaHeresy, state: &State, stage: HarmStep, wound: &Wound) -> Rule {
    let special = |key: &str| units::special_rule(game, key, Rule::Saves);
    match stage {
        HarmStep::Titan | HarmStep::Critical => Rule::DamageAndCriticals,
        HarmStep::Shock => Rule::Disrupt,
        HarmStep::Field => special("dispersion_field"),
        HarmStep::Again => special("reinforced_armour"),
        HarmStep::Last => special("invulnerable_save"),
        _ => hide(game, state, wound.on)
            .and_then(|hide| best(&game.edition, &hide, wound))
            .map_or(Rule::Saves, |(_, rule)| rule),
    }
}

/// Tells a listener what bears on the dice of a wound.
pub(crate) fn tell_save<E: Explain<Rule>>(
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

/// Whether what befalls a body brings no blast marker: it is Expendable, and not all of its
/// formation are (EA-9.2).
pub(crate) fn is_spared(game: &EaHeresy, state: &State, on: Body) -> bool {
    let Body::Unit(unit) = on else { return false };
    let formation = state.unit(unit).formation;
    units::unit_has(game, state, unit, Traits::EXPENDABLE)
        && !units::formation_has(game, state, formation, Traits::EXPENDABLE)
}
