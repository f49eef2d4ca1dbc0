//! Movement: how far figures go, over what, and what stands in their way.

use crate::position::{Action, Figure, PieceId, Table};
use crate::tables::{Gait, Rule, Verdict};
use umpire_core::ruling::{Explain, Fact};
use umpire_core::table::Unit::Inches;
use umpire_core::table::{
    Base, Deployment, DeploymentRules, Length, Map, Obstacle, Point, Straight, WayRules, Ways,
};

/// How near figures come to enemies, but in a charge.
pub const APART: Length = Inches.one();

/// The straight moves of a figure from its base.
pub fn straight<'a>(
    t: Table<'a>,
    (figure, base): (PieceId, &'a Base),
    gait: Gait,
) -> Straight<'a, Obstacle> {
    let (most, apart) = limits(t, figure, gait);
    t.game.field.straight(&t.figures, (figure, base), most, (t.figures.others(figure), apart))
}

/// The same from where it stands, remembered.
pub fn ways(t: Table<'_>, figure: PieceId, gait: Gait) -> Ways<'_, Figure> {
    t.game.field.ways(&t.position.figures, figure, limits(t, figure, gait))
}

/// How far a figure goes, and how far it keeps apart from enemies.
fn limits(t: Table, figure: PieceId, gait: Gait) -> (Length, Option<Length>) {
    (t.unit(figure).farthest(gait), (gait != Gait::Charge).then_some(APART))
}

/// Whether a figure may advance or rush to a place.
pub fn check<E: Explain<Rule>>(
    t: Table,
    (figure, to, gait): (PieceId, Point, Gait),
    why: &mut E,
) -> Verdict {
    if !E::LISTENS && ways(t, figure, gait).may(to) {
        return Ok(());
    }
    let base = t.base(figure);
    let straight = straight(t, (figure, &base), gait);
    let instead = || {
        let to = straight.nearest(to)?;
        let is_rush = gait == Gait::Rush;
        Some(if is_rush { Action::Rush { figure, to } } else { Action::Advance { figure, to } })
    };
    judge(t, (&straight, to, gait), &instead, why)
}

/// Whether a figure may charge another.
pub fn check_charge<E: Explain<Rule>>(
    t: Table,
    (figure, target): (PieceId, PieceId),
    why: &mut E,
) -> Verdict {
    if !E::LISTENS && ways(t, figure, Gait::Charge).to_contact(target).is_some() {
        return Ok(());
    }
    let base = t.base(figure);
    let charge = straight(t, (figure, &base), Gait::Charge);
    let end = charge_end(t, &charge, (figure, target));
    why.need(Rule::Charge, end.is_some(), || {
        Fact::says(format!("there is no free place in contact with {}", t.name(target)))
    })?;
    let instead = || {
        let rush = straight(t, (figure, &base), Gait::Rush);
        let to = rush.towards(t.base(target).centre())?;
        Some(Action::Rush { figure, to })
    };
    judge(t, (&charge, end.unwrap_or_default(), Gait::Charge), &instead, why)
}

/// Whether a straight move keeps the rules; what may be done instead, if not.
fn judge(
    t: Table,
    (straight, to, gait): (&Straight<Obstacle>, Point, Gait),
    instead: &dyn Fn() -> Option<Action>,
    why: &mut impl Explain<Rule>,
) -> Verdict {
    let field = &t.game.field;
    let rules = WayRules {
        on_table: Rule::Standing,
        free: Rule::InTheWay,
        apart: Rule::KeepApart,
        slow: Rule::DifficultGround,
        length: match gait {
            Gait::Advance => Rule::Advance,
            Gait::Rush => Rule::Rush,
            Gait::Charge => Rule::Charge,
        },
    };
    let called = (APART, |id| t.name(id));
    field.require_way((straight, to), rules, called, |fact| offer(field, fact, instead()), why)
}

/// A fact with a move to a place that would do instead.
fn offer(map: &Map, fact: Fact, action: Option<Action>) -> Fact {
    let (deed, to) = match action {
        Some(Action::Rush { to, .. }) => ("rush to", to),
        Some(Action::Advance { to, .. }) => ("advance to", to),
        Some(Action::Deploy { to, .. }) => ("deploy at", to),
        _ => return fact,
    };
    fact.instead(format!("{deed} {}", map.unit.said_place(to)), &action)
}

/// Where an action takes a figure from where it stands.
pub fn goes_to(t: Table, action: &Action) -> Option<Point> {
    match *action {
        Action::Advance { to, .. }
        | Action::AdvanceAndShoot { to, .. }
        | Action::Rush { to, .. } => Some(to),
        Action::Charge { figure, target } => charge_place(t, (figure, target)),
        Action::Recover { .. }
        | Action::Hold { .. }
        | Action::Shoot { .. }
        | Action::Deploy { .. } => None,
    }
}

/// Where a charge ends: in contact, at the nearest place to which it may go; else at the nearest that is free.
pub fn charge_place(t: Table, (figure, target): (PieceId, PieceId)) -> Option<Point> {
    let base = t.base(figure);
    let end = || charge_end(t, &straight(t, (figure, &base), Gait::Charge), (figure, target));
    ways(t, figure, Gait::Charge).to_contact(target).or_else(end)
}

fn charge_end(
    t: Table,
    charge: &Straight<Obstacle>,
    (figure, target): (PieceId, PieceId),
) -> Option<Point> {
    let field = &t.game.field;
    field.into_contact(charge, field.stand(&t.figures, figure), &t.base(target))
}

/// The enemies a figure could charge.
pub fn charges(t: Table, figure: PieceId) -> impl Iterator<Item = PieceId> {
    let ways = ways(t, figure, Gait::Charge);
    t.position.figures.enemies(figure).filter(move |foe| ways.to_contact(*foe).is_some())
}

/// A figure that is deployed, and the rules for where.
pub fn deployment(t: Table<'_>, figure: PieceId) -> Deployment<'_, Figure, Rule> {
    let rules = DeploymentRules {
        standing: Rule::Standing,
        in_zone: Rule::Deployment,
        apart: Rule::KeepApart,
    };
    t.game.field.deployment(&t.position.figures, figure, rules, APART)
}

/// Whether a figure may be deployed at a place.
pub fn check_deployment(
    t: Table,
    (figure, to): (PieceId, Point),
    why: &mut impl Explain<Rule>,
) -> Verdict {
    let instead = |fact, to| offer(&t.game.field, fact, Some(Action::Deploy { figure, to }));
    deployment(t, figure).require(to, |id| t.name(id), instead, why)
}
