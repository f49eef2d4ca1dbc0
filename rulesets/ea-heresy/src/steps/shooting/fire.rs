//! One formation's fire from the first marker to the last: passes, pools, allocation, its end (EA-7.4).

use super::allot::Next;
use crate::position::action::{Fire, Target, Volley};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, HitPool, Stance, State, UnitNo, UnitSet};
use crate::position::step::{Attack, FireStep, Firing, HarmStep, Step};
use crate::position::units;
use crate::rules::shooting::aim::Aim;
use crate::rules::shooting::dice::Covers;
use crate::rules::shooting::{aim, barrage, cover, crossfire, dice, weapons};
use crate::steps::harm::stages::with_all_markers;
use crate::steps::harm::tally;
use crate::steps::shooting::{allot, candidates, markers};
use crate::steps::{Flow, morale};
use crate::tables::catalog::{UnitType, WeaponFlags};
use crate::tables::rule::Rule;
use std::num::NonZeroU8;
use umpire_core::game::Observe;

/// Whether a formation still shoots: it is not broken, and there is something to shoot at.
pub(super) fn still_shoots(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    reaction: bool,
) -> bool {
    !state.formation(formation).broken && candidates::has_target(game, state, formation, reaction)
}

/// Begins fire: weapons are used up, the target comes under fire (EA-7.4).
pub(crate) fn open_fire<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    reaction: bool,
    fire: &Fire,
    out: &mut O,
) {
    let target = fire.target;
    let rule = if reaction { Rule::Overwatch } else { Rule::ShootingSequence };
    out.tell(|| Event::Shot { formation, target, volleys: fire.volleys.clone(), rule });
    for at in &fire.templates {
        out.tell(|| Event::Template { at: *at });
    }
    let fire = counted(game, state, fire);
    for volley in &fire.volleys {
        use_up(game, state, volley);
    }
    let firers: UnitSet = fire.volleys.iter().map(|volley| volley.unit).collect();
    let bodies = aim::target_bodies(game, state, target);
    let caught = crossfire::crossfire(game, state, formation, &firers, &bodies);
    if let Some((from, other)) = caught {
        out.tell(|| Event::Noted {
            rule: Rule::Crossfire,
            says: format!(
                "`{}` and `{}` catch the target in a crossfire",
                units::unit_name(game, from),
                units::unit_name(game, other)
            ),
        });
    }
    let could = cover::could_hide(game, state, &bodies);
    let hiding = cover::hiding(game, state, &could);
    let hide = hiding.len() < could.len() && hiding_matters(game, state, &fire, &could);
    let overruled = dice::overruled(game, &Aim::new(game, state, formation, target), &fire);
    let volleys = fire.volleys.clone();
    state.toll = Default::default();
    state.firing = Some(Firing {
        formation,
        reaction,
        fire,
        overruled,
        volleys,
        hiding,
        crossfire: caught.is_some(),
        attacks: Vec::new(),
        order: Vec::new(),
        pools: Vec::new(),
        struck: Vec::new(),
        toll: Default::default(),
    });
    state.replace_step(FireStep::Pass.into());
    if hide {
        state.push_step(FireStep::Hide.into());
    }
    if let Target::Formation(target) = target {
        markers::lay_markers(game, state, target, 1, Rule::BlastMarkers, out);
    }
}

/// Marks weapons that fire but once, or not two turns running (EA-7.13).
fn use_up(game: &EaHeresy, state: &mut State, volley: &Volley) {
    let Some((gun, mode)) = weapons::mode_of(game, state, volley) else { return };
    let flags = mode.flags;
    let (mount, fired) = (volley.mount, volley.count.map_or(gun.mount.count, NonZeroU8::get));
    let unit = state.unit_mut(volley.unit);
    if flags.has(WeaponFlags::SINGLE_SHOT) {
        unit.spent = unit.spent.and(mount, fired);
    }
    if flags.has(WeaponFlags::SLOW) && mount < 8 {
        unit.slow = unit.slow.and(mount, fired);
    }
}

/// Fire with the number of weapons of every volley that is not all of a mount's, as they are loaded
/// before it begins.
fn counted(game: &EaHeresy, state: &State, fire: &Fire) -> Fire {
    let mut fire = fire.clone();
    for volley in &mut fire.volleys {
        let Some((gun, mode)) = weapons::mode_of(game, state, volley) else { continue };
        let firing = weapons::firing(state, volley, (gun, mode));
        volley.count = NonZeroU8::new(firing).filter(|_| firing < gun.mount.count);
    }
    fire
}

/// Whether it can matter who hides at vehicles: somebody who might is in no other cover, and
/// some weapon heeds cover.
fn hiding_matters(game: &EaHeresy, state: &State, fire: &Fire, could: &[UnitNo]) -> bool {
    let heeds = fire.volleys.iter().any(|volley| {
        weapons::mode_of(game, state, volley)
            .is_some_and(|(_, mode)| !mode.flags.has(WeaponFlags::IGNORE_COVER))
    });
    heeds && could.iter().any(|unit| !cover::own_cover(game, state, *unit).in_cover())
}

/// The next pass: the dice of weapons of the kind that was declared first.
pub(super) fn next_pass<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    firing: &mut Firing,
    out: &mut O,
) {
    let barrage = |volley: &Volley| {
        weapons::mode_of(game, state, volley).is_some_and(|(_, mode)| mode.barrage > 0)
    };
    let Some(first) = firing.fire.volleys.first().map(barrage) else {
        end_fire(game, state, firing, out);
        return;
    };
    let (now, later): (Vec<Volley>, Vec<Volley>) =
        firing.fire.volleys.iter().copied().partition(|volley| barrage(volley) == first);
    let aim = Aim::new(game, state, firing.formation, firing.fire.target);
    let mut covers = Covers::new(game, &aim, firing);
    firing.attacks = if first {
        barrage::barrage_attacks(game, &aim, &mut covers, &now, &firing.fire, firing.reaction)
    } else {
        dice::direct_attacks(game, &aim, &mut covers, &now, firing)
    };
    if firing.attacks.is_empty() {
        let says = "nobody is left whom these weapons may hit".to_string();
        out.tell(|| Event::Noted { rule: Rule::WhoMayShoot, says });
    }
    let firers: UnitSet = now.iter().map(|volley| volley.unit).collect();
    let wanted = |body: &Body| firing.attacks.iter().any(|it| it.reaches.contains(body));
    firing.order = (0..aim.bodies.len())
        .filter(|at| wanted(&aim.bodies[*at]))
        .map(|at| (aim.bodies[at], aim.nearest_to(at, &firers)))
        .collect();
    firing.order.sort_by_key(|(body, gap)| (*gap, *body));
    if first && let Target::Formation(target) = firing.fire.target {
        let extra =
            barrage::barrage_row(game, state, &now).map_or(0, |row| row.extra_blast_markers);
        tally(&mut state.toll.markers, target, extra);
    }
    for attack in firing.attacks.iter().filter(|attack| attack.needs > 9) {
        let (value, needs) = (attack.value, i16::from(attack.needs));
        let rule = Rule::BeyondSix;
        out.tell(|| Event::Hit { value, needs, faces: Vec::new(), hits: 0, rule });
    }
    firing.fire.volleys = later;
    state.replace_step(FireStep::Roll.into());
}

/// Blast markers for what was done; those on walls are divided before who has too many breaks.
fn end_fire<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    firing: &mut Firing,
    out: &mut O,
) {
    if firing.reaction {
        pop_down(game, state, firing.formation);
    }
    let toll = with_all_markers(std::mem::take(&mut state.toll));
    for (formation, count) in &toll.markers {
        markers::lay_markers(game, state, *formation, *count, Rule::BlastMarkers, out);
    }
    state.replace_step(FireStep::Close.into());
    for (piece, count) in toll.wall_markers.iter().rev() {
        markers::divide_markers(state, *piece, *count);
    }
    firing.toll = toll;
}

/// All markers lie: a crossfire's is added, then those who have too many break (EA-7.4).
pub(super) fn close_fire<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    firing: &Firing,
    out: &mut O,
) {
    state.steps.pop();
    let toll = &firing.toll;
    let mut marked: Vec<FormationNo> = toll.markers.iter().map(|(it, _)| *it).collect();
    for (piece, _) in &toll.wall_markers {
        marked.extend(units::garrison(state, *piece));
    }
    if let Target::Formation(target) = firing.fire.target {
        let hurt = toll.dear;
        let extra = u8::from(firing.crossfire && hurt);
        markers::lay_markers(game, state, target, extra, Rule::Crossfire, out);
        marked.push(target);
    }
    marked.sort_unstable();
    marked.dedup();
    for formation in marked {
        if state.members(formation).next().is_some() {
            morale::markers::check_broken(game, state, formation, out);
        }
    }
}

/// Hits of the dice become pools that can be allotted.
pub(super) fn pool_hits(state: &mut State, firing: &mut Firing) {
    let shooter = state.formation(firing.formation).owner;
    for attack in std::mem::take(&mut firing.attacks) {
        if attack.hits == 0 {
            continue;
        }
        let sniper = attack.kind.flags.has(WeaponFlags::SNIPER);
        firing.pools.push(HitPool {
            kind: attack.kind,
            hits: attack.hits,
            reaches: attack.reaches,
            picked_by: sniper.then_some(shooter),
        });
    }
    state.replace_step(FireStep::Allot { last: false }.into());
}

/// Allots hits until all are allotted or somebody has to pick; then they are saved.
pub(super) fn allot<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    firing: &mut Firing,
    last: bool,
    out: &mut O,
) -> Flow {
    loop {
        match allot::next_hit(game, state, firing, last) {
            Next::Give(pool, body) => allot::give_hit(game, state, firing, pool, body),
            Next::Ask(..) => return Flow::Wait,
            Next::Done => break,
        }
    }
    allot::tell_allotted(state, firing, last, out);
    if last {
        firing.pools.clear();
        firing.struck.clear();
        firing.order.clear();
    }
    let then = if last { FireStep::Pass } else { FireStep::Allot { last: true } };
    state.replace_step(then.into());
    if !state.wounds.is_empty() {
        state.push_step(Step::Harm(HarmStep::Begin));
    }
    Flow::On
}

/// The dice that fall next: first all plain ones, then those of sixes (EA-7.5.2).
pub(super) fn falling(firing: &Firing) -> impl Iterator<Item = (usize, &Attack, u8, u8)> {
    let plain = firing.attacks.iter().any(|attack| attack.dice > 0);
    let dice = move |(at, attack): (usize, &'_ Attack)| {
        let (count, needs) = if plain {
            (attack.dice, attack.needs.min(6))
        } else {
            (attack.sixes, attack.needs.saturating_sub(3).max(2))
        };
        (at, count, needs)
    };
    firing
        .attacks
        .iter()
        .enumerate()
        .map(move |(at, attack)| {
            let (at, count, needs) = dice((at, attack));
            (at, attack, count, needs)
        })
        .filter(|(_, _, count, _)| *count > 0)
}

pub(super) fn hit_words(game: &EaHeresy, rule: Rule) -> String {
    match rule {
        Rule::Double => "after a double".into(),
        Rule::Marshal => "marshalling".into(),
        Rule::SustainedFire => "sustained fire".into(),
        Rule::InCover => "the target is in cover".into(),
        Rule::OverwatchCover => "the target waits on overwatch".into(),
        Rule::VehiclesAsCover => "the target hides at a vehicle".into(),
        Rule::HullDown => "the target is hull down".into(),
        Rule::Special(id) => game.catalog.special(id).name.clone(),
        _ => "to hit".into(),
    }
}

/// The sets of infantry that may hide at vehicles, as far as they are worth listing.
pub(super) fn hiding_choices(game: &EaHeresy, state: &State, firing: &Firing) -> Vec<Vec<UnitNo>> {
    let bodies = aim::target_bodies(game, state, firing.fire.target);
    let mut could = cover::could_hide(game, state, &bodies);
    let mut choices: Vec<Vec<UnitNo>> = Vec::new();
    for _ in 0..could.len().min(6) {
        let set: Vec<UnitNo> = cover::hiding(game, state, &could).iter().collect();
        if !choices.contains(&set) {
            choices.push(set);
        }
        could.rotate_left(1);
    }
    choices
}

/// Somebody picked who takes the next hit.
pub(super) fn picked(
    game: &EaHeresy,
    state: &mut State,
    firing: &mut Firing,
    last: bool,
    body: Body,
) {
    let fits = |pool: &HitPool| pool.hits > 0 && pool.reaches.contains(&body);
    let pool = match allot::next_hit(game, state, firing, last) {
        Next::Ask(..) => allot::pool_for(game, state, firing, body, last),
        _ => firing.pools.iter().position(fits),
    };
    if let Some(pool) = pool {
        allot::give_hit(game, state, firing, pool, body);
    }
}

/// Takes a formation off overwatch once it has shot, or let its chance go for good.
pub(crate) fn leave_overwatch<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    if let Stance::Overwatch { acted } = state.formation(formation).stance {
        let stance = if acted {
            Stance::Acted(crate::position::action::Order::Overwatch)
        } else {
            Stance::Ready
        };
        state.formation_mut(formation).stance = stance;
        out.tell(|| Event::Watch { formation, on: false, rule: Rule::Overwatch });
    }
}

/// Skimmers that popped up come down, for the action or the overwatch they did it for is over
/// (EA-3.7).
pub(crate) fn pop_down(game: &EaHeresy, state: &mut State, formation: FormationNo) {
    for unit in state.members(formation).collect::<Vec<_>>() {
        if units::model_of(game, state, unit).kind != UnitType::SupportCraft {
            state.unit_mut(unit).popped_up = false;
        }
    }
}
