//! Allocation: hits go to the nearest bodies first, one each before anyone gets a second (EA-7.6).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, HitKind, HitPool, Saving, State, Wound};
use crate::position::step::{Attack, Firing};
use crate::position::units;
use crate::rules::saves;
use crate::rules::shooting::{cover, crossfire};
use crate::tables::catalog::{Traits, WeaponFlags};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// What is to be done with the next hit.
pub(super) enum Next {
    /// All are allotted.
    Done,
    /// It goes there, from a pool.
    Give(usize, Body),
    /// Somebody picks one of these.
    Ask(Seat, Rule, Vec<Body>),
}

/// Whether the hits of a pool are allotted after the others are saved (EA-7.6.1).
fn comes_last(game: &EaHeresy, state: &State, pool: &HitPool) -> bool {
    saves::comes_last(game, state, pool.kind, pool.reaches.iter().copied())
}

/// How many hits a body takes before the next gets one.
fn quota(game: &EaHeresy, state: &State, body: Body) -> u8 {
    match body {
        Body::Unit(unit) => units::model_of(game, state, unit).counts_as,
        Body::Stronghold(piece) => {
            units::walls(game, state, piece).map_or(1, |walls| walls.damage_capacity)
        }
    }
}

/// Whether a body can still take hits.
fn can_be_hit(game: &EaHeresy, state: &State, body: Body) -> bool {
    saves::hide(game, state, body).is_some()
}

/// What is to be done with the next hit of this part of a pass.
pub(super) fn next_hit(game: &EaHeresy, state: &State, firing: &Firing, last: bool) -> Next {
    let pools = || {
        let mine = |pool: &HitPool| pool.hits > 0 && comes_last(game, state, pool) == last;
        firing.pools.iter().enumerate().filter(move |(_, pool)| mine(pool))
    };
    for (at, pool) in pools() {
        let Some(seat) = pool.picked_by else { continue };
        let alive: Vec<Body> =
            pool.reaches.iter().copied().filter(|it| can_be_hit(game, state, *it)).collect();
        match alive[..] {
            [] => {}
            [only] => return Next::Give(at, only),
            _ => {
                return Next::Ask(
                    seat,
                    units::special_rule(game, "sniper", Rule::Allocation),
                    alive,
                );
            }
        }
    }
    let open = || pools().filter(|(_, pool)| pool.picked_by.is_none());
    let taken = |body: Body| -> u8 {
        let own = state.wounds.iter().filter(|wound| wound.on == body);
        own.map(|wound| wound.hits).fold(0, u8::saturating_add)
    };
    let rank = |at: usize, body: Body| {
        let round = taken(body) / self::quota(game, state, body).max(1);
        let fresh = last && !firing.struck.contains(&body);
        (round, fresh, firing.order[at].1)
    };
    let wanted = |body: Body| open().any(|(_, pool)| pool.reaches.contains(&body));
    let ranked: Vec<_> = firing
        .order
        .iter()
        .enumerate()
        .filter(|(_, (body, _))| wanted(*body) && can_be_hit(game, state, *body))
        .map(|(at, (body, _))| (rank(at, *body), *body))
        .collect();
    let Some(first) = ranked.iter().map(|(rank, _)| *rank).min() else { return Next::Done };
    let tied: Vec<Body> =
        ranked.iter().filter(|(rank, _)| *rank == first).map(|(_, body)| *body).collect();
    if tied.len() > 1 {
        let room = |body: &Body| {
            let quota = self::quota(game, state, *body).max(1);
            u16::from(quota - taken(*body) % quota)
        };
        let needed: u16 = tied.iter().map(room).sum();
        let hits: u16 = open()
            .filter(|(_, pool)| tied.iter().any(|body| pool.reaches.contains(body)))
            .map(|(_, pool)| u16::from(pool.hits))
            .sum();
        let begun = tied.iter().any(|body| room(body) < u16::from(self::quota(game, state, *body)));
        if hits < needed && !begun {
            let seat = state.formation(firing.formation).owner.opponent();
            return Next::Ask(seat, Rule::Allocation, tied);
        }
    }
    let begun = |body: &&Body| taken(**body) % self::quota(game, state, **body).max(1) > 0;
    let body = tied.iter().find(begun).copied().unwrap_or(tied[0]);
    let pool = best_pool(game, state, firing, body, open().map(|(at, _)| at));
    pool.map_or(Next::Done, |pool| Next::Give(pool, body))
}

/// The pool from which a hit on a picked body comes: a sniper's where one is to be picked.
pub(super) fn pool_for(
    game: &EaHeresy,
    state: &State,
    firing: &Firing,
    body: Body,
    last: bool,
) -> Option<usize> {
    let fits = |at: &usize| {
        let pool = &firing.pools[*at];
        pool.hits > 0 && comes_last(game, state, pool) == last && pool.reaches.contains(&body)
    };
    let sniper =
        (0..firing.pools.len()).find(|at| fits(at) && firing.pools[*at].picked_by.is_some());
    sniper.or_else(|| {
        best_pool(game, state, firing, body, (0..firing.pools.len()).filter(|at| fits(at)))
    })
}

/// The pool whose hit serves the shooter best on a body: the one that hurts it most, then the
/// one that would hurt others least (EA-7.6, house rule).
fn best_pool(
    game: &EaHeresy,
    state: &State,
    firing: &Firing,
    body: Body,
    open: impl Iterator<Item = usize>,
) -> Option<usize> {
    let harm = |at: usize, body: Body| harm_of(game, state, &firing.pools[at].kind, body);
    let reaching = open.filter(|at| firing.pools[*at].reaches.contains(&body));
    reaching.min_by_key(|&at| {
        let others = firing.pools[at].reaches.iter().filter(|other| **other != body);
        let elsewhere = others.map(|other| harm(at, *other)).max().unwrap_or(0);
        (std::cmp::Reverse(harm(at, body)), elsewhere, firing.pools[at].reaches.len())
    })
}

/// How much worse a hit's rules make it for a body.
pub(crate) fn harm_of(game: &EaHeresy, state: &State, kind: &HitKind, body: Body) -> u16 {
    let Some(hide) = saves::hide(game, state, body) else { return 0 };
    let reinforced = hide.traits.has(Traits::REINFORCED_ARMOUR);
    let covered = matches!(body, Body::Unit(unit) if cover::own_cover(game, state, unit).save > 0);
    let has = |flag: WeaponFlags| kind.flags.has(flag);
    let killer = if hide.engine { u16::from(kind.titan_killer.min(19)) } else { 0 };
    16 * killer
        + if has(WeaponFlags::LANCE) && reinforced { 8 } else { 0 }
        + if has(WeaponFlags::IGNORE_COVER) && covered { 8 } else { 0 }
        + if has(WeaponFlags::CRIPPLING) && hide.engine { 4 } else { 0 }
        + if has(WeaponFlags::SHIELD_PIERCER) && hide.invulnerable > 0 { 4 } else { 0 }
        + if has(WeaponFlags::SIEGE) && matches!(body, Body::Stronghold(_)) { 4 } else { 0 }
        + if has(WeaponFlags::DISRUPT) { 2 } else { 0 }
}

/// Puts one hit of a pool on a body.
pub(super) fn give_hit(
    game: &EaHeresy,
    state: &mut State,
    firing: &mut Firing,
    pool: usize,
    body: Body,
) {
    let Some(from) = firing.pools.get_mut(pool).filter(|pool| pool.hits > 0) else { return };
    from.hits -= 1;
    let (kind, crossfire) = (from.kind, firing.crossfire);
    let saving = shot_saving(game, state, body, &kind, crossfire);
    let same = |wound: &&mut Wound| wound.on == body && wound.kind == kind;
    match state.wounds.iter_mut().find(same) {
        Some(wound) => wound.hits = wound.hits.saturating_add(1),
        None => state.wounds.push(Wound { on: body, kind, hits: 1, through: 0, saving }),
    }
}

/// What bears on the saves of a body against a shot.
fn shot_saving(
    game: &EaHeresy,
    state: &State,
    body: Body,
    kind: &HitKind,
    crossfire: bool,
) -> Saving {
    let cover = match body {
        Body::Unit(unit) => cover::own_cover(game, state, unit).save,
        Body::Stronghold(_) => 0,
    };
    let sniped = if kind.flags.has(WeaponFlags::SNIPER) { -1 } else { 0 };
    let caught = if crossfire { crossfire::crossfire_save(game, state, body) } else { 0 };
    Saving {
        cover,
        modifier: sniped + caught,
        none: false,
        shields_work: !crossfire,
        voids_work: true,
        mortal: false,
    }
}

/// The saves against hits of an attack, where all whom they may strike have the same.
pub(super) fn saves_against(
    game: &EaHeresy,
    state: &State,
    attack: &Attack,
    crossfire: bool,
) -> Option<String> {
    let mut known = attack.reaches.iter().filter_map(|body| {
        let saving = shot_saving(game, state, *body, &attack.kind, crossfire);
        let wound = Wound { on: *body, kind: attack.kind, hits: 1, through: 0, saving };
        saves::saves_to_come(game, state, wound)
    });
    let first = known.next()?;
    known.all(|other| other == first).then_some(first)
}

/// Tells what was allotted, and remembers who was hit for the macro-weapons' part.
pub(super) fn tell_allotted<O: Observe<Event>>(
    state: &State,
    firing: &mut Firing,
    last: bool,
    out: &mut O,
) {
    let rule = if last { Rule::MacroHitsLast } else { Rule::Allocation };
    for Wound { on, hits, .. } in state.wounds.iter().copied() {
        out.tell(|| Event::Allotted { on, hits, rule });
    }
    firing.struck.clear();
    if !last {
        firing.struck.extend(state.wounds.iter().map(|wound| wound.on));
        firing.struck.dedup();
    }
}
