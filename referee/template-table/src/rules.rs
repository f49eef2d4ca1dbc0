//! The chapters of the rules: moving, attacking, objectives. Each is handed the table and says what follows.

use crate::NewGame;
use crate::deeds::Action;
use crate::figures::Position;
use crate::tables::Rule;
use umpire_core::game::Listing;
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::ruling::{Explain, Fact, Silent, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{
    Base, Objective, Obstacle, Point, Straight, WayRules, gap, inches, places_towards, winds,
    within,
};

/// The straight ways of a figure from its base, up to its speed, past everybody else.
pub(crate) fn straight<'a>(
    game: &'a NewGame,
    p: &Position,
    (id, base): (PieceId, &'a Base),
) -> Straight<'a, Obstacle> {
    let most = inches(game.unit(p, id).speed);
    game.field.straight(&p.figures, (id, base), most, (p.figures.others(id), None))
}

fn check_move(
    game: &NewGame,
    p: &Position,
    (figure, to): (PieceId, Point),
    why: &mut impl Explain<Rule>,
) -> Verdict<Rule> {
    let (field, base) = (&game.field, game.field.base(&p.figures, figure));
    let straight = straight(game, p, (figure, &base));
    // It is told where it passes as a whole.
    let instead = |fact: Fact| match straight.nearest(to) {
        Some(to) => {
            let says = format!("{} moves to {}", game.name(p, figure), game.say_place(to));
            fact.instead(says, &Action::Move { figure, to })
        }
        None => fact,
    };
    let rules = WayRules {
        on_table: Rule::Standing,
        free: Rule::InTheWay,
        apart: Rule::InTheWay,
        slow: Rule::Difficult,
        length: Rule::Moving,
    };
    let called = (0, |id| game.name(p, id));
    field.require_way((&straight, to), rules, called, instead, why)
}

/// The piece of ground that gives a target cover from a figure.
pub(crate) fn cover(game: &NewGame, p: &Position, pair: (PieceId, PieceId)) -> Option<u16> {
    let [from, to] = [pair.0, pair.1].map(|id| game.field.base(&p.figures, id));
    game.field.cover(&from, &to, |piece| game.field.covers(piece))
}

/// The enemies that a figure may attack.
pub(crate) fn targets(game: &NewGame, p: &Position, id: PieceId) -> Vec<PieceId> {
    let may = |target: &PieceId| check_attack(game, p, (id, *target), &mut Silent).is_ok();
    p.figures.enemies(id).filter(may).collect()
}

fn check_attack(
    game: &NewGame,
    p: &Position,
    (figure, target): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> Verdict<Rule> {
    let (field, name) = (&game.field, || game.name(p, target));
    let (own, foe) = (p.figures[figure], p.figures[target]);
    why.need(Rule::Attacking, foe.stands() && foe.side != own.side, || {
        Fact::that(name(), "is an enemy", "is no enemy on the table")
    })?;
    let instead = |fact: Fact| match targets(game, p, figure).first() {
        Some(&target) => {
            let says = format!("{} attacks {}", game.name(p, figure), game.name(p, target));
            fact.instead(says, &Action::Attack { figure, target })
        }
        None => fact.remedy("move first: nobody is in range and seen from here"),
    };
    let [from, to] = [figure, target].map(|id| field.base(&p.figures, id));
    let range = inches(game.unit(p, figure).range);
    why.require(Rule::Range, within(&from, &to, range), || {
        let [far, range] = field.about_both(gap(&from, &to), range);
        let fact = Fact::says(format!("{} is {far} away, its range is {range}", name()));
        instead(fact.held(format!("{} is {far} away", name())))
    })?;
    why.require(Rule::Sight, field.sees(&from, &to), || {
        let hides = |ground: &str| format!("{ground} hides {}", name());
        instead(field.fact_of_sight(&field.sight_between(&from, &to), hides))
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

/// What [`actions`] lists is worth weighing; a figure may go to many places more.
pub(crate) const LISTED: Listing = Listing::Candidates;

/// What a figure on the table may do: everybody it may attack, places towards objectives, enemies and the eight winds.
pub(crate) fn actions(game: &NewGame, p: &Position, figure: PieceId, into: &mut Vec<Action>) {
    let foes = targets(game, p, figure).into_iter();
    into.extend(foes.map(|target| Action::Attack { figure, target }));
    let base = game.field.base(&p.figures, figure);
    let straight = straight(game, p, (figure, &base));
    let objectives = game.field.objectives.iter().map(|objective| objective.at);
    let enemies = p.figures.enemies(figure).filter_map(|id| p.figures[id].at);
    let aims = objectives.chain(enemies).chain(winds(base.centre(), straight.most()));
    let places = places_towards(aims, |aim| straight.towards(aim)).into_iter();
    into.extend(places.map(|to| Action::Move { figure, to }));
    into.push(Action::Hold { figure });
}

/// How many dice a figure rolls at another.
pub(crate) fn dice(
    game: &NewGame,
    p: &Position,
    (figure, _): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> u8 {
    let own = game.unit(p, figure).dice;
    why.modifier(Rule::Attacking, own.into(), || format!("dice of {}", game.name(p, figure)));
    own
}

/// What a die of one figure must show to hit another, at most 6.
pub(crate) fn needed(
    game: &NewGame,
    p: &Position,
    (figure, target): (PieceId, PieceId),
    why: &mut impl Explain<Rule>,
) -> u8 {
    let piece = cover(game, p, (figure, target));
    let Some(piece) = piece else { return game.edition.hits_on };
    let needed = (game.edition.hits_on + game.edition.cover).min(6);
    let less = i32::from(game.edition.hits_on) - i32::from(needed);
    why.modifier(Rule::Cover, less, || {
        let (target, piece) = (game.name(p, target), game.field.called(piece));
        format!("to hit: {target} has cover of {piece}, {needed}+ hits")
    });
    needed
}

/// Who holds an objective: the side that alone has figures near to it.
pub(crate) fn holder(game: &NewGame, p: &Position, at: Point) -> Option<Seat> {
    game.field.alone_near(&p.figures, at, inches(game.edition.hold), |_| true)
}

/// How many objectives a side holds.
fn held(game: &NewGame, p: &Position, side: Seat) -> usize {
    let objectives = game.field.objectives.iter();
    objectives.filter(|objective| holder(game, p, objective.at) == Some(side)).count()
}

/// Who holds more objectives.
pub(crate) fn ahead(game: &NewGame, p: &Position) -> Seats {
    Seats::with_more(|side| held(game, p, side))
}

/// How good a position looks to a side, for bots: wounds, objectives, the way to them.
pub(crate) fn appraisal(game: &NewGame, p: &Position, side: Seat) -> f64 {
    let worth = |side| {
        let figures = p.figures.standing(side).map(|id| {
            let at = p.figures[id].at.unwrap_or_default();
            let far = |objective: &Objective| f64::from(at.distance_to(objective.at)) / 2540.0;
            let nearest = game.field.objectives.iter().map(far).fold(48.0, f64::min);
            3.0 * f64::from(p.figures[id].wounds) - nearest.max(2.0) / 8.0
        });
        figures.sum::<f64>() + 2.0 * held(game, p, side) as f64
    };
    worth(side) - worth(side.opponent())
}
