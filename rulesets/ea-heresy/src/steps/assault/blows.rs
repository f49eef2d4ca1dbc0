//! How each unit strikes: close combat or firefight, at whom, and what may be withheld (EA-8.5).

use super::{AssaultStep, Flow};
use crate::action::{Action, Blow, BlowTarget};
use crate::catalog::{Traits, UnitType};
use crate::game::EaHeresy;
use crate::model::{Attack, Model, dice_of};
use crate::rule::Rule;
use crate::state::{Body, State, UnitNo, Whereabouts};
use crate::steps::assault::{melee, swings};
use crate::units;
use smallvec::SmallVec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// What a unit can do in a round of an assault. Extra attacks are struck before plain ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Means {
    /// Dice of close combat, at most.
    pub close: u8,
    /// Of these, extra attacks.
    pub close_extra: u8,
    /// Dice of firefight, at most.
    pub fire: u8,
    /// Of these, extra attacks.
    pub fire_extra: u8,
    /// Plain dice altogether, to share between the two.
    pub plain: u8,
    /// Plain dice that must be close combat (EA-8.5.1).
    pub least: u8,
    /// Whom close combat may be meant for, the usual first.
    pub aims: SmallVec<[BlowTarget; 3]>,
    /// Whether it takes part in the fighting.
    pub engaged: bool,
    /// Whether it may fire although it is touched (skimmers).
    pub lifts_off: bool,
    /// Whether it may withhold attacks, to spare a stronghold (EA-8.8.10).
    pub spares: bool,
}

/// The dice of extra attacks.
pub(super) fn extra(attacks: &[Attack]) -> u8 {
    dice_of(attacks.iter().filter(|attack| attack.extra))
}

fn plain(attacks: &[Attack]) -> u8 {
    dice_of(attacks.iter().filter(|attack| !attack.extra))
}

/// What a model counts as where units in contact are counted.
fn weight(model: &Model) -> u8 {
    if model.is_war_engine() { model.damage_capacity } else { 1 }
}

/// Whether a unit is fought with firefight only: support craft, and skimmers that chose it.
fn keeps_off(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let model = units::model_of(game, state, unit);
    if model.kind == UnitType::SupportCraft || model.has(Traits::SUPPORT_CRAFT) {
        return true;
    }
    let orders = state.assault.as_ref().map_or(&[][..], |assault| &assault.orders);
    model.has(Traits::SKIMMER)
        && orders
            .iter()
            .any(|blow| blow.unit == unit && blow.close_combat == 0 && blow.firefight > 0)
}

/// Enemies outside walls that a unit touches and may strike in close combat.
pub(super) fn gripped_units(game: &EaHeresy, state: &State, unit: UnitNo) -> super::melee::Few {
    let mut touched = melee::touched_units(game, state, unit);
    touched.retain(|foe| !keeps_off(game, state, *foe));
    touched
}

fn has_fire_target(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let foe = state.owner(unit).opponent();
    melee::exposed(game, state, foe).iter().any(|body| melee::fires_at(game, state, unit, *body))
}

/// What a unit of the assault can do now.
pub fn means(game: &EaHeresy, state: &State, unit: UnitNo) -> Means {
    let model = units::model_of(game, state, unit);
    let (close, fire) = (&model.close_attacks, &model.fire_attacks);
    let mut means = Means {
        close_extra: if model.close_combat > 0 { extra(close) } else { 0 },
        fire_extra: if model.firefight > 0 { extra(fire) } else { 0 },
        plain: plain(close).max(plain(fire)),
        ..Means::default()
    };
    let all = means.plain.saturating_add(means.close_extra);
    let all_close = if model.close_combat > 0 { all } else { 0 };
    let flies = model.kind == UnitType::SupportCraft || model.has(Traits::SUPPORT_CRAFT);
    if melee::is_sheltered(game, state, unit)
        && let Whereabouts::Inside(piece) = state.unit(unit).place
    {
        let (invaders, occupants) = melee::inside(state, piece);
        let invades = state.invades(unit);
        let tied = state.assault.as_ref().is_some_and(|assault| assault.tied.contains(unit));
        if invades || tied {
            means.engaged = !(if invades { occupants } else { invaders }).is_empty();
            means.close = if means.engaged { all_close } else { 0 };
            means.aims.push(BlowTarget::Inside(piece));
            return means;
        }
    } else if !flies {
        let gripped = gripped_units(game, state, unit);
        let walls = melee::touched_walls(game, state, unit);
        if !gripped.is_empty() {
            means.aims.push(BlowTarget::Enemy);
        }
        means.aims.extend(walls.iter().map(|piece| BlowTarget::Stronghold(*piece)));
        if !means.aims.is_empty() {
            means.engaged = true;
            means.close = all_close;
            let attacks = state.owner(unit) == state.attacking_seat();
            means.spares = attacks && !walls.is_empty();
            means.lifts_off = model.has(Traits::SKIMMER) && model.firefight > 0;
            means.fire_extra = 0;
            if model.is_war_engine() && model.close_combat > 0 {
                let units = gripped.iter().map(|foe| weight(units::model_of(game, state, *foe)));
                let walls = walls.iter().filter_map(|piece| units::walls(game, state, *piece));
                let all = units.chain(walls.map(|walls| walls.damage_capacity));
                let touched = all.fold(0_u8, u8::saturating_add);
                means.least = touched.min(means.plain);
            }
            let may_fire = means.lifts_off || model.is_war_engine();
            if may_fire && model.firefight > 0 && has_fire_target(game, state, unit) {
                means.fire = if means.lifts_off { means.plain } else { means.plain - means.least };
            }
            return means;
        }
    }
    means.engaged = has_fire_target(game, state, unit);
    if means.engaged && model.firefight > 0 {
        means.fire = means.plain.saturating_add(means.fire_extra);
        let foe = state.owner(unit).opponent();
        means.spares = state.owner(unit) == state.attacking_seat()
            && melee::standing_walls(game, state, foe)
                .any(|piece| melee::fires_at(game, state, unit, Body::Stronghold(piece)));
    }
    means
}

/// How a unit strikes where nothing else is said: as hard as it can.
pub(super) fn plain_blow(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blow {
    let at = means.aims.first().copied().unwrap_or(BlowTarget::Enemy);
    if means.close == 0 || means.fire == 0 || means.least == 0 {
        let firefight = if means.close == 0 { means.fire } else { 0 };
        return Blow { unit, close_combat: means.close, firefight, at };
    }
    let model = units::model_of(game, state, unit);
    let adds = swings::shares(game, state, unit, at, 1).first().map_or(0, |share| share.engine);
    let closer = i16::from(model.close_combat) - i16::from(adds) <= model.firefight.into();
    let share = if closer { means.plain } else { means.least };
    let close_combat = share.saturating_add(means.close_extra);
    let firefight = means.plain - share;
    Blow { unit, close_combat, firefight, at }
}

/// How a unit strikes: as its player said, as far as that is still possible.
pub(super) fn blow_of(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blow {
    let orders = state.assault.as_ref().map_or(&[][..], |assault| &assault.orders);
    let order = orders.iter().rev().find(|blow| blow.unit == unit);
    let fits = |blow: &&Blow| {
        (blow.close_combat == 0 || means.aims.contains(&blow.at))
            && blow.close_combat <= means.close
            && blow.firefight <= means.fire
    };
    order.filter(fits).copied().unwrap_or_else(|| plain_blow(game, state, unit, means))
}

/// Whether a unit's player has something to say about its blows.
fn chooses(means: &Means) -> bool {
    (means.close > 0 || means.fire > 0)
        && (means.spares
            || means.lifts_off && means.fire > 0
            || means.aims.len() > 1
            || means.close > 0 && means.fire > 0)
}

pub(super) fn advance_strike(game: &EaHeresy, state: &mut State, seat: Seat) -> Flow {
    let asks = melee::fighters(game, state, seat).any(|unit| chooses(&means(game, state, unit)));
    if asks {
        return Flow::Wait;
    }
    after_strike(state, seat);
    Flow::On
}

pub(super) fn after_strike(state: &mut State, seat: Seat) {
    let next = if seat == state.attacking_seat() {
        AssaultStep::Strike { seat: seat.opponent() }
    } else {
        AssaultStep::Roll(super::Wave::First)
    };
    state.replace_step(next.step());
}

/// As hard as can be; and, where it differs: sparing strongholds, at strongholds, all in close
/// combat or as little as may be, skimmers off the ground.
pub(super) fn list_strikes(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    into.push(Action::Strike(Vec::new()));
    let all: Vec<(UnitNo, Means)> = melee::fighters(game, state, seat)
        .map(|unit| (unit, self::means(game, state, unit)))
        .filter(|(_, means)| chooses(means))
        .collect();
    let enemy = BlowTarget::Enemy;
    let mut variant = |blow: &dyn Fn(UnitNo, &Means) -> Option<Blow>| {
        let blows: Vec<Blow> = all.iter().filter_map(|(unit, means)| blow(*unit, means)).collect();
        if !blows.is_empty() && !into.contains(&Action::Strike(blows.clone())) {
            into.push(Action::Strike(blows));
        }
    };
    variant(&|unit, means| {
        let only_walls = !means.aims.contains(&enemy);
        (means.spares && only_walls).then(|| {
            let at = means.aims.first().copied().unwrap_or(enemy);
            Blow { unit, close_combat: 0, firefight: 0, at }
        })
    });
    variant(&|unit, means| {
        let at = *means.aims.get(1)?;
        Some(Blow { at, ..plain_blow(game, state, unit, means) })
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        shares.then_some(Blow { unit, close_combat: means.close, firefight: 0, at })
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        let firefight = means.plain - means.least;
        let close_combat = means.least.saturating_add(means.close_extra);
        shares.then_some(Blow { unit, close_combat, firefight, at })
    });
    variant(&|unit, means| {
        let lifts_off = means.lifts_off && means.fire > 0;
        lifts_off.then_some(Blow { unit, close_combat: 0, firefight: means.fire, at: enemy })
    });
}

pub(super) fn check_strike<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    blows: &[Blow],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    for (at, blow) in blows.iter().enumerate() {
        let fights = melee::fighters(game, state, seat).any(|unit| unit == blow.unit)
            && blows[..at].iter().all(|other| other.unit != blow.unit);
        why.need(Rule::AssaultAttacks, fights, || {
            let name = units::unit_name(game, blow.unit);
            Fact::says(format!("`{name}` is no unit of this side in the assault, named once"))
        })?;
        check_blow(game, state, blow, why)?;
    }
    Ok(())
}

fn check_blow<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    blow: &Blow,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let means = self::means(game, state, blow.unit);
    let name = || units::unit_name(game, blow.unit).to_string();
    let plain = || Action::Strike(vec![plain_blow(game, state, blow.unit, &means)]);
    let as_usual = |fact: Fact| fact.instead("strike as hard as it can", &plain());
    let sheltered = melee::is_sheltered(game, state, blow.unit);
    let held = state.assault.as_ref().is_some_and(|assault| {
        sheltered && (assault.tied.contains(blow.unit) || assault.invaders.contains(blow.unit))
    });
    why.require(Rule::TiedOccupants, !held || blow.firefight == 0, || {
        as_usual(Fact::says(format!("`{}` fights inside, with close combat", name())))
            .held(format!("`{}` does not fire while it fights inside", name()))
    })?;
    let rule = if sheltered { Rule::OccupantsFight } else { Rule::AttackOrInvade };
    let aimed = blow.close_combat == 0 || means.aims.contains(&blow.at);
    why.require(rule, aimed, || {
        let says = format!("`{}` touches nobody whom that close combat is meant for", name());
        as_usual(Fact::says(says)).held(format!("`{}` may strike there", name()))
    })?;
    let counts = [
        (blow.close_combat, means.close, "dice of close combat"),
        (blow.firefight, means.fire, "dice of firefight"),
    ];
    let war_engine = units::model_of(game, state, blow.unit).is_war_engine();
    let dice = if war_engine { Rule::WarEngineAttacks } else { Rule::AssaultAttacks };
    for (found, most, what) in counts {
        why.require(dice, found <= most, || {
            as_usual(Fact::says(format!("`{}` has {most} {what}", name())))
                .held(format!("`{}` has so many {what}", name()))
                .at_most(i64::from(found), i64::from(most))
        })?;
    }
    let close = blow.close_combat.saturating_sub(means.close_extra);
    let fire = blow.firefight.saturating_sub(means.fire_extra);
    let shared = close.saturating_add(fire);
    why.require(dice, shared <= means.plain, || {
        as_usual(Fact::says(format!(
            "`{}` shares {} dice between close combat and firefight",
            name(),
            means.plain
        )))
        .held("no die is used twice")
        .at_most(i64::from(shared), i64::from(means.plain))
    })?;
    let enough = means.spares || means.lifts_off || close >= means.least || blow.firefight == 0;
    why.require(Rule::WarEngineAttacks, enough, || {
        let least = means.least;
        as_usual(Fact::says(format!("{least} of its dice go to those it touches")))
            .held("those it touches get a die each")
            .at_least(i64::from(close), i64::from(least))
    })?;
    let usual = plain_blow(game, state, blow.unit, &means);
    let all = blow.close_combat.saturating_add(blow.firefight)
        >= usual.close_combat.saturating_add(usual.firefight)
        || means.lifts_off && blow.close_combat == 0 && blow.firefight >= means.fire;
    why.require(Rule::ForgoingAttacks, means.spares || all, || {
        as_usual(Fact::says(format!(
            "`{}` may not withhold attacks: they do not endanger a stronghold",
            name()
        )))
        .held("it strikes with all it has, or spares a stronghold")
    })
}
