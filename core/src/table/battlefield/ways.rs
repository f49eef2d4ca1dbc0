//! Straight ways of pieces over a map, past each other; how far one comes in sixteen directions, as a table and drawn.

use super::{Battlefield, Placed, Stand};
use crate::pieces::{PieceId, Pieces};
use crate::ruling::{Explain, Fact, RuleId, Verdict};
use crate::scene::{Paint, Shape};
use crate::table::base::Base;
use crate::table::crossing::centre_stretches;
use crate::table::distance::SLACK;
use crate::table::facing::Facing;
use crate::table::map::Laid;
use crate::table::obstacles::Area;
use crate::table::place::{compass, in_steps_of, nearest_legal};
use crate::table::point::{Length, Point};
use crate::table::straight::{Premise, Straight};
use std::collections::BTreeSet;

/// What may stand in the way of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// A piece of ground into which nobody comes.
    Ground(u16),
    /// Another piece.
    Piece(PieceId),
    /// What is kept free around an enemy.
    Near(PieceId),
}

/// How far a piece comes, told and drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Fan {
    /// A line for the head, and one for each direction: where it comes to in each way of going, and what ends the last.
    pub rows: Vec<Vec<String>>,
    /// The rim of what it reaches, for each way of going.
    pub shapes: Vec<Shape>,
}

/// What rims are drawn in, the nearest first; where there are more, the last again.
const RIMS: [&str; 3] = ["#2f8f4e", "#d0a020", "#b5482a"];
/// So many degrees lie between two corners of a rim.
const RIM_STEP: usize = 5;

/// The rules by which a straight way is judged, a premise each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayRules<R> {
    /// That the whole base stays on the table.
    pub on_table: R,
    /// That neither ground nor a piece is in the way.
    pub free: R,
    /// That it comes no nearer to an enemy than it may.
    pub apart: R,
    /// That it costs no more than it may, where slow ground counts twice.
    pub slow: R,
    /// The same where nothing slows.
    pub length: R,
}

impl<R> WayRules<R> {
    fn of(self, premise: &Premise<Obstacle>) -> R {
        match premise {
            Premise::OnTable => self.on_table,
            Premise::Free(Some((_, Obstacle::Near(_)))) => self.apart,
            Premise::Free(_) => self.free,
            premise if premise.is_slowed_down() => self.slow,
            Premise::NearEnough { .. } => self.length,
        }
    }
}

impl Battlefield {
    /// Requires of a straight way to a place what it has to keep to, a premise after the other: how far it keeps apart from enemies, and
    /// what pieces are called, is as in [`say_premise`](Battlefield::say_premise). `instead` adds to a fact what could be done instead.
    ///
    /// ```
    /// # use umpire_core::data::Source;
    /// # use umpire_core::pieces::{Piece, PieceId, Pieces};
    /// # use umpire_core::table::{Battlefield, Footprint, Map, Placed, Point, WayRules, inches};
    /// # use umpire_core::{Broken, Ruling, Seat, Silent};
    /// # struct Figure(Point);
    /// # impl Piece for Figure {
    /// #     fn side(&self) -> Seat { Seat(0) }
    /// #     fn kind(&self) -> Option<usize> { Some(0) }
    /// #     fn stands(&self) -> bool { true }
    /// #     fn has_acted(&self) -> bool { false }
    /// # }
    /// # impl Placed for Figure {
    /// #     fn at(&self) -> Option<Point> { Some(self.0) }
    /// # }
    /// # let text = "battlefield: yard\nunit: inches\nsize: [24, 24]\n";
    /// # let map = Map::read(&Source::new("yard.yaml", text), &[]).expect("a map");
    /// # let field = Battlefield::new(map, [Footprint::round(25)]);
    /// # let at = |x| Point::new(inches(x), inches(12));
    /// # let figures: Pieces<Figure> = [Figure(at(10))].into_iter().collect();
    /// umpire_core::rules! { pub enum Rule { Table = "G-1", InTheWay = "G-2", Mud = "G-3", Move = "G-4" } }
    /// const RULES: WayRules<Rule> = WayRules {
    ///     on_table: Rule::Table,
    ///     free: Rule::InTheWay,
    ///     apart: Rule::InTheWay,
    ///     slow: Rule::Mud,
    ///     length: Rule::Move,
    /// };
    /// let (id, base) = (PieceId(0), field.base(&figures, PieceId(0)));
    /// let way = field.straight(&figures, (id, &base), inches(6), (figures.others(id), None));
    /// let may = |to| field.require_way((&way, to), RULES, (0, |_| String::new()), |fact| fact, &mut Silent);
    /// assert_eq!((may(at(16)), may(at(17))), (Ok(()), Err(Broken(Rule::Move))));
    /// ```
    ///
    /// # Errors
    /// The first premise that does not hold, where nobody listens.
    pub fn require_way<R: RuleId>(
        &self,
        (straight, to): (&Straight<Obstacle>, Point),
        rules: WayRules<R>,
        (apart, name): (Length, impl Fn(PieceId) -> String),
        instead: impl Fn(Fact) -> Fact,
        why: &mut impl Explain<R>,
    ) -> Verdict<R> {
        for (premise, holds) in straight.judge(to).premises() {
            why.require(rules.of(&premise), holds, || {
                let says = self.say_premise(&premise, (straight.start(), to), apart, &name);
                instead(Fact::says(says.clone()).held(says))
            })?;
        }
        Ok(())
    }

    /// The straight ways of a piece from its base, as long as `most`, past some others; to enemies it keeps `apart`, where
    /// it is to: exactly so far away is far enough, and who is nearer already may go on as long as it comes no nearer.
    /// Places are offered in tenths of a unit.
    pub fn straight<'a, P: Placed>(
        &'a self,
        pieces: &Pieces<P>,
        (id, base): (PieceId, &'a Base),
        most: Length,
        (others, apart): (impl IntoIterator<Item = PieceId>, Option<Length>),
    ) -> Straight<'a, Obstacle> {
        self.past(pieces, (id, base), most, (others, apart))
            .slow(self.difficult())
            .in_steps_of(self.unit.one() / 10)
    }

    /// The same where nothing slows, exactly to the grid.
    fn past<'a, P: Placed>(
        &'a self,
        pieces: &Pieces<P>,
        (id, base): (PieceId, &'a Base),
        most: Length,
        (others, apart): (impl IntoIterator<Item = PieceId>, Option<Length>),
    ) -> Straight<'a, Obstacle> {
        let own = pieces[id].side();
        let ground = self.impassable().map(|(number, area)| (Obstacle::Ground(number), area));
        let others = others.into_iter().flat_map(|other| {
            let base = self.base(pieces, other);
            let apart = apart.filter(|_| pieces[other].side() != own);
            // As near as that it may come, but for rounding to the grid.
            let near = apart.map(|apart| Area::Zone(base.clone(), apart - 2));
            let near = near.map(|zone| (Obstacle::Near(other), zone));
            [Some((Obstacle::Piece(other), Area::Base(base))), near].into_iter().flatten()
        });
        Straight::new(base, self.bounds, most).closed(ground.chain(others))
    }

    /// Where a piece comes to stand that is pushed straight away from a place, so far, and what stops it on the way; it stops at
    /// the edge of the table as well. Slow ground slows nobody who is pushed.
    pub fn pushed<P: Placed>(
        &self,
        pieces: &Pieces<P>,
        id: PieceId,
        (from, length): (Point, Length),
    ) -> (Point, Option<Obstacle>) {
        let base = self.base(pieces, id);
        let (start, aim) = (base.centre(), base.centre().away_from(from, length));
        let way = self.past(pieces, (id, &base), length + SLACK, (pieces.others(id), None));
        let stop = way.judge(aim).stop.map(|(_, what)| what);
        (way.towards(aim).unwrap_or(start), stop)
    }

    /// The nearest place in contact with a base to which who stands so may go by a straight way.
    pub fn to_contact(&self, way: &Straight<Obstacle>, own: Stand, other: &Base) -> Option<Point> {
        way.to_contact(self.shapes[usize::from(own.kind)], own.facing, other)
    }

    /// The same; where it may go to none, the nearest place in contact that is free, for a ruling to judge.
    pub fn into_contact(
        &self,
        way: &Straight<Obstacle>,
        own: Stand,
        other: &Base,
    ) -> Option<Point> {
        way.into_contact(self.shapes[usize::from(own.kind)], own.facing, other)
    }

    /// The place nearest to one where something is allowed, no farther away than `reach`, in tenths of a unit where there is
    /// such a place.
    pub fn nearest(&self, to: Point, ok: &dyn Fn(Point) -> bool, reach: Length) -> Option<Point> {
        let found = nearest_legal(to, ok, reach)?;
        Some(if found == to { found } else { in_steps_of(self.unit.one() / 10, found, to, ok) })
    }

    /// What a straight way from one place to another has to keep to, in words, with what pieces are called, and how far one
    /// keeps apart from enemies.
    pub fn say_premise(
        &self,
        premise: &Premise<Obstacle>,
        way: (Point, Point),
        apart: Length,
        name: impl Fn(PieceId) -> String,
    ) -> String {
        // Who is nearer already may go on, away from there.
        if let Premise::Free(Some((0, Obstacle::Near(id)))) = premise {
            let apart = self.about(apart);
            return format!("it is {apart} from {} or less, and may come no nearer", name(*id));
        }
        let stands = |what: &Obstacle| match *what {
            Obstacle::Ground(number) => format!("{} is in the way", self.called(number)),
            Obstacle::Piece(id) => format!("{} is in the way", name(id)),
            Obstacle::Near(id) => {
                format!("it would be less than {} from {}", self.about(apart), name(id))
            }
        };
        premise.says(self.unit, stands, || self.slow_ground(way))
    }

    /// What the difficult ground is called over which the middle of a base goes on its way.
    fn slow_ground(&self, (from, to): (Point, Point)) -> String {
        let is_crossed = |(_, piece): &(u16, &Laid)| {
            !centre_stretches(from, to, std::iter::once(&piece.outline)).is_empty()
        };
        let crossed = self.pieces_that(|terrain| terrain.difficult).filter(is_crossed);
        let names: BTreeSet<&str> = crossed.map(|(_, piece)| piece.name.as_str()).collect();
        names.into_iter().collect::<Vec<_>>().join(" and ")
    }

    /// How far a piece comes in sixteen directions by each way of going, shortest first, and what ends the longest.
    pub fn fan<const N: usize>(
        &self,
        ways: [(&str, &Straight<Obstacle>); N],
        apart: Length,
        name: impl Fn(PieceId) -> String,
    ) -> Fan {
        let Some((longest, straight)) = ways.last() else {
            return Fan { rows: Vec::new(), shapes: Vec::new() };
        };
        let start = straight.start();
        let mut head = vec!["towards".to_string()];
        head.extend(ways.iter().map(|(way, _)| format!("{way} to")));
        head.push(format!("what ends the {longest}"));
        let mut rows = vec![head];
        for (direction, aim) in compass(start, straight.most()) {
            let reached = ways.map(|(_, way)| way.towards(aim));
            let said = |at: &Option<Point>| at.map_or("-".into(), |at| self.unit.said_place(at));
            let mut row = vec![direction.to_string()];
            row.extend(reached.iter().map(said));
            let end = reached.last().copied().flatten().unwrap_or(start);
            row.push(self.end_of(straight, (end, aim), apart, &name));
            rows.push(row);
        }
        // Between those that are told lie corners that a picture shows.
        let around = || (0..360).step_by(RIM_STEP).map(Facing::degrees);
        let rims = ways.map(|(_, way)| {
            let aims = around().map(|facing| start.ahead(facing, straight.most()));
            aims.map(|aim| self.drawn(way.towards(aim).unwrap_or(start))).collect::<Vec<_>>()
        });
        let colours = RIMS.into_iter().chain(std::iter::repeat(RIMS[RIMS.len() - 1]));
        let rim = |(points, colour)| Shape::Polygon { points, paint: Paint::stroked(colour, 0.15) };
        Fan { rows, shapes: rims.into_iter().zip(colours).map(rim).collect() }
    }

    /// What ends a straight way at a place on its way to a farther one, or slows it, in a few words: what stands there, what is kept
    /// free around enemies, the edge of the table, slow ground; nothing where it is only as long as it may be.
    pub fn end_of(
        &self,
        straight: &Straight<Obstacle>,
        (end, aim): (Point, Point),
        apart: Length,
        name: impl Fn(PieceId) -> String,
    ) -> String {
        let judged = straight.judge(aim);
        let has_room_ahead = straight.is_on_table(end.towards(aim, self.unit.one() / 5));
        match judged.stop {
            Some((_, Obstacle::Ground(number))) => self.called(number).to_string(),
            Some((_, Obstacle::Piece(id))) => name(id),
            Some((_, Obstacle::Near(id))) => format!("{} from {}", self.about(apart), name(id)),
            None if !has_room_ahead => "the edge of the table".to_string(),
            None if judged.slow.is_empty() => String::new(),
            None => self.slow_ground((straight.start(), aim)),
        }
    }
}
