//! Charges picked by a hand: whom a unit, or all that are left, come into contact with.

use super::parse_contacts::kind_of_move;
use crate::position::action::{Action, Ending, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::{Body, PieceNo, State, UnitNo};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::movement::{length, zones};
use crate::steps::movement::candidates;
use crate::words::{asked, commands, hand};
use umpire_core::command;
use umpire_core::game::Game;
use umpire_core::ruling::Silent;
use umpire_core::table::{self, CM, FARTHEST};

/// What a charging unit would invade, or the first enemy that it would touch, in the word by which a hand points at it.
pub(crate) fn goal_of(game: &EaHeresy, state: &State, way: &UnitMove) -> Option<String> {
    Some(match way.ends {
        Some(Ending::Enter(piece) | Ending::Invade(piece)) => names::piece_word(game, piece),
        Some(Ending::Embark(transport)) => names::unit_word(game, transport),
        None => names::unit_word(game, charged(game, state, way)?),
    })
}

/// The stronghold that several units would all invade, or the formation that they would all touch.
pub(crate) fn goal_of_all(game: &EaHeresy, state: &State, ways: &[UnitMove]) -> Option<String> {
    let goal = |way: &UnitMove| match way.ends {
        Some(Ending::Invade(piece)) => Some(names::piece_word(game, piece)),
        Some(_) => None,
        None => {
            let foe = charged(game, state, way)?;
            Some(names::formation_word(game, state.unit(foe).formation))
        }
    };
    let mut goals = ways.iter().map(goal);
    let first = goals.next()??;
    goals.all(|goal| goal.as_ref() == Some(&first)).then_some(first)
}

/// The first enemy that a unit would touch at the end of a charge.
fn charged(game: &EaHeresy, state: &State, way: &UnitMove) -> Option<UnitNo> {
    kind_of_move(state).filter(|kind| *kind == MoveKind::Charge)?;
    let unit = state.units.get(way.unit.index())?;
    // Whoever says an action has not judged it: its places may lie anywhere.
    let to = way.path.last().filter(|to| to.is_within(FARTHEST))?;
    let facing = way.facing.unwrap_or(unit.facing);
    let base = units::model_of(game, state, way.unit).base(*to, facing);
    zones::charge_targets(state).into_iter().find(|foe| {
        units::base_of(game, state, *foe).is_some_and(|other| table::touch(&base, &other))
    })
}

/// Offers, while a formation charges, each unit and all together into contact with each enemy near enough and into each
/// stronghold that one holds: of all ways there the one that is meant where only whom to touch is named.
pub(crate) fn offer_charges(game: &EaHeresy, state: &State, into: &mut Vec<Action>) {
    if kind_of_move(state) != Some(MoveKind::Charge) {
        return;
    }
    let units = hand::left_in_move(game, state);
    let mut lines: Vec<String> =
        units.iter().flat_map(|unit| lines_of(game, state, *unit)).collect();
    if units.len() > 1 {
        lines.extend(lines_of_all(game, state));
    }
    let read = |line: &String| commands::moves(game, state, line).ok();
    let charges: Vec<Action> =
        lines.iter().filter_map(read).filter(|action| is_legal(game, state, action)).collect();
    let picks = |action: &Action| command::about(game, state, action);
    let meant: Vec<_> = charges.iter().map(picks).collect();
    into.retain(|action| !matches!(action, Action::Move(_)) || !meant.contains(&picks(action)));
    into.extend(charges);
    // Whoever is offered an enemy is offered places too: a hand may mean either.
    into.extend(units.into_iter().flat_map(|unit| places_of(game, state, unit)));
}

fn is_legal(game: &EaHeresy, state: &State, action: &Action) -> bool {
    let Action::Move(ways) = action else { return false };
    let Some(way) = ways.first() else { return false };
    game.check(state, state.owner(way.unit), action, &mut Silent).is_ok()
}

/// A charge of one unit against each enemy that is near enough.
fn lines_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Vec<String> {
    let far = length::allowance(game, state, unit, MoveKind::Charge);
    let is_near = |body: Body| {
        units::distance(game, state, Body::Unit(unit), body).is_some_and(|gap| gap <= far)
    };
    let name = names::unit_word(game, unit);
    let enemies = zones::charge_targets(state).into_iter();
    let enemies = enemies.filter(|foe| is_near(Body::Unit(*foe)));
    let charges = enemies.map(|foe| format!("{name} charges {}", names::unit_word(game, foe)));
    let walls = zones::held_by_engaged(state).filter(|piece| is_near(Body::Stronghold(*piece)));
    charges.chain(walls.map(|piece| format!("{name} {}", invades(game, piece)))).collect()
}

/// A charge of all that are left against each formation that is engaged.
fn lines_of_all(game: &EaHeresy, state: &State) -> Vec<String> {
    let Some(assault) = &state.assault else { return Vec::new() };
    let enemies = assault.defenders.iter();
    let charges = enemies.map(|foe| format!("all charge {}", names::formation_word(game, *foe)));
    let walls = zones::held_by_engaged(state).map(|piece| format!("all {}", invades(game, piece)));
    charges.chain(walls).collect()
}

fn invades(game: &EaHeresy, piece: PieceNo) -> String {
    format!("invades {}", names::piece_word(game, piece))
}

/// Straight ways of a unit all round.
fn places_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Vec<Action> {
    let far = length::allowance(game, state, unit, MoveKind::Charge);
    let Some(at) = asked::spot_of(game, state, unit).filter(|_| far > CM) else {
        return Vec::new();
    };
    let ends = hand::all_round(at, far);
    ends.map(|to| Action::Move(vec![candidates::way_to(unit, vec![to])])).collect()
}
