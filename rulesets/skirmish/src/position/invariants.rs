//! The invariants of a position, and changes by the judge.

use super::{Amendment, Figure, Piece, Position, Post, Table};
use crate::tables::{MOST_FIGURES, Rule, inches};
use umpire_core::table::{Battlefield, FARTHEST, Map, Objective};
use umpire_core::{Refusal, Seat};

/// Every invariant that a position breaks, each at the place of its field in a scenario.
pub fn faults(t: Table) -> Vec<Refusal<Rule>> {
    let is_known = |figure: &Figure| {
        let is_near = !matches!(figure.post, Post::At(at) if !at.is_within(FARTHEST));
        usize::from(figure.kind) < t.game.units.len()
            && Seat::SIDES.contains(&figure.side)
            && is_near
    };
    if !t.figures.iter().all(is_known) || t.held.len() != t.game.field.objectives.len() {
        let says = "these are not figures and objectives of this game";
        return vec![Refusal::at(Rule::Figures, "", says)];
    }
    let mut faults = Vec::new();
    for (side, name) in Seat::SIDES.into_iter().zip(["sides.A", "sides.B"]) {
        let count = t.figures.of(side).count();
        if !(1..=MOST_FIGURES / 2).contains(&count) {
            let says = format!("{count} figures, a side has 1 to {}", MOST_FIGURES / 2);
            faults.push(Refusal::at(Rule::Figures, name, says));
        }
    }
    let at = "battlefield.";
    faults.extend(objective_faults(&t.game.field, at));
    if t.figures.ids().any(|id| t.figures[id].post == Post::Waiting) {
        faults.extend(zone_faults(&t.game.field, at));
    }
    if !(1..=t.game.edition.rounds).contains(&t.round) {
        let says = format!("there is no round {}, there are {}", t.round, t.game.edition.rounds);
        faults.push(Refusal::at(Rule::Rounds, "position.round", says));
    }
    for id in t.figures.ids().filter(|id| t.figures[*id].stands()) {
        let (name, unit) = (t.name(id), t.unit(id));
        let at = |field: &str| format!("position.figures.{name}.{field}");
        if t.figures[id].lost >= unit.toughness {
            let says =
                format!("{name} takes {} and has lost {}", unit.toughness, t.figures[id].lost);
            faults.push(Refusal::at(Rule::Losses, at("lost"), says));
        }
        if let Some(says) = t.hindrance(id, &t.base(id)) {
            faults.push(Refusal::at(Rule::Standing, at("at"), says));
        }
    }
    faults
}

/// Everything wrong with a battlefield, each at the place of its field after `at`.
pub fn battlefield_faults(field: &Battlefield, at: &str) -> Vec<Refusal<Rule>> {
    [objective_faults(field, at), zone_faults(field, at)].concat()
}

/// Objectives that are too near each other.
fn objective_faults(map: &Map, at: &str) -> Vec<Refusal<Rule>> {
    let mut faults = Vec::new();
    let objectives = &map.objectives;
    for (number, one) in objectives.iter().enumerate() {
        let near = |other: &&Objective| one.at.distance_to(other.at) < inches(5);
        if let Some(other) = objectives[..number].iter().find(near) {
            let apart = map.about(one.at.distance_to(other.at));
            let says = format!("{} is {apart} from {}, 5\" is the least", one.name, other.name);
            let place = format!("{at}objectives.{}", one.name);
            faults.push(Refusal::at(Rule::ObjectivesApart, place, says));
        }
    }
    faults
}

/// Zones in which no side could deploy.
fn zone_faults(field: &Battlefield, at: &str) -> Vec<Refusal<Rule>> {
    let mut faults = Vec::new();
    let mut wrong = |place: String, says: String| {
        faults.push(Refusal::at(Rule::Deployment, format!("{at}deployment{place}"), says));
    };
    for (name, _) in &field.zones {
        if Seat::SIDES.into_iter().all(|side| side.lettered() != *name) {
            wrong(format!(".{name}"), format!("there is no side `{name}`, there are A and B"));
        }
    }
    let sides = Seat::SIDES.map(Seat::lettered);
    for (own, foe) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        let has_zone = |side: &String| field.zones.iter().any(|(name, _)| name == side);
        if !has_zone(own) && has_zone(foe) {
            wrong(String::new(), format!("{foe} has a zone and {own} has none"));
        } else if has_zone(own) && !has_room(field, own) {
            let says = format!("no figure has room in the zone of {own}");
            wrong(format!(".{own}"), says);
        }
    }
    faults
}

/// Whether the smallest figure there is can be deployed in a zone while nobody stands there.
fn has_room(field: &Battlefield, side: &str) -> bool {
    let Some(smallest) = field.kinds().min_by_key(|kind| field.radius(*kind)) else { return true };
    let fits = |at| {
        let base = field.base_at(smallest, at);
        field.hindrance_of_ground(&base).is_none() && field.is_in_zone(side, &base)
    };
    field.room(side, &fits).is_some()
}

/// The position after a change.
///
/// # Errors
/// Where the figure is not on the table, or what came of it would be unsound.
pub fn amended(t: Table, change: Amendment) -> Result<Position, Vec<Refusal<Rule>>> {
    let p = changed(t.position, change);
    let faults = match change {
        Amendment::Hurt { figure, .. }
        | Amendment::Pin { figure }
        | Amendment::Free { figure }
        | Amendment::Remove { figure }
            if !t.figures[figure].stands() && p == *t.position =>
        {
            let says = format!("{} is not on the table", t.name(figure));
            vec![Refusal::at(Rule::JudgesWord, "", says)]
        }
        _ => faults(Table { position: &p, ..t }),
    };
    if faults.is_empty() { Ok(p) } else { Err(faults) }
}

/// The position with a change; it may be unsound.
fn changed(p: &Position, change: Amendment) -> Position {
    let mut p = p.clone();
    match change {
        Amendment::Place { figure, to } => p.figures[figure].post = Post::At(to),
        Amendment::Remove { figure } => p.figures[figure].remove(),
        Amendment::Hurt { figure, lost } => p.figures[figure].lost = lost,
        Amendment::Pin { figure } => p.figures[figure].pinned = true,
        Amendment::Free { figure } => p.figures[figure].pinned = false,
        Amendment::Give { objective, side } => p.held[usize::from(objective.0)] = Some(side),
        Amendment::Leave { objective } => p.held[usize::from(objective.0)] = None,
    }
    for figure in p.figures.iter_mut().filter(|figure| !figure.stands()) {
        *figure = Figure { post: figure.post, ..Figure::new(figure.kind, figure.side) };
    }
    p
}
