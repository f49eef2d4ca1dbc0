//! What a unit can do in a round of an assault: its dice, whom they may strike, what is said of them (EA-8.5).

use crate::position::action::{Blow, BlowTarget};
use crate::position::game::EaHeresy;
use crate::position::model::{Attack, Model, dice_of};
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::assault::melee;
use crate::tables::catalog::{Traits, UnitType};
use smallvec::{SmallVec, smallvec};

/// How one unit strikes: a war engine may have a blow for each it touches (EA-8.5.1).
pub(crate) type Blows = SmallVec<[Blow; 2]>;

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
pub(crate) fn extra(attacks: &[Attack]) -> u8 {
    dice_of(attacks.iter().filter(|attack| attack.extra))
}

pub(crate) fn plain(attacks: &[Attack]) -> u8 {
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
pub(crate) fn dice_of_blows(blows: &[Blow]) -> (u8, u8) {
    let close = blows.iter().map(|blow| blow.close_combat);
    let fire = blows.iter().map(|blow| blow.firefight);
    (close.fold(0, u8::saturating_add), fire.fold(0, u8::saturating_add))
}

/// Enemies outside walls that a unit touches and may strike in close combat.
pub(crate) fn gripped_units(
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
pub(crate) fn plain_blows(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blows {
    shared(means, plain_blow(game, state, unit, means), 0)
}

/// A blow shared among all that a war engine touches: the dice owed to each, first to the one of
/// that number, which has what is left (EA-8.5.1).
pub(crate) fn shared(means: &Means, blow: Blow, best: usize) -> Blows {
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
pub(crate) fn plain_blow(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blow {
    let at = means.aims.first().copied().unwrap_or(BlowTarget::Enemy);
    if means.close == 0 || means.fire == 0 || means.least == 0 {
        let firefight = if means.close == 0 { means.fire } else { 0 };
        return Blow { unit, close_combat: means.close, firefight, at };
    }
    let model = units::model_of(game, state, unit);
    let adds = shares(game, state, unit, at, 1).first().map_or(0, |share| share.engine);
    let closer = i16::from(model.close_combat) - i16::from(adds) <= model.firefight.into();
    let share = if closer { means.plain } else { means.least };
    let close_combat = share.saturating_add(means.close_extra);
    let firefight = means.plain - share;
    Blow { unit, close_combat, firefight, at }
}

/// How a unit strikes: as its player said, as far as that is still possible.
pub(crate) fn blows_of(game: &EaHeresy, state: &State, unit: UnitNo, means: &Means) -> Blows {
    let said = orders_of(state, unit);
    let (close, fire) = dice_of_blows(&said);
    let aimed = |blow: &Blow| blow.close_combat == 0 || means.aims.contains(&blow.at);
    let fits =
        !said.is_empty() && said.iter().all(aimed) && close <= means.close && fire <= means.fire;
    if fits { said } else { plain_blows(game, state, unit, means) }
}

/// Whether a unit's player has something to say about its blows.
pub(crate) fn chooses(means: &Means) -> bool {
    (means.close > 0 || means.fire > 0)
        && (means.spares
            || means.lifts_off && means.fire > 0
            || means.aims.len() > 1
            || means.close > 0 && means.fire > 0)
}

/// The dice of close combat that go to those to whom they are owed.
pub(crate) fn paid(means: &Means, blows: &[Blow]) -> u8 {
    let owed = means.aims.iter().zip(&means.owed);
    let paid = owed.map(|(at, owed)| {
        let own = blows.iter().filter(|blow| blow.at == *at).map(|blow| blow.close_combat);
        own.fold(0, u8::saturating_add).min(*owed)
    });
    paid.fold(0, u8::saturating_add)
}

/// Dice of a unit at one kind of those it may strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// How many.
    pub dice: u8,
    /// What a war engine's close combat adds (EA-8.5.1).
    pub engine: i8,
    /// Whether they are meant for war engines, where dice are shared out; nothing where they are not.
    pub(crate) at_engines: Option<bool>,
}

impl Share {
    /// Dice that are not shared out.
    pub(crate) fn whole(dice: u8) -> Share {
        Share { dice, engine: 0, at_engines: None }
    }
}

/// How a war engine's dice of close combat are shared among those it touches, with what each
/// kind adds: a die for each unit or point of damage capacity, the rest where it is best
/// (EA-8.5.1). All dice in one share for other units.
pub(crate) fn shares(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    at: BlowTarget,
    dice: u8,
) -> SmallVec<[Share; 3]> {
    if dice == 0 {
        return SmallVec::new();
    }
    if !units::model_of(game, state, unit).is_war_engine() {
        return smallvec![Share::whole(dice)];
    }
    let (infantry, engine) = (
        game.edition.war_engine_close_combat_infantry,
        game.edition.war_engine_close_combat_war_engine,
    );
    if let BlowTarget::Stronghold(_) = at {
        return smallvec![Share { engine, ..Share::whole(dice) }];
    }
    let mut kinds: SmallVec<[Share; 3]> = SmallVec::new();
    for foe in gripped_units(game, state, unit) {
        let model = units::model_of(game, state, foe);
        let (adds, count) = if model.is_war_engine() {
            (engine, model.damage_capacity)
        } else if model.is_infantry() {
            (infantry, 1)
        } else {
            (0, 1)
        };
        let at_engines = Some(model.is_war_engine());
        let same = |kind: &&mut Share| (kind.engine, kind.at_engines) == (adds, at_engines);
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.dice = kind.dice.saturating_add(count),
            None => kinds.push(Share { dice: count, engine: adds, at_engines }),
        }
    }
    kinds.sort_unstable_by_key(|kind| std::cmp::Reverse((kind.engine, kind.at_engines)));
    let mut left = dice;
    for kind in &mut kinds {
        kind.dice = kind.dice.min(left);
        left -= kind.dice;
    }
    match kinds.first_mut() {
        Some(best) => best.dice += left,
        None => kinds.push(Share::whole(left)),
    }
    kinds.retain(|kind| kind.dice > 0);
    kinds
}
