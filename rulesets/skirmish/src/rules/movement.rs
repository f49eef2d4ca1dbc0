//! Movement: how far figures go, over what, and what stands in their way.

use crate::position::{Action, FigureId, Position};
use crate::tables::{Catalog, Rule};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{Area, Base, Judged, Length, Point, Straight, contacts_around, in_contact};
use umpire_core::table::{Facing, overlap};

/// How a figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    Advance,
    Rush,
    Charge,
}

/// What may stand in the way of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    Piece(u16),
    Figure(FigureId),
    /// A place too near to an enemy.
    Near(FigureId),
}

impl Gait {
    pub fn rule(self) -> Rule {
        match self {
            Gait::Advance => Rule::Advance,
            Gait::Rush => Rule::Rush,
            Gait::Charge => Rule::Charge,
        }
    }

    fn most(self, c: &Catalog, p: &Position, figure: FigureId) -> Length {
        let speed = p.unit(c, figure).speed;
        c.inches(if self == Gait::Advance { speed } else { 2 * speed })
    }
}

/// The straight moves of a figure from its base.
pub fn straight<'a>(
    c: &'a Catalog,
    p: &Position,
    figure: FigureId,
    base: &'a Base,
    gait: Gait,
) -> Straight<'a, Hindrance> {
    let own = p.figure(figure).side;
    let pieces = c.map.impassable().map(|(piece, area)| (Hindrance::Piece(piece), area));
    let others = p.ids().filter(|id| *id != figure && p.figure(*id).stands());
    let figures = others.flat_map(|id| {
        let base = p.base(c, id);
        let near = (p.figure(id).side != own && gait != Gait::Charge)
            .then(|| (Hindrance::Near(id), Area::Zone(base.clone(), c.inches(1) - 2)));
        [Some((Hindrance::Figure(id), Area::Base(base))), near].into_iter().flatten()
    });
    Straight::new(base, c.map.bounds, gait.most(c, p, figure))
        .closed(pieces.chain(figures))
        .slow(c.map.difficult())
        .in_steps_of(c.map.unit.one() / 10)
}

/// Whether a figure may advance or rush to a place.
pub fn check<E: Explain<Rule>>(
    c: &Catalog,
    p: &Position,
    (figure, to, gait): (FigureId, Point, Gait),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let base = p.base(c, figure);
    let straight = straight(c, p, figure, &base, gait);
    let judged = straight.judge(to);
    let instead = |fact: Fact| match straight.nearest(to) {
        Some(to) if gait == Gait::Advance => fact.instead(place(c, to), &Action::Advance { figure, to }),
        Some(to) => fact.instead(place(c, to), &Action::Rush { figure, to }),
        None => fact,
    };
    why.require(Rule::Standing, judged.on_table, || {
        instead(Fact::says("the whole base stays on the table"))
    })?;
    passes(c, p, &judged, why, &instead)?;
    reaches(c, &judged, gait, why, &instead)
}

fn place(c: &Catalog, to: Point) -> String {
    format!("to {}", c.map.unit.said_place(to))
}

/// Whether nothing stands in the way.
fn passes<E: Explain<Rule>>(
    c: &Catalog,
    p: &Position,
    judged: &Judged<Hindrance>,
    why: &mut E,
    instead: &dyn Fn(Fact) -> Fact,
) -> Result<(), Broken<Rule>> {
    let rule = match judged.stop {
        Some((_, Hindrance::Near(_))) => Rule::KeepApart,
        _ => Rule::InTheWay,
    };
    why.require(rule, judged.stop.is_none(), || {
        let Some((after, what)) = judged.stop else { return Fact::says("nothing is in the way") };
        let after = c.said(after);
        instead(Fact::says(match what {
            Hindrance::Piece(piece) => {
                format!("{} is in the way after {after}", c.map.pieces[usize::from(piece)].name)
            }
            Hindrance::Figure(id) => format!("{} is in the way after {after}", p.name(c, id)),
            Hindrance::Near(id) => {
                format!("after {after} it would be less than 1\" from {}", p.name(c, id))
            }
        }))
    })
}

/// Whether a move is no longer than it may be.
fn reaches<E: Explain<Rule>>(
    c: &Catalog,
    judged: &Judged<Hindrance>,
    gait: Gait,
    why: &mut E,
    instead: &dyn Fn(Fact) -> Fact,
) -> Result<(), Broken<Rule>> {
    let slow = judged.cost - judged.length;
    let rule = if slow > 0 && judged.length <= judged.most { Rule::DifficultGround } else { gait.rule() };
    why.require(rule, judged.is_near_enough(), || {
        let twice = match slow {
            0 => String::new(),
            slow => format!(", {} of it on difficult ground counts twice", c.said(slow)),
        };
        let (cost, most) = (c.said(judged.cost), c.said(judged.most));
        instead(Fact::says(format!("it takes {cost}{twice}; {most} is the most")))
    })
}

/// Where a charge ends: the place in contact with the target nearest to the charger that it can come to; else the
/// nearest one that is free.
pub fn charge_place(c: &Catalog, p: &Position, figure: FigureId, target: FigureId) -> Option<Point> {
    let (base, foe) = (p.base(c, figure), p.base(c, target));
    let (shape, from) = (p.unit(c, figure).footprint(), base.centre());
    let straight = straight(c, p, figure, &base, Gait::Charge);
    let nearest = in_contact(shape, Facing::default(), from, &foe);
    if nearest.is_some_and(|to| straight.may(to)) {
        return nearest;
    }
    let mut round = contacts_around(shape, Facing::default(), &foe);
    round.sort_by_key(|at| (from.square_to(*at), *at));
    let is_free = |at: &&Point| {
        crate::position::hindrance(c, p, figure, &p.base_at(c, figure, **at)).is_none()
    };
    round.iter().find(|at| straight.may(**at)).or_else(|| round.iter().find(is_free)).copied()
}

/// Whether a figure may charge another.
pub fn check_charge<E: Explain<Rule>>(
    c: &Catalog,
    p: &Position,
    (figure, target): (FigureId, FigureId),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let place = charge_place(c, p, figure, target);
    let name = || p.name(c, target);
    why.need(Rule::Charge, place.is_some(), || {
        Fact::says(format!("there is no free place in contact with {}", name()))
    })?;
    let base = p.base(c, figure);
    let judged = straight(c, p, figure, &base, Gait::Charge).judge(place.unwrap_or_default());
    passes(c, p, &judged, why, &|fact| fact)?;
    reaches(c, &judged, Gait::Charge, why, &|fact| fact)
}

/// Whether a figure could charge another, at a glance.
pub fn is_near(c: &Catalog, p: &Position, figure: FigureId, target: FigureId) -> bool {
    let most = Gait::Charge.most(c, p, figure);
    umpire_core::table::within(&p.base(c, figure), &p.base(c, target), most)
}

/// Places worth going to: towards objectives and the nearest enemies.
pub fn places(c: &Catalog, p: &Position, figure: FigureId, gait: Gait) -> Vec<Point> {
    let base = p.base(c, figure);
    let mut foes: Vec<Point> = p.enemies(figure).map(|foe| p.base(c, foe).centre()).collect();
    foes.sort_by_key(|at| (base.centre().square_to(*at), *at));
    let objectives = c.map.objectives.iter().map(|objective| objective.at);
    straight(c, p, figure, &base, gait).candidates(objectives.chain(foes.into_iter().take(2)))
}

/// Whether a figure may be deployed at a place.
pub fn check_deployment<E: Explain<Rule>>(
    c: &Catalog,
    p: &Position,
    (figure, to): (FigureId, Point),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let base = p.base_at(c, figure, to);
    let side = p.figure(figure).side.lettered();
    let own = |at: Point| {
        let base = p.base_at(c, figure, at);
        c.map.is_in_zone(&side, &base) && crate::position::hindrance(c, p, figure, &base).is_none()
    };
    let instead = |fact: Fact| match umpire_core::table::nearest_legal(to, &own, c.inches(48)) {
        Some(to) => fact.instead(place(c, to), &Action::Deploy { figure, to }),
        None => fact,
    };
    let hindrance = crate::position::hindrance(c, p, figure, &base);
    why.require(Rule::Standing, hindrance.is_none(), || {
        instead(Fact::says(hindrance.unwrap_or_else(|| "the place is free".to_string())))
    })?;
    why.require(Rule::Deployment, c.map.is_in_zone(&side, &base), || {
        instead(Fact::says(format!("it is deployed wholly in the zone of {side}")))
    })
}

/// Places where a figure may be deployed, spread over its zone.
pub fn deployment_places(c: &Catalog, p: &Position, figure: FigureId) -> Vec<Point> {
    let side = p.figure(figure).side.lettered();
    let zone = c.map.zones.iter().find(|(name, _)| *name == side);
    let bounds = zone.map_or(c.map.bounds, |(_, zone)| zone.bounds());
    let size = bounds.high.minus(bounds.low);
    let (columns, rows) = (12, 4);
    let at = |number: i32| {
        let (column, row) = (2 * (number % columns) + 1, 2 * (number / columns) + 1);
        bounds.low.plus(Point::new(size.x / (2 * columns) * column, size.y / (2 * rows) * row))
    };
    let fits = |to: &Point| {
        let base = p.base_at(c, figure, *to);
        c.map.is_in_zone(&side, &base) && crate::position::hindrance(c, p, figure, &base).is_none()
    };
    (0..columns * rows).map(at).filter(fits).collect()
}
