//! How things stand: the round, each side's figures, who holds what; and what a referee may put down.

use crate::position::{Figure, PieceId, Post, Table};
use crate::steps::{State, Step};
use crate::tables::Rule;
use umpire_core::command::counted;
use umpire_core::host::{Phase, Standing, Stock};
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// The part of a round that is under way, by the innermost step.
pub fn phase(state: &State) -> Option<Phase> {
    let (says, rule) = match state.steps.last()? {
        Step::Deploy(_) => ("deployment", Rule::Deployment),
        Step::RollOff(_) => ("roll-off", Rule::RollOff),
        Step::Activate(_) => ("actions", Rule::Alternate),
        Step::Fight(fight) if fight.is_shot => ("shooting", Rule::Shot),
        Step::Fight(fight) if fight.is_back => ("strike back", Rule::StrikeBack),
        Step::Fight(_) => ("melee", Rule::Strike),
        Step::Morale(morale) if morale.is_hurt => ("morale", Rule::HurtFiguresTest),
        Step::Morale(_) => ("morale", Rule::ThinnedSidesTest),
        Step::Free(_) => return None,
    };
    Some(Phase::of(says, rule.id()))
}

/// What `status` tells, with the part of a round that is under way.
pub fn standings(t: Table, phase: Option<Phase>) -> Vec<Standing> {
    let rounds = t.game.edition.rounds;
    let round = Standing::of("the game", format!("round {}", t.round))
        .tells_when(format!("round {} of {rounds}", t.round))
        .tells_phase(phase)
        .also("round")
        .says(format!("of {rounds}"));
    let holds = |side: Seat| {
        let held = t.held.iter().filter(|held| **held == Some(side)).count();
        format!("{} holds {}", side.lettered(), counted(held, "objective"))
    };
    let mut all = vec![Seat::SIDES.into_iter().fold(round, |round, side| round.says(holds(side)))];
    for side in Seat::SIDES {
        all.extend(t.figures.of(side).map(|id| figure(t, side, id)));
    }
    for (objective, held) in t.game.field.objectives.iter().zip(&t.held) {
        let holder = held
            .map_or("held by nobody".to_string(), |side| format!("held by {}", side.lettered()));
        let at = t.game.field.unit.about_place(objective.at);
        let standing = Standing::of("objectives", objective.name.as_str());
        all.push(standing.says(holder).says(format!("at {at}")));
    }
    all
}

fn figure(t: Table, side: Seat, id: PieceId) -> Standing {
    let (Figure { post, lost, acted, tired, pinned, .. }, unit) = (t.figures[id], t.unit(id));
    let at = match post {
        Post::At(at) => format!("at {}", t.game.field.unit.about_place(at)),
        Post::Waiting => "not deployed yet".to_string(),
        Post::Gone => "gone".to_string(),
    };
    let mut standing = Standing::of(format!("figures of {}", side.lettered()), t.name(id))
        .owned_by(side)
        .card(unit.id.as_str())
        .also(unit.name.as_str())
        .says(at)
        .says_if(lost > 0, || format!("{lost} of {} lost", unit.toughness))
        .says_if(pinned, || "pinned".to_string())
        .says_if(acted, || "has acted".to_string())
        .says_if(tired, || "tired".to_string())
        .closely(unit.numbers());
    for weapon in &unit.weapons {
        standing = standing.closely(weapon.armed());
    }
    standing
}

/// What a referee may put down: every figure.
pub fn stock(t: Table) -> Vec<Stock> {
    let figure = |id| {
        let (Figure { side, post, .. }, unit, name) = (t.figures[id], t.unit(id), t.name(id));
        let line = format!("place {name} at");
        Stock {
            says: format!("{}: {}", unit.name, unit.numbers()),
            is_down: matches!(post, Post::At(_)),
            asks: format!("status {name}"),
            ..Stock::placed(format!("figures of {}", side.lettered()), name, line)
        }
    };
    t.figures.ids().map(figure).collect()
}
