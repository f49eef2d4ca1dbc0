//! How things stand, each told once: the round, each side's figures, who holds what. Facts, `status`, badges and what may be put down follow.

use crate::position::{Figure, PieceId, Post, Table};
use umpire_core::command::counted;
use umpire_core::host::{Phase, RosterEntry};
use umpire_core::seat::Seat;

/// Everything that stands somehow, in a part of the round.
pub fn roster(t: Table, phase: Option<Phase>) -> Vec<RosterEntry> {
    let holds = |side: Seat| {
        let held = t.held.iter().filter(|held| **held == Some(side)).count();
        format!("{} holds {}", side.lettered(), counted(held, "objective"))
    };
    let round = RosterEntry::round(t.round, t.game.edition.rounds).in_phase(phase);
    let mut all = vec![Seat::SIDES.into_iter().fold(round, |round, side| round.says(holds(side)))];
    let figures = Seat::SIDES.into_iter().flat_map(|side| t.figures.of(side));
    all.extend(figures.map(|id| figure(t, id)));
    for (objective, held) in t.game.field.objectives.iter().zip(&t.held) {
        let holder = held.map_or("nobody".to_string(), Seat::lettered);
        let (says, at) = (format!("held by {holder}"), t.game.field.unit.about_place(objective.at));
        let entry = RosterEntry::of("objectives", &objective.name).fixed();
        all.push(entry.word("held by", holder, &says).says(format!("at {at}")));
    }
    all
}

/// A figure as it stands.
pub fn figure(t: Table, id: PieceId) -> RosterEntry {
    let (Figure { side, post, lost, acted, tired, pinned, .. }, row) = (t.figures[id], t.unit(id));
    let mut entry = RosterEntry::of(format!("figures of {}", side.lettered()), t.name(id))
        .owned_by(side)
        .card(&row.id)
        .also(&row.name)
        .stocked_as(format!("{}: {}", row.name, row.numbers()))
        .profile(row.numbers())
        .fact("", condition(t, id));
    for weapon in &row.weapons {
        entry = entry.profile(weapon.armed());
    }
    let unit = t.game.field.unit;
    entry = match post {
        Post::At(at) => {
            entry.fact("at", unit.said_place(at)).says(format!("at {}", unit.about_place(at)))
        }
        Post::Waiting => entry.away("not deployed yet"),
        Post::Gone => entry.away("gone"),
    };
    if lost > 0 {
        let words = format!("lost {lost} of {}", row.toughness);
        entry = entry
            .says(format!("{lost} of {} lost", row.toughness))
            .badge(format!("-{lost}"), words);
    }
    for (is, word, mark) in [(pinned, "pinned", "!"), (acted, "has acted", "v")] {
        entry = if is { entry.says(word).badge(mark, word) } else { entry };
    }
    if tired { entry.says("tired") } else { entry }
}

/// How a figure is, in words.
pub fn condition(t: Table, id: PieceId) -> String {
    let figure = t.figures[id];
    let mut words = vec![match figure.post {
        Post::Waiting => "waits".to_string(),
        Post::Gone => "gone".to_string(),
        Post::At(_) => format!("lost {} of {}", figure.lost, t.unit(id).toughness),
    }];
    let states = [(figure.pinned, "pinned"), (figure.acted, "has acted"), (figure.tired, "tired")];
    words.extend(states.iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()));
    words.join(", ")
}
