//! The chapters of the rules: moving, attacking, the hilltop. Each is handed the table and says what follows.

use crate::NewGame;
use crate::deeds::Action;
use crate::figures::Position;
use crate::tables::Rule;
use umpire_core::game::Listing;
use umpire_core::hex::{HexId, Ways};
use umpire_core::pieces::PieceId;
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};

/// Where a figure could go with so many steps, if what it climbs counts or if not.
fn ways_over(game: &NewGame, p: &Position, id: PieceId, most: u32, climbs: bool) -> Ways {
    let plan = &game.plan;
    let step = |from: HexId, to: HexId| {
        let climbed = if climbs { plan.level(to) - plan.level(from) } else { 0 };
        let steps = plan.steps(from, to).filter(|_| p.on(to).is_none())?;
        Some(steps + u32::try_from(climbed).unwrap_or(0))
    };
    plan.ways(p.figures[id].at.unwrap_or_default(), most, step)
}

/// Where a figure could go with any number of steps.
pub(crate) fn ways(game: &NewGame, p: &Position, id: PieceId) -> Ways {
    ways_over(game, p, id, u32::MAX, true)
}

/// Where a figure may move.
pub(crate) fn moves(game: &NewGame, p: &Position, id: PieceId) -> Ways {
    ways_over(game, p, id, game.unit(p, id).speed.into(), true)
}

fn check_move(
    game: &NewGame,
    p: &Position,
    (figure, to): (PieceId, HexId),
    why: &mut impl Explain<Rule>,
) -> Verdict<Rule> {
    let (plan, hex) = (&game.plan, || game.plan.name(to));
    // It is told where it passes as a whole.
    let instead = |fact: Fact| {
        let moves = moves(game, p, figure);
        let near = moves.iter().min_by_key(|(hex, steps)| (plan.distance(*hex, to), *steps));
        match near {
            Some((to, _)) => {
                let says = format!("{} moves to {}", game.name(p, figure), plan.name(to));
                fact.instead(says, &Action::Move { figure, to })
            }
            None => fact,
        }
    };
    let ground = plan.ground_of(to);
    why.need(Rule::InTheWay, !ground.impassable, || {
        instead(Fact::says(format!("nobody can stand in the {} on {}", ground.id, hex())))
    })?;
    let other = p.on(to).filter(|other| *other != figure);
    why.need(Rule::InTheWay, other.is_none(), || {
        let other = other.map_or(String::new(), |other| game.name(p, other));
        instead(Fact::says(format!("{other} stands on {}", hex())))
    })?;
    let (steps, speed) = (ways(game, p, figure).steps_to(to), game.unit(p, figure).speed.into());
    why.need(Rule::Moving, steps.is_some_and(|steps| steps > 0), || {
        instead(Fact::says(match steps {
            Some(_) => format!("{} stands there already", game.name(p, figure)),
            None => format!("no way leads to {}", hex()),
        }))
    })?;
    let steps = steps.unwrap_or_default();
    let on_flat_ground = || ways_over(game, p, figure, speed, false).steps_to(to);
    let climbs = steps > speed && on_flat_ground().is_some();
    why.require(if climbs { Rule::Climbing } else { Rule::Moving }, steps <= speed, || {
        let up = if climbs { ", with what it climbs" } else { "" };
        instead(Fact::says(format!("{} is {steps} steps away{up}, its speed is {speed}", hex())))
            .held(format!("{} is {steps} steps away", hex()))
            .at_most(steps, speed)
    })
}

/// The enemies that a figure may attack.
pub(crate) fn targets(game: &NewGame, p: &Position, id: PieceId) -> Vec<PieceId> {
    let may = |target: &PieceId| {
        let (from, to) = (p.figures[id].at, p.figures[*target].at);
        from.zip(to).is_some_and(|(from, to)| {
            let range = game.unit(p, id).range.into();
            game.plan.distance(from, to) <= range && game.plan.hidden_by(from, to).is_none()
        })
    };
    p.figures.enemies(id).filter(may).collect()
}

fn check_attack(
    game: &NewGame,
    p: &Position,
    (figure, target): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> Verdict<Rule> {
    let name = || game.name(p, target);
    let is_foe = p.figures[target].side != p.figures[figure].side;
    let places = p.figures[figure].at.zip(p.figures[target].at).filter(|_| is_foe);
    why.need(Rule::Attacking, places.is_some(), || {
        Fact::says(format!("{} is no enemy on the board", name()))
    })?;
    let (from, to) = places.unwrap_or_default();
    let instead = |fact: Fact| match targets(game, p, figure).first() {
        Some(&target) => {
            let says = format!("{} attacks {}", game.name(p, figure), game.name(p, target));
            fact.instead(says, &Action::Attack { figure, target })
        }
        None => fact.remedy("move first: nobody is in range and seen from here"),
    };
    let (far, range) = (game.plan.distance(from, to), game.unit(p, figure).range);
    why.require(Rule::Range, far <= range.into(), || {
        instead(Fact::says(format!("{} is {far} hexes away, its range is {range}", name())))
            .held(format!("{} is {far} hexes away", name()))
            .at_most(far, range)
    })?;
    let hides = game.plan.hidden_by(from, to);
    why.require(Rule::Sight, hides.is_none(), || {
        let fact = match hides {
            Some(stop) => instead(Fact::says(format!("{} hides {}", game.plan.said(stop), name()))),
            None => Fact::says(format!("{} is seen", name())),
        };
        fact.drawn(game.plan.drawn_sight(from, to))
    })
}

/// Whether a figure may do something.
pub(crate) fn check(
    game: &NewGame,
    p: &Position,
    action: Action,
    why: &mut impl Explain<Rule>,
) -> Verdict<Rule> {
    match action {
        Action::Move { figure, to } => check_move(game, p, (figure, to), why),
        Action::Attack { figure, target } => check_attack(game, p, (figure, target), why),
        Action::Hold { .. } => Ok(()),
    }
}

/// What [`actions`] lists is all there is.
pub(crate) const LISTED: Listing = Listing::Complete;

/// Everything that a figure on the board may do.
pub(crate) fn actions(game: &NewGame, p: &Position, figure: PieceId, into: &mut Vec<Action>) {
    let foes = targets(game, p, figure).into_iter();
    into.extend(foes.map(|target| Action::Attack { figure, target }));
    into.extend(moves(game, p, figure).iter().map(|(to, _)| Action::Move { figure, to }));
    into.push(Action::Hold { figure });
}

/// How many dice a figure rolls at another.
pub(crate) fn dice(
    game: &NewGame,
    p: &Position,
    (figure, target): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> u8 {
    let own = game.unit(p, figure).dice;
    why.modifier(Rule::Attacking, own.into(), || format!("dice of {}", game.name(p, figure)));
    let level = |id: PieceId| p.figures[id].at.map(|hex| game.plan.level(hex));
    if level(figure) <= level(target) {
        return own;
    }
    let more = game.edition.high_ground;
    why.modifier(Rule::HighGround, more.into(), || "from higher ground".to_string());
    own + more
}

/// What a die of one figure must show to hit another, at most 6.
pub(crate) fn needed(
    game: &NewGame,
    p: &Position,
    (figure, target): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> u8 {
    let places = p.figures[figure].at.zip(p.figures[target].at);
    let cover = places.and_then(|(from, to)| game.plan.covered_by(from, to));
    let Some(cover) = cover else { return game.edition.hits_on };
    let needed = (game.edition.hits_on + game.edition.cover).min(6);
    let less = i32::from(game.edition.hits_on) - i32::from(needed);
    why.modifier(Rule::Cover, less, || {
        let (name, cover) = (game.name(p, target), game.plan.said(cover));
        format!("to hit: {name} is covered by {cover}, {needed}+ hits")
    });
    needed
}

/// How many figures of a side stand on the highest hexes there are.
pub(crate) fn on_top(game: &NewGame, p: &Position, side: Seat) -> usize {
    let top = game.plan.places().map(|hex| game.plan.level(hex)).max();
    let is_there = |id: &PieceId| p.figures[*id].at.map(|hex| game.plan.level(hex)) == top;
    p.figures.standing(side).filter(is_there).count()
}

/// Who has more figures on the hilltop.
pub(crate) fn ahead(game: &NewGame, p: &Position) -> Seats {
    Seats::with_more(|side| on_top(game, p, side))
}

/// How good a position looks to a side, for bots: wounds, the way up, the top.
pub(crate) fn appraisal(game: &NewGame, p: &Position, side: Seat) -> f64 {
    let worth = |side| {
        let figures = p.figures.standing(side).map(|id| {
            let level = p.figures[id].at.map_or(0, |hex| game.plan.level(hex));
            3.0 * f64::from(p.figures[id].wounds) + f64::from(level)
        });
        figures.sum::<f64>() + 2.0 * on_top(game, p, side) as f64
    };
    worth(side) - worth(side.opponent())
}
