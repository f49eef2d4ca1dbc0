//! How chargers go in where odds are asked of an assault: unit by unit, as the question says.

use crate::position::action::{Action, Ending, UnitMove};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::{MoveKind, MoveStep, Step};
use crate::position::units;
use crate::rules::assault::melee;
use crate::rules::movement::length;
use crate::rules::{coherency, standing};
use crate::steps::movement::{candidates, way_to};
use crate::words::parse_contacts;
use umpire_core::table::{CM, Length, Point};

/// How chargers go in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approach {
    /// Into contact, and against the walls of a stronghold.
    Contact,
    /// Into strongholds where they may.
    Invading,
    /// Near enough for a firefight, and no nearer.
    Outside,
}

/// How well a charger's way fits how it is to go in; what comes first weighs most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Whether it goes in as it was said.
    as_said: bool,
    /// Whether it keeps to those who have moved (EA-1.5.3).
    together: bool,
    /// Whether it can strike from where it ends.
    strikes: bool,
    /// How near it comes; from outside, how little it moves once it can strike.
    near: Length,
}

/// The next charger's move: the nearest to the enemy goes first.
pub(super) fn charge_of(game: &EaHeresy, state: &State, approach: Approach) -> Option<Action> {
    let Some(Step::Movement(MoveStep::Go { formation, kind })) = state.steps.last().copied() else {
        return None;
    };
    let foes = melee::exposed(game, state, state.formation(formation).owner.opponent());
    let next = still_to_move(state, formation)
        .min_by_key(|unit| (gap_to(game, state, *unit, &foes), *unit));
    let Some(unit) = next else { return Some(Action::Done) };
    let mut ways = Vec::new();
    candidates::unit_candidates(game, state, unit, kind, &mut ways);
    if approach == Approach::Outside {
        ways_into_range(game, state, unit, &foes, &mut ways);
    }
    let best = ways.into_iter().max_by_key(|way| fit(game, state, way, approach, &foes))?;
    Some(Action::Move(vec![best]))
}

fn still_to_move<'a>(
    state: &'a State,
    formation: FormationNo,
) -> impl Iterator<Item = UnitNo> + 'a {
    let moved = |unit: UnitNo| state.moving.is_some_and(|moving| moving.moved.contains(unit));
    let stands = |unit: UnitNo| matches!(state.unit(unit).place, Whereabouts::Table(_));
    state.members(formation).filter(move |unit| !moved(*unit) && stands(*unit))
}

fn gap_to(game: &EaHeresy, state: &State, unit: UnitNo, bodies: &[Body]) -> Length {
    let gaps =
        bodies.iter().filter_map(|body| units::distance(game, state, Body::Unit(unit), *body));
    gaps.min().unwrap_or(Length::MAX)
}

/// Ways that bring a unit just into range of a firefight: none, the way by which the others
/// moved, and straight toward the nearest enemy as far as it takes.
fn ways_into_range(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    foes: &[Body],
    into: &mut Vec<UnitMove>,
) {
    let Whereabouts::Table(start) = state.unit(unit).place else { return };
    let kind = MoveKind::Charge;
    let nearest = foes
        .iter()
        .filter_map(|foe| Some((units::distance(game, state, Body::Unit(unit), *foe)?, *foe)));
    let Some((gap, foe)) = nearest.min() else { return };
    let Some(middle) = middle_of_body(game, state, foe) else { return };
    let least = (gap - game.edition.firefight).max(0);
    let farthest = length::allowance(game, state, unit, kind);
    let lengths = (0..).map(|step| least + step * CM / 2).take_while(|it| *it <= farthest);
    let straight = lengths.map(|length| start.towards(middle, length));
    let ends = std::iter::once(start).chain(straight);
    for end in ends {
        let path = if end == start { Vec::new() } else { vec![end] };
        let way = way_to(unit, path);
        if candidates::is_legal(game, state, kind, &way) {
            into.push(way);
        }
    }
}

/// The middle of a unit's base or of a stronghold.
fn middle_of_body(game: &EaHeresy, state: &State, body: Body) -> Option<Point> {
    match body {
        Body::Unit(unit) => units::middle_of(state, unit),
        Body::Stronghold(piece) => Some(game.board.piece(piece).outline.bounds().middle()),
    }
}

fn fit(game: &EaHeresy, state: &State, way: &UnitMove, approach: Approach, foes: &[Body]) -> Fit {
    let unit = way.unit;
    let mut after = state.clone();
    let invades = match way.ends {
        Some(Ending::Invade(piece)) => {
            after.put(unit, Whereabouts::Inside(piece));
            true
        }
        Some(Ending::Enter(piece)) => {
            after.put(unit, Whereabouts::Inside(piece));
            false
        }
        Some(Ending::Embark(transport)) => {
            after.put(unit, Whereabouts::Aboard(transport));
            false
        }
        None => false,
    };
    let mut moved = 0;
    if let (Some(end), None) = (way.path.last(), way.ends) {
        if let Whereabouts::Table(start) = after.unit(unit).place {
            moved = start.distance_to(*end);
        }
        after.put(unit, Whereabouts::Table(*end));
        after.unit_mut(unit).facing = way.facing.unwrap_or(after.unit(unit).facing);
    }
    let gap = if invades { 0 } else { gap_to(game, &after, unit, foes) };
    let touches = gap <= umpire_core::table::SLACK;
    let together = is_chained(game, &after, unit);
    match approach {
        Approach::Invading => Fit { as_said: invades, together, strikes: touches, near: -gap },
        Approach::Contact => Fit { as_said: !invades, together, strikes: touches, near: -gap },
        Approach::Outside => {
            let strikes = foes.iter().any(|foe| melee::fires_at(game, &after, unit, *foe));
            let near = if strikes { -moved } else { -gap };
            Fit { as_said: !invades && !touches, together, strikes, near }
        }
    }
}

/// Whether a unit is in one chain with those of its formation that have moved, the others
/// counted where they stand.
fn is_chained(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let formation = state.unit(unit).formation;
    let waits: UnitSet = still_to_move(state, formation).collect();
    let parts = coherency::parts(game, state, formation);
    let own = parts.iter().find(|part| part.contains(&unit));
    let fixed = |other: &UnitNo| !waits.contains(*other);
    own.is_some_and(|own| {
        state
            .members(formation)
            .filter(fixed)
            .all(|other| own.contains(&other) || state.unit(other).place == Whereabouts::Off)
    })
}

/// Puts the chargers in contact with the enemy, however far they are, and in one chain (EA-1.5.4):
/// each where nobody stands, at the enemy whom the fewest touch, then where it has the shortest way.
/// Who finds no room there is put behind the others. Those who `stay` have moved.
pub(super) fn put_in_contact(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    stay: bool,
) {
    let foe = state.formation(formation).owner.opponent();
    let foes = melee::exposed(game, state, foe);
    let mut touched = vec![0_u8; foes.len()];
    let mut chargers: Vec<UnitNo> = still_to_move(state, formation).collect();
    chargers.sort_by_key(|unit| (gap_to(game, state, *unit, &foes), *unit));
    let mut put: Vec<UnitNo> = Vec::new();
    for unit in chargers {
        let mut order: Vec<usize> = (0..foes.len()).collect();
        order.sort_by_key(|at| {
            (touched[*at], units::distance(game, state, Body::Unit(unit), foes[*at]), *at)
        });
        let found = order.into_iter().find_map(|at| {
            let place = free_contact(game, state, unit, foes[at], &put)?;
            Some((at, place))
        });
        let place = match found {
            Some((at, place)) => {
                touched[at] = touched[at].saturating_add(1);
                Some(place)
            }
            None => place_behind(game, state, unit, &put),
        };
        if let Some(place) = place {
            state.put(unit, Whereabouts::Table(place));
            put.push(unit);
        }
    }
    if let Some(moving) = state.moving.as_mut().filter(|_| stay) {
        for unit in put {
            moving.moved.insert(unit);
        }
    }
}

/// The nearest place in contact with an enemy where a unit may stand, in one chain with the others.
fn free_contact(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    foe: Body,
    others: &[UnitNo],
) -> Option<Point> {
    let Whereabouts::Table(start) = state.unit(unit).place else { return None };
    let stand = |at: Point| (at, state.unit(unit).facing);
    let free = |at: &Point| {
        standing::obstacle(game, state, unit, stand(*at), &UnitSet::default()).is_none()
            && joins(game, state, unit, *at, others)
    };
    let mut places = parse_contacts::places_around(game, state, unit, foe);
    places.sort_unstable_by_key(|at| (start.square_to(*at), *at));
    places.into_iter().find(free)
}

/// The nearest place to one of the others where a unit may stand, in one chain with them.
fn place_behind(game: &EaHeresy, state: &State, unit: UnitNo, others: &[UnitNo]) -> Option<Point> {
    /// How far from those in contact a place is looked for.
    const BEHIND: Length = 20 * CM;
    let facing = state.unit(unit).facing;
    let fits = |at: Point| joins(game, state, unit, at, others);
    others.iter().find_map(|other| {
        let middle = units::middle_of(state, *other)?;
        standing::nearest_stand(game, state, unit, (middle, facing), BEHIND, &fits)
    })
}

/// Whether a unit at a place would be within its own coherency distance of one of the others, or is the first.
fn joins(game: &EaHeresy, state: &State, unit: UnitNo, at: Point, others: &[UnitNo]) -> bool {
    let own = Area::Base(units::model_of(game, state, unit).base(at, state.unit(unit).facing));
    let reach = units::coherency_of(game, state, unit);
    let mut areas = others.iter().filter_map(|other| units::area_of(game, state, *other));
    others.is_empty() || areas.any(|area| own.within(&area, reach))
}
