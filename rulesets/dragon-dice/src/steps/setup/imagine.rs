//! Positions that could be behind what a player sees: forces that are still hidden, divided in some way.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Force, PieceSet, Place, Roster, Sort};
use crate::position::stack::setup::Muster;
use crate::position::state::State;
use crate::steps::setup::divide;
use umpire_core::seat::Seat;

/// A position that gives the same view: hidden forces are taken to be as the known one.
pub(crate) fn imagine(game: &DragonDice, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
    let mut state = view.clone();
    let secret = view.assembling.as_ref().is_some_and(|assembling| !assembling.revealed);
    let known = view.from_seat(Seat(0)).find(|seat| !view.roster.force(*seat).members().is_empty());
    let (Some(known), true) = (known, secret) else { return state };
    let own = view.roster.force(known).clone();
    let hidden: Vec<Seat> = view
        .from_seat(Seat(0))
        .filter(|seat| view.roster.force(*seat).members().is_empty())
        .collect();
    let mut forces = view.roster.forces().to_vec();
    for seat in &hidden {
        forces[seat.index()] = Force::new(own.members().to_vec(), forces[seat.index()].total);
        let side = &mut state.sides[seat.index()];
        let fighting = own.of_sort(Sort::Unit).with(own.of_sort(Sort::Item));
        let all: PieceSet = (0..own.members().len() as u8).collect();
        side.places[usize::from(Place::OUT.0)] = fighting;
        side.places[usize::from(Place::POOL.0)] = all.without(fighting);
    }
    state.roster = Roster::new(forces);
    for seat in hidden {
        let Some(terrains) = state.muster(known).map(|muster| muster.terrains) else {
            continue;
        };
        let set = |state: &mut State, muster: Muster| {
            let musters = state.assembling.as_mut().map(|assembling| &mut assembling.musters);
            if let Some(at) = musters.and_then(|musters| musters.get_mut(seat.index())) {
                *at = muster;
            }
        };
        let armies = [PieceSet::NONE; 3];
        set(&mut state, Muster { terrains, home_die: 0, armies });
        let done = state.assembling.as_ref().is_some_and(|a| a.done.contains(seat));
        if !done {
            continue;
        }
        let divisions = divide::divisions(game, &state, seat);
        if divisions.is_empty() {
            continue;
        }
        let drawn = die(divisions.len() as u32) as usize % divisions.len();
        let all = divide::to_divide(&state, seat);
        if let (Action::Assemble { home_die, home, campaign }, Some(assembling)) =
            (divisions[drawn], &mut state.assembling)
        {
            divide::divide(assembling, (seat, all), home_die, home, campaign);
        }
    }
    state
}
