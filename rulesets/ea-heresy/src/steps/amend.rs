//! The judge's changes of a position, with all that follows.

use crate::position::amendment::Amendment;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo};
use crate::position::{names, units};
use crate::rules::invariants;
use crate::steps;
use crate::steps::morale::markers;
use crate::steps::ruin;
use crate::steps::setup::slots;
use crate::tables::rule::Rule;
use umpire_core::game::{Deaf, Observe};
use umpire_core::host::Hosted;
use umpire_core::ruling::Refusal;

/// Changes the position by the judge's word; the result is sound, or nothing changes.
pub(crate) fn amend_position<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    change: &Amendment,
    out: &mut O,
) -> Result<(), Vec<Refusal<Rule>>> {
    let mut after = state.clone();
    self::change(game, &mut after, change, &mut Deaf)?;
    if let Amendment::Place { unit, .. } = *change {
        invariants::check_put(game, &after, unit)?;
    }
    invariants::check(game, &after)?;
    self::change(game, state, change, out)?;
    out.tell(|| Event::Judged { says: game.say_amendment(state, change) });
    steps::settle(game, state, out);
    Ok(())
}

fn change<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    change: &Amendment,
    out: &mut O,
) -> Result<(), Vec<Refusal<Rule>>> {
    let refuse = |says: &str| Err(vec![Refusal::at(Rule::JudgesWord, "", says)]);
    let unit_known = |unit: UnitNo| unit.index() < state.units.len();
    let formation_known = |it: FormationNo| it.index() < state.formations.len();
    let walls = |piece: PieceNo| names::is_stronghold(game, piece);
    let body_known = |body: Body| match body {
        Body::Unit(unit) => unit_known(unit),
        Body::Stronghold(piece) => walls(piece),
    };
    match *change {
        Amendment::Place { unit, place, facing } => {
            if !unit_known(unit) {
                return refuse("there is no such unit");
            }
            state.put(unit, place);
            let record = state.unit_mut(unit);
            record.facing = facing.unwrap_or(record.facing);
        }
        Amendment::Form { formation, at } if formation_known(formation) => {
            let size = game.board.size;
            if !(0..=size.x).contains(&at.x) || !(0..=size.y).contains(&at.y) {
                return refuse("that is not on the table");
            }
            let Some(places) = slots::formed_at(game, state, formation, at) else {
                return refuse("its units find no room there");
            };
            for (unit, place) in places {
                crate::steps::setup::put(state, unit, place);
            }
        }
        Amendment::Damage { on, points } => {
            if !body_known(on) {
                return refuse("there is no such unit or stronghold");
            }
            match on {
                Body::Unit(unit) => state.unit_mut(unit).damage = points,
                Body::Stronghold(piece) => {
                    let stood = !units::is_ruined(game, state, piece);
                    if let Some(stronghold) = state.stronghold_mut(piece) {
                        stronghold.damage = points;
                    }
                    if stood && units::is_ruined(game, state, piece) {
                        ruin::ruin(game, state, piece, out);
                    }
                }
            }
        }
        Amendment::Shields { unit, down } if unit_known(unit) => {
            state.unit_mut(unit).shields_down = down;
        }
        Amendment::PoppedUp { unit, up } if unit_known(unit) => {
            state.unit_mut(unit).popped_up = up;
        }
        Amendment::Markers { formation, count } if formation_known(formation) => {
            state.formation_mut(formation).markers = count;
            markers::check_broken(game, state, formation, out);
            rest_broken(game, state);
        }
        Amendment::Broken { formation, broken } if formation_known(formation) => {
            if !broken {
                state.formation_mut(formation).broken = false;
                state.breaking.retain(|it| *it != formation);
            } else if !state.formation(formation).broken {
                markers::break_formation(game, state, formation, Rule::JudgesWord, out);
                rest_broken(game, state);
            }
        }
        Amendment::Stance { formation, stance } if formation_known(formation) => {
            state.formation_mut(formation).stance = stance;
        }
        Amendment::Objective { objective, held } => {
            match state.objectives.get_mut(usize::from(objective)) {
                Some(objective) if held.0 < 2 => objective.held = held,
                _ => return refuse("there is no such objective or side"),
            }
        }
        Amendment::Points { seat, points } if seat.0 < 2 => {
            state.sides[seat.index()].points = points;
        }
        Amendment::Answer(answered) => {
            if !body_known(answered.from) || !body_known(answered.to) {
                return refuse("there is no such unit or stronghold");
            }
            state.answers.retain(|old| {
                !(old.is_about(answered.from, answered.to)
                    && std::mem::discriminant(&old.says) == std::mem::discriminant(&answered.says))
            });
            state.answers.push(answered);
        }
        Amendment::Ruin { piece } if walls(piece) => {
            if !units::is_ruined(game, state, piece) {
                ruin::ruin(game, state, piece, out);
            }
        }
        Amendment::Ruin { .. } => return refuse("this is no stronghold"),
        _ => return refuse("there is no such unit, formation or side"),
    }
    Ok(())
}

/// At a referee's table no formation moves, so that none withdraws.
fn rest_broken(game: &EaHeresy, state: &mut State) {
    if game.free {
        state.breaking.clear();
    }
}
