//! What others did, in few words: a formation in one clause instead of each of its units.

use crate::position::action::{Action, Blow, Deployed, Ending, Fire, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::{State, UnitNo};
use crate::position::step::{AssaultStep, FireStep, ShootStep, Step};
use std::collections::BTreeSet;
use umpire_core::command::counted;
use umpire_core::table::{Bounds, CM, Point};

/// An action in few words, where its own are many.
pub(crate) fn short_words(game: &EaHeresy, state: &State, action: &Action) -> Option<String> {
    match action {
        Action::Move(moves) if moves.len() > 1 => moves_words(game, state, moves),
        Action::Deploy { formation, places, .. } if places.len() > 1 => {
            let name = names::formation_word(game, *formation);
            Some(format!("deploy {name} {}", deployed_words(game, places)))
        }
        Action::Shoot(fire) if fire.volleys.len() > 1 => Some(fire_words(game, fire)),
        Action::Strike(blows) if !blows.is_empty() => Some(strike_words(game, blows)),
        Action::Pick(body) => match state.steps.last()? {
            Step::Shooting(ShootStep::Fire(FireStep::Allot { .. }))
            | Step::Assault(AssaultStep::Allot { .. }) => {
                Some(format!("{} takes the next hit", names::body_word(game, *body)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `guards: 6 move to around (98, 78), 2 enter keep`.
fn moves_words(game: &EaHeresy, state: &State, moves: &[UnitMove]) -> Option<String> {
    let formation = state.units.get(moves[0].unit.index())?.formation;
    let what = |way: &UnitMove| match way.ends {
        Some(Ending::Enter(piece)) => format!("enter {}", names::piece_word(game, piece)),
        Some(Ending::Invade(piece)) => format!("invade {}", names::piece_word(game, piece)),
        Some(Ending::Embark(unit)) => format!("board {}", names::unit_word(game, unit)),
        None if way.path.is_empty() => "hold".to_string(),
        None => "move".to_string(),
    };
    let mut parts: Vec<(String, Vec<Point>)> = Vec::new();
    for way in moves {
        let (what, to) = (what(way), way.path.last().copied().unwrap_or_default());
        match parts.iter_mut().find(|(known, _)| *known == what) {
            Some((_, ends)) => ends.push(to),
            None => parts.push((what, vec![to])),
        }
    }
    let part = |(what, ends): (String, Vec<Point>)| {
        let to = if what == "move" { format!(" to {}", around(&ends)) } else { String::new() };
        format!("{} {what}{to}", ends.len())
    };
    let parts: Vec<String> = parts.into_iter().map(part).collect();
    Some(format!("{}: {}", names::formation_word(game, formation), parts.join(", ")))
}

/// Where a formation is put down.
fn deployed_words(game: &EaHeresy, places: &[Deployed]) -> String {
    let (mut ends, mut others) = (Vec::new(), Vec::new());
    for place in places {
        let other = match place {
            Deployed::At(at, _) => {
                ends.push(*at);
                continue;
            }
            Deployed::In(piece) => format!("in {}", names::piece_word(game, *piece)),
            Deployed::On(unit) => format!("aboard {}", names::unit_word(game, *unit)),
        };
        if !others.contains(&other) {
            others.push(other);
        }
    }
    let around = (!ends.is_empty()).then(|| self::around(&ends));
    around.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

/// `reds 1: 2 dice in close combat, 1 in the firefight`; of several units their dice together.
fn strike_words(game: &EaHeresy, blows: &[Blow]) -> String {
    let sum = |dice: fn(&Blow) -> u8| blows.iter().map(|blow| u32::from(dice(blow))).sum::<u32>();
    let kinds = [
        (sum(|blow| blow.close_combat), "in close combat"),
        (sum(|blow| blow.firefight), "in the firefight"),
    ];
    let mut parts = Vec::new();
    for (dice, what) in kinds.into_iter().filter(|(dice, _)| *dice > 0) {
        let dice = match parts.is_empty() {
            true if dice == 1 => "1 die".to_string(),
            true => format!("{dice} dice"),
            false => dice.to_string(),
        };
        parts.push(format!("{dice} {what}"));
    }
    let units: BTreeSet<UnitNo> = blows.iter().map(|blow| blow.unit).collect();
    let who = match blows {
        [one, rest @ ..] if rest.iter().all(|it| it.unit == one.unit) => {
            names::unit_word(game, one.unit)
        }
        _ => counted(units.len(), "unit"),
    };
    match parts.is_empty() {
        true => format!("{who}: no dice"),
        false => format!("{who}: {}", parts.join(", ")),
    }
}

fn fire_words(game: &EaHeresy, fire: &Fire) -> String {
    let target = names::target_word(game, fire.target);
    format!("shoot {target} with {}", counted(fire.volleys.len(), "weapon"))
}

/// The middle of places, to a centimetre.
fn around(places: &[Point]) -> String {
    let middle = Bounds::of(places).middle();
    let whole = |length: i32| (length + CM / 2) / CM;
    format!("around ({}, {})", whole(middle.x), whole(middle.y))
}
