//! The dice of an assault: who rolls how many, what they need, what their hits may strike (EA-8.5).

use crate::position::action::BlowTarget;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::{Attack, dice_of};
use crate::position::state::{Against, HitKind, State, UnitNo, UnitSet};
use crate::position::step::{Aim, Assault, AssaultStep, AttackDice, Pool, Step, Wave};
use crate::position::units;
use crate::rules::assault::strikes::{Share, extra};
use crate::rules::assault::{melee, strikes, supporting_fire};
use crate::rules::shooting::dice::{LASTING, is_engine};
use crate::steps::assault::{Flow, allot};
use crate::tables::catalog::{Traits, WeaponFlags};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

impl AttackDice {
    fn hits(&self, face: Face) -> bool {
        face > 0 && face + 1 >= self.needs
    }
}

/// The rules of a weapon that matter to hits in an assault: those of shots, but that nobody picks
/// whom a sniper hits.
const KEPT: WeaponFlags = LASTING.without(WeaponFlags::SNIPER);

/// What a die counts for: a hit or nothing.
pub(super) fn worth(state: &State, group: &DiceGroup, face: Face) -> Worth {
    let attack_dice = state.assault.as_ref().map_or(&[][..], |assault| &assault.attack_dice);
    same_dice(attack_dice, group)
        .map_or(Worth::Distinct, |dice| Worth::Adds(dice.hits(face).into()))
}

/// The dice that a group of dice is.
fn same_dice<'a>(attack_dice: &'a [AttackDice], group: &DiceGroup) -> Option<&'a AttackDice> {
    attack_dice.iter().find(|dice| {
        (dice.seat, dice.purpose, dice.count) == (group.seat, group.purpose, group.count)
    })
}

/// Dice of one unit on their way into attack_dice.
struct UnitDice<'a> {
    unit: UnitNo,
    aim: Aim,
    value: u8,
    share: Share,
    attacks: &'a [Attack],
    /// Dice of these attacks already spent.
    spent: u8,
}

/// Gathers the dice of a wave, unless that was done; goes on where there are none.
pub fn advance_roll(game: &EaHeresy, state: &mut State, wave: Wave) -> Flow {
    let ready = state.assault.as_ref().is_some_and(|assault| !assault.attack_dice.is_empty());
    if !ready {
        raise_arms(game, state, wave);
    }
    if state.melee().attack_dice.is_empty() {
        state.melee().pools.clear();
        allot::after_wave(state, wave);
        return Flow::On;
    }
    Flow::Wait
}

/// Gathers the dice of a wave.
fn raise_arms(game: &EaHeresy, state: &mut State, wave: Wave) {
    let mut next = state.assault.take().unwrap_or_default();
    state.assault = Some(next.clone());
    match wave {
        Wave::Support(formation) => {
            for unit in supporting_fire::supporting_units(game, state, formation) {
                let model = units::model_of(game, state, unit);
                let (attacks, value) = (&model.fire_attacks[..], model.firefight);
                let share = Share::whole(dice_of(attacks));
                let unit_dice = UnitDice { unit, aim: Aim::Fire, value, share, attacks, spent: 0 };
                add_dice(game, state, &mut next, wave, unit_dice);
            }
        }
        Wave::First | Wave::Main => {
            let attacker = state.attacking_seat();
            let seats = [attacker, attacker.opponent()];
            let fighters: SmallVec<[UnitNo; 32]> =
                seats.into_iter().flat_map(|seat| melee::fighters(game, state, seat)).collect();
            let first = |unit: &UnitNo| strikes_first(game, state, *unit);
            if wave == Wave::Main || fighters.iter().any(first) {
                for unit in fighters {
                    strike(game, state, &mut next, wave, unit);
                }
            }
        }
    }
    number(&mut next.attack_dice);
    if wave == Wave::First {
        next.front = allot::front(game, state);
    }
    state.assault = Some(next);
}

fn strikes_first(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let model = units::model_of(game, state, unit);
    let first = |attack: &Attack| attack.flags.has(WeaponFlags::FIRST_STRIKE);
    model.has(Traits::FIRST_STRIKE)
        || model.close_attacks.iter().chain(&model.fire_attacks).any(first)
}

/// The dice of one unit. It takes part in the fighting also where it does not strike first, and
/// those who do leave it nobody to strike.
fn strike(game: &EaHeresy, state: &State, next: &mut Assault, wave: Wave, unit: UnitNo) {
    let means = strikes::means(game, state, unit);
    if means.engaged {
        next.involved.insert(unit);
    }
    if wave == Wave::First && !strikes_first(game, state, unit) {
        return;
    }
    let blows = strikes::blows_of(game, state, unit, &means);
    let model = units::model_of(game, state, unit);
    let (attacks, value) = (&model.fire_attacks[..], model.firefight);
    let skipped = if means.fire_extra == 0 { extra(attacks) } else { 0 };
    let firefight = blows.iter().map(|blow| blow.firefight).fold(0, u8::saturating_add);
    if firefight > 0 {
        let (spent, share) = (skipped, Share::whole(firefight));
        let unit_dice = UnitDice { unit, aim: Aim::Fire, value, share, attacks, spent };
        add_dice(game, state, next, wave, unit_dice);
    }
    let mut spent = 0;
    for blow in &blows {
        let aim = match blow.at {
            BlowTarget::Enemy if model.is_war_engine() => Aim::Beyond,
            BlowTarget::Enemy => Aim::Touched,
            BlowTarget::Stronghold(piece) => Aim::Walls(piece),
            BlowTarget::Inside(piece) => Aim::Inside(piece),
        };
        for share in strikes::shares(game, state, unit, blow.at, blow.close_combat) {
            let (attacks, value) = (&model.close_attacks[..], model.close_combat);
            let unit_dice = UnitDice { unit, aim, value, share, attacks, spent };
            add_dice(game, state, next, wave, unit_dice);
            spent += share.dice;
        }
    }
}

/// Puts dice of one unit into attack_dice and pools: extra attacks first, then plain ones.
fn add_dice(game: &EaHeresy, state: &State, next: &mut Assault, wave: Wave, unit_dice: UnitDice) {
    let model = units::model_of(game, state, unit_dice.unit);
    let seat = state.owner(unit_dice.unit);
    let (mut skip, mut left) = (unit_dice.spent, unit_dice.share.dice);
    let in_order = |extra: bool| unit_dice.attacks.iter().filter(move |it| it.extra == extra);
    for attack in in_order(true).chain(in_order(false)) {
        let skipped = attack.dice.min(skip);
        skip -= skipped;
        let dice = (attack.dice - skipped).min(left);
        left -= dice;
        let first = attack.flags.has(WeaponFlags::FIRST_STRIKE) || model.has(Traits::FIRST_STRIKE);
        let now = match wave {
            Wave::First => first,
            Wave::Main => !first,
            Wave::Support(_) => true,
        };
        let charges = seat == state.attacking_seat()
            && !matches!(wave, Wave::Support(_))
            && (attack.flags.has(WeaponFlags::DEVASTATING_CHARGE)
                || model.has(Traits::DEVASTATING_CHARGE));
        if dice == 0 || !now || unit_dice.value == 0 {
            continue;
        }
        let (engine, charge) = (unit_dice.share.engine, i8::from(charges));
        let hunt = hunts(game, state, &unit_dice, attack);
        let needs = (i16::from(unit_dice.value) - i16::from(engine + charge + hunt)).max(2);
        if needs > 6 {
            continue;
        }
        let pool = pool_of(next, seat, unit_dice.aim, (attack, hunt > 0), unit_dice.unit);
        let needs = needs as u8;
        let same = |own: &&mut AttackDice| {
            (own.pool, own.needs, own.engine, own.charge, own.hunt)
                == (pool, needs, engine, charge, hunt)
        };
        match next.attack_dice.iter_mut().find(same) {
            Some(own) => own.count = own.count.saturating_add(dice),
            None => {
                let (count, purpose) = (dice, 0);
                let own = AttackDice { seat, pool, needs, count, purpose, engine, charge, hunt };
                next.attack_dice.push(own);
            }
        }
    }
}

/// What a titan hunter adds to an attack: 0 for other weapons.
fn hunts(game: &EaHeresy, state: &State, unit_dice: &UnitDice, attack: &Attack) -> i8 {
    if !attack.flags.has(WeaponFlags::TITAN_HUNTER) {
        return 0;
    }
    // Ruling: where both may be struck it aims at the war engines, as in shooting; only dice that
    // a war engine has to share out are meant for whom they are meant.
    let engines = unit_dice.share.at_engines.unwrap_or_else(|| {
        let (seat, strikers) = (state.owner(unit_dice.unit), UnitSet::from_iter([unit_dice.unit]));
        let bodies = allot::struck_by(game, state, seat, unit_dice.aim, strikers);
        bodies.iter().any(|body| is_engine(game, state, *body))
    });
    if engines { 1 } else { -1 }
}

pub(super) fn request_dice<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    wave: Wave,
    why: &mut E,
) -> RollRequest<Rule> {
    let attack_dice = state.assault.as_ref().map_or(&[][..], |assault| &assault.attack_dice);
    let special = |key: &str| units::special_rule(game, key, Rule::AssaultAttacks);
    let (charge, hunter) = (special("devastating_charge"), special("titan_hunter"));
    for dice in attack_dice {
        let mut add = |rule: Rule, amount: i8, says: &str| {
            if amount != 0 {
                why.modifier(rule, amount.into(), || says.to_string());
            }
        };
        let target = if dice.engine < 0 { "infantry" } else { "a war engine" };
        add(
            Rule::WarEngineAttacks,
            dice.engine,
            &format!("a war engine in close combat with {target}"),
        );
        add(charge, dice.charge, "its formation began the assault");
        let target = if dice.hunt < 0 { "others" } else { "war engines" };
        add(hunter, dice.hunt, &format!("at {target}"));
    }
    let because = match wave {
        Wave::First => Rule::FirstStrike,
        Wave::Main => Rule::AssaultAttacks,
        Wave::Support(_) => Rule::SupportingFire,
    };
    let group = |dice: &AttackDice| crate::rules::rolls::dice(dice.seat, dice.count, dice.purpose);
    let groups = attack_dice.iter().map(group).collect();
    RollRequest::of(because, groups)
}

/// What the dice of a wave come to.
pub fn resolve_dice<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    wave: Wave,
    faces: &[Face],
    out: &mut O,
) {
    let assault = state.melee();
    let attack_dice = std::mem::take(&mut assault.attack_dice);
    let mut left = faces;
    for dice in &attack_dice {
        let (own, rest) = left.split_at(left.len().min(dice.count.into()));
        left = rest;
        let hits = own.iter().filter(|face| dice.hits(**face)).count() as u8;
        let pool = &mut assault.pools[usize::from(dice.pool)];
        pool.hits = pool.hits.saturating_add(hits);
        let rule = match (wave, pool.aim) {
            (Wave::Support(_), _) => Rule::SupportingFire,
            (Wave::First, _) => Rule::FirstStrike,
            (_, Aim::Walls(_)) => Rule::AttackOrInvade,
            (_, Aim::Inside(_)) => Rule::OccupantsFight,
            (_, Aim::Beyond) => Rule::WarEngineAttacks,
            _ => Rule::AssaultAttacks,
        };
        let (seat, needs) = (dice.seat, dice.needs);
        out.tell(|| Event::Struck { seat, needs, faces: own.to_vec(), hits, rule });
    }
    if !assault.attack_dice.is_empty() {
        return; // More kinds of dice than one roll holds: the rest of them fall next.
    }
    assault.pools.retain(|pool| pool.hits > 0);
    let mut pools = std::mem::take(&mut assault.pools);
    for pool in &mut pools {
        allot::aim(game, state, pool);
    }
    pools.retain(|pool| !pool.reaches.is_empty());
    state.melee().pools = pools;
    state.replace_step(AssaultStep::Allot { wave, late: false }.step());
}

/// What a group of dice of the pending roll is for, if it is one of attacks in an assault.
pub(crate) fn dice_words(
    game: &EaHeresy,
    state: &State,
    (group, who): (&DiceGroup, &str),
) -> Option<String> {
    let assault = state.assault.as_ref()?;
    let dice = same_dice(&assault.attack_dice, group)?;
    let pool = assault.pools.get(usize::from(dice.pool))?;
    let how = match pool.aim {
        Aim::Touched | Aim::Beyond => "close combat".to_string(),
        Aim::Walls(piece) => format!("close combat with `{}`", units::piece_name(game, piece)),
        Aim::Inside(piece) => format!("close combat inside `{}`", units::piece_name(game, piece)),
        Aim::Fire => "firefight".to_string(),
    };
    let step = state.steps.last();
    let support = matches!(step, Some(Step::Assault(AssaultStep::Roll(Wave::Support(_)))));
    let saves = allot::saves_against(game, state, pool, support);
    let saves = saves.map_or(String::new(), |saves| format!(" ({saves})"));
    Some(format!("{how}, {}+, of {who}{saves}", dice.needs))
}

/// The pool for hits of an attack, made if there is none yet; those of titan hunters that aim at
/// war engines keep their rule.
fn pool_of(
    next: &mut Assault,
    seat: Seat,
    aim: Aim,
    (attack, hunts): (&Attack, bool),
    unit: UnitNo,
) -> u8 {
    let kept = if hunts { KEPT.with(WeaponFlags::TITAN_HUNTER) } else { KEPT };
    let kind = HitKind {
        against: Against::Any,
        flags: attack.flags.and(kept),
        titan_killer: attack.titan_killer,
        open_only: false,
        stronghold_only: matches!(aim, Aim::Walls(_)),
    };
    let same = |pool: &Pool| (pool.seat, pool.aim, pool.kind) == (seat, aim, kind);
    let at = next.pools.iter().position(same).unwrap_or_else(|| {
        let (units, reaches) = (UnitSet::default(), Vec::new());
        next.pools.push(Pool { seat, aim, kind, units, hits: 0, reaches });
        next.pools.len() - 1
    });
    next.pools[at].units.insert(unit);
    at as u8
}

/// Numbers attack_dice for the roll: those of one pool share a number, but for equal counts, which could
/// not be told apart.
fn number(attack_dice: &mut [AttackDice]) {
    let mut kinds: Vec<(u8, u8)> = Vec::new();
    for at in 0..attack_dice.len() {
        let (done, rest) = attack_dice.split_at_mut(at);
        let dice = &mut rest[0];
        let equal = |other: &&AttackDice| (other.pool, other.count) == (dice.pool, dice.count);
        let kind = (dice.pool, done.iter().filter(equal).count() as u8);
        let known = kinds.iter().position(|known| *known == kind);
        dice.purpose = known.unwrap_or(kinds.len()) as u8;
        if known.is_none() {
            kinds.push(kind);
        }
    }
}
