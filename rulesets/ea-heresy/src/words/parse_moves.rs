//! Moves read as people type them: how far where, around what, into what.

use super::cursor::{Cursor, Parsed};
use super::parse::typed_facing;
use crate::action::{Action, Ending, UnitMove};
use crate::area::Area;
use crate::game::EaHeresy;
use crate::state::{Body, State, UnitNo, Whereabouts};
use umpire_core::host::Slip;
use umpire_core::table::{self, CM, Facing, Footprint, Ground, Length, Point, Reach};

/// Where somebody is to go, before it is known from where.
#[derive(Debug, Clone)]
enum Goal {
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
struct Typed {
    goal: Goal,
    along_road: bool,
    leaves: bool,
    facing: Option<Facing>,
    cautious: bool,
    ends: Option<Ending>,
    /// Whom a charge ends in contact with.
    contact: Option<Body>,
}

impl EaHeresy {
    /// Several moves joined by `;`. Where `whole`, the formation was named already.
    pub(super) fn parse_moves(
        &self,
        state: &State,
        own: &[UnitNo],
        cursor: &Cursor,
        whole: bool,
    ) -> Parsed<Action> {
        let mut moves: Vec<UnitMove> = Vec::new();
        for (number, mut part) in cursor.split(&[";"]).into_iter().enumerate() {
            if part.done() {
                continue;
            }
            if whole && number == 0 || part.eat("all") {
                let typed = self.typed_move(state, own, &mut part)?;
                part.finish(())?;
                moves.extend(self.moves_of_all(state, own, &typed)?);
            } else {
                let unit = self.typed_unit(state, own, &mut part)?;
                let typed = self.typed_move(state, own, &mut part)?;
                part.finish(())?;
                moves.push(self.move_of(state, unit, &typed)?);
            }
        }
        Ok(Action::Move(moves))
    }

    fn typed_move(&self, state: &State, own: &[UnitNo], cursor: &mut Cursor) -> Parsed<Typed> {
        let mut typed = Typed {
            goal: Goal::Stay,
            along_road: false,
            leaves: false,
            facing: None,
            cautious: false,
            ends: None,
            contact: None,
        };
        let (mut via, mut to, mut by, mut stays) = (Vec::new(), None, None, false);
        let place = |cursor: &mut Cursor| {
            cursor.place().ok_or_else(|| Slip::new("expected a place, as `to (84.5, 60)`"))
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
                typed.ends = Some(Ending::Enter(self.typed_stronghold(cursor)?));
            } else if cursor.eat_any(&["invades", "invade"]) {
                typed.ends = Some(Ending::Invade(self.typed_stronghold(cursor)?));
            } else if cursor.eat_any(&["boards", "board", "embarks in"]) {
                typed.ends = Some(Ending::Embark(self.typed_unit(state, own, cursor)?));
            } else if cursor.eat_any(&["charges", "charge", "contacts"]) {
                typed.contact = Some(self.body_called(state, cursor)?);
            } else if cursor.peek() == Some("facing") {
                typed.facing = typed_facing(cursor)?;
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
                    Slip::new("expected a direction after the length, as `12 NE` or `12 45`")
                })?;
                by = Some((length, direction));
                *cursor = ahead;
            } else {
                return Err(Slip::new(format!("`{}` means nothing here", cursor.rest())));
            }
        }
        let ends = typed.ends.is_some() || typed.contact.is_some();
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

    fn move_of(&self, state: &State, unit: UnitNo, typed: &Typed) -> Parsed<UnitMove> {
        let name = self.unit_word(unit);
        let Some(from) = self.spot_of(state, unit) else {
            return Err(Slip::new(format!("`{name}` is not on the table")));
        };
        let mut path = match &typed.goal {
            Goal::Stay => Vec::new(),
            Goal::To(places) | Goal::Into(places) => places.clone(),
            Goal::By(length, direction) => {
                vec![from.plus(direction.turn(Point::new(*length, 0)))]
            }
        };
        if let Goal::Into(_) = typed.goal {
            let last = path.last().copied().unwrap_or(from);
            let contact = self.contact_place(state, unit, last, typed)?;
            if contact != last || path.is_empty() {
                path.push(contact);
            }
        }
        if typed.along_road
            && let Some(to) = path.pop()
        {
            path.extend(self.way_along_road(state, unit, from, to));
        }
        let inside = matches!(state.unit(unit).place, Whereabouts::Inside(_));
        let leaves = typed.leaves || matches!(typed.goal, Goal::By(..));
        if leaves
            && let (Some(first), true) = (path.first().copied(), inside)
            && let Some(exit) = self.exit_towards(state, unit, first)
            && exit != first
        {
            path.insert(0, exit);
        }
        // The place of contact was worked out for the base as it looks now.
        let into = matches!(typed.goal, Goal::Into(_)).then(|| state.unit(unit).facing);
        let round = matches!(self.model_of(state, unit).footprint, Footprint::Disc { .. });
        Ok(UnitMove {
            path,
            facing: typed.facing.or(into.filter(|_| !round)),
            cautious: typed.cautious,
            ends: typed.ends,
            ..self.stays(unit)
        })
    }

    /// The whole formation by one way, keeping its shape, those ahead first.
    fn moves_of_all(&self, state: &State, own: &[UnitNo], typed: &Typed) -> Parsed<Vec<UnitMove>> {
        let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.has(*unit));
        let mut units: Vec<(UnitNo, Point)> = own
            .iter()
            .filter(|unit| !moved(unit))
            .filter_map(|unit| Some((*unit, self.spot_of(state, *unit)?)))
            .filter(|(unit, _)| !matches!(state.unit(*unit).place, Whereabouts::Aboard(_)))
            .collect();
        let Some((_, lead)) = units.first().copied() else {
            return Err(Slip::new("no unit of the formation is left to move"));
        };
        let goal = match &typed.goal {
            Goal::To(places) => places.last().copied().unwrap_or(lead).minus(lead),
            Goal::By(length, direction) => direction.turn(Point::new(*length, 0)),
            Goal::Stay | Goal::Into(_) => Point::default(),
        };
        units.sort_by_key(|(_, at)| std::cmp::Reverse(goal.dot(*at)));
        let single = |(unit, at): (UnitNo, Point)| {
            let shifted = |place: &Point| at.plus(place.minus(lead));
            let goal = match &typed.goal {
                Goal::To(places) => Goal::To(places.iter().map(shifted).collect()),
                other => other.clone(),
            };
            self.move_of(state, unit, &Typed { goal, ..typed.clone() })
        };
        units.into_iter().map(single).collect()
    }

    /// Where a unit that comes from a place touches what it enters, boards or charges.
    fn contact_place(
        &self,
        state: &State,
        unit: UnitNo,
        from: Point,
        typed: &Typed,
    ) -> Parsed<Point> {
        let body = match (typed.ends, typed.contact) {
            (Some(Ending::Enter(piece) | Ending::Invade(piece)), _) => Body::Stronghold(piece),
            (Some(Ending::Embark(transport)), _) => Body::Unit(transport),
            (None, Some(body)) => body,
            (None, None) => return Ok(from),
        };
        let footprint = self.model_of(state, unit).footprint;
        let facing = state.unit(unit).facing;
        let place = match self.area(state, body) {
            Some(Area::Base(base)) => table::in_contact(footprint, facing, from, &base),
            Some(Area::Outline(outline)) => {
                table::in_contact_with_outline(footprint, facing, from, outline)
            }
            None => None,
        };
        let name = self.body_word(body);
        place
            .ok_or_else(|| Slip::new(format!("`{name}` cannot be touched: it is not on the table")))
    }

    /// Where a unit that leaves a stronghold or a transport is put down first on its way.
    fn exit_towards(&self, state: &State, unit: UnitNo, to: Point) -> Option<Point> {
        let footprint = self.model_of(state, unit).footprint;
        let facing = state.unit(unit).facing;
        match self.area_of(state, unit)? {
            Area::Base(base) => table::in_contact(footprint, facing, to, &base),
            Area::Outline(outline) => {
                table::in_contact_with_outline(footprint, facing, to, outline)
            }
        }
    }

    /// A way over roads alone, or straight where there is none.
    fn way_along_road(&self, state: &State, unit: UnitNo, from: Point, to: Point) -> Vec<Point> {
        struct Roads<'a>(&'a EaHeresy);
        impl Ground for Roads<'_> {
            fn stands(&self, at: Point) -> bool {
                self.0.on_road_at(at)
            }
            fn passes(&self, from: Point, to: Point) -> bool {
                let steps = from.distance_to(to) / (CM / 4) + 1;
                (0..=steps).all(|step| {
                    let length = from.distance_to(to) * step / steps;
                    self.0.on_road_at(from.towards(to, length))
                })
            }
        }
        let speed = self.model_of(state, unit).speed.max(5 * CM) * 2;
        let roads = Roads(self);
        if !roads.stands(from) || roads.passes(from, to) {
            return vec![to];
        }
        let reach = Reach::new(&roads, from, speed.min(120 * CM), CM);
        match reach.path_to(&roads, to) {
            Some(path) => path.into_iter().skip(1).collect(),
            None => vec![to],
        }
    }
}
