//! Hits of an assault are allotted by their victims' owner, the nearest first (EA-7.6, EA-8.8.14).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{
    Body, FormationNo, Saving, State, UnitNo, UnitSet, Whereabouts, Wound,
};
use crate::position::step::{Aim, AssaultStep, HarmStep, Pool, Wave};
use crate::position::{area, units};
use crate::rules::assault::{melee, strikes};
use crate::rules::saves;
use crate::rules::shooting::cover;
use crate::rules::shooting::dice::is_engine;
use crate::steps::about_bodies;
use crate::steps::assault::{Ask, Flow, Step};
use crate::steps::harm::tally;
use crate::steps::shooting::{allot, markers};
use crate::tables::catalog::{Traits, WeaponFlags};
use crate::tables::edition::AssaultCounts;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

impl Pool {
    /// Whether its hits come in the second pass (EA-7.6.1).
    pub(crate) fn is_late(&self, game: &EaHeresy, state: &State) -> bool {
        saves::comes_last(game, state, self.kind, self.reaches.iter().map(|(body, _)| *body))
    }
}

/// How many hits of the pass a body has taken.
fn taken(state: &State, body: Body) -> u8 {
    let wounds = state.wounds.iter().filter(|wound| wound.on == body);
    wounds.fold(0_u8, |sum, wound| sum.saturating_add(wound.hits))
}

/// How far everything that can be struck in a round is from the nearest enemy who fights: the
/// one order of allocation of all its passes (EA-7.6, EA-7.6.1).
pub(super) fn front(game: &EaHeresy, state: &State) -> Vec<(Body, Length)> {
    let mut front = Vec::new();
    for seat in Seat::SIDES {
        let foes: SmallVec<[UnitNo; 16]> = melee::fighters(game, state, seat.opponent()).collect();
        let units = melee::fighters(game, state, seat).map(Body::Unit);
        let walls = melee::standing_walls(game, state, seat).map(Body::Stronghold);
        for body in units.chain(walls) {
            let gap = area::gap_to_nearest(game, state, body, foes.iter().copied());
            front.push((body, gap.unwrap_or(0)));
        }
    }
    front
}

/// Finds whom the hits of a pool may be allotted to, and in which order: that of the round, or
/// of who supports.
pub(super) fn aim(game: &EaHeresy, state: &State, pool: &mut Pool) {
    let strikers = pool.units;
    let mut bodies = struck_by(game, state, pool.seat, pool.aim, strikers);
    if pool.kind.flags.has(WeaponFlags::TITAN_HUNTER) {
        bodies.retain(|body| is_engine(game, state, *body));
    }
    let front = state.assault.as_ref().map_or(&[][..], |assault| &assault.front);
    let gap = |body: &Body| {
        if let Some((_, gap)) = front.iter().find(|(other, _)| other == body) {
            return *gap;
        }
        area::gap_to_nearest(game, state, *body, strikers.iter()).unwrap_or(0)
    };
    pool.reaches = bodies.iter().map(|body| (*body, gap(body))).collect();
}

/// What units of a side may strike.
pub(super) fn struck_by(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    aim: Aim,
    strikers: UnitSet,
) -> SmallVec<[Body; 16]> {
    let exposed = || melee::exposed(game, state, seat.opponent()).into_iter();
    match aim {
        Aim::Walls(piece) => SmallVec::from_slice(&[Body::Stronghold(piece)]),
        Aim::Inside(piece) => {
            let (invaders, occupants) = melee::inside(state, piece);
            let struck = strikers.iter().next().is_some_and(|unit| state.invades(unit));
            let victims = if struck { occupants } else { invaders };
            victims.into_iter().map(Body::Unit).collect()
        }
        Aim::Fire => {
            let hit =
                |body: &Body| strikers.iter().any(|unit| melee::fires_at(game, state, unit, *body));
            exposed().filter(hit).collect()
        }
        Aim::Touched | Aim::Beyond => {
            let gripped: SmallVec<[UnitNo; 16]> = strikers
                .iter()
                .flat_map(|unit| strikes::gripped_units(game, state, unit))
                .collect();
            let beyond = aim == Aim::Beyond;
            let hit = |body: &Body| match body {
                Body::Unit(unit) if gripped.contains(unit) => true,
                Body::Unit(_) if beyond => {
                    strikers.iter().any(|unit| melee::fires_at(game, state, unit, *body))
                }
                _ => false,
            };
            exposed().filter(hit).collect()
        }
    }
}

/// So many different saves are told before the dice fall.
const MOST_SAVES_TOLD: usize = 3;

/// Whether a body can still take hits.
fn takes_hits(game: &EaHeresy, state: &State, body: Body) -> bool {
    match body {
        Body::Unit(unit) => state.unit(unit).alive(),
        Body::Stronghold(piece) => !units::is_ruined(game, state, piece),
    }
}

/// How many hits a body takes before the next is hit: a war engine's damage capacity.
fn takes(game: &EaHeresy, state: &State, body: Body) -> u8 {
    match body {
        Body::Unit(unit) => {
            let model = units::model_of(game, state, unit);
            if model.is_war_engine() { model.damage_capacity } else { 1 }
        }
        Body::Stronghold(piece) => {
            units::walls(game, state, piece).map_or(1, |it| it.damage_capacity)
        }
    }
    .max(1)
}

/// Who may take the next hit, of a side whose turn it is: the least hit, in the second pass
/// survivors of the first, then the nearest; with the seat that struck.
fn next_victims(
    game: &EaHeresy,
    state: &State,
    late: bool,
) -> Option<(Seat, SmallVec<[Body; 16]>)> {
    let assault = state.assault.as_ref()?;
    let seat = open_pools(game, state, late).next()?.1.seat;
    let order = |body: Body, gap: Length| {
        let survived = assault.struck.contains(&body);
        (taken(state, body) / takes(game, state, body), late && !survived, gap)
    };
    let mut keyed: SmallVec<[_; 16]> = SmallVec::new();
    for (_, pool) in open_pools(game, state, late).filter(|(_, pool)| pool.seat == seat) {
        for (body, gap) in &pool.reaches {
            let entry = (order(*body, *gap), *body);
            if takes_hits(game, state, *body) && !keyed.contains(&entry) {
                keyed.push(entry);
            }
        }
    }
    let first = keyed.iter().map(|(key, _)| *key).min()?;
    let equal = keyed.iter().filter(|(key, _)| *key == first).map(|(_, body)| *body);
    Some((seat, equal.collect()))
}

/// Pools of a pass with hits left that somebody can still take, by their places.
fn open_pools<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    late: bool,
) -> impl Iterator<Item = (usize, &'a Pool)> + 'a {
    let pools = state.assault.iter().flat_map(|assault| assault.pools.iter().enumerate());
    pools.filter(move |(_, pool)| {
        pool.hits > 0
            && pool.is_late(game, state) == late
            && pool.reaches.iter().any(|(body, _)| takes_hits(game, state, *body))
    })
}

/// The pool from which a body takes the next hit: the one that hurts it most, then the one that
/// could hurt the fewest others (EA-7.6).
fn pool_for_body(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    body: Body,
    late: bool,
) -> Option<usize> {
    let reaches = |pool: &Pool| pool.reaches.iter().any(|(other, _)| *other == body);
    let fits = open_pools(game, state, late).filter(|(_, it)| it.seat == seat && reaches(it));
    let best = fits.min_by_key(|(at, pool)| {
        let harm = allot::harm_of(game, state, &pool.kind, body);
        (std::cmp::Reverse(harm), pool.reaches.len(), *at)
    });
    best.map(|(at, _)| at)
}

/// Whether it makes no difference which of two bodies is hit.
fn alike(game: &EaHeresy, state: &State, a: Body, b: Body) -> bool {
    let (Body::Unit(a), Body::Unit(b)) = (a, b) else { return false };
    let (one, other) = (state.unit(a), state.unit(b));
    let passengers = |unit: UnitNo| state.passengers(unit).next().is_some();
    (one.model, one.formation, one.damage, one.shields_down)
        == (other.model, other.formation, other.damage, other.shields_down)
        && cover_in_assault(game, state, a) == cover_in_assault(game, state, b)
        && !passengers(a)
        && !passengers(b)
}

pub(super) fn advance_allot<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    wave: Wave,
    late: bool,
    out: &mut O,
) -> Flow {
    while let Some((seat, victims)) = next_victims(game, state, late) {
        let reaching = open_pools(game, state, late).filter(|(_, pool)| {
            pool.seat == seat && pool.reaches.iter().any(|(body, _)| victims.contains(body))
        });
        let hits: u16 = reaching.map(|(_, pool)| u16::from(pool.hits)).sum();
        let first = victims[0];
        let room: u16 = victims
            .iter()
            .map(|body| {
                let takes = self::takes(game, state, *body);
                u16::from(takes - taken(state, *body) % takes)
            })
            .sum();
        let free = hits < room
            && victims.iter().any(|body| *body != first && !alike(game, state, first, *body));
        if free {
            return Flow::Wait;
        }
        allot_one(game, state, late, first, out);
    }
    let assault = state.melee();
    assault.pools.retain(|pool| pool.hits > 0 && !late);
    if assault.pools.is_empty() {
        assault.struck.clear();
    }
    if state.wounds.is_empty() {
        after_saves(game, state, wave, late, out);
    } else {
        state.toll = Default::default();
        state.replace_step(AssaultStep::Saved { wave, late }.step());
        state.push_step(Step::Harm(HarmStep::Begin));
    }
    Flow::On
}

pub(super) fn ask_allot(game: &EaHeresy, state: &State, late: bool) -> Ask {
    let Some((seat, victims)) = next_victims(game, state, late) else {
        return Ask::seat(Seat(0), Rule::Allocation);
    };
    about_bodies(state, seat.opponent(), Rule::Allocation, &victims)
}

pub(super) fn list_victims(game: &EaHeresy, state: &State, late: bool, into: &mut Vec<Action>) {
    if let Some((_, victims)) = next_victims(game, state, late) {
        into.extend(victims.into_iter().map(Action::Pick));
    }
}

pub(super) fn check_victim<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    late: bool,
    body: Body,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Some((seat, victims)) = next_victims(game, state, late) else { return Ok(()) };
    let reached = pool_for_body(game, state, seat, body, late).is_some();
    let open = || open_pools(game, state, late).filter(|(_, pool)| pool.seat == seat);
    let fires = open().any(|(_, pool)| pool.aim == Aim::Fire);
    let inside = open().all(|(_, pool)| matches!(pool.aim, Aim::Inside(_)));
    let (rule, says) = if fires && is_inside_walls(game, state, body) {
        (Rule::FirefightHitsStronghold, "firefight strikes the walls, not those inside")
    } else if inside {
        (Rule::OccupantsCover, "these hits strike those inside only")
    } else {
        (Rule::Allocation, "these hits do not reach it")
    };
    why.need(rule, reached, || Fact::says(says))?;
    why.require(Rule::Allocation, victims.contains(&body), || {
        let fact = Fact::says("another is nearer, or has taken fewer hits")
            .held("nobody nearer has taken fewer hits");
        match victims.first() {
            Some(first) => {
                let name = units::body_name(game, *first);
                fact.instead(format!("pick `{name}`"), &Action::Pick(*first))
            }
            None => fact,
        }
    })
}

fn is_inside_walls(game: &EaHeresy, state: &State, body: Body) -> bool {
    match body {
        Body::Unit(unit) => {
            unit.index() < state.units.len() && melee::is_sheltered(game, state, unit)
        }
        Body::Stronghold(_) => false,
    }
}

/// A body takes the next hit.
pub(super) fn allot_one<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    late: bool,
    body: Body,
    out: &mut O,
) {
    let found = next_victims(game, state, late);
    let pool = found.and_then(|(seat, _)| pool_for_body(game, state, seat, body, late));
    let Some(at) = pool else { return };
    let pool = &mut state.melee().pools[at];
    pool.hits -= 1;
    let (kind, aim) = (pool.kind, pool.aim);
    let support = matches!(
        state.steps.last(),
        Some(Step::Assault(AssaultStep::Allot { wave: Wave::Support(_), .. }))
    );
    let saving = saving_in_assault(game, state, body, aim, support);
    let struck = &mut state.melee().struck;
    if !late && !struck.contains(&body) {
        struck.push(body);
    }
    out.tell(|| Event::Allotted { on: body, hits: 1, rule: Rule::Allocation });
    let same = |wound: &&mut Wound| (wound.on, wound.kind, wound.saving) == (body, kind, saving);
    match state.wounds.iter_mut().find(same) {
        Some(wound) => wound.hits = wound.hits.saturating_add(1),
        None => state.wounds.push(Wound { on: body, kind, hits: 1, through: 0, saving }),
    }
}

/// What bears on the saves of a body hit in an assault.
fn saving_in_assault(
    game: &EaHeresy,
    state: &State,
    body: Body,
    aim: Aim,
    support: bool,
) -> Saving {
    let Body::Unit(unit) = body else { return Saving::default() };
    let flare = units::unit_has(game, state, unit, Traits::IONIC_FLARE_SHIELD);
    let cover = match (aim, state.unit(unit).place) {
        (Aim::Inside(_), Whereabouts::Inside(piece)) if !state.invades(unit) => {
            units::walls(game, state, piece).map_or(0, |walls| walls.inside_cover_save)
        }
        (Aim::Inside(_), _) => 0,
        _ => cover_in_assault(game, state, unit),
    };
    let fire = aim == Aim::Fire;
    let shields_work = fire && !support || !fire && flare;
    Saving { cover, shields_work, voids_work: fire, ..Saving::default() }
}

/// The saves that whoever the hits of a pool may strike will have, each once, nearest first; nothing where they are many.
pub(super) fn saves_against(
    game: &EaHeresy,
    state: &State,
    pool: &Pool,
    support: bool,
) -> Option<String> {
    let mut pool = pool.clone();
    aim(game, state, &mut pool);
    pool.reaches.sort_by_key(|(_, gap)| *gap);
    let mut known: Vec<String> = Vec::new();
    for (body, _) in &pool.reaches {
        let saving = saving_in_assault(game, state, *body, pool.aim, support);
        let wound = Wound { on: *body, kind: pool.kind, hits: 1, through: 0, saving };
        if let Some(saves) = saves::saves_to_come(game, state, wound)
            && !known.contains(&saves)
        {
            known.push(saves);
        }
    }
    (1..=MOST_SAVES_TOLD).contains(&known.len()).then(|| known.join(", or "))
}

/// The cover save of a defender that has not counter-charged; 0 for none (EA-8.5.2).
pub(super) fn cover_in_assault(game: &EaHeresy, state: &State, unit: UnitNo) -> u8 {
    let Some(assault) = &state.assault else { return 0 };
    let defends = assault.defenders.contains(&state.unit(unit).formation);
    if !defends || assault.moved.contains(unit) {
        return 0;
    }
    cover::own_cover(game, state, unit).save
}

/// The saves of a pass are done: counts what was inflicted, and lays the blast markers of hits
/// that disrupt.
pub(super) fn after_saves<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    wave: Wave,
    late: bool,
    out: &mut O,
) -> Flow {
    let disrupted = std::mem::take(&mut state.toll.hit_markers);
    let cracked = std::mem::take(&mut state.toll.hit_wall_markers);
    count_toll(game, state);
    if !late {
        state.replace_step(AssaultStep::Allot { wave, late: true }.step());
    } else {
        after_wave(state, wave);
    }
    // Ruling: they lie at once, since only those of casualties wait (EA-8.5.4), and count in the
    // result; who has too many breaks when the assault is over, as after all markers of a fire.
    for (formation, count) in disrupted {
        super::shake(game, state, formation, count, Rule::Disrupt, out);
    }
    for (piece, count) in cracked {
        markers::divide_markers(state, piece, count);
    }
    Flow::On
}

/// What follows when a wave has struck.
pub(super) fn after_wave(state: &mut State, wave: Wave) {
    let next = match wave {
        Wave::First => AssaultStep::Roll(Wave::Main),
        Wave::Main => {
            state.melee().front.clear();
            AssaultStep::Support { seat: state.attacking_seat() }
        }
        Wave::Support(formation) => AssaultStep::Support { seat: state.formation(formation).owner },
    };
    state.replace_step(next.step());
}

/// Adds what wounds did to what each side has inflicted and suffered (EA-8.7.2, EA-8.8.12).
fn count_toll(game: &EaHeresy, state: &mut State) {
    let toll = std::mem::take(&mut state.toll);
    let Some(mut assault) = state.assault.take() else { return };
    let mut inflict = |on: Seat, points: u8| {
        let sum = &mut assault.inflicted[on.opponent().index()];
        *sum = sum.saturating_add(points.into());
    };
    let counts = game.edition.assault_counts;
    for (formation, points) in &toll.damage {
        if counts == AssaultCounts::Damage {
            inflict(state.formation(*formation).owner, *points);
        }
    }
    for unit in &toll.lost {
        if counts == AssaultCounts::Kills {
            inflict(state.owner(*unit), units::model_of(game, state, *unit).counts_as);
        }
    }
    for (piece, points) in &toll.walls {
        let owner = assault.walls.iter().find(|(wall, _)| wall == piece).map(|(_, seat)| *seat);
        if let Some(owner) = owner.filter(|_| counts == AssaultCounts::Damage) {
            inflict(owner, *points);
        }
    }
    for (formation, markers) in toll.markers {
        tally(&mut assault.suffered, formation, markers);
    }
    for (piece, markers) in toll.wall_markers {
        tally(&mut assault.cracked, piece, markers);
    }
    state.assault = Some(assault);
}

/// How many casualties a formation has suffered in the assault.
pub(super) fn casualties(state: &State, formation: FormationNo) -> u8 {
    let suffered = state.assault.iter().flat_map(|assault| &assault.suffered);
    let own = suffered.filter(|(of, _)| *of == formation);
    own.fold(0, |sum, (_, points)| sum.saturating_add(*points))
}
