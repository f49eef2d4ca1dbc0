//! The invariants of a position, and changes by the judge.

use super::{Amendment, Figure, FigureId, Position, Post, SIDES};
use crate::tables::{MOST_FIGURES, Rule, Skirmish};
use umpire_core::ruling::Refusal;
use umpire_core::table::{Base, overlap};

/// Every invariant that a position breaks, each at the place of its field in a scenario.
pub fn faults(game: &Skirmish, p: &Position) -> Vec<Refusal<Rule>> {
    let mut faults = Vec::new();
    for (side, name) in SIDES.into_iter().zip(["sides.A", "sides.B"]) {
        let count = p.of(side, |_| true).count();
        if !(1..=MOST_FIGURES / 2).contains(&count) {
            let says = format!("{count} figures, a side has 1 to {}", MOST_FIGURES / 2);
            faults.push(Refusal::at(Rule::Figures, name, says));
        }
    }
    if !(1..=game.edition.rounds).contains(&p.round) {
        let says = format!("there is no round {}, there are {}", p.round, game.edition.rounds);
        faults.push(Refusal::at(Rule::Rounds, "position.round", says));
    }
    for id in p.ids().filter(|id| p.figure(*id).stands()) {
        let (name, unit) = (p.name(game, id), p.unit(game, id));
        let at = |field: &str| format!("position.figures.{name}.{field}");
        if p.figure(id).lost >= unit.toughness {
            let says =
                format!("{name} takes {} and has lost {}", unit.toughness, p.figure(id).lost);
            faults.push(Refusal::at(Rule::Losses, at("lost"), says));
        }
        if let Some(says) = hindrance(game, p, id, &p.base(game, id)) {
            faults.push(Refusal::at(Rule::Standing, at("at"), says));
        }
    }
    faults
}

/// Why a figure cannot stand where its base would be.
pub fn hindrance(game: &Skirmish, p: &Position, id: FigureId, base: &Base) -> Option<String> {
    let name = p.name(game, id);
    if !game.map.holds(base) {
        return Some(format!("{name} would not be wholly on the table"));
    }
    let mut closed = game.map.impassable();
    if let Some((piece, _)) = closed.find(|(_, area)| area.holds(base)) {
        return Some(format!("{name} would be in {}", game.piece(piece)));
    }
    let mut others = p.ids().filter(|other| *other != id && p.figure(*other).stands());
    let in_way = others.find(|other| overlap(base, &p.base(game, *other)));
    in_way.map(|other| format!("{name} would overlap {}", p.name(game, other)))
}

/// The position after a change; it may be unsound.
pub fn amended(p: &Position, change: Amendment) -> Position {
    let mut p = p.clone();
    match change {
        Amendment::Place { figure, to } => p.figure_mut(figure).post = Post::At(to),
        Amendment::Remove { figure } => p.figure_mut(figure).remove(),
        Amendment::Hurt { figure, lost } => p.figure_mut(figure).lost = lost,
        Amendment::Pin { figure } => p.figure_mut(figure).pinned = true,
        Amendment::Free { figure } => p.figure_mut(figure).pinned = false,
        Amendment::Give { objective, side } => p.held[usize::from(objective.0)] = Some(side),
    }
    for figure in p.figures.iter_mut().filter(|figure| !figure.stands()) {
        *figure = Figure { post: figure.post, ..Figure::new(figure.kind, figure.side) };
    }
    p
}
