//! The Silver Medallion: what of one player's dice it brings back (DD-9.1).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::rules::raising;
use crate::rules::raising::Raise;
use crate::steps::{death, raise};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

/// Dice that a Silver Medallion may take, with where each goes.
fn silver_dice(state: &State, army: Army) -> [(PieceSet, Place, Place); 3] {
    let force = state.roster.force(army.owner);
    let buried = state.at(army.owner, Place::BURIED);
    let pooled = state.at(army.owner, Place::POOL);
    let dragonkin = force.of_sort(Sort::Dragonkin);
    let back = buried.and(dragonkin.with(force.of_sort(Sort::Minor)));
    let small = match army.place.as_terrain() {
        Some(_) => pooled.and(dragonkin).and(force.of_health(1)),
        None => PieceSet::NONE,
    };
    [
        (buried.and(force.of_sort(Sort::Item)), Place::BURIED, army.place),
        (back, Place::BURIED, Place::POOL),
        (small, Place::POOL, army.place),
    ]
}

/// Promotions of Dragonkin of the army.
fn silver_promotions(game: &DragonDice, state: &State, army: Army, into: &mut Vec<Action>) {
    let Some(species) = game.catalog.species_named("dragonkin") else { return };
    let mut all = Vec::new();
    let rule = Rule::Promotion;
    raising::raises(game, state, Raise::one(army, Some(species), rule), &mut all);
    into.extend(all.into_iter().filter(|action| matches!(action, Action::Exchange { .. })));
}

pub(super) fn silver_list(game: &DragonDice, state: &State, army: Army, into: &mut Vec<Action>) {
    into.push(Action::Pass);
    for (dice, ..) in silver_dice(state, army) {
        let each = state.one_each(game, army.owner, dice);
        into.extend(each.iter().map(|die| Action::Take(PieceSet::only(die))));
    }
    if army.place.as_terrain().is_some() {
        silver_promotions(game, state, army, into);
    }
}

pub(super) fn silver_advance(game: &DragonDice, state: &mut State, army: Army) -> Flow {
    let mut list = Vec::new();
    silver_list(game, state, army, &mut list);
    if list.len() > 1 && state.exists(army) {
        return Flow::Wait;
    }
    state.steps.pop();
    Flow::On
}

pub(super) fn silver<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    rule: Rule,
    action: Action,
    out: &mut O,
) {
    match action {
        Action::Take(set) => {
            let dice = silver_dice(state, army);
            if let Some((_, _, to)) = dice.into_iter().find(|(of, ..)| set.within(*of)) {
                death::bring(state, army.owner, set, to, rule, out);
            }
        }
        action => raise::raise(state, army, &action, rule, out),
    }
}
