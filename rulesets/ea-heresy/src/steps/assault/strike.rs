//! How each unit strikes: close combat or firefight, at whom, and what may be withheld (EA-8.5).

use crate::position::action::{Action, Blow, BlowTarget};
use crate::position::game::EaHeresy;
use crate::position::model::{Attack, Model, dice_of};
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::step::AssaultStep;
use crate::position::units;
use crate::rules::assault::melee;
use crate::steps::assault::{Flow, attack_dice};
use crate::tables::catalog::{Traits, UnitType};
use crate::tables::rule::Rule;
use smallvec::{SmallVec, smallvec};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// How one unit strikes: a war engine may have a blow for each it touches (EA-8.5.1).
pub(super) type Blows = SmallVec<[Blow; 2]>;

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
    /// Plain dice that a war engine owes to each of these, as far as it has so many (EA-8.5.1).
    pub owed: SmallVec<[u8; 3]>,
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
    let (close, fire) = dice_of_blows(&orders_of(state, unit));
    model.has(Traits::SKIMMER) && close == 0 && fire > 0
}

/// What a unit's player said of its blows in this round.
fn orders_of(state: &State, unit: UnitNo) -> Blows {
    let orders = state.assault.as_ref().map_or(&[][..], |assault| &assault.orders);
    orders.iter().filter(|blow| blow.unit == unit).copied().collect()
}

/// The dice of close combat and of firefight of all blows of a unit.
fn dice_of_blows(blows: &[Blow]) -> (u8, u8) {
    let close = blows.iter().map(|blow| blow.close_combat);
    let fire = blows.iter().map(|blow| blow.firefight);
    (close.fold(0, u8::saturating_add), fire.fold(0, u8::saturating_add))
}

/// Enemies outside walls that a unit touches and may strike in close combat.
pub(super) fn gripped_units(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
) -> crate::rules::assault::melee::Few {
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
                if !gripped.is_empty() {
                    let all = gripped.iter().map(|foe| weight(units::model_of(game, state, *foe)));
                    means.owed.push(all.fold(0_u8, u8::saturating_add));
                }
                let walls = walls.iter().map(|piece| units::walls(game, state, *piece));
                means.owed.extend(walls.map(|walls| walls.map_or(0, |it| it.damage_capacity)));
                let touched = means.owed.iter().copied().fold(0, u8::saturating_add);
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

/// How a unit strikes where nothing else is said: as hard as it can, with its close combat shared
/// among those it touches.
fn plain_blows(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blows {
    shared(means, plain_blow(game, state, unit, means), 0)
}

/// A blow shared among all that a war engine touches: the dice owed to each, first to the one of
/// that number, which has what is left (EA-8.5.1).
fn shared(means: &Means, blow: Blow, best: usize) -> Blows {
    if means.least == 0 || means.aims.len() < 2 || blow.close_combat == 0 {
        return smallvec![blow];
    }
    let extra = means.close_extra.min(blow.close_combat);
    let mut left = blow.close_combat - extra;
    let mut aims: SmallVec<[(BlowTarget, u8); 3]> =
        means.aims.iter().copied().zip(means.owed.iter().copied()).collect();
    aims[..=best].rotate_right(1);
    let mut blows: Blows = SmallVec::new();
    for (at, owed) in aims {
        let close_combat = owed.min(left);
        left -= close_combat;
        blows.push(Blow { close_combat, firefight: 0, at, ..blow });
    }
    blows[0].close_combat += left + extra;
    blows[0].firefight = blow.firefight;
    blows.retain(|blow| blow.close_combat > 0 || blow.firefight > 0);
    blows
}

/// The blow of a unit where nothing else is said, all of it at whom it usually strikes.
fn plain_blow(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blow {
    let at = means.aims.first().copied().unwrap_or(BlowTarget::Enemy);
    if means.close == 0 || means.fire == 0 || means.least == 0 {
        let firefight = if means.close == 0 { means.fire } else { 0 };
        return Blow { unit, close_combat: means.close, firefight, at };
    }
    let model = units::model_of(game, state, unit);
    let adds =
        attack_dice::shares(game, state, unit, at, 1).first().map_or(0, |share| share.engine);
    let closer = i16::from(model.close_combat) - i16::from(adds) <= model.firefight.into();
    let share = if closer { means.plain } else { means.least };
    let close_combat = share.saturating_add(means.close_extra);
    let firefight = means.plain - share;
    Blow { unit, close_combat, firefight, at }
}

/// How a unit strikes: as its player said, as far as that is still possible.
pub(super) fn blows_of(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blows {
    let said = orders_of(state, unit);
    let (close, fire) = dice_of_blows(&said);
    let aimed = |blow: &Blow| blow.close_combat == 0 || means.aims.contains(&blow.at);
    let fits =
        !said.is_empty() && said.iter().all(aimed) && close <= means.close && fire <= means.fire;
    if fits { said } else { plain_blows(game, state, unit, means) }
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
        AssaultStep::Roll(crate::position::step::Wave::First)
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
    let mut variant = |blow: &dyn Fn(UnitNo, &Means) -> Option<Blows>| {
        let blows = all.iter().filter_map(|(unit, means)| blow(*unit, means));
        let blows: Vec<Blow> = blows.flatten().collect();
        if !blows.is_empty() && !into.contains(&Action::Strike(blows.clone())) {
            into.push(Action::Strike(blows));
        }
    };
    variant(&|unit, means| {
        let only_walls = !means.aims.contains(&enemy);
        (means.spares && only_walls).then(|| {
            let at = means.aims.first().copied().unwrap_or(enemy);
            smallvec![Blow { unit, close_combat: 0, firefight: 0, at }]
        })
    });
    variant(&|unit, means| {
        let at = *means.aims.get(1)?;
        Some(shared(means, Blow { at, ..plain_blow(game, state, unit, means) }, 1))
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        let blow = Blow { unit, close_combat: means.close, firefight: 0, at };
        shares.then(|| shared(means, blow, 0))
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        let firefight = means.plain - means.least;
        let close_combat = means.least.saturating_add(means.close_extra);
        shares.then(|| shared(means, Blow { unit, close_combat, firefight, at }, 0))
    });
    variant(&|unit, means| {
        let lifts_off = means.lifts_off && means.fire > 0;
        let blow = Blow { unit, close_combat: 0, firefight: means.fire, at: enemy };
        lifts_off.then(|| smallvec![blow])
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
        let mut before = blows[..at].iter().filter(|other| other.unit == blow.unit);
        let fights = melee::fighters(game, state, seat).any(|unit| unit == blow.unit);
        let engine = fights && units::model_of(game, state, blow.unit).is_war_engine();
        let once = before.all(|other| engine && other.at != blow.at);
        why.need(Rule::AssaultAttacks, fights && once, || {
            let name = units::unit_name(game, blow.unit);
            let each = if engine { " for each it strikes at" } else { "" };
            Fact::says(format!("`{name}` is no unit of this side in the assault, named once{each}"))
        })?;
    }
    for (at, blow) in blows.iter().enumerate() {
        if blows[..at].iter().all(|other| other.unit != blow.unit) {
            let own: Blows = blows.iter().filter(|it| it.unit == blow.unit).copied().collect();
            check_blows(game, state, blow.unit, &own, why)?;
        }
    }
    Ok(())
}

/// Whether one unit may strike so.
fn check_blows<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    blows: &[Blow],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let means = self::means(game, state, unit);
    let (close_combat, firefight) = dice_of_blows(blows);
    let name = || units::unit_name(game, unit).to_string();
    let plain = || Action::Strike(plain_blows(game, state, unit, &means).to_vec());
    let as_usual = |fact: Fact| fact.instead("strike as hard as it can", &plain());
    let sheltered = melee::is_sheltered(game, state, unit);
    let held = state.assault.as_ref().is_some_and(|assault| {
        sheltered && (assault.tied.contains(unit) || assault.invaders.contains(unit))
    });
    why.require(Rule::TiedOccupants, !held || firefight == 0, || {
        as_usual(Fact::says(format!("`{}` fights inside, with close combat", name())))
            .held(format!("`{}` does not fire while it fights inside", name()))
    })?;
    let rule = if sheltered { Rule::OccupantsFight } else { Rule::AttackOrInvade };
    let aimed = |blow: &Blow| blow.close_combat == 0 || means.aims.contains(&blow.at);
    why.require(rule, blows.iter().all(aimed), || {
        let says = format!("`{}` touches nobody whom that close combat is meant for", name());
        as_usual(Fact::says(says)).held(format!("`{}` may strike there", name()))
    })?;
    let counts = [
        (close_combat, means.close, "dice of close combat"),
        (firefight, means.fire, "dice of firefight"),
    ];
    let war_engine = units::model_of(game, state, unit).is_war_engine();
    let dice = if war_engine { Rule::WarEngineAttacks } else { Rule::AssaultAttacks };
    for (found, most, what) in counts {
        why.require(dice, found <= most, || {
            as_usual(Fact::says(format!("`{}` has {most} {what}", name())))
                .held(format!("`{}` has so many {what}", name()))
                .at_most(i64::from(found), i64::from(most))
        })?;
    }
    let close = close_combat.saturating_sub(means.close_extra);
    let fire = firefight.saturating_sub(means.fire_extra);
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
    // Dice go where they are owed before others are used otherwise, and are at most forgone.
    let paid = paid(&means, blows);
    let otherwise = close_combat.saturating_add(fire).saturating_sub(paid);
    let free = (means.plain - means.least).saturating_add(close_combat - close);
    let enough = means.least == 0 || means.lifts_off || otherwise <= free;
    why.require(Rule::WarEngineAttacks, enough, || {
        let least = means.least;
        as_usual(Fact::says(format!("{least} of its dice go to those it touches")))
            .held("those it touches get a die each")
            .at_least(i64::from(paid), i64::from(least))
    })?;
    let usual = dice_of_blows(&plain_blows(game, state, unit, &means));
    let all = close_combat.saturating_add(firefight) >= usual.0.saturating_add(usual.1)
        || means.lifts_off && close_combat == 0 && firefight >= means.fire;
    why.require(Rule::ForgoingAttacks, means.spares || all, || {
        as_usual(Fact::says(format!(
            "`{}` may not withhold attacks: they do not endanger a stronghold",
            name()
        )))
        .held("it strikes with all it has, or spares a stronghold")
    })
}

/// The dice of close combat that go to those to whom they are owed.
fn paid(means: &Means, blows: &[Blow]) -> u8 {
    let owed = means.aims.iter().zip(&means.owed);
    let paid = owed.map(|(at, owed)| {
        let own = blows.iter().filter(|blow| blow.at == *at).map(|blow| blow.close_combat);
        own.fold(0, u8::saturating_add).min(*owed)
    });
    paid.fold(0, u8::saturating_add)
}
