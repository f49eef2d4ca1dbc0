//! The attacks that a turn may make, listed.

use super::special::check_special;
use super::{check, check_attacker};
use crate::position::action::{Action, Aim};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, State};
use crate::position::step::{Step, TurnStep};
use crate::rules::activation;
use crate::rules::blow::special_of;
use crate::rules::dice::range_modifiers;
use crate::steps::{self};
use crate::tables::abilities::{Number, Power, Shape, SpecialAttack};
use umpire_core::game::Listing;
use umpire_core::hex::Side;
use umpire_core::ruling::Silent;

/// Lists the attacks of a turn's card.
pub fn legal(game: &HeroScape, state: &State, copy: CopyId, into: &mut Vec<Action>) {
    for attacker in activation::servants(game, state, copy) {
        if activation::may_join(game, state, attacker, true) {
            legal_of(game, state, attacker, into);
        }
    }
}

/// Lists every attack on a table without turns.
pub fn legal_free(game: &HeroScape, state: &State, into: &mut Vec<Action>) -> Listing {
    for (attacker, _) in state.all_figures() {
        if state.spaces(attacker).is_some() {
            legal_of(game, state, attacker, into);
        }
    }
    if into.is_empty() {
        // The judge always has a legal answer: to end the table is the program's own command.
        into.push(Action::EndTurn);
    }
    Listing::Candidates
}

fn legal_of(game: &HeroScape, state: &State, attacker: FigureId, into: &mut Vec<Action>) {
    let card = game.card(state, attacker);
    let specials = game.specials(card).count();
    if check_attacker(game, state, attacker, None, &mut Silent).is_ok() {
        // Range first: it is cheap and rules most figures out.
        let range = range_modifiers(game, state, attacker, None, &mut Silent);
        let more = longer_by_target(game, state, attacker);
        for (target, _) in state.all_figures() {
            let near =
                game.range(state, attacker, target).is_some_and(|found| found <= range + more);
            let legal = near && check(game, state, attacker, target, &mut Silent).is_ok();
            if legal {
                into.push(Action::Attack { attacker, target });
            }
        }
    }
    if state.step() == Some(Step::Turn(TurnStep::Turn)) {
        steps::doors::legal_attacks(game, state, attacker, into);
    }
    for power in 0..specials as u8 {
        let Some(special) = special_of(game, state, attacker, power) else { continue };
        for aim in aims(state, attacker, special) {
            if check_special(game, state, attacker, power, aim, &mut Silent).is_ok() {
                into.push(Action::Special { attacker, power, aim });
            }
        }
    }
}

/// Range that modifiers may add against some targets.
fn longer_by_target(game: &HeroScape, state: &State, attacker: FigureId) -> u16 {
    let powers = game.powers_where(state, attacker, |its| its.changes(Number::Range));
    let longer = powers.filter_map(|(_, power)| match power {
        Power::Modifier(modifier) => u16::try_from(modifier.range).ok(),
        _ => None,
    });
    longer.sum()
}

fn aims(state: &State, attacker: FigureId, special: &SpecialAttack) -> Vec<Aim> {
    match special.shape {
        Shape::TargetAndLine => {
            let placed = state.all_figures().filter(|(id, _)| state.spaces(*id).is_some());
            placed.flat_map(|(id, _)| Side::ALL.map(|side| Aim::FigureLine(id, side))).collect()
        }
        Shape::Single
        | Shape::TargetAndAdjacent
        | Shape::TargetAndOthers
        | Shape::TargetAndBothAdjacent
        | Shape::SkullsAround => {
            let placed = state.all_figures().filter(|(id, _)| state.spaces(*id).is_some());
            placed.map(|(id, _)| Aim::Figure(id)).collect()
        }
        Shape::AllAdjacent => vec![Aim::Around],
        Shape::Line => {
            let spaces = state.spaces(attacker).into_iter().flat_map(Footprint::spaces);
            spaces.flat_map(|from| Side::ALL.map(|side| Aim::Line(from, side))).collect()
        }
    }
}
