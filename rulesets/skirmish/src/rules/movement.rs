//! Movement: how far figures go, over what, and what stands in their way.

use crate::position::{Action, FigureId, Position, hindrance};
use crate::tables::{Rule, Skirmish, Verdict, inches};
use umpire_core::ruling::{Explain, Fact};
use umpire_core::table::{
    Area, Base, Facing, Judged, Point, Premise, Straight, nearest_legal, within,
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
pub enum Obstacle {
    Piece(u16),
    Figure(FigureId),
    /// The inch around an enemy.
    Near(FigureId),
}

/// The straight moves of a figure from its base.
pub fn straight<'a>(
    game: &'a Skirmish,
    p: &Position,
    (figure, base): (FigureId, &'a Base),
    gait: Gait,
) -> Straight<'a, Obstacle> {
    let own = p.figure(figure).side;
    let pieces = game.map.impassable().map(|(piece, area)| (Obstacle::Piece(piece), area));
    let others = p.ids().filter(|id| *id != figure && p.figure(*id).stands());
    let figures = others.flat_map(|id| {
        let base = p.base(game, id);
        let kept_apart = p.figure(id).side != own && gait != Gait::Charge;
        let near = (Obstacle::Near(id), Area::Zone(base.clone(), inches(1) - 2));
        [Some((Obstacle::Figure(id), Area::Base(base))), kept_apart.then_some(near)]
    });
    let speed = p.unit(game, figure).speed;
    let most = inches(if gait == Gait::Advance { speed } else { 2 * speed });
    Straight::new(base, game.map.bounds, most)
        .closed(pieces.chain(figures.flatten()))
        .slow(game.map.difficult())
        .in_steps_of(game.map.unit.one() / 10)
}

/// Whether a figure may advance or rush to a place.
pub fn check<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, to, gait): (FigureId, Point, Gait),
    why: &mut E,
) -> Verdict {
    let base = p.base(game, figure);
    let straight = straight(game, p, (figure, &base), gait);
    let is_first = why.broken() == 0;
    let instead = || {
        let to = straight.nearest(to).filter(|_| is_first)?;
        let is_rush = gait == Gait::Rush;
        Some(if is_rush { Action::Rush { figure, to } } else { Action::Advance { figure, to } })
    };
    judge(game, p, (straight.judge(to), gait), &instead, why)
}

/// Whether a figure may charge another.
pub fn check_charge<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, target): (FigureId, FigureId),
    why: &mut E,
) -> Verdict {
    let base = p.base(game, figure);
    let end = charge_place(game, p, (figure, target));
    why.need(Rule::Charge, end.is_some(), || {
        Fact::says(format!("there is no free place in contact with {}", p.name(game, target)))
    })?;
    let is_first = why.broken() == 0;
    let instead = || {
        let rush = straight(game, p, (figure, &base), Gait::Rush);
        let to = rush.towards(p.base(game, target).centre()).filter(|_| is_first)?;
        Some(Action::Rush { figure, to })
    };
    let charge = straight(game, p, (figure, &base), Gait::Charge);
    judge(game, p, (charge.judge(end.unwrap_or_default()), Gait::Charge), &instead, why)
}

/// Whether a straight move keeps the rules; what may be done instead, if not.
fn judge<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (judged, gait): (Judged<Obstacle>, Gait),
    instead: &dyn Fn() -> Option<Action>,
    why: &mut E,
) -> Verdict {
    let stands = |what: &Obstacle| match what {
        Obstacle::Piece(piece) => format!("{} is in the way", game.piece(*piece)),
        Obstacle::Figure(id) => format!("{} is in the way", p.name(game, *id)),
        Obstacle::Near(id) => format!("it would be less than 1\" from {}", p.name(game, *id)),
    };
    for (premise, holds) in judged.premises() {
        let rule = match (premise, gait) {
            (Premise::OnTable, _) => Rule::Standing,
            (Premise::Free(Some((_, Obstacle::Near(_)))), _) => Rule::KeepApart,
            (Premise::Free(_), _) => Rule::InTheWay,
            (Premise::NearEnough { cost, slow, most }, _) if slow > 0 && cost - slow <= most => {
                Rule::DifficultGround
            }
            (_, Gait::Advance) => Rule::Advance,
            (_, Gait::Rush) => Rule::Rush,
            (_, Gait::Charge) => Rule::Charge,
        };
        why.require(rule, holds, || {
            offer(game, Fact::says(premise.says(game.map.unit, stands)), instead())
        })?;
    }
    Ok(())
}

/// A fact with a move to a place that would do instead.
fn offer(game: &Skirmish, fact: Fact, action: Option<Action>) -> Fact {
    let said = |to| game.map.unit.said_place(to);
    match action {
        Some(Action::Rush { to, .. }) => fact.instead(format!("rush to {}", said(to)), &action),
        Some(Action::Advance { to, .. }) => {
            fact.instead(format!("advance to {}", said(to)), &action)
        }
        Some(Action::Deploy { to, .. }) => fact.instead(format!("deploy at {}", said(to)), &action),
        _ => fact,
    }
}

/// Where a charge ends.
pub fn charge_place(
    game: &Skirmish,
    p: &Position,
    (figure, target): (FigureId, FigureId),
) -> Option<Point> {
    let (base, foe) = (p.base(game, figure), p.base(game, target));
    let straight = straight(game, p, (figure, &base), Gait::Charge);
    straight.into_contact(p.unit(game, figure).footprint(), Facing::default(), &foe)
}

/// The enemies a figure could charge.
pub fn charges(game: &Skirmish, p: &Position, figure: FigureId) -> impl Iterator<Item = FigureId> {
    let (base, most) = (p.base(game, figure), inches(2 * p.unit(game, figure).speed));
    p.enemies(figure).filter(move |target| {
        within(&base, &p.base(game, *target), most)
            && check_charge(game, p, (figure, *target), &mut umpire_core::Silent).is_ok()
    })
}

/// Places worth going to: towards objectives and the nearest enemies.
pub fn places(game: &Skirmish, p: &Position, figure: FigureId, gait: Gait) -> Vec<Point> {
    let base = p.base(game, figure);
    let mut foes: Vec<Point> = p.enemies(figure).map(|foe| p.base(game, foe).centre()).collect();
    foes.sort_by_key(|at| (base.centre().square_to(*at), *at));
    let aims = game.map.objectives.iter().map(|objective| objective.at);
    straight(game, p, (figure, &base), gait).candidates(aims.chain(foes.into_iter().take(2)))
}

/// Whether a figure may be deployed at a place.
pub fn check_deployment<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (figure, to): (FigureId, Point),
    why: &mut E,
) -> Verdict {
    let instead = |says: String| {
        let near = nearest_legal(to, &|at| is_deployable(game, p, figure, at), inches(48));
        offer(game, Fact::says(says), near.map(|to| Action::Deploy { figure, to }))
    };
    let (base, side) = (p.base_at(game, figure, to), p.figure(figure).side.lettered());
    let stopped = hindrance(game, p, figure, &base);
    why.require(Rule::Standing, stopped.is_none(), || {
        instead(stopped.unwrap_or_else(|| "the place is free".to_string()))
    })?;
    why.require(Rule::Deployment, game.map.is_in_zone(&side, &base), || {
        instead(format!("it is deployed wholly in the zone of {side}"))
    })
}

fn is_deployable(game: &Skirmish, p: &Position, figure: FigureId, at: Point) -> bool {
    let base = p.base_at(game, figure, at);
    game.map.is_in_zone(&p.figure(figure).side.lettered(), &base)
        && hindrance(game, p, figure, &base).is_none()
}

/// Places where a figure may be deployed, spread over its zone.
pub fn deployment_places(game: &Skirmish, p: &Position, figure: FigureId) -> Vec<Point> {
    let mut places = game.map.spread(&p.figure(figure).side.lettered(), 12, 4);
    places.retain(|at| is_deployable(game, p, figure, *at));
    places
}
