//! Movement: how far figures go, over what, and what stands in their way.

use crate::position::{Action, FigureId, Position};
use crate::tables::{Rule, Skirmish, inches};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{
    Area, Base, Facing, Judged, Length, Point, Straight, contacts_around, in_contact,
};

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

    fn most(self, game: &Skirmish, p: &Position, figure: FigureId) -> Length {
        let speed = p.unit(game, figure).speed;
        inches(if self == Gait::Advance { speed } else { 2 * speed })
    }
}

/// The straight moves of a figure from its base.
pub fn straight<'a>(
    game: &'a Skirmish,
    p: &Position,
    figure: FigureId,
    base: &'a Base,
    gait: Gait,
) -> Straight<'a, Hindrance> {
    let own = p.figure(figure).side;
    let pieces = game.map.impassable().map(|(piece, area)| (Hindrance::Piece(piece), area));
    let others = p.ids().filter(|id| *id != figure && p.figure(*id).stands());
    let figures = others.flat_map(|id| {
        let base = p.base(game, id);
        let near = (p.figure(id).side != own && gait != Gait::Charge)
            .then(|| (Hindrance::Near(id), Area::Zone(base.clone(), inches(1) - 2)));
        [Some((Hindrance::Figure(id), Area::Base(base))), near].into_iter().flatten()
    });
    Straight::new(base, game.map.bounds, gait.most(game, p, figure))
        .closed(pieces.chain(figures))
        .slow(game.map.difficult())
        .in_steps_of(game.map.unit.one() / 10)
}

/// Whether a figure may advance or rush to a place.
pub fn check<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, to, gait): (FigureId, Point, Gait),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let base = p.base(game, figure);
    let straight = straight(game, p, figure, &base, gait);
    let judged = straight.judge(to);
    let is_first = why.broken() == 0;
    let instead = |fact: Fact| match straight.nearest(to).filter(|_| is_first) {
        Some(to) if gait == Gait::Advance => {
            fact.instead(place(game, to), &Action::Advance { figure, to })
        }
        Some(to) => fact.instead(place(game, to), &Action::Rush { figure, to }),
        None => fact,
    };
    why.require(Rule::Standing, judged.on_table, || {
        instead(Fact::says("the whole base stays on the table"))
    })?;
    passes(game, p, &judged, why, &instead)?;
    reaches(game, &judged, gait, why, &instead)
}

fn place(game: &Skirmish, to: Point) -> String {
    format!("to {}", game.map.unit.said_place(to))
}

/// Whether nothing stands in the way.
fn passes<E: Explain<Rule>>(
    game: &Skirmish,
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
        let after = game.map.about(after);
        instead(Fact::says(match what {
            Hindrance::Piece(piece) => {
                format!("{} is in the way after {after}", game.map.pieces[usize::from(piece)].name)
            }
            Hindrance::Figure(id) => format!("{} is in the way after {after}", p.name(game, id)),
            Hindrance::Near(id) => {
                format!("after {after} it would be less than 1\" from {}", p.name(game, id))
            }
        }))
    })
}

/// Whether a move is no longer than it may be.
fn reaches<E: Explain<Rule>>(
    game: &Skirmish,
    judged: &Judged<Hindrance>,
    gait: Gait,
    why: &mut E,
    instead: &dyn Fn(Fact) -> Fact,
) -> Result<(), Broken<Rule>> {
    let slow = judged.cost - judged.length;
    let rule =
        if slow > 0 && judged.length <= judged.most { Rule::DifficultGround } else { gait.rule() };
    why.require(rule, judged.is_near_enough(), || {
        let twice = match slow {
            0 => String::new(),
            slow => format!(", {} of it on difficult ground counts twice", game.map.about(slow)),
        };
        let (cost, most) = (game.map.about(judged.cost), game.map.about(judged.most));
        instead(Fact::says(format!("it takes {cost}{twice}; {most} is the most")))
    })
}

/// Where a charge ends: the place in contact with the target nearest to the charger that it can come to; else the
/// nearest one that is free.
pub fn charge_place(
    game: &Skirmish,
    p: &Position,
    figure: FigureId,
    target: FigureId,
) -> Option<Point> {
    let (base, foe) = (p.base(game, figure), p.base(game, target));
    let (shape, from) = (p.unit(game, figure).footprint(), base.centre());
    let straight = straight(game, p, figure, &base, Gait::Charge);
    let nearest = in_contact(shape, Facing::default(), from, &foe);
    if nearest.is_some_and(|to| straight.may(to)) {
        return nearest;
    }
    let mut round = contacts_around(shape, Facing::default(), &foe);
    round.sort_by_key(|at| (from.square_to(*at), *at));
    let is_free = |at: &&Point| {
        crate::position::hindrance(game, p, figure, &p.base_at(game, figure, **at)).is_none()
    };
    round.iter().find(|at| straight.may(**at)).or_else(|| round.iter().find(is_free)).copied()
}

/// Whether a figure may charge another.
pub fn check_charge<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, target): (FigureId, FigureId),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let end = charge_place(game, p, figure, target);
    let name = || p.name(game, target);
    why.need(Rule::Charge, end.is_some(), || {
        Fact::says(format!("there is no free place in contact with {}", name()))
    })?;
    let base = p.base(game, figure);
    let judged = straight(game, p, figure, &base, Gait::Charge).judge(end.unwrap_or_default());
    let is_first = why.broken() == 0;
    let instead = |fact: Fact| {
        let rush = self::straight(game, p, figure, &base, Gait::Rush);
        match rush.towards(p.base(game, target).centre()).filter(|_| is_first) {
            Some(to) => {
                fact.instead(format!("rush {}", place(game, to)), &Action::Rush { figure, to })
            }
            None => fact,
        }
    };
    passes(game, p, &judged, why, &instead)?;
    reaches(game, &judged, Gait::Charge, why, &instead)
}

/// Whether a figure could charge another, at a glance.
pub fn is_near(game: &Skirmish, p: &Position, figure: FigureId, target: FigureId) -> bool {
    let most = Gait::Charge.most(game, p, figure);
    umpire_core::table::within(&p.base(game, figure), &p.base(game, target), most)
}

/// Places worth going to: towards objectives and the nearest enemies.
pub fn places(game: &Skirmish, p: &Position, figure: FigureId, gait: Gait) -> Vec<Point> {
    let base = p.base(game, figure);
    let mut foes: Vec<Point> = p.enemies(figure).map(|foe| p.base(game, foe).centre()).collect();
    foes.sort_by_key(|at| (base.centre().square_to(*at), *at));
    let objectives = game.map.objectives.iter().map(|objective| objective.at);
    straight(game, p, figure, &base, gait).candidates(objectives.chain(foes.into_iter().take(2)))
}

/// Whether a figure may be deployed at a place.
pub fn check_deployment<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, to): (FigureId, Point),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let base = p.base_at(game, figure, to);
    let side = p.figure(figure).side.lettered();
    let own = |at: Point| {
        let base = p.base_at(game, figure, at);
        game.map.is_in_zone(&side, &base)
            && crate::position::hindrance(game, p, figure, &base).is_none()
    };
    let instead = |fact: Fact| match umpire_core::table::nearest_legal(to, &own, inches(48)) {
        Some(to) => fact.instead(place(game, to), &Action::Deploy { figure, to }),
        None => fact,
    };
    let hindrance = crate::position::hindrance(game, p, figure, &base);
    why.require(Rule::Standing, hindrance.is_none(), || {
        instead(Fact::says(hindrance.unwrap_or_else(|| "the place is free".to_string())))
    })?;
    why.require(Rule::Deployment, game.map.is_in_zone(&side, &base), || {
        instead(Fact::says(format!("it is deployed wholly in the zone of {side}")))
    })
}

/// Places where a figure may be deployed, spread over its zone.
pub fn deployment_places(game: &Skirmish, p: &Position, figure: FigureId) -> Vec<Point> {
    let side = p.figure(figure).side.lettered();
    let zone = game.map.zones.iter().find(|(name, _)| *name == side);
    let bounds = zone.map_or(game.map.bounds, |(_, zone)| zone.bounds());
    let size = bounds.high.minus(bounds.low);
    let (columns, rows) = (12, 4);
    let at = |number: i32| {
        let (column, row) = (2 * (number % columns) + 1, 2 * (number / columns) + 1);
        bounds.low.plus(Point::new(size.x / (2 * columns) * column, size.y / (2 * rows) * row))
    };
    let fits = |to: &Point| {
        let base = p.base_at(game, figure, *to);
        game.map.is_in_zone(&side, &base)
            && crate::position::hindrance(game, p, figure, &base).is_none()
    };
    (0..columns * rows).map(at).filter(fits).collect()
}
