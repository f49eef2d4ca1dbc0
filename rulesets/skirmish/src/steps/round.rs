//! What follows when nothing is waited for: whose turn it is, the end of rounds, the end of the game.

use super::activate::Activate;
use super::deploy::Deploy;
use super::roll_off::RollOff;
use super::{Decide, State, Step};
use crate::position::{Event, Position, Post, SIDES, other};
use crate::rules::objectives;
use crate::tables::{Catalog, Rule};
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::{Seat, Seats};

/// Goes on until somebody has to decide or dice have to fall.
pub fn settle<O: Observe<Event>>(c: &Catalog, s: &mut State, out: &mut O) {
    while s.outcome.is_none() && !waits(c, s, out) {}
}

/// Whether the topmost step waits for somebody; else it makes way.
fn waits<O: Observe<Event>>(c: &Catalog, s: &mut State, out: &mut O) -> bool {
    let p = &mut s.position;
    let left: Seats =
        SIDES.into_iter().filter(|side| p.of(*side, |f| f.post != Post::Gone).next().is_some()).collect();
    if left.len() < 2 {
        end(s, left, Rule::LastSide, out);
        return false;
    }
    match s.steps.last().copied() {
        Some(Step::RollOff(_)) => return true,
        Some(Step::Hits(hits)) if both_stand(p, hits.attacker, hits.target) => return true,
        Some(Step::Saves(saves)) if both_stand(p, saves.attacker, saves.target) => return true,
        Some(Step::Morale(morale)) if morale.testing(p).next().is_some() => return true,
        Some(Step::Deploy(Deploy { side })) => {
            if let Some(figure) = p.of(side, |figure| figure.post == Post::Waiting).next() {
                let mut places = Vec::new();
                Deploy { side }.legal(c, p, &mut places);
                if places.is_empty() {
                    // No room is left for any: the figure stays at home.
                    p.figure_mut(figure).remove();
                    out.tell(|| Event::Removed { figure, rule: Rule::Deployment });
                }
                return !places.is_empty();
            }
            let others = p.of(other(side), |figure| figure.post == Post::Waiting).next();
            s.steps.pop();
            s.steps.extend(others.map(|_| Step::Deploy(Deploy { side: other(side) })));
        }
        Some(Step::Activate(Activate { side })) => return acts(c, s, side, out),
        Some(Step::Hits(_) | Step::Saves(_) | Step::Morale(_)) => {
            s.steps.pop();
        }
        None => s.steps.push(Step::RollOff(RollOff)),
    }
    false
}

fn both_stand(p: &Position, one: crate::position::FigureId, two: crate::position::FigureId) -> bool {
    p.figure(one).stands() && p.figure(two).stands()
}

/// Whether a side has somebody to act with. Where all that are left are pinned they recover without being asked.
fn acts<O: Observe<Event>>(c: &Catalog, s: &mut State, side: Seat, out: &mut O) -> bool {
    let p = &mut s.position;
    if p.ready(side).any(|id| !p.figure(id).pinned) {
        return true;
    }
    let next = p.ready(side).next();
    if let Some(figure) = next {
        let own = p.figure_mut(figure);
        (own.acted, own.pinned) = (true, false);
        out.tell(|| Event::Acted { figure, rule: Rule::Recover, to: None, target: None });
    }
    let over = next.is_none() && p.ready(other(side)).next().is_none();
    s.steps.pop();
    match over {
        true => end_round(c, s, out),
        false => s.steps.push(Step::Activate(Activate { side: other(side) })),
    }
    false
}

fn end_round<O: Observe<Event>>(c: &Catalog, s: &mut State, out: &mut O) {
    let p = &mut s.position;
    for (objective, side) in objectives::seized(c, p) {
        p.held[usize::from(objective.0)] = Some(side);
        out.tell(|| Event::Seized { objective, side });
    }
    if p.round >= c.edition.rounds {
        let winners = objectives::ahead(p);
        return end(s, winners, Rule::Winner, out);
    }
    p.round += 1;
    rest(p);
    let round = p.round;
    out.tell(|| Event::RoundBegins { round });
    s.steps.push(Step::RollOff(RollOff));
}

/// Everybody may act again.
fn rest(p: &mut Position) {
    for figure in &mut p.figures {
        (figure.acted, figure.tired) = (false, false);
    }
}

/// Ends the game; what only matters while it goes on is forgotten.
pub fn end<O: Observe<Event>>(s: &mut State, winners: Seats, rule: Rule, out: &mut O) {
    rest(&mut s.position);
    s.steps.clear();
    s.outcome = Some(Outcome { winners });
    out.tell(|| Event::Ended { winners, rule });
}
