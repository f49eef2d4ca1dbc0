//! Moves read as people type them: how far where, around what, into what.

use super::cursor::{Cursor, Parsed};
use super::parse_contacts::kind_of_move;
use crate::position::action::{Ending, UnitMove};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::{names, units};
use crate::rules::standing;
use crate::steps::movement::{candidates, run};
use crate::words::{asked, parse_contacts, typed_names};
use umpire_core::host::Slip;
use umpire_core::table::{self, CM, Facing, Ground, Length, Point, Reach, Vector};

/// Where somebody is to go, before it is known from where.
#[derive(Debug, Clone)]
pub(super) enum Goal {
    /// To a place, by others.
    To(Vec<Point>),
    /// So far in a direction.
    By(Length, Facing),
    /// Nowhere.
    Stay,
    /// Into, or into contact with, something, by places named.
    Into(Vec<Point>),
}

/// The rest of a typed move.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    goal: Goal,
    pub along_road: bool,
    leaves: bool,
    pub facing: Option<Facing>,
    pub cautious: bool,
    pub ends: Option<Ending>,
    /// Whom a charge ends in contact with: the nearest of these.
    pub contact: Vec<Body>,
}

/// Who makes a typed move.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mover {
    /// One unit.
    Unit(UnitNo),
    /// All of the formation that are left to move.
    All,
}

/// Several moves joined by `;`, of which the first may have been told already who makes it.
pub(super) fn parse_moves(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    mut first: Option<Mover>,
    cursor: &Cursor,
) -> Parsed<Vec<UnitMove>> {
    let mut moves: Vec<UnitMove> = Vec::new();
    for mut part in cursor.split(&[";"]) {
        if part.done() && first.is_none() {
            continue;
        }
        let mover = match first.take() {
            Some(mover) => mover,
            None if part.eat("all") => Mover::All,
            None => Mover::Unit(typed_names::typed_unit(game, state, own, &mut part)?),
        };
        let typed = typed_move(game, state, own, &mut part)?;
        part.finish(())?;
        match mover {
            Mover::All => moves.extend(moves_of_all(game, state, own, &typed)?),
            Mover::Unit(unit) => moves.push(move_of(game, state, unit, &typed)?),
        }
    }
    Ok(moves)
}

fn typed_move(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    cursor: &mut Cursor,
) -> Parsed<Typed> {
    let mut typed = Typed {
        goal: Goal::Stay,
        along_road: false,
        leaves: false,
        facing: None,
        cautious: false,
        ends: None,
        contact: Vec::new(),
    };
    let (mut via, mut to, mut by, mut stays) = (Vec::new(), None, None, false);
    let place = |cursor: &mut Cursor| {
        cursor.spot().ok_or_else(|| Slip::new("expected a place, as `to (84.5, 60)`"))
    };
    while !cursor.done() {
        if cursor.eat_any(&["hold", "holds", "stays", "stay"]) {
            stays = true;
        } else if cursor.eat_any(&["to", "moves to"]) {
            to = Some(place(cursor)?);
        } else if cursor.eat_any(&["along the road", "along road", "by road"]) {
            typed.along_road = true;
        } else if cursor.eat_any(&["via", "by"]) {
            via.push(place(cursor)?);
            via.extend(cursor.places());
        } else if cursor.eat_any(&["leaves", "leave", "disembarks"]) {
            typed.leaves = true;
        } else if cursor.eat_any(&["cautiously", "cautious"]) {
            typed.cautious = true;
        } else if cursor.eat_any(&["enters", "enter"]) {
            typed.ends = Some(Ending::Enter(typed_names::typed_stronghold(game, cursor)?));
        } else if cursor.eat_any(&["invades", "invade"]) {
            typed.ends = Some(Ending::Invade(typed_names::typed_stronghold(game, cursor)?));
        } else if cursor.eat_any(&["boards", "board", "embarks in"]) {
            typed.ends = Some(Ending::Embark(typed_names::typed_unit(game, state, own, cursor)?));
        } else if cursor.eat_any(&["charges", "charge", "contacts"]) {
            typed.contact = parse_contacts::bodies_called(game, state, cursor)?;
        } else if cursor.peek() == Some("facing") {
            typed.facing = cursor.facing()?;
        } else if cursor.peek() == Some(",") {
            cursor.eat(",");
        } else if by.is_none() && to.is_none() && cursor.peek() != Some("(") {
            let usage = || {
                let says = format!(
                    "`{}` means nothing here, expected `to (x, y)`, `12 NE`, `hold`, \
                         `enters STRONGHOLD`, `boards UNIT` or the like",
                    cursor.rest()
                );
                Slip::new(says)
            };
            let mut ahead = cursor.clone();
            let length = ahead.length().filter(|length| *length >= 0).ok_or_else(usage)?;
            let direction = ahead.direction().ok_or_else(|| {
                let says = "expected a direction after the length: N, NE, E, SE, S, SW, W, NW, \
                                or degrees against the clock from east, as `12 NE` or `12 67`";
                Slip::new(says)
            })?;
            by = Some((length, direction));
            *cursor = ahead;
        } else {
            return Err(Slip::new(format!("`{}` means nothing here", cursor.rest())));
        }
    }
    let ends = typed.ends.is_some() || !typed.contact.is_empty();
    typed.goal = match (to, by) {
        _ if stays => Goal::Stay,
        (Some(to), _) => {
            via.push(to);
            Goal::To(via)
        }
        (None, Some((length, direction))) => Goal::By(length, direction),
        (None, None) if ends => Goal::Into(via),
        (None, None) if !via.is_empty() => Goal::To(via),
        (None, None) if typed.facing.is_some() => Goal::Stay,
        (None, None) => {
            let usage = "expected where to, as `to (84.5, 60)`, `12 NE` or `hold`";
            return Err(Slip::new(usage));
        }
    };
    Ok(typed)
}

fn move_of(game: &EaHeresy, state: &State, unit: UnitNo, typed: &Typed) -> Parsed<UnitMove> {
    let name = names::unit_word(game, unit);
    let Some(from) = asked::spot_of(game, state, unit) else {
        return Err(Slip::new(format!("`{name}` is not on the table")));
    };
    let mut path = match &typed.goal {
        Goal::Stay => Vec::new(),
        Goal::To(places) | Goal::Into(places) => places.clone(),
        Goal::By(length, direction) => {
            vec![from.ahead(*direction, *length)]
        }
    };
    if let Goal::Into(_) = typed.goal {
        let last = path.last().copied().unwrap_or(from);
        let contact = parse_contacts::contact_place(game, state, unit, (last, &path), typed)?;
        if contact != last || path.is_empty() {
            path.push(contact);
        }
    }
    if typed.along_road
        && let Some(to) = path.pop()
    {
        path.extend(way_along_road(game, state, unit, from, to)?);
    }
    let inside = matches!(state.unit(unit).place, Whereabouts::Inside(_));
    let leaves = typed.leaves || matches!(typed.goal, Goal::By(..));
    if leaves
        && let (Some(first), true) = (path.first().copied(), inside)
        && let Some(exit) = exit_towards(game, state, unit, first)
        && exit != first
    {
        path.insert(0, exit);
    }
    if let Goal::Into(_) = typed.goal {
        return Ok(parse_contacts::way_into(game, state, unit, path, typed));
    }
    Ok(UnitMove {
        path,
        facing: typed.facing,
        cautious: typed.cautious,
        ends: typed.ends,
        ..UnitMove::stays(unit)
    })
}

/// The whole formation by one way, keeping its shape, those ahead first.
fn moves_of_all(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    typed: &Typed,
) -> Parsed<Vec<UnitMove>> {
    let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.contains(*unit));
    let mut units: Vec<(UnitNo, Point)> = own
        .iter()
        .filter(|unit| !moved(unit))
        .filter_map(|unit| Some((*unit, asked::spot_of(game, state, *unit)?)))
        .filter(|(unit, _)| !matches!(state.unit(*unit).place, Whereabouts::Aboard(_)))
        .collect();
    let Some((_, lead)) = units.first().copied() else {
        return Err(Slip::new("no unit of the formation is left to move"));
    };
    if let Goal::Into(_) = typed.goal {
        let units = units.into_iter().map(|(unit, _)| unit).collect();
        return moves_into(game, state, units, typed);
    }
    let goal = match &typed.goal {
        Goal::To(places) => places.last().copied().unwrap_or(lead) - lead,
        Goal::By(length, direction) => lead.ahead(*direction, *length) - lead,
        Goal::Stay | Goal::Into(_) => Vector::zeros(),
    };
    units.sort_by_key(|(_, at)| std::cmp::Reverse(goal.dot(&Vector::from(*at))));
    let single = |(unit, at): (UnitNo, Point)| {
        let shifted = |place: &Point| at + (*place - lead);
        let goal = match &typed.goal {
            Goal::To(places) => Goal::To(places.iter().map(shifted).collect()),
            other => other.clone(),
        };
        move_of(game, state, unit, &Typed { goal, ..typed.clone() })
    };
    units.into_iter().map(single).collect()
}

/// Units one after another into contact, those nearest first, each beside those before it. Who
/// finds no place stays to be moved, unless nobody does.
fn moves_into(
    game: &EaHeresy,
    state: &State,
    mut units: Vec<UnitNo>,
    typed: &Typed,
) -> Parsed<Vec<UnitMove>> {
    let bodies = parse_contacts::contacted(typed);
    units.sort_by_key(|unit| {
        let gap = |body: &Body| units::distance(game, state, Body::Unit(*unit), *body);
        bodies.iter().filter_map(gap).min()
    });
    let (mut after, mut ways) = (state.clone(), Vec::new());
    for unit in &units {
        let way = move_of(game, &after, *unit, typed)?;
        let Some(kind) = kind_of_move(state) else {
            ways.push(way);
            continue;
        };
        if candidates::is_legal(game, &after, kind, &way) {
            run::pretend(game, &mut after, kind, &way);
            ways.push(way);
        }
    }
    if ways.is_empty() {
        return units.into_iter().map(|unit| move_of(game, state, unit, typed)).collect();
    }
    Ok(ways)
}

/// Where a unit that leaves a stronghold or a transport is put down first on its way.
fn exit_towards(game: &EaHeresy, state: &State, unit: UnitNo, to: Point) -> Option<Point> {
    let footprint = units::model_of(game, state, unit).footprint;
    let facing = state.unit(unit).facing;
    match units::area_of(game, state, unit)? {
        Area::Base(base) => table::in_contact(footprint, facing, to, &base),
        Area::Outline(outline) => table::in_contact_with_outline(footprint, facing, to, outline),
    }
}

/// A way over roads alone; a slip where there is none (EA-5.9.1).
fn way_along_road(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    from: Point,
    to: Point,
) -> Parsed<Vec<Point>> {
    struct Roads<'a>(&'a EaHeresy);
    impl Ground for Roads<'_> {
        fn stands(&self, at: Point) -> bool {
            standing::on_road_at(self.0, at)
        }
        fn passes(&self, from: Point, to: Point) -> bool {
            let steps = from.distance_to(to) / (CM / 4) + 1;
            (0..=steps).all(|step| {
                let length = from.distance_to(to) * step / steps;
                standing::on_road_at(self.0, from.towards(to, length))
            })
        }
    }
    let speed = units::model_of(game, state, unit).speed.max(5 * CM) * 2;
    let roads = Roads(game);
    if !roads.stands(from) {
        let says = format!("`{}` is not on a road (EA-5.9.1)", names::unit_word(game, unit));
        return Err(Slip::new(says));
    }
    if roads.passes(from, to) {
        return Ok(vec![to]);
    }
    let reach = Reach::new(&roads, from, speed.min(120 * CM), CM);
    let path = reach.path_to(&roads, to).filter(|_| roads.stands(to));
    path.map(|path| path.into_iter().skip(1).collect()).ok_or_else(|| {
        let (name, to) = (names::unit_word(game, unit), said_place(to));
        Slip::new(format!("no road leads `{name}` to {to} in one move (EA-5.9.1)"))
    })
}
